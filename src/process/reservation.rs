//! Cores that two arenas on one machine do not take at once.
//!
//! Every core has a file in a folder of the user's, and an arena holds a lock on those of the cores
//! that its games are bound to. The system gives a lock back when its holder dies, however it dies. This
//! is a courtesy among arenas and nothing more: where there is no place for the files, or locks cannot be
//! had, nobody is told and everything goes on.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::process::getuid;

use super::Cores;

/// Cores that other arenas leave alone until this is dropped or the process ends.
#[derive(Debug, Default)]
pub struct Reservation {
    cores: Cores,
    taken: Vec<usize>,
    _locks: Vec<File>,
}

impl Reservation {
    /// Reserves `wanted` of `cores`, the first that are free; none at all if too few are.
    pub fn some_of(cores: &Cores, wanted: usize) -> Self {
        Self::some_in(folder().as_deref(), cores, wanted)
    }

    /// Reserves all of `cores`, and uses them even if another arena does.
    pub fn all_of(cores: &Cores) -> Self {
        Self::all_in(folder().as_deref(), cores)
    }

    /// The cores reserved.
    pub fn cores(&self) -> &Cores {
        &self.cores
    }

    /// The cores that other arenas have.
    pub fn taken(&self) -> &[usize] {
        &self.taken
    }

    fn some_in(folder: Option<&Path>, cores: &Cores, wanted: usize) -> Self {
        let (mut found, mut locks, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        for &core in cores.numbers() {
            // Not one more than is of use: who stops first leaves them to another that tries just now.
            if found.len() == wanted || taken.len() + wanted > cores.numbers().len() {
                break;
            }
            match lock(folder, core) {
                Ok(lock) => {
                    found.push(core);
                    locks.extend(lock);
                }
                Err(Taken) => taken.push(core),
            }
        }
        if found.len() < wanted {
            return Self { taken, ..Self::default() };
        }
        Self { cores: Cores::of(found), taken, _locks: locks }
    }

    fn all_in(folder: Option<&Path>, cores: &Cores) -> Self {
        let (mut locks, mut taken) = (Vec::new(), Vec::new());
        for &core in cores.numbers() {
            match lock(folder, core) {
                Ok(lock) => locks.extend(lock),
                Err(Taken) => taken.push(core),
            }
        }
        Self { cores: cores.clone(), taken, _locks: locks }
    }
}

/// Another arena has the core.
struct Taken;

/// The lock of a core; nothing where there can be none.
fn lock(folder: Option<&Path>, core: usize) -> Result<Option<File>, Taken> {
    let file = folder.and_then(|folder| {
        let path = folder.join(format!("core-{core}"));
        // The opening of a pipe that somebody has put there would wait for ever.
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true).custom_flags(libc::O_NONBLOCK).open(path).ok()
    });
    let Some(file) = file else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(Taken),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// A folder for files that last as long as the user is there, made if there is none.
fn folder() -> Option<PathBuf> {
    let user = getuid().as_raw();
    let given = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let usual = PathBuf::from(format!("/run/user/{user}"));
    let runtime = given.into_iter().chain([usual]).find(|folder| is_own(folder, user));
    let folder = match runtime {
        Some(folder) => folder.join("arena"),
        None => PathBuf::from(format!("/tmp/arena-cores-{user}")),
    };
    // If it is there already, whoever made it must be this user.
    let _ = DirBuilder::new().mode(0o700).create(&folder);
    is_own(&folder, user).then_some(folder)
}

/// Whether `folder` is a folder of `user` to which nobody else can write.
fn is_own(folder: &Path, user: u32) -> bool {
    fs::symlink_metadata(folder)
        .is_ok_and(|found| found.is_dir() && found.uid() == user && found.mode() & 0o022 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cores(numbers: &[usize]) -> Cores {
        Cores::of(numbers.to_vec())
    }

    #[test]
    fn arenas_get_different_cores_until_there_are_too_few() {
        let folder = tempfile::tempdir().unwrap();
        let four = cores(&[0, 2, 1, 3]);
        let some = |wanted| Reservation::some_in(Some(folder.path()), &four, wanted);
        let first = some(1);
        assert_eq!((first.cores().numbers(), first.taken()), (&[0][..], &[][..]));
        let second = some(2);
        assert_eq!(second.cores().numbers(), [2, 1]);
        let third = some(2);
        assert!(third.cores().numbers().is_empty(), "{third:?}");
        assert!(!third.taken().is_empty());
        assert_eq!(some(1).cores().numbers(), [3], "who got none holds none");
        drop(second);
        assert_eq!(some(2).cores().numbers(), [2, 1], "what was given back can be had again");
        assert_eq!(some(0).cores().numbers().len(), 0);
    }

    #[test]
    fn cores_that_were_asked_for_by_number_are_used_whoever_has_them() {
        let folder = tempfile::tempdir().unwrap();
        let _other = Reservation::some_in(Some(folder.path()), &cores(&[0, 1]), 1);
        let own = Reservation::all_in(Some(folder.path()), &cores(&[1, 0]));
        assert_eq!((own.cores().numbers(), own.taken()), (&[1, 0][..], &[0][..]));
    }

    #[test]
    fn without_a_place_for_locks_everything_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("nowhere");
        for place in [None, Some(missing.as_path())] {
            let first = Reservation::some_in(place, &cores(&[0, 1]), 2);
            let second = Reservation::some_in(place, &cores(&[0, 1]), 2);
            assert_eq!((first.cores().numbers(), second.cores().numbers()), (&[0, 1][..], &[0, 1][..]));
        }
        assert_eq!(Reservation::some_in(None, &cores(&[0, 1]), 3).cores().numbers(), [0; 0]);
    }

    #[test]
    fn what_is_no_file_is_no_lock_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("core-0");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        fs::create_dir(folder.path().join("core-1")).unwrap();
        let own = Reservation::some_in(Some(folder.path()), &cores(&[0, 1]), 2);
        assert_eq!(own.cores().numbers(), [0, 1]);
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_no_place() {
        let folder = tempfile::tempdir().unwrap();
        let user = getuid().as_raw();
        assert!(is_own(folder.path(), user));
        assert!(!is_own(folder.path(), user + 1));
        fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        assert!(!is_own(folder.path(), user));
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/", &link).unwrap();
        assert!(!is_own(&link, 0));
    }
}
