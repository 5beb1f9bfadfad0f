//! Discs that can never be turned over again.
//!
//! A disc is safe if along each of the four axes it leans on the edge or on a safe disc of its colour, or
//! the whole line through it is full. From the corners inward that is repeated until nothing changes
//! (the idea is in Rosenbloom: "A world-championship-level Othello program", 1982). Some discs that cannot
//! be turned either are missed, so what is found is a lower bound.

/// The steps along the four axes.
const STEPS: [u32; 4] = [1, 8, 9, 7];
/// Where a step up along each axis does not arrive from across the edge.
const UP: [u64; 4] = [!0x0101_0101_0101_0101, !0, !0x0101_0101_0101_0101, !0x8080_8080_8080_8080];
/// The same for a step down.
const DOWN: [u64; 4] = [!0x8080_8080_8080_8080, !0, !0x8080_8080_8080_8080, !0x0101_0101_0101_0101];

/// Safe discs among `own`; `other` are the other player's.
pub fn stable(own: u64, other: u64) -> u64 {
    let full = full_lines(own | other);
    let mut safe = own & full[0] & full[1] & full[2] & full[3];
    // Without a corner or a full edge there is nothing to lean on.
    if safe | (own & 0x8100_0000_0000_0081) == 0 {
        return 0;
    }
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

/// The squares whose line along each axis is full.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for axis in 0..4 {
        let (step, up, down) = (STEPS[axis], UP[axis], DOWN[axis]);
        // A gap spreads up and down its line.
        let mut gaps_up = !discs;
        let mut gaps_down = !discs;
        for _ in 0..7 {
            gaps_up |= (gaps_up << step) & up;
            gaps_down |= (gaps_down >> step) & down;
        }
        full[axis] = !(gaps_up | gaps_down);
    }
    full
}
