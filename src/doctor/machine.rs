//! What this machine offers, and what it costs here.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::cases::CASES;
use super::trial::Order;
use crate::engine::Engine;
use crate::process::launcher::Features;
use crate::process::{Child, Confined, Cores, Heard, Launch};
use crate::settings::Level;

/// How many engines are told to quit at a time.
const QUITTING: usize = 8;
/// How often they are, at the most: the best time is the arena's own, the others may be the machine's.
const TIMES: usize = 3;
/// How long is waited for anything here.
const PATIENCE: Duration = Duration::from_secs(20);

/// How late short sleeps end, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lateness {
    /// The median.
    pub median_us: f64,
    /// What 99 of 100 do not exceed.
    pub most_us: f64,
    /// The worst.
    pub worst_us: f64,
}

/// From starting a small program to its first line, in milliseconds: medians.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Starts {
    /// The program alone.
    pub direct_ms: f64,
    /// Through the launcher, without a sandbox.
    pub off_ms: f64,
    /// Through the launcher, in the default sandbox.
    pub basic_ms: f64,
}

/// A machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Machine {
    /// What of the sandbox it can do.
    pub features: Features,
    /// Processor cores for this process.
    pub cores: usize,
    /// How late sleeps of a millisecond end.
    pub timers: Lateness,
    /// What starting an engine costs.
    pub starts: Starts,
    /// A question to an engine that answers at once, and its answer, in microseconds: the median.
    pub round_trip_us: f64,
    /// How long eight engines that ignore `quit` take to be gone, together, in milliseconds.
    pub quit_ms: f64,
}

/// How long [`Machine::quit_ms`] may be.
const QUIT_MS: f64 = 2000.0;

impl Machine {
    /// Measures it, with programs in the folder of `order`.
    ///
    /// # Errors
    /// A program that cannot be started or does not answer.
    pub fn measure(order: &Order) -> io::Result<Self> {
        order.make_folder()?;
        Ok(Self {
            features: order.features,
            cores: Cores::available().count(),
            timers: timers(),
            starts: starts(order)?,
            round_trip_us: round_trip(order)?,
            quit_ms: quit(order)?,
        })
    }

    /// What of it must not be.
    pub fn differences(&self) -> Vec<String> {
        let slow = format!("{QUITTING} engines that ignore quit took {:.0} ms to be gone", self.quit_ms);
        (self.quit_ms > QUIT_MS).then_some(slow).into_iter().collect()
    }
}

fn timers() -> Lateness {
    const SLEEP: Duration = Duration::from_millis(1);
    let mut late: Vec<f64> = (0..300)
        .map(|_| {
            let begin = Instant::now();
            thread::sleep(SLEEP);
            begin.elapsed().saturating_sub(SLEEP).as_secs_f64() * 1e6
        })
        .collect();
    late.sort_by(f64::total_cmp);
    let at = |share: usize| late[(late.len() - 1) * share / 100];
    Lateness { median_us: at(50), most_us: at(99), worst_us: at(100) }
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}

/// The three ways take turns, so that the machine's other work falls on all of them.
fn starts(order: &Order) -> io::Result<Starts> {
    let confined = |level| {
        let setup = order.setup(&CASES[0], &["none"], PATIENCE);
        setup.launch.confined.map(|confined| Confined {
            confinement: crate::process::launcher::Confinement { level, ..confined.confinement },
            ..confined
        })
    };
    let ways = [None, confined(Level::Off), confined(Level::Basic)];
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..15 {
        for (way, times) in ways.iter().zip(&mut times) {
            let launch = Launch { confined: way.clone(), ..echo(order) };
            let begin = Instant::now();
            let mut child = Child::start(&launch)?;
            line(&mut child)?;
            times.push(begin.elapsed().as_secs_f64() * 1e3);
        }
    }
    let [direct_ms, off_ms, basic_ms] = times.map(median);
    Ok(Starts { direct_ms, off_ms, basic_ms })
}

/// A program as small as any.
fn echo(order: &Order) -> Launch {
    Launch {
        program: Path::new("/bin/echo").to_owned(),
        arguments: vec!["ready".to_owned()],
        dir: order.folder.clone(),
        env: Vec::new(),
        confined: None,
        needs: Vec::new(),
        abandoned: Arc::default(),
    }
}

fn line(child: &mut Child) -> io::Result<()> {
    match child.next_line(Instant::now() + PATIENCE) {
        Heard::Line(..) => Ok(()),
        heard => Err(io::Error::other(format!("no line from a program that was started: {heard:?}"))),
    }
}

fn round_trip(order: &Order) -> io::Result<f64> {
    let setup = order.setup(&CASES[0], &["none"], PATIENCE);
    let mut child = Child::start(&Launch { confined: None, ..setup.launch })?;
    let mut times = Vec::new();
    for _ in 0..1000 {
        let asked = child.send(b"isready\n");
        line(&mut child)?;
        times.push(asked.elapsed().as_secs_f64() * 1e6);
    }
    Ok(median(times))
}

fn quit(order: &Order) -> io::Result<f64> {
    let setup = order.setup(&CASES[0], &["stays"], PATIENCE);
    let mut best = f64::INFINITY;
    for _ in 0..TIMES {
        let engines: Result<Vec<Engine>, _> = (0..QUITTING).map(|_| Engine::start(&setup)).collect();
        let engines = engines.map_err(|failure| io::Error::other(failure.detail))?;
        let begin = Instant::now();
        Engine::dismiss(engines);
        best = best.min(begin.elapsed().as_secs_f64() * 1e3);
        if best <= QUIT_MS {
            break;
        }
    }
    Ok(best)
}
