//! The folder of a tournament's results: where it is, whose it is, and that nothing in it is ever
//! overwritten.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::{be_regular, named};
use crate::record::timestamp;

/// The name of the header's file.
const FILE: &str = "tournament.json";

/// What stands beside the journal: which tournament this is, and whether it is finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of this file: 1.
    pub v: u32,
    /// The tournament's name.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The seed in force, given or drawn.
    pub seed: u64,
    /// How many games there are to play.
    pub games: u64,
    /// The engines' names in the order of the file.
    pub engines: Vec<String>,
    /// Everything in the tournament file that decides the results, a line each.
    pub settings: Vec<String>,
    /// The files that each engine's command names, with a hash of their content: `name: path: hash`.
    #[serde(default)]
    pub programs: Vec<String>,
    /// What engines were kept from, in words.
    #[serde(default)]
    pub sandbox: String,
    /// Whether games were bound to cores when it was last gone on with, in words.
    #[serde(default)]
    pub cores: String,
    /// When it began: ISO 8601, UTC.
    pub started: String,
    /// The last game that counts, where a sequential test ended the tournament: those that were under way
    /// then stand in the journal alone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counted: Option<u64>,
    /// How many games counted when it was finished; `None` before, and in folders of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub played: Option<u64>,
    /// When its last game was over and the results were written.
    pub finished: Option<String>,
}

impl Header {
    /// Reads the header of a results folder.
    ///
    /// # Errors
    /// A file that is not there, cannot be read or is no header; with its name.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let path = folder.join(FILE);
        let text = be_regular(&path).and_then(|()| fs::read(&path)).map_err(|error| named(&path, &error))?;
        serde_json::from_slice(&text).map_err(|error| named(&path, &error.into()))
    }

    /// Writes the header, whole or not at all.
    ///
    /// # Errors
    /// What the system says, with the file's name.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let path = folder.join(FILE);
        let unfinished = folder.join(format!(".{FILE}.new"));
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        // On the disk before it has its name: a loss of power leaves the old header or the new one.
        File::create(&unfinished)
            .and_then(|mut file| file.write_all(&text).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&unfinished, &path))
            .map_err(|error| named(&path, &error))
    }
}

/// What a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It does not exist, or is empty.
    Free,
    /// A tournament whose last game has been played.
    Finished,
    /// A tournament that has not come to its end, or whose header cannot be read.
    Unfinished,
    /// Something else.
    Foreign,
    /// It may not be looked into.
    Forbidden,
}

/// Looks at what `folder` holds.
pub fn state(folder: &Path) -> State {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return State::Free,
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return State::Forbidden,
        // A part of its path that is a file is told when the folder is to be made.
        Err(_) => return if folder.exists() { State::Foreign } else { State::Free },
    };
    let mut entries = entries.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name() != "lock"));
    match Header::read(folder) {
        Ok(header) if header.finished.is_some() => State::Finished,
        Ok(_) => State::Unfinished,
        Err(error) if error.kind() != io::ErrorKind::NotFound => State::Unfinished,
        Err(_) if folder.join(super::FILE).exists() => State::Unfinished,
        Err(_) if entries.next().is_none() => State::Free,
        Err(_) => State::Foreign,
    }
}

/// Whether `folder` holds results, finished or not: its journal or its header is there.
pub fn is_results(folder: &Path) -> bool {
    folder.join(super::FILE).is_file() || folder.join(FILE).is_file()
}

/// Where the results are to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder of this name, or with `-2` and so on behind it once it is finished.
    Numbered(PathBuf),
    /// This folder and no other.
    Exactly(PathBuf),
}

/// Why the results cannot go where they should.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A tournament is there and not finished.
    #[error(
        "{} holds a tournament that is not finished: add --resume to go on with it, or --fresh to move it \
         aside and begin anew", .0.display()
    )]
    Unfinished(PathBuf),
    /// A finished tournament is in the folder that was asked for.
    #[error("{} holds a finished tournament, which is never overwritten: give --out a new folder", .0.display())]
    Finished(PathBuf),
    /// Something else is there.
    #[error("{} is there already and holds no tournament: give --out a new folder", .0.display())]
    Foreign(PathBuf),
    /// It may not be looked into.
    #[error("{} may not be read by you", .0.display())]
    Forbidden(PathBuf),
    /// Another arena is at work there.
    #[error("{} is in use by another arena{who}", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
        /// ` (process 7, since ...)`, if that is known.
        who: String,
    },
    /// There is nothing to go on with.
    #[error("there is no unfinished tournament to go on with{}", finished(.0, .1))]
    Nothing(PathBuf, Option<PathBuf>),
    /// The system does not allow it.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// That the tournament in this folder is finished, if there is one; else where there is none.
fn finished(folder: &Path, finished: &Option<PathBuf>) -> String {
    match finished {
        Some(finished) => format!("; that in {} is finished", finished.display()),
        None => format!(" in {}", folder.display()),
    }
}

/// Chooses the folder for a new tournament, without making it yet. With `fresh`, an unfinished one
/// that is in the way is moved aside; its new name is given too.
///
/// # Errors
/// [`FolderError`]; nothing has been changed then.
pub fn choose(place: &Place, fresh: bool) -> Result<(PathBuf, Option<PathBuf>), FolderError> {
    let (base, numbered) = match place {
        Place::Numbered(base) => (base, true),
        Place::Exactly(base) => (base, false),
    };
    let mut number = 1;
    loop {
        let folder = if number == 1 { base.clone() } else { with_suffix(base, &format!("-{number}")) };
        match state(&folder) {
            State::Free => return Ok((folder, None)),
            State::Finished if numbered => number += 1,
            State::Finished => return Err(FolderError::Finished(folder)),
            State::Unfinished if fresh => {
                drop(Lock::take(&folder)?);
                let aside = move_aside(&folder)?;
                return Ok((folder, Some(aside)));
            }
            State::Unfinished => {
                // Whoever cannot look at the lock is told what there is all the same.
                return Err(match Lock::take(&folder) {
                    Err(busy @ FolderError::Busy { .. }) => busy,
                    Ok(_) | Err(_) => FolderError::Unfinished(folder),
                });
            }
            State::Foreign => return Err(FolderError::Foreign(folder)),
            State::Forbidden => return Err(FolderError::Forbidden(folder)),
        }
    }
}

/// Finds the unfinished tournament to go on with.
///
/// # Errors
/// [`FolderError::Nothing`] if there is none.
pub fn unfinished(place: &Place) -> Result<PathBuf, FolderError> {
    match choose(place, false) {
        Err(FolderError::Unfinished(folder)) => Ok(folder),
        Ok((folder, _)) | Err(FolderError::Finished(folder)) => {
            let base = match place {
                Place::Numbered(base) | Place::Exactly(base) => base.clone(),
            };
            Err(FolderError::Nothing(folder, Some(base).filter(|base| state(base) == State::Finished)))
        }
        Err(error) => Err(error),
    }
}

/// Sees that no other arena is at work on an unfinished tournament that would be moved aside for a new one.
///
/// # Errors
/// [`FolderError`], as [`choose`] would give it.
pub fn idle(place: &Place) -> Result<(), FolderError> {
    match choose(place, false) {
        Err(FolderError::Unfinished(_)) => Ok(()),
        other => other.map(drop),
    }
}

/// The right to write to a results folder, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Takes it.
    ///
    /// # Errors
    /// [`FolderError::Busy`] if another process has it.
    pub fn take(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join("lock");
        let named = |error| FolderError::Io(named(&path, &error));
        let file = be_regular(&path);
        let file = file.and_then(|()| OpenOptions::new().create(true).read(true).append(true).open(&path));
        let mut file = file.map_err(named)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut who = String::new();
                let _ = file.read_to_string(&mut who);
                let who = if who.is_empty() { who } else { format!(" ({})", who.trim()) };
                return Err(FolderError::Busy { folder: folder.to_owned(), who });
            }
            Err(TryLockError::Error(error)) => return Err(named(error)),
        }
        let who = format!("process {}, since {}", std::process::id(), timestamp(SystemTime::now()));
        file.set_len(0).and_then(|()| file.write_all(who.as_bytes())).map_err(named)?;
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file stays, since another process may be about to lock it; it names nobody.
        let _ = self.0.set_len(0);
        let _ = self.0.unlock();
    }
}

/// Renames a folder to the first free `NAME.aside`, `NAME.aside-2` and so on.
fn move_aside(folder: &Path) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let suffix = if number == 1 { ".aside".to_owned() } else { format!(".aside-{number}") };
        let aside = with_suffix(folder, &suffix);
        if !aside.exists() {
            fs::rename(folder, &aside).map_err(|error| named(folder, &error))?;
            return Ok(aside);
        }
        number += 1;
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
