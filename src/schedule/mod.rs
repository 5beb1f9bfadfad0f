//! Who meets whom, and in what order: pure functions from numbers to games, one file a format.
//!
//! Where nothing depends on results a schedule is computed, never stored: game number so-and-so is found
//! by arithmetic, so that a million games cost no memory and a tournament can go on in the middle. The
//! other formats are asked for the next games once all before them are over. What they answer depends
//! on nothing but the points of those games, so that it is the same at any number of games at a time
//! and after an interruption.

mod course;
mod gauntlet;
mod knockout;
mod round_robin;
mod tables;

mod swiss;

pub use course::Course;
pub use gauntlet::Gauntlet;
pub use knockout::{Knockout, REPLAYS};
pub use round_robin::RoundRobin;
pub use swiss::Swiss;
pub use tables::Tables;

/// One game of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game in schedule order, from 1.
    pub id: u64,
    /// The round, from 1.
    pub round: u32,
    /// The number of the encounter, the games that share an opening, from 1.
    pub encounter: u64,
    /// The index of the engine at each seat, p1 first.
    pub seats: Vec<usize>,
    /// The number of the opening, from 0: one for each encounter.
    pub opening: u64,
}

/// A game of a schedule that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The game.
    pub fixture: Fixture,
    /// Points by seat.
    pub points: Vec<f64>,
}

/// The schedule of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Everybody against everybody.
    RoundRobin(RoundRobin),
    /// The same where there are more or fewer than two seats.
    Tables(Tables),
    /// A few against the rest.
    Gauntlet(Gauntlet),
    /// Against others that have done as well.
    Swiss(Swiss),
    /// Who loses is out.
    Knockout(Knockout),
}

impl Schedule {
    /// How many games there are; in a knockout if no match is even, with Swiss pairings at the most.
    pub fn games(&self) -> u64 {
        match self {
            Self::RoundRobin(schedule) => schedule.games(),
            Self::Tables(schedule) => schedule.games(),
            Self::Gauntlet(schedule) => schedule.games(),
            Self::Swiss(schedule) => schedule.games(),
            Self::Knockout(schedule) => schedule.games(),
        }
    }

    /// How many games each round has, if that and who plays them does not depend on results.
    pub fn games_a_round(&self) -> Option<u64> {
        match self {
            Self::RoundRobin(schedule) => Some(schedule.games_a_round()),
            Self::Tables(schedule) => Some(schedule.games_a_round()),
            Self::Gauntlet(schedule) => Some(schedule.games_a_round()),
            Self::Swiss(_) | Self::Knockout(_) => None,
        }
    }

    /// Game number `id`, from 1; `None` if there is no such game, or it depends on results.
    pub fn fixture(&self, id: u64) -> Option<Fixture> {
        match self {
            Self::RoundRobin(schedule) => schedule.fixture(id),
            Self::Tables(schedule) => schedule.fixture(id),
            Self::Gauntlet(schedule) => schedule.fixture(id),
            Self::Swiss(_) | Self::Knockout(_) => None,
        }
    }

    /// The games that can be played next where they depend on results, all before them being `played`, in
    /// the order of their numbers; none if it is over.
    pub fn next(&self, played: &[Played]) -> Vec<Fixture> {
        match self {
            Self::RoundRobin(_) | Self::Tables(_) | Self::Gauntlet(_) => Vec::new(),
            Self::Swiss(schedule) => schedule.next(played),
            Self::Knockout(schedule) => schedule.next(played),
        }
    }
}

/// The round of game number `id`, from 1, and its number there, both from 0; `None` if it is none of so many `games`.
fn round_of(id: u64, games: u64, games_a_round: u64) -> Option<(u64, u64)> {
    let number = id.checked_sub(1).filter(|_| id <= games)?;
    Some((number / games_a_round, number % games_a_round))
}

/// How many games and encounters there have been.
fn counts(played: &[Played]) -> (u64, u64) {
    played.last().map_or((0, 0), |game| (game.fixture.id, game.fixture.encounter))
}

/// Adds the games of encounter number `encounter`, from 0, in which the engines change seats from game
/// to game; before those in `fixtures` there have been so many `games`.
fn encounter(
    fixtures: &mut Vec<Fixture>,
    games: u64,
    encounter: u64,
    round: u32,
    repeat: u32,
    p1: usize,
    p2: usize,
) {
    for number in 0..repeat {
        let seats = if number.is_multiple_of(2) { vec![p1, p2] } else { vec![p2, p1] };
        let id = games + fixtures.len() as u64 + 1;
        fixtures.push(Fixture { id, round, encounter: encounter + 1, seats, opening: encounter });
    }
}
