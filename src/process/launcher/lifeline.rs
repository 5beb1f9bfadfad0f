//! A pipe by which the inner stage sees that the outer one has died before its death could be watched.

use std::io;
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};

/// The end that the inner stage keeps, and the one that is closed when the outer stage dies. Neither is
/// inherited by a program.
pub(super) fn new() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}

/// Whether the other end is closed.
pub(super) fn is_cut(end: &OwnedFd) -> bool {
    let mut fds = [PollFd::new(end, PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().contains(PollFlags::HUP)
}
