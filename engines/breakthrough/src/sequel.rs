//! A search that goes on where others have been: the nodes it tells are theirs too, and of iterations they have
//! told it tells no more.

use std::time::Duration;

use arena::protocol::budget::Host;
use arena::protocol::{Info, Score};

/// The host of searches one after the other, for which they are one.
pub struct Sequel<'h> {
    host: &'h mut dyn Host,
    /// Positions visited by those that have ended.
    nodes: u64,
    /// The deepest iteration told.
    depth: u32,
}

impl<'h> Sequel<'h> {
    /// The host of the first of them.
    pub fn new(host: &'h mut dyn Host) -> Self {
        Self { host, nodes: 0, depth: 0 }
    }

    /// One has ended that visited so many positions.
    pub fn ended(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Positions visited by those that have ended.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Host for Sequel<'_> {
    fn stopped(&self) -> bool {
        self.host.stopped()
    }
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }
    fn info(&mut self, info: &Info) {
        // A proof is news however shallow the search that found it.
        let is_proof = matches!(info.score, Some(Score::Mate(_)));
        if !is_proof && info.depth.is_some_and(|depth| depth <= self.depth) {
            return;
        }
        self.depth = self.depth.max(info.depth.unwrap_or(0));
        let nodes = self.nodes + info.nodes.unwrap_or(0);
        self.host.info(&info.clone().after(nodes, self.host.elapsed()));
    }
    fn visited(&self, nodes: u64) {
        self.host.visited(self.nodes + nodes);
    }
}
