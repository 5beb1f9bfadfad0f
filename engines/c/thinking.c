/* 1. Your thinking. Begin here; the rest is done. */
#include "engine.h"

/* YOUR THINKING GOES HERE. Return one of the moves that `moves` lists; there is at least one.
 *
 * To look ahead, play on a copy: `Position after = *p; play(&after, list[i]);`. Take chance from
 * random_below alone, so that the same seed plays the same game again. */
Move choose(const Position *p, const Limits *limits)
{
    Move list[MOST_MOVES];
    int count = moves(p, list);
    (void)limits; /* unused so far */
    return list[random_below(count)];
}
