//! What is found in a text, and how it becomes a line of play.

use std::ops::Range;

use crate::games::{Game, Line};

/// An opening of a text, or what is wrong with it.
#[derive(Debug)]
pub struct Found {
    /// Where it stands, in bytes.
    pub span: Range<usize>,
    /// The plies from its beginning.
    pub line: Result<Line, Wrong>,
}

/// What is wrong in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What.
    pub reason: String,
}

impl Wrong {
    pub(super) fn new(span: Range<usize>, reason: impl Into<String>) -> Self {
        Self { span, reason: reason.into() }
    }
}

/// A line from an Othello board of `x`, `o` and `.`.
pub(super) fn start<'a>(
    rows: impl Iterator<Item = &'a [char]>,
    side: char,
    at: &Range<usize>,
) -> Result<Line, Wrong> {
    let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
    let text = format!("{} {side}", rows.join("/"));
    let board = Game::Othello { size: 8 }.parse(&text);
    board.map(Line::new).map_err(|error| Wrong::new(at.clone(), error.reason))
}

/// Plays a ply of a player; the passes before it may have been left out.
pub(super) fn by(line: &mut Line, player: usize, ply: &str, at: &Range<usize>) -> Result<(), Wrong> {
    let wrong = |reason: String| Wrong::new(at.clone(), reason);
    if line.position().player().is_some_and(|to_move| to_move != player)
        && let Some(forced) = line.forced()
    {
        line.play(&forced).map_err(|illegal| wrong(illegal.to_string()))?;
    }
    if line.position().player().is_some_and(|to_move| to_move != player) {
        let names = ["Black", "White"];
        return Err(wrong(format!("{} is to move, not {}", names[1 - player], names[player])));
    }
    line.play(ply).map(drop).map_err(|illegal| wrong(illegal.to_string()))
}
