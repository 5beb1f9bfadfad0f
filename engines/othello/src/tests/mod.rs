//! Each idea against a plainer one: bitboards against the rules, searches against minimax, what is
//! stored against what is computed.

mod board;
mod book;
mod evaluation;
mod player;
mod search;
mod watch;

use arena::games::random::Random;

use crate::board::{Board, squares};

/// A position on the way through a random game, with so many empty squares or a few more; not over.
fn random_board(empties: u32, random: &mut Random) -> Board {
    'again: loop {
        let mut board = Board::START;
        while board.empties() > empties {
            let moves = board.moves();
            if moves == 0 {
                board = board.pass();
                if board.moves() == 0 {
                    continue 'again;
                }
                continue;
            }
            let square = squares(moves).nth(random.below(moves.count_ones() as usize)).unwrap();
            board = board.place(square, board.flips(square));
        }
        if !board.is_over() {
            return board;
        }
    }
}
