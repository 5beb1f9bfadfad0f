//! How many discs the very last move turns over.
//!
//! When one square is left it is all the same which discs turn over: their number is the result. The
//! four lines through the square hold discs everywhere else, so what turns over on a line depends on nothing
//! but where on it the square is and which of the other seven the mover holds: two thousand bytes know
//! it all. A multiplication gathers the squares of a line to eight bits (the "kindergarten bitboards" of
//! computer chess; that Othello programs count their last flips by tables is in the source of Delorme's
//! Edax). Half of all positions of an exact search are of this kind.

/// For each place on a line, and for each set of places that the mover holds, how many discs turn over.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut number = 0;
    while number < 8 * 256 {
        let (place, held) = (number / 256, number % 256);
        turned[place][held] = beside(place as i32, held, 1) + beside(place as i32, held, -1);
        number += 1;
    }
    turned
};

/// The discs between `place` and the next that is `held`, in steps of `step`; none if there is no next.
const fn beside(place: i32, held: usize, step: i32) -> u8 {
    let (mut at, mut count) = (place + step, 0);
    while 0 <= at && at < 8 {
        if held >> at & 1 == 1 {
            return count;
        }
        (at, count) = (at + step, count + 1);
    }
    0
}

/// The diagonals through each square, one along which bits rise by nine, one by seven.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut number = 0;
    while number < 64 * 64 {
        let (square, other) = (number / 64, number % 64);
        let (right, down) = (other as i32 % 8 - square as i32 % 8, other as i32 / 8 - square as i32 / 8);
        if right == down {
            diagonals[square][0] |= 1 << other;
        }
        if right == -down {
            diagonals[square][1] |= 1 << other;
        }
        number += 1;
    }
    diagonals
};

/// The first column.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// How many discs turn over when the owner of `mover` places one on `square`, the only one that is empty.
#[inline(always)]
pub fn last_flips(mover: u64, square: u32) -> u32 {
    let (column, row) = (square & 7, square >> 3 & 7);
    let along_row = (mover >> (8 * row)) as u8;
    // Each of the eight bits arrives in the highest byte in the order of the rows.
    let along_column = (((mover >> column) & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    // All bits of a diagonal are in different columns, so the highest byte is the sum of all rows.
    let [rising, falling] =
        DIAGONALS[square as usize & 63].map(|diagonal| ((mover & diagonal).wrapping_mul(COLUMN) >> 56) as u8);
    let [by_column, by_row] = [&TURNED[column as usize], &TURNED[row as usize]];
    u32::from(by_column[usize::from(along_row)])
        + u32::from(by_row[usize::from(along_column)])
        + u32::from(by_column[usize::from(rising)])
        + u32::from(by_column[usize::from(falling)])
}
