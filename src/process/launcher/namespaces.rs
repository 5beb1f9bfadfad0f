//! Namespaces: a world in which the engine sees only itself.

use std::fs;
use std::io;
use std::path::Path;

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_change};
use rustix::process::{getgid, getuid};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, UnshareFlags, capabilities, clear_ambient_capability_set,
    set_capabilities, set_capabilities_secure_bits, unshare_unsafe,
};

use super::{Confinement, doing};
use crate::settings::Level;

/// Leaves the namespaces `flags` for fresh ones.
#[expect(unsafe_code, reason = "the one way to do it; see the function's condition below")]
fn leave(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: unshare is unsafe for the sake of UnshareFlags::FILES, which is never passed, and this
    // process has one thread.
    unsafe { unshare_unsafe(flags) }?;
    Ok(())
}

/// Takes the namespaces that `confinement` asks for and this system has; keeps user and group.
pub(super) fn enter(confinement: &Confinement) -> io::Result<()> {
    let (features, level) = (confinement.features, confinement.level);
    let mut flags = UnshareFlags::NEWUSER | UnshareFlags::NEWPID;
    if features.mounts {
        flags |= UnshareFlags::NEWNS;
    }
    if level != Level::Off {
        flags |= UnshareFlags::NEWIPC;
        // Taking a network namespace is the dearest of all. Where sockets are denied it adds nothing.
        if features.network && !features.syscalls {
            flags |= UnshareFlags::NEWNET;
        }
    }
    let (uid, gid) = (getuid().as_raw(), getgid().as_raw());
    leave(flags).map_err(doing("namespaces"))?;
    map_ids(uid, gid).map_err(doing("user and group in the namespace"))?;
    if features.mounts {
        mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)
            .map_err(doing("mounts of its own"))?;
        if level != Level::Off {
            private_folder(confinement).map_err(doing("the private folder"))?;
            hide(&confinement.hidden).map_err(doing("hiding the results"))?;
        }
    }
    Ok(())
}

/// The user and the group stay who they are.
fn map_ids(uid: u32, gid: u32) -> io::Result<()> {
    // A group map may be written without privilege only once supplementary groups are fixed.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))
}

/// An empty file system with a quota over the private folder, and one for shared memory.
fn private_folder(confinement: &Confinement) -> io::Result<()> {
    let options = format!("size={},nr_inodes=16384,mode=0700", confinement.disk);
    for folder in [confinement.private.as_path(), Path::new("/dev/shm")] {
        if folder.is_dir() {
            let options = std::ffi::CString::new(options.as_str())?;
            mount("tmpfs", folder, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?;
        }
    }
    Ok(())
}

/// Lays nothing over each path.
fn hide(paths: &[std::path::PathBuf]) -> io::Result<()> {
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

/// No program executed from here on has any privilege in the namespace, not even as user 0.
pub(super) fn give_up_privilege() -> io::Result<()> {
    clear_ambient_capability_set()?;
    let mut sets = capabilities(None)?;
    sets.inheritable = CapabilitySet::empty();
    set_capabilities(None, sets)?;
    if getuid().is_root() {
        let bits = CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED;
        set_capabilities_secure_bits(bits)?;
    }
    Ok(())
}

/// Which namespaces can be had: processes, mounts, network.
pub(super) fn try_here() -> (bool, bool, bool) {
    let (uid, gid) = (getuid().as_raw(), getgid().as_raw());
    let user = leave(UnshareFlags::NEWUSER | UnshareFlags::NEWPID).and_then(|()| map_ids(uid, gid)).is_ok();
    if !user {
        return (false, false, false);
    }
    let private = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
    let mounts = leave(UnshareFlags::NEWNS)
        .and_then(|()| Ok(mount_change("/", private)?))
        .and_then(|()| Ok(mount("tmpfs", "/tmp", "tmpfs", MountFlags::NOSUID, c"size=4k")?))
        .is_ok();
    let network = leave(UnshareFlags::NEWNET).is_ok();
    (true, mounts, network)
}
