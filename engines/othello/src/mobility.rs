//! Move generation for the whole board at once.
//!
//! In each of eight directions the run of opposing discs that begins beside the mover's own is filled,
//! and the square after its end is a move if it is empty. A run is at most six discs long; filling by
//! doubled steps (Kogge and Stone: "A parallel algorithm for the efficient solution of a general class
//! of recurrence equations", 1973, which computer chess made known for sliding pieces) takes three
//! rounds instead of five.

/// What a run may pass if it moves sideways: not the outer columns, or it would wrap round the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares on which the owner of `mover` can place a disc.
#[inline(always)]
pub fn moves(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER;
    let reached = reached::<1>(mover, inner)
        | reached::<8>(mover, opponent)
        | reached::<9>(mover, inner)
        | reached::<7>(mover, inner);
    reached & !(mover | opponent)
}

/// The squares after the ends of runs, up and down one axis.
#[inline(always)]
fn reached<const STEP: u32>(mover: u64, inner: u64) -> u64 {
    let (mut up, mut down) = ((mover << STEP) & inner, (mover >> STEP) & inner);
    up |= (up << STEP) & inner;
    down |= (down >> STEP) & inner;
    // Pairs of squares that a run may pass; those for going down are the same, one step lower.
    let pairs = inner & (inner << STEP);
    let pairs_down = pairs >> STEP;
    up |= (up << (2 * STEP)) & pairs;
    down |= (down >> (2 * STEP)) & pairs_down;
    up |= (up << (2 * STEP)) & pairs;
    down |= (down >> (2 * STEP)) & pairs_down;
    (up << STEP) | (down >> STEP)
}
