//! What `arena run` shows while it plays.
//!
//! On a terminal: a bar, the games under way and the head of the standings, on standard error, and a
//! line that stays for every game that a fault ended. Elsewhere: a line a game on standard output.
//!
//! Events only add to sums; whatever costs more is done at the ticks, a few times a second, so
//! that a tournament of a million fast games is not slower for being watched. Nothing here fails: a
//! reader who went away must not stop a tournament.

use std::env;
use std::io::{self, IsTerminal, Write};

use super::bars::Bars;
use super::game_line::{Of, game_line};
use super::text;
use crate::record::GameRecord;
use crate::standings::Standings;
use crate::tournament::{Event, Slot};

/// A consumer of a tournament's events that shows how far it is.
pub struct Progress {
    total: u64,
    done: u64,
    /// Only some of the games are played.
    is_counted: bool,
    /// For the bars alone.
    standings: Standings,
    output: Output,
}

/// Where it is shown.
enum Output {
    /// Nowhere.
    Quiet,
    /// A line a game.
    Lines(Box<dyn Write + Send>),
    /// Bars on a terminal.
    Bars(Box<Bars>),
}

impl Progress {
    /// For a tournament of `total` games between the engines `names`; `quiet` shows nothing.
    pub fn new(total: u64, names: &[String], quiet: bool) -> Self {
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let output = if quiet {
            Output::Quiet
        } else if io::stderr().is_terminal() && !dumb {
            Output::Bars(Box::new(Bars::on_stderr(total, names)))
        } else {
            Output::Lines(Box::new(io::stdout()))
        };
        Self::with_output(total, names, output)
    }

    fn with_output(total: u64, names: &[String], output: Output) -> Self {
        Self { total, done: 0, is_counted: false, standings: Standings::new(names), output }
    }

    /// Counts the games of earlier runs of the same tournament, without a line for them. To be called before the
    /// first event, so that the time left is not reckoned from games that took none.
    pub fn resumed(&mut self, standings: &Standings) {
        self.done += standings.games();
        if let Output::Bars(bars) = &mut self.output {
            self.standings = standings.clone();
            bars.resumed(standings.games());
        }
    }

    /// Takes note of what happened.
    pub fn event<T>(&mut self, event: &Event<'_, T>) {
        match event {
            Event::GameOver { record, .. } => self.game_over(record),
            Event::Tick(slots) => self.tick(slots),
        }
    }

    fn game_over(&mut self, record: &GameRecord) {
        if record.void {
            let excuse = text::escaped(record.excuse.as_deref().unwrap_or_default()).into_owned();
            return self.warn(&format!("game {} is void and played again: {excuse}", record.id));
        }
        self.done += 1;
        let of = match self.is_counted {
            true => Of::Chosen { number: self.done, games: self.total },
            false => Of::All { games: self.total },
        };
        match &mut self.output {
            Output::Quiet => {}
            Output::Lines(out) => {
                // A closed pipe: nobody reads the lines any more.
                if writeln!(out, "{}", game_line(record, of)).is_err() {
                    self.output = Output::Quiet;
                }
            }
            Output::Bars(bars) => {
                self.standings.add(record);
                bars.game_over();
                if !record.faults.is_empty() {
                    bars.keep(|| game_line(record, of));
                }
            }
        }
    }

    /// Draws what is now going on.
    fn tick(&mut self, slots: &[Slot]) {
        if let Output::Bars(bars) = &mut self.output {
            bars.draw(self.done, &self.standings, slots.iter().filter_map(Slot::running));
        }
    }

    /// Says something on standard error, above the bars if there are any, even if quiet: for warnings
    /// while games are played. `text` must be safe to show.
    pub fn warn(&mut self, text: &str) {
        match &mut self.output {
            Output::Bars(bars) => bars.print(text),
            Output::Quiet | Output::Lines(_) => {
                // Nobody to tell that nobody can be told.
                let _ = writeln!(io::stderr(), "{text}");
            }
        }
    }

    /// Says how something stands: among the lines of the games, or as one of the bars, where it takes the place of what
    /// was said before.
    pub fn note(&mut self, text: &str) {
        match &mut self.output {
            Output::Quiet => {}
            Output::Lines(out) => {
                if writeln!(out, "{text}").is_err() {
                    self.output = Output::Quiet;
                }
            }
            Output::Bars(bars) => bars.stand(text),
        }
    }

    /// Of a tournament only some games are played, so that their numbers do not tell how far it is.
    pub fn chosen(&mut self) {
        self.is_counted = true;
    }

    /// More games, or fewer, are now known to come than were at first.
    pub fn expect(&mut self, total: u64) {
        self.total = total;
        if let Output::Bars(bars) = &mut self.output {
            bars.expect(total);
        }
    }

    /// Clears the bars; the lines above them stay.
    pub fn finish(self) {
        if let Output::Bars(bars) = self.output {
            bars.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::record::Reason;
    use crate::standings::sample::{faulty, won};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn over(record: &GameRecord) -> Event<'_> {
        Event::GameOver { record, evidence: &[], said: &[], made: &() }
    }

    #[test]
    fn without_a_terminal_every_game_is_a_line() {
        let shown = Shared::default();
        let mut progress = Progress::with_output(3, &[], Output::Lines(Box::new(shown.clone())));
        let mut standings = Standings::new(&[]);
        standings.add(&won(1, &["ann", "bob"]));
        progress.resumed(&standings);
        progress.event(&over(&won(2, &["ann", "bob"])));
        progress.tick(&[Slot::default()]);
        progress.event(&over(&faulty(3, &["ann", "bob"], 0, Reason::Crash, "signal 11")));
        progress.finish();
        let shown = String::from_utf8(shown.0.lock().unwrap().clone()).unwrap();
        assert_eq!(
            shown,
            "game 2/3  ann 1 - 0 bob  normal, 2 plies, +4\ngame 3/3  ann 0 - 1 bob  ann: crash (signal 11)\n"
        );
    }

    #[test]
    fn of_a_few_chosen_games_it_is_told_how_many_are_played() {
        let shown = Shared::default();
        let mut progress = Progress::with_output(2, &[], Output::Lines(Box::new(shown.clone())));
        progress.chosen();
        progress.event(&over(&won(12, &["ann", "bob"])));
        progress.event(&over(&won(1, &["ann", "bob"])));
        let shown = String::from_utf8(shown.0.lock().unwrap().clone()).unwrap();
        let begins: Vec<&str> = shown.lines().map(|line| line.split("  ").next().unwrap()).collect();
        assert_eq!(begins, ["game 12 (1/2)", "game 1 (2/2)"]);
    }

    #[test]
    fn a_reader_who_goes_away_stops_nothing() {
        let mut progress = Progress::with_output(2, &[], Output::Lines(Box::new(Closed)));
        progress.event(&over(&won(1, &["ann", "bob"])));
        assert!(matches!(progress.output, Output::Quiet));
        progress.event(&over(&won(2, &["ann", "bob"])));
    }
}
