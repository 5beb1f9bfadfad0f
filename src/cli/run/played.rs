//! What the journal has of a tournament that is gone on with.

use std::path::Path;
use std::time::Duration;

use super::tournament::Tournament;
use crate::cli::amounts::count;
use crate::cli::{Failure, resume, warn};
use crate::journal::{self, Done, Draw, Expected, Reading};
use crate::ratings::Sequence;
use crate::schedule::Course;
use crate::standings::Standings;

/// How far a tournament is.
pub(super) struct Played {
    /// The games that count.
    pub(super) done: Done,
    /// How long they took.
    pub(super) taken: Duration,
    pub(super) course: Course,
    pub(super) sequence: Option<Sequence>,
    pub(super) standings: Standings,
}

impl Tournament<'_> {
    /// What the games of this tournament's journal are.
    fn expected<'a>(&self, opening: &'a Draw<'a>) -> Expected<'a> {
        let engines = &self.settings.engines;
        Expected {
            names: self.names(),
            times: engines.iter().map(|engine| engine.time).collect(),
            game: self.settings.game.name(),
            seed: self.seed,
            schedule: self.schedule,
            opening,
            adjudication: self.settings.adjudication,
        }
    }

    /// A tournament of which nothing has been played.
    pub(super) fn begun(&self) -> Played {
        Played {
            done: Done::default(),
            taken: Duration::ZERO,
            course: Course::new(self.schedule, self.settings.time_budget.filter(|_| self.chosen.is_none())),
            sequence: self.settings.sprt.map(Sequence::new),
            standings: Standings::new(&self.names()),
        }
    }

    /// The games that are in the journal in `folder` already. To be looked at before anything is built or started,
    /// so that nobody waits for that to be told of damage.
    pub(super) fn played_already(&self, folder: &Path) -> Result<Played, Failure> {
        let mut played = self.begun();
        if !folder.join(journal::FILE).exists() {
            return Ok(played);
        }
        let mut seconds = 0.0;
        let opening = |number| self.opening(number);
        let survey = self.expected(&opening).survey(folder, Reading::suited_to(folder), |record| {
            played.standings.add(record);
            played.course.note(record.id, &record.points);
            if let Some(sequence) = &mut played.sequence {
                self.count(sequence, record);
            }
            seconds += record.seconds;
        });
        let survey = survey.map_err(Failure::failed)?;
        if let Some(failure) = resume::damaged(&survey.damages, folder) {
            return Err(failure);
        }
        played.taken = Duration::try_from_secs_f64(seconds / self.slots as f64).unwrap_or_default();
        Ok(Played { done: survey.done, ..played })
    }

    /// Sets aside what is damaged in the journal, and tells it; says whether there was anything.
    pub(super) fn repair(&self, folder: &Path) -> Result<bool, Failure> {
        let opening = |number| self.opening(number);
        let survey =
            self.expected(&opening).survey(folder, Reading::Whole, |_| {}).map_err(Failure::failed)?;
        journal::repair(folder, &survey.damages).map_err(Failure::failed)?;
        for damage in &survey.damages {
            warn(format!("{damage}: set aside, and its game is played again"));
        }
        if !survey.damages.is_empty() {
            let file = folder.join(journal::SET_ASIDE);
            let lines = count(survey.damages.len() as u64, "line");
            warn(format!("{lines} of the journal now in {}", file.display()));
        }
        Ok(!survey.damages.is_empty())
    }
}
