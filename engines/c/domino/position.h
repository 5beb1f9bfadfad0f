/* 2. The rules of dominoes: what the engine knows of the table, and what a move is. */
#ifndef POSITION_H
#define POSITION_H

#define GAME "domino"
/* Games never begin so: the arena tells us the deal. */
#define START "- 0-0,0-1,0-2,0-3,0-4/?5 18 p1"

enum { MOST_PLAYERS = 5, TILES = 28, MOST_MOVES = 4 * TILES };

/* Two numbers from 0 to 6; both are -1 where the tile is hidden from us. */
typedef struct {
    int left, right;
} Tile;

/* A player's tiles, or the chain from its left end to its right one. */
typedef struct {
    int count;
    Tile tile[TILES];
} Tiles;

typedef struct {
    Tiles chain;
    int players;
    Tiles hand[MOST_PLAYERS]; /* with `peek` the others' tiles are known, too */
    int stack;                /* how many tiles are left to draw */
    int player;               /* to move: 0 is p1 */
} Position;

/* A tile as it will lie, and the end of the chain that it goes to, 'L' or 'R'; or 'd', to draw `tile`,
 * or 'p', to pass. */
typedef struct {
    Tile tile;
    char end;
} Move;

#endif
