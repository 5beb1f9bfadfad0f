//! A `/dev` of the engine's own.
//!
//! Whoever may read a disk may read every file on it, whatever is laid over them, and whoever may read a terminal
//! the keys that are typed there: as root an engine could do the one, as an ordinary user the other. What is
//! left are devices that lead nowhere. `zero` is `full` there, which reads alike: memory that is mapped from the
//! real one belongs to no process.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::mount::{MountFlags, mount, mount_bind_recursive};

use super::Confinement;
use super::attributes::{RDONLY, set};

/// The devices, by what each is called there, and what it is here.
const SHOWN: [(&str, &str); 5] = [
    ("/dev/null", "/dev/null"),
    ("/dev/zero", "/dev/full"),
    ("/dev/full", "/dev/full"),
    ("/dev/random", "/dev/random"),
    ("/dev/urandom", "/dev/urandom"),
];

/// The standard streams by name.
const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

/// Lays it over the system's, with whatever of that the tournament file names; shared memory has a folder in it
/// where something else can be mounted.
pub(super) fn lay(confinement: &Confinement) -> io::Result<()> {
    let named = confinement.readable.iter().chain(&confinement.writable);
    let named = named.filter(|path| path.starts_with("/dev/") && !path.starts_with("/dev/shm"));
    let shown = SHOWN.iter().map(|(name, device)| (Path::new(name), Path::new(device)));
    let shown = shown.chain(named.map(|path| (path.as_path(), path.as_path())));
    // Held from before something is laid over them.
    let held: Vec<(PathBuf, OwnedFd)> = shown
        .filter(|(_, device)| device.exists())
        .map(|(name, device)| {
            let device = openat(CWD, device, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
            Ok((name.to_owned(), device))
        })
        .collect::<io::Result<_>>()?;
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
    mount("tmpfs", "/dev", "tmpfs", flags, c"size=64k,nr_inodes=256,mode=0755")?;
    for (name, device) in held {
        let source = format!("/proc/self/fd/{}", device.as_raw_fd());
        if fs::metadata(&source)?.is_dir() {
            fs::create_dir_all(&name)?;
        } else {
            fs::create_dir_all(name.parent().unwrap_or(&name))?;
            File::create(&name)?;
        }
        mount_bind_recursive(source.as_str(), &name)?;
    }
    for (target, link) in LINKS {
        symlink(target, link)?;
    }
    fs::create_dir("/dev/shm")?;
    set(c"/dev", RDONLY, 0, 0, 0).or_else(|error| {
        // Where mounts cannot be made read-only at all, that is told as a whole.
        if confinement.features.read_only { Err(error) } else { Ok(()) }
    })
}
