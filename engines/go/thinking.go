package main

import "math/rand"

// 1. Your thinking. Begin here; the rest is done.

// YOUR THINKING GOES HERE. Return one of position.Moves(); there is at least one.
//
// limits has what the arena said after go, such as {"movetime": 1000}, in milliseconds. To look ahead,
// play on a copy: after := position.Copy(); after.Play(move). Take chance from chance alone, so that the
// same seed plays the same game again.
func choose(position *Position, limits map[string]int, chance *rand.Rand) Move {
	moves := position.Moves()
	return moves[chance.Intn(len(moves))]
}
