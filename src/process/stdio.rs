//! This process's own standard streams.

use std::fs::{File, OpenOptions};
use std::io;

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
