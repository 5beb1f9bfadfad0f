//! Parity: the quarters of the board with an odd number of empty squares.
//!
//! Who moves first into a region with an odd number of empty squares moves last in it, if nobody passes, and
//! the last move turns discs that nobody turns back. Strong players have always counted regions; programs
//! take the four quarters for them (Andersson: "Writing an Othello program", 2007). All four are
//! counted at once by folding the board on itself with exclusive or.

/// The lowest square of each quarter.
const FIRSTS: u64 = 0x0000_0011_0000_0011;

/// The squares of a quarter, for the one that begins at bit 0.
const QUARTER: u64 = 0x0f0f_0f0f;

/// The lowest square of each quarter that holds an odd number of `empty` squares.
#[inline(always)]
fn odd_firsts(empty: u64) -> u64 {
    let mut folded = empty;
    folded ^= folded >> 1;
    folded ^= folded >> 2;
    folded ^= folded >> 8;
    folded ^= folded >> 16;
    folded & FIRSTS
}

/// All squares of the quarters that hold an odd number of `empty` squares.
#[inline(always)]
pub fn odd_quarters(empty: u64) -> u64 {
    odd_firsts(empty) * QUARTER
}

/// How many quarters hold an odd number of `empty` squares.
#[inline(always)]
pub fn count_odd(empty: u64) -> usize {
    let odd = odd_firsts(empty);
    let sides = odd + (odd >> 32);
    (sides + (sides >> 4)) as usize & 7
}

/// The quarter of each square: one of four bits.
#[inline(always)]
pub(crate) const fn quarter(square: u32) -> u32 {
    1 << ((square & 4) >> 2 | (square & 32) >> 4)
}
