/* A minimal engine for the arena: Othello and Breakthrough, boards of any size, random moves.
 *
 * Copy this file, then write your own thinking in `choose`. Everything else is the rules of the
 * two games and the conversation that protocol.md describes. Build it and try it by hand:
 *
 *     $ cc -O2 -o minimal minimal.c
 *     $ ./minimal
 *     position startpos moves f5
 *     go movetime 500
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12, MOST_MOVES = 3 * MOST * MOST, MOST_LINE = 65536 };

typedef enum { OTHELLO, BREAKTHROUGH } Game;

/* Rows are kept as they are written, from the top: square[0][2] is c1 in Othello, and on a
 * Breakthrough board of 8 rows it is c8, because there rows are counted from the bottom. */
typedef struct {
    Game game;
    int rows, columns;
    char square[MOST][MOST]; /* x, o or w, b; `.` is empty */
    char side;               /* to move */
} Position;

/* From one square to another. Othello uses only the second, and row -1 for a pass. */
typedef struct {
    int from_row, from_column, row, column;
} Move;

typedef struct {
    long movetime; /* milliseconds; -1 where the arena said nothing */
    long time[2];  /* the clocks of p1 and p2 */
    long increment[2];
    long depth;
} Limits;

/* Random numbers (SplitMix64), so that the same seed plays the same game on every machine. */
static uint64_t chance;

static uint64_t random_number(void)
{
    uint64_t z = (chance += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static char other(char side)
{
    switch (side) {
    case 'x': return 'o';
    case 'o': return 'x';
    case 'w': return 'b';
    default: return 'w';
    }
}

/* The letter on a square, 0 off the board. */
static char at(const Position *p, int row, int column)
{
    int on_board = row >= 0 && row < p->rows && column >= 0 && column < p->columns;
    return on_board ? p->square[row][column] : 0;
}

/* ---- Othello ---- */

/* How many discs turn over when `side` places one on an empty square (0: not a move); turns them
 * over if `turn` is set. */
static int flips(Position *p, int row, int column, char side, int turn)
{
    int total = 0;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            int run = 0, r = row + down, c = column + right;
            while (at(p, r, c) == other(side)) {
                run++;
                r += down;
                c += right;
            }
            if (run == 0 || at(p, r, c) != side)
                continue;
            /* The run of enemy discs ends at one of ours: it is enclosed. */
            total += run;
            for (int i = 1; turn && i <= run; i++)
                p->square[row + i * down][column + i * right] = side;
        }
    }
    return total;
}

static int placements(Position *p, char side, Move *list)
{
    int count = 0;
    for (int row = 0; row < p->rows; row++)
        for (int column = 0; column < p->columns; column++)
            if (at(p, row, column) == '.' && flips(p, row, column, side, 0) > 0)
                list[count++] = (Move){0, 0, row, column};
    return count;
}

static int othello_moves(Position *p, Move *list)
{
    int count = placements(p, p->side, list);
    /* No disc can be placed: a pass, unless the other side is stuck too. */
    if (count == 0 && placements(p, other(p->side), list) > 0)
        list[count++] = (Move){0, 0, -1, 0};
    return count;
}

/* ---- Breakthrough ---- */

static int breakthrough_is_over(const Position *p)
{
    int white = 0, black = 0, reached = 0;
    for (int row = 0; row < p->rows; row++) {
        for (int column = 0; column < p->columns; column++) {
            char piece = p->square[row][column];
            white += piece == 'w';
            black += piece == 'b';
            reached |= (piece == 'w' && row == 0) || (piece == 'b' && row == p->rows - 1);
        }
    }
    return reached || white == 0 || black == 0;
}

static int breakthrough_moves(const Position *p, Move *list)
{
    int count = 0;
    int up = p->side == 'w' ? -1 : 1; /* row 0 is the top, so White's row index falls */
    if (breakthrough_is_over(p))
        return 0;
    for (int row = 0; row < p->rows; row++) {
        for (int column = 0; column < p->columns; column++) {
            if (p->square[row][column] != p->side)
                continue;
            for (int to = column - 1; to <= column + 1; to++) {
                char target = at(p, row + up, to);
                /* Straight ahead only on to an empty square; diagonally also on to an enemy. */
                if (target == '.' || (to != column && target == other(p->side)))
                    list[count++] = (Move){row, column, row + up, to};
            }
        }
    }
    return count;
}

/* ---- Both games ---- */

/* Puts the legal moves into `list` and gives their number, 0 when the game is over. */
static int moves(Position *p, Move *list)
{
    return p->game == OTHELLO ? othello_moves(p, list) : breakthrough_moves(p, list);
}

static void play(Position *p, Move move)
{
    if (p->game == BREAKTHROUGH)
        p->square[move.from_row][move.from_column] = '.';
    else if (move.row >= 0)
        flips(p, move.row, move.column, p->side, 1);
    if (move.row >= 0)
        p->square[move.row][move.column] = p->side;
    p->side = other(p->side);
}

/* The number that a row has in a square's name; it also turns the number back into the row. */
static int row_number(const Position *p, int row)
{
    return p->game == OTHELLO ? row + 1 : p->rows - row;
}

static void write_move(const Position *p, Move move, char *text, size_t room)
{
    int n = 0;
    if (move.row < 0) {
        snprintf(text, room, "pass");
        return;
    }
    if (p->game == BREAKTHROUGH)
        n = snprintf(text, room, "%c%d", 'a' + move.from_column, row_number(p, move.from_row));
    snprintf(text + n, room - n, "%c%d", 'a' + move.column, row_number(p, move.row));
}

/* Plays the legal move that is written so; 0 if there is none. */
static int play_text(Position *p, const char *word)
{
    Move list[MOST_MOVES];
    char text[16];
    int count = moves(p, list);
    for (int i = 0; i < count; i++) {
        write_move(p, list[i], text, sizeof text);
        if (strcmp(text, word) == 0) {
            play(p, list[i]);
            return 1;
        }
    }
    return 0;
}

/* Reads `8/3ox3/...` and the side to move; 0 if they are not a position. */
static int read_position(Position *p, Game game, const char *board, const char *side)
{
    int column = 0;
    memset(p, 0, sizeof *p);
    p->game = game;
    p->rows = 1;
    p->side = side[0];
    while (*board) {
        if (*board == '/') {
            if (p->rows == MOST || (p->rows > 1 && column != p->columns))
                return 0;
            p->columns = column;
            p->rows++;
            column = 0;
            board++;
        } else if (isdigit((unsigned char)*board)) {
            char *end; /* `12` is twelve empty squares */
            long empty = strtol(board, &end, 10);
            while (empty-- > 0 && column < MOST)
                p->square[p->rows - 1][column++] = '.';
            board = end;
        } else {
            if (column == MOST || !strchr(game == OTHELLO ? "xo." : "wb.", *board))
                return 0;
            p->square[p->rows - 1][column++] = *board++;
        }
    }
    return p->rows > 1 && column == p->columns && strchr(game == OTHELLO ? "xo" : "wb", p->side) != NULL;
}

static void set_start(Position *p, Game game)
{
    if (game == OTHELLO)
        read_position(p, game, "8/8/8/3ox3/3xo3/8/8/8", "x");
    else
        read_position(p, game, "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww", "w");
}

/* YOUR THINKING GOES HERE. Return one of the moves that `moves` lists; there is at least one.
 *
 * `limits` has what the arena said after `go`, in milliseconds. To look ahead, play on a copy:
 * `Position after = *p; play(&after, list[i]);`. Take chance from random_number() alone, so that
 * the same seed plays the same game again. */
static Move choose(Position *p, const Limits *limits)
{
    Move list[MOST_MOVES];
    int count = moves(p, list);
    (void)limits; /* unused so far */
    return list[random_number() % (uint64_t)count];
}

/* ---- The conversation ---- */

/* The words of a line, one by one: strtok with the white space of the protocol. */
static char *word(char *line)
{
    char *next = strtok(line, " \t\r\n");
    return next ? next : "";
}

/* position startpos|fen <rows> <side> [moves <move> ...] */
static void hear_position(Position *p, Game game)
{
    Position told;
    int known = 1;
    if (strcmp(word(NULL), "startpos") == 0) {
        set_start(&told, game);
    } else {
        const char *board = word(NULL);
        known = read_position(&told, game, board, word(NULL));
    }
    word(NULL); /* the word `moves` */
    for (char *next = word(NULL); known && *next; next = word(NULL))
        known = play_text(&told, next);
    if (known)
        *p = told;
    else /* a mistyped line; the arena sends none */
        printf("info string cannot read that position\n");
}

/* go, then pairs of a word and a number */
static void hear_go(Position *p)
{
    Limits limits = {-1, {-1, -1}, {0, 0}, -1};
    Move list[MOST_MOVES];
    char text[16] = "none"; /* the arena never asks when the game is over; a person might */
    for (char *name = word(NULL); *name; name = word(NULL)) {
        if (strcmp(name, "movetime") == 0) limits.movetime = atol(word(NULL));
        else if (strcmp(name, "p1time") == 0) limits.time[0] = atol(word(NULL));
        else if (strcmp(name, "p2time") == 0) limits.time[1] = atol(word(NULL));
        else if (strcmp(name, "p1inc") == 0) limits.increment[0] = atol(word(NULL));
        else if (strcmp(name, "p2inc") == 0) limits.increment[1] = atol(word(NULL));
        else if (strcmp(name, "depth") == 0) limits.depth = atol(word(NULL));
    }
    if (moves(p, list) > 0)
        write_move(p, choose(p, &limits), text, sizeof text);
    printf("bestmove %s\n", text);
}

int main(void)
{
    static char line[MOST_LINE];
    Game game = OTHELLO;
    uint64_t seed = 1;
    Position position;
    set_start(&position, game);
    chance = seed;

    while (fgets(line, sizeof line, stdin)) { /* ends when the arena closes our input */
        char *first = word(line);
        if (strcmp(first, "ugi") == 0) {
            printf("id name Minimal C\n"
                   "id author the arena's authors\n"
                   "option name UGI_Variant type combo default othello var othello var breakthrough\n"
                   "option name Seed type spin default 1 min 0 max 2147483647\n"
                   "ugiok\n");
        } else if (strcmp(first, "isready") == 0) {
            printf("readyok\n");
        } else if (strcmp(first, "uginewgame") == 0) {
            chance = seed; /* forget the last game: the same seed, the same moves */
        } else if (strcmp(first, "setoption") == 0) { /* setoption name X value Y */
            word(NULL);
            const char *name = word(NULL);
            word(NULL);
            const char *value = word(NULL);
            if (strcmp(name, "UGI_Variant") == 0) {
                game = strcmp(value, "breakthrough") == 0 ? BREAKTHROUGH : OTHELLO;
                set_start(&position, game);
            } else if (strcmp(name, "Seed") == 0) {
                chance = seed = strtoull(value, NULL, 10);
            }
        } else if (strcmp(first, "position") == 0) {
            hear_position(&position, game);
        } else if (strcmp(first, "go") == 0) {
            hear_go(&position);
        } else if (strcmp(first, "quit") == 0) {
            break;
        } /* every other word is ignored, as the protocol wants */
        fflush(stdout); /* without this the answer would wait in a buffer for ever */
    }
    return 0;
}
