//! Temporary folders that do not stay behind, not even of an arena that was killed.
//!
//! Each has a lock on it as long as its arena lives, which the system gives back when that dies, however it
//! dies. The next arena that makes one removes those that nobody holds any more.

use std::env;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::getuid;
use tempfile::TempDir;

/// A folder younger than this may be one that has not got its lock yet.
const YOUNG: Duration = Duration::from_secs(60);

/// A temporary folder, gone with all that is in it when this is.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes an empty folder for `purpose`, a word, which no other user may look into; removes those for the
    /// same purpose that killed arenas of this user have left.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(purpose: &str) -> io::Result<Self> {
        Self::new_in(&env::temp_dir(), &format!("arena-{purpose}-"))
    }

    fn new_in(place: &Path, prefix: &str) -> io::Result<Self> {
        sweep(place, prefix);
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(place)?;
        let lock = File::open(folder.path())?;
        // Where locks cannot be had, the worst is that a folder stays behind, or goes in spite of this.
        let _ = lock.try_lock();
        Ok(Self { folder, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

fn sweep(place: &Path, prefix: &str) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            let _ = remove_left(&entry.path());
        }
    }
}

/// Removes a folder if nobody holds it any more.
fn remove_left(folder: &PathBuf) -> io::Result<()> {
    // Not what a link leads to.
    let found = fs::symlink_metadata(folder)?;
    let is_old = found.modified()?.elapsed().is_ok_and(|age| age > YOUNG);
    if found.is_dir() && found.uid() == getuid().as_raw() && is_old {
        let lock = File::open(folder)?;
        if lock.try_lock().is_ok() {
            fs::remove_dir_all(folder)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_a_killed_arena_left_is_gone_with_the_next_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let make = |name: &str, age: u64| {
            let folder = place.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("file"), "x").unwrap();
            let then = SystemTime::now() - Duration::from_secs(age);
            File::open(&folder).unwrap().set_modified(then).unwrap();
            folder
        };
        let (left, young) = (make("arena-x-left", 3600), make("arena-x-young", 0));
        let (held, other) = (make("arena-x-held", 3600), make("arena-notes", 3600));
        let holder = File::open(&held).unwrap();
        holder.try_lock().unwrap();
        std::os::unix::fs::symlink(&other, place.path().join("arena-x-link")).unwrap();
        let scratch = Scratch::new_in(place.path(), "arena-x-").unwrap();
        assert!(!left.exists());
        assert!(young.exists() && held.exists() && other.join("file").exists() && scratch.path().is_dir());
        let mine = scratch.path().to_owned();
        remove_left(&mine).unwrap();
        assert!(mine.is_dir());
        drop(scratch);
        assert!(!mine.exists());
    }
}
