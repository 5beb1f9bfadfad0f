//! Who meets whom, and in what order: pure functions from numbers to games, one file a format.
//!
//! A schedule is computed, never stored: game number so-and-so is found by arithmetic, so that a
//! million games cost no memory and a tournament can go on in the middle.

mod round_robin;

pub use round_robin::RoundRobin;

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
