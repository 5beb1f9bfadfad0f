//! Bitboards: a set of squares as the bits of one value.
//!
//! Boards of up to 64 squares fit a `u64`, up to 128 a `u128`; the largest Breakthrough boards
//! (12x11 and 12x12) need [`Wide`]. The rules are written once over [`Bits`] and compiled for each.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of squares; square `i` is bit `i`, counted from the least significant.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// How many squares there is room for.
    const WIDTH: u32;

    /// The set of `square` alone; `square` is less than [`Bits::WIDTH`].
    fn of(square: u32) -> Self;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// The lowest square of the set; [`Bits::WIDTH`] if it is empty.
    fn lowest(self) -> u32;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;

    /// Whether the set has no square.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether `square` is in the set.
    fn has(self, square: u32) -> bool {
        !(self & Self::of(square)).is_empty()
    }
    /// The square with `index` lower ones in the set; [`Bits::WIDTH`] if there are not so many.
    #[inline]
    fn nth(self, index: u32) -> u32 {
        let mut rest = self;
        for _ in 0..index {
            rest = rest.without_lowest();
        }
        rest.lowest()
    }
    /// The squares of the set, ascending.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterates over the squares of a set, ascending.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! bits_of_an_integer {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const WIDTH: u32 = <$word>::BITS;

            #[inline]
            fn of(square: u32) -> Self {
                1 << square
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

bits_of_an_integer!(u64);
bits_of_an_integer!(u128);

/// 192 bits, the lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide([u64; 3]);

impl Wide {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1]), f(self.0[2], other.0[2])])
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |i: usize| if i < words { 0 } else { self.0[i - words] };
        // A shift by 64 - 0 would overflow, hence in two goes.
        let carried = |i: usize| if i == 0 { 0 } else { (word(i - 1) >> 1) >> (63 - bits) };
        Self([word(0) << bits, (word(1) << bits) | carried(1), (word(2) << bits) | carried(2)])
    }
}

impl Shr<u32> for Wide {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |i: usize| if i + words > 2 { 0 } else { self.0[i + words] };
        let carried = |i: usize| (word(i + 1) << 1) << (63 - bits);
        Self([(word(0) >> bits) | carried(0), (word(1) >> bits) | carried(1), word(2) >> bits])
    }
}

impl Bits for Wide {
    const EMPTY: Self = Self([0; 3]);
    const WIDTH: u32 = 192;

    #[inline]
    fn of(square: u32) -> Self {
        let mut words = [0; 3];
        words[(square / 64) as usize] = 1 << (square % 64);
        Self(words)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn lowest(self) -> u32 {
        match self.0 {
            [0, 0, high] => 128 + high.trailing_zeros(),
            [0, middle, _] => 64 + middle.trailing_zeros(),
            [low, ..] => low.trailing_zeros(),
        }
    }
    #[inline]
    fn without_lowest(self) -> Self {
        let [low, middle, high] = self.0;
        match (low, middle) {
            (0, 0) => Self([0, 0, high & high.wrapping_sub(1)]),
            (0, _) => Self([0, middle & (middle - 1), high]),
            _ => Self([low & (low - 1), middle, high]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a set of any width must do, checked square by square.
    fn laws<B: Bits>() {
        let all: Vec<u32> = (0..B::WIDTH).collect();
        let union = all.iter().fold(B::EMPTY, |set, &square| set | B::of(square));
        assert_eq!(union.squares().collect::<Vec<_>>(), all);
        assert_eq!((union.count(), !union), (B::WIDTH, B::EMPTY));
        assert_eq!(B::EMPTY.lowest(), B::WIDTH);
        for &from in &all {
            for by in 0..B::WIDTH {
                let up = if from + by < B::WIDTH { B::of(from + by) } else { B::EMPTY };
                let down = if from >= by { B::of(from - by) } else { B::EMPTY };
                assert_eq!((B::of(from) << by, B::of(from) >> by), (up, down), "{from} by {by}");
            }
        }
    }

    #[test]
    fn every_width_keeps_the_laws_of_sets_and_shifts() {
        laws::<u64>();
        laws::<u128>();
        laws::<Wide>();
    }
}
