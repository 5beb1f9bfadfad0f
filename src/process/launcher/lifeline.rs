//! A pipe by which the inner stage sees that the outer one has died before its death could be watched.

use std::env;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use rustix::io::{FdFlags, fcntl_setfd, ioctl_fionbio, read};
use rustix::pipe::{PipeFlags, pipe_with};

/// The variable that tells the inner stage which descriptor it is.
pub(super) const VARIABLE: &str = "ARENA_LIFELINE";

/// The end that the inner stage inherits, and the one that is closed when this process dies.
pub(super) fn new() -> io::Result<(OwnedFd, OwnedFd)> {
    let (inherited, kept) = pipe_with(PipeFlags::CLOEXEC)?;
    fcntl_setfd(&inherited, FdFlags::empty())?;
    Ok((inherited, kept))
}

/// What the variable is to be set to.
pub(super) fn value(inherited: &OwnedFd) -> String {
    inherited.as_raw_fd().to_string()
}

/// Whether the other end is closed. To be asked once.
pub(super) fn is_cut() -> bool {
    let Some(number) = env::var(VARIABLE).ok().and_then(|number| number.parse().ok()) else { return false };
    #[expect(unsafe_code, reason = "a descriptor that was inherited can be had in no other way")]
    // SAFETY: the outer stage opened this descriptor for this process alone, and nothing else here owns it.
    let inherited = unsafe { OwnedFd::from_raw_fd(number) };
    let _ = ioctl_fionbio(&inherited, true);
    let mut byte = [0];
    matches!(read(&inherited, &mut byte), Ok(0))
}
