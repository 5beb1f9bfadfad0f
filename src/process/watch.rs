//! A watch over what engines use: the kernel's limits end a process, but do not say why.
//!
//! One thread for all, which looks every few milliseconds and kills an engine over its limit, after
//! noting which limit it was.

mod course;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::tree::{self, Usage};
use course::Course;

pub use course::Lost;

/// How often the watch looks.
const EVERY: Duration = Duration::from_millis(25);
/// For how long before a look processes that nobody has seen are taken to have worked at the most.
const PRESUMED: Duration = Duration::from_millis(100);

/// The turn of its start, which is owed and may take what it takes.
const START: u64 = 1;

/// How long an engine is watched before it may be called restless.
const RESTLESS_AFTER: Duration = Duration::from_secs(1);

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in memory, of all its processes together.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
}

/// A limit that an engine broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Whether it is that of memory.
    pub memory: bool,
    /// How, and which key of `[sandbox]` raises it.
    pub detail: String,
}

/// An engine under watch.
#[derive(Debug)]
pub(super) struct Watched {
    root: i32,
    /// Processes above the engine's own, which do not count.
    launchers: usize,
    limits: Limits,
    /// The most memory seen.
    peak: AtomicU64,
    /// Processes seen when there were too many, else 0.
    crowd: AtomicU64,
    /// Odd while an answer is owed; another one with every question and every answer.
    turn: AtomicU64,
    /// The processors that it shares with those that it plays with.
    cores: AtomicU32,
    /// It works on its opponents' time; asked at every ply, so that no lock is taken for it.
    restless: AtomicBool,
    /// What has been seen in the course of time.
    seen: Mutex<Seen>,
}

/// What the watch remembers of an engine.
#[derive(Debug)]
struct Seen {
    /// The last look: its turn, its time, the processor time used until then as it counts.
    last: Option<(u64, Instant, Duration)>,
    /// Processor time as it was read in the last look, and whose.
    read: (Duration, Vec<i32>),
    /// What it has lost.
    course: Course,
    /// Processor time used while no answer was owed, and how long that was watched.
    unasked: (Duration, Duration),
}

impl Watched {
    /// The limit for which the engine was killed, or of which it probably died.
    pub(super) fn broke(&self) -> Option<Broken> {
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        let (peak, crowd) = (self.peak.load(Ordering::Relaxed), self.crowd.load(Ordering::Relaxed));
        if crowd > 0 {
            let most = self.limits.processes;
            let detail = format!("{crowd} processes and threads, {most} are allowed by `processes`");
            return Some(Broken { memory: false, detail });
        }
        // What dies of the kernel's limit has not been seen over it.
        (peak > self.limits.memory / 4 * 3).then(|| Broken {
            memory: true,
            detail: format!(
                "{} MiB in memory, {} are allowed by `memory`",
                mib(peak),
                mib(self.limits.memory)
            ),
        })
    }

    /// Whether the watch has killed it.
    pub(super) fn was_killed(&self) -> bool {
        self.peak.load(Ordering::Relaxed) > self.limits.memory || self.crowd.load(Ordering::Relaxed) > 0
    }

    /// It is asked: an answer is owed from now on.
    pub(super) fn asked(&self) {
        let turn = self.turn.load(Ordering::Relaxed);
        self.turn.store(turn + 1 + turn % 2, Ordering::Relaxed);
    }

    /// No answer is owed from now on.
    pub(super) fn rests(&self) {
        let turn = self.turn.load(Ordering::Relaxed);
        self.turn.store(turn + turn % 2, Ordering::Relaxed);
    }

    /// It has so many processors together with those that it plays with.
    pub(super) fn share(&self, cores: u32) {
        self.cores.store(cores.max(1), Ordering::Relaxed);
    }

    /// What it has lost since it was asked, by a fresh look; its answer was owed until `deadline`.
    pub(super) fn lost(&self, asked: Instant, deadline: Instant) -> Lost {
        self.look();
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.course.lost(asked, deadline, self.cores.load(Ordering::Relaxed))
    }

    /// Whether it has been seen to work while no answer was owed, for more than a twentieth of that time.
    pub(super) fn is_restless(&self) -> bool {
        self.restless.load(Ordering::Relaxed)
    }

    /// The processes that are the engine's own.
    pub(super) fn own_members(&self) -> Vec<i32> {
        // Of a tree that is gone not even those above are left.
        let members = tree::processes(self.root, self.launchers);
        members.into_iter().skip(self.launchers).map(|process| process.pid).collect()
    }

    /// Looks what it does.
    pub(super) fn look(&self) {
        let members = tree::processes(self.root, self.launchers);
        let turn = self.turn.load(Ordering::Relaxed);
        let usage = tree::usage(members.get(self.launchers..).unwrap_or_default());
        let members: Vec<i32> = members.into_iter().map(|process| process.pid).collect();
        self.peak.fetch_max(usage.memory, Ordering::Relaxed);
        if usage.processes > self.limits.processes {
            self.crowd.fetch_max(usage.processes, Ordering::Relaxed);
        }
        if self.was_killed() {
            tree::signal(&members, Signal::KILL);
        }
        self.remember(turn, usage, members);
    }
}

impl Watched {
    fn remember(&self, turn: u64, usage: Usage, members: Vec<i32>) {
        let now = Instant::now();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cpu = usage.cpu;
        if let Some((_, then, before)) = seen.last {
            cpu = before + worked(&seen.read, (usage.cpu, &members), now - then);
        }
        seen.read = (usage.cpu, members);
        if let Some((last_turn, then, before)) = seen.last
            && last_turn == turn
            && turn.is_multiple_of(2)
        {
            seen.unasked.0 += cpu.saturating_sub(before);
            seen.unasked.1 += now - then;
            let (cpu, watched) = seen.unasked;
            self.restless.store(watched >= RESTLESS_AFTER && cpu > watched / 20, Ordering::Relaxed);
        }
        seen.course.look(turn, now, cpu, usage.threads, self.cores.load(Ordering::Relaxed));
        seen.last = Some((turn, now, cpu));
    }
}

/// How long a tree has worked between two looks that are `elapsed` apart: by its processor time in each, and
/// by its processes. What a process has used that nobody waits for is gone with it, so that one that is new
/// stands for others that came and went: as if there had been one all the time. After a gap much longer than
/// the watch leaves, because the arena stood still or had just started it, nobody knows that.
fn worked((read, known): &(Duration, Vec<i32>), now: (Duration, &[i32]), elapsed: Duration) -> Duration {
    let counted = now.0.saturating_sub(*read);
    let is_new = now.1.iter().any(|pid| !known.contains(pid));
    if is_new { counted.max(elapsed.min(PRESUMED)) } else { counted }
}

/// All engines under watch, and the sign that there are some.
static ALL: (Mutex<Vec<Weak<Watched>>>, Condvar) = (Mutex::new(Vec::new()), Condvar::new());

/// Watches the process `root`, of which the first `launchers` processes are not the engine's, until the
/// result is dropped.
pub(super) fn watch(root: i32, launchers: usize, limits: Limits) -> Arc<Watched> {
    let watched = Arc::new(Watched {
        root,
        launchers,
        limits,
        peak: AtomicU64::new(0),
        crowd: AtomicU64::new(0),
        turn: AtomicU64::new(START),
        cores: AtomicU32::new(1),
        restless: AtomicBool::new(false),
        seen: Mutex::new(Seen {
            last: None,
            read: Default::default(),
            course: Course::new(Instant::now(), START),
            unasked: Default::default(),
        }),
    });
    static THREAD: std::sync::Once = std::sync::Once::new();
    THREAD.call_once(|| {
        thread::spawn(keep_watch);
    });
    ALL.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&watched));
    ALL.1.notify_one();
    watched
}

fn keep_watch() {
    loop {
        let mut all = ALL.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|watched| watched.strong_count() > 0);
        while all.is_empty() {
            all = ALL.1.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
        let now: Vec<_> = all.iter().filter_map(Weak::upgrade).collect();
        drop(all);
        now.iter().for_each(|watched| watched.look());
        drop(now);
        thread::sleep(EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_is_gone_has_no_processes_and_uses_nothing() {
        // Linux gives no such numbers.
        let watched = watch(i32::MAX, 2, Limits { memory: 1, processes: 0 });
        assert!(watched.own_members().is_empty());
        watched.look();
        assert_eq!(watched.broke(), None);
    }

    #[test]
    fn work_in_processes_that_are_gone_before_the_next_look_counts_as_well() {
        let ms = Duration::from_millis;
        let before = (ms(100), vec![10, 11, 12]);
        for (now, expected) in [
            ((ms(103), &[10, 11, 12][..]), ms(3)),
            ((ms(103), &[10, 11]), ms(3)),
            // The one that was there has used 20 ms more, of which nothing is left, and its successor 1.
            ((ms(95), &[10, 11, 13]), ms(25)),
            ((ms(160), &[10, 11, 12, 13, 14]), ms(60)),
            ((ms(95), &[10, 11]), ms(0)),
        ] {
            assert_eq!(worked(&before, now, ms(25)), expected, "{now:?}");
        }
        assert_eq!(
            worked(&before, (ms(101), &[10, 11, 12, 13]), ms(4000)),
            PRESUMED,
            "the arena stood still"
        );
    }
}
