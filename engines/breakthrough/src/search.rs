//! The search: iterative deepening, in each iteration a principal variation search with a hash table.
//!
//! Wins need not be searched out to the last move: a piece one step from the far row wins, two of the
//! enemy's there win against anything, and a [`crate::race`] that is won is won. So a side has either
//! a free choice or, with one enemy a step from home, only the captures of it; those cost no depth.

use arena::games::breakthrough::{Breakthrough, Move, Word};
use arena::protocol::{Info, Score};

use crate::board::Board;
use crate::evaluation::{Evaluation, position_key};
use crate::hash::{Bound, Entry, Table};
use crate::ordering::{Candidates, Memory, NO_MOVE, number};
use crate::race::moves_to_win;
use arena::protocol::budget::{Budget, Ended, Host, Watch};

/// The value of having won; a win so many plies away is worth so much less.
pub(crate) const WON: i32 = 30_000;
/// More than any value.
const INFINITE: i32 = 32_000;
/// Values beyond this, either way, are those of decided games. No game is so long.
const DECIDED: i32 = 29_000;

/// The deepest iteration: the hash table counts no further.
const DEEPEST: u32 = 250;

/// The salt for keys of the hash table.
const SALT: u64 = 1;

/// From this depth on, and after this many moves, quiet moves are first searched a ply less deep.
const REDUCED_DEPTH: u32 = 3;
const FULL_MOVES: u32 = 4;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The move to make.
    pub(crate) best: Move,
    /// Its value for the side to move in hundredths of a piece.
    pub(crate) value: i32,
    /// Positions visited.
    pub(crate) nodes: u64,
}

impl Outcome {
    /// 1 if the game is proved won, -1 if lost.
    pub(crate) fn decided(&self) -> Option<i32> {
        (self.value.abs() > DECIDED).then(|| self.value.signum())
    }

    fn score(&self) -> Score {
        match self.decided() {
            Some(1) => Score::Mate(WON - self.value),
            Some(_) => Score::Mate(-WON - self.value),
            None => Score::Cp(self.value),
        }
    }
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// The key of the evaluation's noise; 0 is none.
    pub(crate) noise: u64,
    /// Whether late moves are searched less deep.
    pub(crate) reductions: bool,
}

/// A search under way.
struct Search<'a, B: Word> {
    evaluation: Evaluation<B>,
    memory: Memory,
    table: &'a mut Table,
    watch: Watch<'a>,
    reductions: bool,
}

/// The best move of `position`, which is not over, that can be found within `budget`.
pub(crate) fn think<B: Word>(
    position: &Breakthrough<B>,
    table: &mut Table,
    manner: Manner,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    table.next_search();
    let mut search = Search {
        evaluation: Evaluation::new(Board::new(position.shape()), manner.noise),
        memory: Memory::new(position.shape().columns),
        table,
        watch: Watch::new(host, budget),
        reductions: manner.reductions,
    };
    search.deepen(position, budget.depth.min(DEEPEST))
}

impl<B: Word> Search<'_, B> {
    /// One iteration after the other, each searching last time's best move first, until the game is
    /// decided.
    fn deepen(&mut self, position: &Breakthrough<B>, deepest: u32) -> Outcome {
        let all = position.shape().board;
        let board = &self.evaluation.board;
        let mut moves: Vec<Move> = Candidates::new(board, position, all, NO_MOVE, &self.memory, 0).collect();
        let mut outcome = Outcome { best: moves[0], value: 0, nodes: 0 };
        for depth in 1..=deepest {
            let (found, whole) = self.iterate(position, &moves, depth);
            if let Some((best, value)) = found {
                outcome = Outcome { best, value, ..outcome };
                moves.retain(|&mv| mv != best);
                moves.insert(0, best);
            }
            if whole {
                self.report(position, depth, &outcome);
            }
            if !whole || outcome.decided().is_some() {
                break;
            }
        }
        outcome.nodes = self.watch.nodes();
        outcome
    }

    /// Searches all `moves` to `depth`; gives the best of those searched, and whether all were.
    fn iterate(
        &mut self,
        position: &Breakthrough<B>,
        moves: &[Move],
        depth: u32,
    ) -> (Option<(Move, i32)>, bool) {
        let mut found: Option<(Move, i32)> = None;
        for &mv in moves {
            let after = position.after(mv);
            let alpha = found.map_or(-INFINITE, |(_, value)| value);
            let value = if after.winner().is_some() {
                Ok(WON - 1)
            } else {
                self.scout(&after, 1, depth - 1, alpha, INFINITE, found.is_none())
            };
            match value {
                Ok(value) if found.is_none() || value > alpha => found = Some((mv, value)),
                Ok(_) => {}
                Err(Ended) => return (found, false),
            }
        }
        (found, true)
    }

    /// The value of a move that leads to `after`: with a window of nothing if it is not the first,
    /// and again with the whole window if it proves better than `alpha`.
    fn scout(
        &mut self,
        after: &Breakthrough<B>,
        ply: i32,
        depth: u32,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> Result<i32, Ended> {
        if !first {
            let value = -self.search(after, ply, depth, -alpha - 1, -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.search(after, ply, depth, -beta, -alpha)?)
    }

    /// The value of `position`, which is not over, for the side to move, searched to `depth`: exact
    /// between `alpha` and `beta`, else a bound on that side of them. At depth 0 only captures are
    /// searched, and may be declined.
    fn search(
        &mut self,
        position: &Breakthrough<B>,
        ply: i32,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Ended> {
        self.watch.node()?;
        let threat = match self.verdict(position, ply) {
            Verdict::Decided(value) => return Ok(value),
            Verdict::Threatened(by) => by,
            Verdict::Open => B::EMPTY,
        };
        let quiet = depth == 0 && threat.is_empty();
        let enemies = position.pieces(position.side().other());
        let (floor, mut best, mut value) = (alpha, NO_MOVE, -INFINITE);
        let (mut key, mut known) = (0, None);
        if quiet {
            value = self.evaluation.of(position);
            alpha = alpha.max(value);
            if value >= beta || (attacked_by_mover(position) & enemies).is_empty() {
                return Ok(value);
            }
        } else {
            key = position_key(position, SALT);
            known = self.table.get(key);
            if let Some(value) = known.and_then(|entry| from_table(entry, ply).settles(depth, alpha, beta)) {
                return Ok(value);
            }
        }
        let squares = match () {
            () if !threat.is_empty() => threat,
            () if quiet => enemies,
            () => position.shape().board,
        };
        let first = known.map_or(NO_MOVE, |entry| entry.best);
        let candidates =
            Candidates::new(&self.evaluation.board, position, squares, first, &self.memory, ply as usize);
        let below = if threat.is_empty() { depth.saturating_sub(1) } else { depth };
        for (searched, mv) in (0..).zip(candidates) {
            let after = position.after(mv);
            let capture = enemies.has(u32::from(mv.to));
            if self.reductions
                && searched >= FULL_MOVES
                && depth >= REDUCED_DEPTH
                && threat.is_empty()
                && !capture
            {
                let less = if searched >= 3 * FULL_MOVES && depth > REDUCED_DEPTH { 2 } else { 1 };
                let found = -self.search(&after, ply + 1, below - less, -alpha - 1, -alpha)?;
                if found <= alpha {
                    value = value.max(found);
                    continue;
                }
            }
            let found = self.scout(&after, ply + 1, below, alpha, beta, searched == 0)?;
            if found > value {
                value = found;
                best = number(mv);
                alpha = alpha.max(value);
                if value >= beta {
                    if !capture {
                        self.memory.cut(position.side(), mv, ply as usize, depth);
                    }
                    break;
                }
            }
        }
        if !quiet {
            self.table.put(key, depth, to_table(value, ply), bound(value, floor, beta), best);
        }
        Ok(value)
    }

    /// What can be said of `position` without searching it.
    #[inline]
    fn verdict(&self, position: &Breakthrough<B>, ply: i32) -> Verdict<B> {
        let board = &self.evaluation.board;
        let (side, enemy) = (position.side(), position.side().other());
        let (own, enemies) = (position.pieces(side), position.pieces(enemy));
        // A piece a step from the far row always has a diagonal step: nothing of its own can be there.
        if !(own & board.away(side, 1)).is_empty() {
            return Verdict::Decided(WON - ply - 1);
        }
        let attacked = attacked_by_mover(position);
        if enemies.without_lowest().is_empty() && !(attacked & enemies).is_empty() {
            return Verdict::Decided(WON - ply - 1);
        }
        let threat = enemies & board.away(enemy, 1);
        if !threat.is_empty() {
            // Two cannot both be captured.
            let hopeless = !threat.without_lowest().is_empty() || (threat & attacked).is_empty();
            return if hopeless { Verdict::Decided(ply + 2 - WON) } else { Verdict::Threatened(threat) };
        }
        if let Some(moves) = moves_to_win(board, position, side) {
            return Verdict::Decided(WON - ply - (2 * moves as i32 - 1));
        }
        if let Some(moves) = moves_to_win(board, position, enemy) {
            return Verdict::Decided(ply + 2 * moves as i32 - WON);
        }
        Verdict::Open
    }

    /// Tells of a finished iteration.
    fn report(&mut self, position: &Breakthrough<B>, depth: u32, outcome: &Outcome) {
        let line = self.variation(position, outcome.best, depth);
        let pv = line.into_iter().map(|mv| position.text(mv)).collect();
        self.watch.report(Info { depth: Some(depth), score: Some(outcome.score()), pv, ..Info::default() });
    }

    /// The line expected after `best`, as far as the hash table knows it.
    fn variation(&self, position: &Breakthrough<B>, best: Move, depth: u32) -> Vec<Move> {
        let mut line = vec![best];
        let mut at = position.after(best);
        while line.len() < depth as usize {
            let best = self.table.get(position_key(&at, SALT)).map_or(NO_MOVE, |entry| entry.best);
            let Some(next) = at.moves().find(|&mv| number(mv) == best) else { break };
            line.push(next);
            at = at.after(next);
        }
        line
    }
}

/// What can be said of a position without searching it.
enum Verdict<B> {
    /// The game is decided, with this value.
    Decided(i32),
    /// The mover has to capture this enemy, who would win at once.
    Threatened(B),
    /// Nothing.
    Open,
}

/// The squares that the side to move attacks.
#[inline]
fn attacked_by_mover<B: Word>(position: &Breakthrough<B>) -> B {
    crate::board::attacked(position, position.side())
}

/// What `value` says that a search with a window from `alpha` to `beta` gave.
#[inline]
fn bound(value: i32, alpha: i32, beta: i32) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// A value as the table keeps it: decided games are counted from the position, not from the root.
#[inline]
fn to_table(value: i32, ply: i32) -> i32 {
    if value.abs() > DECIDED { value + value.signum() * ply } else { value }
}

/// The entry as seen from `ply`.
#[inline]
fn from_table(mut entry: Entry, ply: i32) -> Entry {
    let value = i32::from(entry.value);
    let value = if value.abs() > DECIDED { value - value.signum() * ply } else { value };
    entry.value = value as i16;
    entry
}
