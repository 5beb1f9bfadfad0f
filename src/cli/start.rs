//! What a game at the keyboard begins from.

use std::hash::{BuildHasher, Hasher};

use super::board::BoardArguments;
use super::{Failure, warn};
use crate::games::Line;
use crate::openings::{self, OpeningKind, Openings};

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
    let kept = line.plies().len().saturating_sub(count);
    let mut shorter = Line::new(line.base().boxed());
    for ply in &line.plies()[..kept] {
        // They were legal when they were played.
        if shorter.play(ply).is_err() {
            break;
        }
    }
    shorter
}
