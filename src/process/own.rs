//! This process's own standard streams, and what else a misbehaving engine does to its own process.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Signal, getpid, getppid, kill_process, setsid};
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::SIGTERM;
use signal_hook::flag;

/// Puts nothing in the place of standard output: whoever reads it sees its end.
///
/// # Errors
/// What the system says.
pub fn close_stdout() -> io::Result<()> {
    let null = OpenOptions::new().write(true).open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdout(null)?)
}

/// Puts nothing in the place of standard input: whoever writes to it is told that nobody reads.
///
/// # Errors
/// What the system says.
pub fn close_stdin() -> io::Result<()> {
    Ok(rustix::stdio::dup2_stdin(File::open("/dev/null")?)?)
}

/// Starts a process that holds this one's standard streams open for ten minutes.
///
/// # Errors
/// What the system says.
pub fn leave_orphan() -> io::Result<()> {
    Command::new("sleep").arg("600").spawn().map(drop)
}

/// Starts this program once more, with `words` for arguments and this one's streams; does not wait for it.
///
/// # Errors
/// What the system says.
pub fn start_again(words: &[&str]) -> io::Result<()> {
    Command::new(env::current_exe()?).args(words).spawn().map(drop)
}

/// Leaves the session and the process group for new ones.
///
/// # Errors
/// That this process leads a group already.
pub fn leave_session() -> io::Result<()> {
    Ok(setsid().map(drop)?)
}

/// Stops this process until somebody lets it go on.
pub fn stop_self() {
    let _ = kill_process(getpid(), Signal::STOP);
}

/// Kills the process that started this one, if it may.
pub fn kill_parent() {
    if let Some(parent) = getppid() {
        let _ = kill_process(parent, Signal::KILL);
    }
}

/// SIGTERM does nothing to this process any more.
///
/// # Errors
/// What the system says.
pub fn ignore_termination() -> io::Result<()> {
    flag::register(SIGTERM, Arc::default()).map(drop)
}

/// The most memory that this process has had at a time, in bytes; `None` where the system does not tell.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// The time for which processors have worked for this process, its threads together; not for programs
/// that it started.
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}
