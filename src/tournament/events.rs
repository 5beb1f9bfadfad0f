//! What happens in a tournament, for those who show it or write it down.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::engine::Evidence;
use crate::games::Seat;
use crate::record::GameRecord;

/// Something that happened. `T` is what [`Plan::make`](super::Plan::make) makes of a game.
#[derive(Debug)]
pub enum Event<'a, T = ()> {
    /// A game is over. If it is void it does not count, and is played again at once.
    GameOver {
        /// All about it.
        record: &'a GameRecord,
        /// What is known of each of its faults, in their order.
        evidence: &'a [Evidence],
        /// By seat, what was said with the others, if that is wanted.
        said: &'a [(Seat, Evidence)],
        /// What was made of the record in the game's thread.
        made: &'a T,
    },
    /// A tenth of a second has passed: time to look at the slots.
    Tick(&'a [Slot]),
}

/// A game under way, as of its last ply.
#[derive(Clone, Debug)]
pub struct Running {
    /// The game's number.
    pub id: u64,
    /// The engines' names by seat.
    pub players: Vec<String>,
    /// How many plies have been played since the opening.
    pub plies: u32,
    /// Whose turn it is.
    pub to_move: Seat,
    /// Since when he has been thinking.
    pub since: Instant,
    /// What his clock showed then.
    pub limit: Duration,
}

impl Running {
    /// A game before its first ply.
    pub(super) fn new(id: u64, players: Vec<String>) -> Self {
        Self { id, players, plies: 0, to_move: Seat(0), since: Instant::now(), limit: Duration::ZERO }
    }

    /// A seat begins to think.
    pub(super) fn turn(&mut self, plies: u32, to_move: Seat, limit: Duration, since: Instant) {
        (self.plies, self.to_move, self.limit, self.since) = (plies, to_move, limit, since);
    }
}

/// A place where one game at a time is played. The game's thread keeps it up to date; whoever wants
/// to show it looks from time to time, so that no ply costs a message. Each has cache lines of its own, so
/// that games on two cores do not take them from one another.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Slot(Mutex<Option<Running>>);

impl Slot {
    /// The game under way here, if there is one.
    pub fn running(&self) -> Option<Running> {
        self.0.lock().map_or(None, |running| running.clone())
    }

    /// Changes what is shown.
    pub(super) fn update(&self, change: impl FnOnce(&mut Option<Running>)) {
        if let Ok(mut running) = self.0.lock() {
            change(&mut running);
        }
    }
}
