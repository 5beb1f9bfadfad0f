//! Breakthrough (Dan Troyka, 2000) on every board of 4..12 rows by 4..12 columns.
//!
//! White's and Black's pieces are two bitboards with `a1`, White's bottom left, as bit 0, `b1` as
//! bit 1 and so on row by row upwards. A board is as wide as it is, without a spare column; the
//! [`Shape`] has the masks that keep diagonal steps from wrapping round the edge.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use super::bits::{Bits, Wide};
use super::random::Random;
use super::square::{Diagram, write_rows};
use super::{Game, IllegalMove, ParseError, PlyText, Position, Square};

/// How many rows, and how many columns, a board can have.
pub const SIDES: std::ops::RangeInclusive<u8> = 4..=12;

/// How many boards there are: every number of rows with every number of columns.
const SHAPES: usize = 81;

/// A board without pieces: its measures and the masks that go with them.
#[derive(Debug)]
pub struct Shape<B> {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// All squares.
    pub board: B,
    /// All squares but the first column, `a`.
    pub not_first: B,
    /// All squares but the last column.
    pub not_last: B,
    /// Each side's far row, White's first.
    pub goal: [B; 2],
}

/// A word for boards: each fits all shapes of no more squares than it has bits.
pub trait Word: Bits {
    #[doc(hidden)]
    fn shapes() -> &'static [OnceLock<Shape<Self>>; SHAPES];
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            fn shapes() -> &'static [OnceLock<Shape<Self>>; SHAPES] {
                static ALL: [OnceLock<Shape<$word>>; SHAPES] = [const { OnceLock::new() }; SHAPES];
                &ALL
            }
        }
    };
}

word!(u64);
word!(u128);
word!(Wide);

impl<B: Word> Shape<B> {
    /// The board of `rows` by `columns`; `None` if there is no such board or it has more squares than
    /// `B` has bits.
    pub fn of(rows: u8, columns: u8) -> Option<&'static Self> {
        if !SIDES.contains(&rows)
            || !SIDES.contains(&columns)
            || u32::from(rows) * u32::from(columns) > B::WIDTH
        {
            return None;
        }
        let number = usize::from(rows - 4) * 9 + usize::from(columns - 4);
        Some(B::shapes()[number].get_or_init(|| {
            let set = |holds: &dyn Fn(u32) -> bool| {
                let squares = 0..u32::from(rows) * u32::from(columns);
                squares.filter(|&square| holds(square)).fold(B::EMPTY, |set, square| set | B::of(square))
            };
            let width = u32::from(columns);
            Self {
                rows,
                columns,
                board: set(&|_| true),
                not_first: set(&|square| square % width != 0),
                not_last: set(&|square| square % width != width - 1),
                goal: [set(&|square| square / width == u32::from(rows) - 1), set(&|square| square < width)],
            }
        }))
    }

    /// The square of a bit.
    pub fn square(&self, bit: u32) -> Square {
        let width = u32::from(self.columns);
        Square { column: (bit % width) as u8, row: (bit / width) as u8 }
    }

    /// The bit of a square, `None` if it is off this board.
    pub fn bit(&self, Square { column, row }: Square) -> Option<u32> {
        let on_board = column < self.columns && row < self.rows;
        on_board.then(|| u32::from(row) * u32::from(self.columns) + u32::from(column))
    }
}

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
    /// An illegal one gives a position that cannot occur; [`Position::play`] is for moves that one
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

    /// The canonical text of a move.
    pub fn text(&self, mv: Move) -> String {
        self.ply(mv).to_string()
    }

    /// The same without memory of its own.
    fn ply(&self, mv: Move) -> PlyText {
        let mut text = PlyText::default();
        self.shape.square(u32::from(mv.from)).write(&mut text);
        self.shape.square(u32::from(mv.to)).write(&mut text);
        text
    }

    /// Reads a move, `a2b3` or the assignment's `(2,1)(3,2)`, and judges it.
    ///
    /// # Errors
    /// Why it is not legal here.
    pub fn read(&self, ply: &str) -> Result<Move, IllegalMove> {
        let illegal = |reason| Err(IllegalMove::new(ply, reason));
        if self.winner().is_some() {
            return illegal("the game is over");
        }
        let Some((from, to)) = squares(ply) else {
            return illegal("not a move: expected two squares such as a2b3");
        };
        let (Some(from_bit), Some(to_bit)) = (self.shape.bit(from), self.shape.bit(to)) else {
            return illegal("off the board");
        };
        let (own, enemy) = (self.pieces(self.side), self.pieces(self.side.other()));
        if enemy.has(from_bit) {
            return illegal("the piece there is the opponent's");
        }
        if !own.has(from_bit) {
            return illegal("no piece there");
        }
        let up = i32::from(to.row) - i32::from(from.row);
        let forward = if self.side == Colour::White { up } else { -up };
        let aside = (i32::from(to.column) - i32::from(from.column)).abs();
        match (forward, aside) {
            (0, 0) => illegal("does not move"),
            (..0, _) => illegal("backwards"),
            (0, 1) => illegal("sideways"),
            (1, 0 | 1) => {
                if own.has(to_bit) {
                    illegal("a piece of your own is there")
                } else if aside == 0 && enemy.has(to_bit) {
                    illegal("captures only diagonally")
                } else {
                    Ok(Move { from: from_bit as u8, to: to_bit as u8 })
                }
            }
            _ => illegal("too far"),
        }
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

    /// The letter on a square: `w`, `b` or `.`.
    fn letter(&self, bit: u32) -> u8 {
        [Colour::White, Colour::Black]
            .into_iter()
            .find(|&side| self.pieces(side).has(bit))
            .map_or(b'.', Colour::letter)
    }

    /// Builds what a diagram shows, if that can be a position.
    fn of(diagram: &Diagram, text: &str) -> Result<Self, ParseError> {
        let fail = |reason: String| Err(ParseError::new(text, 0, reason));
        let (rows, columns) = (diagram.rows.len() as u8, diagram.rows[0].len() as u8);
        let Some(shape) = Shape::<B>::of(rows, columns) else {
            return fail(format!("a board of {rows} by {columns} does not fit {} bits", B::WIDTH));
        };
        let pieces = [Colour::White, Colour::Black].map(|side| {
            let squares = diagram.rows.iter().rev().flatten().zip(0..);
            squares
                .filter(|&(&found, _)| found == side.letter())
                .fold(B::EMPTY, |pieces, (_, bit)| pieces | B::of(bit))
        });
        // More pieces than a game begins with are let through: the rules say what happens to them, and
        // whoever sets up a position may want them.
        if pieces.iter().all(|pieces| pieces.is_empty()) {
            return fail("a board without pieces".to_owned());
        }
        if (0..2).all(|side| !(pieces[side] & shape.goal[side]).is_empty()) {
            return fail("both sides have a piece on their far row".to_owned());
        }
        let side = if diagram.side == b'w' { Colour::White } else { Colour::Black };
        Ok(Self { shape, pieces, side })
    }
}

/// The move to a square from the one `back` before it.
#[inline]
fn entering(to: u32, back: i32) -> Move {
    Move { from: (to as i32 - back) as u8, to: to as u8 }
}

/// The two squares of a move's text.
fn squares(ply: &str) -> Option<(Square, Square)> {
    if !ply.starts_with('(') {
        let (from, rest) = Square::prefix(ply)?;
        return Some((from, Square::parse(rest)?));
    }
    let pair = |text: &str| {
        let (row, column) = text.split_once(',')?;
        let index =
            |number: &str| number.trim().parse::<u8>().ok()?.checked_sub(1).filter(|&index| index < 26);
        Some(Square { column: index(column)?, row: index(row)? })
    };
    let (from, to) = ply.strip_prefix('(')?.strip_suffix(')')?.split_once(")(")?;
    Some((pair(from)?, pair(to)?))
}

impl<B: Word> fmt::Display for Breakthrough<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = u32::from(self.shape.columns);
        let row = |row| (0..width).map(move |column| self.letter(row * width + column));
        write_rows(f, (0..u32::from(self.shape.rows)).rev().map(row))?;
        write!(f, " {}", char::from(self.side.letter()))
    }
}

impl<B: Word> FromStr for Breakthrough<B> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::of(&diagram(text)?, text)
    }
}

/// Reads the rows and sees that they are a board.
fn diagram(text: &str) -> Result<Diagram, ParseError> {
    let diagram = Diagram::parse(text, *b"wb")?;
    let (rows, columns) = (diagram.rows.len(), diagram.rows[0].len());
    let fits = |side: usize| u8::try_from(side).is_ok_and(|side| SIDES.contains(&side));
    if !fits(rows) || !fits(columns) {
        let reason = format!("{rows} rows of {columns} squares, expected 4..12 rows and 4..12 columns");
        return Err(ParseError::new(text, 0, reason));
    }
    Ok(diagram)
}

/// Runs `$body` with `$B` standing for the narrowest word that holds the board.
macro_rules! by_squares {
    ($squares:expr, $B:ident => $body:expr) => {
        match $squares {
            ..=64 => {
                type $B = u64;
                $body
            }
            65..=128 => {
                type $B = u128;
                $body
            }
            _ => {
                type $B = Wide;
                $body
            }
        }
    };
}

/// The start on a board, or `None` if there is no such board.
pub(super) fn start(rows: u8, columns: u8) -> Option<Box<dyn Position>> {
    by_squares!(u32::from(rows) * u32::from(columns), B => {
        Breakthrough::<B>::start(rows, columns).map(|start| Box::new(start) as Box<dyn Position>)
    })
}

/// Reads a position on a board of any measures.
pub(super) fn parse(text: &str) -> Result<Box<dyn Position>, ParseError> {
    let diagram = diagram(text)?;
    by_squares!(diagram.rows.len() * diagram.rows[0].len(), B => {
        Breakthrough::<B>::of(&diagram, text).map(|position| Box::new(position) as Box<dyn Position>)
    })
}

/// A random starting configuration, as in a championship: from the start, some moves of each side
/// in turn, drawn among those that neither capture nor end the game; then White is to move.
///
/// # Panics
/// If there is no board of `rows` by `columns`.
pub fn configuration(rows: u8, columns: u8, random: &mut Random) -> Box<dyn Position> {
    by_squares!(u32::from(rows) * u32::from(columns), B => {
        let start = Breakthrough::<B>::start(rows, columns).expect("a board of 4..12 by 4..12");
        let most = usize::from(rows - 4) * usize::from(columns) / 2;
        loop {
            let pairs = random.below(most + 1);
            if let Some(position) = quiet_walk(start, 2 * pairs, random) {
                return Box::new(position);
            }
        }
    })
}

/// `plies` random moves that neither capture nor end the game, or `None` where there are none left.
fn quiet_walk<B: Word>(start: Breakthrough<B>, plies: usize, random: &mut Random) -> Option<Breakthrough<B>> {
    (0..plies).try_fold(start, |position, _| {
        let enemy = position.pieces(position.side.other());
        let goal = position.shape.goal[position.side as usize];
        let quiet: Vec<Move> = position.moves().filter(|mv| !(enemy | goal).has(u32::from(mv.to))).collect();
        random.choose(&quiet).map(|&mv| position.after(mv))
    })
}

impl<B: Word> Position for Breakthrough<B> {
    fn game(&self) -> Game {
        Game::Breakthrough { rows: self.shape.rows, columns: self.shape.columns }
    }

    fn player(&self) -> Option<usize> {
        self.winner().is_none().then_some(self.side as usize)
    }

    fn plies(&self) -> Vec<String> {
        let mut moves: Vec<Move> = self.moves().collect();
        moves.sort_by_key(|mv| (mv.from, mv.to));
        moves.into_iter().map(|mv| self.text(mv)).collect()
    }

    fn play(&mut self, ply: &str) -> Result<PlyText, IllegalMove> {
        let mv = self.read(ply)?;
        let text = self.ply(mv);
        *self = self.after(mv);
        Ok(text)
    }

    fn choices(&self) -> usize {
        self.mobility() as usize
    }

    fn forced(&self) -> Option<PlyText> {
        None
    }

    fn is_start(&self) -> bool {
        Self::start(self.shape.rows, self.shape.columns) == Some(*self)
    }

    fn returns(&self) -> Option<Vec<i32>> {
        self.winner().map(|side| match side {
            Colour::White => vec![1, -1],
            Colour::Black => vec![-1, 1],
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        self.perft_below(depth)
    }

    fn diagram(&self) -> String {
        let width = u32::from(self.shape.columns);
        let mut picture = String::new();
        for row in (0..u32::from(self.shape.rows)).rev() {
            picture += &format!("{:>2}", row + 1);
            for column in 0..width {
                picture.push(' ');
                picture.push(char::from(self.letter(row * width + column)));
            }
            picture.push('\n');
        }
        picture += "  ";
        for column in 0..self.shape.columns {
            picture.push(' ');
            picture.push(char::from(b'a' + column));
        }
        picture
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(*self)
    }
}
