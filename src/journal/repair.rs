//! What becomes of a journal in which a line is no record: by a disk's fault, or somebody's editor.
//!
//! No line is thrown away. Those that are wrong go to a file beside the journal, and their games are
//! played again like any that are missing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{Damage, Done, FILE, in_order, named};
use crate::record::GameRecord;

/// The file in a results folder for lines that are no records.
pub const SET_ASIDE: &str = "journal.damaged";

/// Moves the lines of the journal in `folder` that are no records, or of games that have been there
/// already, to [`SET_ASIDE`], and gives what was wrong with each. With `in_sequence`, for tournaments in
/// which results decide who meets whom, also the games after the first that is then missing. The caller
/// must hold the folder's lock.
///
/// # Errors
/// What the system says, with the file's name; the journal is then as it was.
pub fn repair(folder: &Path, in_sequence: bool) -> io::Result<Vec<Damage>> {
    let (path, new, aside) = (folder.join(FILE), folder.join(".journal.new"), folder.join(SET_ASIDE));
    let mut damages = Vec::new();
    let mut done = Done::default();
    in_order::each_line(&path, |number, line| {
        match serde_json::from_slice::<GameRecord>(line.trim_ascii_end()) {
            Err(error) => damages.push(Damage::new(number, &error)),
            Ok(record) if !record.void && !done.insert(record.id) => {
                damages.push(Damage::twice(number, record.id));
            }
            Ok(_) => {}
        }
        Ok(())
    })?;
    if damages.is_empty() {
        return Ok(damages);
    }
    if in_sequence {
        let missing = done.first_missing();
        in_order::each_line(&path, |number, line| {
            if let Ok(record) = serde_json::from_slice::<GameRecord>(line.trim_ascii_end())
                && record.id > missing
                && damages.binary_search_by_key(&number, |damage| damage.line).is_err()
            {
                let why = format!("game {} may have depended on game {missing}", record.id);
                damages.push(Damage { line: number, why });
            }
            Ok(())
        })?;
        damages.sort_by_key(|damage| damage.line);
    }
    let written = move_lines(&path, &new, &aside, &damages);
    written.inspect_err(|_| drop(fs::remove_file(&new)))?;
    Ok(damages)
}

/// Writes the journal anew without the damaged lines, which are added to `aside` before.
fn move_lines(path: &Path, new: &Path, aside: &Path, damages: &[Damage]) -> io::Result<()> {
    let mut kept = BufWriter::new(File::create(new).map_err(|error| named(new, &error))?);
    let mut moved = BufWriter::new(
        OpenOptions::new().create(true).append(true).open(aside).map_err(|error| named(aside, &error))?,
    );
    let mut written = Ok(());
    in_order::each_line(path, |number, line| {
        let is_damaged = damages.binary_search_by_key(&number, |damage| damage.line).is_ok();
        if written.is_ok() {
            written = if is_damaged { moved.write_all(line) } else { kept.write_all(line) };
        }
        Ok(())
    })?;
    written
        .and_then(|()| moved.flush())
        .and_then(|()| moved.get_ref().sync_data())
        .and_then(|()| kept.flush())
        .and_then(|()| kept.get_ref().sync_data())
        .and_then(|()| fs::rename(new, path))
        .map_err(|error| named(path, &error))
}
