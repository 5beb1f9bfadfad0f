//! The end of engines that are no longer needed.

use std::time::{Duration, Instant};

use super::Engine;

/// How long an engine may take to leave after `quit`.
pub const LEAVE: Duration = Duration::from_secs(1);

/// Engines that have been told to leave. Dropping it kills those that are still there.
#[derive(Debug)]
pub struct Leaving {
    engines: Vec<Engine>,
    deadline: Instant,
}

impl Leaving {
    /// Says `quit` to all of `engines`, and does not wait for them.
    pub fn tell(mut engines: Vec<Engine>) -> Self {
        for engine in &mut engines {
            engine.child.send(b"quit\n");
            engine.child.close_input();
        }
        Self { engines, deadline: Instant::now() + LEAVE }
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.engines.len()
    }

    /// Waits until they are gone; whoever is still there [`LEAVE`] after he was told is killed.
    pub fn wait(mut self) {
        for engine in &mut self.engines {
            engine.child.finish(self.deadline);
        }
    }
}

impl Engine {
    /// Says `quit` to all of `engines` and sees to it that they are gone within [`LEAVE`], together.
    pub fn dismiss(engines: Vec<Self>) {
        Leaving::tell(engines).wait();
    }
}
