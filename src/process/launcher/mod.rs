//! The launcher: what stands between the arena and an engine's program.
//!
//! The arena does not start an engine's program but itself, with a hidden subcommand, which prepares
//! the place and starts the program in it. That way nothing has to run between `fork` and `exec` of a
//! process with threads, and a restriction that cannot be set up is an error with a message.
//!
//! The outer stage takes a process id namespace (with user, mount, network and IPC ones) and forks
//! the inner stage as its process 1, which confines itself and starts the program as its child. When
//! process 1 is gone the kernel kills all that is left, double forks and new sessions included; each
//! stage asks to be killed when the one above dies, so that nothing outlives the arena. Where there
//! are no namespaces the outer stage is a subreaper that sweeps up whatever was left.

#[cfg(target_os = "linux")]
mod attributes;
#[cfg(target_os = "linux")]
mod devices;
mod features;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod fork;
#[cfg(target_os = "linux")]
mod inheritance;
#[cfg(target_os = "linux")]
mod inner;
#[cfg(target_os = "linux")]
mod lifeline;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod outer;
#[cfg(target_os = "linux")]
mod sweep;
#[cfg(target_os = "linux")]
mod syscalls;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use features::Features;

use crate::settings::Level;

/// The exit code with which the launcher says that it failed and has not started the program; its standard
/// error says why. That of a program that ends with it is passed on as 126.
pub const FAILED: i32 = 125;

/// What stands before the reason why the launcher failed, on standard error.
pub const FAILURE: &str = "the arena's launcher failed: ";

/// The variable in which the launcher is told its [`Confinement`], as JSON; the program does not get it.
pub const CONFINEMENT: &str = "ARENA_CONFINEMENT";

/// How one engine is to be confined. Paths are absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// What it is kept from.
    pub level: Level,
    /// What this system can do, as [`Features::probe`] found.
    pub features: Features,
    /// An empty folder over which the engine's private one is laid.
    pub private: PathBuf,
    /// Bytes that the private folder holds, and the largest file.
    pub disk: u64,
    /// Folders that the engine may write to besides.
    pub writable: Vec<PathBuf>,
    /// Strict: files and folders that it may read besides the system's.
    pub readable: Vec<PathBuf>,
    /// Files and folders that it must not see.
    pub hidden: Vec<PathBuf>,
    /// Bytes of memory; the kernel's limit is somewhat higher, so that the arena can name the cause.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Open files of a process.
    pub files: u64,
}

/// Runs as the launcher: prepares the place, starts `command` and waits for its end. Gives the exit
/// code: that of the program, 128 and the signal that ended it, or [`FAILED`], which no program's end becomes.
///
/// # Errors
/// What could not be set up.
#[cfg(target_os = "linux")]
pub fn launch(confinement: &Confinement, command: &[OsString]) -> io::Result<i32> {
    outer::run(confinement, command)
}

/// This system has none of what the launcher does.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn launch(_confinement: &Confinement, _command: &[OsString]) -> io::Result<i32> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// An error that says what was being done.
#[cfg(target_os = "linux")]
fn doing<E: Into<io::Error>>(what: &str) -> impl FnOnce(E) -> io::Error {
    let what = what.to_owned();
    move |error| {
        let error = error.into();
        io::Error::new(error.kind(), format!("{what}: {error}"))
    }
}
