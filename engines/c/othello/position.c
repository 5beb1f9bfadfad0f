/* 2. The rules of Othello, on boards of every size. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

static char other(char side)
{
    return side == 'x' ? 'o' : 'x';
}

/* The disc on a square, '.' where there is none, 0 off the board. */
static char at(const Position *p, int row, int column)
{
    int on_board = row >= 0 && row < p->size && column >= 0 && column < p->size;
    return on_board ? p->square[row][column] : 0;
}

/* How many discs of the enemy stand from a square on in one direction with one of `side` behind them. */
static int enclosed(const Position *p, int row, int column, int down, int right, char side)
{
    int run = 0;
    for (;;) {
        row += down;
        column += right;
        if (at(p, row, column) == side)
            return run;
        if (at(p, row, column) != other(side))
            return 0;
        run++;
    }
}

/* Whether `side` may place a disc on a square. */
static int may_place(const Position *p, int row, int column, char side)
{
    if (at(p, row, column) != '.')
        return 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if ((down || right) && enclosed(p, row, column, down, right, side) > 0)
                return 1;
    return 0;
}

static int placements(const Position *p, char side, Move *list)
{
    int count = 0;
    for (int row = 0; row < p->size; row++)
        for (int column = 0; column < p->size; column++)
            if (may_place(p, row, column, side))
                list[count++] = (Move){row, column};
    return count;
}

int moves(const Position *p, Move *list)
{
    Move enemy[MOST_MOVES];
    int count = placements(p, p->side, list);
    /* No disc can be placed: a pass, unless the other side is stuck too. */
    if (count == 0 && placements(p, other(p->side), enemy) > 0)
        list[count++] = (Move){-1, 0};
    return count;
}

void play(Position *p, Move move)
{
    for (int down = -1; down <= 1 && move.row >= 0; down++) {
        for (int right = -1; right <= 1; right++) {
            int run = down || right ? enclosed(p, move.row, move.column, down, right, p->side) : 0;
            for (int i = 1; i <= run; i++)
                p->square[move.row + i * down][move.column + i * right] = p->side;
        }
    }
    if (move.row >= 0)
        p->square[move.row][move.column] = p->side;
    p->side = other(p->side);
}

void write_move(Move move, char text[MOST_TEXT])
{
    if (move.row < 0)
        snprintf(text, MOST_TEXT, "pass");
    else
        snprintf(text, MOST_TEXT, "%c%d", 'a' + move.column, move.row + 1);
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

/* Reads `3ox3` into a row; gives the number of its squares, or -1. */
static int read_row(char row[MOST], const char *text)
{
    int column = 0;
    while (*text && *text != '/' && *text != ' ') {
        char *end = NULL;
        /* `10` is ten empty squares, and so is `..........`. */
        long empty = isdigit((unsigned char)*text) ? strtol(text, &end, 10) : 1;
        char disc = end ? '.' : *text;
        if (!strchr("xo.", disc) || empty > MOST - column)
            return -1;
        while (empty-- > 0)
            row[column++] = disc;
        text = end ? end : text + 1;
    }
    return column;
}

int read_position(Position *p, const char *text)
{
    const char *side = strchr(text, ' ');
    int row = 0;
    if (!side)
        return 0;
    p->side = side[1];
    p->size = read_row(p->square[0], text);
    while ((text = strchr(text, '/')) != NULL) {
        text++;
        if (++row >= p->size || read_row(p->square[row], text) != p->size)
            return 0;
    }
    return p->size > 0 && row == p->size - 1 && (p->side == 'x' || p->side == 'o');
}
