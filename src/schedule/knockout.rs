//! Knockout: who loses a match is out.
//!
//! The engines are seeded in the order of the file: the first meets the last, and the first two can
//! meet only in the final. Where their number is no power of two, the first of them have no opponent in
//! the first round. A match is so many encounters; if it is even then, further ones are played, and if
//! it still is after [`REPLAYS`] of them, the better seeded engine goes on.

use super::{Fixture, Played};

/// The schedule of a knockout tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knockout {
    engines: usize,
    encounters: u32,
    repeat: u32,
}

/// How often an even match is played on.
pub const REPLAYS: u32 = 8;

impl Knockout {
    /// A knockout of so many engines, in matches of `encounters` encounters of `repeat` games.
    pub fn new(engines: usize, encounters: u32, repeat: u32) -> Self {
        Self { engines, encounters, repeat }
    }

    /// How many games there are if no match is even.
    pub fn games(&self) -> u64 {
        (self.engines as u64).saturating_sub(1) * u64::from(self.encounters) * u64::from(self.repeat)
    }

    /// The games that can be played next, all before them being `played`; none if it is over.
    pub fn next(&self, played: &[Played]) -> Vec<Fixture> {
        let mut field = bracket(self.engines);
        let mut round = 1;
        while field.len() > 1 {
            let pairs: Vec<(Option<usize>, Option<usize>)> =
                field.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            let matches = pairs.iter().filter_map(|&(one, other)| Some((one?, other?)));
            let open: Vec<(usize, usize, u32)> = matches
                .filter_map(|(one, other)| {
                    let so_far = Match::new(self, played, round, one, other);
                    so_far.winner.is_none().then_some((one, other, so_far.encounters))
                })
                .collect();
            if !open.is_empty() {
                return self.encounters(played, round, &open);
            }
            field = pairs
                .into_iter()
                .map(|pair| match pair {
                    (Some(one), Some(other)) => Match::new(self, played, round, one, other).winner,
                    (one, other) => one.or(other),
                })
                .collect();
            round += 1;
        }
        Vec::new()
    }

    /// The encounters that matches need: all of a new one, one more of an even one.
    fn encounters(&self, played: &[Played], round: u32, open: &[(usize, usize, u32)]) -> Vec<Fixture> {
        let (games, mut number) = super::counts(played);
        let mut fixtures = Vec::new();
        for &(one, other, before) in open {
            let more = if before == 0 { self.encounters } else { 1 };
            for at in before..before + more {
                let (p1, p2) = if at.is_multiple_of(2) { (one, other) } else { (other, one) };
                super::encounter(&mut fixtures, games, number, round, self.repeat, p1, p2);
                number += 1;
            }
        }
        fixtures
    }

    /// The winner, once it is over.
    pub fn winner(&self, played: &[Played]) -> Option<usize> {
        let last = played.last()?;
        if !self.next(played).is_empty() {
            return None;
        }
        let [one, other] = last.fixture.seats[..] else { return None };
        Match::new(self, played, last.fixture.round, one.min(other), one.max(other)).winner
    }
}

/// How a match stands.
struct Match {
    encounters: u32,
    winner: Option<usize>,
}

impl Match {
    fn new(knockout: &Knockout, played: &[Played], round: u32, one: usize, other: usize) -> Self {
        let mut scores = (0.0, 0.0);
        let mut games = 0;
        for Played { fixture, points } in played {
            match fixture.seats[..] {
                _ if fixture.round != round => continue,
                [p1, p2] if (p1, p2) == (one, other) => scores = (scores.0 + points[0], scores.1 + points[1]),
                [p1, p2] if (p1, p2) == (other, one) => scores = (scores.0 + points[1], scores.1 + points[0]),
                _ => continue,
            }
            games += 1;
        }
        let encounters = games / knockout.repeat;
        let lead = (2.0 * (scores.0 - scores.1)).round() as i64;
        let winner = match lead {
            _ if encounters < knockout.encounters => None,
            1.. => Some(one),
            ..=-1 => Some(other),
            0 if encounters >= knockout.encounters + REPLAYS => Some(one.min(other)),
            0 => None,
        };
        Self { encounters, winner }
    }
}

/// The places of the first round, two by two; `None` where there is nobody.
fn bracket(engines: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < engines {
        let size = 2 * places.len();
        places = places.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    places.into_iter().map(|seed| (seed < engines).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays it; `score` gives the points of the first of two engines in a game of an encounter.
    fn play(knockout: Knockout, score: impl Fn(usize, usize, u64) -> f64) -> Vec<Played> {
        let mut played: Vec<Played> = Vec::new();
        loop {
            let next = knockout.next(&played);
            if next.is_empty() {
                return played;
            }
            assert_eq!(next[0].id, played.len() as u64 + 1);
            for fixture in next {
                let points = score(fixture.seats[0], fixture.seats[1], fixture.encounter);
                played.push(Played { fixture, points: vec![points, 1.0 - points] });
            }
        }
    }

    #[test]
    fn the_better_seeded_meet_late() {
        assert_eq!(bracket(4), [Some(0), Some(3), Some(1), Some(2)]);
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5].map(Some));
        assert_eq!(bracket(5), [Some(0), None, Some(3), Some(4), Some(1), None, Some(2), None]);
        assert_eq!(bracket(1), [Some(0)]);
    }

    #[test]
    fn whoever_always_wins_is_the_winner_whatever_his_seed() {
        for engines in 2..=12 {
            for best in 0..engines {
                for (encounters, repeat) in [(1, 2), (2, 2), (1, 1), (3, 1)] {
                    let knockout = Knockout::new(engines, encounters, repeat);
                    let strength = |engine: usize| if engine == best { 99 } else { engine };
                    let played =
                        play(knockout, |one, other, _| f64::from(u8::from(strength(one) > strength(other))));
                    assert_eq!(played.len() as u64, knockout.games());
                    assert_eq!(knockout.winner(&played), Some(best), "{engines} engines");
                }
            }
        }
    }

    #[test]
    fn an_even_match_is_played_on_until_it_is_not_and_only_that_one() {
        let knockout = Knockout::new(4, 1, 2);
        // Engine 0 draws against 3 in its first three encounters; everything else is clear.
        let played = play(knockout, |one, other, encounter| match (one.min(other), one.max(other)) {
            (0, 3) if encounter < 5 => 0.5,
            (best, _) => f64::from(u8::from(one == best)),
        });
        let of = |one, other| {
            played
                .iter()
                .filter(|game| {
                    let seats = &game.fixture.seats;
                    seats.contains(&one) && seats.contains(&other)
                })
                .count()
        };
        assert_eq!((of(0, 3), of(1, 2), of(0, 1)), (8, 2, 2));
        assert_eq!(knockout.winner(&played), Some(0));
    }

    #[test]
    fn what_stays_even_goes_to_the_better_seeded() {
        let knockout = Knockout::new(3, 1, 2);
        let played = play(knockout, |_, _, _| 0.5);
        assert_eq!(knockout.winner(&played), Some(0));
        assert_eq!(played.len() as u32, 2 * 2 * (1 + REPLAYS));
    }
}
