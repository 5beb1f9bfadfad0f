//! A few engines against all the rest.
//!
//! A round gives every pairing of one of the first engines with one of the others an encounter. They
//! come turn by turn: in a turn each of the first meets another one of the rest, so that no engine
//! waits for long. With self-play every engine plays one game against itself at the end of a round.

use super::{Fixture, round_of};

/// The schedule of a gauntlet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    first: u64,
    rest: u64,
    rounds: u32,
    repeat: u64,
    self_play: bool,
}

impl Gauntlet {
    /// `rounds` rounds of the first `first` of so many engines against the others, with encounters of
    /// `repeat` games.
    pub fn new(engines: usize, first: usize, rounds: u32, repeat: u32, self_play: bool) -> Self {
        let first = first.min(engines);
        let (first, rest) = (first as u64, (engines - first) as u64);
        Self { first, rest, rounds, repeat: repeat.into(), self_play }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        u64::from(self.rounds) * self.games_a_round()
    }

    /// How many games a round has.
    pub fn games_a_round(&self) -> u64 {
        self.first * self.rest * self.repeat + self.selves()
    }

    fn selves(&self) -> u64 {
        if self.self_play { self.first + self.rest } else { 0 }
    }

    /// Game number `id`, from 1; `None` if there is no such game.
    pub fn fixture(&self, id: u64) -> Option<Fixture> {
        let (round, game) = round_of(id, self.games(), self.games_a_round())?;
        let pairs = self.first * self.rest;
        let before = round * (pairs + self.selves());
        let (encounter, one, other, number) = match game.checked_sub(pairs * self.repeat) {
            Some(engine) => (pairs + engine, engine, engine, 0),
            None => {
                let (pair, number) = (game / self.repeat, game % self.repeat);
                let (turn, one) = (pair / self.first, pair % self.first);
                // When there are more of the first than of the rest, some meet the same one in a turn.
                (pair, one, self.first + (turn + one) % self.rest, number)
            }
        };
        let seats = if (round + encounter + number).is_multiple_of(2) { [one, other] } else { [other, one] };
        Some(Fixture {
            id,
            round: round as u32 + 1,
            encounter: before + encounter + 1,
            seats: seats.map(|engine| engine as usize).into(),
            opening: before + encounter,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn each_of_the_first_meets_each_of_the_rest_on_both_sides() {
        for (engines, first) in [(2, 1), (5, 1), (5, 2), (5, 4), (7, 3)] {
            for (rounds, self_play) in [(1, false), (3, false), (2, true)] {
                let gauntlet = Gauntlet::new(engines, first, rounds, 2, self_play);
                let mut met = BTreeMap::new();
                let mut openings = BTreeMap::new();
                for id in 1..=gauntlet.games() {
                    let fixture = gauntlet.fixture(id).unwrap();
                    assert_eq!(fixture.opening + 1, fixture.encounter);
                    *met.entry((fixture.round, fixture.seats[0], fixture.seats[1])).or_insert(0) += 1;
                    let mut pair = fixture.seats.clone();
                    pair.sort_unstable();
                    assert_eq!(openings.entry(fixture.opening).or_insert(pair.clone()), &pair);
                }
                for round in 1..=rounds {
                    for p1 in 0..engines {
                        for p2 in 0..engines {
                            let meet = (p1 < first) != (p2 < first) || self_play && p1 == p2;
                            let found = met.get(&(round, p1, p2)).copied().unwrap_or(0);
                            assert_eq!(found, i32::from(meet), "{engines} {first} {round} {p1} {p2}");
                        }
                    }
                }
                assert_eq!(gauntlet.fixture(0), None);
                assert_eq!(gauntlet.fixture(gauntlet.games() + 1), None);
            }
        }
    }

    #[test]
    fn with_one_game_an_encounter_the_colours_change_from_round_to_round() {
        let gauntlet = Gauntlet::new(4, 1, 2, 1, false);
        let seats: Vec<Vec<usize>> = (1..=6).map(|id| gauntlet.fixture(id).unwrap().seats).collect();
        for (one, other) in seats[..3].iter().zip(&seats[3..]) {
            assert_eq!((one[0], one[1]), (other[1], other[0]));
        }
    }
}
