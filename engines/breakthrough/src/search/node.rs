//! One position of the search: principal variation search (Marsland and Campbell, 1982; Reinefeld's NegaScout, 1983).

use std::ops::Range;

use arena::protocol::budget::Ended;

use super::picker::Picker;
use super::{DECIDED, INFINITE, Search, WON};
use crate::board::{Ahead, Move, Position, Side};
use crate::evaluation::Sum;
use crate::hash::{Bound, Entry};
use crate::ordering::move_of;
use crate::race::{Verdict, verdict};
use crate::set::Set;

/// A position as it was come to: by a move of the side not to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<S> {
    pub(super) at: Position<S>,
    /// The move that led to it.
    pub(super) via: Move,
    /// Whether that captured.
    pub(super) captured: bool,
    /// Moves since the root.
    pub(super) ply: i32,
}

/// A position that is looked at: with what is seen at once.
pub(super) struct Sight<'s, S> {
    pub(super) step: &'s Step<S>,
    /// The squares ahead of the mover's pieces.
    pub(super) ahead: Ahead<S>,
    /// The squares ahead of the enemy's.
    pub(super) enemies_ahead: Ahead<S>,
    /// An enemy who has to be captured; empty if there is none.
    pub(super) threat: S,
}

impl<S: Set> Sight<'_, S> {
    /// The squares ahead of the mover's pieces and of the enemy's.
    #[inline(always)]
    pub(super) fn aheads(&self) -> [Ahead<S>; 2] {
        [self.ahead, self.enemies_ahead]
    }
}

/// A position whose moves are being searched.
struct Node<'n, S: Set> {
    sight: &'n Sight<'n, S>,
    sum: &'n Sum<S>,
    /// Plies that it is searched to, and that its moves are.
    depth: i32,
    below: i32,
    /// The window: from what the mover can have elsewhere, or here, to what the enemy can.
    alpha: i32,
    beta: i32,
    /// Where alpha began.
    floor: i32,
    /// How many moves have been searched.
    number: usize,
    /// The best value of those, and whose it is if that is better than what the mover had.
    value: i32,
    best: Move,
}

impl<S: Set> Search<'_, S> {
    /// The value of a move of `M` that leads to `step`: with a window of nothing if it is not the
    /// first, and again with the whole window if it proves better than `alpha`.
    #[inline]
    pub(super) fn scout<M: Side>(
        &mut self,
        step: &Step<S>,
        before: &Sum<S>,
        depth: i32,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> Result<i32, Ended> {
        if !first {
            let value = -self.search::<M::Other>(step, before, depth, -alpha - 1, -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.search::<M::Other>(step, before, depth, -beta, -alpha)?)
    }

    /// What is seen of a position that is not over, with `M` to move, or its value if it is decided.
    #[inline]
    fn look<'s, M: Side>(&self, step: &'s Step<S>) -> Result<Sight<'s, S>, i32> {
        let ahead = self.board.ahead::<M>(step.at.of::<M>());
        let enemies_ahead = self.board.ahead::<M::Other>(step.at.of::<M::Other>());
        let threat = match verdict::<S, M, true>(self.board, &step.at, ahead, enemies_ahead) {
            Verdict::Won(moves) => return Err(WON - step.ply - (2 * moves as i32 - 1)),
            Verdict::Lost(moves) => return Err(step.ply + 2 * moves as i32 - WON),
            Verdict::Threatened(by) => by,
            Verdict::Open => S::EMPTY,
        };
        Ok(Sight { step, ahead, enemies_ahead, threat })
    }

    /// The value of a position that is not over, with `M` to move, searched to `depth`: exact between
    /// `alpha` and `beta`, else a bound on that side of them. `before` belongs to the position before.
    pub(super) fn search<M: Side>(
        &mut self,
        step: &Step<S>,
        before: &Sum<S>,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Ended> {
        self.watch.node()?;
        if depth > 0 {
            self.table.prefetch(step.at.key);
        }
        let sight = match self.look::<M>(step) {
            Ok(sight) => sight,
            Err(value) => return Ok(value),
        };
        if depth <= 0 {
            return self.quiesce::<M>(&sight, before, depth, alpha, beta);
        }
        let known = self.table.get(step.at.key).map(|entry| from_table(entry, step.ply));
        if let Some(value) = known.and_then(|entry| entry.settles(depth, alpha, beta)) {
            return Ok(value);
        }
        let (board, via, captured) = (self.board, step.via, step.captured);
        let worth = self.evaluation.worth_after::<S, M::Other>(board, before, via, captured);
        let sum = self.evaluation.after::<S, M::Other>(board, before, via, captured, worth);
        if let Some(value) = self.is_enough::<M>(&sight, &sum, depth, alpha, beta)? {
            return Ok(value);
        }
        let first = known.map_or(Move::NONE, |entry| entry.best);
        let floor = self.stack.top;
        let found = self.expand::<M>(&sight, &sum, first, depth, alpha, beta)?;
        self.stack.top = floor;
        Ok(found)
    }

    /// Searches the moves of a position; `first` before all others, even before they are made.
    fn expand<M: Side>(
        &mut self,
        sight: &Sight<'_, S>,
        sum: &Sum<S>,
        first: Move,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Ended> {
        let (board, threatened) = (self.board, !sight.threat.is_empty());
        let squares = if threatened { sight.threat } else { board.all };
        let below = if threatened { depth } else { depth - 1 };
        let killers = self.memory.killers(sight.step.ply);
        let (value, best) = (-INFINITE, Move::NONE);
        let node = &mut Node { sight, sum, depth, below, alpha, beta, floor: alpha, number: 0, value, best };
        let mut picker = Picker::new(first, killers, squares, threatened, &self.stack);
        while let Some(mv) = picker.capture::<M>(board, sight, &mut self.stack) {
            if self.attempt::<M>(node, mv, &picker)? {
                return Ok(self.conclude(node, first));
            }
        }
        if let Some(hope) = self.in_vain::<M>(sight, sum, depth, node.alpha, beta) {
            node.value = node.value.max(hope);
            picker.no_quiet_but_to(board.away::<M>(1) | board.away::<M>(2));
        }
        while let Some(mv) = picker.quiet::<M>(board, sight, &mut self.stack, &self.memory) {
            if self.attempt::<M>(node, mv, &picker)? {
                break;
            }
        }
        Ok(self.conclude(node, first))
    }

    /// Searches a move of a position: whether it is so good that the enemy would not let it come to this.
    #[inline(always)]
    fn attempt<M: Side>(
        &mut self,
        node: &mut Node<'_, S>,
        mv: Move,
        picker: &Picker<S>,
    ) -> Result<bool, Ended> {
        let Step { at, ply, .. } = node.sight.step;
        let (after, captured) = at.after::<M>(self.board, mv);
        let step = Step { at: after, via: mv, captured, ply: ply + 1 };
        let less = if captured || !node.sight.threat.is_empty() {
            0
        } else {
            self.less(node.depth, node.number, node.beta - node.floor > 1, picker.is_killer(mv))
        };
        node.number += 1;
        if less > 0 {
            let (below, alpha) = (node.below - less, node.alpha);
            let found = -self.search::<M::Other>(&step, node.sum, below, -alpha - 1, -alpha)?;
            if found <= alpha {
                node.value = node.value.max(found);
                return Ok(false);
            }
        }
        let found = self.scout::<M>(&step, node.sum, node.below, node.alpha, node.beta, node.number == 1)?;
        if found <= node.value {
            return Ok(false);
        }
        node.value = found;
        if found > node.alpha {
            (node.alpha, node.best) = (found, mv);
        }
        let cuts = found >= node.beta;
        if cuts && !captured {
            self.learn::<M>(at, mv, picker.given(), *ply, node.depth);
        }
        Ok(cuts)
    }

    /// The value of a position whose moves have been searched, which the table now has; `first` was its best before.
    #[inline]
    fn conclude(&self, node: &Node<'_, S>, first: Move) -> i32 {
        let &Node { sight, depth, beta, floor, value, best, .. } = node;
        let bound = if value >= beta {
            Bound::Lower
        } else if value <= floor {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // What was best before is a better guess than nothing.
        let best = if best == Move::NONE { first } else { best };
        let Step { at, ply, .. } = sight.step;
        self.table.put(at.key, Entry { value: to_table(value, *ply), best, depth, bound });
        value
    }

    /// Remembers that `cut`, a quiet move, has cut, and others `tried` from the stack have not.
    fn learn<M: Side>(&mut self, at: &Position<S>, cut: Move, tried: Range<usize>, ply: i32, depth: i32) {
        self.memory.cut::<S, M>(self.board, cut, ply, depth);
        for &ranked in self.stack.of(tried).iter() {
            let mv = move_of(ranked);
            if mv != cut && !at.of::<M::Other>().has(mv.to()) {
                self.memory.failed::<S, M>(self.board, mv, depth);
            }
        }
    }
}

/// A value as the table keeps it: decided games are counted from the position, not from the root.
#[inline]
fn to_table(value: i32, ply: i32) -> i32 {
    if value.abs() > DECIDED { value + value.signum() * ply } else { value }
}

/// The entry as seen from `ply`. What is proved stays so however much deeper the search now is.
#[inline]
fn from_table(mut entry: Entry, ply: i32) -> Entry {
    if entry.value.abs() > DECIDED {
        let is_proof = entry.bound != if entry.value > 0 { Bound::Upper } else { Bound::Lower };
        if is_proof {
            entry.depth = i32::MAX;
        }
        entry.value -= entry.value.signum() * ply;
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_settles_a_search_of_any_depth_and_an_estimate_one_that_is_no_deeper() {
        let (won, lost, estimate) = (WON - 9, 9 - WON, 120);
        for (value, bound, settles) in [
            (won, Bound::Lower, true),
            (won, Bound::Exact, true),
            (lost, Bound::Upper, true),
            (lost, Bound::Exact, true),
            // Not won sooner, or not lost sooner, is no proof that it is won or lost.
            (won, Bound::Upper, false),
            (lost, Bound::Lower, false),
            (estimate, Bound::Exact, false),
        ] {
            let entry = from_table(Entry { value, best: Move::NONE, depth: 4, bound }, 2);
            // Windows that the value is outside of, on the side that the bound speaks of.
            let (alpha, beta) = match bound {
                Bound::Upper => (entry.value, entry.value + 1),
                _ => (entry.value - 1, entry.value),
            };
            assert!(entry.settles(4, alpha, beta).is_some(), "{value} {bound:?}");
            assert_eq!(entry.settles(30, alpha, beta).is_some(), settles, "{value} {bound:?}");
        }
    }
}
