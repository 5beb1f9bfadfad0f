//! This process's own standard streams, and what else a misbehaving engine does to its own process.

use std::fs::{File, OpenOptions};
use std::io;
use std::process::Command;

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
