//! The results as files for spreadsheets: RFC 4180, UTF-8. One file here for each of them.
//!
//! They are derived from the records and can be made again at any time, so they are written whole: to
//! a temporary name beside the target, which takes its place when all are complete. Whoever reads a
//! file while a new one is made sees the old one, never half of the new.

mod crosstable;
mod games;
pub(crate) mod grades;
mod moves;
mod standings;
mod target;

use std::borrow::Cow;
use std::io;
use std::path::Path;

use self::target::{Picture, Target};
use super::{Summary, Summing, picture};
use crate::grades::{Final, Grade};
use crate::record::GameRecord;

/// Writes `games.csv`, `moves.csv`, `standings.csv`, `crosstable.csv`, `grades.csv` and `standings.svg` into `folder`,
/// which must exist, and gives what they hold.
///
/// `names` are the engines in the order of the tournament's file. The records must come in the order
/// of their numbers, each number once; one is held at a time. Where there is none, the header of
/// `games.csv` has two players.
///
/// # Errors
/// The file that could not be written and why, or the error of `records`. All targets are opened
/// before the first record is read; on any error nothing is left of the new files.
pub fn write_all(
    folder: &Path,
    names: &[String],
    records: impl Iterator<Item = io::Result<GameRecord>>,
) -> io::Result<Summary> {
    let mut games = Target::open(folder, "games.csv")?;
    let mut moves = Target::open(folder, "moves.csv")?;
    let mut standings = Target::open(folder, "standings.csv")?;
    let mut crosstable = Target::open(folder, "crosstable.csv")?;
    let mut grades = Target::open(folder, "grades.csv")?;

    let mut sums = Summing::new(names);
    let mut last: Option<(u64, usize)> = None;
    moves.write(moves::head)?;
    for record in records {
        let record = record?;
        let seats = record.players.len();
        match last {
            None => games.write(|out| games::head(out, seats))?,
            Some((id, expected)) => check(&record, id, expected)?,
        }
        last = Some((record.id, seats));
        games.write(|out| games::row(out, &record))?;
        moves.write(|out| moves::rows(out, &record))?;
        sums.add(0, &record);
    }
    if last.is_none() {
        games.write(|out| games::head(out, 2))?;
    }
    let sums = sums.sums();
    standings.write(|out| standings::all(out, &sums.standings.rows(), &sums.ratings))?;
    crosstable.write(|out| crosstable::all(out, &sums.standings.crosstable()))?;
    grades.write(|out| grades::all(out, &sums.standings.grades()))?;

    let picture = Picture::write(folder, &picture::standings(&sums))?;
    place([games, moves, standings, crosstable, grades])?;
    picture.take_its_place()?;
    Ok(sums)
}

/// Writes `standings.csv`, `crosstable.csv`, `grades.csv` and `standings.svg` into `folder`, which must exist.
///
/// # Errors
/// The file that could not be written and why.
pub fn write_sums(folder: &Path, sums: &Summary) -> io::Result<()> {
    let mut standings = Target::open(folder, "standings.csv")?;
    let mut crosstable = Target::open(folder, "crosstable.csv")?;
    let mut grades = Target::open(folder, "grades.csv")?;
    standings.write(|out| standings::all(out, &sums.standings.rows(), &sums.ratings))?;
    crosstable.write(|out| crosstable::all(out, &sums.standings.crosstable()))?;
    grades.write(|out| grades::all(out, &sums.standings.grades()))?;
    let picture = Picture::write(folder, &picture::standings(sums))?;
    place([standings, crosstable, grades])?;
    picture.take_its_place()
}

/// Writes the marks of a championship to the file `name` in `folder`, which must exist.
///
/// # Errors
/// That the file could not be written and why.
pub fn write_grades(folder: &Path, name: &str, grades: &[Grade]) -> io::Result<()> {
    let mut target = Target::open(folder, name)?;
    target.write(|out| grades::all(out, grades))?;
    place([target])
}

/// Writes `finals.csv`, the students with their marks, into `folder`, which must exist.
///
/// # Errors
/// That the file could not be written and why.
pub fn write_finals(folder: &Path, finals: &[(String, Final)]) -> io::Result<()> {
    let mut target = Target::open(folder, "finals.csv")?;
    target.write(|out| grades::finals(out, finals))?;
    place([target])
}

/// Completes all files, and only then lets them take their places.
fn place<const N: usize>(targets: [Target; N]) -> io::Result<()> {
    let mut complete = Vec::new();
    for target in targets {
        complete.push(target.complete()?);
    }
    complete.into_iter().try_for_each(target::Complete::take_its_place)
}

/// Whether `record` may follow the game `last`, whose table had so many `seats`.
fn check(record: &GameRecord, last: u64, seats: usize) -> io::Result<()> {
    let id = record.id;
    let wrong = if id <= last {
        format!("game {id} follows game {last}: the records must be in the order of their numbers")
    } else if record.players.len() != seats {
        format!("game {id} has {} players, those before it {seats}", record.players.len())
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, wrong))
}

/// A name as a spreadsheet may see it: one that would be taken for a formula gets a `'` before it.
fn name(name: &str) -> Cow<'_, str> {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{name}"))
    } else {
        Cow::Borrowed(name)
    }
}

/// The number, or nothing.
fn number<T: ToString>(number: Option<T>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

#[cfg(test)]
mod tests;
