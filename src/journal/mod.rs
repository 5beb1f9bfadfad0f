//! The journal: every finished game as one line of JSON, and everything else is derived from it.
//!
//! A line is one write to a file opened for appending, so that a killed arena leaves whole lines and
//! at most one torn one at the end. The disk is made to keep them at most once a second, by the
//! thread that writes, which is never a game's.

mod damage;
mod done;
mod expected;
mod folder;
mod in_order;
mod line;
mod repair;
mod survey;
#[cfg(test)]
mod tests;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use damage::Damage;
pub use done::Done;
pub use expected::{Draw, Expected};
pub use folder::{FolderError, Header, Lock, Place, State, choose, idle, is_results, state, unfinished};
pub use in_order::{InOrder, read_in_order, read_the_sound};
pub use line::line;
pub use repair::{SET_ASIDE, repair};
pub use survey::{Reading, Survey, survey};

use crate::record::GameRecord;

/// The journal's name in a results folder.
pub const FILE: &str = "journal.jsonl";

const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
    dirty: bool,
    /// Whether the last line may be torn, and could not be cut off.
    torn: bool,
}

impl Journal {
    /// Opens the journal in `folder` for appending; makes it if there is none. A torn last line, left
    /// by an arena that was killed while it wrote, is cut off; gives how many bytes that were.
    ///
    /// # Errors
    /// What the system says, with the file's name.
    pub fn open(folder: &Path) -> io::Result<(Self, u64)> {
        let path = folder.join(FILE);
        let file = be_regular(&path);
        let file = file.and_then(|()| OpenOptions::new().create(true).read(true).append(true).open(&path));
        let (file, torn) = file
            .and_then(|mut file| {
                let torn = cut_torn(&mut file)?;
                Ok((file, torn))
            })
            .map_err(|error| named(&path, &error))?;
        Ok((Self { path, file, synced: Instant::now(), dirty: false, torn: false }, torn))
    }

    /// Writes a game down.
    ///
    /// # Errors
    /// What the system says, with the file's name. The game is then not in the journal, and what there is of its line
    /// is cut off again: should there be room for the next, no torn one stands before it.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        self.append_line(&line(record)?)
    }

    /// Writes down a game that [`line()`] has made a line of.
    ///
    /// # Errors
    /// As for [`Journal::append`].
    pub fn append_line(&mut self, line: &[u8]) -> io::Result<()> {
        if std::mem::take(&mut self.torn) {
            self.cut()?;
        }
        if let Err(error) = self.file.write_all(line) {
            // Of the two errors the first says what to do.
            let _ = self.cut();
            return Err(named(&self.path, &error));
        }
        self.dirty = true;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Cuts a torn last line off.
    fn cut(&mut self) -> io::Result<()> {
        let cut = cut_torn(&mut self.file);
        self.torn = cut.is_err();
        cut.map(drop).map_err(|error| named(&self.path, &error))
    }

    /// Makes the disk keep what has been written.
    ///
    /// # Errors
    /// What the system says, with the file's name.
    pub fn sync(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.dirty) {
            self.file.sync_data().map_err(|error| named(&self.path, &error))?;
        }
        self.synced = Instant::now();
        Ok(())
    }
}

/// Cuts off what stands behind the last newline; gives how many bytes that were.
fn cut_torn(file: &mut File) -> io::Result<u64> {
    let torn = torn_bytes(file)?;
    if torn > 0 {
        file.set_len(file.metadata()?.len() - torn)?;
    }
    Ok(torn)
}

/// How many bytes stand behind the last newline.
fn torn_bytes(file: &mut File) -> io::Result<u64> {
    let length = file.metadata()?.len();
    let mut end = length;
    let mut part = [0; 4096];
    while end > 0 {
        let start = end.saturating_sub(part.len() as u64);
        let part = &mut part[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(part)?;
        if let Some(at) = part.iter().rposition(|&byte| byte == b'\n') {
            return Ok(length - (start + at as u64 + 1));
        }
        end = start;
    }
    Ok(length)
}

/// Sees that the journal in `folder`, if there is one, is a file, before anything is started for it.
///
/// # Errors
/// It is something else; with its name.
pub fn look(folder: &Path) -> io::Result<()> {
    let path = folder.join(FILE);
    be_regular(&path).map_err(|error| named(&path, &error))
}

/// Sees that what is at `path`, if anything is, is a file: the opening of a pipe would wait for ever.
fn be_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no regular file"))
        }
        _ => Ok(()),
    }
}

/// An error that says which file it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
