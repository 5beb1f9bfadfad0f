//! The outer stage: takes the namespaces, forks the inner stage in them and passes on how it ended.

use std::ffi::OsString;
use std::fs;
use std::io;

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, getppid, kill_process, set_parent_process_death_signal, waitpid,
};

use super::fork::{self, Side};
use super::{Confinement, doing, inheritance, inner, lifeline, namespaces, sweep};
use crate::settings::Level;

pub(super) fn run(confinement: &Confinement, command: &[OsString]) -> io::Result<i32> {
    let arena = getppid();
    inheritance::refuse();
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
    let (theirs, ours) = lifeline::new()?;
    match fork::fork().map_err(doing("the inner stage"))? {
        Side::Child => {
            drop(ours);
            inner::run(confinement, command, &theirs)
        }
        Side::Parent(inner) => {
            drop(theirs);
            // The pipes are the engine's alone: as long as somebody else holds them, nobody sees them closed.
            inner::let_go_of_streams()?;
            let status = loop {
                match waitpid(Some(inner), WaitOptions::empty()) {
                    Ok(Some((_, status))) => break status,
                    Ok(None) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            };
            if let Some(signal) = status.terminating_signal().and_then(Signal::from_named_raw) {
                // Not the program's end, which the inner stage passes on as its exit code: somebody outside
                // has killed that stage, and is told as if it had been this one.
                let _ = kill_process(getpid(), signal);
            }
            Ok(inner::code(status))
        }
    }
}
