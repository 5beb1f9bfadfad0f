//! The rules of the boards a second time, on arrays of letters.

use std::collections::BTreeMap;

use arena::games::random::Random;
use arena::games::{Game, Position};

use super::plain_tiles::agree_on_tiles;
use super::{after, along_games, boards};

/// The name of a square.
pub(super) fn name(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A board as an array of letters, row by row as the text has them, and the rules on it without any
/// cleverness: what the fast rules must agree with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plain {
    rows: Vec<Vec<u8>>,
    side: u8,
}

impl Plain {
    /// Reads the canonical text of a position.
    pub(super) fn read(text: &str) -> Self {
        let (board, side) = text.split_once(' ').expect("rows and a side");
        let row = |row: &str| {
            let mut squares = Vec::new();
            let mut number = 0;
            for byte in row.bytes().chain([b' ']) {
                if byte.is_ascii_digit() {
                    number = number * 10 + usize::from(byte - b'0');
                } else {
                    squares.extend(vec![b'.'; number]);
                    squares.push(byte);
                    number = 0;
                }
            }
            squares.pop();
            squares
        };
        Self { rows: board.split('/').map(row).collect(), side: side.as_bytes()[0] }
    }

    /// The text with a `.` for every empty square.
    pub(super) fn text(&self) -> String {
        let rows: Vec<_> = self.rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
        format!("{} {}", rows.join("/"), char::from(self.side))
    }

    /// The letter on a square, `None` off the board.
    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// The board with what is on (column, row) of the text on `square(column, row)`.
    pub(super) fn moved(&self, square: impl Fn(u8, u8) -> (u8, u8)) -> Self {
        let mut image = self.clone();
        for (row, letters) in (0..).zip(&self.rows) {
            for (column, &letter) in (0..).zip(letters) {
                let (to_column, to_row) = square(column, row);
                image.rows[usize::from(to_row)][usize::from(to_column)] = letter;
            }
        }
        image
    }

    /// The position with the two letters changed for each other, the side to move too.
    pub(super) fn recoloured(&self, [one, other]: [u8; 2]) -> Self {
        let swap = |letter| match letter {
            letter if letter == one => other,
            letter if letter == other => one,
            letter => letter,
        };
        let rows = self.rows.iter().map(|row| row.iter().map(|&letter| swap(letter)).collect());
        Self { rows: rows.collect(), side: swap(self.side) }
    }

    /// The position after each legal ply of Othello.
    fn othello(&self) -> BTreeMap<String, Self> {
        let placements = self.placements();
        let passed = self.with_other_side(*b"xo");
        if placements.is_empty() && !passed.placements().is_empty() {
            return BTreeMap::from([("pass".to_owned(), passed)]);
        }
        placements
    }

    fn placements(&self) -> BTreeMap<String, Self> {
        let passed = self.with_other_side(*b"xo");
        let mut all = BTreeMap::new();
        let size = self.rows.len() as i32;
        for (column, row) in (0..size).flat_map(|column| (0..size).map(move |row| (column, row))) {
            if self.at(column, row) != Some(b'.') {
                continue;
            }
            let mut next = passed.clone();
            for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let mut steps = 1;
                while self.at(column + steps * right, row + steps * down) == Some(passed.side) {
                    steps += 1;
                }
                if self.at(column + steps * right, row + steps * down) == Some(self.side) {
                    for step in 1..steps {
                        next.set(column + step * right, row + step * down, self.side);
                    }
                }
            }
            if next != passed {
                next.set(column, row, self.side);
                all.insert(name(column as usize, row as usize), next);
            }
        }
        all
    }

    /// The position after each legal ply of Breakthrough.
    fn breakthrough(&self) -> BTreeMap<String, Self> {
        let mut all = BTreeMap::new();
        let letters: Vec<u8> = self.rows.concat();
        let bottom = self.rows.len() - 1;
        let over = self.rows[0].contains(&b'w')
            || self.rows[bottom].contains(&b'b')
            || !letters.contains(&b'w')
            || !letters.contains(&b'b');
        if over {
            return all;
        }
        let down = if self.side == b'w' { -1 } else { 1 };
        // The text begins with the last row.
        let square = |column: i32, row: i32| name(column as usize, bottom - row as usize);
        for (row, letters) in (0..).zip(&self.rows) {
            for (column, _) in (0..).zip(letters).filter(|&(_, &letter)| letter == self.side) {
                for right in [-1, 0, 1] {
                    let target = self.at(column + right, row + down);
                    let free = target == Some(b'.');
                    if free || (right != 0 && target.is_some_and(|letter| letter != self.side)) {
                        let mut next = self.with_other_side(*b"wb");
                        next.set(column, row, b'.');
                        next.set(column + right, row + down, self.side);
                        all.insert(square(column, row) + &square(column + right, row + down), next);
                    }
                }
            }
        }
        all
    }

    fn with_other_side(&self, [one, other]: [u8; 2]) -> Self {
        Self { side: if self.side == one { other } else { one }, ..self.clone() }
    }

    fn set(&mut self, column: i32, row: i32, letter: u8) {
        self.rows[row as usize][column as usize] = letter;
    }
}

/// A board with letters thrown on it, some boards full, some nearly empty.
fn thrown(rows: usize, columns: usize, letters: [u8; 2], random: &mut Random) -> Plain {
    let (empty, first) = (random.below(10), 1 + random.below(9));
    let mut letter = || {
        if random.below(10) < empty { b'.' } else { letters[usize::from(random.below(10) >= first)] }
    };
    let rows = (0..rows).map(|_| (0..columns).map(|_| letter()).collect()).collect();
    Plain { rows, side: letters[random.below(2)] }
}

/// Compares the legal plies and where they lead.
fn agree(position: &dyn Position) {
    if matches!(position.game(), Game::Domino { .. }) {
        return agree_on_tiles(position);
    }
    let plain = Plain::read(&position.to_string());
    let expected = match position.game() {
        Game::Othello { .. } => plain.othello(),
        Game::Breakthrough { .. } => plain.breakthrough(),
        Game::Domino { .. } => BTreeMap::new(),
    };
    let found: BTreeMap<String, Plain> = position
        .plies()
        .into_iter()
        .map(|ply| {
            let next = after(position, &ply).to_string();
            (ply, Plain::read(&next))
        })
        .collect();
    assert_eq!(found, expected, "{position}");
}

#[test]
fn the_rules_agree_with_plain_ones_along_games() {
    along_games(|position, _| agree(position));
}

#[test]
fn the_rules_agree_with_plain_ones_on_boards_that_no_game_leads_to() {
    let mut random = Random::new(5);
    for game in boards() {
        let (rows, columns, letters, boards) = match game {
            Game::Othello { size } => (size, size, *b"xo", 500),
            Game::Breakthrough { rows, columns } => (rows, columns, *b"wb", 60),
            // Any tiles in any order are as good a game as another.
            Game::Domino { .. } => continue,
        };
        let mut seen = 0;
        for _ in 0..boards {
            let mut plain = thrown(rows.into(), columns.into(), letters, &mut random);
            if letters == *b"wb" && random.below(4) > 0 {
                // Mostly boards on which nobody has arrived.
                let bottom = usize::from(rows - 1);
                plain.rows[0].iter_mut().filter(|letter| **letter == b'w').for_each(|letter| *letter = b'.');
                plain.rows[bottom]
                    .iter_mut()
                    .filter(|letter| **letter == b'b')
                    .for_each(|letter| *letter = b'.');
            }
            // Some cannot be: both sides have arrived, or there is no piece at all.
            if let Ok(position) = game.parse(&plain.text()) {
                agree(&*position);
                seen += 1;
            }
        }
        assert!(seen > boards / 2, "{game}: only {seen} of {boards} boards can be");
    }
}
