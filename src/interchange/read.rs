//! Openings from a text in any of the formats, told apart by what stands in it.

use super::found::{Found, Wrong};
use super::tree::{Tree, trees};
use super::{ggf, pgn, sgf};
use crate::games::{Game, IllegalMove, Line, Square, notation};

/// The openings of a text: games in GGF, SGF or PGN; else one a line: `startpos` or a position with or
/// without moves, or the moves of a transcript from the start of `game`. There `#` begins a comment.
///
/// Whether a line is one of the game and its board is left to the caller.
pub fn openings(game: Game, content: &str) -> Vec<Found> {
    if content.contains("(;") {
        return trees(content).into_iter().map(|tree| from_tree(game, tree)).collect();
    }
    let is_tag = |line: &str| line.trim_start().starts_with('[') && line.contains('"');
    if !game.is_dealt() && content.lines().any(is_tag) {
        return pgn::read(game, content);
    }
    let mut found = Vec::new();
    for line in content.lines() {
        let text = line.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let start = text.as_ptr() as usize - content.as_ptr() as usize;
        let read =
            if is_transcript(game, text) { transcript(game, text, start) } else { plain(game, text, start) };
        found.push(Found { span: start..start + text.len(), line: read });
    }
    found
}

fn from_tree(game: Game, tree: Result<Tree<'_>, Wrong>) -> Found {
    let tree = match tree {
        Ok(tree) => tree,
        Err(wrong) => return Found { span: wrong.span.clone(), line: Err(wrong) },
    };
    let line = match tree.get("GM").map(|kind| (kind.value.trim().to_ascii_lowercase(), &kind.at)) {
        _ if !matches!(game, Game::Othello { .. }) => {
            let reason = format!("GGF and SGF know Othello here, not {}", game.name());
            Err(Wrong::new(tree.span.start..tree.span.start + 2, reason))
        }
        None => {
            Err(Wrong::new(tree.span.start..tree.span.start + 2, "a game without GM: GM[Othello] or GM[2]"))
        }
        Some((kind, _)) if kind == "othello" => ggf::read(&tree),
        Some((kind, _)) if kind == "2" => sgf::read(&tree),
        Some((_, at)) => Err(Wrong::new(at.clone(), "not a game of Othello: GM[Othello] or GM[2]")),
    };
    Found { span: tree.span, line }
}

/// Whether a text begins with a move instead of a position.
fn is_transcript(game: Game, text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = unnumbered.len() < word.len() && unnumbered.starts_with('.');
    let is_move = Square::prefix(word).is_some() || word.starts_with('(') || is_numbered;
    // A position has rows.
    is_move && !game.is_dealt() && !word.contains('/')
}

fn transcript(game: Game, text: &str, start: usize) -> Result<Line, Wrong> {
    let mut line = Line::new(game.start());
    for written in notation::moves(game, text) {
        let at = start + (written.given.as_ptr() as usize - text.as_ptr() as usize);
        let wrong = |error: IllegalMove| Wrong::new(at..at + written.given.len(), error.to_string());
        written.play(&mut line).map_err(wrong)?;
    }
    Ok(line)
}

fn plain(game: Game, text: &str, start: usize) -> Result<Line, Wrong> {
    Line::parse(game, text).map_err(|error| {
        let at = start + error.at;
        // From there to the end of the word.
        let rest = text.get(error.at..).unwrap_or_default();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        Wrong::new(at..at + length, error.reason)
    })
}
