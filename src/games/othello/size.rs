//! The boards by their size, each a type: a word that holds it, and the sets of squares that are known beforehand.

use std::fmt;
use std::hash::Hash;

use super::super::bits::Bits;

/// The sides of the boards there are.
pub const SIZES: [u8; 4] = [4, 6, 8, 10];

/// A size of board, as a type.
pub trait Size: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// A word that holds the board.
    type Word: Ends;
    /// The number of rows, which is that of columns.
    const SIDE: u32;
    /// All squares.
    const BOARD: Self::Word;
    /// All squares but the first column.
    const NOT_FIRST: Self::Word;
    /// All squares but the last column.
    const NOT_LAST: Self::Word;
    /// For each square the four rays from it to the edge on which bits rise, then the four on which
    /// they fall; the square itself left out.
    const RAYS: &'static [[[Self::Word; 4]; 2]];
}

/// The ends of a set, as sets.
pub trait Ends: Bits {
    /// The lowest square alone; nothing of nothing.
    fn lowest_alone(self) -> Self;
    /// The highest square alone; nothing of nothing.
    fn highest_alone(self) -> Self;
    /// All squares below the only one; none if there is none.
    fn below(self) -> Self;
    /// All squares above the only one; none if there is none.
    fn above(self) -> Self;
}

macro_rules! ends {
    ($word:ty) => {
        impl Ends for $word {
            #[inline]
            fn lowest_alone(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline]
            fn highest_alone(self) -> Self {
                ((1 << (<$word>::BITS - 1)) >> (self | 1).leading_zeros()) & self
            }
            #[inline]
            fn below(self) -> Self {
                self.saturating_sub(1)
            }
            #[inline]
            fn above(self) -> Self {
                self.wrapping_neg() << 1
            }
        }
    };
}

ends!(u64);
ends!(u128);

/// The squares of column `column` on a board of `side`.
const fn column_of(side: u32, column: u32) -> u128 {
    let (mut squares, mut row) = (0, 0);
    while row < side {
        squares |= 1 << (row * side + column);
        row += 1;
    }
    squares
}

/// The squares passed from a square in steps of (`right`, `down`) to the edge.
const fn ray(side: i32, square: i32, right: i32, down: i32) -> u128 {
    let (mut squares, mut column, mut row) = (0, square % side + right, square / side + down);
    while 0 <= column && column < side && 0 <= row && row < side {
        squares |= 1 << (row * side + column);
        (column, row) = (column + right, row + down);
    }
    squares
}

macro_rules! size {
    ($name:ident, $word:ty, $side:literal) => {
        #[doc = concat!("The board of ", $side, " by ", $side, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Size for $name {
            type Word = $word;
            const SIDE: u32 = $side;
            const BOARD: $word = <$word>::MAX >> (<$word>::BITS - $side * $side);
            const NOT_FIRST: $word = Self::BOARD & !(column_of($side, 0) as $word);
            const NOT_LAST: $word = Self::BOARD & !(column_of($side, $side - 1) as $word);
            const RAYS: &'static [[[$word; 4]; 2]] = &{
                const RISING: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
                let mut rays = [[[0; 4]; 2]; $side * $side];
                let mut number = 0;
                while number < rays.len() * 4 {
                    let (square, (right, down)) = (number / 4, RISING[number % 4]);
                    rays[square][0][number % 4] = ray($side, square as i32, right, down) as $word;
                    rays[square][1][number % 4] = ray($side, square as i32, -right, -down) as $word;
                    number += 1;
                }
                rays
            };
        }
    };
}

size!(Four, u64, 4);
size!(Six, u64, 6);
size!(Eight, u64, 8);
size!(Ten, u128, 10);

/// Runs `$body` with `$S` standing for the type of `$side`.
macro_rules! by_size {
    ($side:expr, $S:ident => $body:expr) => {
        match $side {
            4 => Some({
                type $S = Four;
                $body
            }),
            6 => Some({
                type $S = Six;
                $body
            }),
            8 => Some({
                type $S = Eight;
                $body
            }),
            10 => Some({
                type $S = Ten;
                $body
            }),
            _ => None,
        }
    };
}

pub(super) use by_size;
