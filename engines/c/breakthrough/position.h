/* 2. The rules of Breakthrough: what a position and a move are. */
#ifndef POSITION_H
#define POSITION_H

#define GAME "breakthrough"
#define START "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w"

enum { MOST = 12, MOST_MOVES = 3 * MOST * MOST };

/* Rows are counted from White's side, the bottom: square[0][2] is c1. White, `w`, moves first and goes up. */
typedef struct {
    int rows, columns;
    char square[MOST][MOST]; /* 'w', 'b', or '.' where it is empty */
    char side;               /* to move: 'w' or 'b' */
} Position;

/* From one square to another. */
typedef struct {
    int from_row, from_column, row, column;
} Move;

#endif
