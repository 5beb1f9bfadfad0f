//! A watch over what engines use: the kernel's limits end a process, but do not say why.
//!
//! One thread for all, which looks every few milliseconds and kills an engine over its limit, after
//! noting which limit it was.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::tree;

/// How often the watch looks.
const EVERY: Duration = Duration::from_millis(25);

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
    launchers: u64,
    limits: Limits,
    /// The most memory seen.
    peak: AtomicU64,
    /// Processes seen when there were too many, else 0.
    crowd: AtomicU64,
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

    fn look(&self) {
        let members = tree::members(self.root);
        let usage = tree::usage(&members);
        self.peak.fetch_max(usage.memory, Ordering::Relaxed);
        let processes = usage.processes.saturating_sub(self.launchers);
        if processes > self.limits.processes {
            self.crowd.fetch_max(processes, Ordering::Relaxed);
        }
        if self.was_killed() {
            tree::signal(&members, Signal::KILL);
        }
    }
}

/// All engines under watch, and the sign that there are some.
static ALL: (Mutex<Vec<Weak<Watched>>>, Condvar) = (Mutex::new(Vec::new()), Condvar::new());

/// Watches the process `root`, of which the first `launchers` processes are not the engine's, until the
/// result is dropped.
pub(super) fn watch(root: i32, launchers: u64, limits: Limits) -> Arc<Watched> {
    let (peak, crowd) = (AtomicU64::new(0), AtomicU64::new(0));
    let watched = Arc::new(Watched { root, launchers, limits, peak, crowd });
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
