//! The tournament that the games of a journal should be of: its schedule, seed, openings and clocks are known,
//! so that what a line says can be held against them.

mod fits;
mod replay;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::{Damage, Reading, Survey, survey};
use crate::adjudication::Adjudication;
use crate::clock::TimeControl;
use crate::games::Line;
use crate::openings::NoOpening;
use crate::record::GameRecord;
use crate::schedule::{Course, Fixture, Schedule};
use crate::tournament::game_seed;
use fits::{Begun, fits};
use replay::by_the_rules;

/// Draws the opening of a number.
pub type Draw<'a> = dyn Fn(u64) -> Result<Line, NoOpening> + 'a;

/// What is known of the games before they are played.
pub struct Expected<'a> {
    /// The engines' names in the order of the file.
    pub names: Vec<String>,
    /// Their times.
    pub times: Vec<TimeControl>,
    /// The game's name.
    pub game: &'static str,
    /// The tournament's seed.
    pub seed: u64,
    /// Who meets whom.
    pub schedule: Schedule,
    /// What the games begin from.
    pub opening: &'a Draw<'a>,
    /// When they are ended early.
    pub adjudication: Adjudication,
}

impl Expected<'_> {
    /// Reads the journal in `folder` and hands over each game that counts and is sound, of which some may
    /// still be among the damaged where results decide who meets whom. Of what is read whole, the moves are
    /// played again by the rules.
    ///
    /// # Errors
    /// A journal that cannot be read.
    pub fn survey(
        &self,
        folder: &Path,
        reading: Reading,
        mut take: impl FnMut(&GameRecord),
    ) -> io::Result<Survey> {
        let depends = self.schedule.games_a_round().is_none();
        let mut begun = None;
        let mut waiting = BTreeMap::new();
        let mut survey = survey(folder, reading, |line, record| {
            self.of_this(&record)?;
            if !depends {
                let games = self.schedule.games();
                let fixture = self.schedule.fixture(record.id);
                let fixture = fixture.ok_or_else(|| format!("there are the games 1 to {games}"))?;
                self.is(&record, &fixture, reading, &mut begun)?;
            }
            if record.void {
                return Ok(());
            }
            take(&record);
            if depends {
                waiting.insert(record.id, (line, record));
            }
            Ok(())
        })?;
        survey.damages.extend(self.out_of_course(waiting, reading, &mut begun));
        survey.damages.sort_by_key(|damage| damage.line);
        Ok(survey)
    }

    /// What every game of this tournament has, whoever plays it.
    fn of_this(&self, record: &GameRecord) -> Result<(), String> {
        let seed = game_seed(self.seed, record.id);
        if record.game != self.game {
            return Err(format!("it is one of {}, not of {}", record.game.escape_debug(), self.game));
        }
        if record.seed != seed {
            return Err(format!("its seed is {}, and that of this tournament {seed}", record.seed));
        }
        Ok(())
    }

    /// Whether a record is of this game of the schedule. `begun` keeps the last opening, which the next game
    /// often has too.
    fn is(
        &self,
        record: &GameRecord,
        fixture: &Fixture,
        reading: Reading,
        begun: &mut Option<Begun>,
    ) -> Result<(), String> {
        let players = || fixture.seats.iter().map(|&index| &self.names[index]);
        if !record.players.iter().eq(players()) {
            let shown = |names: &mut dyn Iterator<Item = &String>| {
                names.map(|name| name.escape_debug().to_string()).collect::<Vec<_>>().join(" - ")
            };
            let (right, told) = (shown(&mut players()), shown(&mut record.players.iter()));
            return Err(format!("the schedule has {right}, not {told}"));
        }
        if (record.round, record.encounter) != (fixture.round, fixture.encounter) {
            return Err(format!(
                "round {}, encounter {} in the schedule, not {} and {}",
                fixture.round, fixture.encounter, record.round, record.encounter
            ));
        }
        if begun.as_ref().is_none_or(|begun| begun.number != fixture.opening) {
            let line = (self.opening)(fixture.opening).map_err(|error| error.to_string())?;
            *begun = Some(Begun::new(fixture.opening, &line));
        }
        let controls: Vec<TimeControl> = fixture.seats.iter().map(|&index| self.times[index]).collect();
        begun.as_ref().map_or(Ok(()), |begun| fits(record, begun, &controls, &self.adjudication))?;
        if reading == Reading::Whole { by_the_rules(record, &self.adjudication) } else { Ok(()) }
    }

    /// Where results decide who meets whom: the games that do not follow from those before them.
    fn out_of_course(
        &self,
        mut waiting: BTreeMap<u64, (u64, GameRecord)>,
        reading: Reading,
        begun: &mut Option<Begun>,
    ) -> Vec<Damage> {
        let mut damages = Vec::new();
        let mut damage = |line: u64, id: u64, why: String| damages.push(Damage::flawed(line, id, &why));
        let mut course = Course::new(self.schedule, None);
        let mut missing = None;
        while let Some(stage) = course.next(Duration::ZERO) {
            for id in stage {
                let Some(fixture) = course.fixture(id) else { continue };
                match waiting
                    .remove(&id)
                    .map(|(line, record)| (line, self.is(&record, &fixture, reading, begun), record))
                {
                    None => missing = missing.or(Some(id)),
                    Some((_, Ok(()), record)) => course.note(id, &record.points),
                    Some((line, Err(why), _)) => {
                        missing = missing.or(Some(id));
                        damage(line, id, why);
                    }
                }
            }
        }
        for (id, (line, _)) in waiting {
            damage(
                line,
                id,
                match missing {
                    Some(missing) => format!("it may have depended on game {missing}"),
                    None => format!("there are the games 1 to {}", course.last()),
                },
            );
        }
        damages
    }
}
