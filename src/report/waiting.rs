//! A sign of life during something that may take a while and of which nothing else is seen.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::terminal;

/// On a terminal a spinner with the time it has taken, elsewhere one plain line at its beginning.
#[derive(Debug)]
pub struct Waiting(Option<ProgressBar>);

impl Waiting {
    /// Begins to show `what`, on standard error.
    pub fn new(what: &str) -> Self {
        if !io::stderr().is_terminal() {
            let _ = writeln!(io::stderr(), "{what}");
            return Self(None);
        }
        let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
        let bar = ProgressBar::with_draw_target(None, terminal::stderr()).with_message(what.to_owned());
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(Some(bar))
    }

    /// Says what is being done now.
    pub fn say(&self, what: &str) {
        match &self.0 {
            Some(bar) => bar.set_message(what.to_owned()),
            None => {
                let _ = writeln!(io::stderr(), "{what}");
            }
        }
    }

    /// Writes something while it is out of the way.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes it off the screen.
    pub fn done(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}
