//! The engine processes of one slot: kept alive between games, replaced after a fault.

use std::collections::VecDeque;

use crate::engine::{Engine, Failure, Setup};
use crate::record::Reason;

/// How many idle processes a slot keeps: enough for the next games of a small tournament, few enough
/// that a large one does not fill the machine's memory with hash tables.
pub(super) const KEPT: usize = 16;

/// Idle processes, the one used longest ago first.
#[derive(Debug, Default)]
pub(super) struct Pool(VecDeque<(usize, Engine)>);

impl Pool {
    /// A process of engine number `index` that is ready for a new game: an idle one, or a fresh one.
    pub(super) fn ready(&mut self, index: usize, setup: &Setup) -> Result<Engine, Box<Failure>> {
        while let Some(at) = self.0.iter().rposition(|(other, _)| *other == index) {
            let Some((_, mut engine)) = self.0.remove(at) else { break };
            match engine.new_game() {
                Ok(()) => return Ok(engine),
                // One that has died since its last game has harmed nobody: a fresh one plays.
                Err(failure) if failure.reason == Reason::Crash => {}
                Err(failure) => return Err(failure),
            }
        }
        let mut engine = Engine::start(setup)?;
        engine.new_game()?;
        Ok(engine)
    }

    /// Keeps a process for later games.
    pub(super) fn keep(&mut self, index: usize, engine: Engine) {
        self.0.push_back((index, engine));
        if self.0.len() > KEPT
            && let Some((_, oldest)) = self.0.pop_front()
        {
            Engine::dismiss(vec![oldest]);
        }
    }

    /// Sends all processes home.
    pub(super) fn dismiss(self) {
        Engine::dismiss(self.0.into_iter().map(|(_, engine)| engine).collect());
    }
}
