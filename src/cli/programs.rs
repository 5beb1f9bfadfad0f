//! The programs of a tournament's engines, and whether they are still what they were.

use std::iter;
use std::path::{Path, PathBuf};

use super::{Failure, warn};
use crate::process;
use crate::report::text::escaped;
use crate::tournament::Contestant;

/// The files that the engines' commands name, each with a hash of its content.
pub(super) fn programs(contestants: &[Contestant]) -> Vec<String> {
    let hashed = |(name, path): (&str, PathBuf)| {
        let hash = process::fingerprint(&path).ok()?;
        Some(format!("{}: {hash:016x}", called(name, &path)))
    };
    named(contestants).filter(|(_, path)| path.is_file()).filter_map(hashed).collect()
}

/// What the engines' commands name, whether it is there or not, with the engines' names.
fn named(contestants: &[Contestant]) -> impl Iterator<Item = (&str, PathBuf)> {
    contestants.iter().flat_map(|contestant| {
        let launch = &contestant.setup.launch;
        let arguments = launch.arguments.iter().map(|argument| launch.dir.join(argument));
        let paths = iter::once(launch.program.clone()).chain(arguments);
        paths.map(|path| (contestant.name.as_str(), path))
    })
}

/// How an engine's file is told of.
fn called(name: &str, path: &Path) -> String {
    format!("{name}: {}", path.display())
}

/// Sees that every file is still there that was when the tournament was begun: an interpreter without its script
/// would lose all games that are left.
///
/// # Errors
/// The first that is gone.
pub(super) fn all_there(before: &[String], contestants: &[Contestant]) -> Result<(), Failure> {
    let was_there =
        |file: &str| before.iter().filter_map(|line| line.rsplit_once(": ")).any(|(other, _)| other == file);
    let gone = named(contestants).filter(|(_, path)| !path.exists());
    let mut gone = gone.map(|(name, path)| called(name, &path)).filter(|file| was_there(file));
    match gone.next() {
        Some(file) => Err(Failure::Wrong(format!(
            "{} is gone, which was there when the tournament was begun: put it back, or leave it to lose its games \
             with `keep_going = true`",
            escaped(&file)
        ))),
        None => Ok(()),
    }
}

/// Tells which programs are not what they were.
pub(super) fn warn_of_changes(before: &[String], now: &[String], when: &str) {
    for line in now.iter().filter(|line| !before.contains(line)) {
        if let Some((program, _)) = line.rsplit_once(": ") {
            warn(format!("{} has changed {when}", escaped(program)));
        }
    }
}
