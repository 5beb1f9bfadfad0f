//! The outer stage: takes the namespaces, starts the inner stage in them and passes on how it ended.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};

use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use super::{Confinement, doing, inner, lifeline, namespaces, sweep};
use crate::settings::Level;

/// The hidden subcommand of the inner stage.
const INNER: &str = "launch-inner";

pub(super) fn run(confinement: &Confinement, command: &[OsString]) -> io::Result<i32> {
    let arena = getppid();
    let features = confinement.features;
    if confinement.level != Level::Off && !(features.processes && features.mounts) {
        // Nothing can be laid over the private folder: each process gets a folder in it.
        let private = confinement.private.join(std::process::id().to_string());
        fs::create_dir(&private).map_err(doing("the private folder"))?;
        let own = Confinement { private: private.clone(), ..confinement.clone() };
        let code = stage(&own, command, arena);
        let _ = fs::remove_dir_all(private);
        return code;
    }
    stage(confinement, command, arena)
}

/// The stage itself, with the private folder known.
fn stage(confinement: &Confinement, command: &[OsString], arena: Option<Pid>) -> io::Result<i32> {
    if !confinement.features.processes {
        return sweep::run(confinement, command, arena);
    }
    namespaces::enter(confinement)?;
    // After the namespaces, since taking them clears it.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(doing("watching the arena"))?;
    if getppid() != arena {
        // It died before it could be watched.
        return Ok(128 + Signal::KILL.as_raw());
    }
    namespaces::keep_for_inner().map_err(doing("privileges of the inner stage"))?;
    let (inherited, _kept) = lifeline::new()?;
    let text = serde_json::to_string(confinement)?;
    let mut inner = Command::new("/proc/self/exe")
        .arg(INNER)
        .arg(text)
        .args(command)
        .env(lifeline::VARIABLE, lifeline::value(&inherited))
        .spawn()
        .map_err(doing("the inner stage"))?;
    // The pipes are the engine's alone: as long as somebody else holds them, nobody sees them closed.
    inner::let_go_of_streams()?;
    Ok(code(inner.wait()?))
}

/// An exit status as one number, as shells do.
pub(super) fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}
