//! For engines in Rust: how much time a move gets, and the watch that ends a search.
//!
//! The trap is the last moment. A process that is not on a core when its time is up answers late
//! however often it looks at the clock, so some time is kept back for the scheduler; and a look that
//! changed anything but "go on" or "end" would make a search of fixed depth unrepeatable.

mod hosts;

use std::time::Duration;

use super::driver::Search;
use super::gaps::Gaps;
use super::{Info, Limits};
use crate::games::Seat;

pub use hosts::{Eavesdropper, Listener, Patient, Quiet};

/// Nodes between two looks at the clock and the stop sign: well under a millisecond, even unoptimised.
const NODES_A_LOOK: u64 = 512;

/// What a search needs of the world around it.
pub trait Host {
    /// Whether it has been told to stop.
    fn stopped(&self) -> bool;
    /// Time since it was asked to think.
    fn elapsed(&self) -> Duration;
    /// Tells of an iteration.
    fn info(&mut self, info: &Info);
    /// Told at each look how many positions have been visited.
    fn visited(&self, _nodes: u64) {}
    /// How many positions others have visited, as far as is known, who search along: they are told with its own, and count
    /// towards the same limit.
    fn others(&self) -> u64 {
        0
    }
}

impl Host for Search<'_> {
    fn stopped(&self) -> bool {
        Search::stopped(self)
    }
    fn elapsed(&self) -> Duration {
        Search::elapsed(self)
    }
    fn info(&mut self, info: &Info) {
        Search::info(self, info);
    }
}

/// How long a search may go on. All limits hold together.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Since the question was read; `None` without end.
    pub time: Option<Duration>,
    /// Plies of the last iteration.
    pub depth: u32,
    /// Positions visited, by all who search along.
    pub nodes: u64,
}

impl Budget {
    /// Nothing but the stop sign ends it.
    pub const ENDLESS: Self = Self { time: None, depth: u32::MAX, nodes: u64::MAX };

    /// From the limits of `go` for `seat`, who has about `moves_left` moves to make.
    pub fn new(limits: &Limits, seat: Seat, moves_left: u32) -> Self {
        Self {
            time: limits.time_for(seat, moves_left).map(less_reserve),
            depth: limits.depth.unwrap_or(u32::MAX).max(1),
            nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// The same, but no deeper than `depth`; 0 is no limit.
    pub fn no_deeper(self, depth: u32) -> Self {
        Self { depth: if depth == 0 { self.depth } else { self.depth.min(depth) }, ..self }
    }
}

/// `time` without what is always kept back: 12 ms for a time slice or two of another process, as the
/// answer is written and read, but of a short time a fifth, since nobody who looks ahead for a third of his time plays
/// well, and a busy machine is seen by the gaps between two looks; and 3 % for clocks that drift, but not above
/// 200 ms in all.
fn less_reserve(time: Duration) -> Duration {
    let slices = Duration::from_millis(12).min(time / 5);
    time - slices - (time * 3 / 100).min(Duration::from_millis(188))
}

/// The search was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended;

/// Counts nodes and ends the search when its budget is used up.
pub struct Watch<'h> {
    host: &'h mut dyn Host,
    time: Option<Duration>,
    gaps: Gaps,
    limit: u64,
    nodes: u64,
    next_look: u64,
}

impl<'h> Watch<'h> {
    /// A watch for a search within `budget`, but for its depth.
    pub fn new(host: &'h mut dyn Host, budget: Budget) -> Self {
        Self::expecting(host, budget, Duration::ZERO)
    }

    /// The same, if gaps as long as `gap` are expected: see [`gaps`](super::gaps).
    pub fn expecting(host: &'h mut dyn Host, budget: Budget, gap: Duration) -> Self {
        let next_look = NODES_A_LOOK.min(budget.nodes);
        Self {
            gaps: Gaps::new(host.elapsed(), budget.time, gap),
            host,
            time: budget.time,
            limit: budget.nodes,
            nodes: 0,
            next_look,
        }
    }

    /// Counts a node.
    ///
    /// # Errors
    /// The search has to end.
    #[inline]
    pub fn node(&mut self) -> Result<(), Ended> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Ended> {
        self.host.visited(self.nodes);
        let late = self.time.is_some_and(|time| self.gaps.is_late(self.host.elapsed(), time));
        let left = self.limit.saturating_sub(self.all_nodes());
        if late || left == 0 || self.host.stopped() {
            return Err(Ended);
        }
        self.next_look = self.nodes + NODES_A_LOOK.min(left);
        Ok(())
    }

    /// The longest time between two looks.
    pub fn gap(&self) -> Duration {
        self.gaps.seen()
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Those and the ones of others who search along.
    fn all_nodes(&self) -> u64 {
        self.nodes + self.host.others()
    }

    /// Tells of an iteration; adds nodes, time and speed.
    pub fn report(&mut self, info: Info) {
        let (nodes, elapsed) = (self.all_nodes(), self.host.elapsed());
        self.host.info(&info.after(nodes, elapsed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host for whom others search as fast.
    #[derive(Default)]
    struct Helped {
        visited: std::cell::Cell<u64>,
        told: Vec<Info>,
    }

    impl Host for Helped {
        fn stopped(&self) -> bool {
            false
        }
        fn elapsed(&self) -> Duration {
            Duration::from_secs(2)
        }
        fn info(&mut self, info: &Info) {
            self.told.push(info.clone());
        }
        fn visited(&self, nodes: u64) {
            self.visited.set(nodes);
        }
        fn others(&self) -> u64 {
            self.visited.get()
        }
    }

    #[test]
    fn what_others_visit_who_search_along_is_told_and_counts_towards_the_limit() {
        let mut host = Helped::default();
        let budget = Budget { nodes: 10 * NODES_A_LOOK, ..Budget::ENDLESS };
        let mut watch = Watch::new(&mut host, budget);
        while watch.node().is_ok() {}
        assert_eq!(watch.nodes(), 5 * NODES_A_LOOK);
        watch.report(Info::default());
        let told = host.told.last().map(|info| (info.nodes, info.time, info.nps));
        assert_eq!(told, Some((Some(10 * NODES_A_LOOK), Some(2000), Some(5 * NODES_A_LOOK))));
    }
}
