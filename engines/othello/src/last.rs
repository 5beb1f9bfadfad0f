//! The last four empty squares, each count with code of its own.
//!
//! Nine of ten positions of an exact search are here, so nothing is generated, sorted or stored: each
//! empty square is tried, and whether it is a move shows when its flips are there. What is worth
//! its time is the order by parity: a square alone in its quarter of the board is tried first, since who
//! moves there has the last move there (Andersson: "Writing an Othello program", 2007, tells of both).
//!
//! Values are discs for the mover, with a window of one disc: at least `alpha + 1` or at most `alpha`.

use crate::board::Board;
use crate::counts::last_flips;
use crate::instructions::{Instructions, compiled_twice};
use crate::parity::quarter;
use crate::search::Search;

/// Less than any value.
const NONE: i32 = -100;

impl<I: Instructions> Search<'_, I> {
    /// The exact value of a position with at most four empty squares, or a bound on the side of `alpha`.
    #[inline(always)]
    pub(crate) fn few_left(&mut self, board: &Board, alpha: i32) -> i32 {
        let empty = board.empty();
        let first = empty.trailing_zeros();
        let rest = empty & empty.wrapping_sub(1);
        let second = rest.trailing_zeros();
        match empty.count_ones() {
            0 => board.difference(),
            1 => self.one_left(board, first),
            2 => self.two_left(board, alpha, [first, second]),
            3 => self.three_left(board, alpha, [first, second, (rest & (rest - 1)).trailing_zeros()]),
            _ => self.four_left(board, alpha),
        }
    }

    /// The value of a position with one empty square: the discs that the mover is ahead by when he, or else the
    /// opponent, has moved there.
    #[inline(always)]
    fn one_left(&mut self, board: &Board, square: u32) -> i32 {
        self.watch.leaf();
        // All other squares hold discs.
        let ahead = 2 * board.mover.count_ones() as i32 - 63;
        let gain = last_flips(board.mover, square) as i32;
        if gain > 0 {
            return ahead + 2 * gain + 1;
        }
        let loss = last_flips(board.opponent, square) as i32;
        // Empty if neither can move there: then it counts for nobody.
        if loss > 0 { ahead - 2 * loss - 1 } else { ahead }
    }

    compiled_twice! {
        /// The value of a position with two empty squares.
        fn two_left(&mut self, board: &Board, alpha: i32, squares: [u32; 2]) -> i32 = two_left_inlined
    }

    #[inline(always)]
    fn two_left_inlined(&mut self, board: &Board, alpha: i32, squares: [u32; 2]) -> i32 {
        self.watch.leaf();
        let value = self.two_moves(board, alpha, squares);
        if value > NONE {
            return value;
        }
        let value = self.two_moves(&board.pass(), -alpha - 1, squares);
        if value > NONE { -value } else { board.difference() }
    }

    #[inline(always)]
    fn two_moves(&mut self, board: &Board, alpha: i32, [first, second]: [u32; 2]) -> i32 {
        let mut best = NONE;
        let flips = board.flips(first);
        if flips != 0 {
            best = -self.one_left(&board.place(first, flips), second);
            if best > alpha {
                return best;
            }
        }
        let flips = board.flips(second);
        if flips != 0 {
            best = best.max(-self.one_left(&board.place(second, flips), first));
        }
        best
    }

    compiled_twice! {
        /// The value of a position with three empty squares, tried in the order given.
        fn three_left(&mut self, board: &Board, alpha: i32, squares: [u32; 3]) -> i32 = three_left_inlined
    }

    #[inline(always)]
    fn three_left_inlined(&mut self, board: &Board, alpha: i32, squares: [u32; 3]) -> i32 {
        self.watch.leaf();
        let value = self.three_moves(board, alpha, squares);
        if value > NONE {
            return value;
        }
        let value = self.three_moves(&board.pass(), -alpha - 1, squares);
        if value > NONE { -value } else { board.difference() }
    }

    #[inline(always)]
    fn three_moves(&mut self, board: &Board, alpha: i32, [a, b, c]: [u32; 3]) -> i32 {
        let mut best = NONE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flips = board.flips(square);
            if flips != 0 {
                best = best.max(-self.two_left(&board.place(square, flips), -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    compiled_twice! {
        /// The value of a position with four empty squares.
        fn four_left(&mut self, board: &Board, alpha: i32) -> i32 = four_left_inlined
    }

    #[inline(always)]
    fn four_left_inlined(&mut self, board: &Board, alpha: i32) -> i32 {
        self.watch.leaf();
        let squares = by_parity(board.empty());
        let value = self.four_moves(board, alpha, squares);
        if value > NONE {
            return value;
        }
        let value = self.four_moves(&board.pass(), -alpha - 1, squares);
        if value > NONE { -value } else { board.difference() }
    }

    #[inline(always)]
    fn four_moves(&mut self, board: &Board, alpha: i32, [a, b, c, d]: [u32; 4]) -> i32 {
        let mut best = NONE;
        // After one of a pair in the same quarter, the other is alone there and comes first.
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])] {
            let flips = board.flips(square);
            if flips != 0 {
                best = best.max(-self.three_left(&board.place(square, flips), -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// Four squares, those alone in their quarter or three together first, and then in pairs.
#[inline(always)]
fn by_parity(mut empty: u64) -> [u32; 4] {
    let mut next = || {
        let square = empty.trailing_zeros();
        empty &= empty.wrapping_sub(1);
        square
    };
    let squares = [next(), next(), next(), next()];
    let quarters = squares.map(quarter);
    let odd = quarters[0] ^ quarters[1] ^ quarters[2] ^ quarters[3];
    if odd == 0 {
        // Two pairs, or all four together.
        let mate = (1..4).find(|&mate| quarters[mate] == quarters[0]).unwrap_or(1);
        let (one, other) = match mate {
            1 => (2, 3),
            2 => (1, 3),
            _ => (1, 2),
        };
        return [squares[0], squares[mate], squares[one], squares[other]];
    }
    let mut sorted = [0; 4];
    let mut count = 0;
    for wanted in [true, false] {
        for index in 0..4 {
            if (quarters[index] & odd != 0) == wanted {
                sorted[count] = squares[index];
                count += 1;
            }
        }
    }
    sorted
}
