//! Evaluation: the sum of what the windows and pieces of a position are worth, kept up to date from
//! move to move.
//!
//! A move changes two squares and the twelve or fourteen windows around them. Their numbers change by
//! amounts that are known beforehand for every way a piece can go, so a move costs so many
//! additions and look-ups. The worth alone, which is all that most leaves need, comes without new numbers. How the weights come about is the affair of [`crate::weights`].
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
    /// By side and whether the move captures: the changes of each way of [`Board::way`], one after the other.
    changes: [[Vec<Change>; 2]; 2],
    /// Where those of a way begin.
    starts: Vec<u16>,
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
        let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
        let folded = weights.fold(rows);
        let mut pieces = [Box::new([0; 256]), Box::new([0; 256])];
        let mut empty = [0; SQUARES];
        let mut within = vec![Vec::new(); SQUARES];
        for row in 0..rows {
            for column in 0..columns {
                let square = row * columns + column;
                let kind = column.min(columns - 1 - column).min(COLUMNS - 1);
                pieces[0][square] = folded.pieces[row * COLUMNS + kind];
                pieces[1][square] = -folded.pieces[(rows - 1 - row) * COLUMNS + kind];
                empty[square] = (row * WINDOWS) as u32;
                if column == 0 || column == columns - 1 {
                    empty[square] += INSIDE as u32;
                }
                for (other, power) in neighbours(rows, columns, row, column) {
                    within[other].push((square as u8, power));
                }
            }
        }
        let (mut changes, mut starts) = (<[[Vec<Change>; 2]; 2]>::default(), vec![0]);
        for way in 0..3 * rows * columns {
            let (low, direction) = (way / 3, way % 3);
            let high = low + columns + direction;
            let leaves = low % columns + direction == 0 || low % columns + direction > columns;
            if high <= rows * columns && !leaves {
                for window in 0..rows * columns {
                    let power = |square: usize| {
                        let of_window = within[square].iter().find(|&&(at, _)| usize::from(at) == window);
                        of_window.map_or(0, |&(_, power)| i32::from(power))
                    };
                    let powers = (power(low), power(high - 1));
                    if powers != (0, 0) {
                        for (side, of_side) in changes.iter_mut().enumerate() {
                            for (captures, of_kind) in of_side.iter_mut().enumerate() {
                                let growth = growth(side, captures == 1, powers);
                                of_kind.push(Change { window: window as u32, growth });
                            }
                        }
                    }
                }
            }
            starts.push(changes[0][0].len() as u16);
        }
        let tempo = i32::from(folded.tempo);
        let mut worth = vec![0; WORTHS].into_boxed_slice();
        worth[..folded.windows.len()].copy_from_slice(&folded.windows);
        let worth = worth.try_into().expect("it was made as long");
        Self { worth, pieces, tempo, changes, starts, empty, within }
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
        for change in self.changes_of::<S, M>(board, mv, captured) {
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
            for change in self.changes_of::<S, M>(board, mv, captured) {
                let number = sum.numbers.place(change.window);
                *number = number.wrapping_add_signed(change.growth);
            }
        }
        sum
    }

    #[inline(always)]
    fn changes_of<S: Set, M: Side>(&self, board: &Board<S>, mv: Move, captured: bool) -> &[Change] {
        let way = board.way(mv);
        let changes = &self.changes[M::INDEX][usize::from(captured)];
        &changes[usize::from(self.starts[way])..usize::from(self.starts[way + 1])]
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
