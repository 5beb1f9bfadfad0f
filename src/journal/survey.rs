//! What going on with a tournament needs of the games that have been played, and whether all lines of the
//! journal are sound.

use std::io;
use std::path::Path;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Damage, Done, FILE, in_order};
use crate::record::{self, Board, Fault, GameRecord, Lengths, Reason};

/// How much of a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All but the opening and the entries of each ply, which are most of a journal: they must be JSON, and
    /// are counted.
    Outline,
    /// Everything.
    Whole,
}

/// What there is in a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The games that count.
    pub done: Done,
    /// The lines that are no records, contradict themselves, are of a game that has been there already, or
    /// that the caller refused; in their order.
    pub damages: Vec<Damage>,
}

/// Calls `take` with the number of the line, from 1, and the record of each sound game in the journal in
/// `folder` that counts, in the order of the file; what `take` says is wrong with it makes it one of the
/// damaged. Of an outline, the opening and the lists by ply are empty. A torn last line is passed over.
///
/// # Errors
/// A file that cannot be read.
pub fn survey(
    folder: &Path,
    reading: Reading,
    mut take: impl FnMut(u64, GameRecord) -> Result<(), String>,
) -> io::Result<Survey> {
    let mut survey = Survey::default();
    in_order::each_line(&folder.join(FILE), |number, line| {
        let (record, flaw) = match read(line.trim_ascii_end(), reading) {
            Ok(read) => read,
            Err(error) => {
                survey.damages.push(Damage::new(number, &error));
                return Ok(());
            }
        };
        let id = record.id;
        let damage = match flaw {
            Some(flaw) => Some(Damage::flawed(number, id, &flaw)),
            None if record.void => return Ok(()),
            None if survey.done.contains(id) => Some(Damage::twice(number, id)),
            None => take(number, record).err().map(|why| Damage::flawed(number, id, &why)),
        };
        match damage {
            Some(damage) => survey.damages.push(damage),
            None => drop(survey.done.insert(id)),
        }
        Ok(())
    })?;
    Ok(survey)
}

/// A line, and what is wrong with it though it can be read.
fn read(line: &[u8], reading: Reading) -> serde_json::Result<(GameRecord, Option<String>)> {
    match reading {
        Reading::Whole => {
            let record: GameRecord = serde_json::from_slice(line)?;
            let flaw = record::flaw(&record);
            Ok((record, flaw))
        }
        Reading::Outline => {
            let outline: Outline = serde_json::from_slice(line)?;
            let lengths = outline.lengths();
            let record = outline.into();
            let flaw = record::flaw_in_outline(&record, lengths);
            Ok((record, flaw))
        }
    }
}

/// How many entries a list has, whatever they are.
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Counting;
        impl<'de> Visitor<'de> for Counting {
            type Value = Count;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Count, A::Error> {
                let mut count = 0;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Count(count))
            }
        }
        from.deserialize_seq(Counting)
    }
}

/// The fields of a record that are read; the others must be JSON and are passed over.
#[derive(Deserialize)]
struct Outline {
    v: u32,
    id: u64,
    attempt: u32,
    round: u32,
    encounter: u64,
    game: String,
    seed: u64,
    players: Vec<String>,
    moves: Count,
    ms: Count,
    thoughts: Count,
    movers: Count,
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

impl Outline {
    fn lengths(&self) -> Lengths {
        Lengths { moves: self.moves.0, ms: self.ms.0, thoughts: self.thoughts.0, movers: self.movers.0 }
    }
}

impl From<Outline> for GameRecord {
    fn from(outline: Outline) -> Self {
        Self {
            v: outline.v,
            id: outline.id,
            attempt: outline.attempt,
            round: outline.round,
            encounter: outline.encounter,
            game: outline.game,
            board: Board::default(),
            opening: String::new(),
            deal: None,
            seed: outline.seed,
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
