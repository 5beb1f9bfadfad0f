//! Iterative deepening: one search after the other, each a ply deeper, so that there is always a move to give and
//! each search begins with what the one before thought best (Slate and Atkin, "Chess 4.5", 1977).

use std::time::Duration;

use arena::protocol::Info;

use super::node::Step;
use super::{DECIDED, INFINITE, Outcome, Search, WON};
use crate::board::{Move, Position, Side};
use crate::evaluation::Sum;
use crate::hash::{Bound, Entry};
use crate::ordering::{move_of, rank_captures, rank_quiet};
use crate::set::Set;

/// The moves of the position that was asked about.
struct Choices {
    /// Those that are not proved lost, the best of the last iteration first.
    open: Vec<Move>,
    /// The value of those that are proved lost, by whichever iteration: of the one that holds out longest.
    lost: i32,
}

impl Choices {
    /// Puts one of the open moves before the others.
    fn put_first(&mut self, mv: Move) {
        if let Some(at) = self.open.iter().position(|&open| open == mv) {
            self.open[..=at].rotate_right(1);
        }
    }
}

impl<S: Set> Search<'_, S> {
    /// One iteration after the other, each searching last time's best move first, until the game is
    /// decided.
    pub(super) fn deepen<M: Side>(&mut self, position: &Position<S>, from: i32, deepest: i32) -> Outcome {
        let board = self.board;
        let ahead = board.ahead::<M>(position.of::<M>());
        let known = self.table.get(position.key).map_or(Move::NONE, |entry| entry.best);
        let aheads = [ahead, board.ahead::<M::Other>(position.of::<M::Other>())];
        let memory = &self.memory;
        let made = self.stack.put(|list| {
            rank_captures::<S, M>(board, position, aheads, board.all, true, list);
            for losing in [false, true] {
                rank_quiet::<S, M>(board, position, aheads, board.all, losing, memory, list);
            }
        });
        let ranked = self.stack.of(made);
        ranked.sort_unstable_by_key(|&ranked| -ranked);
        let open: Vec<Move> = ranked.iter().copied().map(move_of).collect();
        let mut choices = Choices { open, lost: -INFINITE };
        choices.put_first(known);
        let sum = self.evaluation.sum(board, position.pieces);
        let mut outcome =
            Outcome { best: choices.open[0], value: 0, depth: 0, nodes: 0, gap: Duration::ZERO };
        let (mut estimated, mut told) = (false, Move::NONE);
        for depth in from.min(deepest)..=deepest {
            let (found, whole) = self.iterate::<M>(position, &sum, &mut choices, depth);
            if let Some((best, value)) = found {
                (outcome, estimated) = (Outcome { best, value, ..outcome }, true);
            } else if !choices.open.contains(&outcome.best) {
                // It turned out lost when there was no time to see which other one is best.
                outcome.best = choices.open[0];
            }
            choices.put_first(outcome.best);
            if !whole {
                if outcome.depth > 0 && outcome.best != told {
                    // The answer is another than was told.
                    self.report::<M>(position, &Outcome { depth: depth as u32, ..outcome });
                }
                break;
            }
            outcome.depth = depth as u32;
            told = outcome.best;
            self.report::<M>(position, &outcome);
            if outcome.decided().is_some() {
                break;
            }
        }
        if outcome.depth == 0 {
            // Not even one was finished; but there is an answer, from a ply ahead.
            if !estimated {
                outcome.value = self.glance::<M>(position, outcome.best);
            }
            self.report::<M>(position, &outcome);
        }
        outcome.nodes = self.watch.nodes();
        outcome.gap = self.watch.gap();
        outcome
    }

    /// What a move is worth without looking further.
    fn glance<M: Side>(&self, position: &Position<S>, mv: Move) -> i32 {
        let (at, _) = position.after::<M>(self.board, mv);
        if at.won::<M>(self.board) {
            return WON - 1;
        }
        let worth = self.evaluation.sum(self.board, at.pieces).worth;
        -self.estimate::<M::Other>(worth, at.key)
    }

    /// Searches the open `choices` to `depth` and takes out those that are proved lost; gives the best of those
    /// searched, and whether all were. If all are lost, the best is the first, which was thought best
    /// before: who sees less far thinks so too, and may answer it wrongly.
    fn iterate<M: Side>(
        &mut self,
        position: &Position<S>,
        sum: &Sum<S>,
        choices: &mut Choices,
        depth: i32,
    ) -> (Option<(Move, i32)>, bool) {
        let mut found: Option<(Move, i32)> = None;
        let first = choices.open[0];
        let (mut next, mut refuted) = (0, 0);
        while let Some(&mv) = choices.open.get(next) {
            let (at, captured) = position.after::<M>(self.board, mv);
            // Among lost ones it does not matter which is less so.
            let alpha = found.map_or(if refuted == 0 { -INFINITE } else { -DECIDED }, |(_, value)| value);
            let value = if at.won::<M>(self.board) {
                Ok(WON - 1)
            } else {
                let step = Step { at, via: mv, captured, ply: 1 };
                self.scout::<M>(&step, sum, depth - 1, alpha, INFINITE, found.is_none() && refuted == 0)
            };
            let Ok(value) = value else { return (found, false) };
            if value < -DECIDED {
                choices.open.remove(next);
                refuted += 1;
                choices.lost = choices.lost.max(value);
                continue;
            }
            next += 1;
            if value > alpha {
                found = Some((mv, value));
            }
        }
        let (best, value, bound) = match found {
            Some((best, value)) => (best, value, Bound::Exact),
            None => (first, choices.lost, Bound::Upper),
        };
        self.table.put(position.key, Entry { value, best, depth, bound });
        (Some((best, value)), true)
    }

    /// Tells of a finished iteration, or that there was none.
    fn report<M: Side>(&mut self, position: &Position<S>, outcome: &Outcome) {
        let mut line = vec![outcome.best];
        let (mut at, _) = position.after::<M>(self.board, outcome.best);
        // White's view and Black's in turn.
        while line.len() < outcome.depth as usize {
            let Some(entry) = self.table.get(at.key) else { break };
            let mine = line.len() % 2 == 0;
            let next = if mine {
                self.follow::<M>(&at, entry.best)
            } else {
                self.follow::<M::Other>(&at, entry.best)
            };
            let Some(next) = next else { break };
            line.push(entry.best);
            at = next;
        }
        let pv = line.into_iter().map(|mv| self.board.text(mv)).collect();
        self.watch.report(Info {
            depth: Some(outcome.depth.max(1)),
            score: Some(outcome.score()),
            pv,
            ..Info::default()
        });
    }

    /// The position after a move from the table, if it is legal.
    fn follow<M: Side>(&self, at: &Position<S>, mv: Move) -> Option<Position<S>> {
        let over = at.won::<M>(self.board) || at.won::<M::Other>(self.board);
        (!over && at.is_legal::<M>(self.board, mv)).then(|| at.after::<M>(self.board, mv).0)
    }
}
