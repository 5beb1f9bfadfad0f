/* 2. The rules of Breakthrough, on boards of every size. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

static char other(char side)
{
    return side == 'w' ? 'b' : 'w';
}

static int is_over(const Position *p)
{
    int white = 0, black = 0;
    for (int row = 0; row < p->rows; row++) {
        for (int column = 0; column < p->columns; column++) {
            white += p->square[row][column] == 'w';
            black += p->square[row][column] == 'b';
        }
    }
    return white == 0 || black == 0 || memchr(p->square[p->rows - 1], 'w', (size_t)p->columns) ||
           memchr(p->square[0], 'b', (size_t)p->columns);
}

/* Adds the moves of the piece on a square. */
static int moves_of(const Position *p, int row, int column, Move *list)
{
    int count = 0, ahead = p->side == 'w' ? row + 1 : row - 1;
    for (int to = column - 1; to <= column + 1; to++) {
        if (to < 0 || to >= p->columns)
            continue;
        char target = p->square[ahead][to];
        /* Straight ahead only on to an empty square; diagonally also on to an enemy. */
        if (target == '.' || (to != column && target == other(p->side)))
            list[count++] = (Move){row, column, ahead, to};
    }
    return count;
}

int moves(const Position *p, Move *list)
{
    int count = 0;
    if (is_over(p))
        return 0;
    for (int row = 0; row < p->rows; row++)
        for (int column = 0; column < p->columns; column++)
            if (p->square[row][column] == p->side)
                count += moves_of(p, row, column, list + count);
    return count;
}

void play(Position *p, Move move)
{
    p->square[move.from_row][move.from_column] = '.';
    p->square[move.row][move.column] = p->side;
    p->side = other(p->side);
}

void write_move(Move move, char text[MOST_TEXT])
{
    snprintf(text, MOST_TEXT, "%c%d%c%d", 'a' + move.from_column, move.from_row + 1, 'a' + move.column,
             move.row + 1);
}

int play_text(Position *p, const char *word)
{
    Move list[MOST_MOVES];
    char text[MOST_TEXT];
    int count = moves(p, list);
    for (int i = 0; i < count; i++) {
        write_move(list[i], text);
        if (strcmp(text, word) == 0) {
            play(p, list[i]);
            return 1;
        }
    }
    return 0;
}

/* Reads `b2wb` into a row; gives the number of its squares, or -1. */
static int read_row(char row[MOST], const char *text)
{
    int column = 0;
    while (*text && *text != '/' && *text != ' ') {
        char *end = NULL;
        /* `12` is twelve empty squares, `.` is one. */
        long empty = isdigit((unsigned char)*text) ? strtol(text, &end, 10) : 1;
        char piece = end ? '.' : *text;
        if (!strchr("wb.", piece) || empty > MOST - column)
            return -1;
        while (empty-- > 0)
            row[column++] = piece;
        text = end ? end : text + 1;
    }
    return column;
}

int read_position(Position *p, const char *text)
{
    const char *side = strchr(text, ' ');
    if (!side)
        return 0;
    p->side = side[1];
    p->rows = 1;
    for (const char *letter = text; *letter; letter++)
        p->rows += *letter == '/';
    if (p->rows < 2 || p->rows > MOST)
        return 0;
    /* The text begins at the top. */
    p->columns = read_row(p->square[p->rows - 1], text);
    for (int row = p->rows - 2; row >= 0; row--) {
        text = strchr(text, '/') + 1;
        if (read_row(p->square[row], text) != p->columns)
            return 0;
    }
    return p->columns > 0 && (p->side == 'w' || p->side == 'b');
}
