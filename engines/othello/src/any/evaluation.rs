//! Evaluation: an estimate of the final disc difference, in hundredths of a disc for the mover.
//!
//! The discs themselves say little before the end. What counts is who will run out of good moves
//! (mobility, frontier), who has discs that can never be turned (corners and what leans on them), and
//! who gives corners away (the squares beside empty ones).
//!
//! Mobility and stable discs as the heart of an evaluation are Rosenbloom's: "A world-championship-level Othello program",
//! 1982.

use arena::games::bits::Bits;
use arena::games::othello::{Move, Othello, Size};

use super::board::{AXES, Board, around};
use super::hash::key;

/// For each placement more than the opponent has.
const MOBILITY: i32 = 70;
/// For each empty square beside the opponent's discs, less those beside one's own.
const FRONTIER: i32 = 22;
/// For a corner.
const CORNER: i32 = 500;
/// For a disc that can never be turned, corners too.
const STABLE: i32 = 180;
/// For a disc diagonally next to an empty corner.
const X_SQUARE: i32 = -380;
/// For a disc on the edge next to an empty corner.
const C_SQUARE: i32 = -110;
/// For another disc on an edge.
const EDGE: i32 = 30;
/// For the last move of the game, which falls to the mover if the number of empty squares is odd.
const PARITY: i32 = 100;
/// Below so many empty squares the discs begin to count for what they are.
const LATE: i32 = 18;
/// The most that noise adds or takes.
const NOISE: u64 = 40;

/// The estimator for a size of board.
pub(crate) struct Evaluation<S: Size> {
    board: Board<S>,
    /// The key of the noise; 0 is none.
    noise: u64,
}

impl<S: Size> Evaluation<S> {
    /// An estimator whose estimates waver a little, differently for every `noise`, not at all for 0.
    pub(crate) fn new(noise: u64) -> Self {
        Self { board: Board::new(), noise }
    }

    /// The sets of squares of the board.
    pub(crate) fn board(&self) -> &Board<S> {
        &self.board
    }

    /// The value of a position that is not over for the side to move.
    #[inline]
    pub(crate) fn of(&self, position: &Othello<S>) -> i32 {
        let (mover, opponent) = (position.mover(), position.opponent());
        let empty = position.empty();
        let empties = empty.count() as i32;
        let passed = position.after(Move::Pass);
        let mobility = position.placements().count() as i32 - passed.placements().count() as i32;
        let frontier =
            (around::<S>(opponent) & empty).count() as i32 - (around::<S>(mover) & empty).count() as i32;
        let mut value = MOBILITY * mobility + FRONTIER * frontier;
        value += self.places(mover, empty) - self.places(opponent, empty);
        value += STABLE * (stable::<S>(mover).count() as i32 - stable::<S>(opponent).count() as i32);
        value += if empties % 2 == 1 { PARITY } else { -PARITY };
        if empties < LATE {
            value += (LATE - empties) * 100 / LATE * position.difference();
        }
        // Nobody can win more than all squares.
        let most = (S::SIDE * S::SIDE * 100) as i32;
        (value + self.waver(position)).clamp(-most, most)
    }

    /// The worth of where `discs` stand.
    #[inline]
    fn places(&self, discs: S::Word, empty: S::Word) -> i32 {
        let board = &self.board;
        let exposed = discs & around::<S>(empty & board.corners);
        let count = |set: S::Word| (discs & set).count() as i32;
        CORNER * count(board.corners)
            + EDGE * count(board.edges)
            + X_SQUARE * (exposed & board.x_squares).count() as i32
            + C_SQUARE * (exposed & board.c_squares).count() as i32
    }

    /// The noise for a position.
    #[inline]
    fn waver(&self, position: &Othello<S>) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        (key(&(position.mover(), position.opponent()), self.noise) % (2 * NOISE + 1)) as i32 - NOISE as i32
    }
}

/// Discs that can never be turned because they lean on the edge, or on such discs, along every axis.
/// Some others that cannot be turned either are missed.
#[inline]
fn stable<S: Size>(discs: S::Word) -> S::Word {
    let mut stable = S::Word::EMPTY;
    loop {
        let mut next = discs;
        for [forth, back] in AXES {
            next = next & (forth.before_or_edge::<S>(stable) | back.before_or_edge::<S>(stable));
        }
        if next == stable {
            return stable;
        }
        stable = next;
    }
}
