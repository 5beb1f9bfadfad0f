//! Where there are no namespaces: a subreaper, to which every process comes that its parent has left,
//! and which kills all it has when the program ends or the arena wants it to end.

use std::ffi::OsString;
use std::fs;
use std::io;

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, getppid, kill_process, set_child_subreaper,
    set_parent_process_death_signal, wait,
};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::{Confinement, doing, inner, namespaces};
use crate::settings::Level;

pub(super) fn run(confinement: &Confinement, command: &[OsString], arena: Option<Pid>) -> io::Result<i32> {
    let mut signals = Signals::new([SIGCHLD, SIGTERM, SIGHUP, SIGINT])?;
    set_child_subreaper(Some(getpid())).map_err(doing("taking in left processes"))?;
    set_parent_process_death_signal(Some(Signal::TERM)).map_err(doing("watching the arena"))?;
    if getppid() != arena {
        return Ok(128 + Signal::KILL.as_raw());
    }
    if confinement.features.unprivileged && confinement.level != Level::Off {
        namespaces::give_up_privilege().map_err(doing("giving up privileges"))?;
    }
    inner::confine(confinement, command)?;
    let engine = inner::start(confinement, command)?;
    inner::let_go_of_streams()?;
    loop {
        for signal in signals.wait() {
            if signal != SIGCHLD {
                sweep();
                return Ok(128 + signal);
            }
            while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
                if pid == engine {
                    sweep();
                    return Ok(inner::code_of_program(status));
                }
            }
        }
    }
}

/// Kills all children until there are none; the children of those come here then.
fn sweep() {
    // A process that forks and exits in a loop is caught in one of the rounds, or starves us: bounded.
    for _ in 0..10_000 {
        let children = children();
        if children.is_empty() {
            return;
        }
        for child in children {
            let _ = kill_process(child, Signal::KILL);
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    }
}

fn children() -> Vec<Pid> {
    let me = getpid().as_raw_nonzero();
    let text = fs::read_to_string(format!("/proc/{me}/task/{me}/children")).unwrap_or_default();
    text.split_ascii_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
}
