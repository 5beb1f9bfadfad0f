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
use crate::parity::quarter;

/// The discs that the owner of `mover` would be ahead by, if he and nobody else moved to the last
/// empty `square`; the value of a position with one empty square.
#[inline(always)]
pub fn one_left(board: &Board, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
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

/// The value of a position with two empty squares.
#[inline(never)]
fn two_left(board: &Board, alpha: i32, squares: [u32; 2], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let value = two_moves(board, alpha, squares, nodes);
    if value > NONE {
        return value;
    }
    let value = two_moves(&board.pass(), -alpha - 1, squares, nodes);
    if value > NONE { -value } else { board.difference() }
}

/// Less than any value.
const NONE: i32 = -100;

#[inline(always)]
fn two_moves(board: &Board, alpha: i32, [first, second]: [u32; 2], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    let flips = board.flips(first);
    if flips != 0 {
        best = -one_left(&board.place(first, flips), second, nodes);
        if best > alpha {
            return best;
        }
    }
    let flips = board.flips(second);
    if flips != 0 {
        best = best.max(-one_left(&board.place(second, flips), first, nodes));
    }
    best
}

/// The value of a position with three empty squares, tried in the order given.
fn three_left(board: &Board, alpha: i32, squares: [u32; 3], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let value = three_moves(board, alpha, squares, nodes);
    if value > NONE {
        return value;
    }
    let value = three_moves(&board.pass(), -alpha - 1, squares, nodes);
    if value > NONE { -value } else { board.difference() }
}

#[inline(always)]
fn three_moves(board: &Board, alpha: i32, [a, b, c]: [u32; 3], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let flips = board.flips(square);
        if flips != 0 {
            best = best.max(-two_left(&board.place(square, flips), -alpha - 1, rest, nodes));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// The value of a position with four empty squares.
pub fn four_left(board: &Board, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let squares = by_parity(board.empty());
    let value = four_moves(board, alpha, squares, nodes);
    if value > NONE {
        return value;
    }
    let value = four_moves(&board.pass(), -alpha - 1, squares, nodes);
    if value > NONE { -value } else { board.difference() }
}

#[inline(always)]
fn four_moves(board: &Board, alpha: i32, [a, b, c, d]: [u32; 4], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    // After one of a pair in the same quarter, the other is alone there and comes first.
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])] {
        let flips = board.flips(square);
        if flips != 0 {
            best = best.max(-three_left(&board.place(square, flips), -alpha - 1, rest, nodes));
            if best > alpha {
                return best;
            }
        }
    }
    best
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

/// The exact value of a position with at most four empty squares, or a bound on the side of `alpha`.
#[inline]
pub fn few_left(board: &Board, alpha: i32, nodes: &mut u64) -> i32 {
    let empty = board.empty();
    let first = empty.trailing_zeros();
    let rest = empty & empty.wrapping_sub(1);
    let second = rest.trailing_zeros();
    match empty.count_ones() {
        0 => board.difference(),
        1 => one_left(board, first, nodes),
        2 => two_left(board, alpha, [first, second], nodes),
        3 => three_left(board, alpha, [first, second, (rest & (rest - 1)).trailing_zeros()], nodes),
        _ => four_left(board, alpha, nodes),
    }
}
