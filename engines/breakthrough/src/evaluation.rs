//! Evaluation: the sum of what the windows and pieces of a position are worth, kept up to date from
//! move to move.
//!
//! A move changes two squares and the twelve or fourteen windows around them. Their numbers change by
//! amounts that are known beforehand for every way a piece can go, so a move costs so many
//! additions and look-ups. How the weights come about is the affair of [`crate::weights`].

use crate::board::{Board, MOST, Move, SQUARES, Side};
use crate::set::Set;
use crate::weights::{COLUMNS, EDGE, INSIDE, WINDOWS, Weights};

/// A window that a move changes.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// The square in its middle.
    window: u8,
    /// What its number grows by for each step of the lower square's digit: a power of three or 0.
    low: i16,
    /// The same for the upper square.
    high: i16,
}

/// The evaluation of positions on one board.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// What windows are worth to White, by number.
    worth: Vec<i16>,
    /// What pieces are worth to White, by side and square.
    pieces: [Box<[i16; 256]>; 2],
    /// What the move is worth.
    pub tempo: i32,
    /// The changes of each way of [`Board::way`], one after the other.
    changes: Vec<Change>,
    /// Where those of a way begin.
    starts: Vec<u16>,
    /// The windows' numbers on an empty board, by their middle square.
    empty: [i32; 256],
    /// For each square: the windows it is in and the power of three of its digit.
    within: Vec<Vec<(u8, i16)>>,
}

/// The numbers of a position's windows and their sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    numbers: [i32; 256],
    /// What the position is worth to White, but for who has the move.
    pub worth: i32,
}

impl Evaluation {
    /// The evaluation for a board.
    pub fn new<S: Set>(board: &Board<S>, weights: &Weights) -> Self {
        let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
        let folded = weights.fold(rows);
        let mut pieces = [Box::new([0; 256]), Box::new([0; 256])];
        let mut empty = [0; 256];
        let mut within = vec![Vec::new(); SQUARES];
        for row in 0..rows {
            for column in 0..columns {
                let square = row * columns + column;
                let kind = column.min(columns - 1 - column).min(COLUMNS - 1);
                pieces[0][square] = folded.pieces[row * COLUMNS + kind];
                pieces[1][square] = -folded.pieces[(rows - 1 - row) * COLUMNS + kind];
                empty[square] = (row * WINDOWS) as i32;
                if column == 0 || column == columns - 1 {
                    empty[square] += INSIDE as i32;
                }
                for (other, power) in neighbours(rows, columns, row, column) {
                    within[other].push((square as u8, power));
                }
            }
        }
        let (mut changes, mut starts) = (Vec::new(), vec![0]);
        for way in 0..3 * rows * columns {
            let (low, direction) = (way / 3, way % 3);
            let high = low + columns + direction;
            let leaves = low % columns + direction == 0 || low % columns + direction > columns;
            if high <= rows * columns && !leaves {
                let high = high - 1;
                for window in 0..rows * columns {
                    let power = |square: usize| {
                        let of_window = within[square].iter().find(|&&(at, _)| usize::from(at) == window);
                        of_window.map_or(0, |&(_, power)| power)
                    };
                    let change = Change { window: window as u8, low: power(low), high: power(high) };
                    if (change.low, change.high) != (0, 0) {
                        changes.push(change);
                    }
                }
            }
            starts.push(changes.len() as u16);
        }
        let tempo = i32::from(folded.tempo);
        Self { worth: folded.windows, pieces, tempo, changes, starts, empty, within }
    }

    /// The sum for some pieces, from the start.
    pub fn sum<S: Set>(&self, board: &Board<S>, pieces: [S; 2]) -> Sum {
        let numbers = self.numbers(pieces);
        let windows = &numbers[..board.squares() as usize];
        let mut worth = windows.iter().map(|&number| i32::from(self.worth[number as usize])).sum();
        for (set, of_side) in pieces.into_iter().zip(&self.pieces) {
            worth += set.squares().map(|square| i32::from(of_side[square as usize])).sum::<i32>();
        }
        Sum { numbers, worth }
    }

    /// The numbers of the windows around each square.
    fn numbers<S: Set>(&self, pieces: [S; 2]) -> [i32; 256] {
        let mut numbers = self.empty;
        for (digit, set) in (1..).zip(pieces) {
            for square in set.squares() {
                for &(window, power) in &self.within[square as usize] {
                    numbers[usize::from(window)] += i32::from(power) * digit;
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
        let numbers = self.numbers(pieces).into_iter().take(board.squares() as usize);
        numbers.map(|number| (number as usize / WINDOWS, number as usize % WINDOWS))
    }

    /// Brings a sum up to date with a move of `M`.
    #[inline]
    pub fn play<S: Set, M: Side>(&self, board: &Board<S>, sum: &mut Sum, mv: Move, captured: bool) {
        let own = M::INDEX;
        let pieces = &self.pieces[own];
        let mut worth =
            sum.worth + i32::from(pieces[mv.to() as usize]) - i32::from(pieces[mv.from() as usize]);
        if captured {
            worth -= i32::from(self.pieces[1 - own][mv.to() as usize]);
        }
        let (low, high) = steps::<M>(captured);
        for change in self.changes_of(board, mv) {
            let number = &mut sum.numbers[usize::from(change.window)];
            worth -= i32::from(self.worth[*number as usize]);
            *number += i32::from(change.low) * low + i32::from(change.high) * high;
            worth += i32::from(self.worth[*number as usize]);
        }
        sum.worth = worth;
    }

    /// Takes the move back; `worth` is what the sum was before.
    #[inline]
    pub fn undo<S: Set, M: Side>(
        &self,
        board: &Board<S>,
        sum: &mut Sum,
        mv: Move,
        captured: bool,
        worth: i32,
    ) {
        let (low, high) = steps::<M>(captured);
        for change in self.changes_of(board, mv) {
            sum.numbers[usize::from(change.window)] -=
                i32::from(change.low) * low + i32::from(change.high) * high;
        }
        sum.worth = worth;
    }

    #[inline(always)]
    fn changes_of<S: Set>(&self, board: &Board<S>, mv: Move) -> &[Change] {
        let way = board.way(mv);
        &self.changes[usize::from(self.starts[way])..usize::from(self.starts[way + 1])]
    }
}

/// How much the digits of the lower and the upper square of a move grow.
#[inline(always)]
fn steps<M: Side>(captured: bool) -> (i32, i32) {
    let own = M::INDEX as i32 + 1;
    let gained = if captured { own - (3 - own) } else { own };
    if M::INDEX == 0 { (-own, gained) } else { (gained, -own) }
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
