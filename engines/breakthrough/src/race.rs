//! Races: a piece that nothing can stop decides the game, long before search could count it out.
//!
//! All pieces of a side run at once as a set of squares, and the enemy's pieces spread at once over
//! all squares they could reach in the moves they have. A runner gets past what stands straight ahead of it
//! by a diagonal step, for no piece captures straight ahead. Where it can be captured it is safe if it
//! is covered as often as it is attacked: an exchange costs each side one move and puts a piece back on
//! the same square, so it changes nothing in the race. Those who cover are pieces that have not
//! moved and that no enemy can have captured by then. What is left at the far row came by a way that is safe
//! whatever the enemy does, so the verdict is certain; some runners that would get through are missed.
//!
//! The idea of ending a search by such proofs is that of Saffidine, Jouandeau and Cazenave ("Solving
//! Breakthrough with Race Patterns and Job-Level Proof Number Search", 2011); the sets are ours.

use crate::board::{Ahead, Board, Position, Side};
use crate::set::Set;

/// What can be said of a position without searching it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    /// The side to move wins with so many moves of its own, and one more for each exchange on the way.
    Won(u32),
    /// It loses after so many moves of the enemy, and one more for each exchange.
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
    let enemies_ahead = board.ahead::<M::Other>(enemies);
    if enemy_need <= 1 {
        let threat = enemies & board.away::<M::Other>(1);
        // Two cannot both be captured, and one that is covered as often as it is attacked comes again.
        let stays = threat & !lost(ahead, enemies_ahead);
        return if !threat.without_lowest().is_empty() || !stays.is_empty() {
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
        let runners = enemies & !lost(ahead, enemies_ahead);
        if let Some(moves) = run::<S, M::Other>(board, enemies, own | ahead.any(), runners, need - 1) {
            return Verdict::Lost(moves);
        }
    }
    Verdict::Open
}

/// The squares on which a piece would be lost: attacked more often than covered.
#[inline(always)]
fn lost<S: Set>(attack: Ahead<S>, cover: Ahead<S>) -> S {
    (attack.attacked() & !cover.attacked()) | (attack.twice() & !cover.twice())
}

/// How many moves the first of `runners`, which are some of `own`, needs to get through, at most `slowest`;
/// `reach` are the squares that enemies could be on when they start.
#[inline]
fn run<S: Set, M: Side>(board: &Board<S>, own: S, mut reach: S, runners: S, slowest: u32) -> Option<u32> {
    let goal = board.away::<M>(0);
    let mut ahead = board.ahead::<M>(runners);
    // The first step: the piece itself does not cover the square it enters.
    let straight = ahead.straight & !reach & !own;
    if !((ahead.attacked() & !own | straight) & goal).is_empty() {
        return Some(1);
    }
    let mut defence = board.ahead::<M::Other>(reach);
    let mut cover = board.ahead::<M>(own & !reach);
    let (once, twice) = (defence.attacked(), defence.twice());
    let mut entered = straight & !lost(defence, cover)
        | ahead.to_first & !own & !twice & (!once | cover.to_last)
        | ahead.to_last & !own & !twice & (!once | cover.to_first);
    for moves in 2..=slowest {
        if entered.is_empty() {
            return None;
        }
        reach = reach | defence.any();
        ahead = board.ahead::<M>(entered);
        entered = (ahead.attacked() | ahead.straight & !reach) & !own;
        if !(entered & goal).is_empty() {
            return Some(moves);
        }
        defence = board.ahead::<M::Other>(reach);
        cover = board.ahead::<M>(own & !reach);
        entered = entered & !lost(defence, cover);
    }
    None
}
