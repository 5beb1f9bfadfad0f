//! Positions and moves as text, and why a text is no position or no legal move.

use std::fmt;
use std::str::FromStr;

use super::super::square::{Diagram, write_rows};
use super::super::{IllegalMove, ParseError, PlyText, Square};
use super::{Breakthrough, Colour, Move, SIDES, Shape, Word};

impl<B: Word> Breakthrough<B> {
    /// The canonical text of a move.
    pub fn text(&self, mv: Move) -> String {
        self.ply(mv).to_string()
    }

    /// The same without memory of its own.
    pub(super) fn ply(&self, mv: Move) -> PlyText {
        let mut text = PlyText::default();
        self.shape.square(u32::from(mv.from)).write(&mut text);
        self.shape.square(u32::from(mv.to)).write(&mut text);
        text
    }

    /// Reads a move, `a2b3` or the assignment's `(2,1)(3,2)`, and judges it.
    ///
    /// # Errors
    /// Why it is not legal here.
    pub fn read(&self, ply: &str) -> Result<Move, IllegalMove> {
        let illegal = |reason| Err(IllegalMove::new(ply, reason));
        if self.winner().is_some() {
            return illegal("the game is over");
        }
        let Some((from, to)) = squares(ply) else {
            return illegal("not a move: expected two squares such as a2b3");
        };
        let (Some(from_bit), Some(to_bit)) = (self.shape.bit(from), self.shape.bit(to)) else {
            return illegal("off the board");
        };
        let (own, enemy) = (self.pieces(self.side), self.pieces(self.side.other()));
        if enemy.has(from_bit) {
            return illegal("the piece there is the opponent's");
        }
        if !own.has(from_bit) {
            return illegal("no piece there");
        }
        let up = i32::from(to.row) - i32::from(from.row);
        let forward = if self.side == Colour::White { up } else { -up };
        let aside = (i32::from(to.column) - i32::from(from.column)).abs();
        match (forward, aside) {
            (0, 0) => illegal("does not move"),
            (..0, _) => illegal("backwards"),
            (0, 1) => illegal("sideways"),
            (1, 0 | 1) => {
                if own.has(to_bit) {
                    illegal("a piece of your own is there")
                } else if aside == 0 && enemy.has(to_bit) {
                    illegal("captures only diagonally")
                } else {
                    Ok(Move { from: from_bit as u8, to: to_bit as u8 })
                }
            }
            _ => illegal("too far"),
        }
    }

    /// The letter on a square: `w`, `b` or `.`.
    pub(super) fn letter(&self, bit: u32) -> u8 {
        [Colour::White, Colour::Black]
            .into_iter()
            .find(|&side| self.pieces(side).has(bit))
            .map_or(b'.', Colour::letter)
    }

    /// Builds what a diagram shows, if that can be a position.
    pub(super) fn of(diagram: &Diagram, text: &str) -> Result<Self, ParseError> {
        let fail = |reason: String| Err(ParseError::new(text, 0, reason));
        let (rows, columns) = (diagram.rows.len() as u8, diagram.rows[0].len() as u8);
        let Some(shape) = Shape::<B>::of(rows, columns) else {
            return fail(format!("a board of {rows} by {columns} does not fit {} bits", B::WIDTH));
        };
        let pieces = [Colour::White, Colour::Black].map(|side| {
            let squares = diagram.rows.iter().rev().flatten().zip(0..);
            squares
                .filter(|&(&found, _)| found == side.letter())
                .fold(B::EMPTY, |pieces, (_, bit)| pieces | B::of(bit))
        });
        // More pieces than a game begins with are let through: the rules say what happens to them, and
        // whoever sets up a position may want them.
        if pieces.iter().all(|pieces| pieces.is_empty()) {
            return fail("a board without pieces".to_owned());
        }
        if (0..2).all(|side| !(pieces[side] & shape.goal[side]).is_empty()) {
            return fail("both sides have a piece on their far row".to_owned());
        }
        let side = if diagram.side == b'w' { Colour::White } else { Colour::Black };
        Ok(Self { shape, pieces, side })
    }
}

/// The two squares of a move's text.
fn squares(ply: &str) -> Option<(Square, Square)> {
    if !ply.starts_with('(') {
        let (from, rest) = Square::prefix(ply)?;
        return Some((from, Square::parse(rest)?));
    }
    let pair = |text: &str| {
        let (row, column) = text.split_once(',')?;
        let index =
            |number: &str| number.trim().parse::<u8>().ok()?.checked_sub(1).filter(|&index| index < 26);
        Some(Square { column: index(column)?, row: index(row)? })
    };
    let (from, to) = ply.strip_prefix('(')?.strip_suffix(')')?.split_once(")(")?;
    Some((pair(from)?, pair(to)?))
}

impl<B: Word> fmt::Display for Breakthrough<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = u32::from(self.shape.columns);
        let row = |row| (0..width).map(move |column| self.letter(row * width + column));
        write_rows(f, (0..u32::from(self.shape.rows)).rev().map(row))?;
        write!(f, " {}", char::from(self.side.letter()))
    }
}

impl<B: Word> FromStr for Breakthrough<B> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::of(&diagram(text)?, text)
    }
}

/// Reads the rows and sees that they are a board.
pub(super) fn diagram(text: &str) -> Result<Diagram, ParseError> {
    let diagram = Diagram::parse(text, *b"wb")?;
    let (rows, columns) = (diagram.rows.len(), diagram.rows[0].len());
    let fits = |side: usize| u8::try_from(side).is_ok_and(|side| SIDES.contains(&side));
    if !fits(rows) || !fits(columns) {
        let reason = format!("{rows} rows of {columns} squares, expected 4..12 rows and 4..12 columns");
        return Err(ParseError::new(text, 0, reason));
    }
    Ok(diagram)
}
