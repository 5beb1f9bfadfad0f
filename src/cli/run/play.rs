//! The games of a tournament played, written down and shown.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

use super::Start;
use super::played::Played;
use super::tournament::Tournament;
use crate::cli::amounts::count;
use crate::cli::closing::{Closing, show_results};
use crate::cli::interruption::Interruption;
use crate::cli::pinning::Pinning;
use crate::cli::prepare::Housing;
use crate::cli::programs::{programs, warn_of_changes};
use crate::cli::{Failure, resume, say, warn};
use crate::journal::{self, Damage, Done, Header, Journal, Lock};
use crate::process;
use crate::ratings::Sequence;
use crate::record::{GameRecord, timestamp};
use crate::report::{self, Growing, Progress, Rows, incident, verdict};
use crate::schedule::Course;
use crate::tournament::{self, Contestant, Event, Plan, Slot, Stopped};

impl Tournament<'_> {
    pub(super) fn header(
        &self,
        housing: &Housing,
        pinning: &Pinning,
        programs: Vec<String>,
        started: String,
    ) -> Header {
        Header {
            v: 1,
            name: self.settings.name.clone(),
            game: self.settings.game.name().to_owned(),
            seed: self.seed,
            games: self.games(),
            engines: self.names(),
            settings: self.settings.decisive(),
            programs,
            sandbox: housing.in_force(self.settings.sandbox.level),
            cores: pinning.words().to_owned(),
            started,
            counted: None,
            played: None,
            finished: None,
        }
    }

    /// Plays what is not played yet, writes the results and shows them.
    pub(super) fn play(
        &self,
        start: &Start<'_>,
        folder: &Path,
        _lock: Lock,
        started: String,
        so_far: Played,
    ) -> Result<(), Failure> {
        let &Start { contestants, housing, interrupted } = start;
        let room = self.room()?;
        let pinning =
            Pinning::take(&self.settings.pin, &self.cores, self.slots, self.settings.cores_per_game);
        let mut header = self.header(housing, &pinning, programs(contestants), started);
        header.write(folder).map_err(Failure::failed)?;
        let (mut journal, torn) = Journal::open(folder).map_err(Failure::failed)?;
        if torn > 0 {
            warn(format!(
                "the journal's last line was torn: {torn} bytes were cut off, that game is played again"
            ));
        }
        self.announce(housing, folder, &pinning);
        self.warn_of_wrap();
        if so_far.standings.games() > 0 {
            say(format!("goes on after {}", count(so_far.standings.games(), "game")));
        }
        let names = self.names();
        let mut progress = Progress::new(self.games(), &names, self.arguments.quiet);
        if self.chosen.is_some() {
            progress.chosen();
        }
        progress.resumed(&so_far.standings);
        let Played { done, taken: before, mut course, mut sequence, .. } = so_far;
        let decided =
            Arc::new(AtomicBool::new(sequence.as_ref().is_some_and(|one| one.decided_by().is_some())));
        let begin = Instant::now();
        process::release_code();
        let slots: Vec<Slot> = (0..self.slots).map(|_| Slot::default()).collect();
        let mut interruption = Interruption::default();
        let mut summary = Closing::default();
        // Who goes on with a tournament, or may take games back, has them made at the end.
        let anew = done == Done::default() && self.chosen.is_none() && sequence.is_none();
        let mut growing = if anew { Growing::begin(folder, &names).ok() } else { None };
        let mut played = Ok(());
        while played.is_ok()
            && !decided.load(Ordering::Relaxed)
            && !interrupted.load(Ordering::Relaxed)
            && let Some(stage) = course.next(before + begin.elapsed())
        {
            if self.chosen.is_none() && self.settings.sprt.is_none() {
                progress.expect(self.total(course.last()));
            }
            let now = course.clone();
            let plan = Plan {
                contestants,
                ids: &|| {
                    let (done, decided) = (done.clone(), Arc::clone(&decided));
                    let ids = self.ids(stage.clone()).filter(move |&id| !done.contains(id));
                    Box::new(ids.take_while(move |_| !decided.load(Ordering::Relaxed)))
                },
                fixture: &|id| now.fixture(id),
                opening: &|number| self.opening(number),
                adjudication: self.settings.adjudication,
                make: &Papers::of,
                follower: None,
                seed: self.seed,
                slots: &slots,
                cores: pinning.cores(),
                cores_per_game: pinning.per_game(),
                kept: room.kept,
                keep_going: self.settings.keep_going,
                log: self.settings.log,
                stop: interrupted,
                abandon: housing.abandoned(),
            };
            let over = tournament::play(&plan, |event| {
                if let Event::GameOver { record, evidence, said, made } = &event {
                    summary.note(record);
                    if !evidence.is_empty() || !said.is_empty() {
                        incident::write(folder, record, evidence, said)?;
                    }
                    match made {
                        Ok(papers) => journal.append_line(&papers.line)?,
                        Err(_) => journal.append(record)?,
                    }
                    if !record.void && growing.as_mut().is_some_and(|files| !grow(files, made)) {
                        growing = None;
                    }
                }
                progress.event(&event);
                if let Event::GameOver { record, .. } = &event
                    && !record.void
                {
                    course.note(record.id, &record.points);
                    if let Some(sequence) = &mut sequence
                        && self.count(sequence, record)
                    {
                        progress.note(&verdict::standing(sequence.running()));
                        decided.store(sequence.decided_by().is_some(), Ordering::Relaxed);
                    }
                }
                if interrupted.load(Ordering::Relaxed) {
                    interruption.look(&mut progress, housing.abandoned(), Some(&self.going_on(folder)));
                }
                Ok(())
            });
            played = over.map(|overhead| summary.took(&overhead));
        }
        let synced = journal.sync();
        progress.finish();
        process::release_code();
        let unfinished = |error: &dyn std::fmt::Display| {
            Failure::Failed(format!(
                "{error}\nthe finished games are in {}; go on with --resume once the cause is gone",
                folder.display()
            ))
        };
        played.map_err(|stopped: Stopped<io::Error>| unfinished(&stopped))?;
        synced.map_err(|error| unfinished(&error))?;
        let counted = sequence.as_ref().and_then(Sequence::decided_by);
        let counts = |record: &io::Result<GameRecord>| {
            record.as_ref().map_or(true, |record| counted.is_none_or(|last| record.id <= last))
        };
        let unwritten = |error: io::Error| match Damage::is_in(&error) {
            true => resume::unreadable(&error),
            false => unfinished(&error),
        };
        let sums = match growing {
            Some(files) => files.finish(folder).map_err(unwritten)?,
            None => {
                let records = journal::read_in_order(folder).map_err(unwritten)?.filter(counts);
                report::write_all(folder, &names, records).map_err(unwritten)?
            }
        };
        let complete = |course: &mut Course| match &self.chosen {
            _ if decided.load(Ordering::Relaxed) => true,
            Some(chosen) => sums.standings.games() >= chosen.len() as u64,
            None => {
                // If there is another stage, its games are missing too.
                let _ = course.next(before + begin.elapsed());
                sums.standings.games() >= course.last()
            }
        };
        if interrupted.load(Ordering::Relaxed) && !complete(&mut course) {
            return Err(self.interrupted(sums.standings.games(), folder));
        }
        warn_of_changes(&header.programs, &programs(contestants), "while the tournament was played");
        header.counted = counted;
        header.played = Some(sums.standings.games());
        header.finished = Some(timestamp(SystemTime::now()));
        header.write(folder).map_err(Failure::failed)?;
        show_results(&sums, folder);
        if let (Some(sequence), [tested, other]) = (&sequence, &names[..]) {
            say(verdict::verdict(sequence.running(), tested, other));
        }
        summary.show(&names);
        absentees(contestants)
    }
}

/// What is written down of a game, made in its own thread.
struct Papers {
    line: Vec<u8>,
    rows: Rows,
}

impl Papers {
    fn of(record: &GameRecord) -> io::Result<Self> {
        Ok(Self { line: journal::line(record)?, rows: Rows::of(record) })
    }
}

/// Adds a game to the files that grow; whether they can go on. If not they are made from the journal in the
/// end, where it is told if they cannot be written.
fn grow(files: &mut Growing, papers: &io::Result<Papers>) -> bool {
    papers.as_ref().is_ok_and(|papers| files.add(&papers.rows).is_ok())
}

/// An engine that never got ready is named, and makes the tournament one in which something failed.
fn absentees(contestants: &[Contestant]) -> Result<(), Failure> {
    let absent = contestants.iter().filter_map(|contestant| {
        let failure = contestant.absent.as_ref()?;
        Some(format!("{} never got ready: {}", contestant.name, failure.detail))
    });
    let absent: Vec<String> = absent.collect();
    if absent.is_empty() { Ok(()) } else { Err(Failure::Failed(absent.join("\n"))) }
}
