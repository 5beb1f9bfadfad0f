// 1. Your thinking. Begin here; the rest is done.
#include "thinking.h"

// YOUR THINKING GOES HERE. Return one of `position.moves()`; there is at least one.
//
// To look ahead, play on a copy: `Position after = position; after.play(move);`. Take chance from
// `chance` alone, so that the same seed plays the same game again.
Move choose(const Position &position, const Limits &, Chance &chance)
{
    const std::vector<Move> moves = position.moves();
    return moves[chance() % moves.size()];
}
