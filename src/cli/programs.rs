//! The programs of a tournament's engines, and whether they are still what they were.

use std::path::PathBuf;

use super::warn;
use crate::process;
use crate::report::text::escaped;
use crate::tournament::Contestant;

/// The files that the engines' commands name, each with a hash of its content.
pub(super) fn programs(contestants: &[Contestant]) -> Vec<String> {
    let files = contestants.iter().flat_map(|contestant| {
        let launch = &contestant.setup.launch;
        let arguments = launch.arguments.iter().map(|argument| launch.dir.join(argument));
        let files = [launch.program.clone()].into_iter().chain(arguments).filter(|path| path.is_file());
        files.map(move |path| (&contestant.name, path))
    });
    let line = |(name, path): (&String, PathBuf)| {
        let hash = process::fingerprint(&path).ok()?;
        Some(format!("{name}: {}: {hash:016x}", path.display()))
    };
    files.filter_map(line).collect()
}

/// Tells which programs are not what they were.
pub(super) fn warn_of_changes(before: &[String], now: &[String], when: &str) {
    for line in now.iter().filter(|line| !before.contains(line)) {
        if let Some((program, _)) = line.rsplit_once(": ") {
            warn(format!("{} has changed {when}", escaped(program)));
        }
    }
}
