/* 2. The rules of Othello: what a position and a move are. */
#ifndef POSITION_H
#define POSITION_H

#define GAME "othello"
#define START "8/8/8/3ox3/3xo3/8/8/8 x"

enum { MOST = 10, MOST_MOVES = MOST * MOST };

/* Rows are counted from the top: square[0][2] is c1. Black, `x`, moves first. */
typedef struct {
    int size;
    char square[MOST][MOST]; /* 'x', 'o', or '.' where it is empty */
    char side;               /* to move: 'x' or 'o' */
} Position;

/* Where a disc is placed; row -1 is a pass. */
typedef struct {
    int row, column;
} Move;

#endif
