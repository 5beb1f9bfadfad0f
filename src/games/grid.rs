//! A board square by square, as it lies before its players: what pictures are drawn from.

use super::square::Diagram;
use super::{Game, Position, Square};

/// The squares of a board with what stands on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// From the top of the picture down; one letter a square as in a position's text, `.` for empty.
    rows: Vec<Vec<u8>>,
    /// Row 1 is the first of the picture.
    first_on_top: bool,
}

impl Grid {
    /// The board of a position; `None` of a game without one.
    pub fn of(position: &dyn Position) -> Option<Self> {
        let (pieces, first_on_top) = match position.game() {
            Game::Othello { .. } => (*b"xo", true),
            Game::Breakthrough { .. } => (*b"wb", false),
            Game::Domino { .. } => return None,
        };
        let rows = Diagram::parse(&position.to_string(), pieces).ok()?.rows;
        Some(Self { rows, first_on_top })
    }

    /// How many rows there are.
    pub fn rows(&self) -> u8 {
        self.rows.len() as u8
    }

    /// How many columns there are.
    pub fn columns(&self) -> u8 {
        self.rows.first().map_or(0, Vec::len) as u8
    }

    /// The index of the row that is drawn as number `line`, the top one 0; and of the line for a row.
    pub fn row(&self, line: u8) -> u8 {
        if self.first_on_top { line } else { self.rows().saturating_sub(line + 1) }
    }

    /// The letter on a square, `.` on an empty one; `None` off the board.
    pub fn at(&self, Square { column, row }: Square) -> Option<char> {
        if row >= self.rows() {
            return None;
        }
        self.rows[usize::from(self.row(row))].get(usize::from(column)).copied().map(char::from)
    }

    /// The pieces with this letter.
    pub fn count(&self, letter: char) -> usize {
        self.rows.iter().flatten().filter(|&&found| char::from(found) == letter).count()
    }
}

/// The rows of a board from its text, each spelled out with `.` for empty squares, and the side to move.
pub fn spelled(position: &str) -> (Vec<String>, &str) {
    let (board, side) = position.split_once(' ').unwrap_or((position, ""));
    let rows = board.split('/').map(|row| {
        let (mut squares, mut empty) = (String::new(), 0);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = 10 * empty + digit as usize;
                continue;
            }
            squares.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
            squares.push(c);
        }
        squares.extend(std::iter::repeat_n('.', empty));
        squares
    });
    (rows.collect(), side)
}

/// The squares that a ply names: one in Othello, two in Breakthrough.
pub fn squares(ply: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = ply;
    while let Some((square, behind)) = Square::prefix(rest) {
        squares.push(square);
        rest = behind;
    }
    if rest.is_empty() { squares } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_where_its_name_says() {
        let at = |game: Game, text: &str, square: &str| {
            Grid::of(&*game.parse(text).unwrap()).unwrap().at(Square::parse(square).unwrap())
        };
        let othello = Game::Othello { size: 4 };
        for (square, letter) in
            [("a1", Some('x')), ("d4", Some('o')), ("b1", Some('.')), ("e1", None), ("a5", None)]
        {
            assert_eq!(at(othello, "x3/4/4/3o x", square), letter, "{square}");
        }
        let breakthrough = Game::Breakthrough { rows: 5, columns: 4 };
        for (square, letter) in [("a1", Some('w')), ("d5", Some('b')), ("a5", Some('.')), ("d6", None)] {
            assert_eq!(at(breakthrough, "3b/4/4/4/w3 w", square), letter, "{square}");
        }
        assert_eq!(Grid::of(&*Game::Domino { players: 2 }.start()), None);
    }

    #[test]
    fn a_ply_names_its_squares() {
        let named = |ply| squares(ply).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!([named("f5"), named("a9b10"), named("pass"), named("2-6R")], ["f5", "a9 b10", "", ""]);
    }
}
