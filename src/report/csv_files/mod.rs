//! The results as files for spreadsheets: RFC 4180, UTF-8. One file here for each of them.
//!
//! They are derived from the records and can be made again at any time, so they are written whole: to
//! a temporary name beside the target, which takes its place when all are complete. Whoever reads a
//! file while a new one is made sees the old one, never half of the new.

mod crosstable;
mod games;
pub(crate) mod grades;
mod growing;
mod moves;
mod standings;
mod target;

use std::borrow::Cow;
use std::io;
use std::path::Path;

pub use self::growing::{Growing, Rows};
use self::target::{Picture, Target};
use super::{Summary, picture};
use crate::grades::{Final, Grade};
use crate::record::GameRecord;
use crate::record::digits::{Digits, in_thousandths};

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
    let mut growing = Growing::begin(folder, names)?;
    for record in records {
        growing.push(&Rows::of(&record?))?;
    }
    growing.finish(folder)
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

/// Whether a game of this number and so many seats may follow another.
fn check((id, seats): (u64, usize), (last, seats_before): (u64, usize)) -> io::Result<()> {
    let wrong = if id <= last {
        format!("game {id} follows game {last}: the records must be in the order of their numbers")
    } else if seats != seats_before {
        format!("game {id} has {seats} players, those before it {seats_before}")
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

/// Appends `{number:.3}`, at little cost for what is whole in its thousandths.
fn thousandths(out: &mut Vec<u8>, number: f64) {
    match in_thousandths(number) {
        Some(thousandths) => Digits::thousandths(thousandths, true).append_to(out),
        None => out.extend_from_slice(format!("{number:.3}").as_bytes()),
    }
}

/// Whether a field with this text needs quotes.
fn needs_quotes(text: &[u8]) -> bool {
    text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'))
}

/// Appends a field, in quotes where it needs them.
fn field(out: &mut Vec<u8>, text: &[u8]) {
    if !needs_quotes(text) {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for &byte in text {
        // A quote within is doubled.
        out.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests;
