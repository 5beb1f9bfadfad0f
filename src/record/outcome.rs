//! What comes of a game: who has won, and the points of each seat.

use crate::games::Seat;

/// Points and winner of a game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Points by seat, 0..=1 each.
    pub points: Vec<f64>,
    /// A name, `draw`, `shared` (all but those at fault), or nothing when all are at fault.
    pub winner: Option<String>,
    /// The winner's seat, if one seat won.
    pub winner_seat: Option<Seat>,
}

impl Outcome {
    /// The one at `seat` has all the points. `names` has the engine of each seat, p1 first.
    pub fn won(names: &[String], seat: Seat) -> Self {
        Self {
            points: (0..names.len()).map(|other| f64::from(other == seat.0)).collect(),
            winner: names.get(seat.0).cloned(),
            winner_seat: Some(seat),
        }
    }

    /// All share the points; alone at the board there are none to share.
    pub fn drawn(names: &[String]) -> Self {
        let share = if names.len() > 1 { 1.0 / names.len() as f64 } else { 0.0 };
        Self { points: vec![share; names.len()], winner: Some("draw".to_owned()), winner_seat: None }
    }

    /// All but those at fault share the points.
    pub fn faulty(names: &[String], is_at_fault: impl Fn(Seat) -> bool) -> Self {
        let others: Vec<usize> = (0..names.len()).filter(|&seat| !is_at_fault(Seat(seat))).collect();
        match *others {
            [] => Self { points: vec![0.0; names.len()], winner: None, winner_seat: None },
            [seat] => Self::won(names, Seat(seat)),
            _ => {
                let share = 1.0 / others.len() as f64;
                let points = (0..names.len()).map(|seat| if others.contains(&seat) { share } else { 0.0 });
                Self { points: points.collect(), winner: Some("shared".to_owned()), winner_seat: None }
            }
        }
    }
}
