//! What is told of a tournament before its first game: its schedule, what is played, how and where to.

use std::path::Path;
use std::time::Duration;

use super::tournament::Tournament;
use crate::cli::amounts::{count, hours};
use crate::cli::pinning::Pinning;
use crate::cli::prepare::Housing;
use crate::cli::{Failure, say, warn};
use crate::clock;
use crate::games::Seat;
use crate::report;
use crate::schedule::Course;
use crate::settings::{OpeningKind, Settings};

impl Tournament<'_> {
    /// `--dry-run`.
    pub(super) fn show_schedule(&self) -> Result<(), Failure> {
        let names = self.names();
        let width = names.iter().map(|name| report::text::width(name)).max().unwrap_or(0).max(2);
        let name = |index: usize| report::text::left(&report::text::escaped(&names[index]), width);
        let seats: Vec<String> =
            (0..self.settings.game.players()).map(|seat| pad(&Seat(seat).to_string(), width)).collect();
        say(format!("{:>6} {:>5}  {}  opening", "game", "round", seats.join("  ")));
        let mut longest = Duration::ZERO;
        let mut course = Course::new(self.schedule, None);
        let stage = course.next(Duration::ZERO).unwrap_or(0..=0);
        let stage = match self.schedule.games_a_round().filter(|_| self.is_open_ended()) {
            Some(round) => 1..=round,
            None => stage,
        };
        let shown = self.ids(stage.clone()).count() as u64;
        for fixture in self.ids(stage).filter_map(|id| course.fixture(id)) {
            let opening = self.opening(fixture.opening).map_err(Failure::wrong)?;
            let seats: Vec<String> = fixture.seats.iter().map(|&index| name(index)).collect();
            say(format!("{:>6} {:>5}  {}  {opening}", fixture.id, fixture.round, seats.join("  ")));
            let controls: Vec<_> =
                fixture.seats.iter().map(|&index| self.settings.engines[index].time).collect();
            longest += clock::longest(&controls, opening.game().most_moves());
        }
        if shown < self.games() {
            say("and so on; what comes then depends on results or on time");
        }
        say(format!("{}, {} at a time, seed {}", self.length(), self.slots, self.seed));
        if self.is_open_ended() {
            return Ok(());
        }
        let longest = longest / u32::try_from(self.slots).unwrap_or(u32::MAX);
        say(format!(
            "at the very longest {}, if every engine used all its time for every move of the longest games",
            hours(longest)
        ));
        Ok(())
    }

    /// The first lines: what is played, how, and where it goes.
    pub(super) fn announce(&self, housing: &Housing, folder: &Path, pinning: &Pinning) {
        let Settings { name, game, engines, .. } = &self.settings;
        let board = if self.settings.any_board() {
            format!("{}, on random boards", game.name())
        } else {
            game.to_string()
        };
        let at_once = format!("{} at a time ({})", self.slots, pinning.words());
        say(format!(
            "{}: {board}, {}, {}, {at_once}, seed {}",
            report::text::escaped(name),
            count(engines.len() as u64, "engine"),
            self.length(),
            self.seed
        ));
        say(format!("sandbox: {}", housing.in_force(self.settings.sandbox.level)));
        say(format!("results: {}", folder.display()));
    }

    /// Tells that the openings of a file will come again.
    pub(super) fn warn_of_wrap(&self) {
        let Settings { openings, repeat, .. } = &self.settings;
        let OpeningKind::File { lines, .. } = &openings.kind else { return };
        let last = match self.schedule.games_a_round() {
            Some(_) => self.schedule.fixture(self.schedule.games()).map_or(0, |fixture| fixture.encounter),
            None => self.schedule.games() / u64::from(*repeat),
        };
        let lines = lines.len() as u64;
        if !openings.one_for_all && last > lines {
            let encounters = if self.is_open_ended() { "many".to_owned() } else { last.to_string() };
            warn(format!(
                "the file has {} for {encounters} encounters: once they are used up they come again",
                count(lines, "opening")
            ));
        }
    }
}

fn pad(text: &str, width: usize) -> String {
    report::text::left(text, width)
}
