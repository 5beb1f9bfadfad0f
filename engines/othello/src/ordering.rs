//! Move ordering: alpha-beta visits the fewest positions when the best move comes first.
//!
//! A move that the hash table remembers comes before all others. The rest are ranked by what a short
//! search says where the tree below is large, and by how few replies they leave where it is small.
//!
//! That the move with the fewest replies comes first ("fastest first") is in Andersson: "Writing an Othello program",
//! 2007.

use arena::protocol::budget::Ended;

use crate::board::{Board, squares};
use crate::hash::NO_MOVE;
use crate::instructions::{Instructions, compiled_twice};
use crate::parity::odd_quarters;
use crate::search::{Node, Search};

/// Squares worth trying before others: the corners.
pub(crate) const SQUARE_RANK: [u64; 1] = [0x8100_0000_0000_0081];

/// The worth of each square by itself.
const SQUARE_WORTH: [i8; 64] = {
    const QUARTER: [[i8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut worth = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let column = if column < 4 { column } else { 7 - column };
        let row = if row < 4 { row } else { 7 - row };
        worth[square] = QUARTER[row][column];
        square += 1;
    }
    worth
};

/// As many moves as there can be in any position that can be typed in. Hardly a game comes to 30, but there are boards
/// with 35, and a square each is all that can be said for certain.
pub(crate) const MOST_MOVES: usize = 64;

/// The moves of a position, at most `MOST`, with the discs that they turn over, best rank first.
pub(crate) struct Candidates<const MOST: usize> {
    /// The rank, and below it the square: the higher the better, and no two are equal.
    keys: [i32; MOST],
    flips: [u64; MOST],
    count: usize,
    next: usize,
}

impl<const MOST: usize> Candidates<MOST> {
    #[inline(always)]
    fn empty() -> Self {
        Self { keys: [0; MOST], flips: [0; MOST], count: 0, next: 0 }
    }

    #[inline(always)]
    fn push(&mut self, rank: i32, square: u32, flips: u64) {
        self.keys[self.count] = rank * 64 + 63 - square as i32;
        self.flips[self.count] = flips;
        self.count += 1;
    }

    /// The square and the flips of the best of those left: after a cut most of them never need to be
    /// sorted.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(u32, u64)> {
        if self.next == self.count {
            return None;
        }
        let mut best = self.next;
        for index in self.next + 1..self.count {
            if self.keys[index] > self.keys[best] {
                best = index;
            }
        }
        let found = (square_of(self.keys[best]), self.flips[best]);
        self.keys[best] = self.keys[self.next];
        self.flips[best] = self.flips[self.next];
        self.next += 1;
        Some(found)
    }

    /// All that are left.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, u64)> {
        let keys = self.keys[self.next..self.count].iter();
        keys.map(|&key| square_of(key)).zip(self.flips[self.next..self.count].iter().copied())
    }

    /// By the replies that each move leaves, and parity.
    #[inline(always)]
    pub(crate) fn by_replies(board: &Board, moves: u64, best: [u8; 2]) -> Self {
        let odd = odd_quarters(board.empty());
        let mut candidates = Self::empty();
        for square in squares(moves) {
            let flips = board.flips(square);
            let rank = match remembered(square, best) {
                Some(rank) => rank,
                None => {
                    let replies = board.place(square, flips).moves();
                    let corners = (replies & SQUARE_RANK[0]).count_ones();
                    let parity = if odd >> square & 1 == 1 { 8 } else { 0 };
                    i32::from(SQUARE_WORTH[square as usize]) / 2 + parity
                        - 16 * (replies.count_ones() + corners) as i32
                }
            };
            candidates.push(rank, square, flips);
        }
        candidates
    }
}

/// The square in a key.
#[inline(always)]
fn square_of(key: i32) -> u32 {
    63 - (key & 63) as u32
}

/// The rank of a move from the hash table.
#[inline(always)]
fn remembered(square: u32, best: [u8; 2]) -> Option<i32> {
    if square == u32::from(best[0]) {
        Some(1 << 24)
    } else if square == u32::from(best[1]) && best[1] != NO_MOVE {
        Some(1 << 23)
    } else {
        None
    }
}

impl<I: Instructions> Search<'_, I> {
    compiled_twice! {
        /// The moves of `node` for a search to `depth`, the likely best first; `exact` if it ends with
        /// the game.
        pub(crate) fn candidates(&mut self, node: &Node, moves: u64, best: [u8; 2], depth: u32, exact: bool) -> Result<Candidates<MOST_MOVES>, Ended> = candidates_inlined
    }

    #[inline(always)]
    fn candidates_inlined(
        &mut self,
        node: &Node,
        moves: u64,
        best: [u8; 2],
        depth: u32,
        exact: bool,
    ) -> Result<Candidates<MOST_MOVES>, Ended> {
        let mut candidates = Candidates::empty();
        let look = if exact {
            match depth {
                0..=14 => 0,
                15..=17 => 1,
                18..=20 => 2,
                _ => 3,
            }
        } else {
            match depth {
                0..=5 => 0,
                6..=8 => 1,
                9..=11 => 2,
                _ => 3,
            }
        };
        for square in squares(moves) {
            let flips = node.board.flips(square);
            let rank = match remembered(square, best) {
                Some(rank) => rank,
                None if depth < 3 => {
                    let replies = node.board.place(square, flips).moves();
                    i32::from(SQUARE_WORTH[square as usize]) - 16 * replies.count_ones() as i32
                }
                None => {
                    let after = node.place(square, flips);
                    let value = self.estimate(&after, look)?;
                    let replies = after.board.moves();
                    let corners = (replies & SQUARE_RANK[0]).count_ones();
                    let each = if exact { 220 } else { 30 };
                    -value - each * (replies.count_ones() + corners) as i32
                }
            };
            candidates.push(rank, square, flips);
        }
        Ok(candidates)
    }
}
