//! The watch: counts positions and ends the search when its budget is used up.
//!
//! The trap is the last moment. A process that is not on a core when its time is up answers late
//! however often it looks at the clock, so the longest time between two looks is remembered, and two
//! more of it must fit: of a long time a tenth at most is kept back for that. A look never changes anything but "go on" or "end": a search of fixed depth or
//! of so many nodes is the same on every machine.

use std::time::Duration;

use arena::protocol::budget::{Budget, Ended, Host};

/// Inner positions between two looks at the clock and the stop sign: well under a millisecond.
const VISITS_A_LOOK: u64 = 256;

/// What may be kept back for gaps of however short a time: two long gaps on a machine with much more
/// work than processors. Of more than ten times as much it may be a tenth.
const KEPT_BACK: Duration = Duration::from_millis(50);

/// Counts nodes, looks at the clock.
pub struct Watch<'h> {
    host: &'h mut dyn Host,
    time: Option<Duration>,
    last_look: Duration,
    /// The longest time between two looks: as long as others have kept the processor to themselves.
    longest_gap: Duration,
    /// The same, of this search alone.
    longest_seen: Duration,
    limit: u64,
    nodes: u64,
    visits: u64,
}

impl<'h> Watch<'h> {
    /// A watch for a search within `budget`, but for its depth. Gaps as long as `gap` are expected, but for what would take more than four fifths of the time.
    pub fn expecting(host: &'h mut dyn Host, budget: Budget, gap: Duration) -> Self {
        let most = budget.time.map_or(Duration::ZERO, |time| 2 * time / 5);
        Self { longest_gap: gap.min(most), ..Self::new(host, budget) }
    }

    /// A watch for a search within `budget`, but for its depth.
    pub fn new(host: &'h mut dyn Host, budget: Budget) -> Self {
        Self {
            last_look: host.elapsed(),
            longest_gap: Duration::ZERO,
            longest_seen: Duration::ZERO,
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
        let late = self.time.is_some_and(|time| self.is_late(time));
        if late || self.nodes >= self.limit || self.host.stopped() {
            return Err(Ended);
        }
        Ok(())
    }

    fn is_late(&mut self, time: Duration) -> bool {
        let now = self.host.elapsed();
        let gap = now.saturating_sub(self.last_look);
        self.longest_gap = self.longest_gap.max(gap);
        self.longest_seen = self.longest_seen.max(gap);
        self.last_look = now;
        now + (2 * self.longest_gap).min(KEPT_BACK.max(time / 10)) >= time
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
        self.longest_seen
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who asked.
    pub fn host(&mut self) -> &mut dyn Host {
        self.host
    }
}
