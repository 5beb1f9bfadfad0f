//! A journal read in the order of the games' numbers.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Damage, FILE, be_regular, named};
use crate::record::GameRecord;

/// The games of a journal in the order of their ids, read one at a time: 16 bytes a game are held.
#[derive(Debug)]
pub struct InOrder {
    path: PathBuf,
    reader: BufReader<File>,
    /// Where the reader is.
    at: u64,
    /// Where each game's line is: id, offset.
    lines: std::vec::IntoIter<(u64, u64)>,
    line: Vec<u8>,
}

/// The part of a record by which it is found.
#[derive(Deserialize)]
struct Key {
    id: u64,
    #[serde(default)]
    void: bool,
}

/// Reads the journal in `folder` in the order of ids. Void games and a torn last line are left out.
///
/// # Errors
/// A file that cannot be read, or a line that is no record, with its number.
pub fn read_in_order(folder: &Path) -> io::Result<InOrder> {
    InOrder::open(folder, Err)
}

/// The same, passing over lines of which it cannot be told which game they are; gives what is wrong
/// with them too.
///
/// # Errors
/// A file that cannot be read.
pub fn read_the_sound(folder: &Path) -> io::Result<(InOrder, Vec<Damage>)> {
    let mut damages = Vec::new();
    let games = InOrder::open(folder, |damage| {
        damages.push(damage);
        Ok(())
    });
    Ok((games?, damages))
}

/// Calls `take` with the number, from 1, of every whole line of a file and the line.
pub(super) fn each_line(
    path: &Path,
    mut take: impl FnMut(u64, &[u8]) -> Result<(), Damage>,
) -> io::Result<BufReader<File>> {
    let file = be_regular(path).and_then(|()| File::open(path)).map_err(|error| named(path, &error))?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut number, mut line) = (0, Vec::new());
    loop {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(|error| named(path, &error))?;
        if !line.ends_with(b"\n") {
            return Ok(reader);
        }
        number += 1;
        take(number, &line).map_err(|damage| damage.in_file(path))?;
    }
}

/// The number of the game of a line, if it can be read and counts.
pub(super) fn counted(line: &[u8]) -> Option<u64> {
    let key: Key = serde_json::from_slice(line.trim_ascii_end()).ok()?;
    (!key.void).then_some(key.id)
}

impl InOrder {
    /// Finds all games; `judge` says whether to go on after a damaged line.
    fn open(folder: &Path, mut judge: impl FnMut(Damage) -> Result<(), Damage>) -> io::Result<Self> {
        let path = folder.join(FILE);
        let mut lines = Vec::new();
        let mut offset = 0;
        let mut reader = each_line(&path, |number, line| {
            match serde_json::from_slice(line.trim_ascii_end()) {
                Ok(Key { id, void: false }) => lines.push((id, offset)),
                Ok(_) => {}
                Err(error) => judge(Damage::new(number, &error))?,
            }
            offset += line.len() as u64;
            Ok(())
        })?;
        lines.sort_unstable();
        // Behind a torn last line, if there is one.
        let at = reader.stream_position().map_err(|error| named(&path, &error))?;
        Ok(Self { path, reader, at, lines: lines.into_iter(), line: Vec::new() })
    }

    /// The ids of the games not read yet, ascending.
    pub fn ids(&self) -> impl Iterator<Item = u64> {
        self.lines.as_slice().iter().map(|&(id, _)| id)
    }

    fn read(&mut self, offset: u64) -> io::Result<GameRecord> {
        // Games end nearly in their order, so that the line is mostly in the buffer already.
        let away = offset.wrapping_sub(self.at) as i64;
        let moved = self.reader.seek_relative(away);
        self.line.clear();
        let read = moved.and_then(|()| self.reader.read_until(b'\n', &mut self.line));
        self.at = offset + read.map_err(|error| named(&self.path, &error))? as u64;
        serde_json::from_slice(&self.line).map_err(|error| {
            let number = self.number_of(offset);
            Damage::new(number, &error).in_file(&self.path)
        })
    }

    /// The number of the line that begins at `offset`.
    fn number_of(&self, offset: u64) -> u64 {
        let (mut at, mut found) = (0, 0);
        // What has been read a moment ago can be read again.
        let _ = each_line(&self.path, |number, line| {
            if at == offset {
                found = number;
            }
            at += line.len() as u64;
            Ok(())
        });
        found
    }
}

impl Iterator for InOrder {
    type Item = io::Result<GameRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        let (_, offset) = self.lines.next()?;
        Some(self.read(offset))
    }
}
