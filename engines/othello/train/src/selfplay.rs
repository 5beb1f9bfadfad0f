//! Self-play: the games that the next generation learns from.
//!
//! Every game begins with random plies, so that no two are alike, goes on with searches of fixed depth,
//! and is played out perfectly as soon as it can be solved: the label of a position is what the game
//! came to.

use arena::games::random::Random;
use arena::protocol::budget::{Budget, Ended, Patient};
use othello::board::{Board, squares};
use othello::hash::Table;
use othello::instructions::{Instructions, Modern};
use othello::search::{Node, Search};
use othello::watch::Watch;
use othello::weights::Weights;

use crate::games::Game;

/// The fewest and the most random plies.
const RANDOM_PLIES: (usize, usize) = (6, 14);

/// How a generation plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    /// Discs that it looks ahead.
    pub(crate) depth: u32,
    /// With so many empty squares it looks to the end.
    pub(crate) exact: u32,
}

/// Plays a game; the same for the same `random`.
pub(crate) fn play(weights: &Weights, how: Play, table: &Table, mut random: Random) -> Game {
    let plies = RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1 - RANDOM_PLIES.0 + 1);
    table.clear();
    table.next_search();
    let mut patient = Patient;
    let watch = Watch::new(&mut patient, Budget::ENDLESS);
    let mut search =
        Search { instructions: Modern::here(), weights, table, watch, sureness: othello::probcut::SURE };
    let (mut board, mut black, mut moves) = (Board::START, true, Vec::with_capacity(60));
    loop {
        let legal = board.moves();
        if legal == 0 {
            (board, black) = (board.pass(), !black);
            if board.moves() == 0 {
                break;
            }
            continue;
        }
        let square = if moves.len() < plies {
            let choice = random.below(legal.count_ones() as usize);
            squares(legal).nth(choice).unwrap_or(0)
        } else if legal.count_ones() == 1 {
            legal.trailing_zeros()
        } else {
            let empties = board.empties();
            let depth = if empties <= how.exact { empties } else { how.depth };
            // Nothing ends a search without limit.
            search.choose(&Node::of(&board), depth).map_or(0, |(square, _)| square)
        };
        moves.push(square as u8);
        (board, black) = (board.place(square, board.flips(square)), !black);
    }
    let result = if black { board.difference() } else { -board.difference() };
    Game { random: plies.min(moves.len()), result, moves }
}

/// What [`play`] asks of a search.
trait Choose {
    /// The best move of a node that has one, searched to `depth`, and its value.
    fn choose(&mut self, node: &Node, depth: u32) -> Result<(u32, i32), Ended>;
}

impl<I: Instructions> Choose for Search<'_, I> {
    fn choose(&mut self, node: &Node, depth: u32) -> Result<(u32, i32), Ended> {
        let exact = depth == node.board.empties();
        let mut order: Vec<u32> = squares(node.board.moves()).collect();
        let mut value = 0;
        let first = if exact { (depth / 2).saturating_sub(3).clamp(1, depth) } else { 1 };
        for depth in (first..depth).take(if exact { 1 } else { 64 }).chain([depth]) {
            let mut best = 0;
            for (index, &square) in order.iter().enumerate() {
                let after = node.after(square);
                let alpha = if index == 0 { -10_000 } else { value };
                let mut found = alpha + 1;
                if index > 0 {
                    found = -self.search(&after, depth - 1, -alpha - 1, -alpha)?;
                }
                if index == 0 || found > alpha {
                    found = -self.search(&after, depth - 1, -10_000, -alpha)?;
                }
                if index == 0 || found > value {
                    (best, value) = (index, found);
                }
            }
            order[..=best].rotate_right(1);
        }
        Ok((order[0], value))
    }
}
