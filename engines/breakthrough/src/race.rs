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

/// What can be said of `at`, which is not over, with `M` to move; `ahead` are the squares ahead of his pieces,
/// `enemies_ahead` those ahead of the enemy's.
#[inline]
pub fn verdict<S: Set, M: Side>(
    board: &Board<S>,
    at: &Position<S>,
    ahead: Ahead<S>,
    enemies_ahead: Ahead<S>,
) -> Verdict<S> {
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
        // Two cannot both be captured, and one that is covered as often as it is attacked comes again.
        let stays = threat & !lost(ahead, enemies_ahead);
        return if !threat.without_lowest().is_empty() || !stays.is_empty() {
            Verdict::Lost(1)
        } else {
            Verdict::Threatened(threat)
        };
    }
    // The last square before the far row has to be free of attack. It is covered only by a piece a step behind.
    let is_guarded = |row: S, attacked: S| (row & !attacked).is_empty();
    if need <= enemy_need && (need == 2 || !is_guarded(board.away::<M>(1), enemies_ahead.attacked())) {
        let start = Start { steps: ahead, reach: enemies, defence: enemies_ahead, cover: ahead };
        if let Some(moves) = run::<S, M>(board, own, start, enemy_need) {
            return Verdict::Won(moves);
        }
    }
    if enemy_need < need && (enemy_need == 2 || !is_guarded(board.away::<M::Other>(1), attacked)) {
        // One move of the side to move comes before the first of the runner.
        let runners = enemies & !lost(ahead, enemies_ahead);
        if runners.is_empty() {
            return Verdict::Open;
        }
        let reach = own | ahead.any();
        let start = Start {
            steps: board.ahead::<M::Other>(runners),
            reach,
            defence: board.ahead::<M>(reach),
            cover: board.ahead::<M::Other>(enemies & !reach),
        };
        if let Some(moves) = run::<S, M::Other>(board, enemies, start, need - 1) {
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

/// A race about to start.
struct Start<S> {
    /// The squares ahead of those who run.
    steps: Ahead<S>,
    /// The squares that enemies could be on.
    reach: S,
    /// The squares ahead of those.
    defence: Ahead<S>,
    /// The squares ahead of the pieces that will not be captured.
    cover: Ahead<S>,
}

/// How many moves the first of some runners, who are among `own`, needs to get through, at most `slowest`.
#[inline(always)]
fn run<S: Set, M: Side>(board: &Board<S>, own: S, start: Start<S>, slowest: u32) -> Option<u32> {
    let Start { steps, mut reach, mut defence, cover } = start;
    let goal = board.away::<M>(0);
    // The first step: the piece itself does not cover the square it enters.
    let free = !own;
    let straight = steps.straight & !reach & free;
    if !((steps.attacked() & free | straight) & goal).is_empty() {
        return Some(1);
    }
    let (once, twice) = (defence.attacked(), defence.twice());
    let diagonal = (steps.to_first & (!once | cover.to_last)) | (steps.to_last & (!once | cover.to_first));
    let mut entered = (straight & !lost(defence, cover)) | (diagonal & free & !twice);
    for moves in 2..=slowest {
        if entered.is_empty() {
            return None;
        }
        reach = reach | defence.any();
        let steps = board.ahead::<M>(entered);
        entered = (steps.attacked() | steps.straight & !reach) & free;
        if !(entered & goal).is_empty() {
            return Some(moves);
        }
        defence = board.ahead::<M::Other>(reach);
        let cover = board.ahead::<M>(own & !reach);
        entered = entered & !lost(defence, cover);
    }
    None
}
