//! Whether a tournament that was stopped is the one that is to go on, and the games of its journal are those
//! of its schedule.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Failure;
use super::amounts::count;
use crate::journal::{self, Damage, FolderError, Header, Place, Reading, State, Survey};
use crate::record::GameRecord;
use crate::schedule::{Course, Fixture, Schedule};
use crate::tournament::game_seed;

/// The folder of the tournament that is to go on. With `repair` it may be a finished one too, if it is named:
/// games of its journal can be missing or wrong all the same.
///
/// # Errors
/// That there is none, or it is another arena's.
pub(super) fn folder(place: &Place, repair: bool) -> Result<PathBuf, Failure> {
    match (journal::unfinished(place), place) {
        (Err(FolderError::Nothing(_)), Place::Exactly(folder)) if repair => match journal::state(folder) {
            State::Finished => Ok(folder.clone()),
            _ => Err(Failure::wrong(FolderError::Nothing(folder.clone()))),
        },
        (Err(nothing @ FolderError::Nothing(_)), Place::Numbered(_)) if repair => {
            Err(Failure::Wrong(format!("{nothing}; to repair a finished one name its folder with --out")))
        }
        (folder, _) => folder.map_err(Failure::wrong),
    }
}

/// The header of the tournament that is to go on.
///
/// # Errors
/// One that cannot be read, and what can be done then.
pub(super) fn header(folder: &Path) -> Result<Header, Failure> {
    Header::read(folder).map_err(|error| {
        Failure::Wrong(format!(
            "{error}
without it nobody knows the seed and the settings that the games in {} were played with; \
             --fresh moves the folder aside and begins anew",
            folder.display()
        ))
    })
}

/// Sees that an unfinished tournament was begun with these settings and has no more than so many games.
///
/// # Errors
/// What is different.
pub(super) fn same_tournament(
    header: &Header,
    folder: &Path,
    settings: &[String],
    games: u64,
) -> Result<(), Failure> {
    let gone = header.settings.iter().filter(|line| !settings.contains(line)).map(|line| format!("- {line}"));
    let new = settings.iter().filter(|line| !header.settings.contains(line)).map(|line| format!("+ {line}"));
    let differences: Vec<String> = gone.chain(new).collect();
    if !differences.is_empty() {
        return Err(Failure::Wrong(format!(
            "the tournament in {} was begun with other settings:\n{}\nput them back, or begin anew with --fresh",
            folder.display(),
            differences.join("\n")
        )));
    }
    if games < header.games {
        return Err(Failure::Wrong(format!(
            "the tournament in {} has {} games, now there are only {games}: there may be more rounds, not fewer",
            folder.display(),
            header.games,
        )));
    }
    Ok(())
}

/// The tournament that the games of a journal should be of.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    /// The engines' names in the order of the file.
    pub(super) names: Vec<String>,
    /// The game's name.
    pub(super) game: &'static str,
    /// The tournament's seed.
    pub(super) seed: u64,
    /// Who meets whom.
    pub(super) schedule: Schedule,
}

impl Expected {
    /// Reads the journal in `folder` and hands over each game that counts and is sound, of which some may
    /// still be among the damaged where results decide who meets whom; what `take` says is wrong with one makes it
    /// one of them too.
    ///
    /// # Errors
    /// A journal that cannot be read.
    pub(super) fn survey(
        &self,
        folder: &Path,
        reading: Reading,
        mut take: impl FnMut(&GameRecord) -> Result<(), String>,
    ) -> io::Result<Survey> {
        let depends = self.schedule.games_a_round().is_none();
        let mut waiting = BTreeMap::new();
        let mut survey = journal::survey(folder, reading, |line, record| {
            self.of_this(&record)?;
            if !depends {
                let games = self.schedule.games();
                let fixture = self.schedule.fixture(record.id);
                self.is(&record, &fixture.ok_or_else(|| format!("there are the games 1 to {games}"))?)?;
            }
            take(&record)?;
            if depends {
                waiting.insert(record.id, (line, record));
            }
            Ok(())
        })?;
        survey.damages.extend(self.out_of_course(waiting));
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

    /// Whether a record is of this game of the schedule.
    fn is(&self, record: &GameRecord, fixture: &Fixture) -> Result<(), String> {
        let players: Vec<&String> = fixture.seats.iter().map(|&index| &self.names[index]).collect();
        if !record.players.iter().eq(players.iter().copied()) {
            let shown = |names: &mut dyn Iterator<Item = &String>| {
                names.map(|name| name.escape_debug().to_string()).collect::<Vec<_>>().join(" - ")
            };
            let (right, told) = (shown(&mut players.into_iter()), shown(&mut record.players.iter()));
            return Err(format!("the schedule has {right}, not {told}"));
        }
        if (record.round, record.encounter) != (fixture.round, fixture.encounter) {
            return Err(format!(
                "round {}, encounter {} in the schedule, not {} and {}",
                fixture.round, fixture.encounter, record.round, record.encounter
            ));
        }
        Ok(())
    }

    /// Where results decide who meets whom: the games that do not follow from those before them.
    fn out_of_course(&self, mut waiting: BTreeMap<u64, (u64, GameRecord)>) -> Vec<Damage> {
        let mut damages = Vec::new();
        let mut damage = |line: u64, id: u64, why: String| {
            damages.push(Damage { line, why: format!("game {id}: {why}") });
        };
        let mut course = Course::new(self.schedule, None);
        let mut missing = None;
        while let Some(stage) = course.next(Duration::ZERO) {
            for id in stage {
                let Some(fixture) = course.fixture(id) else { continue };
                match waiting.remove(&id).map(|(line, record)| (line, self.is(&record, &fixture), record)) {
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

/// That lines of the journal in `folder` are damaged, and what can be done.
pub(super) fn damaged(damages: &[Damage], folder: &Path) -> Option<Failure> {
    let first = damages.first()?;
    let error = first.clone().in_file(&folder.join(journal::FILE));
    let more = match damages.len() - 1 {
        0 => String::new(),
        more => format!(", and {} more", count(more as u64, "line")),
    };
    Some(Failure::Wrong(format!("{error}{more}\n{}", way_out())))
}

/// What can be done about a damaged journal.
fn way_out() -> String {
    format!(
        "--resume --repair sets such lines aside (in {}) and plays their games again; --fresh begins anew",
        journal::SET_ASIDE
    )
}

/// Why the journal cannot be read, and what can be done if that is because it is damaged.
pub(super) fn unreadable(error: &io::Error) -> Failure {
    match Damage::is_in(error) {
        true => Failure::Wrong(format!("{error}\n{}", way_out())),
        false => Failure::failed(error),
    }
}

/// Why the results in `folder` cannot be read, and what can be done.
pub(super) fn no_results(error: &io::Error, folder: &Path) -> Failure {
    let shown = folder.display();
    Failure::Wrong(match (Damage::is_in(error), folder.is_dir()) {
        (true, _) => format!(
            "{error}\narena run FILE --out {shown} --resume --repair, with the tournament's file, sets such lines \
             aside (in {}) and plays their games again",
            journal::SET_ASIDE
        ),
        (false, true) => format!("{error}: a folder of results has a {}", journal::FILE),
        (false, false) => {
            format!("{shown}: there is no such folder; a folder of results has a {}", journal::FILE)
        }
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::schedule::{RoundRobin, Swiss};
    use crate::standings::sample::won;

    fn expected(schedule: Schedule) -> Expected {
        let names = ["ann", "bob", "cyd", "dan"].map(str::to_owned).to_vec();
        Expected { names, game: "othello", seed: 7, schedule }
    }

    /// Plays a whole tournament in which p1 always wins, in the order of its games.
    fn whole(expected: &Expected) -> Vec<GameRecord> {
        let mut course = Course::new(expected.schedule, None);
        let mut records = Vec::new();
        while let Some(stage) = course.next(Duration::ZERO) {
            for fixture in stage.filter_map(|id| course.fixture(id)).collect::<Vec<_>>() {
                let players: Vec<&str> = fixture.seats.iter().map(|&at| &expected.names[at][..]).collect();
                let record = GameRecord {
                    round: fixture.round,
                    encounter: fixture.encounter,
                    seed: game_seed(expected.seed, fixture.id),
                    ..won(fixture.id, &players)
                };
                course.note(record.id, &record.points);
                records.push(record);
            }
        }
        records
    }

    /// What is wrong with a journal of these records: line and reason.
    fn wrong(expected: &Expected, records: &[GameRecord]) -> Vec<(u64, String)> {
        let folder = tempfile::tempdir().unwrap();
        let lines: String =
            records.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect();
        fs::write(folder.path().join(journal::FILE), lines).unwrap();
        let outlined = expected.survey(folder.path(), Reading::Outline, |_| Ok(())).unwrap().damages;
        let read = expected.survey(folder.path(), Reading::Whole, |_| Ok(())).unwrap().damages;
        assert_eq!(outlined, read, "both ways of reading see the same");
        read.into_iter().map(|damage| (damage.line, damage.why)).collect()
    }

    fn schedules() -> [Expected; 2] {
        [Schedule::RoundRobin(RoundRobin::new(4, 2, 2, false)), Schedule::Swiss(Swiss::new(4, 3, 2))]
            .map(expected)
    }

    #[test]
    fn every_part_of_a_tournament_is_of_it() {
        for expected in schedules() {
            let records = whole(&expected);
            assert!(records.len() >= 12);
            for length in 0..=records.len() {
                assert_eq!(wrong(&expected, &records[..length]), []);
            }
        }
    }

    /// A change to a record, and what is told of it.
    type Case = (fn(&mut GameRecord), &'static str);

    #[test]
    fn a_game_that_the_schedule_does_not_have_is_told() {
        for expected in schedules() {
            let cases: [Case; 5] = [
                (|game| game.round = 9, "encounter"),
                (|game| game.encounter += 1, "encounter"),
                (|game| game.seed += 1, "its seed is"),
                (|game| game.game = "breakthrough".to_owned(), "one of breakthrough, not of othello"),
                (
                    |game| {
                        game.players.reverse();
                        game.winner = Some(game.players[0].clone());
                    },
                    "the schedule has ",
                ),
            ];
            for (change, told) in cases {
                let mut records = whole(&expected);
                records.truncate(4);
                change(&mut records[3]);
                let wrong = wrong(&expected, &records);
                assert!(
                    wrong.len() == 1 && wrong[0].0 == 4 && wrong[0].1.contains(told),
                    "{told}: {wrong:?}"
                );
            }
            let mut records = whole(&expected);
            let last = records.last().unwrap();
            let beyond = GameRecord { id: 1000, seed: game_seed(7, 1000), ..last.clone() };
            let line = records.len() as u64 + 1;
            records.push(beyond);
            let games = records.len() - 1;
            let told = format!("game 1000: there are the games 1 to {games}");
            assert_eq!(wrong(&expected, &records), [(line, told)]);
        }
    }

    #[test]
    fn where_results_decide_who_meets_whom_what_came_after_a_missing_game_is_told_too() {
        let [fixed, depending] = schedules();
        let mut records = whole(&fixed);
        records.remove(2);
        assert_eq!(wrong(&fixed, &records), []);
        let mut records = whole(&depending);
        records.remove(2);
        // The first round has four games.
        let wrong = wrong(&depending, &records);
        assert_eq!(wrong.len(), records.len() - 3);
        assert_eq!(wrong[0], (4, "game 5: it may have depended on game 3".to_owned()));
    }
}
