//! `bench`: how fast the engine is, on a suite of its own.
//!
//! The positions of `suite.txt` are out of games that the trainer played against itself, each with its
//! result. Nodes and results are the same on every machine; only the times differ.

use std::fmt::Write as _;
use std::time::Instant;

use arena::games::othello::{Eight, Othello};
use arena::protocol::budget::{Budget, Host, Quiet};

use crate::board::{Board, squares};
use crate::hash::Table;
use crate::think::{Style, think};
use crate::weights::Weights;

/// Solved endgames: a position and its result for the side to move in each line.
const SUITE: &str = include_str!("../suite.txt");

/// How far the midgame is searched from the start.
const MIDGAME_DEPTH: u32 = 14;

/// Megabytes of the table.
const MEGABYTES: usize = 64;

/// A line of the suite: the position and its result.
pub(crate) fn suite() -> impl Iterator<Item = (Board, i32)> {
    SUITE.lines().filter_map(|line| {
        let (position, result) = line.rsplit_once(' ')?;
        let position: Othello<Eight> = position.parse().ok()?;
        Some((Board::from(&position), result.parse().ok()?))
    })
}

/// Counts moves, searches the midgame and solves the suite; a line for each.
pub(crate) fn bench(weights: &Weights, host: &dyn Host) -> String {
    let mut text = String::new();
    let whole = measure(weights, host, &mut text);
    let last = whole.map_or_else(|| STOPPED.to_owned(), |nodes| format!("bench nodes {nodes}"));
    text + &last
}

/// What is said of a bench of which the rest would tell nothing.
const STOPPED: &str = "info string bench was stopped";

/// Writes what it measures, and gives the nodes of all searches, or `None` if it is stopped.
fn measure(weights: &Weights, host: &dyn Host, text: &mut String) -> Option<u64> {
    let mut tell = |what: &str, nodes: u64, began: Instant| {
        let seconds = began.elapsed().as_secs_f64().max(1e-6);
        let _ = writeln!(
            text,
            "info string {what}: {nodes} nodes, {:.2} s, {:.1} M/s",
            seconds,
            nodes as f64 / seconds / 1e6
        );
    };
    let began = Instant::now();
    tell("perft 10", perft(&Board::START, 10, host)?, began);
    let table = Table::new(MEGABYTES);
    let search = |board: &Board, style| {
        table.clear();
        let outcome = think(board, weights, &table, style, Budget::ENDLESS, &mut Quiet(host));
        (!host.stopped()).then_some(outcome)
    };
    let began = Instant::now();
    let midgame = search(&Board::START, Style { depth: MIDGAME_DEPTH, ..Style::FULL })?;
    tell(&format!("the start to depth {MIDGAME_DEPTH}"), midgame.nodes, began);
    let (mut nodes, mut right, mut count, began) = (0, 0, 0, Instant::now());
    for (board, result) in suite() {
        let outcome = search(&board, Style::FULL)?;
        nodes += outcome.nodes;
        count += 1;
        right += u32::from(outcome.solved && outcome.value == 100 * result);
    }
    tell(&format!("{right} of {count} endgames solved rightly"), nodes, began);
    Some(nodes + midgame.nodes)
}

/// The leaves `depth` plies below a board on which there is always a move so long; `None` if it is stopped.
fn perft(board: &Board, depth: u32, host: &dyn Host) -> Option<u64> {
    if depth <= PERFT_AT_ONCE {
        return (!host.stopped()).then(|| board.perft(depth));
    }
    let below = squares(board.moves()).map(|square| {
        let after = board.place(square, board.flips(square));
        perft(&after, depth - 1, host)
    });
    below.sum()
}

/// Plies that are counted in one go.
const PERFT_AT_ONCE: u32 = 6;
