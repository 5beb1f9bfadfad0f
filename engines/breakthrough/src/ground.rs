//! The ground a game is played on, a board with its evaluation, and where on it a game stands.

use std::sync::Arc;

use arena::games::Line;
use arena::games::bits::{Bits, Wide};
use arena::games::breakthrough::{Breakthrough, Colour};

use crate::board::{Black, Board, Move, Position, White};
use crate::evaluation::Evaluation;
use crate::set::{Set, Words};
use crate::weights::Weights;

/// A board with its evaluation.
#[derive(Clone, Debug)]
pub struct Ground<S> {
    /// The board.
    pub board: Board<S>,
    /// Its evaluation.
    pub evaluation: Evaluation,
}

impl<S: Set> Ground<S> {
    /// The ground of so many rows and columns.
    pub fn new(rows: u8, columns: u8, weights: &Weights) -> Self {
        let board = Board::new(rows, columns);
        let evaluation = Evaluation::new(&board, weights);
        Self { board, evaluation }
    }
}

/// A ground in the narrowest sets that hold its board, shared by all who search on it.
#[derive(Clone, Debug)]
pub enum AnyGround {
    /// Of up to 64 squares.
    Narrow(Arc<Ground<u64>>),
    /// Of up to 128.
    Middle(Arc<Ground<Words<2>>>),
    /// Of up to 192.
    Wide(Arc<Ground<Words<3>>>),
}

impl AnyGround {
    /// The ground of so many rows and columns.
    pub fn new(rows: u8, columns: u8, weights: &Weights) -> Self {
        match u32::from(rows) * u32::from(columns) {
            ..=64 => Self::Narrow(Arc::new(Ground::new(rows, columns, weights))),
            65..=128 => Self::Middle(Arc::new(Ground::new(rows, columns, weights))),
            _ => Self::Wide(Arc::new(Ground::new(rows, columns, weights))),
        }
    }
}

/// A position as a line has come to it.
#[derive(Clone, Debug)]
pub struct Stand<S> {
    /// White's pieces and Black's.
    pub pieces: [S; 2],
    /// 0 if White is to move, 1 if Black is.
    pub side: usize,
}

/// Reads where a line has come to; its game must be Breakthrough.
pub fn stand<S: Set>(line: &Line) -> Stand<S> {
    let text = line.position().to_string();
    let position: Breakthrough<Wide> = text.parse().expect("a position's own text");
    let set = |colour| position.pieces(colour).squares().fold(S::EMPTY, |set, square| set | S::of(square));
    Stand { pieces: [set(Colour::White), set(Colour::Black)], side: position.side() as usize }
}

impl<S: Set> Stand<S> {
    /// The same for the search.
    pub fn position(&self, board: &Board<S>) -> Position<S> {
        Position::new(board, self.pieces, self.side)
    }

    /// The text of the position.
    pub fn text(&self, board: &Board<S>) -> String {
        let width = u32::from(board.columns);
        let letter = |square: u32| match self.pieces.map(|pieces| pieces.has(square)) {
            [true, _] => 'w',
            [_, true] => 'b',
            _ => '.',
        };
        let row = |row: u32| (0..width).map(|column| letter(row * width + column)).collect::<String>();
        let rows: Vec<String> = (0..u32::from(board.rows)).rev().map(row).collect();
        format!("{} {}", rows.join("/"), ['w', 'b'][self.side])
    }

    /// The side that has won, if one has.
    pub fn winner(&self, board: &Board<S>) -> Option<usize> {
        let position = self.position(board);
        let won = [position.won::<White>(board), position.won::<Black>(board)];
        // The side that moved last is asked first: in play no other can have won.
        [1 - self.side, self.side].into_iter().find(|&side| won[side])
    }

    /// The most plies after which the side to move has won, if it wins: every move is a step ahead, only the last may
    /// enter the far row, and who loses has a move less.
    pub fn longest_win(&self, board: &Board<S>) -> u32 {
        let steps = |side: usize| -> u32 {
            let distance = if side == 0 { Board::distance::<White> } else { Board::distance::<Black> };
            self.pieces[side].squares().map(|square| distance(board, square).saturating_sub(1)).sum()
        };
        1 + 2 * steps(0).min(steps(1))
    }

    /// The stand after a legal move.
    pub fn after(&self, board: &Board<S>, mv: Move) -> Self {
        let position = self.position(board);
        let (next, _) = if self.side == 0 {
            position.after::<White>(board, mv)
        } else {
            position.after::<Black>(board, mv)
        };
        Self { pieces: next.pieces, side: 1 - self.side }
    }

    /// The legal moves of a position that is not over.
    pub fn moves(&self, board: &Board<S>) -> Vec<Move> {
        let position = self.position(board);
        let mut moves = Vec::new();
        let with = |mv| moves.push(mv);
        if self.side == 0 {
            position.each_move::<White>(board, board.ahead::<White>(self.pieces[0]), board.all, with);
        } else {
            position.each_move::<Black>(board, board.ahead::<Black>(self.pieces[1]), board.all, with);
        }
        moves
    }
}
