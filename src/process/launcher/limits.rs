//! Limits that the kernel keeps.

use std::fs;
use std::io;

use rustix::process::{Resource, Rlimit, setrlimit};

use super::Confinement;

/// Sets what a process may use of each resource, for this process and all it will start.
pub(super) fn set(confinement: &Confinement) -> io::Result<()> {
    let most = |value: u64| Rlimit { current: Some(value), maximum: Some(value) };
    // The arena watches the memory that is really used and names that cause; this is for what it would
    // see too late. Not the address space: Java, Go and Node reserve far more of that than they use.
    let memory = confinement.memory.saturating_add(confinement.memory / 4 + (64 << 20));
    setrlimit(Resource::Data, most(memory))?;
    setrlimit(Resource::Fsize, most(confinement.disk))?;
    setrlimit(Resource::Nofile, most(confinement.files))?;
    setrlimit(Resource::Core, most(0))?;
    // In a user namespace this counts the processes of the namespace, but for a real root user.
    setrlimit(Resource::Nproc, most(confinement.processes + 1))?;
    Ok(())
}

/// The namespace's own limit of processes, for root too. Kernels before 6.14 have none, and none goes
/// below about 300; the arena's watch counts as well.
pub(super) fn processes_of_namespace(confinement: &Confinement) {
    let most = confinement.processes.max(301) + 1;
    let _ = fs::write("/proc/sys/kernel/pid_max", most.to_string());
}

/// No namespaces within this one: there are only so many for all processes of a user, and in one of its own the
/// program would have privileges again. The setting is this user namespace's own.
pub(super) fn no_further_namespaces() {
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
}
