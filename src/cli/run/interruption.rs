//! Somebody asks the arena to end.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::tournament::Tournament;
use crate::cli::Failure;
use crate::cli::words::quoted;
use crate::report::Progress;

/// Games under way when the tournament is interrupted get so long to end.
const GRACE: Duration = Duration::from_secs(10);

/// An interruption under way.
#[derive(Default)]
pub(super) struct Interruption(Option<Instant>);

impl Interruption {
    /// Tells of it once, and that `command` goes on later, for after a second interruption nothing more is said; gives
    /// the games up when their time is over.
    pub(super) fn look(&mut self, progress: &mut Progress, abandon: &AtomicBool, command: &str) {
        match self.0 {
            None => {
                self.0 = Some(Instant::now());
                let grace = GRACE.as_secs();
                progress.warn(&format!(
                    "interrupted: no new games, those under way get {grace} s; interrupt again to end at once \
                     (later go on with: {command})"
                ));
            }
            Some(since) if since.elapsed() > GRACE => abandon.store(true, Ordering::Relaxed),
            Some(_) => {}
        }
    }
}

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
