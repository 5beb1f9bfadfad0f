//! Move generation for the whole board at once.
//!
//! In each of eight directions the run of opposing discs that begins beside the mover's own is filled,
//! and the square after its end is a move if it is empty. A run is at most six discs long; filling by
//! doubled steps (Kogge and Stone: "A parallel algorithm for the efficient solution of a general class
//! of recurrence equations", 1973, which computer chess made known for sliding pieces) takes three
//! rounds instead of five. The four axes are lanes of an array, so that a compiler that may use
//! vectors does all of them with the same instructions.

/// The steps along the four axes.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// What a run may pass along each axis: not the outer columns if it moves sideways, or it would
/// wrap round the edge.
const INNER: [u64; 4] = [0x7e7e_7e7e_7e7e_7e7e, !0, 0x7e7e_7e7e_7e7e_7e7e, 0x7e7e_7e7e_7e7e_7e7e];

/// The squares on which the owner of `mover` can place a disc.
#[inline(always)]
pub fn moves(mover: u64, opponent: u64) -> u64 {
    let mut reached = [0; 4];
    for (axis, reached) in reached.iter_mut().enumerate() {
        let step = STEPS[axis];
        let inner = opponent & INNER[axis];
        let (mut up, mut down) = ((mover << step) & inner, (mover >> step) & inner);
        up |= (up << step) & inner;
        down |= (down >> step) & inner;
        let (inner_up, inner_down) = (inner & (inner << step), inner & (inner >> step));
        up |= (up << (2 * step)) & inner_up;
        down |= (down >> (2 * step)) & inner_down;
        up |= (up << (2 * step)) & inner_up;
        down |= (down >> (2 * step)) & inner_down;
        *reached = (up << step) | (down >> step);
    }
    (reached[0] | reached[1] | reached[2] | reached[3]) & !(mover | opponent)
}
