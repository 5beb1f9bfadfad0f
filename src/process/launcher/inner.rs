//! The inner stage: process 1 of the namespace. It confines itself, starts the program as its child
//! and buries whatever dies; when the program ends it ends too, and the kernel kills the rest.
//!
//! The program is not process 1 itself because signals without a handler do nothing to process 1: it
//! would survive its own segmentation fault.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, set_parent_process_death_signal, setsid, wait};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use rustix::thread::set_no_new_privs;

use super::{CONFINEMENT, Confinement, FAILED, doing, files, lifeline, limits, mounts, namespaces, syscalls};
use crate::settings::Level;

pub(super) fn run(confinement: &Confinement, command: &[OsString], outer: &OwnedFd) -> io::Result<i32> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(doing("watching the launcher"))?;
    // Signals to the program's own process group must not reach the outer stage, which has the arena's number for
    // it; only Landlock's later versions keep them from there. In a session of its own it has no terminal either.
    setsid().map_err(doing("a session"))?;
    if lifeline::is_cut(outer) {
        return Ok(128 + Signal::KILL.as_raw());
    }
    if confinement.features.mounts {
        mounts::own_proc();
    }
    limits::processes_of_namespace(confinement);
    if confinement.level != Level::Off {
        limits::no_further_namespaces();
        limits::few_watches();
    }
    if confinement.features.read_only && confinement.level != Level::Off {
        mounts::read_only_proc().map_err(doing("a read-only /proc"))?;
    }
    namespaces::give_up_privilege().map_err(doing("giving up privileges"))?;
    confine(confinement, command)?;
    let engine = start(confinement, command)?;
    let_go_of_streams()?;
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == engine => {
                return Ok(code_of_program(status));
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// How a process ended as one number, as shells have it.
pub(super) fn code(status: WaitStatus) -> i32 {
    let signal = status.terminating_signal().map(|signal| 128 + signal);
    status.exit_status().or(signal).unwrap_or(0)
}

/// The same for the program, whose end must not look like a failure of the launcher: that would be nobody's fault.
pub(super) fn code_of_program(status: WaitStatus) -> i32 {
    match code(status) {
        FAILED => FAILED + 1,
        code => code,
    }
}

/// Restricts this process and all it will start.
pub(super) fn confine(confinement: &Confinement, command: &[OsString]) -> io::Result<()> {
    set_no_new_privs(true).map_err(doing("no new privileges"))?;
    if confinement.level == Level::Off {
        return Ok(());
    }
    limits::set(confinement).map_err(doing("limits"))?;
    if confinement.features.landlock > 0 {
        files::restrict(confinement, command).map_err(doing("Landlock"))?;
    }
    if confinement.features.syscalls {
        syscalls::deny().map_err(doing("system call filter"))?;
    }
    Ok(())
}

/// Starts the program; its home is the private folder.
pub(super) fn start(confinement: &Confinement, command: &[OsString]) -> io::Result<Pid> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::other("no program is given"))?;
    let mut engine = Command::new(program);
    engine.args(arguments).env_remove(CONFINEMENT);
    if confinement.level != Level::Off {
        let home = mounts::home(confinement);
        engine.env("HOME", home).env("TMPDIR", home);
    }
    let engine =
        engine.arg0(program).spawn().map_err(doing(&format!("cannot start {}", program.display())))?;
    Ok(Pid::from_child(&engine))
}

/// Lets go of the pipes to the arena, which are the program's now.
pub(super) fn let_go_of_streams() -> io::Result<()> {
    let null = fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Ok(())
}
