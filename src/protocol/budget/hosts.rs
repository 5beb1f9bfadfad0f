//! Hosts for searches of which nobody waits for the answer: in tests, in trainers, in a bench.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::Host;
use crate::protocol::Info;

/// A host for which no time passes and to whom nothing is told: depth, nodes and the end of the game alone end a
/// search for it, so that it is the same on every machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patient;

impl Host for Patient {
    fn stopped(&self) -> bool {
        false
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn info(&mut self, _info: &Info) {}
}

/// A host that keeps what it is told, and for which no time passes unless its clock is set going.
#[derive(Clone, Debug, Default)]
pub struct Listener {
    /// Whether it has been told to stop.
    pub stopped: bool,
    /// When its clock was set going.
    pub clock: Option<Instant>,
    /// What it was told, without the speed, which is another each time.
    pub told: Vec<Info>,
}

impl Listener {
    /// One whose clock begins to go now.
    pub fn with_clock() -> Self {
        Self { clock: Some(Instant::now()), ..Self::default() }
    }
}

impl Host for Listener {
    fn stopped(&self) -> bool {
        self.stopped
    }
    fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock.elapsed())
    }
    fn info(&mut self, info: &Info) {
        self.told.push(Info { nps: None, ..info.clone() });
    }
}

/// A host that stops a search when it is told of many more positions than who tells has visited himself.
#[derive(Clone, Debug, Default)]
pub struct Eavesdropper {
    visited: Cell<u64>,
    told: u64,
}

impl Host for Eavesdropper {
    fn stopped(&self) -> bool {
        // More than may be visited between two looks.
        self.told > self.visited.get() + 100_000
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn info(&mut self, info: &Info) {
        self.told = info.nodes.unwrap_or(0);
    }
    fn visited(&self, nodes: u64) {
        self.visited.set(nodes);
    }
}

/// Another host to whom nothing is told.
pub struct Quiet<'h>(pub &'h dyn Host);

impl Host for Quiet<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
    fn info(&mut self, _info: &Info) {}
}
