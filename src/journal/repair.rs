//! What becomes of a journal in which a line is no record, or says what cannot be: by a disk's fault, or
//! somebody's editor.
//!
//! No line is thrown away. Those that are wrong go to a file beside the journal, and their games are
//! played again like any that are missing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{Damage, FILE, in_order, named};

/// The file in a results folder for lines that were set aside.
pub const SET_ASIDE: &str = "journal.damaged";

/// Moves these lines of the journal in `folder`, in their order, to [`SET_ASIDE`]. The caller must hold the
/// folder's lock.
///
/// # Errors
/// What the system says, with the file's name; the journal is then as it was.
pub fn repair(folder: &Path, damages: &[Damage]) -> io::Result<()> {
    if damages.is_empty() {
        return Ok(());
    }
    let (path, new, aside) = (folder.join(FILE), folder.join(".journal.new"), folder.join(SET_ASIDE));
    move_lines(&path, &new, &aside, damages).inspect_err(|_| drop(fs::remove_file(&new)))
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
