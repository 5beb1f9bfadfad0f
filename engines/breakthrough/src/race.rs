//! Races: a piece that nothing can stop decides the game, long before search could count it out.
//!
//! All pieces of a side run at once as a set of squares, and the enemy's pieces spread at once over
//! all squares they could reach in the moves they have. A square that a runner enters must be out of
//! the enemy's reach then and one move later, when it could be captured. What is left at the far row
//! came by a way that is safe whatever the enemy does, so the verdict is certain; some
//! runners that would get through are missed.
//!
//! The idea of ending a search by such proofs is that of Saffidine, Jouandeau and Cazenave ("Solving
//! Breakthrough with Race Patterns and Job-Level Proof Number Search", 2011); the sets are ours.

use crate::board::{Ahead, Board, Position, Side};
use crate::set::Set;

/// What can be said of a position without searching it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    /// The side to move wins with so many moves of its own at most.
    Won(u32),
    /// It loses after so many moves of the enemy at most.
    Lost(u32),
    /// It has to capture this enemy, who would win at once.
    Threatened(S),
    /// Nothing.
    Open,
}

/// What can be said of `at`, which is not over, with `M` to move; `ahead` are the squares ahead of his pieces.
#[inline]
pub fn verdict<S: Set, M: Side>(board: &Board<S>, at: &Position<S>, ahead: Ahead<S>) -> Verdict<S> {
    let (own, enemies) = (at.of::<M>(), at.of::<M::Other>());
    let need = board.nearest::<M>(own);
    // A piece a step from the far row always has a diagonal step: nothing of its own can be there.
    if need <= 1 {
        return Verdict::Won(1);
    }
    let attacked = ahead.attacked();
    if enemies.without_lowest().is_empty() && !(attacked & enemies).is_empty() {
        return Verdict::Won(1);
    }
    let enemy_need = board.nearest::<M::Other>(enemies);
    if enemy_need <= 1 {
        let threat = enemies & board.away::<M::Other>(1);
        // Two cannot both be captured.
        return if !threat.without_lowest().is_empty() || (threat & attacked).is_empty() {
            Verdict::Lost(1)
        } else {
            Verdict::Threatened(threat)
        };
    }
    if need <= enemy_need
        && let Some(moves) = run::<S, M>(board, own, enemies, own, enemy_need)
    {
        return Verdict::Won(moves);
    }
    if enemy_need < need {
        // One move of the side to move comes before the first of the runner.
        let reach = own | ahead.any();
        if let Some(moves) = run::<S, M::Other>(board, enemies, reach, enemies & !reach, need - 1) {
            return Verdict::Lost(moves);
        }
    }
    Verdict::Open
}

/// How many moves the first of `runners` needs to get through, at most `slowest`; `reach` are the squares
/// that `enemies` could be on when they start.
#[inline]
fn run<S: Set, M: Side>(board: &Board<S>, own: S, mut reach: S, mut runners: S, slowest: u32) -> Option<u32> {
    for moves in 1..=slowest {
        let entered = board.ahead::<M>(runners).any() & !own & !reach;
        if !(entered & board.away::<M>(0)).is_empty() {
            return Some(moves);
        }
        reach = reach | board.ahead::<M::Other>(reach).any();
        runners = entered & !reach;
        if runners.is_empty() {
            return None;
        }
    }
    None
}
