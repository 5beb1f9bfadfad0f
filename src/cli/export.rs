//! `arena export`: the games of a tournament in the formats of other programs.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::resume::no_results;
use super::{Failure, say};
use crate::interchange::{Format, Played};
use crate::journal::{self, Header};
use crate::record::{self, GameRecord};
use crate::report::text::escaped;

/// Writes the games of a tournament for other programs.
///
/// Othello as GGF, SGF or plain transcripts, Breakthrough in a text like PGN, every game as JSON, one record
/// a line. All but JSON can be read back as openings: `--openings FILE:8` of arena match, or `kind = "file"` with
/// `plies = 8` in a tournament file, begins from the first eight plies of each game.
#[derive(Debug, Args)]
#[command(after_help = "Examples: arena export results/demo --format ggf --out demo.ggf\n          \
                        arena export results/demo --format transcript --games 1,3\n          \
                        arena match othello -e othello -e ./mine --games 20 --openings demo.ggf:8")]
pub(super) struct Arguments {
    /// A folder of results
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How games are written
    #[arg(long, value_name = "F")]
    format: Written,
    /// Only these games, by their numbers in games.csv
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    games: Vec<u64>,
    /// A new file; by default they are printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// [`Format`], for the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Written {
    /// Othello: the Generic Game Format
    Ggf,
    /// Othello: f5d6c3..., a game a line
    Transcript,
    /// Breakthrough: tags and numbered moves
    Pgn,
    /// Othello: the Smart Game Format
    Sgf,
    /// Every game: its record, a line each
    Json,
}

impl From<Written> for Format {
    fn from(written: Written) -> Self {
        match written {
            Written::Ggf => Self::Ggf,
            Written::Transcript => Self::Transcript,
            Written::Pgn => Self::Pgn,
            Written::Sgf => Self::Sgf,
            Written::Json => Self::Json,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut text = String::new();
    for record in records(arguments)? {
        text += &written(&record, arguments.format.into())?;
    }
    match &arguments.out {
        Some(file) => write(file, &text),
        None => {
            if !text.is_empty() {
                say(text.trim_end_matches('\n'));
            }
            Ok(())
        }
    }
}

/// A game as text; what does not fit is wrong on the command line, a false record is not.
fn written(record: &GameRecord, format: Format) -> Result<String, Failure> {
    let fault = |what: &dyn ToString| format!("game {}: {}", record.id, escaped(&what.to_string()));
    let (line, mismatch) = record::retrace(record).map_err(|mismatch| Failure::Failed(fault(&mismatch)))?;
    if let Some(mismatch) = mismatch {
        return Err(Failure::Failed(fault(&mismatch)));
    }
    Played { record, line: &line }.written(format).map_err(|unfit| Failure::Wrong(fault(&unfit)))
}

/// The games that were asked for, in the order of their numbers.
fn records(arguments: &Arguments) -> Result<Vec<GameRecord>, Failure> {
    let folder = &arguments.folder;
    let games = journal::read_in_order(folder).map_err(|error| no_results(&error, folder))?;
    // Of a sequential test, what was under way at its end does not count.
    let counted = Header::read(folder).ok().and_then(|header| header.counted).unwrap_or(u64::MAX);
    let mut records: Vec<GameRecord> = Vec::new();
    for record in games {
        let record = record.map_err(|error| no_results(&error, folder))?;
        // A game of which the journal has several lines is told as the last.
        records.pop_if(|last| last.id == record.id);
        if record.id <= counted {
            records.push(record);
        }
    }
    let unknown: Vec<String> = arguments
        .games
        .iter()
        .filter(|id| records.iter().all(|record| record.id != **id))
        .map(ToString::to_string)
        .collect();
    if !unknown.is_empty() {
        let there = match (records.first(), records.last()) {
            (Some(first), Some(last)) => format!("its games are among {} to {}", first.id, last.id),
            _ => "no game is finished yet".to_owned(),
        };
        return Err(Failure::Wrong(format!("{}: no game {}: {there}", folder.display(), unknown.join(", "))));
    }
    if !arguments.games.is_empty() {
        records.retain(|record| arguments.games.contains(&record.id));
    }
    Ok(records)
}

/// Writes a new file, whole or not at all; one that is there is never touched.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Wrong(format!("{} is there already: give --out a new file", file.display()))
        }
        _ => Failure::Failed(format!("{}: {error}", file.display())),
    };
    let mut out = File::create_new(file).map_err(failed)?;
    out.write_all(text.as_bytes()).map_err(|error| {
        let _ = fs::remove_file(file);
        failed(error)
    })
}
