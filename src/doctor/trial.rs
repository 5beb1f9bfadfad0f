//! One case, played through the real tournament in a folder of its own.

use std::convert::Infallible;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::cases::Case;
use super::outcome::{Ended, Outcome, Seen};
use crate::adjudication::Adjudication;
use crate::clock::{Budget, TimeControl};
use crate::engine::Setup;
use crate::games::{Game, Line};
use crate::journal::Journal;
use crate::openings::NoOpening;
use crate::process::launcher::{Confinement, Features};
use crate::process::{Child, Confined, Cores, Heard, Launch, peak_memory, tree};
use crate::protocol::dialect::Dialect;
use crate::record::{GameRecord, Reason};
use crate::schedule::RoundRobin;
use crate::settings::{Freeze, Restart};
use crate::tournament::{self, Contestant, Event, Plan, Slot, probe};

/// The variable by which the processes of a trial are known.
pub const MARK: &str = "ARENA_TRIAL";

/// The arena's own error that is granted.
const MARGIN: Duration = Duration::from_millis(50);
/// The index of the broken engine.
const BROKEN: usize = 1;
/// Processes, open files and bytes of disk that the broken engine may have.
const PROCESSES: u64 = 64;
const FILES: u64 = 64;
const DISK: u64 = 8 << 20;

/// The hidden subcommand that plays a case: its name and the order follow.
pub const SUBCOMMAND: &str = "doctor-case";
/// How long the processes of a trial may live on after it.
const GONE: Duration = Duration::from_secs(2);
/// How often a case is played at the most.
const TRIALS: u32 = 3;
/// How often it is looked in that time; on a busy machine looks take longer, and so does the end of a process.
const LOOKS: u32 = 200;

/// With what a case is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The arena's program.
    pub arena: PathBuf,
    /// What this system can do.
    pub features: Features,
    /// An empty folder, which is filled.
    pub folder: PathBuf,
    /// The value of [`MARK`] for all processes of the trial.
    pub mark: String,
}

impl Order {
    /// Makes the folder with all that belongs in it.
    ///
    /// # Errors
    /// What the system says.
    pub fn make_folder(&self) -> io::Result<()> {
        Places::of(self).make()
    }

    /// How the engine `arena broken WORDS` is started for `case`.
    pub fn setup(&self, case: &Case, words: &[&str], startup: Duration) -> Setup {
        let places = Places::of(self);
        let arguments = ["broken"].iter().chain(words).map(|word| places.fill(word)).collect();
        let confinement = Confinement {
            level: case.level,
            features: self.features,
            private: places.private.clone(),
            disk: DISK,
            writable: Vec::new(),
            readable: Vec::new(),
            hidden: vec![places.results.clone(), places.file.clone()],
            memory: case.memory << 20,
            processes: PROCESSES,
            files: FILES,
        };
        Setup {
            launch: Launch {
                program: self.arena.clone(),
                arguments,
                dir: places.dir.clone(),
                env: inherited().chain([(MARK.into(), self.mark.clone().into())]).collect(),
                confined: Some(Confined { arena: self.arena.clone(), confinement }),
                needs: Vec::new(),
                abandoned: Arc::default(),
            },
            dialect: Dialect::Ugi,
            variant: None,
            options: Vec::new(),
            game: Game::Othello { size: 6 },
            startup,
            freeze: Freeze::Auto,
            cores: 1,
            log: false,
        }
    }
}

/// Where the files of a trial are.
struct Places {
    /// The engines' working directory.
    dir: PathBuf,
    private: PathBuf,
    results: PathBuf,
    file: PathBuf,
    secret: PathBuf,
}

impl Places {
    fn of(order: &Order) -> Self {
        let folder = &order.folder;
        let dir = folder.join("tournament");
        // What lies with the program may be read in the strict sandbox; this would be there too then.
        let lies_with_program =
            order.arena.ancestors().skip(1).take(2).any(|place| folder.starts_with(place));
        let secret =
            if lies_with_program { Path::new("/etc/group").to_owned() } else { folder.join("secret") };
        Self {
            private: folder.join("private"),
            results: dir.join("results"),
            file: dir.join("arena.toml"),
            secret,
            dir,
        }
    }

    fn make(&self) -> io::Result<()> {
        fs::create_dir_all(&self.results)?;
        fs::create_dir_all(&self.private)?;
        fs::write(&self.file, "# Not for engines.\n")?;
        if self.secret.exists() { Ok(()) } else { fs::write(&self.secret, "Not for engines.\n") }
    }

    fn fill(&self, word: &str) -> String {
        let places = [
            ("{results}", &self.results),
            ("{file}", &self.file),
            ("{folder}", &self.dir),
            ("{secret}", &self.secret),
        ];
        let place = places.iter().find(|(name, _)| *name == word);
        place.map_or_else(|| word.to_owned(), |(_, path)| path.display().to_string())
    }
}

/// Plays a case in a process of its own and looks at what is left of it; once more, and once more again, where the
/// machine may be to blame for what came of it. Set `abandoned` to end it early.
pub fn apart(case: &Case, order: &Order, abandoned: &Arc<AtomicBool>) -> Outcome {
    let mut outcome = apart_once(case, order, abandoned);
    for number in 2..=TRIALS {
        if !case.is_worth_another_trial(&outcome) {
            break;
        }
        let order = Order {
            folder: order.folder.join(format!("trial-{number}")),
            mark: format!("{}-{number}", order.mark),
            ..order.clone()
        };
        outcome = apart_once(case, &order, abandoned);
    }
    outcome
}

fn apart_once(case: &Case, order: &Order, abandoned: &Arc<AtomicBool>) -> Outcome {
    let begin = Instant::now();
    let seen = play_apart(case, order, abandoned).unwrap_or_else(|error| Err(error.to_string()));
    let seconds = begin.elapsed().as_secs_f64();
    let look = || tree::with_variable(MARK, &order.mark).len();
    let mut left = look();
    for _ in 0..LOOKS {
        if left == 0 {
            break;
        }
        thread::sleep(GONE / LOOKS);
        left = look();
    }
    Outcome { seen, seconds, left }
}

fn play_apart(case: &Case, order: &Order, abandoned: &Arc<AtomicBool>) -> io::Result<Result<Seen, String>> {
    fs::create_dir_all(&order.folder)?;
    let mut child = Child::start(&Launch {
        program: order.arena.clone(),
        arguments: vec![SUBCOMMAND.to_owned(), case.name.to_owned(), serde_json::to_string(order)?],
        dir: order.folder.clone(),
        env: inherited().collect(),
        confined: None,
        needs: Vec::new(),
        abandoned: Arc::clone(abandoned),
    })?;
    // A trial that hangs is a fault too, which is told as one.
    let deadline = Instant::now() + case.within + GONE;
    let seen = match child.next_line(deadline) {
        Heard::Line(line, _) => serde_json::from_slice(line)?,
        Heard::Deadline(_) => Err("the arena hangs".to_owned()),
        Heard::Abandoned => Err("interrupted".to_owned()),
        Heard::Closed | Heard::TooLong => {
            let end = child.finish(Instant::now() + GONE);
            Err(format!("the arena {end}: {}", child.stderr_tail().trim_end()))
        }
    };
    child.finish(Instant::now() + GONE);
    Ok(seen)
}

/// The variables that a trial and its engines get.
pub(super) fn inherited() -> impl Iterator<Item = (OsString, OsString)> {
    ["PATH", "HOME", "TMPDIR"].into_iter().filter_map(|name| Some((name.into(), env::var_os(name)?)))
}

/// Plays a case: an encounter of two games with a sound engine.
///
/// # Errors
/// What of the machine is in the way.
pub fn trial(case: &Case, order: &Order) -> io::Result<Seen> {
    let places = Places::of(order);
    order.make_folder()?;
    let before = peak_memory();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let late = scope.spawn(|| lateness(&over));
        let played = play(case, order, &places);
        over.store(true, Ordering::Relaxed);
        let late_ms = late.join().map_or(0.0, |late| late.as_secs_f64() * 1e3);
        let (games, void) = played?;
        let memory = peak_memory().zip(before).map_or(0, |(after, before)| after.saturating_sub(before));
        Ok(Seen { games, void, memory, late_ms })
    })
}

/// How late a thread that sleeps is woken, at the worst until it is over.
fn lateness(over: &AtomicBool) -> Duration {
    const SLEEP: Duration = Duration::from_millis(5);
    let mut worst = Duration::ZERO;
    while !over.load(Ordering::Relaxed) {
        let begin = Instant::now();
        thread::sleep(SLEEP);
        worst = worst.max(begin.elapsed().saturating_sub(SLEEP));
    }
    worst
}

fn contestants(case: &Case, order: &Order) -> Vec<Contestant> {
    let patient = Duration::from_secs(60);
    let time = |limit| TimeControl {
        budget: Some(Budget::PerMove(limit)),
        depth: None,
        nodes: None,
        margin: MARGIN,
    };
    let sound = Contestant {
        name: "sound".to_owned(),
        setup: order.setup(case, case.opponent, patient),
        time: time(patient),
        peek: false,
        restart: Restart::Auto,
        absent: None,
    };
    let mut setup = order.setup(case, case.words, case.startup);
    if case.long_option > 0 {
        setup.options.push(("Text".to_owned(), "x".repeat(case.long_option)));
    }
    let broken = Contestant {
        name: "broken".to_owned(),
        setup,
        time: time(case.per_move),
        peek: false,
        restart: if case.fresh { Restart::Always } else { Restart::Auto },
        absent: None,
    };
    let mut contestants = vec![sound, broken];
    let setups: Vec<Setup> = contestants.iter().map(|contestant| contestant.setup.clone()).collect();
    for (contestant, probed) in contestants.iter_mut().zip(probe(&setups, 2)) {
        contestant.absent = probed.err();
    }
    contestants
}

/// Plays the games; gives those that count, and how many do not.
fn play(case: &Case, order: &Order, places: &Places) -> io::Result<(Vec<Ended>, u64)> {
    let contestants = contestants(case, order);
    let schedule = RoundRobin::new(contestants.len(), 1, 2, false);
    let (mut journal, _) = Journal::open(&places.results)?;
    let (stop, abandon) = (AtomicBool::new(false), AtomicBool::new(false));
    let slots = [Slot::default()];
    let plan = Plan {
        contestants: &contestants,
        ids: &|| Box::new(1..=schedule.games()),
        fixture: &|id| schedule.fixture(id),
        opening: &|_| Ok::<_, NoOpening>(Line::new(Game::Othello { size: 6 }.start())),
        make: &|_| (),
        follower: None,
        seed: 1,
        slots: &slots,
        cores: &Cores::available(),
        cores_per_game: 1,
        kept: contestants.len(),
        keep_going: true,
        adjudication: Adjudication::default(),
        log: false,
        stop: &stop,
        abandon: &abandon,
    };
    let (mut games, mut void) = (Vec::new(), 0);
    let mut written = Ok(());
    let played = tournament::play(&plan, |event| {
        if let Event::GameOver { record, .. } = event {
            if record.void {
                void += 1;
            } else {
                games.push(ended(case, record, &contestants[BROKEN].name));
            }
            if let Err(error) = journal.append(record) {
                written = Err(error);
            }
        }
        Ok::<(), Infallible>(())
    });
    played.map_err(io::Error::other)?;
    written?;
    Ok((games, void))
}

fn ended(case: &Case, record: &GameRecord, broken: &str) -> Ended {
    let seat = record.players.iter().position(|name| name == broken).unwrap_or(0);
    let played = record.movers.iter().zip(&record.thoughts);
    let answers = played.filter(|(mover, thought)| **mover == seat && thought.is_some()).count();
    let thinking: f64 = record.ms.iter().sum();
    let allowed = (case.per_move + MARGIN).as_secs_f64() * 1e3;
    Ended {
        reason: record.reason,
        at_fault: record.offender.as_deref() == Some(broken),
        detail: record.faults.first().map_or(String::new(), |fault| fault.detail.clone()),
        answers,
        restless: record.restless.get(seat).copied().unwrap_or(false),
        verdict_ms: (record.reason == Reason::Time).then_some(record.seconds * 1e3 - thinking - allowed),
    }
}
