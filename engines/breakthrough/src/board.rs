//! The board and a position on it, for the search: sides as types, hash keys, moves by shifts.
//!
//! [`arena::games::breakthrough`] knows the rules and is what the arena referees by; this is the same game
//! for millions of positions a second. A test plays both against each other. A side is a type, so that
//! each direction of shift is compiled by itself, and a position carries its hash key from move to move.
//!
//! Keys made of random numbers, which follow the moves: Zobrist, "A new hashing method with application for game playing", 1970.

use arena::games::Square;
use arena::games::random::Random;

use crate::set::Set;

/// The most squares a board has.
pub const SQUARES: usize = 144;
/// The most rows, and columns.
pub const MOST: usize = 12;

/// White or Black, as a type.
pub trait Side: 'static {
    /// The opponent.
    type Other: Side<Other = Self>;
    /// 0 for White, who goes up; 1 for Black.
    const INDEX: usize;
}

/// White: moves first and up.
#[derive(Debug)]
pub struct White;
/// Black: moves down.
#[derive(Debug)]
pub struct Black;

impl Side for White {
    type Other = Black;
    const INDEX: usize = 0;
}

impl Side for Black {
    type Other = White;
    const INDEX: usize = 1;
}

/// A move: the square left in the high byte, the one entered in the low byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub u16);

impl Move {
    /// No move. (A piece that goes from `a1` to `a1`.)
    pub const NONE: Self = Self(0);

    /// From one square to another.
    #[inline(always)]
    pub fn new(from: u32, to: u32) -> Self {
        Self((from << 8 | to) as u16)
    }

    /// The square left.
    #[inline(always)]
    pub fn from(self) -> u32 {
        u32::from(self.0 >> 8)
    }

    /// The square entered.
    #[inline(always)]
    pub fn to(self) -> u32 {
        u32::from(self.0 & 255)
    }
}

/// The squares one step ahead of some pieces.
#[derive(Clone, Copy, Debug)]
pub struct Ahead<S> {
    /// Straight ahead.
    pub straight: S,
    /// Ahead towards column `a`.
    pub to_first: S,
    /// Ahead away from it.
    pub to_last: S,
}

impl<S: Set> Ahead<S> {
    /// Those of no pieces.
    pub const NONE: Self = Self { straight: S::EMPTY, to_first: S::EMPTY, to_last: S::EMPTY };

    /// All of them.
    #[inline(always)]
    pub fn any(self) -> S {
        self.straight | self.to_first | self.to_last
    }

    /// The squares attacked, by one piece or two.
    #[inline(always)]
    pub fn attacked(self) -> S {
        self.to_first | self.to_last
    }

    /// The squares attacked by two pieces.
    #[inline(always)]
    pub fn twice(self) -> S {
        self.to_first & self.to_last
    }
}

/// A board without pieces: its measures, masks and hash keys.
#[derive(Clone, Debug)]
pub struct Board<S> {
    /// How many rows, 4 to 12.
    pub rows: u8,
    /// How many columns, 4 to 12.
    pub columns: u8,
    /// The same, to shift by.
    width: u32,
    /// All squares.
    pub all: S,
    not_first: S,
    not_last: S,
    /// For each side: the row so many steps before its far row.
    away: [[S; MOST]; 2],
    /// The row of each square, in all bytes so that no index is out of bounds.
    row: [u8; 256],
    /// By side and square, each with that of the square's mirror image.
    keys: [Box<[[u64; 2]; 256]>; 2],
}

/// The key for Black to move.
const BLACK_TO_MOVE: u64 = 0x7f4a_7c15_9e37_79b9;

impl<S: Set> Board<S> {
    /// The board of `rows` by `columns`, 4 to 12 each, which must fit the set.
    pub fn new(rows: u8, columns: u8) -> Self {
        let width = u32::from(columns);
        let squares = u32::from(rows) * width;
        assert!(squares <= S::ROOM, "{rows} by {columns} squares in {} bits", S::ROOM);
        let set = |holds: &dyn Fn(u32) -> bool| {
            (0..squares).filter(|&square| holds(square)).fold(S::EMPTY, |set, square| set | S::of(square))
        };
        let row_set = |row: u32| set(&|square| square / width == row);
        let mut away = [[S::EMPTY; MOST]; 2];
        for distance in 0..u32::from(rows) {
            away[0][distance as usize] = row_set(u32::from(rows) - 1 - distance);
            away[1][distance as usize] = row_set(distance);
        }
        let mut row = [0; 256];
        row.iter_mut()
            .zip(0..)
            .take(squares as usize)
            .for_each(|(row, square)| *row = (square / width) as u8);
        let mut random = Random::derived(u64::from(rows) << 8 | u64::from(columns), &[1]);
        let mut keys = || {
            let mut keys = Box::new([[0; 2]; 256]);
            keys.iter_mut().for_each(|pair| pair[0] = random.next_u64());
            for square in 0..squares as usize {
                let column = square % usize::from(columns);
                keys[square][1] = keys[square - column + usize::from(columns) - 1 - column][0];
            }
            keys
        };
        Self {
            rows,
            columns,
            width,
            all: set(&|_| true),
            not_first: set(&|square| square % width != 0),
            not_last: set(&|square| square % width != width - 1),
            away,
            row,
            keys: [keys(), keys()],
        }
    }

    /// How many squares it has.
    pub fn squares(&self) -> u32 {
        u32::from(self.rows) * self.width
    }

    /// The squares one step ahead of `pieces` of a side.
    #[inline(always)]
    pub fn ahead<M: Side>(&self, pieces: S) -> Ahead<S> {
        let width = self.width;
        let (left, right) = (pieces & self.not_first, pieces & self.not_last);
        if M::INDEX == 0 {
            Ahead {
                straight: pieces.up(width) & self.all,
                to_first: left.up(width - 1) & self.all,
                to_last: right.up(width + 1) & self.all,
            }
        } else {
            Ahead {
                straight: pieces.down(width),
                to_first: left.down(width + 1),
                to_last: right.down(width - 1),
            }
        }
    }

    /// The row `distance` steps before the far row of a side.
    #[inline(always)]
    pub fn away<M: Side>(&self, distance: usize) -> S {
        self.away[M::INDEX][distance]
    }

    /// How many steps a square is from the far row of a side.
    #[inline(always)]
    pub fn distance<M: Side>(&self, square: u32) -> u32 {
        let row = u32::from(self.row[(square & 255) as usize]);
        if M::INDEX == 0 { u32::from(self.rows) - 1 - row } else { row }
    }

    /// How many steps the foremost of `pieces`, of which there is one at least, is from the far row.
    #[inline(always)]
    pub fn nearest<M: Side>(&self, pieces: S) -> u32 {
        self.distance::<M>(if M::INDEX == 0 { pieces.highest() } else { pieces.lowest() })
    }

    /// The square a piece came from that entered `to` straight, towards column `a` or away from it.
    #[inline(always)]
    pub fn back<M: Side>(&self, to: u32, direction: u32) -> u32 {
        // Directions 0, 1, 2: towards `a`, straight, away from it.
        if M::INDEX == 0 { to - (self.width - 1 + direction) } else { to + self.width + 1 - direction }
    }

    /// The direction of a move of `M`: 0 towards column `a`, 1 straight, 2 away from it.
    #[inline(always)]
    pub fn direction<M: Side>(&self, mv: Move) -> u32 {
        let (from, to) = (mv.from(), mv.to());
        if M::INDEX == 0 { to + 1 - from - self.width } else { self.width + 1 - (from - to) }
    }

    /// A number below `3 * squares` for a move, the same for the move of the other side that goes
    /// back the same way.
    #[inline(always)]
    pub fn way(&self, mv: Move) -> usize {
        let (low, high) = (mv.from().min(mv.to()), mv.from().max(mv.to()));
        (low * 3 + (high - low) + 1 - self.width) as usize
    }

    /// The text of a move.
    pub fn text(&self, mv: Move) -> String {
        let square = |bit: u32| Square { column: (bit % self.width) as u8, row: (bit / self.width) as u8 };
        format!("{}{}", square(mv.from()), square(mv.to()))
    }
}

/// The pieces, and whose move it is by the type of the functions it is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<S> {
    /// White's pieces and Black's.
    pub pieces: [S; 2],
    /// Its hash key.
    pub key: u64,
    /// The key of its mirror image.
    pub mirrored: u64,
}

impl<S: Set> Position<S> {
    /// The position of these pieces, with White to move or Black (0 or 1).
    pub fn new(board: &Board<S>, pieces: [S; 2], side: usize) -> Self {
        let mut key = if side == 0 { 0 } else { BLACK_TO_MOVE };
        let mut mirrored = key;
        for (pieces, keys) in pieces.iter().zip(&board.keys) {
            for square in pieces.squares() {
                let [own, other] = keys[square as usize];
                key ^= own;
                mirrored ^= other;
            }
        }
        Self { pieces, key, mirrored }
    }

    /// The same position with the other side to move.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Self {
        let (key, mirrored) = (self.key ^ BLACK_TO_MOVE, self.mirrored ^ BLACK_TO_MOVE);
        Self { pieces: self.pieces, key, mirrored }
    }

    /// The pieces of a side.
    #[inline(always)]
    pub fn of<M: Side>(&self) -> S {
        self.pieces[M::INDEX]
    }

    /// The position after a legal move of `M`, and whether it captured.
    #[inline(always)]
    #[must_use]
    pub fn after<M: Side>(&self, board: &Board<S>, mv: Move) -> (Self, bool) {
        let (from, to) = (S::of(mv.from()), S::of(mv.to()));
        let mut next = *self;
        let captured = self.of::<M::Other>().has(mv.to());
        let own = &board.keys[M::INDEX];
        next.pieces[M::INDEX] = self.of::<M>() ^ (from | to);
        let (left, entered) = (own[mv.from() as usize], own[mv.to() as usize]);
        next.key ^= left[0] ^ entered[0] ^ BLACK_TO_MOVE;
        next.mirrored ^= left[1] ^ entered[1] ^ BLACK_TO_MOVE;
        if captured {
            next.pieces[M::Other::INDEX] = self.of::<M::Other>() ^ to;
            let taken = board.keys[M::Other::INDEX][mv.to() as usize];
            next.key ^= taken[0];
            next.mirrored ^= taken[1];
        }
        (next, captured)
    }

    /// Calls `with` for each legal move of `M` into `squares`, the game not being over. `ahead` are
    /// the squares ahead of his pieces.
    #[inline(always)]
    pub fn each_move<M: Side>(
        &self,
        board: &Board<S>,
        ahead: Ahead<S>,
        squares: S,
        mut with: impl FnMut(Move),
    ) {
        let (own, enemies) = (self.of::<M>(), self.of::<M::Other>());
        let free = squares & !own;
        for (direction, entered) in
            [ahead.to_first & free, ahead.straight & free & !enemies, ahead.to_last & free]
                .into_iter()
                .enumerate()
        {
            // Towards `a` is a shift by a row less one for White and a row more one for Black.
            for to in entered.squares() {
                with(Move::new(board.back::<M>(to, direction as u32), to));
            }
        }
    }

    /// Whether a move, found in a table that may be mistaken, is legal for `M`.
    #[inline]
    pub fn is_legal<M: Side>(&self, board: &Board<S>, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if from >= board.squares() || to >= board.squares() || !self.of::<M>().has(from) {
            return false;
        }
        let ahead = board.ahead::<M>(S::of(from));
        let enterable = ahead.attacked() | ahead.straight & !self.of::<M::Other>();
        (enterable & !self.of::<M>()).has(to)
    }

    /// Whether `M` has won: on his far row, or with no enemy left.
    #[inline]
    pub fn won<M: Side>(&self, board: &Board<S>) -> bool {
        !(self.of::<M>() & board.away::<M>(0)).is_empty() || self.of::<M::Other>().is_empty()
    }
}
