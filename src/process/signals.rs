//! Signals that ask the arena to end, and limits of its own process.
//!
//! Whatever ends a process that does not expect it asks it to end here: nobody who sends the wrong signal by
//! mistake, or whose shell has a limit of processor time, ends a tournament without being told how to go on.

use std::io;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::stdio::stdin;
use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};
use signal_hook::flag;

/// The signals that ask to end: those that mean it, and those that would end the process if it did not know them.
/// Not SIGPIPE and SIGXFSZ, of which a write that fails tells.
const ENDS: [i32; 10] =
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];

/// The exit code of an arena that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// A flag that is set when SIGINT, SIGTERM, SIGHUP or another signal asks this process to end; the second one
/// ends it at once, with exit code [`INTERRUPTED`]. From then on SIGXFSZ does nothing: what grows larger than
/// this process may make a file cannot be written, as on a full disk.
///
/// # Errors
/// What the system says.
pub fn interruption() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in ENDS {
        // In this order: the first signal finds the flag not set yet.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&interrupted))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    flag::register(libc::SIGXFSZ, Arc::default())?;
    Ok(interrupted)
}

/// Ends this process, with exit code [`INTERRUPTED`], as soon as the terminal on standard input is gone.
///
/// For programs that wait for keys: there is nobody left to see anything, and what waits for a key would
/// read the end of the terminal again and again, for ever.
///
/// # Errors
/// No thread could be started to look.
pub fn end_with_terminal() -> io::Result<()> {
    thread::Builder::new().spawn(|| {
        // Asked for nothing, `poll` tells of a terminal that hung up all the same.
        while poll(&mut [PollFd::new(&stdin(), PollFlags::empty())], None) == Err(Errno::INTR) {}
        exit(INTERRUPTED.into());
    })?;
    Ok(())
}

/// Raises the number of files that this process may have open as far as it may, and gives it; `None`
/// if there is no limit.
pub fn most_open_files() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current }
}
