//! What need not be searched, or not as deep: positions that are good enough as they are, quiet moves that
//! cannot bring enough, late moves.
//!
//! A move left out (the null move) is in Beal: "Experiments with the null move", 1989; quiet moves that cannot bring enough
//! (futility) in Schaeffer's thesis: "Experiments in search and knowledge", 1986. That late moves are searched less deep
//! first, and again if they surprise, chess programs have made common since 2005.

use std::sync::OnceLock;

use arena::protocol::budget::Ended;

use super::node::{Sight, Step};
use super::{MOST, Search};
use crate::board::{Move, Side};
use crate::evaluation::Sum;
use crate::set::Set;

/// An estimate so far above what is needed, for each ply left, is enough, up to so many plies.
const FAR: i32 = 45;
const FAR_DEPTH: i32 = 5;
/// From so many plies on it is tried whether the position is good enough without a move, by a search so
/// much less deep.
const NULL_DEPTH: i32 = 3;
const NULL_LESS: i32 = 2;
/// What a quiet move is hoped to bring for each ply left, up to so many plies.
const HOPE: i32 = 60;
const HOPE_DEPTH: i32 = 3;

/// Plies that late moves lose, by depth and number of the move: the logarithms grow as fast as the hope in
/// them sinks.
pub(super) fn reductions() -> &'static [[u8; 64]; 64] {
    static REDUCTIONS: OnceLock<[[u8; 64]; 64]> = OnceLock::new();
    REDUCTIONS.get_or_init(|| {
        let mut reductions = [[0; 64]; 64];
        for (depth, of_depth) in (0..).zip(&mut reductions).skip(3) {
            for (number, taken) in (0..).zip(of_depth).skip(3) {
                *taken = (0.4 + f64::from(depth).ln() * f64::from(number).ln() / 1.5) as u8;
            }
        }
        reductions
    })
}

impl<S: Set> Search<'_, S> {
    /// A value of at least `beta` for a position so good that its moves need not be searched: the estimate is far
    /// above, or even without a move (Beal's null move, 1989) a shallower search comes out above. Never is that
    /// a proof, so it is not done where `beta` is the value of a decided game, nor does it give one.
    #[inline]
    pub(super) fn is_enough<M: Side>(
        &mut self,
        sight: &Sight<'_, S>,
        sum: &Sum<S>,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<i32>, Ended> {
        let step = sight.step;
        let may = self.manner.reductions && beta - alpha == 1 && beta.abs() < MOST && sight.threat.is_empty();
        if !may {
            return Ok(None);
        }
        let estimate = self.estimate::<M>(sum.worth, step.at.key);
        if estimate < beta {
            return Ok(None);
        }
        if depth <= FAR_DEPTH && estimate - FAR * depth >= beta {
            return Ok(Some(estimate));
        }
        if depth < NULL_DEPTH || step.via == Move::NONE {
            return Ok(None);
        }
        let null = Step { at: step.at.passed(), via: Move::NONE, captured: false, ply: step.ply + 1 };
        let value =
            -self.search::<M::Other>(&null, sum, depth - 1 - NULL_LESS - depth / 6, -beta, -beta + 1)?;
        Ok((value >= beta).then_some(beta))
    }

    /// What a quiet move so near to the leaves is hoped to come to, if that is too little to be tried: at most
    /// `alpha`, the window being empty.
    #[inline]
    pub(super) fn in_vain<M: Side>(
        &self,
        sight: &Sight<'_, S>,
        sum: &Sum<S>,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        // Moves that are not tried are not proved bad: the value stays one of an open game.
        let may = self.manner.reductions
            && depth <= HOPE_DEPTH
            && beta - alpha == 1
            && alpha > -MOST
            && sight.threat.is_empty();
        if !may {
            return None;
        }
        let hope = self.estimate::<M>(sum.worth, sight.step.at.key) + HOPE * depth;
        (hope <= alpha).then(|| hope.max(-MOST))
    }

    /// How much less deep the quiet move with a number is searched first.
    #[inline]
    pub(super) fn less(&self, depth: i32, number: usize, in_window: bool, is_killer: bool) -> i32 {
        if !self.manner.reductions || number < 3 || depth < 3 {
            return 0;
        }
        let less = i32::from(self.reductions[depth.min(63) as usize][number.min(63)]);
        let less = if in_window || is_killer { less - 1 } else { less };
        less.clamp(0, depth - 2)
    }
}

#[cfg(test)]
mod tests {
    use arena::games::random::Random;
    use arena::protocol::budget::{Budget, Patient};

    use super::super::{DECIDED, Manner};
    use super::*;
    use crate::board::White;
    use crate::ground::{Ground, Stand};
    use crate::hash::Table;
    use crate::solver::solve;
    use crate::tests::scattered;
    use crate::weights::Weights;

    #[test]
    fn a_position_some_of_whose_moves_were_left_out_is_called_lost_only_if_it_is() {
        let (mut random, ground) = (Random::new(22), Ground::new(8, 7, &Weights::trained()));
        let mut lost = 0;
        for _ in 0..20000 {
            let mut at = Stand { side: 0, pieces: [0; 2] };
            for _ in 0..3 {
                let [white, black] = scattered(8, 7, &mut random).pieces;
                at.pieces = [at.pieces[0] | white & !at.pieces[1], at.pieces[1] | black & !at.pieces[0]];
            }
            if at.winner(&ground.board).is_some() {
                continue;
            }
            let (table, mut nobody) = (Table::new(0), Patient);
            let mut search = Search::new(&ground, &table, Manner::STEADY, Budget::ENDLESS, &mut nobody);
            let step = Step { at: at.position(&ground.board), via: Move::NONE, captured: false, ply: 0 };
            let sum = ground.evaluation.sum(&ground.board, at.pieces);
            let estimate = search.estimate::<White>(sum.worth, step.at.key);
            // Above the estimate by so much that it is not enough, and quiet moves are in vain or not.
            let (depth, alpha) =
                (1 + random.below(HOPE_DEPTH as usize) as i32, estimate + random.below(250) as i32);
            if search.search::<White>(&step, &sum, depth, alpha, alpha + 1).unwrap() < -DECIDED {
                let solved = solve(
                    &ground,
                    &at,
                    &Table::new(1),
                    Budget { nodes: 1_000_000, ..Budget::ENDLESS },
                    &mut Patient,
                );
                assert_ne!(solved.wins, Some(true), "{at:?} depth {depth} alpha {alpha}");
                lost += 1;
            }
        }
        assert!(lost > 30, "{lost}");
    }
}
