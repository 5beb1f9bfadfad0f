/* What the parts of the engine know of each other. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdint.h>

#include "position.h" /* Position, Move, GAME, START, MOST_MOVES */

enum { MOST_TEXT = 32 }; /* room for a move as text */

/* ---- The rules: position.c ---- */

/* Reads the text of a position; 0 if it is none. */
int read_position(Position *p, const char *text);

/* Puts the legal moves into `list`, which has room for MOST_MOVES, and gives their number: 0 when the
 * game is over. */
int moves(const Position *p, Move *list);

/* Plays a legal move. */
void play(Position *p, Move move);

/* Reads a move and plays it; 0 if it is not a legal one. */
int play_text(Position *p, const char *word);

/* Writes a move as the protocol does. */
void write_move(Move move, char text[MOST_TEXT]);

/* ---- Your thinking: thinking.c ---- */

/* What the arena said after `go`, in milliseconds; -1 where it said nothing. */
typedef struct {
    long movetime;
    long time[5]; /* the clocks of p1, p2, ... */
    long increment[5];
    long depth;
} Limits;

Move choose(const Position *p, const Limits *limits);

/* ---- Chance: engine.c ---- */

/* A random number from 0 to `count` - 1. The same seed gives the same numbers on every machine. */
int random_below(int count);

#endif
