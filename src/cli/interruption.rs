//! Somebody asks the arena to end while games are played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::report::Progress;

/// Games under way when the arena is interrupted get so long to end.
const GRACE: Duration = Duration::from_secs(10);

/// An interruption under way.
#[derive(Default)]
pub(super) struct Interruption(Option<Instant>);

impl Interruption {
    /// Tells of it once, and which command goes on later if one can, for after a second interruption nothing more is
    /// said; gives the games up when their time is over.
    pub(super) fn look(&mut self, progress: &mut Progress, abandon: &AtomicBool, command: Option<&str>) {
        match self.0 {
            None => {
                self.0 = Some(Instant::now());
                let grace = GRACE.as_secs();
                let later =
                    command.map_or_else(String::new, |command| format!(" (later go on with: {command})"));
                progress.warn(&format!(
                    "interrupted: no new games, those under way get {grace} s; interrupt again to end at once{later}"
                ));
            }
            Some(since) if since.elapsed() > GRACE => abandon.store(true, Ordering::Relaxed),
            Some(_) => {}
        }
    }
}
