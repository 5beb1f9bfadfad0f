//! 2. The rules of Othello, on boards of every size.

use std::fmt;

pub const GAME: &str = "othello";
pub const START: &str = "8/8/8/3ox3/3xo3/8/8/8 x";

/// A board and the side to move.
#[derive(Clone)]
pub struct Position {
    /// Rows are counted from the top: `rows[0][2]` is c1. `x`, `o`, or `.` where it is empty.
    pub rows: Vec<Vec<char>>,
    /// To move: `x`, Black, who moves first, or `o`.
    pub side: char,
}

/// A move.
#[derive(Clone, Copy)]
pub enum Move {
    Place { row: usize, column: usize },
    Pass,
}

/// As the protocol writes it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Place { row, column } => write!(f, "{}{}", char::from(b'a' + column as u8), row + 1),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Downwards and to the right.
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

fn other(side: char) -> char {
    if side == 'x' {
        'o'
    } else {
        'x'
    }
}

impl Position {
    /// Reads the text of a position.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (board, side) = text.split_once(' ').ok_or("no side to move")?;
        let rows = board.split('/').map(spelled).collect::<Result<Vec<_>, _>>()?;
        if rows.iter().any(|row| row.len() != rows.len()) {
            return Err(format!("{board} is no square"));
        }
        match side {
            "x" | "o" => Ok(Self { rows, side: if side == "x" { 'x' } else { 'o' } }),
            _ => Err(format!("{side} is no side")),
        }
    }

    /// The legal moves; none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        let mut found = self.placements(self.side);
        // No disc can be placed: a pass, unless the other side is stuck too.
        if found.is_empty() && !self.placements(other(self.side)).is_empty() {
            found.push(Move::Pass);
        }
        found
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: &Move) {
        if let Move::Place { row, column } = *mv {
            for way in DIRECTIONS {
                for (r, c) in self.enclosed(row, column, way, self.side) {
                    self.rows[r][c] = self.side;
                }
            }
            self.rows[row][column] = self.side;
        }
        self.side = other(self.side);
    }

    /// Plays the legal move that is written so.
    pub fn play_text(&mut self, word: &str) -> Result<(), String> {
        let found = self.moves().into_iter().find(|mv| mv.to_string() == word);
        self.play(&found.ok_or(format!("{word} is not legal"))?);
        Ok(())
    }

    fn placements(&self, side: char) -> Vec<Move> {
        let mut found = Vec::new();
        for row in 0..self.rows.len() {
            for column in 0..self.rows.len() {
                if self.may_place(row, column, side) {
                    found.push(Move::Place { row, column });
                }
            }
        }
        found
    }

    /// Whether `side` may place a disc on a square.
    fn may_place(&self, row: usize, column: usize, side: char) -> bool {
        let encloses = |&way| !self.enclosed(row, column, way, side).is_empty();
        self.rows[row][column] == '.' && DIRECTIONS.iter().any(encloses)
    }

    /// The enemy discs that stand from a square on in one direction with one of `side` behind them.
    fn enclosed(&self, row: usize, column: usize, way: (isize, isize), side: char) -> Vec<(usize, usize)> {
        let mut run = Vec::new();
        let (mut row, mut column) = (row, column);
        loop {
            // Off the board on the left or at the top it becomes a huge number.
            row = row.wrapping_add_signed(way.0);
            column = column.wrapping_add_signed(way.1);
            match self.rows.get(row).and_then(|row| row.get(column)) {
                Some(&disc) if disc == side => return run,
                Some(&disc) if disc == other(side) => run.push((row, column)),
                _ => return Vec::new(),
            }
        }
    }
}

/// `3ox3` spelled out: `...ox...`.
fn spelled(text: &str) -> Result<Vec<char>, String> {
    let mut row = Vec::new();
    let mut empty = 0;
    for letter in text.chars().chain(['/']) {
        if let Some(digit) = letter.to_digit(10) {
            empty = (10 * empty + digit as usize) % 100; // `10` is ten empty squares
            continue;
        }
        row.extend(vec!['.'; empty]);
        empty = 0;
        match letter {
            'x' | 'o' | '.' => row.push(letter),
            '/' => {} // the end, which makes the last number count
            _ => return Err(format!("{letter} is nothing here")),
        }
    }
    Ok(row)
}
