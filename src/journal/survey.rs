//! What going on with a tournament needs of the games that have been played, and whether all lines of the
//! journal are sound.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Damage, Done, FILE, in_order};
use crate::record::{self, Board, Deal, Fault, GameRecord, Lengths, Reason};

/// How much of a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All but the moves and what engines told of them, which are most of a journal: they must be JSON, and are
    /// counted.
    Outline,
    /// Everything.
    Whole,
}

/// Bytes of a journal that take less than half a second to be read whole and played again.
const SHORT: u64 = 32 << 20;

impl Reading {
    /// How much of the journal in `folder` to read where nobody should wait for it: all of a short one, which is
    /// more than ten thousand games of Othello.
    pub fn suited_to(folder: &Path) -> Self {
        match fs::metadata(folder.join(FILE)) {
            Ok(file) if file.len() > SHORT => Self::Outline,
            _ => Self::Whole,
        }
    }
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
/// `folder`, void ones too, in the order of the file; what `take` says is wrong with it makes it one of the
/// damaged. Of an outline, the moves and thoughts are empty. A torn last line is passed over.
///
/// # Errors
/// A file that cannot be read.
pub fn survey(
    folder: &Path,
    reading: Reading,
    mut take: impl FnMut(u64, GameRecord) -> Result<(), String>,
) -> io::Result<Survey> {
    let mut survey = Survey::default();
    let mut attempts = Attempts::default();
    let mut twice = Vec::new();
    let path = folder.join(FILE);
    in_order::each_line(&path, |number, line| {
        let (record, flaw) = match read(line.trim_ascii_end(), reading) {
            Ok(read) => read,
            Err(error) => {
                survey.damages.push(Damage::new(number, &error));
                return Ok(());
            }
        };
        let (id, attempt, void) = (record.id, record.attempt, record.void);
        if flaw.is_none() && !void && survey.done.contains(id) {
            twice.push((number, id));
            return Ok(());
        }
        let checked = match flaw {
            Some(flaw) => Err(flaw),
            None => attempts.follows(id, attempt).and_then(|()| take(number, record)),
        };
        match checked {
            Err(why) => survey.damages.push(Damage::flawed(number, id, &why)),
            Ok(()) if void => attempts.note(id, attempt),
            Ok(()) => drop(survey.done.insert(id)),
        }
        Ok(())
    })?;
    if !twice.is_empty() {
        let firsts = firsts(&path, &twice, &survey.damages)?;
        let damages = twice.iter().map(|(line, id)| Damage::twice(*line, *id, firsts.get(id).copied()));
        survey.damages.extend(damages);
        survey.damages.sort_by_key(|damage| damage.line);
    }
    Ok(survey)
}

/// The void attempts at games, of which another one must follow.
#[derive(Default)]
struct Attempts(HashMap<u64, u32>);

impl Attempts {
    /// Whether this attempt can come now. A tournament that is gone on with begins again with the first.
    fn follows(&self, id: u64, attempt: u32) -> Result<(), String> {
        match attempt {
            0 | 1 => Ok(()),
            _ if self.0.get(&id) == Some(&(attempt - 1)) => Ok(()),
            _ => {
                Err(format!("it is attempt {attempt}, and attempt {} does not stand before it", attempt - 1))
            }
        }
    }

    fn note(&mut self, id: u64, attempt: u32) {
        self.0.insert(id, attempt);
    }
}

/// In which line each game stands that stands there `twice`: line and number.
fn firsts(path: &Path, twice: &[(u64, u64)], damages: &[Damage]) -> io::Result<HashMap<u64, u64>> {
    let mut firsts = HashMap::new();
    let wanted: HashSet<u64> = twice.iter().map(|&(_, id)| id).collect();
    in_order::each_line(path, |number, line| {
        if let Some(id) = in_order::counted(line)
            && wanted.contains(&id)
            && damages.binary_search_by_key(&number, |damage| damage.line).is_err()
        {
            firsts.entry(id).or_insert(number);
        }
        Ok(())
    })?;
    Ok(firsts)
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
    board: Board,
    opening: String,
    #[serde(default)]
    deal: Option<Deal>,
    seed: u64,
    players: Vec<String>,
    moves: Count,
    ms: Vec<f64>,
    thoughts: Count,
    movers: Vec<usize>,
    points: Vec<f64>,
    winner: Option<String>,
    winner_seat: Option<String>,
    reason: Reason,
    offender: Option<String>,
    offender_seat: Option<String>,
    score: Option<i32>,
    faults: Vec<Fault>,
    #[serde(default)]
    excuse: Option<String>,
    #[serde(default)]
    void: bool,
    #[serde(default)]
    restless: Vec<bool>,
    late: Vec<u32>,
    started: String,
    seconds: f64,
}

impl Outline {
    fn lengths(&self) -> Lengths {
        Lengths {
            moves: self.moves.0,
            ms: self.ms.len(),
            thoughts: self.thoughts.0,
            movers: self.movers.len(),
        }
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
            board: outline.board,
            opening: outline.opening,
            deal: outline.deal,
            seed: outline.seed,
            players: outline.players,
            moves: Vec::new(),
            ms: outline.ms,
            thoughts: Vec::new(),
            movers: outline.movers,
            points: outline.points,
            winner: outline.winner,
            winner_seat: outline.winner_seat,
            reason: outline.reason,
            offender: outline.offender,
            offender_seat: outline.offender_seat,
            score: outline.score,
            faults: outline.faults,
            excuse: outline.excuse,
            void: outline.void,
            restless: outline.restless,
            late: outline.late,
            started: outline.started,
            seconds: outline.seconds,
        }
    }
}
