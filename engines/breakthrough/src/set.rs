//! Sets of squares, as the bits of one word or of several.
//!
//! Square `a1` is bit 0, then row by row upwards. A board of up to 64 squares is one `u64`; larger ones
//! are two or three words, written once as [`Words`]. All shifts in this game are by a row, give or
//! take one: at least 3 and at most 13. A shift known to be neither 0 nor as wide as a word needs no
//! test, which is what makes the wide boards fast; the standard shifts of a `u128` would test.
//!
//! The rules have sets of their own, [`arena::games::bits`], whose shifts are those of the integers, by any number:
//! that is what a referee needs, and is not weakened for this. What the search needs besides, the highest square
//! and a number for each one, the rules do not.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares.
pub trait Set:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// How many squares there is room for.
    const ROOM: u32;
    /// A number for each square.
    type Numbers: Numbers;

    /// The set of one square, less than [`Set::ROOM`].
    fn of(square: u32) -> Self;
    /// Whether there is no square in it.
    fn is_empty(self) -> bool;
    /// How many squares are in it.
    fn count(self) -> u32;
    /// Its lowest square; there must be one.
    fn lowest(self) -> u32;
    /// Its highest square; there must be one.
    fn highest(self) -> u32;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// Every square moved up by so many bits, `1..=63`; what leaves the word is lost.
    fn up(self, by: u32) -> Self;
    /// Every square moved down.
    fn down(self, by: u32) -> Self;
    /// The set as three words, the lowest first.
    fn words(self) -> [u64; 3];

    /// Whether `square` is in it.
    #[inline(always)]
    fn has(self, square: u32) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// The squares in it, ascending.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterates over the squares of a set, ascending.
#[derive(Clone, Debug)]
pub struct Squares<S>(S);

impl<S: Set> Iterator for Squares<S> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

/// A small number for each square of a set.
pub trait Numbers: Copy + Eq + Debug + Send + Sync {
    /// All of them 0.
    const ZERO: Self;

    /// That of a square.
    fn of(&self, square: u32) -> u32;
    /// The place of it.
    fn place(&mut self, square: u32) -> &mut u32;
}

impl Numbers for [u32; 64] {
    const ZERO: Self = [0; 64];

    #[inline(always)]
    fn of(&self, square: u32) -> u32 {
        self[(square & 63) as usize]
    }
    #[inline(always)]
    fn place(&mut self, square: u32) -> &mut u32 {
        &mut self[(square & 63) as usize]
    }
}

impl<const N: usize> Numbers for [[u32; 64]; N] {
    const ZERO: Self = [[0; 64]; N];

    #[inline(always)]
    fn of(&self, square: u32) -> u32 {
        self.as_flattened()[square as usize]
    }
    #[inline(always)]
    fn place(&mut self, square: u32) -> &mut u32 {
        &mut self.as_flattened_mut()[square as usize]
    }
}

impl Set for u64 {
    type Numbers = [u32; 64];
    const EMPTY: Self = 0;
    const ROOM: u32 = 64;

    #[inline(always)]
    fn of(square: u32) -> Self {
        1 << (square & 63)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline(always)]
    fn highest(self) -> u32 {
        63 - self.leading_zeros()
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        self << (by & 63)
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self >> (by & 63)
    }
    #[inline(always)]
    fn words(self) -> [u64; 3] {
        [self, 0, 0]
    }
}

/// A set over several words, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    /// The set whose words these are; others than the first `N` must be 0.
    pub fn from_words(words: [u64; 3]) -> Self {
        let mut own = [0; N];
        own.copy_from_slice(&words[..N]);
        Self(own)
    }
}

macro_rules! word_by_word {
    ($($of:ident $by:ident $op:tt)*) => {$(
        impl<const N: usize> $of for Words<N> {
            type Output = Self;
            #[inline(always)]
            fn $by(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] $op other.0[i];
                }
                self
            }
        }
    )*};
}

word_by_word!(BitAnd bitand &= BitOr bitor |= BitXor bitxor ^=);

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Set for Words<N> {
    type Numbers = [[u32; 64]; N];
    const EMPTY: Self = Self([0; N]);
    const ROOM: u32 = 64 * N as u32;

    #[inline(always)]
    fn of(square: u32) -> Self {
        let mut words = [0; N];
        words[(square / 64) as usize] = 1 << (square & 63);
        Self(words)
    }
    #[inline(always)]
    fn has(self, square: u32) -> bool {
        self.0[(square / 64) as usize] >> (square & 63) & 1 != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn lowest(self) -> u32 {
        for (number, word) in (0..).zip(self.0) {
            if word != 0 {
                return 64 * number + word.trailing_zeros();
            }
        }
        Self::ROOM
    }
    #[inline(always)]
    fn highest(self) -> u32 {
        for number in (0..N).rev() {
            if self.0[number] != 0 {
                return 64 * number as u32 + 63 - self.0[number].leading_zeros();
            }
        }
        Self::ROOM
    }
    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        let (by, back) = (by & 63, (64 - by) & 63);
        let mut lower = 0;
        Self(self.0.map(|word| {
            let moved = word << by | lower >> back;
            lower = word;
            moved
        }))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let (by, back) = (by & 63, (64 - by) & 63);
        let (mut words, mut higher) = (self.0, 0);
        for word in words.iter_mut().rev() {
            let moved = *word >> by | higher << back;
            (higher, *word) = (*word, moved);
        }
        Self(words)
    }
    #[inline(always)]
    fn words(self) -> [u64; 3] {
        let mut words = [0; 3];
        words[..N].copy_from_slice(&self.0);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a set of any width must do, checked square by square.
    fn laws<S: Set>() {
        let all: Vec<u32> = (0..S::ROOM).collect();
        let full = all.iter().fold(S::EMPTY, |set, &square| set | S::of(square));
        assert_eq!(full.squares().collect::<Vec<_>>(), all);
        assert_eq!((full.count(), !full, full.lowest(), full.highest()), (S::ROOM, S::EMPTY, 0, S::ROOM - 1));
        for &from in &all {
            let set = S::of(from);
            assert!(set.has(from) && set.lowest() == from && set.highest() == from);
            assert!(set.without_lowest().is_empty() && !set.is_empty());
            assert_eq!(set.words()[(from / 64) as usize], 1 << (from % 64));
            for by in 1..64 {
                let up = if from + by < S::ROOM { S::of(from + by) } else { S::EMPTY };
                let down = if from >= by { S::of(from - by) } else { S::EMPTY };
                assert_eq!((set.up(by), set.down(by)), (up, down), "{from} by {by}");
            }
        }
    }

    #[test]
    fn every_width_keeps_the_laws_of_sets_and_shifts() {
        laws::<u64>();
        laws::<Words<2>>();
        laws::<Words<3>>();
    }
}
