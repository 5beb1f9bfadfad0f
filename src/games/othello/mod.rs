//! Othello on boards of 4, 6, 8 and 10 squares a side.
//!
//! Rules: the World Othello Federation's, but that empty squares count for nobody. The board is two
//! bitboards, mover and opponent, with `a1` as bit 0, `b1` as bit 1 and so on row by row downwards.
//! Sizes are types, so that every shift and mask is a constant in the code compiled for a size.

mod directions;
mod position;
mod size;
mod text;

use super::bits::Bits;
use super::random::Random;

use directions::{can_place, placements};
pub(super) use position::{parse, start};
pub use size::{Eight, Ends, Four, SIZES, Six, Size, Ten};

/// The colour of a disc, or of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `x`, who moves first.
    Black,
    /// `o`.
    White,
}

impl Colour {
    /// The opponent's colour.
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    fn letter(self) -> u8 {
        match self {
            Self::Black => b'x',
            Self::White => b'o',
        }
    }
}

/// A move: a disc on a square, or the pass of a player who cannot place one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The bit of the square in the board's words.
    Place(u32),
    /// Legal only when no disc can be placed.
    Pass,
}

/// A position of Othello, over or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello<S: Size> {
    mover: S::Word,
    opponent: S::Word,
    side: Colour,
}

impl<S: Size> Othello<S> {
    /// The position in which the game begins.
    pub fn start() -> Self {
        let square = |column: u32, row: u32| S::Word::of(row * S::SIDE + column);
        let (low, high) = (S::SIDE / 2 - 1, S::SIDE / 2);
        Self {
            mover: square(high, low) | square(low, high),
            opponent: square(low, low) | square(high, high),
            side: Colour::Black,
        }
    }

    /// The discs of the player to move.
    pub fn mover(&self) -> S::Word {
        self.mover
    }

    /// The discs of the other player.
    pub fn opponent(&self) -> S::Word {
        self.opponent
    }

    /// The squares without a disc.
    pub fn empty(&self) -> S::Word {
        S::BOARD & !(self.mover | self.opponent)
    }

    /// The colour to move.
    pub fn side(&self) -> Colour {
        self.side
    }

    /// The squares on which the player to move can place a disc.
    #[inline]
    pub fn placements(&self) -> S::Word {
        placements::<S>(self.mover, self.opponent)
    }

    /// The legal moves: placements in the order of their bits, or the pass; none when the game is over.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<S> {
        let placements = self.placements();
        let pass = placements.is_empty() && !self.opponent_is_stuck();
        placements.squares().map(Move::Place).chain(pass.then_some(Move::Pass))
    }

    /// One of the legal moves, each with the same chance; `None` when the game is over.
    #[inline]
    pub fn random_move(&self, random: &mut Random) -> Option<Move> {
        let placements = self.placements();
        match placements.count() {
            0 if self.opponent_is_stuck() => None,
            0 => Some(Move::Pass),
            all => Some(Move::Place(placements.nth(random.below(all as usize) as u32))),
        }
    }

    /// Whether neither player can place a disc.
    pub fn is_over(&self) -> bool {
        self.is_stuck() && self.opponent_is_stuck()
    }

    fn is_stuck(&self) -> bool {
        !can_place::<S>(self.mover, self.opponent)
    }

    fn opponent_is_stuck(&self) -> bool {
        !can_place::<S>(self.opponent, self.mover)
    }

    /// The discs that turn over if the player to move places one on the empty `square`; none if the
    /// move is illegal.
    #[inline]
    pub fn flips(&self, square: u32) -> S::Word {
        let mut flips = S::Word::EMPTY;
        let [rising, falling] = &S::RAYS[square as usize];
        // The first square of a ray that is not the opponent's must be the mover's. No branches: whether
        // it is his is a coin toss to the processor.
        for &ray in rising {
            let end = (ray & !self.opponent).lowest_alone() & self.mover;
            flips = flips | (ray & end.below());
        }
        for &ray in falling {
            let end = (ray & !self.opponent).highest_alone() & self.mover;
            flips = flips | (ray & end.above());
        }
        flips
    }

    /// The position after a legal move.
    ///
    /// An illegal one gives a position that cannot occur; [`Position::play`](super::Position::play) is for moves that one
    /// has not generated.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let flips = match mv {
            Move::Place(square) => self.flips(square),
            Move::Pass => S::Word::EMPTY,
        };
        self.turned(mv, flips)
    }

    /// The position after a legal move, which turns over the discs `flips`.
    #[inline]
    fn turned(&self, mv: Move, flips: S::Word) -> Self {
        let disc = match mv {
            Move::Place(square) => S::Word::of(square),
            Move::Pass => S::Word::EMPTY,
        };
        Self { mover: self.opponent ^ flips, opponent: self.mover | flips | disc, side: self.side.other() }
    }

    /// The discs of the player to move less those of the other: the score of the game when it is over.
    pub fn difference(&self) -> i32 {
        self.mover.count() as i32 - self.opponent.count() as i32
    }

    fn perft_below(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let placements = self.placements();
        if placements.is_empty() {
            // A game that ends early counts as one leaf, as in the published tables.
            return if self.opponent_is_stuck() { 1 } else { self.after(Move::Pass).perft_below(depth - 1) };
        }
        if depth == 1 {
            return u64::from(placements.count());
        }
        placements.squares().map(|square| self.after(Move::Place(square)).perft_below(depth - 1)).sum()
    }
}
