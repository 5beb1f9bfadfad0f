//! Makes the opening book of the Othello engine out of the engine's own searches.
//!
//! From the start on it takes again and again the position that is the cheapest to come to, searches it, and
//! offers what can come of it: every move costs a step, and as much more as it is worse than the best one (Lincke:
//! "Strategies for the automatic construction of opening books", 2000). Who has the book makes its moves, so a
//! position to which both have come by worse ones is never asked for.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use arena::protocol::budget::{Budget, Patient};
use clap::Parser;
use indicatif::ProgressBar;
use othello::board::{Board, squares};
use othello::book::{least_image, text};
use othello::hash::Table;
use othello::packing::own_weights;
use othello::think::{Outcome, Style, think};

/// Writes an opening book to standard output: what the engine answers in the positions that matter most.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// Positions in the book
    #[arg(long, default_value_t = 600)]
    positions: usize,
    /// Discs that each is searched ahead
    #[arg(long, default_value_t = 18)]
    depth: u32,
    /// Discs that the moves are searched ahead to see how much worse each is than the best
    #[arg(long, default_value_t = 10)]
    glance: u32,
    /// What a move costs by itself, in hundredths of a disc
    #[arg(long, default_value_t = 100)]
    step: i32,
}

/// A position to which moves lead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    /// Steps and losses.
    cost: i32,
    /// What the player to move has lost by worse moves than the best, and what the other, in hundredths of a disc.
    losses: [i32; 2],
    /// The squares.
    moves: Vec<u8>,
    board: Board,
}

/// Nothing of one search is left for another: the book does not depend on their order.
fn search(table: &Table, board: &Board, depth: u32) -> Outcome {
    table.clear();
    think(board, own_weights(), table, Style { depth, ..Style::FULL }, Budget::ENDLESS, &mut Patient)
}

#[expect(clippy::print_stdout, reason = "the book is what it prints")]
fn main() {
    let Arguments { positions, depth, glance, step } = Arguments::parse();
    println!("# othello-book --positions {positions} --depth {depth} --glance {glance} --step {step}");
    let bar = ProgressBar::new(positions as u64);
    let table = Table::new(16);
    let mut known = HashSet::new();
    let mut lines =
        BinaryHeap::from([Reverse(Line { cost: 0, losses: [0, 0], moves: Vec::new(), board: Board::START })]);
    while known.len() < positions
        && let Some(Reverse(line)) = lines.pop()
    {
        let legal = line.board.moves();
        if legal == 0 || !known.insert(least_image(&line.board).0) {
            continue;
        }
        let Outcome { best, value, .. } = search(&table, &line.board, depth);
        let path: String = line.moves.iter().map(|&square| text(square)).collect();
        println!("{} {} {value}", if path.is_empty() { "-" } else { &path }, text(best));
        bar.inc(1);
        let after = |square| line.board.place(square, line.board.flips(square));
        let worth = |square| {
            let next = after(square);
            -if next.is_over() { 100 * next.difference() } else { search(&table, &next, glance).value }
        };
        let most = worth(u32::from(best));
        for square in squares(legal) {
            let loss = if square as u8 == best { 0 } else { (most - worth(square)).max(1) };
            let losses = [line.losses[1], line.losses[0] + loss];
            if losses[0] > 0 && losses[1] > 0 {
                continue;
            }
            let moves = [&line.moves[..], &[square as u8]].concat();
            let cost = line.cost + step + loss;
            lines.push(Reverse(Line { cost, losses, moves, board: after(square) }));
        }
    }
    bar.finish();
}
