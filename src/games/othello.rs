//! Othello on boards of 4, 6, 8 and 10 squares a side.
//!
//! Rules: the World Othello Federation's, but that empty squares count for nobody. The board is two
//! bitboards, mover and opponent, with `a1` as bit 0, `b1` as bit 1 and so on row by row downwards.
//! Sizes are types, so that every shift and mask is a constant in the code compiled for a size.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use super::bits::Bits;
use super::random::Random;
use super::square::{Diagram, write_rows};
use super::{Game, IllegalMove, ParseError, PlyText, Position, Square, Turn};

/// The sides of the boards there are.
pub const SIZES: [u8; 4] = [4, 6, 8, 10];

/// A size of board, as a type.
pub trait Size: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// A word that holds the board.
    type Word: Ends;
    /// The number of rows, which is that of columns.
    const SIDE: u32;
    /// All squares.
    const BOARD: Self::Word;
    /// All squares but the first column.
    const NOT_FIRST: Self::Word;
    /// All squares but the last column.
    const NOT_LAST: Self::Word;
    /// For each square the four rays from it to the edge on which bits rise, then the four on which
    /// they fall; the square itself left out.
    const RAYS: &'static [[[Self::Word; 4]; 2]];
}

/// The ends of a set, as sets.
pub trait Ends: Bits {
    /// The lowest square alone; nothing of nothing.
    fn lowest_alone(self) -> Self;
    /// The highest square alone; nothing of nothing.
    fn highest_alone(self) -> Self;
    /// All squares below the only one; none if there is none.
    fn below(self) -> Self;
    /// All squares above the only one; none if there is none.
    fn above(self) -> Self;
}

macro_rules! ends {
    ($word:ty) => {
        impl Ends for $word {
            #[inline]
            fn lowest_alone(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline]
            fn highest_alone(self) -> Self {
                ((1 << (<$word>::BITS - 1)) >> (self | 1).leading_zeros()) & self
            }
            #[inline]
            fn below(self) -> Self {
                self.saturating_sub(1)
            }
            #[inline]
            fn above(self) -> Self {
                self.wrapping_neg() << 1
            }
        }
    };
}

ends!(u64);
ends!(u128);

/// The squares of column `column` on a board of `side`.
const fn column_of(side: u32, column: u32) -> u128 {
    let (mut squares, mut row) = (0, 0);
    while row < side {
        squares |= 1 << (row * side + column);
        row += 1;
    }
    squares
}

/// The squares passed from a square in steps of (`right`, `down`) to the edge.
const fn ray(side: i32, square: i32, right: i32, down: i32) -> u128 {
    let (mut squares, mut column, mut row) = (0, square % side + right, square / side + down);
    while 0 <= column && column < side && 0 <= row && row < side {
        squares |= 1 << (row * side + column);
        (column, row) = (column + right, row + down);
    }
    squares
}

macro_rules! size {
    ($name:ident, $word:ty, $side:literal) => {
        #[doc = concat!("The board of ", $side, " by ", $side, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Size for $name {
            type Word = $word;
            const SIDE: u32 = $side;
            const BOARD: $word = <$word>::MAX >> (<$word>::BITS - $side * $side);
            const NOT_FIRST: $word = Self::BOARD & !(column_of($side, 0) as $word);
            const NOT_LAST: $word = Self::BOARD & !(column_of($side, $side - 1) as $word);
            const RAYS: &'static [[[$word; 4]; 2]] = &{
                const RISING: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
                let mut rays = [[[0; 4]; 2]; $side * $side];
                let mut number = 0;
                while number < rays.len() * 4 {
                    let (square, (right, down)) = (number / 4, RISING[number % 4]);
                    rays[square][0][number % 4] = ray($side, square as i32, right, down) as $word;
                    rays[square][1][number % 4] = ray($side, square as i32, -right, -down) as $word;
                    number += 1;
                }
                rays
            };
        }
    };
}

size!(Four, u64, 4);
size!(Six, u64, 6);
size!(Eight, u64, 8);
size!(Ten, u128, 10);

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
    /// An illegal one gives a position that cannot occur; [`Position::play`] is for moves that one
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

    /// The canonical text of a move.
    pub fn text(mv: Move) -> String {
        Self::ply(mv).to_string()
    }

    /// The same without memory of its own.
    pub fn ply(mv: Move) -> PlyText {
        let mut text = PlyText::default();
        match mv {
            Move::Place(square) => Self::square(square).write(&mut text),
            Move::Pass => b"pass".iter().for_each(|&letter| text.push(letter)),
        }
        text
    }

    /// The square of a bit.
    fn square(bit: u32) -> Square {
        Square { column: (bit % S::SIDE) as u8, row: (bit / S::SIDE) as u8 }
    }

    /// Reads a move and judges it.
    ///
    /// # Errors
    /// Why it is not legal here.
    pub fn read(&self, ply: &str) -> Result<Move, IllegalMove> {
        self.judge(ply).map(|(mv, _)| mv)
    }

    /// The same; gives the discs that turn over as well, by which it has been judged.
    #[inline]
    fn judge(&self, ply: &str) -> Result<(Move, S::Word), IllegalMove> {
        let square = Square::parse(ply);
        if let Some(Square { column, row }) = square
            && u32::from(column) < S::SIDE
            && u32::from(row) < S::SIDE
        {
            // Nearly always the move is legal, and then one square tells it.
            let square = u32::from(row) * S::SIDE + u32::from(column);
            if self.empty().has(square) {
                let flips = self.flips(square);
                if !flips.is_empty() {
                    return Ok((Move::Place(square), flips));
                }
            }
        }
        self.pass_or_illegal(ply, square).map(|()| (Move::Pass, S::Word::EMPTY))
    }

    /// What is no legal placement is a legal pass, or it is told why it is not legal.
    #[cold]
    fn pass_or_illegal(&self, ply: &str, square: Option<Square>) -> Result<(), IllegalMove> {
        let illegal = |reason| Err(IllegalMove::new(ply, reason));
        let is_stuck = self.is_stuck();
        if is_stuck && self.opponent_is_stuck() {
            return illegal("the game is over");
        }
        if ply.eq_ignore_ascii_case("pass") {
            return if is_stuck { Ok(()) } else { illegal("a pass while there is a move") };
        }
        let Some(Square { column, row }) = square else {
            return illegal("not a move: expected a square such as c4");
        };
        if u32::from(column) >= S::SIDE || u32::from(row) >= S::SIDE {
            return illegal("off the board");
        }
        if !self.empty().has(u32::from(row) * S::SIDE + u32::from(column)) {
            illegal("not empty")
        } else if is_stuck {
            illegal("encloses nothing: must pass")
        } else {
            illegal("encloses nothing")
        }
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

    /// The letter on a square: `x`, `o` or `.`.
    fn letter(&self, bit: u32) -> u8 {
        if self.mover.has(bit) {
            self.side.letter()
        } else if self.opponent.has(bit) {
            self.side.other().letter()
        } else {
            b'.'
        }
    }
}

/// The squares where `mover` can place a disc: in every direction, the run of opposing discs beside his own
/// is filled, and must end on an empty one. The filling goes in steps of one square, then of two, as Kogge and
/// Stone add numbers (1973).
#[inline]
fn placements<S: Size>(mover: S::Word, opponent: S::Word) -> S::Word {
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
fn can_place<S: Size>(mover: S::Word, opponent: S::Word) -> bool {
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

impl<S: Size> fmt::Display for Othello<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row| (0..S::SIDE).map(move |column| self.letter(row * S::SIDE + column));
        write_rows(f, (0..S::SIDE).map(row))?;
        write!(f, " {}", char::from(self.side.letter()))
    }
}

impl<S: Size> FromStr for Othello<S> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let diagram = diagram(text)?;
        if diagram.rows.len() != S::SIDE as usize {
            let reason = format!("a board of {0}x{0}, expected {1}x{1}", diagram.rows.len(), S::SIDE);
            return Err(ParseError::new(text, 0, reason));
        }
        Ok(Self::of(&diagram))
    }
}

impl<S: Size> Othello<S> {
    fn of(diagram: &Diagram) -> Self {
        let discs = |letter| {
            let squares = diagram.rows.iter().flatten().zip(0..);
            squares
                .filter(|&(&found, _)| found == letter)
                .fold(S::Word::EMPTY, |discs, (_, bit)| discs | S::Word::of(bit))
        };
        let side = if diagram.side == b'x' { Colour::Black } else { Colour::White };
        Self { mover: discs(side.letter()), opponent: discs(side.other().letter()), side }
    }
}

/// Reads the rows and sees that they are a board.
fn diagram(text: &str) -> Result<Diagram, ParseError> {
    let diagram = Diagram::parse(text, *b"xo")?;
    let (rows, columns) = (diagram.rows.len(), diagram.rows[0].len());
    if rows != columns || !SIZES.iter().any(|&size| usize::from(size) == rows) {
        let reason =
            format!("{rows} rows of {columns} squares, expected a square board of 4, 6, 8 or 10 a side");
        return Err(ParseError::new(text, 0, reason));
    }
    Ok(diagram)
}

/// Runs `$body` with `$S` standing for the type of `$side`.
macro_rules! by_size {
    ($side:expr, $S:ident => $body:expr) => {
        match $side {
            4 => Some({
                type $S = Four;
                $body
            }),
            6 => Some({
                type $S = Six;
                $body
            }),
            8 => Some({
                type $S = Eight;
                $body
            }),
            10 => Some({
                type $S = Ten;
                $body
            }),
            _ => None,
        }
    };
}

/// The start on a board of `size`, or `None` if there is no such board.
pub(super) fn start(size: u8) -> Option<Box<dyn Position>> {
    by_size!(size, S => Box::new(Othello::<S>::start()) as Box<dyn Position>)
}

/// Reads a position on a board of any size.
pub(super) fn parse(text: &str) -> Result<Box<dyn Position>, ParseError> {
    let diagram = diagram(text)?;
    by_size!(diagram.rows.len(), S => Box::new(Othello::<S>::of(&diagram)) as Box<dyn Position>)
        .ok_or_else(|| ParseError::new(text, 0, "no such board"))
}

impl<S: Size> Position for Othello<S> {
    fn game(&self) -> Game {
        Game::Othello { size: S::SIDE as u8 }
    }

    fn player(&self) -> Option<usize> {
        (!self.is_over()).then_some(self.side as usize)
    }

    fn plies(&self) -> Vec<String> {
        self.moves().map(Self::text).collect()
    }

    fn choices(&self) -> usize {
        match self.placements().count() {
            0 => self.moves().count(),
            placements => placements as usize,
        }
    }

    fn choice(&self, index: usize) -> Option<String> {
        let placements = self.placements();
        if placements.is_empty() {
            return self.moves().nth(index).map(Self::text);
        }
        let index = u32::try_from(index).ok().filter(|&index| index < placements.count())?;
        Some(Self::text(Move::Place(placements.nth(index))))
    }

    fn play(&mut self, ply: &str) -> Result<PlyText, IllegalMove> {
        let (mv, flips) = self.judge(ply)?;
        *self = self.turned(mv, flips);
        Ok(Self::ply(mv))
    }

    fn forced(&self) -> Option<PlyText> {
        self.moves().next().filter(|&mv| mv == Move::Pass).map(Self::ply)
    }

    fn turn(&self) -> Turn {
        let player = self.side as usize;
        match self.is_stuck() {
            false => Turn::Choice(player),
            true if self.opponent_is_stuck() => Turn::Over,
            true => Turn::Forced(player),
        }
    }

    fn is_start(&self) -> bool {
        *self == Self::start()
    }

    fn returns(&self) -> Option<Vec<i32>> {
        let mover = self.difference();
        self.is_over().then(|| match self.side {
            Colour::Black => vec![mover, -mover],
            Colour::White => vec![-mover, mover],
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        self.perft_below(depth)
    }

    fn diagram(&self) -> String {
        let mut picture = String::from("  ");
        for column in 0..S::SIDE as u8 {
            picture.push(' ');
            picture.push(char::from(b'a' + column));
        }
        for row in 0..S::SIDE {
            picture += &format!("\n{:>2}", row + 1);
            for column in 0..S::SIDE {
                picture.push(' ');
                picture.push(char::from(self.letter(row * S::SIDE + column)));
            }
        }
        picture
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(*self)
    }
}
