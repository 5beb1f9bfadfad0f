//! What happens in a tournament, for those who show it. Nothing below this prints.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::games::Seat;
use crate::record::GameRecord;

/// Something that happened.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game is over and in the journal.
    GameOver(&'a GameRecord),
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

/// A place where one game at a time is played. The game's thread keeps it up to date; whoever wants
/// to show it looks from time to time, so that no ply costs a message.
#[derive(Debug, Default)]
pub struct Slot(Mutex<Option<Running>>);

impl Slot {
    /// The game under way here, if there is one.
    pub fn running(&self) -> Option<Running> {
        self.0.lock().map_or(None, |running| running.clone())
    }

    /// Changes what is shown.
    pub(crate) fn update(&self, change: impl FnOnce(&mut Option<Running>)) {
        if let Ok(mut running) = self.0.lock() {
            change(&mut running);
        }
    }
}
