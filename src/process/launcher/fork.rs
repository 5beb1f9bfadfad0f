//! The one fork there is. Starting the inner stage as a program of its own would load and link this
//! one a second time, which costs as much as all the namespaces together.

use std::io;

use rustix::process::Pid;

/// Which side of the fork this is.
pub(super) enum Side {
    /// The one that was there before, with the new process's number.
    Parent(Pid),
    /// The new process.
    Child,
}

/// Doubles this process, which must have one thread.
pub(super) fn fork() -> io::Result<Side> {
    #[expect(unsafe_code, reason = "there is no safe fork; see the condition")]
    // SAFETY: a child of a process with one thread may do all that its parent may. The launcher starts
    // no thread, and this module is the launcher's alone.
    let number = unsafe { libc::fork() };
    match number {
        ..0 => Err(io::Error::last_os_error()),
        0 => Ok(Side::Child),
        _ => Pid::from_raw(number).map(Side::Parent).ok_or_else(|| io::Error::other("process 0 was forked")),
    }
}
