//! Rows as each side counts them, and questions about pieces that search and evaluation share.

use arena::games::breakthrough::{Breakthrough, Colour, Shape, Word};

/// A board with its rows as sets.
#[derive(Clone, Debug)]
pub(crate) struct Board<B> {
    /// For each side, White's first: the rows by their distance from its far row.
    away: [Vec<B>; 2],
}

impl<B: Word> Board<B> {
    /// The rows of a shape.
    pub(crate) fn new(shape: &Shape<B>) -> Self {
        let width = u32::from(shape.columns);
        let [top, bottom] = shape.goal;
        let rows = 0..u32::from(shape.rows);
        Self {
            away: [
                rows.clone().map(|row| top >> (row * width)).collect(),
                rows.map(|row| bottom << (row * width)).collect(),
            ],
        }
    }

    /// The row `distance` steps before the far row of `side`.
    #[inline]
    pub(crate) fn away(&self, side: Colour, distance: u32) -> B {
        self.away[side as usize][distance as usize]
    }

    /// All rows, from the far row of `side` back to its home.
    pub(crate) fn rows(&self, side: Colour) -> &[B] {
        &self.away[side as usize]
    }

    /// How many steps a square is from the far row of `side`.
    #[inline]
    pub(crate) fn distance(&self, shape: &Shape<B>, side: Colour, square: u32) -> u32 {
        let row = square / u32::from(shape.columns);
        match side {
            Colour::White => u32::from(shape.rows) - 1 - row,
            Colour::Black => row,
        }
    }

    /// How many steps the most advanced piece of `side` is from its far row; the number of rows if
    /// there is no piece.
    #[inline]
    pub(crate) fn nearest(&self, position: &Breakthrough<B>, side: Colour) -> u32 {
        let pieces = position.pieces(side);
        let rows = self.rows(side);
        rows.iter().position(|&row| !(row & pieces).is_empty()).unwrap_or(rows.len()) as u32
    }
}

/// The squares that `side` attacks: diagonally ahead of its pieces.
#[inline]
pub(crate) fn attacked<B: Word>(position: &Breakthrough<B>, side: Colour) -> B {
    let [_, to_first, to_last] = position.ahead(side, position.pieces(side));
    to_first | to_last
}
