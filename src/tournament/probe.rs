//! Every engine is started once before the first game, so that what is wrong with it is known then.

use std::sync::Mutex;
use std::thread;

use crate::clock::TimeControl;
use crate::engine::{Engine, Failure, Identity, Objection, Setup};
use crate::record::ATTEMPTS;
use crate::settings::Restart;

/// An engine as it enters the tournament.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name.
    pub name: String,
    /// How it is started.
    pub setup: Setup,
    /// Its time.
    pub time: TimeControl,
    /// Whether it is shown what the other players have.
    pub peek: bool,
    /// When it gets a fresh process.
    pub restart: Restart,
    /// Why it never got ready: it forfeits all its games and is not started again.
    pub absent: Option<Box<Failure>>,
}

/// What came of starting an engine.
#[derive(Clone, Debug)]
pub struct Probed {
    /// What it says of itself.
    pub identity: Identity,
    /// What stands against its playing here.
    pub objections: Vec<Objection>,
}

/// Starts each engine once, up to `at_once` at a time, until it is ready for a game. In their order:
/// what it said, or why it did not get ready.
pub fn probe(setups: &[Setup], at_once: usize) -> Vec<Result<Probed, Box<Failure>>> {
    let results: Vec<_> = setups.iter().map(|_| Mutex::new(None)).collect();
    let next = Mutex::new(0..setups.len());
    thread::scope(|scope| {
        for _ in 0..at_once.clamp(1, setups.len().max(1)) {
            scope.spawn(|| {
                while let Some(index) = next.lock().map_or(None, |mut next| next.next()) {
                    if let Ok(mut result) = results[index].lock() {
                        *result = Some(probe_one(&setups[index]));
                    }
                }
            });
        }
    });
    let taken = results.into_iter().zip(setups).map(|(result, setup)| {
        // A thread that did not get to it has panicked, which the scope has passed on already.
        result.into_inner().ok().flatten().unwrap_or_else(|| probe_one(setup))
    });
    taken.collect()
}

/// Starts an engine; once more if it may have been the machine's fault that it did not get ready.
fn probe_one(setup: &Setup) -> Result<Probed, Box<Failure>> {
    for _ in 1..ATTEMPTS {
        match probe_once(setup) {
            Err(failure) if failure.excuse.is_some() && !failure.unstarted => {}
            probed => return probed,
        }
    }
    probe_once(setup)
}

fn probe_once(setup: &Setup) -> Result<Probed, Box<Failure>> {
    let mut engine = Engine::start(setup)?;
    engine.new_game()?;
    let identity = engine.identity().clone();
    let objections = identity.objections(setup.game, &setup.options);
    Engine::dismiss(vec![engine]);
    Ok(Probed { identity, objections })
}
