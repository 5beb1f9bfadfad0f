//! The search: iterative deepening, in each iteration a principal variation search with a hash table.
//!
//! Wins need not be searched out to the last move: [`crate::race`] proves many. With an enemy a step
//! from home only the captures of it are left; those cost no depth. Late quiet moves are searched less deep
//! first. All of that keeps proofs proofs: a value of a decided game is true whatever was reduced on
//! the way, since it was handed up from a proved end through every answer there is.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use arena::protocol::budget::{Budget, Ended, Host, Watch};
use arena::protocol::{Info, Score};

use crate::board::{Ahead, Black, Board, Move, Position, Side, White};
use crate::evaluation::{Evaluation, Sum};
use crate::ground::{Ground, Stand};
use crate::hash::{Bound, Entry, Table};
use crate::ordering::{Guess, Memory, Ranked, move_of, next_best, rank_all, rank_captures};
use crate::race::{Verdict, verdict};
use crate::set::Set;

/// The value of having won; a win so many plies away is worth so much less.
pub const WON: i32 = 30_000;
/// More than any value.
const INFINITE: i32 = 32_000;
/// Values beyond this, either way, are those of decided games. No game is so long.
pub const DECIDED: i32 = 29_000;
/// Estimates stay within this, either way.
const MOST: i32 = 20_000;

/// The deepest iteration: the hash table counts no further.
const DEEPEST: i32 = 250;

/// In the search of captures alone, depths count down from 0. From this one on only captures that win a piece
/// are tried: on a crowded board of twelve by twelve the trades alone would never end.
const NO_TRADES: i32 = -2;
/// And from this one on only the piece that moved last is captured.
const ONLY_BACK: i32 = -6;

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

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to make.
    pub best: Move,
    /// Its value for the side to move in hundredths of a logit, or near [`WON`].
    pub value: i32,
    /// The last whole iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

impl Outcome {
    /// 1 if the game is proved won, -1 if lost.
    pub fn decided(&self) -> Option<i32> {
        (self.value.abs() > DECIDED).then(|| self.value.signum())
    }

    /// The value for people.
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
pub struct Manner {
    /// The key of the evaluation's noise; 0 is none.
    pub noise: u64,
    /// The most that noise adds or takes.
    pub waver: u64,
    /// Whether late moves are searched less deep.
    pub reductions: bool,
    /// How many threads search, 1 at least. With one the same question has the same answer.
    pub threads: usize,
}

impl Manner {
    /// As strong as it can be, by one thread and without noise.
    pub const STEADY: Self = Self { noise: 0, waver: 0, reductions: true, threads: 1 };
}

/// A search under way.
pub struct Search<'a, S> {
    board: &'a Board<S>,
    evaluation: &'a Evaluation,
    table: &'a Table,
    watch: Watch<'a>,
    manner: Manner,
    sum: Sum,
    memory: Memory,
    /// The moves yet to be searched at all plies of the line under way.
    stack: Vec<Ranked>,
    /// Plies taken off by depth and number of the move.
    reductions: &'static [[u8; 64]; 64],
}

/// A position as it was come to: by a move of the side not to move.
#[derive(Clone, Copy, Debug)]
struct Step<S> {
    at: Position<S>,
    /// The move that led to it.
    via: Move,
    /// Whether that captured.
    captured: bool,
    /// Moves since the root.
    ply: i32,
}

/// A position that is looked at: with what is seen at once.
struct Sight<'s, S> {
    step: &'s Step<S>,
    /// The squares ahead of the mover's pieces.
    ahead: Ahead<S>,
    /// An enemy who has to be captured; empty if there is none.
    threat: S,
}

/// The best move of a position that is not over that can be found within `budget`.
pub fn think<S: Set>(
    ground: &Ground<S>,
    stand: &Stand<S>,
    table: &Table,
    manner: Manner,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    let deepest = budget.depth.min(DEEPEST as u32) as i32;
    let position = stand.position(&ground.board);
    let work = |budget: Budget, host: &mut dyn Host, from: i32| {
        let mut search = Search::new(ground, stand, table, manner, budget, host);
        match stand.side {
            0 => search.deepen::<White>(&position, from, deepest),
            _ => search.deepen::<Black>(&position, from, deepest),
        }
    };
    if manner.threads <= 1 {
        return work(budget, host, 1);
    }
    let over = &AtomicBool::new(false);
    thread::scope(|scope| {
        // Every other helper is a ply ahead, so that they do not all do the same.
        let helpers: Vec<_> = (1..manner.threads)
            .map(|helper| {
                scope.spawn(move || work(Budget::ENDLESS, &mut Helper(over), 1 + helper as i32 % 2))
            })
            .collect();
        let mut outcome = work(budget, host, 1);
        over.store(true, Relaxed);
        outcome.nodes +=
            helpers.into_iter().filter_map(|helper| helper.join().ok()).map(|done| done.nodes).sum::<u64>();
        outcome
    })
}

/// The world around a thread that fills the hash table for another one (lazy SMP): it goes on until that is done,
/// and tells nobody anything.
struct Helper<'o>(&'o AtomicBool);

impl Host for Helper<'_> {
    fn stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn info(&mut self, _: &Info) {}
}

/// Plies that late moves lose, by depth and number of the move: the logarithms grow as fast as the hope in
/// them sinks.
fn reductions() -> &'static [[u8; 64]; 64] {
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

/// Whether a position that is not over is one that estimates are made for: nothing is decided, and no
/// capture changes the estimate.
pub fn is_quiet<S: Set>(ground: &Ground<S>, stand: &Stand<S>) -> bool {
    let manner = Manner { reductions: false, ..Manner::STEADY };
    let (table, on) = (Table::new(0), AtomicBool::new(false));
    let mut nobody = Helper(&on);
    let mut search = Search::new(ground, stand, &table, manner, Budget::ENDLESS, &mut nobody);
    let at = stand.position(&ground.board);
    match stand.side {
        0 => search.is_quiet::<White>(at),
        _ => search.is_quiet::<Black>(at),
    }
}

impl<'a, S: Set> Search<'a, S> {
    /// A search that begins at a stand.
    fn new(
        ground: &'a Ground<S>,
        stand: &Stand<S>,
        table: &'a Table,
        manner: Manner,
        budget: Budget,
        host: &'a mut dyn Host,
    ) -> Self {
        Self {
            board: &ground.board,
            evaluation: &ground.evaluation,
            table,
            watch: Watch::new(host, budget),
            manner,
            sum: ground.evaluation.sum(&ground.board, stand.pieces),
            memory: Memory::new(ground.board.squares()),
            stack: Vec::with_capacity(4096),
            reductions: reductions(),
        }
    }

    /// Whether no capture by `M` changes the estimate of a position that the sum stands for.
    fn is_quiet<M: Side>(&mut self, at: Position<S>) -> bool {
        let step = &Step { at, via: Move::NONE, captured: false, ply: 0 };
        let ahead = self.board.ahead::<M>(at.of::<M>());
        if verdict::<S, M>(self.board, &at, ahead) != Verdict::Open {
            return false;
        }
        let estimate = self.estimate::<M>(at.key);
        let squares = ahead.attacked() & at.of::<M::Other>();
        let sight = Sight { step, ahead, threat: S::EMPTY };
        self.captures::<M>(&sight, squares, 0, estimate, -INFINITE, INFINITE) == Ok(estimate)
    }

    /// One iteration after the other, each searching last time's best move first, until the game is
    /// decided.
    fn deepen<M: Side>(&mut self, position: &Position<S>, from: i32, deepest: i32) -> Outcome {
        let board = self.board;
        let ahead = board.ahead::<M>(position.of::<M>());
        let known = self.table.get(position.key).map_or(Move::NONE, |entry| entry.best);
        let mut ranked = Vec::new();
        let guess = Guess { first: known, memory: &self.memory, ply: 0 };
        rank_all::<S, M>(board, position, ahead, board.all, &guess, &mut ranked);
        ranked.sort_unstable_by_key(|&ranked| -ranked);
        let mut moves: Vec<Move> = ranked.into_iter().map(move_of).collect();
        let mut outcome = Outcome { best: moves[0], value: 0, depth: 0, nodes: 0 };
        for depth in from.min(deepest)..=deepest {
            let (found, whole) = self.iterate::<M>(position, &moves, depth);
            if let Some((best, value)) = found {
                outcome = Outcome { best, value, ..outcome };
                moves.retain(|&mv| mv != best);
                moves.insert(0, best);
            }
            if !whole {
                break;
            }
            outcome.depth = depth as u32;
            self.report::<M>(position, &outcome);
            if outcome.decided().is_some() {
                break;
            }
        }
        outcome.nodes = self.watch.nodes();
        outcome
    }

    /// Searches all `moves` to `depth`; gives the best of those searched, and whether all were.
    fn iterate<M: Side>(
        &mut self,
        position: &Position<S>,
        moves: &[Move],
        depth: i32,
    ) -> (Option<(Move, i32)>, bool) {
        let mut found: Option<(Move, i32)> = None;
        for &mv in moves {
            let (at, captured) = position.after::<M>(self.board, mv);
            let alpha = found.map_or(-INFINITE, |(_, value)| value);
            let value = if at.won::<M>(self.board) {
                Ok(WON - 1)
            } else {
                let step = Step { at, via: mv, captured, ply: 1 };
                self.scout::<M>(&step, depth - 1, alpha, INFINITE, found.is_none())
            };
            match value {
                Ok(value) if found.is_none() || value > alpha => found = Some((mv, value)),
                Ok(_) => {}
                Err(Ended) => return (found, false),
            }
        }
        if let Some((best, value)) = found {
            self.table.put(position.key, Entry { value, best, depth, bound: Bound::Exact });
        }
        (found, true)
    }

    /// The value of a move of `M` that leads to `step`: with a window of nothing if it is not the
    /// first, and again with the whole window if it proves better than `alpha`.
    #[inline]
    fn scout<M: Side>(
        &mut self,
        step: &Step<S>,
        depth: i32,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> Result<i32, Ended> {
        if !first {
            let value = -self.search::<M::Other>(step, depth, -alpha - 1, -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.search::<M::Other>(step, depth, -beta, -alpha)?)
    }

    /// What is seen of a position that is not over, with `M` to move, or its value if it is decided.
    #[inline]
    fn look<'s, M: Side>(&self, step: &'s Step<S>) -> Result<Sight<'s, S>, i32> {
        let ahead = self.board.ahead::<M>(step.at.of::<M>());
        let threat = match verdict::<S, M>(self.board, &step.at, ahead) {
            Verdict::Won(moves) => return Err(WON - step.ply - (2 * moves as i32 - 1)),
            Verdict::Lost(moves) => return Err(step.ply + 2 * moves as i32 - WON),
            Verdict::Threatened(by) => by,
            Verdict::Open => S::EMPTY,
        };
        Ok(Sight { step, ahead, threat })
    }

    /// The value of a position that is not over, with `M` to move, searched to `depth`: exact between
    /// `alpha` and `beta`, else a bound on that side of them.
    fn search<M: Side>(&mut self, step: &Step<S>, depth: i32, alpha: i32, beta: i32) -> Result<i32, Ended> {
        self.watch.node()?;
        let sight = match self.look::<M>(step) {
            Ok(sight) => sight,
            Err(value) => return Ok(value),
        };
        let known = if depth > 0 { self.table.get(step.at.key) } else { None };
        let known = known.map(|entry| from_table(entry, step.ply));
        if let Some(value) = known.and_then(|entry| entry.settles(depth, alpha, beta)) {
            return Ok(value);
        }
        let (board, worth, floor) = (self.board, self.sum.worth, self.stack.len());
        if step.via != Move::NONE {
            self.evaluation.play::<S, M::Other>(board, &mut self.sum, step.via, step.captured);
        }
        let found = if depth <= 0 {
            self.quiesce::<M>(&sight, depth, alpha, beta)?
        } else if let Some(value) = self.is_enough::<M>(&sight, depth, alpha, beta)? {
            value
        } else {
            let first = known.map_or(Move::NONE, |entry| entry.best);
            self.expand::<M>(&sight, first, depth, alpha, beta)?
        };
        self.stack.truncate(floor);
        if step.via != Move::NONE {
            self.evaluation.undo::<S, M::Other>(board, &mut self.sum, step.via, step.captured, worth);
        }
        Ok(found)
    }

    /// A value of at least `beta` for a position so good that its moves need not be searched: the estimate is far
    /// above, or even without a move (Beal's null move, 1989) a shallower search comes out above. Never is that
    /// a proof, so it is not done where `beta` is the value of a decided game, nor does it give one.
    #[inline]
    fn is_enough<M: Side>(
        &mut self,
        sight: &Sight<'_, S>,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<i32>, Ended> {
        let step = sight.step;
        let may = self.manner.reductions && beta - alpha == 1 && beta.abs() < MOST && sight.threat.is_empty();
        if !may {
            return Ok(None);
        }
        let estimate = self.estimate::<M>(step.at.key);
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
        let value = -self.search::<M::Other>(&null, depth - 1 - NULL_LESS - depth / 6, -beta, -beta + 1)?;
        Ok((value >= beta).then_some(beta))
    }

    /// Searches the moves of a position.
    fn expand<M: Side>(
        &mut self,
        sight: &Sight<'_, S>,
        first: Move,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Ended> {
        let (board, Step { at, ply, .. }) = (self.board, sight.step);
        let (floor, threatened) = (alpha, !sight.threat.is_empty());
        let squares = if threatened { sight.threat } else { board.all };
        let begin = self.stack.len();
        let guess = Guess { first, memory: &self.memory, ply: *ply };
        rank_all::<S, M>(board, at, sight.ahead, squares, &guess, &mut self.stack);
        let (mut next, end) = (begin, self.stack.len());
        let below = if threatened { depth } else { depth - 1 };
        let (mut best, mut value) = (Move::NONE, -INFINITE);
        // What a quiet move at the leaves is hoped to come to.
        let hope = if self.manner.reductions && depth <= HOPE_DEPTH && beta - floor == 1 && !threatened {
            self.estimate::<M>(at.key) + HOPE * depth
        } else {
            INFINITE
        };
        while let Some(mv) = next_best(&mut self.stack[next..end]) {
            let number = next - begin;
            next += 1;
            // Skipped moves are not proved bad: the value stays one of an open game.
            if hope <= alpha
                && number > 0
                && floor > -MOST
                && !at.of::<M::Other>().has(mv.to())
                && board.distance::<M>(mv.to()) > 2
            {
                value = value.max(hope.max(-MOST));
                continue;
            }
            let (after, captured) = at.after::<M>(board, mv);
            let step = Step { at: after, via: mv, captured, ply: ply + 1 };
            let mut less = 0;
            if self.manner.reductions && !threatened && !captured && number >= 3 && depth >= 3 {
                less = i32::from(self.reductions[depth.min(63) as usize][number.min(63)]);
                if beta - floor > 1 || self.memory.is_killer(mv, *ply) {
                    less -= 1;
                }
                less = less.clamp(0, below - 1);
            }
            if less > 0 {
                let found = -self.search::<M::Other>(&step, below - less, -alpha - 1, -alpha)?;
                if found <= alpha {
                    value = value.max(found);
                    continue;
                }
            }
            let found = self.scout::<M>(&step, below, alpha, beta, number == 0)?;
            if found > value {
                value = found;
                if found > alpha {
                    alpha = found;
                    best = mv;
                }
                if value >= beta {
                    if !captured {
                        self.learn::<M>(at, begin..next, *ply, depth);
                    }
                    break;
                }
            }
        }
        let bound = if value >= beta {
            Bound::Lower
        } else if value <= floor {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // What was best before is a better guess than nothing.
        let best = if best == Move::NONE { first } else { best };
        self.table.put(at.key, Entry { value: to_table(value, *ply), best, depth, bound });
        Ok(value)
    }

    /// Remembers that the last of the moves `tried` on the stack, a quiet one, has cut, and the others have not.
    fn learn<M: Side>(&mut self, at: &Position<S>, tried: Range<usize>, ply: i32, depth: i32) {
        let Some((&cut, vain)) = self.stack[tried].split_last() else { return };
        self.memory.cut(M::INDEX, move_of(cut), self.board.way(move_of(cut)), ply, depth);
        for mv in vain.iter().map(|&ranked| move_of(ranked)) {
            if !at.of::<M::Other>().has(mv.to()) {
                self.memory.failed(M::INDEX, self.board.way(mv), depth);
            }
        }
    }

    /// The value when only captures are left to be searched; they may be declined, but not that of a
    /// piece that would win at once.
    #[inline]
    fn quiesce<M: Side>(
        &mut self,
        sight: &Sight<'_, S>,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Ended> {
        let at = &sight.step.at;
        if !sight.threat.is_empty() {
            return self.captures::<M>(sight, sight.threat, depth, -INFINITE, alpha, beta);
        }
        let mut squares = sight.ahead.attacked() & at.of::<M::Other>();
        if depth <= ONLY_BACK {
            squares = squares & S::of(sight.step.via.to());
        }
        let value = self.estimate::<M>(at.key);
        self.captures::<M>(sight, squares, depth, value, alpha, beta)
    }

    /// The best of `value`, which the side to move has anyway, and of what captures on `squares` lead to.
    #[inline]
    fn captures<M: Side>(
        &mut self,
        sight: &Sight<'_, S>,
        squares: S,
        depth: i32,
        mut value: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Ended> {
        if value >= beta || squares.is_empty() {
            return Ok(value);
        }
        let (board, Step { at, ply, .. }) = (self.board, sight.step);
        alpha = alpha.max(value);
        let floor = self.stack.len();
        let trades = depth > NO_TRADES || !sight.threat.is_empty();
        rank_captures::<S, M>(board, at, sight.ahead, squares, trades, &mut self.stack);
        let (mut next, end) = (floor, self.stack.len());
        while let Some(mv) = next_best(&mut self.stack[next..end]) {
            next += 1;
            let (after, captured) = at.after::<M>(board, mv);
            let step = Step { at: after, via: mv, captured, ply: ply + 1 };
            let found = -self.search::<M::Other>(&step, depth - 1, -beta, -alpha)?;
            if found > value {
                value = found;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.stack.truncate(floor);
        Ok(value)
    }

    /// The estimate of the position that the sum stands for, with `M` to move.
    #[inline]
    fn estimate<M: Side>(&self, key: u64) -> i32 {
        let worth = if M::INDEX == 0 { self.sum.worth } else { -self.sum.worth };
        (worth + self.evaluation.tempo + waver(key, self.manner)).clamp(-MOST, MOST)
    }

    /// Tells of a finished iteration.
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
            depth: Some(outcome.depth),
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

/// A little noise for a position, a different one for every key; none for 0.
#[inline]
fn waver(key: u64, Manner { noise, waver, .. }: Manner) -> i32 {
    if noise == 0 {
        return 0;
    }
    let mixed = (key ^ noise).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    (mixed % (2 * waver + 1)) as i32 - waver as i32
}

/// A value as the table keeps it: decided games are counted from the position, not from the root.
#[inline]
fn to_table(value: i32, ply: i32) -> i32 {
    if value.abs() > DECIDED { value + value.signum() * ply } else { value }
}

/// The entry as seen from `ply`.
#[inline]
fn from_table(mut entry: Entry, ply: i32) -> Entry {
    if entry.value.abs() > DECIDED {
        entry.value -= entry.value.signum() * ply;
    }
    entry
}
