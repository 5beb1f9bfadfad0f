//! The boards by their measures: the masks of each, made once, in a word that holds it.

use std::sync::OnceLock;

use super::super::Square;
use super::super::bits::{Bits, Wide};

/// How many rows, and how many columns, a board can have.
pub const SIDES: std::ops::RangeInclusive<u8> = 4..=12;

/// How many boards there are: every number of rows with every number of columns.
const SHAPES: usize = 81;

/// A board without pieces: its measures and the masks that go with them.
#[derive(Debug)]
pub struct Shape<B> {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// All squares.
    pub board: B,
    /// All squares but the first column, `a`.
    pub not_first: B,
    /// All squares but the last column.
    pub not_last: B,
    /// Each side's far row, White's first.
    pub goal: [B; 2],
}

/// A word for boards: each fits all shapes of no more squares than it has bits.
pub trait Word: Bits {
    #[doc(hidden)]
    fn shapes() -> &'static [OnceLock<Shape<Self>>; SHAPES];
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            fn shapes() -> &'static [OnceLock<Shape<Self>>; SHAPES] {
                static ALL: [OnceLock<Shape<$word>>; SHAPES] = [const { OnceLock::new() }; SHAPES];
                &ALL
            }
        }
    };
}

word!(u64);
word!(u128);
word!(Wide);

impl<B: Word> Shape<B> {
    /// The board of `rows` by `columns`; `None` if there is no such board or it has more squares than
    /// `B` has bits.
    pub fn of(rows: u8, columns: u8) -> Option<&'static Self> {
        if !SIDES.contains(&rows)
            || !SIDES.contains(&columns)
            || u32::from(rows) * u32::from(columns) > B::WIDTH
        {
            return None;
        }
        let number = usize::from(rows - 4) * 9 + usize::from(columns - 4);
        Some(B::shapes()[number].get_or_init(|| {
            let set = |holds: &dyn Fn(u32) -> bool| {
                let squares = 0..u32::from(rows) * u32::from(columns);
                squares.filter(|&square| holds(square)).fold(B::EMPTY, |set, square| set | B::of(square))
            };
            let width = u32::from(columns);
            Self {
                rows,
                columns,
                board: set(&|_| true),
                not_first: set(&|square| square % width != 0),
                not_last: set(&|square| square % width != width - 1),
                goal: [set(&|square| square / width == u32::from(rows) - 1), set(&|square| square < width)],
            }
        }))
    }

    /// The square of a bit.
    pub fn square(&self, bit: u32) -> Square {
        let width = u32::from(self.columns);
        Square { column: (bit % width) as u8, row: (bit / width) as u8 }
    }

    /// The bit of a square, `None` if it is off this board.
    pub fn bit(&self, Square { column, row }: Square) -> Option<u32> {
        let on_board = column < self.columns && row < self.rows;
        on_board.then(|| u32::from(row) * u32::from(self.columns) + u32::from(column))
    }
}

/// Runs `$body` with `$B` standing for the narrowest word that holds the board.
macro_rules! by_squares {
    ($squares:expr, $B:ident => $body:expr) => {
        match $squares {
            ..=64 => {
                type $B = u64;
                $body
            }
            65..=128 => {
                type $B = u128;
                $body
            }
            _ => {
                type $B = Wide;
                $body
            }
        }
    };
}

pub(super) use by_squares;
