//! Positions and moves as text, and why a text is no position or no legal move.

use std::fmt;
use std::str::FromStr;

use super::super::bits::Bits;
use super::super::square::{Diagram, write_rows};
use super::super::{IllegalMove, ParseError, PlyText, Square};
use super::{Colour, Move, Othello, SIZES, Size};

impl<S: Size> Othello<S> {
    /// The canonical text of a move.
    pub fn text(mv: Move) -> String {
        Self::ply(mv).to_string()
    }

    /// The same without memory of its own.
    pub fn ply(mv: Move) -> PlyText {
        let mut text = PlyText::default();
        match mv {
            Move::Place(square) => Self::square(square).write(&mut text),
            Move::Pass => b"pass".iter().for_each(|&letter| text.push(letter)),
        }
        text
    }

    /// The square of a bit.
    fn square(bit: u32) -> Square {
        Square { column: (bit % S::SIDE) as u8, row: (bit / S::SIDE) as u8 }
    }

    /// Reads a move and judges it.
    ///
    /// # Errors
    /// Why it is not legal here.
    pub fn read(&self, ply: &str) -> Result<Move, IllegalMove> {
        self.judge(ply).map(|(mv, _)| mv)
    }

    /// The same; gives the discs that turn over as well, by which it has been judged.
    #[inline]
    pub(super) fn judge(&self, ply: &str) -> Result<(Move, S::Word), IllegalMove> {
        let square = Square::parse(ply);
        if let Some(Square { column, row }) = square
            && u32::from(column) < S::SIDE
            && u32::from(row) < S::SIDE
        {
            // Nearly always the move is legal, and then one square tells it.
            let square = u32::from(row) * S::SIDE + u32::from(column);
            if self.empty().has(square) {
                let flips = self.flips(square);
                if !flips.is_empty() {
                    return Ok((Move::Place(square), flips));
                }
            }
        }
        self.pass_or_illegal(ply, square).map(|()| (Move::Pass, S::Word::EMPTY))
    }

    /// What is no legal placement is a legal pass, or it is told why it is not legal.
    #[cold]
    fn pass_or_illegal(&self, ply: &str, square: Option<Square>) -> Result<(), IllegalMove> {
        let illegal = |reason| Err(IllegalMove::new(ply, reason));
        let is_stuck = self.is_stuck();
        if is_stuck && self.opponent_is_stuck() {
            return illegal("the game is over");
        }
        if ply.eq_ignore_ascii_case("pass") {
            return if is_stuck { Ok(()) } else { illegal("a pass while there is a move") };
        }
        let Some(Square { column, row }) = square else {
            return illegal("not a move: expected a square such as c4");
        };
        if u32::from(column) >= S::SIDE || u32::from(row) >= S::SIDE {
            return illegal("off the board");
        }
        if !self.empty().has(u32::from(row) * S::SIDE + u32::from(column)) {
            illegal("not empty")
        } else if is_stuck {
            illegal("encloses nothing: must pass")
        } else {
            illegal("encloses nothing")
        }
    }

    /// The letter on a square: `x`, `o` or `.`.
    pub(super) fn letter(&self, bit: u32) -> u8 {
        if self.mover.has(bit) {
            self.side.letter()
        } else if self.opponent.has(bit) {
            self.side.other().letter()
        } else {
            b'.'
        }
    }
}

impl<S: Size> fmt::Display for Othello<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row| (0..S::SIDE).map(move |column| self.letter(row * S::SIDE + column));
        write_rows(f, (0..S::SIDE).map(row))?;
        write!(f, " {}", char::from(self.side.letter()))
    }
}

impl<S: Size> FromStr for Othello<S> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let diagram = diagram(text)?;
        if diagram.rows.len() != S::SIDE as usize {
            let reason = format!("a board of {0}x{0}, expected {1}x{1}", diagram.rows.len(), S::SIDE);
            return Err(ParseError::new(text, 0, reason));
        }
        Ok(Self::of(&diagram))
    }
}

impl<S: Size> Othello<S> {
    pub(super) fn of(diagram: &Diagram) -> Self {
        let discs = |letter| {
            let squares = diagram.rows.iter().flatten().zip(0..);
            squares
                .filter(|&(&found, _)| found == letter)
                .fold(S::Word::EMPTY, |discs, (_, bit)| discs | S::Word::of(bit))
        };
        let side = if diagram.side == b'x' { Colour::Black } else { Colour::White };
        Self { mover: discs(side.letter()), opponent: discs(side.other().letter()), side }
    }
}

/// Reads the rows and sees that they are a board.
pub(super) fn diagram(text: &str) -> Result<Diagram, ParseError> {
    let diagram = Diagram::parse(text, *b"xo")?;
    let (rows, columns) = (diagram.rows.len(), diagram.rows[0].len());
    if rows != columns || !SIZES.iter().any(|&size| usize::from(size) == rows) {
        let reason =
            format!("{rows} rows of {columns} squares, expected a square board of 4, 6, 8 or 10 a side");
        return Err(ParseError::new(text, 0, reason));
    }
    Ok(diagram)
}
