//! Move ordering: alpha-beta visits the fewest positions when the best move comes first.
//!
//! A move that the hash table remembers comes before all others. The rest are ranked by what a short
//! search says where the tree below is large, and by how few replies they leave where it is small.

use arena::protocol::budget::Ended;

use crate::board::{Board, squares};
use crate::hash::NO_MOVE;
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

/// The board's quarters that hold an odd number of `empty` squares.
#[inline(always)]
pub(crate) fn odd_quarters(empty: u64) -> u64 {
    const QUARTERS: [u64; 4] =
        [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    QUARTERS.iter().fold(0, |odd, &quarter| odd | (quarter * u64::from((empty & quarter).count_ones() & 1)))
}

/// More moves than there can be in any position.
pub(crate) const MOST_MOVES: usize = 34;

/// The moves of a position, at most `MOST`, best rank first.
pub(crate) struct Candidates<P, const MOST: usize> {
    list: [(i32, u8, P); MOST],
    count: usize,
    next: usize,
}

impl<P: Copy + Default, const MOST: usize> Candidates<P, MOST> {
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        Self { list: [(0, 0, P::default()); MOST], count: 0, next: 0 }
    }

    #[inline(always)]
    fn push(&mut self, rank: i32, square: u32, after: P) {
        self.list[self.count] = (rank, square as u8, after);
        self.count += 1;
    }

    /// The best of those left: after a cut most of them never need to be sorted.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(u8, &P)> {
        if self.next == self.count {
            return None;
        }
        let mut best = self.next;
        for index in self.next + 1..self.count {
            if self.list[index].0 > self.list[best].0 {
                best = index;
            }
        }
        self.list.swap(self.next, best);
        self.next += 1;
        let (_, square, after) = &self.list[self.next - 1];
        Some((*square, after))
    }

    /// All positions to come.
    pub(crate) fn all(&self) -> impl Iterator<Item = &P> {
        self.list[self.next..self.count].iter().map(|(_, _, after)| after)
    }
}

/// The rank of a move from the hash table.
#[inline(always)]
fn remembered(square: u32, best: [u8; 2]) -> Option<i32> {
    if square == u32::from(best[0]) {
        Some(1 << 30)
    } else if square == u32::from(best[1]) && best[1] != NO_MOVE {
        Some(1 << 29)
    } else {
        None
    }
}

impl<const MOST: usize> Candidates<Board, MOST> {
    /// By the replies that each move leaves, and parity.
    #[inline(always)]
    pub(crate) fn by_replies(board: &Board, moves: u64, best: [u8; 2]) -> Self {
        let odd = odd_quarters(board.empty());
        let mut candidates = Self::empty();
        for square in squares(moves) {
            let after = board.place(square, board.flips(square));
            let rank = remembered(square, best).unwrap_or_else(|| {
                let replies = after.moves();
                let corners = (replies & SQUARE_RANK[0]).count_ones();
                let parity = if odd >> square & 1 == 1 { 8 } else { 0 };
                i32::from(SQUARE_WORTH[square as usize]) / 2 + parity
                    - 16 * (replies.count_ones() + corners) as i32
            });
            candidates.push(rank, square, after);
        }
        candidates
    }
}

impl Search<'_> {
    /// The moves of `node` for a search to `depth`, the likely best first; `exact` if it ends with
    /// the game.
    pub(crate) fn candidates(
        &mut self,
        node: &Node,
        moves: u64,
        best: [u8; 2],
        depth: u32,
        exact: bool,
        alpha: i32,
    ) -> Result<Candidates<Node, MOST_MOVES>, Ended> {
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
        let _ = alpha;
        for square in squares(moves) {
            let after = node.after(square);
            let rank = match remembered(square, best) {
                Some(rank) => rank,
                None if depth < 3 => {
                    i32::from(SQUARE_WORTH[square as usize]) - 16 * after.board.moves().count_ones() as i32
                }
                None => {
                    let value = self.estimate(&after, look)?;
                    let replies = after.board.moves();
                    let corners = (replies & SQUARE_RANK[0]).count_ones();
                    let each = if exact { 220 } else { 30 };
                    -value - each * (replies.count_ones() + corners) as i32
                }
            };
            candidates.push(rank, square, after);
        }
        Ok(candidates)
    }
}
