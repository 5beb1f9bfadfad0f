//! Which discs a move turns over.
//!
//! From the square a ray goes in each of eight directions. The first square of it that the opponent
//! does not hold must be the mover's; then what lies between turns over. On the four rays along which
//! bits rise, that square is the lowest of a set, and subtracting one from it gives all between (the
//! carry does the walking). On the four along which they fall, three doubled shifts find it. No
//! branches: to the processor it is a coin toss who holds the square. The directions are lanes of
//! arrays, as in [`crate::mobility`].

/// The steps along which bits rise.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// The rays from every square to the edge along which bits rise, and along which they fall.
static RAYS: [[[u64; 4]; 2]; 64] = rays();

const fn rays() -> [[[u64; 4]; 2]; 64] {
    const RISING: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut number = 0;
    while number < 64 * 4 {
        let (square, (right, down)) = (number / 4, RISING[number % 4]);
        rays[square][0][number % 4] = ray(square as i32, right, down);
        rays[square][1][number % 4] = ray(square as i32, -right, -down);
        number += 1;
    }
    rays
}

/// The squares passed from `square` in steps of (`right`, `down`).
const fn ray(square: i32, right: i32, down: i32) -> u64 {
    let (mut squares, mut column, mut row) = (0, square % 8 + right, square / 8 + down);
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        squares |= 1 << (row * 8 + column);
        (column, row) = (column + right, row + down);
    }
    squares
}

/// The discs of `opponent` that turn over when the owner of `mover` places one on the empty `square`.
#[inline(always)]
pub fn flips(mover: u64, opponent: u64, square: u32) -> u64 {
    let [rising, falling] = &RAYS[square as usize & 63];
    let mut flips = [0; 4];
    for axis in 0..4 {
        let ray = rising[axis];
        let stops = ray & !opponent;
        let end = stops & stops.wrapping_neg() & mover;
        flips[axis] = ray & end.wrapping_sub(u64::from(end != 0));
    }
    for axis in 0..4 {
        let (ray, step) = (falling[axis], STEPS[axis]);
        let mut stops = ray & !opponent;
        stops |= stops >> step;
        stops |= stops >> (2 * step);
        stops |= stops >> (4 * step);
        let end = stops & !(stops >> step) & ray & mover;
        flips[axis] |= ray & end.wrapping_neg() & !end;
    }
    flips[0] | flips[1] | flips[2] | flips[3]
}
