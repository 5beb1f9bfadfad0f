//! Move ordering: alpha-beta visits the fewest nodes when the best move comes first.
//!
//! By the fewest replies, as in Andersson: "Writing an Othello program", 2007.

use arena::games::bits::Bits;
use arena::games::othello::{Othello, Size};

use super::board::Board;

/// The number in the hash table for no move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// The rank of the move that the hash table holds for the best.
const FIRST: i32 = 1 << 20;

/// The squares that can be moved to, best rank first; of equal ones the lower square.
pub(crate) struct Candidates {
    /// Rank and square in one number: the highest is next. As many as the largest board has squares.
    keys: [i32; 100],
    count: usize,
}

impl Candidates {
    /// Ranks `squares`, the move numbered `first` before all others.
    #[inline]
    pub(crate) fn new(squares: impl Iterator<Item = u32>, first: u16, rank: impl Fn(u32) -> i32) -> Self {
        let mut candidates = Self { keys: [0; 100], count: 0 };
        for square in squares {
            let rank = if square == u32::from(first) { FIRST } else { rank(square) };
            candidates.keys[candidates.count] = rank * 128 + 127 - square as i32;
            candidates.count += 1;
        }
        candidates
    }
}

impl Iterator for Candidates {
    type Item = u32;

    /// The best of those left: after a cut most of them never need to be sorted.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let left = &mut self.keys[..self.count];
        let (best, &key) = left.iter().enumerate().max_by_key(|&(_, &key)| key)?;
        left.swap(best, left.len() - 1);
        self.count -= 1;
        Some(127 - key.rem_euclid(128) as u32)
    }
}

/// How good a square is by itself.
#[inline]
pub(crate) fn square_rank<S: Size>(board: &Board<S>, square: u32) -> i32 {
    if board.corners.has(square) {
        60
    } else if board.x_squares.has(square) {
        -30
    } else if board.c_squares.has(square) {
        -12
    } else if board.edges.has(square) {
        5
    } else {
        0
    }
}

/// A move that leaves the opponent few replies is likely to be good, and quick to refute or prove.
#[inline]
pub(crate) fn mobility_rank<S: Size>(board: &Board<S>, after: &Othello<S>) -> i32 {
    let replies = after.placements();
    let corners = (replies & board.corners).count();
    -6 * (replies.count() + 2 * corners) as i32
}
