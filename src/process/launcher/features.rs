//! What of the sandbox this system can do.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

/// What was found to work here. Anything missing is told to the user, never passed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Features {
    /// User and process id namespaces: nothing is left behind, no signal gets out.
    pub processes: bool,
    /// A mount namespace: a private folder with a quota, hidden files.
    pub mounts: bool,
    /// Mounts that are read-only: nobody changes the mode, owner or times of a file.
    #[serde(default)]
    pub read_only: bool,
    /// A `/dev` of its own with devices that lead nowhere.
    #[serde(default)]
    pub devices: bool,
    /// A network namespace without any network.
    pub network: bool,
    /// The version of Landlock, 0 if there is none: where may be written and read.
    pub landlock: u32,
    /// Privileges can be given up, so that an engine run by root has none of root's.
    #[serde(default)]
    pub unprivileged: bool,
    /// System call filters: no sockets, no memory that belongs to no process, no choice of processors.
    pub syscalls: bool,
}

impl Features {
    /// The hidden subcommand with which [`Features::probe`] asks.
    pub const QUESTION: &'static str = "launch-probe";

    /// Tries it out, in a process of `arena`, the arena's own program.
    pub fn probe(arena: &Path) -> Self {
        let output =
            Command::new(arena).arg(Self::QUESTION).stdin(Stdio::null()).stderr(Stdio::null()).output();
        output.ok().and_then(|output| serde_json::from_slice(&output.stdout).ok()).unwrap_or_default()
    }

    /// Tries it out in this process, which is not good for anything else afterwards.
    #[cfg(target_os = "linux")]
    pub fn try_here() -> Self {
        let landlock = super::files::version();
        // Each is tried alone first: a system may forbid some of them.
        let super::namespaces::Offered { processes, mounts, read_only, devices, network } =
            super::namespaces::try_here();
        let unprivileged = super::namespaces::give_up_privilege().is_ok();
        let syscalls = super::syscalls::deny().is_ok();
        Self { processes, mounts, read_only, devices, network, landlock, unprivileged, syscalls }
    }

    /// Nothing of it is there.
    #[cfg(not(target_os = "linux"))]
    pub fn try_here() -> Self {
        Self::default()
    }

    /// What is missing for `level`, in words; nothing if all of it can be done.
    pub fn missing(&self, level: crate::settings::Level) -> Vec<&'static str> {
        use crate::settings::Level::{Basic, Off, Strict};
        let all = [
            (self.processes, Off, "process namespaces: a process that leaves its session may stay behind"),
            (
                self.network || self.syscalls,
                Basic,
                "network namespaces and system call filters: engines reach the network",
            ),
            // In a namespace they are worth nothing anyway.
            (
                self.processes || self.unprivileged,
                Basic,
                "way to give up privileges: engines can do what root can",
            ),
            (
                self.syscalls,
                Basic,
                "system call filters: engines leave the cores that they are bound to, use memory that is \
                 in no process, and type into your terminal",
            ),
            (self.landlock > 0 || self.read_only, Basic, "Landlock: engines write wherever you may"),
            (
                self.mounts,
                Basic,
                "mount namespaces: the private folder has no quota, results are not hidden, and engines read your \
                 devices, as root your disks too, and your terminal",
            ),
            (
                self.read_only,
                Basic,
                "read-only mounts: engines change the mode, owner and times of your files, and can so take \
                 each other's programs away",
            ),
            (
                self.devices || !self.mounts,
                Basic,
                "/dev of their own: engines read your devices, as root your disks too, and your terminal",
            ),
            (self.landlock > 0, Strict, "Landlock: engines read whatever you may"),
        ];
        let wanted = |needed| match level {
            Off => needed == Off,
            Basic => needed != Strict,
            Strict => true,
        };
        all.into_iter()
            .filter(|&(there, needed, _)| !there && wanted(needed))
            .map(|(.., text)| text)
            .collect()
    }

    /// What is in force at `level`, in a few words.
    pub fn in_force(&self, level: crate::settings::Level) -> String {
        use crate::settings::Level::Off;
        let mut parts = Vec::new();
        if self.processes {
            parts.push("processes".to_owned());
        }
        if level != Off {
            if self.network || self.syscalls {
                parts.push("no network".to_owned());
            }
            if self.mounts {
                parts.push("private folder".to_owned());
            }
            if self.read_only {
                parts.push("all else read-only".to_owned());
            }
            if self.landlock > 0 {
                parts.push(format!("Landlock {}", self.landlock));
            }
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}
