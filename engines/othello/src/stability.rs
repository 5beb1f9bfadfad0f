//! Discs that can never be turned over again.
//!
//! A disc is safe if along each of the four axes it leans on the edge or on a safe disc of its colour, or
//! the whole line through it is full. From the corners inward that is repeated until nothing changes
//! (the idea is in Rosenbloom: "A world-championship-level Othello program", 1982). Some discs that cannot
//! be turned either are missed, so what is found is a lower bound.

use crate::instructions::{Instructions, compiled_twice};
use crate::search::Search;

/// The steps along the four axes.
const STEPS: [u32; 4] = [1, 8, 9, 7];
/// Where a step up along each axis does not arrive from across the edge.
const UP: [u64; 4] = [!0x0101_0101_0101_0101, !0, !0x0101_0101_0101_0101, !0x8080_8080_8080_8080];
/// The same for a step down.
const DOWN: [u64; 4] = [!0x8080_8080_8080_8080, !0, !0x8080_8080_8080_8080, !0x0101_0101_0101_0101];

impl<I: Instructions> Search<'_, I> {
    compiled_twice! {
        /// How many of the discs of `own` are safe, as far as is seen.
        pub(crate) fn count_stable(&mut self, own: u64, other: u64) -> i32 = count_stable_inlined
    }

    #[inline(always)]
    fn count_stable_inlined(&mut self, own: u64, other: u64) -> i32 {
        stable(own, other).count_ones() as i32
    }
}

/// Safe discs among `own`; `other` are the other player's.
#[inline(always)]
pub fn stable(own: u64, other: u64) -> u64 {
    // Nearly all safe discs lean in the end on a corner; what there may be without is not worth the search.
    if own & 0x8100_0000_0000_0081 == 0 {
        return 0;
    }
    let full = full_lines(own | other);
    let mut safe = own & full[0] & full[1] & full[2] & full[3];
    loop {
        let mut next = own;
        for axis in 0..4 {
            let (step, up, down) = (STEPS[axis], UP[axis], DOWN[axis]);
            // Beside a safe disc, or at the edge where there is no square beside.
            let held = ((safe << step) & up) | ((safe >> step) & down) | !up_down(up, down, step);
            next &= held | full[axis];
        }
        if next == safe {
            return safe;
        }
        safe = next;
    }
}

/// The squares that have a neighbour both up and down an axis.
const fn up_down(up: u64, down: u64, step: u32) -> u64 {
    ((!0 << step) & up) & ((!0 >> step) & down)
}

/// Where steps of one, two and four squares along each axis do not arrive from across the edge; up
/// and down.
const FILLS: [[[u64; 3]; 2]; 4] = {
    let mut fills = [[[0; 3]; 2]; 4];
    let mut axis = 0;
    while axis < 4 {
        let (step, up, down) = (STEPS[axis], UP[axis], DOWN[axis]);
        let (up_2, down_2) = (up & (up << step), down & (down >> step));
        fills[axis][0] = [up, up_2, up_2 & (up_2 << (2 * step))];
        fills[axis][1] = [down, down_2, down_2 & (down_2 >> (2 * step))];
        axis += 1;
    }
    fills
};

/// The squares whose line along each axis is full.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for axis in 0..4 {
        let (step, [up, down]) = (STEPS[axis], FILLS[axis]);
        // A gap spreads up and down its line, by doubled steps.
        let (mut gaps_up, mut gaps_down) = (!discs, !discs);
        for round in 0..3 {
            gaps_up |= (gaps_up << (step << round)) & up[round];
            gaps_down |= (gaps_down >> (step << round)) & down[round];
        }
        full[axis] = !(gaps_up | gaps_down);
    }
    full
}
