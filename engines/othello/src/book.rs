//! The opening book: answers that the engine has worked out at leisure.
//!
//! A position and its seven images have one entry, that of the least of the eight: so the book holds for every
//! one of the four first moves, and for every order of moves that comes to the same position. The file is text,
//! a line an entry: the moves that lead there (`-` for none), the answer, and its value for who moves in hundredths
//! of a disc. `othello-book` of the trainer wrote it; how is in its first line. It saves time; that it wins games could
//! not be shown: the figures are in `weights.md`.

use std::collections::HashMap;
use std::sync::LazyLock;

use arena::games::othello::{Eight, Move, Othello};

use crate::board::{Board, squares};
use crate::patterns::image;

/// The book of this repository.
static OWN: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(include_str!("../book.txt")).expect("a file that othello-book wrote, as a test confirms")
});

/// What a book says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The square to move to.
    pub square: u8,
    /// What that is worth for who moves, in hundredths of a disc.
    pub value: i32,
}

/// A book.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// By the least image of the position; the squares are that image's.
    entries: HashMap<Board, Entry>,
}

impl Book {
    /// The engine's own.
    pub fn own() -> &'static Self {
        &OWN
    }

    /// A book out of its text. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// The first line that is no entry.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut book = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (board, entry) = read(line).ok_or_else(|| format!("no entry of a book: {line}"))?;
            let (least, symmetry) = least_image(&board);
            let square = image(entry.square, symmetry);
            book.entries.insert(least, Entry { square, ..entry });
        }
        Ok(book)
    }

    /// What it says of `board`, if that is in it.
    pub fn get(&self, board: &Board) -> Option<Entry> {
        let (least, symmetry) = least_image(board);
        let entry = self.entries.get(&least)?;
        let square = (0..64).find(|&square| image(square, symmetry) == entry.square)?;
        Some(Entry { square, ..*entry })
    }

    /// How many positions are in it.
    pub fn count(&self) -> usize {
        self.entries.len()
    }
}

/// The least of the images of a position, and the symmetry that makes it.
pub fn least_image(board: &Board) -> (Board, usize) {
    let images = (0..8).map(|symmetry| {
        let turned = |set| squares(set).map(|square| 1 << image(square as u8, symmetry)).sum();
        (Board { mover: turned(board.mover), opponent: turned(board.opponent) }, symmetry)
    });
    images.min().unwrap_or((*board, 0))
}

/// The position and the entry of a line.
fn read(line: &str) -> Option<(Board, Entry)> {
    let mut words = line.split(' ');
    let (moves, answer, value) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    let mut board = Board::START;
    if moves != "-" {
        for number in 0..moves.len().div_ceil(2) {
            let square = u32::from(legal(&board, moves.get(2 * number..2 * number + 2)?)?);
            board = board.place(square, board.flips(square));
        }
    }
    let square = legal(&board, answer)?;
    words.next().is_none().then_some((board, Entry { square, value }))
}

/// The square of that name, if who moves can place a disc there.
fn legal(board: &Board, name: &str) -> Option<u8> {
    squares(board.moves()).map(|square| square as u8).find(|&square| text(square) == name)
}

/// The name of a square.
pub fn text(square: u8) -> String {
    Othello::<Eight>::text(Move::Place(u32::from(square)))
}
