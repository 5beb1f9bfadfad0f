//! What going on with a tournament needs of the games that have been played: not their moves, which are
//! most of a journal.

use std::io;
use std::path::Path;

use serde::Deserialize;

use super::{Damage, Done, FILE, in_order};
use crate::record::{Board, Fault, GameRecord, Reason};

/// The fields of a record that are read; the others must be JSON and are passed over.
#[derive(Deserialize)]
struct Outline {
    v: u32,
    id: u64,
    attempt: u32,
    round: u32,
    encounter: u64,
    players: Vec<String>,
    points: Vec<f64>,
    winner: Option<String>,
    winner_seat: Option<String>,
    reason: Reason,
    offender: Option<String>,
    offender_seat: Option<String>,
    score: Option<i32>,
    faults: Vec<Fault>,
    #[serde(default)]
    void: bool,
    late: Vec<u32>,
    seconds: f64,
}

/// Calls `take` with the outline of each game in the journal in `folder` that counts, in the order of the
/// file, and gives their numbers. An outline is a record without the opening and everything that there is
/// of each ply.
///
/// # Errors
/// A file that cannot be read, or a line that is no record or of a game that has been there already, with
/// its number.
pub fn outlines(folder: &Path, mut take: impl FnMut(GameRecord)) -> io::Result<Done> {
    let mut done = Done::default();
    in_order::each_line(&folder.join(FILE), |number, line| {
        let outline: Outline =
            serde_json::from_slice(line.trim_ascii_end()).map_err(|error| Damage::new(number, &error))?;
        if outline.void {
            return Ok(());
        }
        if !done.insert(outline.id) {
            return Err(Damage::twice(number, outline.id));
        }
        take(outline.into());
        Ok(())
    })?;
    Ok(done)
}

impl From<Outline> for GameRecord {
    fn from(outline: Outline) -> Self {
        Self {
            v: outline.v,
            id: outline.id,
            attempt: outline.attempt,
            round: outline.round,
            encounter: outline.encounter,
            game: String::new(),
            board: Board::default(),
            opening: String::new(),
            deal: None,
            seed: 0,
            players: outline.players,
            moves: Vec::new(),
            ms: Vec::new(),
            thoughts: Vec::new(),
            movers: Vec::new(),
            points: outline.points,
            winner: outline.winner,
            winner_seat: outline.winner_seat,
            reason: outline.reason,
            offender: outline.offender,
            offender_seat: outline.offender_seat,
            score: outline.score,
            faults: outline.faults,
            excuse: None,
            void: outline.void,
            restless: Vec::new(),
            late: outline.late,
            started: String::new(),
            seconds: outline.seconds,
        }
    }
}
