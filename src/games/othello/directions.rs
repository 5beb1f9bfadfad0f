//! Where a disc can be placed: the eight directions, all squares of the board at a time.

use super::super::bits::Bits;
use super::Size;

/// The squares where `mover` can place a disc: in every direction, the run of opposing discs beside his own
/// is filled, and must end on an empty one. The filling goes in steps of one square, then of two, as Kogge and
/// Stone add numbers (1973).
#[inline]
pub(super) fn placements<S: Size>(mover: S::Word, opponent: S::Word) -> S::Word {
    // Wherever a step to the right or left does not come round the edge.
    let [all, not_first, not_last] = [S::BOARD, S::NOT_FIRST, S::NOT_LAST];
    let side = S::SIDE;
    let reached = up::<S>(mover, opponent, 1, not_first)
        | up::<S>(mover, opponent, side, all)
        | up::<S>(mover, opponent, side + 1, not_first)
        | up::<S>(mover, opponent, side - 1, not_last)
        | down::<S>(mover, opponent, 1, not_last)
        | down::<S>(mover, opponent, side, all)
        | down::<S>(mover, opponent, side + 1, not_last)
        | down::<S>(mover, opponent, side - 1, not_first);
    reached & S::BOARD & !(mover | opponent)
}

/// Whether there is such a square. In most positions there is one along a row already, and then no other direction is
/// looked at.
#[inline]
pub(super) fn can_place<S: Size>(mover: S::Word, opponent: S::Word) -> bool {
    let [all, not_first, not_last] = [S::BOARD, S::NOT_FIRST, S::NOT_LAST];
    let side = S::SIDE;
    let empty = S::BOARD & !(mover | opponent);
    let any = |reached: S::Word| !(reached & empty).is_empty();
    any(up::<S>(mover, opponent, 1, not_first) | down::<S>(mover, opponent, 1, not_last))
        || any(up::<S>(mover, opponent, side, all) | down::<S>(mover, opponent, side, all))
        || any(up::<S>(mover, opponent, side + 1, not_first) | down::<S>(mover, opponent, side + 1, not_last))
        || any(up::<S>(mover, opponent, side - 1, not_last) | down::<S>(mover, opponent, side - 1, not_first))
}

/// The squares behind runs of opposing discs in the direction in which bits rise by `by`; `mask` has the
/// squares that a step can lead to.
#[inline]
fn up<S: Size>(mover: S::Word, opponent: S::Word, by: u32, mask: S::Word) -> S::Word {
    let open = opponent & mask;
    let mut run = (mover << by) & open;
    run = run | (open & (run << by));
    let open = open & (open << by);
    for _ in 0..(S::SIDE - 4) / 2 {
        run = run | (open & (run << (2 * by)));
    }
    (run << by) & mask
}

/// The same in the direction in which bits fall.
#[inline]
fn down<S: Size>(mover: S::Word, opponent: S::Word, by: u32, mask: S::Word) -> S::Word {
    let open = opponent & mask;
    let mut run = (mover >> by) & open;
    run = run | (open & (run >> by));
    let open = open & (open >> by);
    for _ in 0..(S::SIDE - 4) / 2 {
        run = run | (open & (run >> (2 * by)));
    }
    (run >> by) & mask
}
