//! Squares by name, and rows of squares by text: what the board games share.

use std::fmt;

use super::{PlyText, shown};

/// A square of a board: `c4` is the third column and the row named 4.
///
/// Which way rows are counted (from the top in Othello, from White's side in Breakthrough) is the
/// game's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// Counted from 0, `a`.
    pub column: u8,
    /// Counted from 0, `1`.
    pub row: u8,
}

impl Square {
    /// Reads a square from the start of `text`, of either letter case; gives it and the rest, or
    /// `None` if `text` does not begin with one.
    pub fn prefix(text: &str) -> Option<(Self, &str)> {
        let (first, rest) = text.split_at_checked(1)?;
        let letter = first.as_bytes()[0].to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let digit =
            |at: usize| rest.as_bytes().get(at).filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
        let (row, digits) = match (digit(0)?, digit(1)) {
            (only, None) => (only, 1),
            (tens, Some(ones)) => (10 * tens + ones, 2),
        };
        // A third digit would make another number of it.
        if row == 0 || (digits == 2 && digit(2).is_some()) {
            return None;
        }
        Some((Self { column: letter - b'a', row: row - 1 }, &rest[digits..]))
    }

    /// Appends its text to `out`: what `Display` gives, in a fraction of the time.
    #[inline]
    pub(super) fn write(self, out: &mut PlyText) {
        out.push(b'a' + self.column);
        let number = self.row + 1;
        if number >= 10 {
            out.push(b'0' + number / 10);
        }
        out.push(b'0' + number % 10);
    }

    /// Reads a whole text as a square.
    pub fn parse(text: &str) -> Option<Self> {
        Self::prefix(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// What was wrong with the text of a position, an opening or a setting, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The text that was given.
    pub text: String,
    /// The byte of `text` at which the trouble begins.
    pub at: usize,
    /// What is wrong there and what would be right.
    pub reason: String,
}

impl ParseError {
    pub(super) fn new(text: &str, at: usize, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), at, reason: reason.into() }
    }

    /// That `word`, a part of the text, stands behind `what`, where only moves can.
    pub(super) fn no_moves(text: &str, what: &str, word: &str) -> Self {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        Self::new(text, at, format!("after {what} comes `moves`, not `{}`", shown::start(word, shown::WORD)))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.trim().is_empty() {
            return write!(f, "nothing was given: {}", self.reason);
        }
        // An engine's or a user's text may hold anything, and that without end.
        write!(f, "`{}`, character {}: {}", shown::around(&self.text, self.at), self.at + 1, self.reason)
    }
}

impl std::error::Error for ParseError {}

/// The two parts of a position's text, `rows side`, with the rows spelt out: one byte a square, in
/// lower case, `.` for empty.
pub(super) struct Diagram {
    /// From the first row of the text down; all of one length.
    pub(super) rows: Vec<Vec<u8>>,
    /// The letter of the side to move.
    pub(super) side: u8,
}

impl Diagram {
    /// Reads `text`; the squares may be `.`, the letters in `pieces`, or a number of empty squares,
    /// the side one of `pieces`.
    pub(super) fn parse(text: &str, pieces: [u8; 2]) -> Result<Self, ParseError> {
        let fail = |at: usize, reason: String| Err(ParseError::new(text, at, reason));
        let [first, second] = pieces.map(char::from);
        let mut rows: Vec<Vec<u8>> = vec![Vec::new()];
        let bytes = text.trim_end().as_bytes();
        let mut at = bytes.len() - text.trim().len();
        while at < bytes.len() && bytes[at] != b' ' {
            let row = rows.len() - 1;
            match bytes[at].to_ascii_lowercase() {
                b'/' => rows.push(Vec::new()),
                b'.' => rows[row].push(b'.'),
                letter if pieces.contains(&letter) => rows[row].push(letter),
                digit @ b'0'..=b'9' => {
                    let start = at;
                    let mut number = usize::from(digit - b'0');
                    while let Some(next) = bytes.get(at + 1).filter(|byte| byte.is_ascii_digit()) {
                        number = (number * 10 + usize::from(next - b'0')).min(1000);
                        at += 1;
                    }
                    if number == 0 || number > 12 {
                        let given = shown::start(&text[start..=at], shown::WORD);
                        return fail(
                            start,
                            format!("{given} is one number of empty squares, which is 1 to 12"),
                        );
                    }
                    rows[row].extend(std::iter::repeat_n(b'.', number));
                }
                _ => {
                    let found = text[at..].chars().next().unwrap_or(' ');
                    let expected = format!("expected {first}, {second}, `.`, a number or `/`");
                    return fail(at, format!("found {found:?}, {expected}"));
                }
            }
            at += 1;
        }
        let width = rows[0].len();
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            let squares = rows[row].len();
            let reason = format!("row {} of the text has {squares} squares, the first has {width}", row + 1);
            return fail(nth_row(text, row), reason);
        }
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let side = match &bytes[at..] {
            [letter] if pieces.contains(&letter.to_ascii_lowercase()) => letter.to_ascii_lowercase(),
            [letter, b' ', ..] if pieces.contains(&letter.to_ascii_lowercase()) => {
                let more = text[at + 1..].split_ascii_whitespace().next().unwrap_or("");
                return Err(ParseError::no_moves(text, "the position", more));
            }
            _ => return fail(at, format!("expected the side to move, {first} or {second}")),
        };
        Ok(Self { rows, side })
    }
}

/// Where row `row` of a position's text begins.
fn nth_row(text: &str, row: usize) -> usize {
    text.match_indices('/').nth(row.wrapping_sub(1)).map_or(0, |(slash, _)| slash + 1)
}

/// Writes rows of squares (one byte each, `.` for empty) with numbers for runs of empty squares.
pub(super) fn write_rows(
    f: &mut fmt::Formatter<'_>,
    rows: impl Iterator<Item = impl Iterator<Item = u8>>,
) -> fmt::Result {
    for (number, row) in rows.enumerate() {
        if number > 0 {
            f.write_str("/")?;
        }
        let mut empty = 0;
        for square in row {
            if square == b'.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", char::from(square))?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
    }
    Ok(())
}
