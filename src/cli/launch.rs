//! Hidden subcommands: the arena starts itself with them to start an engine; see
//! [`crate::process::launcher`].

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use super::{Failure, say};
use crate::process::launcher::{self, CONFINEMENT, Confinement, FAILED, FAILURE, Features};

/// If this process was started as the launcher, becomes that and does not come back but with a command
/// line that nobody but the arena writes. It is read without clap, which would take longer than the
/// rest of the launcher.
pub(super) fn become_launcher() -> Result<(), Failure> {
    let mut words = env::args_os().skip(1);
    if words.next().is_none_or(|word| word != "launch") {
        return Ok(());
    }
    // Not on the command line, which an engine can read as that of its process 1: it says what is hidden.
    let text = env::var_os(CONFINEMENT).unwrap_or_default();
    let confinement: Confinement = serde_json::from_slice(text.as_encoded_bytes())
        .map_err(|error| Failure::Wrong(format!("{CONFINEMENT}: {error}")))?;
    let command: Vec<OsString> = words.collect();
    let code = launcher::launch(&confinement, &command).unwrap_or_else(|error| {
        // Standard error is the engine's as well: the arena keeps its end.
        let _ = writeln!(io::stderr(), "{FAILURE}{error}");
        FAILED
    });
    process::exit(code)
}

/// Tells what of the sandbox can be done here.
pub(super) fn probe() -> Result<(), Failure> {
    say(serde_json::to_string(&Features::try_here()).map_err(Failure::failed)?);
    Ok(())
}
