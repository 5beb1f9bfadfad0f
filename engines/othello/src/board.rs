//! The 8x8 board as two words of 64 bits, one disc or square a bit: `a1` is bit 0, `h8` bit 63.
//!
//! Everything that a search asks of a position is a few dozen instructions on the two words. They are
//! the mover's and the opponent's rather than black's and white's: who is who makes no difference to
//! the game, and this way one code, one hash entry and one evaluation serve both.
//!
//! Boards as words are in Adelson-Velskii, Arlazarov, Bitman, Zhivotovskii and Uskov: "Programming a computer to play
//! chess", 1970.

use arena::games::othello::{Eight, Othello};

use crate::flips::flips;
use crate::mobility::moves;

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// The discs of the player to move.
    pub mover: u64,
    /// The discs of the other player.
    pub opponent: u64,
}

impl From<&Othello<Eight>> for Board {
    fn from(position: &Othello<Eight>) -> Self {
        Self { mover: position.mover(), opponent: position.opponent() }
    }
}

impl Board {
    /// The position in which the game begins.
    pub const START: Self = Self { mover: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// The squares without a disc.
    #[inline(always)]
    pub fn empty(&self) -> u64 {
        !(self.mover | self.opponent)
    }

    /// The number of squares without a disc.
    #[inline(always)]
    pub fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares on which the player to move can place a disc.
    #[inline(always)]
    pub fn moves(&self) -> u64 {
        moves(self.mover, self.opponent)
    }

    /// The discs that turn over if the player to move places one on the empty `square`; none if the
    /// move is illegal.
    #[inline(always)]
    pub fn flips(&self, square: u32) -> u64 {
        flips(self.mover, self.opponent, square)
    }

    /// The position after a disc on `square` that turns over `flips`.
    #[inline(always)]
    #[must_use]
    pub fn place(&self, square: u32, flips: u64) -> Self {
        Self { mover: self.opponent ^ flips, opponent: self.mover | flips | 1 << square }
    }

    /// The position after a pass.
    #[inline(always)]
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// Whether neither player can place a disc.
    pub fn is_over(&self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The mover's discs less the opponent's: the score of the game when it is over.
    #[inline(always)]
    pub fn difference(&self) -> i32 {
        self.mover.count_ones() as i32 - self.opponent.count_ones() as i32
    }

    /// The number of ways the game can go on for `depth` plies, a pass being one.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 0 {
            1
        } else if moves == 0 {
            // A game that ends early counts as one, as in the published tables.
            if self.pass().moves() == 0 { 1 } else { self.pass().perft(depth - 1) }
        } else if depth == 1 {
            u64::from(moves.count_ones())
        } else {
            squares(moves).map(|square| self.place(square, self.flips(square)).perft(depth - 1)).sum()
        }
    }
}

/// The squares of a set, ascending.
#[inline(always)]
pub fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}
