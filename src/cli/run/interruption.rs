//! How to go on with a tournament that somebody asked to end.

use std::path::Path;

use super::tournament::Tournament;
use crate::cli::Failure;
use crate::cli::words::quoted;

impl Tournament<'_> {
    /// The command that goes on with it.
    pub(super) fn going_on(&self, folder: &Path) -> String {
        let out = match &self.arguments.out {
            Some(_) => format!(" --out {}", quoted(folder)),
            None => String::new(),
        };
        format!("arena run {}{out} --resume", quoted(&self.arguments.file))
    }

    /// How to go on after an interruption.
    pub(super) fn interrupted(&self, played: u64, folder: &Path) -> Failure {
        Failure::Interrupted(format!(
            "interrupted after {played} of {}; go on with: {}",
            self.length(),
            self.going_on(folder)
        ))
    }
}
