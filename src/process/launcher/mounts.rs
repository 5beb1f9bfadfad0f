//! What an engine sees of the file system, and that it changes nothing there.
//!
//! Landlock has no rule for what belongs to a file besides its content: who owns it may change its mode,
//! owner, times and attributes, and so take an opponent's program away. On a mount that is read-only
//! nobody can.
//!
//! That something is hidden, and where, an engine can read in `/proc/self/mountinfo`; not what it is.

use std::env;
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind, mount_bind_recursive, mount_change,
};

use super::attributes::{PRIVATE, RDONLY, set, set_all};
use super::{Confinement, devices, doing};
use crate::settings::Level;

/// The folder of shared memory.
const SHARED_MEMORY: &str = "/dev/shm";

/// Arranges the mounts of a namespace that has just been taken.
pub(super) fn arrange(confinement: &Confinement) -> io::Result<()> {
    let confined = confinement.level != Level::Off;
    let read_only = confined && confinement.features.read_only;
    // Nothing that is mounted here shows elsewhere, nor the other way round.
    let own = if read_only { set_all(c"/", RDONLY, 0, PRIVATE) } else { make_private() };
    own.map_err(doing("mounts of its own"))?;
    if confined {
        if confinement.features.devices {
            devices::lay(confinement).map_err(doing("a /dev of its own"))?;
        }
        private_folder(confinement).map_err(doing("the private folder"))?;
        if read_only {
            writable(&confinement.writable).map_err(doing("the writable folders"))?;
        }
        hide(&confinement.hidden).map_err(doing("hiding the results"))?;
    }
    Ok(())
}

/// What can be had in a mount namespace of this process's own: a file system of its own at all, and
/// mounts that are read-only.
pub(super) fn try_here() -> (bool, bool) {
    let mounts = make_private()
        .and_then(|()| Ok(mount("tmpfs", "/tmp", "tmpfs", MountFlags::NOSUID, c"size=4k")?))
        .is_ok();
    (mounts, mounts && set_all(c"/", RDONLY, 0, PRIVATE).is_ok())
}

fn make_private() -> io::Result<()> {
    Ok(mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?)
}

/// An empty file system in memory over the private folder, that holds so many bytes as the quota says. Shared memory is
/// in the same, since it counts as well.
fn private_folder(confinement: &Confinement) -> io::Result<()> {
    let shared = Path::new(SHARED_MEMORY);
    // Where the system's shared memory has the private folder in it, that went with it.
    let places = [confinement.private.as_path(), shared];
    let private = places.into_iter().find(|place| place.is_dir()).unwrap_or(places[0]);
    let options = CString::new(format!("size={},nr_inodes=16384,mode=0700", confinement.disk))?;
    mount("tmpfs", private, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?;
    if private != shared && shared.is_dir() {
        mount_bind(private, shared)?;
    }
    Ok(())
}

/// Where the engine finds its private folder: where that is laid over shared memory it has the same name in every
/// run.
pub(super) fn home(confinement: &Confinement) -> &Path {
    let shared = Path::new(SHARED_MEMORY);
    if confinement.features.mounts && shared.is_dir() { shared } else { &confinement.private }
}

/// Lays each folder over itself, and lets it be written to there.
fn writable(folders: &[PathBuf]) -> io::Result<()> {
    for folder in folders {
        mount_bind_recursive(folder, folder)?;
        let path = CString::new(folder.as_os_str().as_bytes())?;
        // What was read-only before all this stays so, and may be anywhere below.
        set_all(&path, 0, RDONLY, 0).or_else(|_| set(&path, 0, RDONLY, 0, 0)).or_else(|error| {
            let was_read_only = error.kind() == io::ErrorKind::PermissionDenied;
            if was_read_only { Ok(()) } else { Err(error) }
        })?;
    }
    if !folders.is_empty() {
        // The working directory is still what lies below.
        env::set_current_dir(env::current_dir()?)?;
    }
    Ok(())
}

/// Lays nothing over each path.
fn hide(paths: &[PathBuf]) -> io::Result<()> {
    for path in paths {
        if path.is_dir() {
            mount(
                "tmpfs",
                path.as_path(),
                "tmpfs",
                MountFlags::RDONLY | MountFlags::NOSUID,
                c"size=4k,mode=0555",
            )?;
        } else if path.exists() {
            mount_bind("/dev/null", path.as_path())?;
        }
    }
    Ok(())
}

/// A `/proc` that shows only the processes of this namespace. Where the system does not allow it, the
/// old one stays: it tells of other processes, but gives no hold on them.
pub(super) fn own_proc() {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    let _ = mount("proc", "/proc", "proc", flags, None);
}

/// `/proc` can only be read from here on: to the kernel's settings in it, root is root without any privilege.
pub(super) fn read_only_proc() -> io::Result<()> {
    set(c"/proc", RDONLY, 0, 0, 0)
}
