//! Evaluation: the sum of what the windows and pieces of a position are worth, kept up to date from
//! move to move.
//!
//! A move changes two squares and the twelve or fourteen windows around them. Their numbers change by
//! amounts that are known beforehand for every way a piece can go, so a move costs so many
//! additions and look-ups. The worth alone, which is all that most leaves need, comes without new numbers. How the
//! weights come about is the affair of [`crate::weights`].
//!
//! Sums that follow the moves are as old as pattern evaluations: Buro, "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello", 1997.

use crate::board::{Board, MOST, Move, SQUARES, Side};
use crate::set::{Numbers, Set};
use crate::weights::{COLUMNS, EDGE, INSIDE, WINDOWS, Weights};

/// A window that a move changes.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// The square in its middle.
    window: u32,
    /// What its number grows by.
    growth: i32,
}

/// The evaluation of positions on one board.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// What windows are worth to White, by number; as long as a power of two, so that no index is out
    /// of bounds.
    worth: Box<[i16; WORTHS]>,
    /// What pieces are worth to White, by side and square.
    pieces: [Box<[i16; 256]>; 2],
    /// What the move is worth.
    pub tempo: i32,
    changes: Changes,
    /// The windows' numbers on an empty board, by their middle square.
    empty: [u32; SQUARES],
    /// For each square: the windows it is in and the power of three of its digit.
    within: Vec<Vec<(u8, i16)>>,
}

/// Room for the weights of twelve rows.
const WORTHS: usize = 1 << 18;
const _: () = assert!(MOST * WINDOWS <= WORTHS);

/// The numbers of a position's windows and their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum<S: Set> {
    numbers: S::Numbers,
    /// What the position is worth to White, but for who has the move.
    pub worth: i32,
}

impl Evaluation {
    /// The evaluation for a board.
    pub fn new<S: Set>(board: &Board<S>, weights: &Weights) -> Self {
        let size = Size { rows: board.rows.into(), columns: board.columns.into() };
        let folded = weights.fold(size.rows);
        let within = size.windows_within();
        let mut worth = vec![0; WORTHS].into_boxed_slice();
        worth[..folded.windows.len()].copy_from_slice(&folded.windows);
        Self {
            worth: worth.try_into().expect("it was made as long"),
            pieces: size.piece_worths(&folded.pieces),
            tempo: folded.tempo.into(),
            changes: Changes::new(size, &within),
            empty: size.empty_windows(),
            within,
        }
    }

    /// The sum for some pieces, from the start.
    pub fn sum<S: Set>(&self, board: &Board<S>, pieces: [S; 2]) -> Sum<S> {
        let numbers = self.numbers::<S>(pieces);
        let mut worth = (0..board.squares()).map(|square| self.worth_of(numbers.of(square))).sum();
        for (set, of_side) in pieces.into_iter().zip(&self.pieces) {
            worth += set.squares().map(|square| i32::from(of_side[square as usize])).sum::<i32>();
        }
        Sum { numbers, worth }
    }

    /// The numbers of the windows around each square.
    fn numbers<S: Set>(&self, pieces: [S; 2]) -> S::Numbers {
        let mut numbers = S::Numbers::ZERO;
        for (square, &empty) in (0..S::ROOM).zip(&self.empty) {
            *numbers.place(square) = empty;
        }
        for (digit, set) in (1..).zip(pieces) {
            for square in set.squares() {
                for &(window, power) in &self.within[square as usize] {
                    *numbers.place(window.into()) += power as u32 * digit;
                }
            }
        }
        numbers
    }

    /// For every square: its row and the window around it.
    pub fn windows<S: Set>(
        &self,
        board: &Board<S>,
        pieces: [S; 2],
    ) -> impl Iterator<Item = (usize, usize)> + use<S> {
        let numbers = self.numbers::<S>(pieces);
        let numbers = (0..board.squares()).map(move |square| numbers.of(square) as usize);
        numbers.map(|number| (number / WINDOWS, number % WINDOWS))
    }

    /// What a window is worth to White.
    #[inline(always)]
    fn worth_of(&self, number: u32) -> i32 {
        i32::from(self.worth[number as usize & (WORTHS - 1)])
    }

    /// What a position is worth to White after a move of `M`, or after none; `before` is the sum before it.
    #[inline]
    pub fn worth_after<S: Set, M: Side>(
        &self,
        board: &Board<S>,
        before: &Sum<S>,
        mv: Move,
        captured: bool,
    ) -> i32 {
        if mv == Move::NONE {
            return before.worth;
        }
        let (from, to) = (mv.from() as usize & 255, mv.to() as usize & 255);
        let (own, enemies) = (&self.pieces[M::INDEX], &self.pieces[1 - M::INDEX]);
        let mut worth = before.worth + i32::from(own[to]) - i32::from(own[from]);
        if captured {
            worth -= i32::from(enemies[to]);
        }
        for change in self.changes.of::<S, M>(board, mv, captured) {
            let number = before.numbers.of(change.window);
            worth += self.worth_of(number.wrapping_add_signed(change.growth)) - self.worth_of(number);
        }
        worth
    }

    /// The sum after a move of `M`, or after none; `worth` is what [`Self::worth_after`] gave.
    #[inline]
    pub fn after<S: Set, M: Side>(
        &self,
        board: &Board<S>,
        before: &Sum<S>,
        mv: Move,
        captured: bool,
        worth: i32,
    ) -> Sum<S> {
        let mut sum = Sum { worth, ..*before };
        if mv != Move::NONE {
            for change in self.changes.of::<S, M>(board, mv, captured) {
                let number = sum.numbers.place(change.window);
                *number = number.wrapping_add_signed(change.growth);
            }
        }
        sum
    }
}

/// The windows that each move changes.
#[derive(Clone, Debug)]
struct Changes {
    /// By side and whether the move captures: the changes of each way of [`Board::way`], one after the other.
    of_ways: [[Vec<Change>; 2]; 2],
    /// Where those of a way begin.
    starts: Vec<u16>,
}

impl Changes {
    /// Those of all moves there can be; `within` are the windows that each square is in.
    fn new(size: Size, within: &[Vec<(u8, i16)>]) -> Self {
        let mut changes = Self { of_ways: Default::default(), starts: vec![0] };
        for way in 0..3 * size.squares() {
            if let Some(ends) = size.ends(way) {
                changes.add(size, within, ends);
            }
            changes.starts.push(changes.of_ways[0][0].len() as u16);
        }
        changes
    }

    /// Adds those of the moves between two squares, either way, at the end.
    fn add(&mut self, size: Size, within: &[Vec<(u8, i16)>], (low, high): (usize, usize)) {
        for window in 0..size.squares() {
            let power = |square: usize| {
                let here = within[square].iter().find(|&&(middle, _)| usize::from(middle) == window);
                here.map_or(0, |&(_, power)| i32::from(power))
            };
            let powers = (power(low), power(high));
            if powers == (0, 0) {
                continue;
            }
            for (side, of_side) in self.of_ways.iter_mut().enumerate() {
                for (captures, of_kind) in [false, true].into_iter().zip(of_side) {
                    let growth = growth(side, captures, powers);
                    of_kind.push(Change { window: window as u32, growth });
                }
            }
        }
    }

    /// Those of a move of `M`.
    #[inline(always)]
    fn of<S: Set, M: Side>(&self, board: &Board<S>, mv: Move, captured: bool) -> &[Change] {
        let way = board.way(mv);
        let changes = &self.of_ways[M::INDEX][usize::from(captured)];
        &changes[usize::from(self.starts[way])..usize::from(self.starts[way + 1])]
    }
}

/// The size of a board, and what follows from it alone.
#[derive(Clone, Copy)]
struct Size {
    rows: usize,
    columns: usize,
}

impl Size {
    fn squares(self) -> usize {
        self.rows * self.columns
    }

    /// The row and column of each square.
    fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.squares()).map(move |square| (square / self.columns, square % self.columns))
    }

    /// What pieces are worth to White by side and square, out of what the weights say of his by row and kind of column.
    fn piece_worths(self, pieces: &[i16]) -> [Box<[i16; 256]>; 2] {
        let mut worths = [Box::new([0; 256]), Box::new([0; 256])];
        for (square, (row, column)) in self.places().enumerate() {
            // Mirror images are worth the same; Black counts rows from the other end.
            let kind = column.min(self.columns - 1 - column).min(COLUMNS - 1);
            worths[0][square] = pieces[row * COLUMNS + kind];
            worths[1][square] = -pieces[(self.rows - 1 - row) * COLUMNS + kind];
        }
        worths
    }

    /// The windows' numbers on an empty board, by their middle square: the row, and whether a column is off the board.
    fn empty_windows(self) -> [u32; SQUARES] {
        let mut empty = [0; SQUARES];
        for (square, (row, column)) in self.places().enumerate() {
            let is_at_edge = column == 0 || column == self.columns - 1;
            empty[square] = (row * WINDOWS + if is_at_edge { INSIDE } else { 0 }) as u32;
        }
        empty
    }

    /// For each square: the windows it is in, by their middle square, and the power of three of its digit.
    fn windows_within(self) -> Vec<Vec<(u8, i16)>> {
        let mut within = vec![Vec::new(); SQUARES];
        for (middle, (row, column)) in self.places().enumerate() {
            for (square, power) in neighbours(self.rows, self.columns, row, column) {
                within[square].push((middle as u8, power));
            }
        }
        within
    }

    /// The lower and the higher square of a way of [`Board::way`], if both are on the board.
    fn ends(self, way: usize) -> Option<(usize, usize)> {
        let (low, direction) = (way / 3, way % 3);
        // Directions 0, 1, 2: towards column `a`, straight, away from it.
        let column =
            (low % self.columns + direction).checked_sub(1).filter(|&column| column < self.columns)?;
        let row = Some(low / self.columns + 1).filter(|&row| row < self.rows)?;
        Some((low, row * self.columns + column))
    }
}

/// How much the number of a window grows by a move of a side; `low` and `high` are the powers of three of the
/// digits of the lower and the higher square.
fn growth(side: usize, captures: bool, (low, high): (i32, i32)) -> i32 {
    let (own, enemy) = (side as i32 + 1, 2 - side as i32);
    let (from, to) = if side == 0 { (low, high) } else { (high, low) };
    to * own - from * own - if captures { to * enemy } else { 0 }
}

/// The squares of the window around a square, with the power of three of each one's digit.
fn neighbours(rows: usize, columns: usize, row: usize, column: usize) -> Vec<(usize, i16)> {
    // The outer column is the one nearer to an edge; the left of two that are as near.
    let outer_is_left = 2 * column < columns;
    let mut squares = Vec::new();
    for (three, aside) in [(1, 0), (27, 1), (729, 2)] {
        let at = match (aside, outer_is_left) {
            (0, _) => Some(column),
            (1, true) | (2, false) => Some(column + 1).filter(|&at| at < columns),
            _ => column.checked_sub(1),
        };
        let Some(at) = at else { continue };
        for (power, up) in [(1, 0), (3, 1), (9, 2)] {
            if let Some(over) = (row + up).checked_sub(1).filter(|&over| over < rows) {
                squares.push((over * columns + at, (three * power) as i16));
            }
        }
    }
    squares
}

const _: () = assert!(EDGE == 729 && MOST * MOST == SQUARES);
