//! How fast the arena is: whole games between two engines that answer at once, with all records
//! written, beside the least that a question and its answer cost here.
//!
//! Each figure is the median of several rounds, and in each round everything takes its turn, so that
//! the machine's other work falls on all of it; what one compares are the ratios. A round measures a
//! short tournament and a long one and takes the difference: what begins and ends a tournament is no
//! part of a ply.

mod instant;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use instant::Player;

use crate::process::calls::{self, Calls};
use crate::process::{Child, Cores, Heard, Launch, Relay, pin_thread};
use crate::settings::Level;

/// How many rounds there are.
const ROUNDS: usize = 5;
/// Games of the short tournament, and how many more the long one has.
const SHORT: u32 = 50;
const MORE: u32 = 500;
/// The same where each game starts both engines anew.
const SHORT_RESTARTED: u32 = 4;
const MORE_RESTARTED: u32 = 40;
/// Games of the tournament whose memory is measured.
const MANY: u32 = 10_000;
/// Lines there and back that a round of the floor has.
const ROUND_TRIPS: usize = 20_000;
/// `info` lines before each answer where their cost is measured.
const INFOS: u32 = 50;
/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(600);

/// The hidden subcommand that runs a tournament file and tells what the arena itself used: [`Used`] as
/// JSON in the last line. It begins when a line comes on standard input.
pub const MEASURED_RUN: &str = "measured-run";
/// The hidden subcommand of the engine that answers at once; the number of `info` lines may follow.
pub const INSTANT: &str = "instant";
/// The hidden subcommand that sends lines back.
pub const SEND_BACK: &str = "send-back";

/// What a tournament cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Used {
    /// From its beginning to its end, in seconds.
    pub seconds: f64,
    /// What the arena computed, in seconds: not its engines, nor its launchers.
    pub cpu: f64,
    /// The most memory that the arena had, in bytes; 0 where the system does not tell.
    pub memory: u64,
    /// Plies that were played.
    pub plies: u64,
}

/// Plies beside the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Pace {
    /// A line there and back, to two programs in turn, in microseconds.
    pub floor_us: f64,
    /// A ply, in microseconds, with all that belongs to a game.
    pub ply_us: f64,
    /// The ply without what the engine itself needs for it, divided by the floor.
    pub ratio: f64,
}

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Speed {
    /// What the engine itself needs for an answer, in microseconds.
    pub engine_us: f64,
    /// Arena and engines on one core, as by default.
    pub pinned: Pace,
    /// Where the system puts them.
    pub unpinned: Pace,
    /// Two games at a time on two cores beside two floors at once; none on a machine with one core.
    pub two: Option<Pace>,
    /// How much slower than one at a time, beside the floors: 0.1 is a tenth.
    pub two_lose: Option<f64>,
    /// What the arena computes for 1,000 plies, in seconds.
    pub cpu_per_1000: f64,
    /// The same of the floor, where whoever sends the lines does nothing else: what the system's pipes and its
    /// changes from program to program are of it.
    pub floor_cpu_per_1000: f64,
    /// System calls a ply of the thread that plays the game, if they can be counted here.
    pub calls: Option<f64>,
    /// Why they cannot.
    pub not_counted: Option<String>,
    /// What an `info` line costs, in microseconds.
    pub info_us: f64,
    /// Games a second, one at a time: engines kept from game to game.
    pub kept: f64,
    /// Both engines started for every game, without a sandbox.
    pub restarted_off: f64,
    /// Both engines started for every game, in the default sandbox.
    pub restarted_basic: f64,
    /// The most memory that the arena had for 10,000 games, in bytes.
    pub memory: u64,
}

/// Where and with what it is measured.
#[derive(Clone, Copy, Debug)]
pub struct Bench<'a> {
    /// The arena's own program.
    pub arena: &'a Path,
    /// An empty folder.
    pub folder: &'a Path,
}

/// A tournament of two engines that answer at once.
#[derive(Clone, Copy, Debug)]
struct Match {
    games: u32,
    at_once: usize,
    pinned: bool,
    restart: bool,
    level: Level,
    infos: u32,
}

impl Match {
    /// As users have it, engines without a sandbox.
    const PLAIN: Self =
        Self { games: SHORT, at_once: 1, pinned: true, restart: false, level: Level::Off, infos: 0 };

    /// Its tournament file.
    fn file(&self, arena: &Path) -> String {
        let arena = format!("{:?}", arena.display().to_string());
        let restart = if self.restart { "always" } else { "auto" };
        let engine = |name| {
            format!(
                "[[engine]]\nname = \"{name}\"\ncommand = [{arena}, \"{INSTANT}\", \"{}\"]\n\
                 restart = \"{restart}\"\n",
                self.infos
            )
        };
        format!(
            "[tournament]\nname = \"speed\"\ngame = \"othello\"\nseed = 1\nrounds = {}\nconcurrency = {}\n\
             pin = {}\n[openings]\nkind = \"random\"\nplies = 8\n[time]\nper_move = \"60s\"\n\
             [sandbox]\nlevel = \"{}\"\n{}{}",
            self.games.div_ceil(2),
            self.at_once,
            self.pinned,
            self.level.word(),
            engine("first"),
            engine("second"),
        )
    }
}

impl Bench<'_> {
    /// Measures everything; `telling` hears what is being done.
    ///
    /// # Errors
    /// What the system says, or a tournament that failed.
    pub fn measure(&self, telling: &mut dyn FnMut(&str)) -> io::Result<Speed> {
        let cores = Cores::available();
        let engine_us = Player::own_time().as_secs_f64() * 1e6;
        let mut rounds: Vec<Round> = Vec::new();
        for number in 1..=ROUNDS {
            telling(&format!("round {number} of {ROUNDS}"));
            rounds.push(self.round(&cores)?);
        }
        telling("counting system calls");
        let calls = self.calls();
        telling("10,000 games, for their memory");
        let memory = self.play(Match { games: MANY, ..Match::PLAIN })?.memory;
        let of = |figure: fn(&Round) -> f64| median(rounds.iter().map(figure).collect());
        let pace = |floor: fn(&Round) -> f64, ply: fn(&Round) -> f64| Pace {
            floor_us: of(floor),
            ply_us: of(ply),
            ratio: median(rounds.iter().map(|round| (ply(round) - engine_us) / floor(round)).collect()),
        };
        let two: Option<Vec<(f64, f64)>> = rounds.iter().map(|round| round.two).collect();
        let lose = |round: &Round| {
            round.two.map(|(floor, ply)| ply / round.ply_pinned / (floor / round.floor_pinned) - 1.0)
        };
        Ok(Speed {
            engine_us,
            pinned: pace(|round| round.floor_pinned, |round| round.ply_pinned),
            unpinned: pace(|round| round.floor_unpinned, |round| round.ply_unpinned),
            two: two.map(|two| Pace {
                floor_us: median(two.iter().map(|(floor, _)| *floor).collect()),
                ply_us: median(two.iter().map(|(_, ply)| *ply).collect()),
                ratio: median(two.iter().map(|(floor, ply)| (ply - engine_us) / floor).collect()),
            }),
            two_lose: rounds.iter().map(lose).collect::<Option<Vec<_>>>().map(median),
            cpu_per_1000: of(|round| round.cpu) * 1e3,
            floor_cpu_per_1000: of(|round| round.floor_cpu) * 1e3,
            not_counted: calls.as_ref().err().map(ToString::to_string),
            calls: calls.ok().map(|[_, game]| game),
            info_us: of(|round| round.info_us),
            kept: of(|round| round.kept),
            restarted_off: of(|round| round.restarted_off),
            restarted_basic: of(|round| round.restarted_basic),
            memory,
        })
    }

    /// The system calls a ply of the whole arena, and of the thread that plays the game. The latter are
    /// the same in every run; a game as fast as one that is not counted has one less, since whether a question was
    /// read before it was answered is looked at only where answers are not that fast. The former have what goes with time as well (the watch over the engines),
    /// and time passes slowly for a program whose calls are counted.
    ///
    /// # Errors
    /// That they cannot be counted here, or that a tournament failed.
    pub fn calls(&self) -> io::Result<[f64; 2]> {
        let mut counted = [Calls::default(); 2];
        let mut plies = [0.0; 2];
        for (number, games) in [20, 120].into_iter().enumerate() {
            let places = self.prepare(&Match { games, ..Match::PLAIN })?;
            counted[number] = calls::count(self.arena, &arguments(&places))?;
            plies[number] = plies_of(&places)? as f64;
        }
        let [few, many] = counted;
        let a_ply = |few: u64, many: u64| (many as f64 - few as f64) / (plies[1] - plies[0]);
        Ok([a_ply(few.all, many.all), a_ply(few.busiest, many.busiest)])
    }

    fn round(&self, cores: &Cores) -> io::Result<Round> {
        let first: Vec<usize> = cores.share(0, 1, 1).map(<[usize]>::to_vec).unwrap_or_default();
        let pinned = Match::PLAIN;
        let unpinned = Match { pinned: false, ..pinned };
        let [(one_floor, floor_cpu)] = self.floors([first.as_slice()])?;
        let one = self.longer(pinned, MORE)?;
        let [(loose_floor, _)] = self.floors([&[][..]])?;
        let loose = self.longer(unpinned, MORE)?;
        let two = match (cores.share(0, 2, 1), cores.share(1, 2, 1)) {
            (Some(first), Some(second)) => {
                let floors = self.floors([first, second])?;
                let played = self.longer(Match { at_once: 2, ..pinned }, 2 * MORE)?;
                // Two at a time: each ply of a game takes twice what passes between two plies of any.
                Some(((floors[0].0 + floors[1].0) / 2.0, 2.0 * played.seconds / played.plies as f64 * 1e6))
            }
            _ => None,
        };
        let with_infos = self.longer(Match { infos: INFOS, ..pinned }, MORE)?;
        let per_ply = |used: &Used| used.seconds / used.plies as f64 * 1e6;
        let restarted = |level| self.longer(Match { restart: true, level, ..pinned }, MORE_RESTARTED);
        let (off, basic) = (restarted(Level::Off)?, restarted(Level::Basic)?);
        Ok(Round {
            floor_pinned: one_floor,
            ply_pinned: per_ply(&one),
            floor_unpinned: loose_floor,
            ply_unpinned: per_ply(&loose),
            two,
            cpu: one.cpu / one.plies as f64,
            floor_cpu,
            info_us: (per_ply(&with_infos) - per_ply(&one)) / f64::from(INFOS),
            kept: f64::from(MORE) / one.seconds,
            restarted_off: f64::from(MORE_RESTARTED) / off.seconds,
            restarted_basic: f64::from(MORE_RESTARTED) / basic.seconds,
        })
    }

    /// A line there and back in microseconds, and of it the sender's processor time in seconds, on each of several
    /// groups of cores at once; no cores means where the system likes.
    fn floors<const N: usize>(&self, cores: [&[usize]; N]) -> io::Result<[(f64, f64); N]> {
        let together = Barrier::new(N);
        let floor = |cores: &[usize]| {
            if !cores.is_empty() {
                pin_thread(cores);
            }
            let relay = Relay::start(self.arena, &[SEND_BACK], 2);
            // Whoever failed must not leave the others waiting.
            together.wait();
            let trips = relay?.run(ROUND_TRIPS)?;
            let [took, computed] =
                [trips.took, trips.computed].map(|time| time.as_secs_f64() / ROUND_TRIPS as f64);
            Ok::<_, io::Error>((took * 1e6, computed))
        };
        let measured: Vec<io::Result<(f64, f64)>> = thread::scope(|scope| {
            // Threads of their own, since a thread cannot be let go of its cores again.
            let threads: Vec<_> = cores.iter().map(|cores| scope.spawn(|| floor(cores))).collect();
            let gone = || io::Error::other("a thread that measured has gone");
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(gone()))).collect()
        });
        let mut floors = [(0.0, 0.0); N];
        for (floor, measured) in floors.iter_mut().zip(measured) {
            *floor = measured?;
        }
        Ok(floors)
    }

    /// What `more` games cost.
    fn longer(&self, played: Match, more: u32) -> io::Result<Used> {
        let short = if played.restart { SHORT_RESTARTED } else { SHORT };
        let few = self.play(Match { games: short, ..played })?;
        let many = self.play(Match { games: short + more, ..played })?;
        Ok(Used {
            seconds: many.seconds - few.seconds,
            cpu: many.cpu - few.cpu,
            memory: many.memory,
            plies: many.plies.saturating_sub(few.plies).max(1),
        })
    }

    /// Writes the tournament file and gives it and the folder of the results, which is not there.
    fn prepare(&self, played: &Match) -> io::Result<[PathBuf; 2]> {
        let [file, out] = ["speed.toml", "results"].map(|name| self.folder.join(name));
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        fs::write(&file, played.file(self.arena))?;
        Ok([file, out])
    }

    fn play(&self, played: Match) -> io::Result<Used> {
        let places = self.prepare(&played)?;
        let words = arguments(&places).into_iter().map(|word| word.to_string_lossy().into_owned());
        let mut child = Child::start(&Launch {
            program: self.arena.to_owned(),
            arguments: words.collect(),
            dir: self.folder.to_owned(),
            env: super::trial::inherited().collect(),
            confined: None,
            needs: Vec::new(),
            abandoned: std::sync::Arc::default(),
        })?;
        child.send(b"\n");
        let deadline = Instant::now() + PATIENCE;
        let mut used = None;
        let heard = loop {
            match child.next_line(deadline) {
                Heard::Line(line, _) => used = serde_json::from_slice::<Used>(line).ok(),
                Heard::Closed => break "ended without a word",
                _ => break "hangs",
            }
        };
        child.finish(deadline);
        let failed = || io::Error::other(format!("a tournament {heard}: {}", child.stderr_tail().trim_end()));
        let mut used = used.ok_or_else(failed)?;
        used.plies = plies_of(&places)?;
        Ok(used)
    }
}

/// The plies of all games in a results folder.
fn plies_of([_, out]: &[PathBuf; 2]) -> io::Result<u64> {
    let moves = fs::read(out.join("moves.csv"))?;
    // Each ply is a line, after the head; forced ones too, which cost nothing.
    Ok((moves.iter().filter(|&&byte| byte == b'\n').count() as u64).saturating_sub(1))
}

fn arguments([file, out]: &[PathBuf; 2]) -> Vec<OsString> {
    vec![MEASURED_RUN.into(), file.into(), out.into()]
}

/// What one round measured: times in microseconds, processor times a ply in seconds, rates in games a second.
#[derive(Clone, Copy, Debug)]
struct Round {
    floor_pinned: f64,
    ply_pinned: f64,
    floor_unpinned: f64,
    ply_unpinned: f64,
    two: Option<(f64, f64)>,
    cpu: f64,
    floor_cpu: f64,
    info_us: f64,
    kept: f64,
    restarted_off: f64,
    restarted_basic: f64,
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}
