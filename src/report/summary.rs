//! All that is summed up over the games of a tournament, or of several.

use crate::ratings::{Ratings, Results};
use crate::record::{GameRecord, Summand};
use crate::standings::Standings;

/// Sums that games are still added to.
#[derive(Clone, Debug)]
pub struct Summing {
    standings: Standings,
    results: Results,
}

/// The sums over all games.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Points, faults, who beat whom, marks.
    pub standings: Standings,
    /// Strengths.
    pub ratings: Ratings,
}

impl Summing {
    /// Nothing played yet; `names` are the engines in the order of the tournament's file.
    pub fn new(names: &[String]) -> Self {
        Self { standings: Standings::new(names), results: Results::new(names) }
    }

    /// Gives engines a row even if they never play, those before all others and in this order.
    pub fn know(&mut self, names: &[String]) {
        self.standings.know(names);
    }

    /// Adds a game of tournament `set`; those of a tournament in the order of their numbers.
    pub fn add(&mut self, set: u64, record: &GameRecord) {
        self.count(set, &record.summand());
    }

    /// The same with no more than is needed of it.
    pub fn count(&mut self, set: u64, game: &Summand) {
        self.standings.count(game);
        self.results.count(set, game);
    }

    /// What comes of them.
    pub fn sums(self) -> Summary {
        Summary { standings: self.standings, ratings: Ratings::new(self.results) }
    }
}
