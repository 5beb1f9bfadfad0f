//! Namespaces: a world in which the engine sees only itself.

use std::fs;
use std::io;

use rustix::process::{getgid, getuid};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, UnshareFlags, capabilities, clear_ambient_capability_set,
    set_capabilities, set_capabilities_secure_bits, unshare_unsafe,
};

use super::{Confinement, devices, doing, mounts};
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
    // Where the calls are denied for which these are, they add nothing; that of the network is the dearest
    // of all.
    if level != Level::Off && !features.syscalls {
        flags |= UnshareFlags::NEWIPC;
        if features.network {
            flags |= UnshareFlags::NEWNET;
        }
    }
    let (uid, gid) = (getuid().as_raw(), getgid().as_raw());
    leave(flags).map_err(doing("namespaces"))?;
    map_ids(uid, gid).map_err(doing("user and group in the namespace"))?;
    if features.mounts { mounts::arrange(confinement) } else { Ok(()) }
}

/// The user and the group stay who they are.
fn map_ids(uid: u32, gid: u32) -> io::Result<()> {
    // A group map may be written without privilege only once supplementary groups are fixed.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))
}

/// No program executed from here on has any privilege, not even as user 0.
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

/// What can be had of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offered {
    pub(super) processes: bool,
    pub(super) mounts: bool,
    pub(super) read_only: bool,
    pub(super) devices: bool,
    pub(super) network: bool,
}

/// Tries out which namespaces can be had, in this process.
pub(super) fn try_here() -> Offered {
    let (uid, gid) = (getuid().as_raw(), getgid().as_raw());
    let user = leave(UnshareFlags::NEWUSER | UnshareFlags::NEWPID).and_then(|()| map_ids(uid, gid)).is_ok();
    if !user {
        return Offered::default();
    }
    let own = leave(UnshareFlags::NEWNS).is_ok();
    let (mounts, read_only) = if own { mounts::try_here() } else { (false, false) };
    let devices = mounts && devices::lay(&Confinement { disk: 1 << 20, ..Confinement::default() }).is_ok();
    Offered { processes: true, mounts, read_only, devices, network: leave(UnshareFlags::NEWNET).is_ok() }
}
