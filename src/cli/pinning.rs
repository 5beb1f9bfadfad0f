//! Which cores the games of a tournament are bound to, and what is said of it.

use super::amounts::count;
use super::{Failure, warn};
use crate::process::{Cores, Reservation};
use crate::settings::{Pin, Settings};

/// The cores for so many games at a time, held until this is dropped.
pub(super) struct Pinning {
    reservation: Reservation,
    per_game: usize,
    words: String,
}

impl Pinning {
    /// Takes cores for `slots` games at a time, of those that this process may use.
    pub(super) fn take(pin: &Pin, usable: &Cores, slots: usize, per_game: usize) -> Self {
        let unpinned = |words: &str| Self {
            reservation: Reservation::default(),
            per_game: 0,
            words: format!("not pinned{words}"),
        };
        let wanted = slots.saturating_mul(per_game);
        let reservation = match pin {
            Pin::System => return unpinned(""),
            Pin::Given(given) => Reservation::all_of(&Cores::of(given.cores.clone())),
            Pin::Chosen if usable.numbers().len() < wanted => {
                return unpinned(": there are not so many cores");
            }
            Pin::Chosen => {
                let reservation = Reservation::some_of(usable, wanted);
                if reservation.cores().numbers().is_empty() {
                    return unpinned(": other arenas have the cores");
                }
                reservation
            }
        };
        if let Pin::Given(_) = pin
            && !reservation.taken().is_empty()
        {
            let taken: Vec<String> = reservation.taken().iter().map(usize::to_string).collect();
            let word = if taken.len() == 1 { "core" } else { "cores" };
            warn(format!("another arena plays on {word} {} too", taken.join(", ")));
        }
        Self { reservation, per_game, words: format!("{} each", count(per_game as u64, "core")) }
    }

    /// The cores to play on.
    pub(super) fn cores(&self) -> &Cores {
        self.reservation.cores()
    }

    /// How many of them a game has; 0 leaves it to the system.
    pub(super) fn per_game(&self) -> usize {
        self.per_game
    }

    /// What came of it, in a few words.
    pub(super) fn words(&self) -> &str {
        &self.words
    }
}

/// How many games at a time the cores allow: those of the file, if it names some.
pub(super) fn games_at_a_time(settings: &Settings, usable: &Cores) -> usize {
    let cores = match &settings.pin {
        Pin::Given(given) => given.cores.len(),
        Pin::Chosen | Pin::System => usable.count(),
    };
    (cores / settings.cores_per_game).max(1)
}

/// Sees that cores named in the file are there, and enough for `slots` games at a time.
///
/// # Errors
/// What is wrong, at its place.
pub(super) fn check(settings: &Settings, usable: &Cores, slots: usize) -> Result<(), Failure> {
    match &settings.pin {
        Pin::Given(given) => {
            given.check(usable.numbers(), slots, settings.cores_per_game).map_err(Failure::wrong)
        }
        Pin::Chosen | Pin::System => Ok(()),
    }
}
