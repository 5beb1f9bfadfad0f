//! Breakthrough (Dan Troyka, 2000) on every board of 4..12 rows by 4..12 columns.
//!
//! White's and Black's pieces are two bitboards with `a1`, White's bottom left, as bit 0, `b1` as
//! bit 1 and so on row by row upwards. A board is as wide as it is, without a spare column; the
//! [`Shape`] has the masks that keep diagonal steps from wrapping round the edge.

mod configuration;
mod position;
mod shape;
mod text;

use super::bits::Bits;
use super::random::Random;

pub use configuration::configuration;
pub(super) use position::{parse, start};
pub use shape::{SIDES, Shape, Word};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `w`, who moves first and goes up the board.
    White,
    /// `b`, who goes down.
    Black,
}

impl Colour {
    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    fn letter(self) -> u8 {
        match self {
            Self::White => b'w',
            Self::Black => b'b',
        }
    }
}

/// A move: the bits of the square left and the square entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where a piece of the side to move stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// A position of Breakthrough, over or not.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough<B: Word> {
    shape: &'static Shape<B>,
    pieces: [B; 2],
    side: Colour,
}

impl<B: Word> PartialEq for Breakthrough<B> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.shape, other.shape) && self.pieces == other.pieces && self.side == other.side
    }
}

impl<B: Word> Eq for Breakthrough<B> {}

impl<B: Word> Breakthrough<B> {
    /// The start, with two full rows a side; `None` where [`Shape::of`] gives none.
    pub fn start(rows: u8, columns: u8) -> Option<Self> {
        let shape = Shape::<B>::of(rows, columns)?;
        let width = u32::from(columns);
        let [top, bottom] = shape.goal;
        let pieces = [bottom | (bottom << width), top | (top >> width)];
        Some(Self { shape, pieces, side: Colour::White })
    }

    /// The board.
    pub fn shape(&self) -> &'static Shape<B> {
        self.shape
    }

    /// The side to move.
    pub fn side(&self) -> Colour {
        self.side
    }

    /// The pieces of a side.
    pub fn pieces(&self, side: Colour) -> B {
        self.pieces[side as usize]
    }

    /// The squares ahead of `side`'s `pieces`: straight, towards column `a`, away from it. The
    /// second and third leave out the pieces on that edge.
    #[inline]
    pub fn ahead(&self, side: Colour, pieces: B) -> [B; 3] {
        let width = u32::from(self.shape.columns);
        let (to_first, to_last) = (pieces & self.shape.not_first, pieces & self.shape.not_last);
        match side {
            Colour::White => {
                [(pieces << width) & self.shape.board, (to_first << (width - 1)) & self.shape.board, {
                    (to_last << (width + 1)) & self.shape.board
                }]
            }
            Colour::Black => [pieces >> width, to_first >> (width + 1), to_last >> (width - 1)],
        }
    }

    /// Which side has won, if one has: by a piece on the far row or by having taken every enemy.
    #[inline]
    pub fn winner(&self) -> Option<Colour> {
        // The side that moved last is asked first: in play no other can have won.
        [self.side.other(), self.side].into_iter().find(|&side| {
            !(self.pieces(side) & self.shape.goal[side as usize]).is_empty()
                || self.pieces(side.other()).is_empty()
        })
    }

    /// The squares that the player to move can enter in each direction (straight, towards column `a`,
    /// away from it); none when the game is over.
    #[inline]
    fn entries(&self) -> [B; 3] {
        if self.winner().is_some() {
            return [B::EMPTY; 3];
        }
        let (own, enemy) = (self.pieces(self.side), self.pieces(self.side.other()));
        let [straight, to_first, to_last] = self.ahead(self.side, own);
        [straight & !(own | enemy), to_first & !own, to_last & !own]
    }

    /// The number of legal moves, without making them.
    #[inline]
    pub fn mobility(&self) -> u32 {
        self.entries().into_iter().map(Bits::count).sum()
    }

    /// The legal moves, none when the game is over: by direction (straight, towards column `a`, away
    /// from it), then in the order of the squares entered.
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<B> {
        let back = self.back();
        let squares = self.entries().into_iter().zip(back);
        squares.flat_map(|(squares, back)| squares.squares().map(move |to| entering(to, back)))
    }

    /// One of the legal moves, each with the same chance; `None` when the game is over.
    #[inline]
    pub fn random_move(&self, random: &mut Random) -> Option<Move> {
        let entries = self.entries();
        let counts = entries.map(Bits::count);
        let all: u32 = counts.iter().sum();
        if all == 0 {
            return None;
        }
        let mut index = random.below(all as usize) as u32;
        let mut direction = 0;
        while index >= counts[direction] {
            index -= counts[direction];
            direction += 1;
        }
        Some(entering(entries[direction].nth(index), self.back()[direction]))
    }

    /// How far back of a square entered in each direction the piece came from.
    #[inline]
    fn back(&self) -> [i32; 3] {
        let width = i32::from(self.shape.columns);
        match self.side {
            Colour::White => [width, width - 1, width + 1],
            Colour::Black => [-width, -width - 1, 1 - width],
        }
    }

    /// The position after a legal move.
    ///
    /// An illegal one gives a position that cannot occur; [`Position::play`](super::Position::play) is for moves that one
    /// has not generated.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let (from, to) = (B::of(u32::from(mv.from)), B::of(u32::from(mv.to)));
        let mut pieces = self.pieces;
        pieces[self.side as usize] = pieces[self.side as usize] ^ from ^ to;
        pieces[self.side.other() as usize] = pieces[self.side.other() as usize] & !to;
        Self { shape: self.shape, pieces, side: self.side.other() }
    }

    fn perft_below(&self, depth: u32) -> u64 {
        // A game that ends early has no leaf at the full depth and counts nothing.
        match depth {
            0 => 1,
            1 => u64::from(self.mobility()),
            _ => {
                // A `sum` is not always compiled into this function, and then takes 4 % longer.
                let mut leaves = 0;
                self.moves().for_each(|mv| leaves += self.after(mv).perft_below(depth - 1));
                leaves
            }
        }
    }
}

/// The move to a square from the one `back` before it.
#[inline]
fn entering(to: u32, back: i32) -> Move {
    Move { from: (to as i32 - back) as u8, to: to as u8 }
}
