//! `arena run`: a tournament from a file.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use clap::Args;

use super::amounts::{count, hours};
use super::closing::{Closing, show_results};
use super::pinning::{self, Pinning};
use super::prepare::{Housing, prepare};
use super::programs::{all_there, programs, warn_of_changes};
use super::resume::{self, Expected};
use super::{Failure, say, warn};
use crate::clock;
use crate::games::{Line, Seat};
use crate::journal::{self, Damage, Done, Header, Journal, Lock, Place, Reading};
use crate::openings;
use crate::process::{self, Cores};
use crate::ratings::Sequence;
use crate::record::{self, GameRecord, timestamp};
use crate::report::{self, Growing, Progress, Rows, incident, verdict};
use crate::schedule::{Course, Schedule};
use crate::settings::{self, Format, Level, OpeningKind, Settings};
use crate::tournament::{self, Contestant, Event, Plan, Room, Slot, Stopped};

/// Plays the tournament of a file.
///
/// Builds and starts every engine, referees all games and writes journal.jsonl, games.csv, moves.csv,
/// standings.csv, crosstable.csv and grades.csv to results/NAME.
#[derive(Debug, Args)]
#[command(after_help = "Example: arena run arena.toml --seed 7")]
pub(super) struct Arguments {
    /// The tournament file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder for the results, a new one, instead of results/NAME
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with a tournament that was stopped
    #[arg(long, conflicts_with_all = ["fresh", "dry_run"])]
    resume: bool,
    /// With --resume: set damaged lines of the journal aside, and play their games again
    #[arg(long, requires = "resume")]
    repair: bool,
    /// Move an unfinished tournament that is in the way aside, and begin anew
    #[arg(long)]
    fresh: bool,
    /// Games at a time
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Play only the games with these numbers
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    games: Option<Vec<u64>>,
    /// The seed, instead of the file's
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// Print the schedule and the longest it can take, and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not run the build commands
    #[arg(long)]
    no_build: bool,
    /// Show no progress and no line a game
    #[arg(long)]
    quiet: bool,
}

impl Arguments {
    /// As `arena run FILE --out OUT --quiet`.
    pub(super) fn quietly(file: PathBuf, out: PathBuf) -> Self {
        Self {
            file,
            out: Some(out),
            resume: false,
            repair: false,
            fresh: false,
            concurrency: None,
            games: None,
            seed: None,
            dry_run: false,
            no_build: false,
            quiet: true,
        }
    }
}

/// The tournament as this call is to play it.
struct Tournament<'a> {
    arguments: &'a Arguments,
    settings: Settings,
    schedule: Schedule,
    seed: u64,
    /// The only games to play, if not all.
    chosen: Option<BTreeSet<u64>>,
    cores: Cores,
    slots: usize,
    /// Or how many open files are needed.
    room: Result<Room, u64>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    process::share_memory();
    let interrupted = process::interruption().map_err(Failure::failed)?;
    let settings = settings::read(&arguments.file).map_err(Failure::wrong)?;
    for (place, text) in &settings.without_effect {
        warn(format!("{place}: {text}"));
    }
    if settings.game.is_dealt() && settings.sandbox.level == Level::Off {
        warn(format!(
            "without a sandbox an engine can read the deal and all hands in the journal of the results: in {} \
             trust the engines, or their results say nothing",
            settings.game.name()
        ));
    }
    let place = match &arguments.out {
        Some(folder) => Place::Exactly(folder.clone()),
        None => Place::Numbered(Path::new("results").join(&settings.name)),
    };
    if arguments.dry_run {
        return Tournament::new(arguments, settings, None)?.show_schedule();
    }
    if arguments.resume {
        let folder = resume::folder(&place, arguments.repair)?;
        let header = resume::header(&folder)?;
        let tournament = Tournament::new(arguments, settings, Some(header.seed))?;
        let decisive = tournament.settings.decisive();
        resume::same_tournament(&header, &folder, &decisive, tournament.games())?;
        // Before anything is built or started: the folder may be another arena's.
        let lock = Lock::take(&folder).map_err(Failure::wrong)?;
        journal::look(&folder).map_err(Failure::wrong)?;
        if arguments.repair && !tournament.repair(&folder)? && header.finished.is_some() {
            say(format!(
                "{} holds a finished tournament, and nothing in its journal is damaged",
                folder.display()
            ));
            return Ok(());
        }
        let before = header.programs.clone();
        let housing = tournament.housing(&place)?;
        let contestants = tournament.prepare(&housing)?;
        if !tournament.settings.keep_going {
            all_there(&before, &contestants)?;
        }
        warn_of_changes(&before, &programs(&contestants), "since the tournament was begun");
        let start = Start { contestants: &contestants, housing: &housing, interrupted: &interrupted };
        return tournament.play(&start, &folder, lock, header.started);
    }
    let tournament = Tournament::new(arguments, settings, None)?;
    // A folder that is in the way is told of before anything is built, and made after all engines are
    // known to run.
    if arguments.fresh {
        journal::idle(&place).map_err(Failure::wrong)?;
    } else {
        journal::choose(&place, false).map_err(Failure::wrong)?;
    }
    let housing = tournament.housing(&place)?;
    let contestants = tournament.prepare(&housing)?;
    let (folder, aside) = journal::choose(&place, arguments.fresh).map_err(Failure::wrong)?;
    if let Some(aside) = aside {
        say(format!("the unfinished tournament is now in {}", aside.display()));
    }
    make_folder(&folder).map_err(Failure::failed)?;
    let lock = Lock::take(&folder).map_err(Failure::wrong)?;
    let start = Start { contestants: &contestants, housing: &housing, interrupted: &interrupted };
    tournament.play(&start, &folder, lock, timestamp(SystemTime::now()))
}

/// What a tournament is played with.
struct Start<'a> {
    contestants: &'a [Contestant],
    housing: &'a Housing,
    interrupted: &'a AtomicBool,
}

impl<'a> Tournament<'a> {
    fn new(arguments: &'a Arguments, settings: Settings, resumed: Option<u64>) -> Result<Self, Failure> {
        let schedule = settings.schedule();
        let chosen: Option<BTreeSet<u64>> = arguments.games.as_ref().map(|ids| ids.iter().copied().collect());
        if chosen.is_some() && (schedule.games_a_round().is_none() || settings.sprt.is_some()) {
            let why = "--games: which games are played depends on results in this tournament";
            return Err(Failure::Wrong(why.to_owned()));
        }
        if let Some(id) = chosen.iter().flatten().find(|&&id| schedule.fixture(id).is_none()) {
            let games = schedule.games();
            return Err(Failure::Wrong(format!("--games {id}: there are the games 1 to {games}")));
        }
        let given = arguments.seed.or(settings.seed);
        if let (Some(given), Some(resumed)) = (given, resumed)
            && given != resumed
        {
            return Err(Failure::Wrong(format!(
                "the tournament to go on with has the seed {resumed}, not {given}"
            )));
        }
        // A hasher's keys are as random as the system can make them, and need no crate.
        let drawn = || std::hash::RandomState::new().build_hasher().finish() >> 11;
        let seed = resumed.or(given).unwrap_or_else(drawn);
        let cores = Cores::available();
        let at_once = arguments.concurrency.map(NonZeroUsize::get).or(settings.concurrency);
        let (limit, seats) = (process::most_open_files(), settings.game.players());
        // Who does not say how many games he wants at a time gets as many as there is room for.
        let slots = at_once.unwrap_or_else(|| {
            let most = Room::most_slots(limit, seats, settings.cores_per_game);
            pinning::games_at_a_time(&settings, &cores).min(most)
        });
        let games = chosen.as_ref().map_or(schedule.games(), |chosen| chosen.len() as u64);
        let slots = slots.min(usize::try_from(games).unwrap_or(usize::MAX)).max(1);
        pinning::check(&settings, &cores, slots)?;
        let room = Room::new(limit, slots, seats, slots * settings.cores_per_game);
        Ok(Self { arguments, settings, schedule, seed, chosen, cores, slots, room })
    }

    /// The numbers of the games to play among those of a stage, ascending.
    fn ids(&self, stage: RangeInclusive<u64>) -> Box<dyn Iterator<Item = u64> + Send> {
        match &self.chosen {
            Some(chosen) => Box::new(chosen.clone().into_iter().filter(move |id| stage.contains(id))),
            None => Box::new(stage),
        }
    }

    /// Whether it is known how many games there will be.
    fn is_open_ended(&self) -> bool {
        self.chosen.is_none() && (self.settings.time_budget.is_some() || self.settings.sprt.is_some())
    }

    /// How many games, in words.
    fn length(&self) -> String {
        let most = count(self.games(), "game");
        let open = match (&self.settings.time_budget, &self.settings.sprt, self.settings.format) {
            _ if self.chosen.is_some() => None,
            (Some(budget), None, _) => Some(format!("as many rounds as {} allow", hours(*budget))),
            (_, Some(sprt), _) => {
                let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(report::text::points);
                Some(format!("until SPRT decides between {elo0} and {elo1} Elo"))
            }
            (None, None, Format::Knockout) => Some(format!("{most} and replays of even matches")),
            _ => None,
        };
        open.unwrap_or(most)
    }

    fn games(&self) -> u64 {
        self.chosen.as_ref().map_or(self.schedule.games(), |chosen| chosen.len() as u64)
    }

    fn names(&self) -> Vec<String> {
        self.settings.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    fn opening(&self, number: u64) -> Result<Line, openings::NoOpening> {
        let Settings { openings, game, fixed_board, .. } = &self.settings;
        openings::draw(openings, *game, *fixed_board, self.seed, number)
    }

    /// `--dry-run`.
    fn show_schedule(&self) -> Result<(), Failure> {
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

    /// Where engines are kept: they must see neither the results, in which a finished game of the same
    /// opening lies, nor this file.
    fn housing(&self, place: &Place) -> Result<Housing, Failure> {
        let results = match place {
            Place::Numbered(folder) => folder.parent().unwrap_or(folder).to_owned(),
            Place::Exactly(folder) => folder.clone(),
        };
        let mut hidden = vec![results, self.arguments.file.clone()];
        // A file of deals tells all hands.
        hidden.extend(self.settings.openings_file.clone());
        Housing::new(&self.settings, hidden)
    }

    fn prepare(&self, housing: &Housing) -> Result<Vec<Contestant>, Failure> {
        let at_once = self.room()?.starting.min(self.cores.count() * 2);
        prepare(&self.settings, self.arguments.no_build, at_once, housing)
    }

    /// What the games of this tournament's journal are.
    fn expected(&self) -> Expected {
        Expected {
            names: self.names(),
            game: self.settings.game.name(),
            seed: self.seed,
            schedule: self.schedule,
        }
    }

    fn header(&self, housing: &Housing, pinning: &Pinning, programs: Vec<String>, started: String) -> Header {
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
            finished: None,
        }
    }

    /// Plays what is not played yet, writes the results and shows them.
    fn play(&self, start: &Start<'_>, folder: &Path, _lock: Lock, started: String) -> Result<(), Failure> {
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
        let names = self.names();
        let mut progress = Progress::new(self.games(), &names, self.arguments.quiet);
        if self.chosen.is_some() {
            progress.chosen();
        }
        let mut course =
            Course::new(self.schedule, self.settings.time_budget.filter(|_| self.chosen.is_none()));
        let mut sequence = self.settings.sprt.map(Sequence::new);
        let (done, before) = self.played_already(folder, &mut progress, &mut course, &mut sequence)?;
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
            played = tournament::play(&plan, |event| {
                if let Event::GameOver { record, evidence, said, overheads, made } = &event {
                    summary.note(record, overheads);
                    if !evidence.is_empty() || !said.is_empty() {
                        incident::write(folder, record, evidence, said)?;
                    }
                    match made {
                        Ok(papers) => journal.append_line(&papers.line)?,
                        Err(_) => journal.append(record)?,
                    }
                    if !record.void && growing.as_mut().is_some_and(|files| !grow(files, record, made)) {
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
                    interruption.look(&mut progress, housing.abandoned());
                }
                Ok(())
            });
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
        header.finished = Some(timestamp(SystemTime::now()));
        header.write(folder).map_err(Failure::failed)?;
        show_results(&sums, folder);
        if let (Some(sequence), [tested, other]) = (&sequence, &names[..]) {
            say(verdict::verdict(sequence.running(), tested, other));
        }
        summary.show(&names);
        absentees(contestants)
    }

    /// What the open files that this process may have leave room for. Too few are told before anything is
    /// started, so that no engine loses for want of them.
    fn room(&self) -> Result<Room, Failure> {
        self.room.map_err(|needed| {
            Failure::Wrong(format!(
                "{needed} open files are needed for {} at a time and this process may have {}: raise it \
                 (ulimit -n) or lower --concurrency",
                count(self.slots as u64, "game"),
                process::most_open_files().unwrap_or_default()
            ))
        })
    }

    /// How to go on after an interruption.
    fn interrupted(&self, played: u64, folder: &Path) -> Failure {
        let out = match &self.arguments.out {
            Some(_) => format!(" --out {}", folder.display()),
            None => String::new(),
        };
        let file = self.arguments.file.display();
        Failure::Interrupted(format!(
            "interrupted after {played} of {}; go on with: arena run {file}{out} --resume",
            self.length()
        ))
    }

    /// The first lines: what is played, how, and where it goes.
    fn announce(&self, housing: &Housing, folder: &Path, pinning: &Pinning) {
        let Settings { name, game, engines, .. } = &self.settings;
        let at_once = format!("{} at a time ({})", self.slots, pinning.words());
        say(format!(
            "{}: {game}, {}, {}, {at_once}, seed {}",
            report::text::escaped(name),
            count(engines.len() as u64, "engine"),
            self.length(),
            self.seed
        ));
        say(format!("sandbox: {}", housing.in_force(self.settings.sandbox.level)));
        say(format!("results: {}", folder.display()));
    }

    /// Tells that the openings of a file will come again.
    fn warn_of_wrap(&self) {
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

    /// How many games there will be as far as is known when so many have been handed out.
    fn total(&self, handed_out: u64) -> u64 {
        match (self.settings.time_budget, self.settings.format) {
            (Some(_), _) => handed_out,
            (None, Format::Knockout) => handed_out.max(self.schedule.games()),
            (None, _) => self.schedule.games(),
        }
    }

    /// Counts a game for the sequential test of the first engine; whether that made a difference.
    fn count(&self, sequence: &mut Sequence, record: &GameRecord) -> bool {
        let tested = record.players.iter().position(|name| *name == self.settings.engines[0].name);
        let points = tested.and_then(|seat| record.points.get(seat));
        points.is_some_and(|&points| sequence.add(record.id, points))
    }

    /// The games that are in the journal already, and how long they took; shows them as done.
    fn played_already(
        &self,
        folder: &Path,
        progress: &mut Progress,
        course: &mut Course,
        sequence: &mut Option<Sequence>,
    ) -> Result<(Done, Duration), Failure> {
        let mut seconds = 0.0;
        let survey = self.expected().survey(folder, Reading::Outline, |record| {
            progress.resumed(record);
            course.note(record.id, &record.points);
            if let Some(sequence) = sequence {
                self.count(sequence, record);
            }
            seconds += record.seconds;
            Ok(())
        });
        let survey = survey.map_err(Failure::failed)?;
        if let Some(failure) = resume::damaged(&survey.damages, folder) {
            return Err(failure);
        }
        let taken = Duration::try_from_secs_f64(seconds / self.slots as f64).unwrap_or_default();
        Ok((survey.done, taken))
    }

    /// Sets aside what is damaged in the journal, and tells it; says whether there was anything.
    fn repair(&self, folder: &Path) -> Result<bool, Failure> {
        // Also a result that fits together and is not what the board says.
        let by_the_rules = |record: &GameRecord| match record::retrace(record) {
            Ok((_, None)) => Ok(()),
            Ok((_, Some(mismatch))) | Err(mismatch) => Err(mismatch.to_string()),
        };
        let survey = self.expected().survey(folder, Reading::Whole, by_the_rules).map_err(Failure::failed)?;
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

/// What is written down of a game, made in its own thread.
struct Papers {
    line: Vec<u8>,
    rows: Rows,
}

impl Papers {
    fn of(record: &GameRecord) -> io::Result<Self> {
        Ok(Self { line: journal::line(record)?, rows: Rows::of(record)? })
    }
}

/// Adds a game to the files that grow; whether they can go on. If not they are made from the journal in the
/// end, where it is told if they cannot be written.
fn grow(files: &mut Growing, record: &GameRecord, papers: &io::Result<Papers>) -> bool {
    papers.as_ref().is_ok_and(|papers| files.add(record, &papers.rows).is_ok())
}

/// Games under way when the tournament is interrupted get so long to end.
const GRACE: Duration = Duration::from_secs(10);

/// An interruption under way.
#[derive(Default)]
struct Interruption(Option<Instant>);

impl Interruption {
    /// Tells of it once; gives the games up when their time is over.
    fn look(&mut self, progress: &mut Progress, abandon: &AtomicBool) {
        match self.0 {
            None => {
                self.0 = Some(Instant::now());
                let grace = GRACE.as_secs();
                progress.warn(&format!(
                    "interrupted: no new games, those under way get {grace} s; interrupt again to end at once"
                ));
            }
            Some(since) if since.elapsed() > GRACE => abandon.store(true, Ordering::Relaxed),
            Some(_) => {}
        }
    }
}

/// Makes the folder, with those it is in.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))
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

fn pad(text: &str, width: usize) -> String {
    report::text::left(text, width)
}
