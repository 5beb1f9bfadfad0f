//! Thinking: iterative deepening at the root, and what is answered when the time is up.
//!
//! Each iteration searches the best move of the last one first, and its value is where the next window is
//! set. When an iteration has come near enough to the end, the game is solved: first with cuts that
//! are likely, then surer ones, at last with none. If time is limited, who wins is found out before by how
//! much: it is the greater part of the question and the smaller of the work.
//!
//! Iterative deepening is told by Slate and Atkin ("Chess 4.5", 1977), the narrow window around an expected value, aspiration
//! search, by Baudet ("The design and analysis of algorithms for asynchronous multiprocessors", 1978). That threads share
//! nothing but the hash table is what chess programs of our time call lazy SMP.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use arena::games::othello::{Eight, Move, Othello};
use arena::protocol::budget::{Budget, Ended, Host};
use arena::protocol::crew::{Crew, Helper};
use arena::protocol::{Info, Score};

use crate::board::{Board, squares};
use crate::hash::{NO_MOVE, Table};
use crate::instructions::{Common, Instructions, Modern};
use crate::packing::own_weights;
use crate::probcut::SURE;
use crate::search::{INFINITE, Node, Search};
use crate::watch::Watch;
use crate::weights::Weights;

/// The sureness of cuts in searches that do not see the end.
const MIDGAME_SURENESS: u8 = 0;

/// When all but so many of the discs to the end have been searched, the game is solved.
const LEAP: u32 = 10;

/// With more empty squares than this no one waits for a result.
const SOLVABLE_EMPTIES: u32 = 32;

/// The levels of sureness at which results are looked for, one after the other: all there are.
const RESULT_SURENESS: RangeInclusive<u8> = 0..=SURE;

/// How to play.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The deepest iteration.
    pub depth: u32,
    /// With so many empty squares at most the game may be solved, whatever the depth.
    pub exact: u32,
    /// By how much, in hundredths of a disc, values of moves may waver.
    pub noise: i32,
    /// What the wavering comes from.
    pub seed: u64,
    /// How long others have kept the processor to themselves in the moves before: a loaded machine is
    /// loaded still.
    pub gap: Duration,
}

impl Style {
    /// As well as one thread can.
    pub const FULL: Self = Self { depth: 60, exact: 0, noise: 0, seed: 0, gap: Duration::ZERO };
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to make, or 64 for a pass.
    pub best: u8,
    /// Its value for the side to move in hundredths of a disc.
    pub value: i32,
    /// Whether that is the result of best play to the end.
    pub solved: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The longest time between two looks at the clock.
    pub gap: Duration,
}

/// What a search works with, and those who help with it may keep a moment longer.
#[derive(Clone, Debug)]
pub struct Means {
    /// Weights out of a file instead of the engine's own.
    pub weights: Option<Arc<Weights>>,
    /// The table.
    pub table: Arc<Table>,
}

impl Means {
    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        self.weights.as_deref().unwrap_or_else(|| own_weights())
    }
}

/// The best move of `board`, which is not over, that can be found within `budget` by one thread.
pub fn think(
    board: &Board,
    weights: &Weights,
    table: &Table,
    style: Style,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    table.next_search();
    Root { board: *board, weights, table, style }.think(Watch::expecting(host, budget, style.gap), 0)
}

/// The same by all threads of a crew.
pub fn think_together(
    board: &Board,
    means: &Means,
    crew: &mut Crew,
    style: Style,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    means.table.next_search();
    let board = *board;
    let shift = crew.begin(|number| {
        let means = means.clone();
        move |helper: &mut Helper| {
            let root = Root { board, weights: means.weights(), table: &means.table, style };
            root.think(Watch::new(helper, Budget { time: None, ..budget }), number);
        }
    });
    let root = Root { board, weights: means.weights(), table: &means.table, style };
    let host = &mut shift.leading(host);
    let mut outcome = root.think(Watch::expecting(host, budget, style.gap), 0);
    outcome.nodes += shift.end();
    outcome
}

/// What all threads have in common.
struct Root<'a> {
    board: Board,
    weights: &'a Weights,
    table: &'a Table,
    style: Style,
}

impl Root<'_> {
    /// What the thread with a number finds.
    fn think<'s>(&'s self, watch: Watch<'s>, number: usize) -> Outcome {
        match Modern::here() {
            Some(modern) => self.think_with(modern, watch, number),
            None => self.think_with(Common, watch, number),
        }
    }

    /// The same with the instructions given.
    fn think_with<'s>(&'s self, instructions: impl Instructions, watch: Watch<'s>, number: usize) -> Outcome {
        let &Self { board, weights, table, style } = self;
        let search = Search { instructions, weights, table, watch, sureness: SURE };
        Thinker { search, board, style, number, order: Vec::new() }.deepen()
    }
}

/// One thread at the root.
///
/// Helpers (lazy SMP) do the same as the first, beginning one iteration further on or with another move,
/// and what they find they leave in the table.
struct Thinker<'a, I> {
    search: Search<'a, I>,
    board: Board,
    style: Style,
    number: usize,
    /// The root's moves, best first.
    order: Vec<u8>,
}

/// One iteration.
#[derive(Clone, Copy, Debug)]
struct Aim {
    depth: u32,
    sureness: u8,
}

impl<I: Instructions> Thinker<'_, I> {
    fn deepen(mut self) -> Outcome {
        let empties = self.board.empties();
        let value;
        (self.order, value) = self.first_order();
        let mut outcome =
            Outcome { best: self.order[0], value, solved: false, nodes: 0, gap: Duration::ZERO };
        let (mut last, mut told) = (None, NO_MOVE);
        for aim in self.aims(empties) {
            let wavering = if aim.depth < empties { self.style.noise } else { 0 };
            let began = self.search.watch.elapsed();
            let short = last.is_some_and(|last| self.is_short(began, 12 * last));
            if aim.sureness == SURE && aim.depth == empties && short {
                // Who wins; if that is all there is time for, it is not little.
                if self.iterate(aim, -100, 100, 0, &mut outcome).is_err() {
                    self.report_change(aim, &outcome, told);
                    break;
                }
            }
            if self.aspire(aim, wavering, &mut outcome).is_err() {
                self.report_change(aim, &outcome, told);
                break;
            }
            last = Some(self.search.watch.elapsed().saturating_sub(began));
            outcome.solved = aim.depth == empties && aim.sureness == SURE;
            self.report(aim, &outcome);
            told = outcome.best;
        }
        if last.is_none() {
            // Not even one was finished; but there is an answer, from a ply ahead.
            self.report(Aim { depth: 1, sureness: MIDGAME_SURENESS }, &outcome);
        }
        outcome.nodes = self.search.watch.nodes();
        outcome.gap = self.search.watch.gap();
        outcome
    }

    /// Whether there may be less time left than `wanted`.
    fn is_short(&self, now: Duration, wanted: Duration) -> bool {
        self.search.watch.time().is_some_and(|time| now + wanted > time)
    }

    /// The iterations there may be.
    fn aims(&self, empties: u32) -> Vec<Aim> {
        let style = &self.style;
        let solvable = style.depth >= empties || empties <= style.exact;
        let ahead = if solvable && empties <= SOLVABLE_EMPTIES {
            empties.saturating_sub(LEAP).max(1)
        } else {
            empties - 1
        };
        let last = ahead.min(style.depth).min(empties - 1);
        let first = if self.number % 2 == 1 { 2 } else { 1 };
        let sureness = |depth| if depth < 8 { SURE } else { MIDGAME_SURENESS };
        let mut aims: Vec<Aim> =
            (first..=last).map(|depth| Aim { depth, sureness: sureness(depth) }).collect();
        if solvable {
            let results = RESULT_SURENESS.filter(|&sureness| sureness == SURE || empties > 13);
            aims.extend(results.map(|sureness| Aim { depth: empties, sureness }));
        }
        aims
    }

    /// All moves, in the order of a glance at each, and what it says of the best.
    fn first_order(&mut self) -> (Vec<u8>, i32) {
        let node = Node::of(&self.board);
        let moves = self.board.moves();
        if moves == 0 {
            return (vec![NO_MOVE], -self.search.evaluate(&node.pass()));
        }
        let mut ranked: Vec<(i32, u8)> =
            squares(moves).map(|square| (self.search.evaluate(&node.after(square)), square as u8)).collect();
        ranked.sort_unstable();
        let (count, value) = (ranked.len(), -ranked[0].0);
        let mut order: Vec<u8> = ranked.into_iter().map(|(_, square)| square).collect();
        // Helpers begin each with another of the good moves.
        order.rotate_left(self.number / 2 % count.min(3));
        (order, value)
    }

    /// One iteration with a window about the last value, wider until the value is inside.
    fn aspire(&mut self, aim: Aim, wavering: i32, outcome: &mut Outcome) -> Result<(), Ended> {
        let exact = aim.depth == self.board.empties();
        if aim.depth < 5 || wavering > 0 {
            return self.iterate(aim, -INFINITE, INFINITE, wavering, outcome);
        }
        let mut reach = if exact { 200 } else { 150 };
        let middle = if exact { (outcome.value + 6400) / 200 * 200 - 6400 } else { outcome.value };
        let (mut alpha, mut beta) = (middle - reach, middle + reach);
        loop {
            self.iterate(aim, alpha, beta, wavering, outcome)?;
            if outcome.value <= alpha && alpha > -6400 {
                beta = outcome.value + 1;
                reach *= 3;
                alpha = outcome.value - reach;
            } else if outcome.value >= beta && beta < 6400 {
                alpha = outcome.value - 1;
                reach *= 3;
                beta = outcome.value + reach;
            } else {
                return Ok(());
            }
        }
    }

    /// Searches all moves; `outcome` has the best of those searched, even if the search is ended.
    fn iterate(
        &mut self,
        aim: Aim,
        alpha: i32,
        beta: i32,
        wavering: i32,
        outcome: &mut Outcome,
    ) -> Result<(), Ended> {
        self.search.sureness = aim.sureness;
        let root = Node::of(&self.board);
        let mut value = -INFINITE;
        let moves = self.order.clone();
        for (index, &square) in moves.iter().enumerate() {
            let (after, depth) = match square {
                NO_MOVE => (root.pass(), aim.depth),
                square => (root.after(u32::from(square)), aim.depth - 1),
            };
            let extra = self.waver(&after.board, wavering);
            let low = alpha.max(value) - extra;
            let mut found = low + 1;
            if index > 0 {
                found = -self.search.search(&after, depth, -low - 1, -low)?;
            }
            if index == 0 || (found > low && found + extra < beta) {
                found = -self.search.search(&after, depth, extra - beta, -low)?;
            }
            let found = found + extra;
            if index == 0 || found > value {
                value = found;
                if index == 0 || found > alpha {
                    (outcome.best, outcome.value) = (square, value);
                    self.order.retain(|&other| other != square);
                    self.order.insert(0, square);
                }
                if value >= beta {
                    break;
                }
            }
        }
        outcome.value = value;
        Ok(())
    }

    /// What is added to the value of a move.
    fn waver(&self, after: &Board, wavering: i32) -> i32 {
        if wavering == 0 {
            return 0;
        }
        let mut random =
            arena::games::random::Random::derived(self.style.seed, &[after.mover, after.opponent]);
        random.below(2 * wavering as usize + 1) as i32 - wavering
    }

    /// Tells of an iteration that was cut short, if the answer is another than was `told` before.
    fn report_change(&mut self, aim: Aim, outcome: &Outcome, told: u8) {
        if told != NO_MOVE && outcome.best != told {
            self.report(aim, outcome);
        }
    }

    /// Tells of an iteration.
    fn report(&mut self, aim: Aim, outcome: &Outcome) {
        if self.number > 0 {
            return;
        }
        let pv = self.line(outcome.best).into_iter().map(Othello::<Eight>::text).collect();
        let (depth, score) = (Some(aim.depth), Some(Score::Cp(outcome.value)));
        self.search.watch.report(Info { depth, score, pv, ..Info::default() });
    }

    /// The line expected after `best`, as far as the table knows it.
    fn line(&self, best: u8) -> Vec<Move> {
        let (mut board, mut best, mut line) = (self.board, best, Vec::new());
        loop {
            let legal = board.moves();
            if legal == 0 && board.pass().moves() != 0 && (line.is_empty() || best == NO_MOVE) {
                line.push(Move::Pass);
                board = board.pass();
            } else if best < NO_MOVE && legal >> best & 1 == 1 {
                line.push(Move::Place(u32::from(best)));
                board = board.place(u32::from(best), board.flips(u32::from(best)));
            } else {
                return line;
            }
            best = self.search.table.get(&board).map_or(NO_MOVE, |known| known.best[0]);
        }
    }
}
