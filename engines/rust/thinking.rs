//! 1. Your thinking. Begin here; the rest is done.

use std::collections::HashMap;

use crate::chance::Chance;
use crate::position::{Move, Position};

/// YOUR THINKING GOES HERE. Returns one of `position.moves()`; there is at least one.
///
/// `limits` has what the arena said after `go`, such as `movetime` 1000, in milliseconds. To look ahead,
/// play on a copy: `let mut after = position.clone(); after.play(&mv);`. Take chance from `chance` alone, so
/// that the same seed plays the same game again.
pub fn choose(position: &Position, _limits: &HashMap<String, u64>, chance: &mut Chance) -> Move {
    let mut moves = position.moves();
    moves.swap_remove(chance.below(moves.len()))
}
