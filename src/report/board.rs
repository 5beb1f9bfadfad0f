//! A board for people: coloured where there is colour, with its own coordinates, the last move marked,
//! and what somebody at the keyboard is pointing at.

use std::env;

use super::Style;
use crate::games::grid::{Grid, squares};
use crate::games::{Game, Position, Square};

/// What is marked on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks<'a> {
    /// The last ply.
    pub last: Option<&'a str>,
    /// The square that the keys move.
    pub cursor: Option<Square>,
    /// The square of the piece that is to move.
    pub picked: Option<Square>,
    /// Squares that can be gone to.
    pub targets: Vec<Square>,
}

/// How far the first square is from the left edge of a board.
pub const LEFT: u16 = 3;

/// How many columns of the terminal a square takes where there are so many: three, in a narrow one two.
pub fn square_width(columns: u8, room: usize) -> u16 {
    if usize::from(LEFT) + 3 * usize::from(columns) <= room { 3 } else { 2 }
}

/// The lines of a picture of `position`, the names of the columns first in Othello, last in
/// Breakthrough; `None` of a game without a board. `room` is how wide it may be.
pub fn board(position: &dyn Position, marks: &Marks<'_>, room: usize, style: Style) -> Option<Vec<String>> {
    let grid = Grid::of(position)?;
    let width = square_width(grid.columns(), room);
    let last = marks.last.map(squares).unwrap_or_default();
    let mut lines: Vec<String> = (0..grid.rows())
        .map(|line| {
            let row = grid.row(line);
            let cells = (0..grid.columns()).map(|column| {
                let square = Square { column, row };
                let cell = Cell {
                    letter: grid.at(square).unwrap_or('.'),
                    is_dark: (column + row) % 2 == 0,
                    is_last: last.contains(&square),
                    is_cursor: marks.cursor == Some(square),
                    is_picked: marks.picked == Some(square),
                    is_target: marks.targets.contains(&square),
                };
                cell.draw(position.game(), width, style)
            });
            format!("{:>2} {}", row + 1, cells.collect::<String>())
        })
        .collect();
    let names = (0..grid.columns()).map(|column| char::from(b'a' + column));
    let names: String =
        names.map(|name| if width == 3 { format!(" {name} ") } else { format!(" {name}") }).collect();
    let names = format!("   {}", names.trim_end());
    match position.game() {
        Game::Othello { .. } => lines.insert(0, names),
        _ => lines.push(names),
    }
    Some(lines)
}

/// A square and all that is to be seen of it.
struct Cell {
    letter: char,
    is_dark: bool,
    is_last: bool,
    is_cursor: bool,
    is_picked: bool,
    is_target: bool,
}

impl Cell {
    fn draw(&self, game: Game, width: u16, style: Style) -> String {
        if !style.is_coloured() {
            // Without colour the marks are signs beside the piece.
            let (before, behind) = match self {
                Self { is_cursor: true, .. } => ('>', '<'),
                Self { is_picked: true, .. } => ('{', '}'),
                Self { is_last: true, .. } => ('[', ']'),
                Self { is_target: true, .. } => ('(', ')'),
                _ => (' ', ' '),
            };
            let letter = self.letter;
            return if width == 3 {
                format!("{before}{letter}{behind}")
            } else {
                format!("{before}{letter}")
            };
        }
        let is_othello = matches!(game, Game::Othello { .. });
        // Numbers of the palette of 256 colours: greens, browns; what is marked is lighter or yellow.
        let ground = match (self, is_othello) {
            (Self { is_cursor: true, .. }, _) => 220,
            (Self { is_picked: true, .. }, _) => 214,
            (Self { is_last: true, .. }, true) => 71,
            (Self { is_last: true, .. }, false) => 143,
            (Self { is_dark: true, .. }, true) => 28,
            (Self { is_dark: false, .. }, true) => 29,
            (Self { is_dark: true, .. }, false) => 137,
            (Self { is_dark: false, .. }, false) => 180,
        };
        let (sign, colour) = match self.letter {
            'x' | 'b' => (piece(self.letter), 16),
            'o' | 'w' => (piece(self.letter), 231),
            _ if self.is_target => (if is_unicode() { '\u{b7}' } else { '*' }, 16),
            _ => (' ', 16),
        };
        let text = if width == 3 { format!(" {sign} ") } else { format!(" {sign}") };
        // A piece that can be taken.
        let under = if self.is_target && self.letter != '.' { ";4" } else { "" };
        style.paint(&format!("48;5;{ground};38;5;{colour};1{under}"), &text)
    }
}

/// A disc, or an arrow that points the way a piece goes; letters where nothing else can be shown.
fn piece(letter: char) -> char {
    match letter {
        _ if !is_unicode() => letter,
        'w' => '\u{25b2}',
        'b' => '\u{25bc}',
        _ => '\u{25cf}',
    }
}

/// Whether the surroundings say that texts are UTF-8.
fn is_unicode() -> bool {
    let set =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os).find(|value| !value.is_empty());
    set.is_some_and(|value| {
        let value = value.to_string_lossy().to_ascii_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_marks_are_signs_beside_the_pieces() {
        let position = Game::Breakthrough { rows: 4, columns: 4 }.parse("b3/1w2/4/4 b").unwrap();
        let square = |name| Square::parse(name);
        let marks = Marks {
            last: Some("a2b3"),
            cursor: square("d1"),
            picked: square("a4"),
            targets: vec![square("a3").unwrap()],
        };
        let lines = board(&*position, &marks, 80, Style::PLAIN).unwrap();
        let picture =
            [" 4 {b} .  .  . ", " 3 (.)[w] .  . ", " 2 [.] .  .  . ", " 1  .  .  . >.<", "    a  b  c  d"];
        assert_eq!(lines, picture);
        let narrow = board(&*position, &marks, 14, Style::PLAIN).unwrap();
        assert_eq!(narrow[1], " 3 (.[w . .");
        assert!(board(&*Game::Domino { players: 2 }.start(), &marks, 80, Style::PLAIN).is_none());
    }

    #[test]
    fn a_board_of_othello_has_its_columns_on_top_and_row_1_first() {
        let lines = board(&*Game::Othello { size: 4 }.start(), &Marks::default(), 80, Style::PLAIN).unwrap();
        let picture =
            ["    a  b  c  d", " 1  .  .  .  . ", " 2  .  o  x  . ", " 3  .  x  o  . ", " 4  .  .  .  . "];
        assert_eq!(lines, picture);
        let coloured =
            board(&*Game::Othello { size: 4 }.start(), &Marks::default(), 80, Style::COLOUR).unwrap();
        assert!(coloured.iter().skip(1).all(|line| line.matches("\u{1b}[48;5;").count() == 4));
    }
}
