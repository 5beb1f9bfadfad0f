//! Hidden subcommands: the arena starts itself with them to start an engine; see
//! [`crate::process::launcher`].

use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::Args;

use super::{Failure, say};
use crate::process::launcher::{self, Confinement, FAILED, Features};

/// What is to be started, and how confined.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A confinement, as JSON
    confinement: String,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// The outer stage.
pub(super) fn outer(arguments: &Arguments) -> Result<(), Failure> {
    stage(arguments, launcher::launch)
}

/// The inner stage.
pub(super) fn inner(arguments: &Arguments) -> Result<(), Failure> {
    stage(arguments, launcher::launch_inner)
}

fn stage(
    arguments: &Arguments,
    run: impl FnOnce(&Confinement, &[OsString]) -> io::Result<i32>,
) -> Result<(), Failure> {
    let confinement: Confinement = serde_json::from_str(&arguments.confinement).map_err(Failure::wrong)?;
    let code = run(&confinement, &arguments.command).unwrap_or_else(|error| {
        // Standard error is the engine's as well: the arena keeps its end.
        let _ = writeln!(io::stderr(), "the arena's launcher failed: {error}");
        FAILED
    });
    process::exit(code)
}

/// Tells what of the sandbox can be done here.
pub(super) fn probe() -> Result<(), Failure> {
    say(serde_json::to_string(&Features::try_here()).map_err(Failure::failed)?);
    Ok(())
}
