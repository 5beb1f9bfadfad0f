//! 2. The rules of Breakthrough, on boards of every size.

use std::fmt;

pub const GAME: &str = "breakthrough";
pub const START: &str = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

/// A board and the side to move.
#[derive(Clone)]
pub struct Position {
    /// Rows are counted from White's side, the bottom: `rows[0][2]` is c1. `w`, `b`, or `.` where it is empty.
    pub rows: Vec<Vec<char>>,
    /// To move: `w`, White, who moves first and goes up, or `b`.
    pub side: char,
}

/// A move from one square to another; each is a row and a column.
#[derive(Clone, Copy)]
pub struct Move {
    pub from: (usize, usize),
    pub to: (usize, usize),
}

/// As the protocol writes it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in [self.from, self.to] {
            write!(f, "{}{}", char::from(b'a' + column as u8), row + 1)?;
        }
        Ok(())
    }
}

impl Position {
    /// Reads the text of a position.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (board, side) = text.split_once(' ').ok_or("no side to move")?;
        let mut rows = board.split('/').map(spelled).collect::<Result<Vec<_>, _>>()?;
        rows.reverse(); // the text begins at the top
        let columns = rows[0].len();
        if rows.len() < 2 || columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return Err(format!("{board} is no board"));
        }
        match side {
            "w" | "b" => Ok(Self { rows, side: if side == "w" { 'w' } else { 'b' } }),
            _ => Err(format!("{side} is no side")),
        }
    }

    /// Whether somebody has won.
    pub fn is_over(&self) -> bool {
        let gone = |side| !self.rows.iter().any(|row| row.contains(&side));
        let top = &self.rows[self.rows.len() - 1];
        top.contains(&'w') || self.rows[0].contains(&'b') || gone('w') || gone('b')
    }

    /// The legal moves; none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        if self.is_over() {
            return found;
        }
        for (row, squares) in self.rows.iter().enumerate() {
            for (column, &piece) in squares.iter().enumerate() {
                if piece == self.side {
                    self.add_moves((row, column), &mut found);
                }
            }
        }
        found
    }

    /// Adds the moves of the piece on a square.
    fn add_moves(&self, from: (usize, usize), found: &mut Vec<Move>) {
        let (row, column) = from;
        let ahead = if self.side == 'w' { row + 1 } else { row - 1 };
        let last = self.rows[row].len() - 1;
        for to in column.saturating_sub(1)..=last.min(column + 1) {
            let target = self.rows[ahead][to];
            // Straight ahead only on to an empty square; diagonally also on to an enemy.
            if target == '.' || (to != column && target != self.side) {
                found.push(Move { from, to: (ahead, to) });
            }
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: &Move) {
        self.rows[mv.from.0][mv.from.1] = '.';
        self.rows[mv.to.0][mv.to.1] = self.side;
        self.side = if self.side == 'w' { 'b' } else { 'w' };
    }

    /// Plays the legal move that is written so.
    pub fn play_text(&mut self, word: &str) -> Result<(), String> {
        let found = self.moves().into_iter().find(|mv| mv.to_string() == word);
        self.play(&found.ok_or(format!("{word} is not legal"))?);
        Ok(())
    }
}

/// `b2wb` spelled out: `b..wb`.
fn spelled(text: &str) -> Result<Vec<char>, String> {
    let mut row = Vec::new();
    let mut empty = 0;
    for letter in text.chars().chain(['/']) {
        if let Some(digit) = letter.to_digit(10) {
            empty = (10 * empty + digit as usize) % 100; // `12` is twelve empty squares
            continue;
        }
        row.extend(vec!['.'; empty]);
        empty = 0;
        match letter {
            'w' | 'b' | '.' => row.push(letter),
            '/' => {} // the end, which makes the last number count
            _ => return Err(format!("{letter} is nothing here")),
        }
    }
    Ok(row)
}
