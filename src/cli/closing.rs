//! The last words of a tournament: its tables, where its files are, and how it went besides.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::amounts::count;
use super::say;
use super::words::quoted;
use crate::record::GameRecord;
use crate::referee::Overhead;
use crate::report::strengths::strengths;
use crate::report::text::escaped;
use crate::report::{self, Style, incident, table};

/// The tables at the end, and where the files are.
pub(super) fn show_results(summary: &report::Summary, folder: &Path) {
    let style = Style::for_terminal(io::stdout().is_terminal());
    say(format!("\n{}\n{}", table::standings(summary, style), strengths(summary)));
    if let Some(faults) = table::faults(&summary.standings, style) {
        say(format!("Faults, and answers late within the margin\n{faults}"));
        if folder.join(incident::FOLDER).is_dir() {
            let (logs, results) = (folder.join(incident::FOLDER), quoted(folder));
            say(format!(
                "each in a file of its own: {}/ (on the board: arena replay {results} ID)",
                logs.display()
            ));
        }
    }
    let files =
        "games.csv, moves.csv, standings.csv, crosstable.csv, grades.csv, standings.svg, journal.jsonl";
    say(format!("results: {}/ ({files})", folder.display()));
}

/// What is told of a tournament besides its results.
#[derive(Default)]
pub(super) struct Closing {
    overhead: Overhead,
    /// Games that did not count, and those whose verdict stands all the same.
    void: u64,
    doubtful: Vec<u64>,
    /// Engines seen to work on their opponents' time.
    restless: BTreeSet<String>,
}

impl Closing {
    /// Takes note of what the arena needed for itself.
    pub(super) fn took(&mut self, overhead: &Overhead) {
        self.overhead.merge(overhead);
    }

    /// Takes note of a game that has been played.
    pub(super) fn note(&mut self, record: &GameRecord) {
        self.void += u64::from(record.void);
        if record.excuse.is_some() && !record.void {
            self.doubtful.push(record.id);
        }
        let restless = record.players.iter().zip(&record.restless).filter(|(_, restless)| **restless);
        self.restless.extend(restless.map(|(name, _)| name.clone()));
    }

    /// Tells it; `names` are the engines in their order.
    pub(super) fn show(&self, names: &[String]) {
        for name in names.iter().filter(|name| self.restless.contains(*name)) {
            let name = escaped(name);
            say(format!("{name} worked on its opponents' time and was stopped while they thought"));
        }
        if self.void > 0 {
            say(format!("{} void, by the machine's fault, and played again", count(self.void, "game")));
        }
        for id in &self.doubtful {
            say(format!("game {id}: the verdict stands, though the machine may have been at fault"));
        }
        if self.overhead.count() > 0 {
            let microseconds = |share: f64| self.overhead.quantile(share).as_secs_f64() * 1e6;
            say(format!(
                "the arena's own time a move: median {:.0} us, 99 % {:.0} us, worst {:.0} us",
                microseconds(0.5),
                microseconds(0.99),
                self.overhead.worst().as_secs_f64() * 1e6
            ));
        }
    }
}
