//! The search: iterative deepening, in each iteration a principal variation search with a hash table.
//!
//! Depth counts discs placed; a pass costs none, so a search as deep as there are empty squares ends
//! every line with the end of the game and its value is exact. That last iteration is the
//! [`super::endgame`]'s, which does not evaluate.
//!
//! Iterative deepening: Slate and Atkin, "Chess 4.5", 1977; principal variation search: Marsland and Campbell, "Parallel
//! search of strongly ordered game trees", 1982.

use arena::games::bits::Bits;
use arena::games::othello::{Move, Othello, Size};
use arena::protocol::{Info, Score};

use super::evaluation::Evaluation;
use super::hash::{Bound, Table, key};
use super::ordering::{Candidates, NO_MOVE, mobility_rank, square_rank};
use arena::protocol::budget::{Budget, Ended, Host, Watch};

/// More than any value: the most is 10,000, a board of 100 discs.
const INFINITE: i32 = 20_000;

/// When all but so many of the plies to the end have been searched, the rest is solved at once: the
/// iterations between would take as long as they could save.
const LEAP: u32 = 7;

/// From this depth on replies are counted to order the moves; below, it costs more than it saves.
const RANKED_DEPTH: u32 = 3;

/// Below this depth the hash table is not asked.
const HASHED_DEPTH: u32 = 2;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The move to make.
    pub(crate) best: Move,
    /// Its value for the side to move in hundredths of a disc.
    pub(crate) value: i32,
    /// Whether that is the result of best play to the end.
    pub(crate) solved: bool,
    /// Positions visited.
    pub(crate) nodes: u64,
}

/// A search under way.
pub(crate) struct Search<'a, S: Size> {
    pub(crate) evaluation: Evaluation<S>,
    pub(crate) table: Table<'a>,
    pub(crate) watch: Watch<'a>,
}

/// The best move of `position`, which is not over, that can be found within `budget`.
pub(crate) fn think<S: Size>(
    position: &Othello<S>,
    mut table: Table<'_>,
    noise: u64,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    table.next_search();
    let mut search = Search { evaluation: Evaluation::new(noise), table, watch: Watch::new(host, budget) };
    search.deepen(position, budget.depth)
}

impl<S: Size> Search<'_, S> {
    /// One iteration after the other, each searching last time's best move first.
    fn deepen(&mut self, position: &Othello<S>, deepest: u32) -> Outcome {
        let empties = position.empty().count();
        let mut moves: Vec<Move> = position.moves().collect();
        let board = *self.evaluation.board();
        moves.sort_by_key(|&mv| match mv {
            Move::Place(square) => -square_rank(&board, square) - mobility_rank(&board, &position.after(mv)),
            Move::Pass => 0,
        });
        let value = -self.glance(&position.after(moves[0]));
        let mut outcome = Outcome { best: moves[0], value, solved: false, nodes: 0 };
        let (mut depth, mut told) = (1, None);
        loop {
            let iteration = self.iterate(position, &moves, depth);
            if let Some((best, value)) = iteration.found {
                outcome = Outcome { best, value, solved: iteration.whole && depth == empties, ..outcome };
                moves.retain(|&mv| mv != best);
                moves.insert(0, best);
            }
            // Of the first there is an answer in any case, from a ply ahead; of others if it is a new one.
            if iteration.whole || depth == 1 || told != Some(outcome.best) {
                self.report(position, depth, &outcome);
                told = Some(outcome.best);
            }
            if !iteration.whole || depth >= deepest.min(empties) {
                break;
            }
            depth = if depth + 1 + LEAP >= empties && empties <= deepest { empties } else { depth + 1 };
        }
        outcome.nodes = self.watch.nodes();
        outcome
    }

    /// What `position` is worth to the side to move without looking ahead.
    fn glance(&self, position: &Othello<S>) -> i32 {
        if position.is_over() { 100 * position.difference() } else { self.evaluation.of(position) }
    }

    /// Searches all `moves` to `depth`.
    fn iterate(&mut self, position: &Othello<S>, moves: &[Move], depth: u32) -> Iteration {
        let exact = depth == position.empty().count();
        let mut found: Option<(Move, i32)> = None;
        for &mv in moves {
            let after = position.after(mv);
            let below = if mv == Move::Pass { depth } else { depth - 1 };
            let alpha = found.map_or(-INFINITE, |(_, value)| value);
            let value = if exact {
                self.solve_move(&after, found.map(|(_, value)| value / 100)).map(|discs| 100 * discs)
            } else {
                self.scout(&after, below, alpha, INFINITE, found.is_none()).map(|value| -value)
            };
            match value {
                Ok(value) if found.is_none() || value > alpha => found = Some((mv, value)),
                Ok(_) => {}
                Err(Ended) => return Iteration { found, whole: false },
            }
        }
        Iteration { found, whole: true }
    }

    /// The value of the position after a move, seen by its mover's opponent: with a window of nothing
    /// if it is not the first, and again with the whole window if it proves better than `alpha`.
    #[inline]
    fn scout(
        &mut self,
        after: &Othello<S>,
        depth: u32,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> Result<i32, Ended> {
        if !first {
            let value = self.search(after, depth, -alpha - 1, -alpha)?;
            if -value <= alpha || -value >= beta {
                return Ok(value);
            }
        }
        self.search(after, depth, -beta, -alpha)
    }

    /// The value of `position` for the side to move, searched to `depth`: exact between `alpha` and
    /// `beta`, else a bound on that side of them.
    fn search(&mut self, position: &Othello<S>, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Ended> {
        self.watch.node()?;
        let placements = position.placements();
        if placements.is_empty() {
            let passed = position.after(Move::Pass);
            return if passed.placements().is_empty() {
                Ok(100 * position.difference())
            } else {
                Ok(-self.search(&passed, depth, -beta, -alpha)?)
            };
        }
        if depth == 0 {
            return Ok(self.evaluation.of(position));
        }
        let hashed = depth >= HASHED_DEPTH;
        let key = if hashed { Kind::Midgame.key(position) } else { 0 };
        let known = if hashed { self.table.get(key) } else { None };
        if let Some(value) = known.and_then(|entry| entry.settles(depth, alpha, beta)) {
            return Ok(value);
        }
        let board = *self.evaluation.board();
        let first = known.map_or(NO_MOVE, |entry| entry.best);
        let candidates = Candidates::new(placements.squares(), first, |square| {
            let replies = if depth >= RANKED_DEPTH {
                mobility_rank(&board, &position.after(Move::Place(square)))
            } else {
                0
            };
            replies + square_rank(&board, square)
        });
        let (floor, mut best, mut value) = (alpha, NO_MOVE, -INFINITE);
        for square in candidates {
            let after = position.after(Move::Place(square));
            let found = -self.scout(&after, depth - 1, alpha, beta, best == NO_MOVE)?;
            if found > value {
                (value, best) = (found, square as u16);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        if hashed {
            self.table.put(key, depth, value, bound(value, floor, beta), best);
        }
        Ok(value)
    }

    /// Tells of an iteration.
    fn report(&mut self, position: &Othello<S>, depth: u32, outcome: &Outcome) {
        let pv = self.variation(position, outcome.best, depth).into_iter().map(Othello::<S>::text).collect();
        let score = Some(Score::Cp(outcome.value));
        self.watch.report(Info { depth: Some(depth), score, pv, ..Info::default() });
    }

    /// The line expected after `best`, as far as the hash table knows it.
    fn variation(&self, position: &Othello<S>, best: Move, depth: u32) -> Vec<Move> {
        let kind = if depth == position.empty().count() { Kind::Endgame } else { Kind::Midgame };
        let mut line = vec![best];
        let mut at = position.after(best);
        while line.len() < depth as usize {
            let placements = at.placements();
            let next = if placements.is_empty() {
                Move::Pass
            } else {
                let best = self.table.get(kind.key(&at)).map_or(NO_MOVE, |entry| entry.best);
                Move::Place(u32::from(best))
            };
            if !at.moves().any(|mv| mv == next) {
                break;
            }
            line.push(next);
            at = at.after(next);
        }
        line
    }
}

/// What came of one iteration.
struct Iteration {
    /// The best move of those searched, and its value.
    found: Option<(Move, i32)>,
    /// Whether all moves were searched.
    whole: bool,
}

/// What the values of an entry in the hash table are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Estimates, in hundredths of a disc.
    Midgame,
    /// Results, in discs.
    Endgame,
}

impl Kind {
    /// The key of `position` for entries of this kind. Whose discs are black makes no difference.
    #[inline]
    pub(crate) fn key<S: Size>(self, position: &Othello<S>) -> u64 {
        key(&(position.mover(), position.opponent()), u64::from(S::SIDE) << 8 | self as u64)
    }
}

/// What `value` says that a search with a window from `alpha` to `beta` gave.
#[inline]
pub(crate) fn bound(value: i32, alpha: i32, beta: i32) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}
