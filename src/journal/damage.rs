//! What is wrong with a line of a journal.

use std::io;
use std::path::Path;

/// A line of a journal that is no record, or one too many.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is damaged: {why}")]
pub struct Damage {
    /// Which line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub why: String,
}

impl Damage {
    pub(super) fn new(line: u64, error: &serde_json::Error) -> Self {
        // A record is one line: of the place that the parser names, only the column tells anything.
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let why = match text.strip_suffix(&place) {
            Some(why) => format!("{why} at column {}", error.column()),
            None => text,
        };
        Self { line, why }
    }

    pub(super) fn flawed(line: u64, id: u64, flaw: &str) -> Self {
        Self { line, why: format!("game {id}: {flaw}") }
    }

    /// A game that stands already in the line `first`.
    pub(super) fn twice(line: u64, id: u64, first: Option<u64>) -> Self {
        let first = first.map_or_else(|| "an earlier line".to_owned(), |first| format!("line {first}"));
        Self { line, why: format!("it is of game {id}, which {first} has already; a game counts once") }
    }

    /// As an error of that file; [`Damage::is_in`] tells it from others.
    pub fn in_file(self, path: &Path) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {self}", path.display()))
    }

    /// Whether an error of this module says that a journal is damaged.
    pub fn is_in(error: &io::Error) -> bool {
        error.kind() == io::ErrorKind::InvalidData
    }
}
