//! For engines in Rust: threads that search along with the first one and leave what they find in a table that all
//! share (lazy SMP).
//!
//! The trap is the end. A thread that has been told to stop does so when it is next on a processor, and if others
//! keep that busy, a whole time slice later or several. An answer that waited for that would be late, so
//! nobody waits: whoever helps owns what he works with, and goes away when he can. For the same reason no more
//! threads search than there are processors for them. More would find nothing sooner, but take turns with the one that
//! keeps the time and with the one that hears `stop`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder, JoinHandle};
use std::time::Duration;

use super::Info;
use super::budget::Host;

/// The number of the thread that others help.
const FIRST: usize = 0;

/// The threads that an engine searches with, as told by its option `Threads`.
#[derive(Debug)]
pub struct Crew {
    wanted: usize,
    /// Helpers of the last search, and of those before that have not come to their end.
    at_work: Vec<JoinHandle<()>>,
    /// Whether it has been said that there are fewer processors.
    said: bool,
}

impl Default for Crew {
    /// Of one thread.
    fn default() -> Self {
        Self { wanted: 1, at_work: Vec::new(), said: false }
    }
}

impl Crew {
    /// Sets how many threads are to search, 1 at least, and waits until none helps any more.
    pub fn set(&mut self, threads: usize) {
        self.wait();
        (self.wanted, self.said) = (threads.max(1), false);
    }

    /// What is to be told, once: that fewer threads search than are wanted.
    pub fn complaint(&mut self) -> Option<String> {
        if self.wanted == 1 || self.said {
            return None;
        }
        let processors = processors();
        self.said = processors < self.wanted;
        let few = if processors == 1 { "one thread searches" } else { "as many threads search" };
        self.said.then(|| {
            format!("Threads {}: this process may use {processors} of the processors, so {few}", self.wanted)
        })
    }

    /// Lets helpers begin, one less than threads are to search: each does what `work` makes for its number, from 1 on,
    /// within the host that it is given, until the shift is over. A helper that the system refuses is missing.
    pub fn begin<W: FnOnce(&mut Helper) + Send + 'static>(&mut self, work: impl Fn(usize) -> W) -> Shift {
        // With one thread there is no need to ask the system anything.
        let threads = if self.wanted == 1 { 1 } else { self.wanted.min(processors()) };
        self.at_work.retain(|helper| !helper.is_finished());
        let shift = Shift(Arc::new(State {
            over: AtomicBool::new(false),
            nodes: (0..threads).map(|_| Count::default()).collect(),
        }));
        for number in 1..threads {
            let (work, mut helper) = (work(number), Helper { number, state: Arc::clone(&shift.0) });
            self.at_work.extend(Builder::new().spawn(move || work(&mut helper)));
        }
        shift
    }

    /// Waits until no helper is at work: what they would still write does not belong to what comes next. Not
    /// to be done while a clock runs.
    pub fn wait(&mut self) {
        for helper in self.at_work.drain(..) {
            // Whatever became of it, it is gone.
            let _ = helper.join();
        }
    }
}

/// How many processors this process may use, by what it is bound to and by its quota. If the system does not tell, as
/// many as anybody may want.
pub(super) fn processors() -> usize {
    thread::available_parallelism().map_or(usize::MAX, usize::from)
}

#[derive(Debug)]
struct State {
    over: AtomicBool,
    /// Positions visited by the first thread, and by each helper.
    nodes: Box<[Count]>,
}

impl State {
    /// The positions that all but one thread have visited, as far as they have told.
    fn nodes_of_others(&self, number: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|(other, _)| *other != number);
        others.map(|(_, Count(nodes))| nodes.load(Relaxed)).sum()
    }
}

/// Positions visited by one thread, which alone writes them: as far from the next count as processors fetch memory at a time,
/// so that it waits for no other to do so.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Count(AtomicU64);

/// A search with helpers. It ends for them when this is dropped.
#[derive(Debug)]
pub struct Shift(Arc<State>);

impl Shift {
    /// Ends the search for the helpers, without waiting for them, and gives the positions that they have visited as
    /// far as they have told.
    pub fn end(self) -> u64 {
        self.0.nodes_of_others(FIRST)
    }

    /// The world around the first thread, which helpers search along with: `host`.
    pub fn leading<'s>(&'s self, host: &'s mut dyn Host) -> Leader<'s> {
        Leader { shift: self, host }
    }
}

impl Drop for Shift {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

/// The world around the first thread, whose helpers' positions are told with its own.
pub struct Leader<'s> {
    shift: &'s Shift,
    host: &'s mut dyn Host,
}

impl Host for Leader<'_> {
    fn stopped(&self) -> bool {
        self.host.stopped()
    }
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }
    fn info(&mut self, info: &Info) {
        self.host.info(info);
    }
    fn visited(&self, nodes: u64) {
        self.shift.0.nodes[FIRST].0.store(nodes, Relaxed);
        self.host.visited(nodes);
    }
    fn others(&self) -> u64 {
        self.host.others() + self.shift.0.nodes_of_others(FIRST)
    }
}

/// The world around a thread that helps: no time passes, and nobody listens.
#[derive(Debug)]
pub struct Helper {
    number: usize,
    state: Arc<State>,
}

impl Host for Helper {
    fn stopped(&self) -> bool {
        self.state.over.load(Relaxed)
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn info(&mut self, _: &Info) {}
    fn visited(&self, nodes: u64) {
        self.state.nodes[self.number].0.store(nodes, Relaxed);
    }
    fn others(&self) -> u64 {
        self.state.nodes_of_others(self.number)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::super::budget::{Budget, Patient, Watch};
    use super::*;

    fn crew(threads: usize) -> Crew {
        let mut crew = Crew::default();
        crew.set(threads);
        crew
    }

    #[test]
    fn there_are_no_more_threads_than_processors_and_that_is_said_once() {
        for wanted in [1, 2, 64, 100_000] {
            let mut crew = crew(wanted);
            let (sender, numbers) = mpsc::channel();
            let shift = crew.begin(|number| {
                let sender = sender.clone();
                move |_: &mut Helper| sender.send(number).expect("the test waits")
            });
            drop(sender);
            let mut numbers: Vec<usize> = numbers.iter().collect();
            numbers.sort_unstable();
            assert!(numbers.iter().copied().eq(1..wanted.min(processors())), "{numbers:?} of {wanted}");
            drop(shift);
            let complaint = crew.complaint();
            assert_eq!(complaint.is_some(), wanted > processors(), "{wanted}: {complaint:?}");
            assert_eq!(crew.complaint(), None);
        }
    }

    #[test]
    fn the_end_of_a_search_waits_for_no_helper_and_what_comes_next_waits_for_all() {
        let mut crew = crew(2);
        // On a single processor there is nobody to wait for.
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let (sender, told) = mpsc::channel();
        let shift = crew.begin(|_| {
            let (held, sender) = (Arc::clone(&held), sender.clone());
            move |helper: &mut Helper| {
                helper.visited(7);
                sender.send(()).expect("the test waits");
                // Not on a processor until it is released.
                let _ = held.lock().map(|held| held.recv());
                helper.visited(if helper.stopped() { 8 } else { 9 });
            }
        });
        let state = Arc::clone(&shift.0);
        let helpers = state.nodes.len() - 1;
        (0..helpers).for_each(|_| told.recv().expect("a helper has begun"));
        assert_eq!(shift.leading(&mut Patient).others(), 7 * helpers as u64);
        assert_eq!(shift.end(), 7 * helpers as u64);
        drop(release);
        crew.wait();
        assert!(state.nodes[1..].iter().all(|Count(nodes)| nodes.load(Relaxed) == 8));
    }

    #[test]
    fn each_thread_knows_what_all_others_have_visited_so_that_a_limit_holds_for_all_together() {
        let nodes = (0..3).map(|_| Count::default()).collect();
        let shift = Shift(Arc::new(State { over: AtomicBool::new(false), nodes }));
        let [one, two] = [1, 2].map(|number| Helper { number, state: Arc::clone(&shift.0) });
        let mut patient = Patient;
        let first = shift.leading(&mut patient);
        first.visited(500);
        one.visited(70);
        two.visited(6);
        assert_eq!([first.others(), one.others(), two.others()], [76, 506, 570]);
        // A helper ends when they have visited enough, also where the first thread has not been on a processor yet.
        first.visited(0);
        let mut one = one;
        let mut watch = Watch::new(&mut one, Budget { nodes: 1000, ..Budget::ENDLESS });
        let visited = (0..).take_while(|_| watch.node().is_ok()).count();
        assert!((990..=1000).contains(&visited), "{visited}");
    }
}
