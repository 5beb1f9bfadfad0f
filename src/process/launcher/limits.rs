//! Limits that the kernel keeps.

use std::fs;
use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::Confinement;

/// Sets what a process may use of each resource, for this process and all it will start.
pub(super) fn set(confinement: &Confinement) -> io::Result<()> {
    // The arena watches the memory that is really used and names that cause; this is for what it would
    // see too late. Not the address space: Java, Go and Node reserve far more of that than they use.
    let memory = confinement.memory.saturating_add(confinement.memory / 4 + (64 << 20));
    at_most(Resource::Data, memory)?;
    at_most(Resource::Fsize, confinement.disk)?;
    at_most(Resource::Nofile, confinement.files)?;
    at_most(Resource::Core, 0)?;
    // In a user namespace this counts the processes of the namespace, but for a real root user.
    at_most(Resource::Nproc, confinement.processes + 1)?;
    Ok(())
}

/// Sets a limit; where whoever started the arena has a lower one already, that holds.
fn at_most(resource: Resource, value: u64) -> io::Result<()> {
    let most = Some(getrlimit(resource).maximum.map_or(value, |own| own.min(value)));
    Ok(setrlimit(resource, Rlimit { current: most, maximum: most })?)
}

/// The namespace's own limit of processes, for root too. Kernels before 6.14 have none, and none goes
/// below about 300; the arena's watch counts as well.
pub(super) fn processes_of_namespace(confinement: &Confinement) {
    let most = confinement.processes.max(301) + 1;
    let _ = fs::write("/proc/sys/kernel/pid_max", most.to_string());
}

/// Few watches over files: there are only so many for all processes of a user, and a runtime of an opponent's may
/// need one. The settings are this user namespace's own.
pub(super) fn few_watches() {
    let _ = fs::write("/proc/sys/user/max_inotify_instances", "16");
    let _ = fs::write("/proc/sys/user/max_inotify_watches", "1024");
}

/// No namespaces within this one: there are only so many for all processes of a user, and in one of its own the
/// program would have privileges again. The setting is this user namespace's own.
pub(super) fn no_further_namespaces() {
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
}
