//! What a game adds to sums over games.

use super::{GameRecord, Reason};

/// What standings and strengths need of a game, and nothing of its plies: it is made where the game was played, and
/// whoever adds up has a few words to read instead of all of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Summand {
    /// The game's number, from 1.
    pub id: u64,
    /// The encounter that it belongs to, from 1.
    pub encounter: u64,
    /// Who sat there, p1 first.
    pub seats: Vec<Seated>,
    /// Its winner is `draw`.
    pub is_draw: bool,
    /// Each fault: whose seat, an index from 0, and what it was.
    pub faults: Vec<(usize, Reason)>,
}

/// One seat of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Seated {
    /// The engine's name.
    pub engine: String,
    /// What it scored here.
    pub points: f64,
    /// Answers late within the margin.
    pub late: u32,
    /// Its slowest move, in milliseconds; 0 without any.
    pub slowest: f64,
}

impl GameRecord {
    /// What it adds to sums over games.
    pub fn summand(&self) -> Summand {
        let seated = |(seat, engine): (usize, &String)| Seated {
            engine: engine.clone(),
            points: self.points.get(seat).copied().unwrap_or_default(),
            late: self.late.get(seat).copied().unwrap_or_default(),
            slowest: 0.0,
        };
        let mut seats: Vec<Seated> = self.players.iter().enumerate().map(seated).collect();
        for (&mover, &ms) in self.movers.iter().zip(&self.ms) {
            if let Some(seated) = seats.get_mut(mover) {
                seated.slowest = seated.slowest.max(ms);
            }
        }
        Summand {
            id: self.id,
            encounter: self.encounter,
            seats,
            is_draw: self.winner.as_deref() == Some("draw"),
            faults: self.faults.iter().map(|fault| (fault.seat, fault.reason)).collect(),
        }
    }
}
