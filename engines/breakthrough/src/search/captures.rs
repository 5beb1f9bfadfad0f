//! Quiescence: the search of captures alone, at whose leaves nothing hangs that an estimate would count.
//!
//! That estimates are for quiet positions only is in Shannon: "Programming a computer for playing chess", 1950; that who is
//! to move may also leave it at the estimate, in Beal: "A generalised quiescence search algorithm", 1990.

use std::ops::Range;

use arena::protocol::budget::Ended;

use super::node::{Sight, Step};
use super::{INFINITE, Search};
use crate::board::{Move, Position, Side};
use crate::evaluation::Sum;
use crate::ordering::{next_best, rank_captures};
use crate::race::{Verdict, verdict};
use crate::set::Set;

/// Depths count down from 0. From this one on only captures that win a piece are tried: on a crowded board of
/// twelve by twelve the trades alone would never end.
const NO_TRADES: i32 = -2;
/// And from this one on only the piece that moved last is captured.
const ONLY_BACK: i32 = -6;

impl<S: Set> Search<'_, S> {
    /// Whether no capture by `M` changes the estimate of a position.
    pub(super) fn is_quiet<M: Side>(&mut self, at: Position<S>) -> bool {
        let step = &Step { at, via: Move::NONE, captured: false, ply: 0 };
        let ahead = self.board.ahead::<M>(at.of::<M>());
        let enemies_ahead = self.board.ahead::<M::Other>(at.of::<M::Other>());
        if verdict::<S, M, false>(self.board, &at, ahead, enemies_ahead) != Verdict::Open {
            return false;
        }
        let sum = self.evaluation.sum(self.board, at.pieces);
        let estimate = self.estimate::<M>(sum.worth, at.key);
        let sight = Sight { step, ahead, enemies_ahead, threat: S::EMPTY };
        self.quiesce::<M>(&sight, &sum, 0, -INFINITE, INFINITE) == Ok(estimate)
    }

    /// The value when only captures are left to be searched; they may be declined, but not that of a
    /// piece that would win at once. `before` belongs to the position before the last move.
    #[inline]
    pub(super) fn quiesce<M: Side>(
        &mut self,
        sight: &Sight<'_, S>,
        before: &Sum<S>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Ended> {
        let (board, Step { at, via, captured, ply }) = (self.board, *sight.step);
        let threatened = !sight.threat.is_empty();
        let (mut squares, mut value) = (sight.threat, -INFINITE);
        let worth = self.evaluation.worth_after::<S, M::Other>(board, before, via, captured);
        if !threatened {
            squares = sight.ahead.attacked() & at.of::<M::Other>();
            if depth <= ONLY_BACK {
                squares = squares & S::of(via.to());
            }
            value = self.estimate::<M>(worth, at.key);
            if value >= beta || squares.is_empty() {
                return Ok(value);
            }
            alpha = alpha.max(value);
        }
        let (floor, trades) = (self.stack.top, threatened || depth > NO_TRADES);
        let aheads = sight.aheads();
        let Range { start: mut next, end } =
            self.stack.put(|list| rank_captures::<S, M>(board, &at, aheads, squares, trades, list));
        if next == end {
            return Ok(value);
        }
        let sum = &self.evaluation.after::<S, M::Other>(board, before, via, captured, worth);
        while let Some(mv) = next_best(self.stack.of(next..end)) {
            next += 1;
            let (after, captured) = at.after::<M>(board, mv);
            let step = Step { at: after, via: mv, captured, ply: ply + 1 };
            let found = -self.search::<M::Other>(&step, sum, depth - 1, -beta, -alpha)?;
            if found > value {
                value = found;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.stack.top = floor;
        Ok(value)
    }
}
