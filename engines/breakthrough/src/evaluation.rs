//! Evaluation: who stands better, in hundredths of a piece for the side to move.
//!
//! Pieces never move back, so structure is for keeps: what counts besides material is how far pieces
//! have come, whether they cover one another, which ones no enemy can meet any more, and who still
//! guards his home row.

use arena::games::breakthrough::{Breakthrough, Colour, Word};

use crate::board::{Board, attacked};
use crate::hash::key;

/// For a piece.
const PIECE: i32 = 100;
/// For a piece by its steps to the far row; the game is over at 0, and further back it is worth nothing.
const ADVANCE: [i32; 7] = [0, 110, 70, 40, 22, 10, 4];
/// For a piece covered by another.
const COVERED: i32 = 9;
/// For a piece with another right beside it.
const BESIDE: i32 = 4;
/// For a piece on the home row.
const GUARD: i32 = 12;
/// For a piece that the enemy attacks and nothing covers.
const HANGING: i32 = -25;
/// For a piece on its way past all enemies: by its steps to the far row.
const PASSED: [i32; 7] = [0, 150, 110, 80, 60, 40, 20];
/// For the move.
const TEMPO: i32 = 8;
/// The most that noise adds or takes.
const NOISE: u64 = 8;

/// The estimator for a board.
pub(crate) struct Evaluation<B> {
    /// The board.
    pub(crate) board: Board<B>,
    /// The key of the noise; 0 is none.
    noise: u64,
}

impl<B: Word> Evaluation<B> {
    /// An estimator whose estimates waver a little, differently for every `noise`, not at all for 0.
    pub(crate) fn new(board: Board<B>, noise: u64) -> Self {
        Self { board, noise }
    }

    /// The value of a position that is not over for the side to move.
    pub(crate) fn of(&self, position: &Breakthrough<B>) -> i32 {
        let side = position.side();
        let mover = self.worth(position, side) - self.worth(position, side.other());
        mover + TEMPO + self.waver(position)
    }

    /// The worth of a side's pieces.
    fn worth(&self, position: &Breakthrough<B>, side: Colour) -> i32 {
        let shape = position.shape();
        let pieces = position.pieces(side);
        let covered = attacked(position, side);
        let attacked = attacked(position, side.other());
        let rows = self.board.rows(side);
        let home = rows[rows.len() - 1];
        let beside = pieces & ((pieces & shape.not_last) << 1);
        let count = |set: B| set.count() as i32;
        let mut worth = PIECE * count(pieces)
            + COVERED * count(pieces & covered)
            + BESIDE * count(beside)
            + GUARD * count(pieces & home)
            + HANGING * count(pieces & attacked & !covered);
        let passed = pieces & !self.met(position, side.other());
        // Not the home row: on a small board it would count as an advance.
        for distance in 1..(rows.len() - 1).min(ADVANCE.len()) {
            worth += ADVANCE[distance] * count(pieces & rows[distance]);
            if !passed.is_empty() {
                worth += PASSED[distance] * count(passed & rows[distance]);
            }
        }
        worth
    }

    /// All squares that the pieces of `side` could come to, or stand on.
    #[inline]
    fn met(&self, position: &Breakthrough<B>, side: Colour) -> B {
        let mut met = position.pieces(side);
        // A row less than there are is as far as a piece can go.
        for _ in 1..self.board.rows(side).len() - 1 {
            let [straight, to_first, to_last] = position.ahead(side, met);
            met = met | straight | to_first | to_last;
        }
        met
    }

    /// The noise for a position.
    #[inline]
    fn waver(&self, position: &Breakthrough<B>) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        (position_key(position, self.noise) % (2 * NOISE + 1)) as i32 - NOISE as i32
    }
}

/// The key of a position on its board, different for every `salt`.
#[inline]
pub(crate) fn position_key<B: Word>(position: &Breakthrough<B>, salt: u64) -> u64 {
    let shape = position.shape();
    let board = u64::from(shape.rows) << 16 | u64::from(shape.columns) << 8 | position.side() as u64;
    key(&(position.pieces(Colour::White), position.pieces(Colour::Black)), salt ^ board)
}
