//! What a game at the keyboard begins from.

use std::hash::{BuildHasher, Hasher};

use super::board::BoardArguments;
use super::{Failure, warn};
use crate::games::{Game, Line, notation};
use crate::openings::{self, OpeningKind, Openings};
use crate::report::text::escaped;

/// The start of a game: of the one called `name`, on its board, or from `position`, a position or an
/// opening; dominoes are dealt by `seed`, as the first game of a match with that seed.
///
/// # Errors
/// What is wrong with any of them.
pub(super) fn line(
    name: &str,
    board: BoardArguments,
    position: Option<&str>,
    seed: Option<u64>,
) -> Result<Line, Failure> {
    let (game, fixed) = board.game(name)?;
    if let Some(text) = position {
        let line = Line::parse(game, text).map_err(|error| Failure::Wrong(format!("--position {error}")))?;
        if !text.trim().starts_with("startpos") {
            board.agree(line.game())?;
        }
        return Ok(line);
    }
    let seed = match seed {
        Some(seed) => seed,
        None if game.is_dealt() => drawn_seed(),
        None => 0,
    };
    let standard = Openings { kind: OpeningKind::Standard, one_for_all: false };
    openings::draw(&standard, game, fixed, seed, 0).map_err(Failure::wrong)
}

/// A seed that nobody gave, told so that all can be had again.
pub(super) fn drawn_seed() -> u64 {
    // A hasher's keys are as random as the system can make them, and need no crate.
    let drawn = std::hash::RandomState::new().build_hasher().finish() >> 11;
    warn(format!("no --seed is given, drawn was {drawn}"));
    drawn
}

/// A line of play without its last `count` plies.
pub(super) fn without_last(line: &Line, count: usize) -> Line {
    line.first(line.plies().len().saturating_sub(count))
}

/// The line of play that a line `position ...` sets up, in the words of the protocol; `None` if the text
/// is none.
///
/// # Errors
/// What is wrong with the position.
pub(super) fn position(game: Game, text: &str) -> Result<Option<Line>, String> {
    let text = text.split('#').next().unwrap_or_default().trim();
    let Some(given) = text.strip_prefix("position ") else { return Ok(None) };
    let line = Line::parse(game, given.trim()).map_err(|error| error.to_string())?;
    if line.position().is_hidden() {
        return Err(
            "this position hides some of the tiles: every hand and the stack must be given".to_owned()
        );
    }
    Ok(Some(line))
}

/// Takes a line of a file: a position, or moves.
///
/// # Errors
/// The first thing in it that is wrong.
pub(super) fn take(line: &mut Line, text: &str) -> Result<(), String> {
    if let Some(position) = position(line.game(), text)? {
        *line = position;
        return Ok(());
    }
    notation::moves(line.game(), text)
        .iter()
        .try_for_each(|written| written.play(line))
        .map_err(|illegal| escaped(&illegal.to_string()).into_owned())
}
