//! Which move of a position is searched next: moves are made in stages, each when it is needed, since most
//! positions are left after one or two. What comes first within a stage is the affair of [`crate::ordering`].

use std::ops::Range;

use super::node::Sight;
use crate::board::{Board, Move, Side};
use crate::ordering::{Memory, Stack, next_best, rank_captures, rank_quiet};
use crate::set::Set;

/// Which moves come next.
#[derive(Clone, Copy)]
enum Stage {
    /// What the hash table holds for the best.
    First,
    /// Captures.
    Captures,
    /// The first killer or the second.
    Killer(usize),
    /// The others: those that do not lose a piece, then those that do.
    Quiet(bool),
    /// None.
    End,
}

/// Gives the moves of one position, each once.
pub(super) struct Picker<S> {
    stage: Stage,
    /// What the hash table holds for the best, before it is known whether that can be done here.
    first: Move,
    /// The same of what has cut off sister positions.
    killers: [Move; 2],
    /// Where moves may go.
    squares: S,
    /// Where quiet ones may go.
    quiet: S,
    /// Where the moves of this position begin on the stack.
    begin: usize,
    /// The next of those that have been made, and where they end.
    next: usize,
    end: usize,
}

impl<S: Set> Picker<S> {
    /// For the moves to `squares`, `first` before all others. Where those are a `threat` there are captures only.
    #[inline(always)]
    pub(super) fn new(first: Move, killers: [Move; 2], squares: S, threat: bool, stack: &Stack) -> Self {
        let quiet = if threat { S::EMPTY } else { squares };
        let begin = stack.top;
        Self { stage: Stage::First, first, killers, squares, quiet, begin, next: begin, end: begin }
    }

    /// The first move and the captures, one after the other.
    #[inline(always)]
    pub(super) fn capture<M: Side>(
        &mut self,
        board: &Board<S>,
        sight: &Sight<'_, S>,
        stack: &mut Stack,
    ) -> Option<Move> {
        if let Stage::First = self.stage {
            self.stage = Stage::Captures;
            if self.is_possible::<M>(board, sight, self.first) {
                return Some(self.first);
            }
        }
        if let Stage::Captures = self.stage {
            self.stage = Stage::Killer(0);
            let (at, squares) = (&sight.step.at, self.squares);
            self.end =
                stack.put(|list| rank_captures::<S, M>(board, at, sight.aheads(), squares, true, list)).end;
        }
        self.made::<M>(sight, stack)
    }

    /// Leaves out quiet moves but those to `squares`.
    #[inline(always)]
    pub(super) fn no_quiet_but_to(&mut self, squares: S) {
        self.quiet = squares;
    }

    /// The quiet moves, one after the other, when there is no [`Self::capture`] any more.
    #[inline(always)]
    pub(super) fn quiet<M: Side>(
        &mut self,
        board: &Board<S>,
        sight: &Sight<'_, S>,
        stack: &mut Stack,
        memory: &Memory,
    ) -> Option<Move> {
        loop {
            if let Some(mv) = self.made::<M>(sight, stack) {
                return Some(mv);
            }
            match self.stage {
                Stage::Killer(number) => {
                    self.stage = if number == 0 { Stage::Killer(1) } else { Stage::Quiet(false) };
                    let killer = self.killers[number];
                    let is_quiet =
                        self.quiet.has(killer.to()) && !sight.step.at.of::<M::Other>().has(killer.to());
                    if killer != self.first && is_quiet && self.is_possible::<M>(board, sight, killer) {
                        return Some(killer);
                    }
                }
                Stage::Quiet(losing) => {
                    self.stage = if losing { Stage::End } else { Stage::Quiet(true) };
                    let (at, quiet) = (&sight.step.at, self.quiet);
                    self.end = stack
                        .put(|list| {
                            rank_quiet::<S, M>(board, at, sight.aheads(), quiet, losing, memory, list)
                        })
                        .end;
                }
                _ => return None,
            }
        }
    }

    /// Where on the stack the moves are that have been given: all but the first and the killers.
    pub(super) fn given(&self) -> Range<usize> {
        self.begin..self.next
    }

    /// Whether a move has cut off sister positions.
    #[inline(always)]
    pub(super) fn is_killer(&self, mv: Move) -> bool {
        self.killers.contains(&mv)
    }

    /// The best of the moves that have been made and not given, leaving out the first move and the killers, which
    /// are given without being made.
    #[inline(always)]
    fn made<M: Side>(&mut self, sight: &Sight<'_, S>, stack: &mut Stack) -> Option<Move> {
        while let Some(mv) = next_best(stack.of(self.next..self.end)) {
            self.next += 1;
            let is_killer = self.is_killer(mv) && !sight.step.at.of::<M::Other>().has(mv.to());
            if mv != self.first && !is_killer {
                return Some(mv);
            }
        }
        None
    }

    /// Whether a move that was good elsewhere can be done here.
    #[inline(always)]
    fn is_possible<M: Side>(&self, board: &Board<S>, sight: &Sight<'_, S>, mv: Move) -> bool {
        mv != Move::NONE && self.squares.has(mv.to()) && sight.step.at.is_legal::<M>(board, mv)
    }
}
