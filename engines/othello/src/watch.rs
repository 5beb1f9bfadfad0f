//! The watch: counts positions and ends the search when its budget is used up.
//!
//! How near to the end of its time it goes on is the affair of [`arena::protocol::gaps`]. A look never changes anything but
//! "go on" or "end": a search of fixed depth or of so many nodes is the same on every machine.

use std::time::Duration;

use arena::protocol::Info;
use arena::protocol::budget::{Budget, Ended, Host};
use arena::protocol::gaps::Gaps;

/// Inner positions between two looks at the clock and the stop sign: well under a millisecond.
const VISITS_A_LOOK: u64 = 256;

/// Counts nodes, looks at the clock.
pub struct Watch<'h> {
    host: &'h mut dyn Host,
    time: Option<Duration>,
    gaps: Gaps,
    limit: u64,
    nodes: u64,
    visits: u64,
}

impl<'h> Watch<'h> {
    /// A watch for a search within `budget`, but for its depth.
    pub fn new(host: &'h mut dyn Host, budget: Budget) -> Self {
        Self::expecting(host, budget, Duration::ZERO)
    }

    /// The same, if gaps as long as `gap` are expected.
    pub fn expecting(host: &'h mut dyn Host, budget: Budget, gap: Duration) -> Self {
        Self {
            gaps: Gaps::new(host.elapsed(), budget.time, gap),
            host,
            time: budget.time,
            limit: budget.nodes,
            nodes: 0,
            visits: 1,
        }
    }

    /// Counts a position that has others below it.
    ///
    /// # Errors
    /// The search has to end.
    #[inline(always)]
    pub fn visit(&mut self) -> Result<(), Ended> {
        if self.nodes >= self.limit || self.visits.is_multiple_of(VISITS_A_LOOK) {
            self.look()?;
        }
        self.nodes += 1;
        self.visits += 1;
        Ok(())
    }

    /// Counts a position at the end of a line.
    #[inline(always)]
    pub fn leaf(&mut self) {
        self.nodes += 1;
    }

    #[cold]
    fn look(&mut self) -> Result<(), Ended> {
        self.host.visited(self.nodes);
        let late = self.time.is_some_and(|time| self.gaps.is_late(self.host.elapsed(), time));
        if late || self.all_nodes() >= self.limit || self.host.stopped() {
            return Err(Ended);
        }
        Ok(())
    }

    /// Time since the question was read.
    pub fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    /// The time that the search may take.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The longest time between two looks of this search.
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
