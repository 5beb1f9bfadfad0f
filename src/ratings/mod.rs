//! Strengths from results: the Elo of every engine with its error, all of them estimated at once from
//! all games, and the sequential test of two versions.
//!
//! # The model
//! Bradley and Terry (1952): an engine of strength a scores a/(a + b) against one of strength b, a draw
//! being half a win for each; at a table of more than two, Plackett and Luce (1959, 1975): it has
//! a/(sum of all) of the points. The strengths are those under which the results are most likely (for
//! existence and uniqueness see Hunter: "MM algorithms for generalized Bradley-Terry models", 2004; the
//! likelihood is concave, and Newton's method climbs it). Elo is 400/ln 10 times the logarithm of a
//! strength, with mean 0 over the engines that games connect. Games of an engine against itself say
//! nothing about strengths.
//!
//! # The prior
//! Every engine is given [`PRIOR`] of a drawn game in all, spread over the opponents it has met. It
//! keeps ratings finite after nothing but wins, or one game, and moves others by less than their error.
//!
//! # The error
//! The games of an encounter share their opening and are not independent, so the covariance is taken
//! from what whole encounters scored against what was expected of them (for pairs of games this is
//! the pentanomial variance of Van den Bergh's notes on the mathematics of fishtest; in general the
//! sandwich estimator of Huber and White). Where a pairing has played little its own variance is hardly
//! known, and leans on that of all pairings.

mod fit;
mod matrix;
mod normal;
mod results;
mod sequence;
pub mod sprt;
#[cfg(test)]
mod tests;

pub use fit::{PRIOR, Rated, Ratings};
pub use results::Results;
pub use sequence::Sequence;
pub use sprt::Sprt;

/// Elo in one unit of the natural logarithm of strength: 400/ln 10.
pub const ELO: f64 = 173.717_792_761_248_63;

/// Standard errors in half of a 95 % interval.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// A number with half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The truth is within so much of it in 95 cases of 100.
    pub error: f64,
}

impl Estimate {
    /// In Elo, from a number on the natural scale and its variance.
    fn elo(value: f64, variance: f64) -> Self {
        Self { value: value * ELO, error: TWO_SIDED_95 * variance.max(0.0).sqrt() * ELO }
    }
}

/// The expected score of one whose strength is e to the power of `difference` times the other's.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}
