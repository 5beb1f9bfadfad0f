//! Swiss: in every round engines meet others that have done as well so far, and nobody twice.
//!
//! Within a round the engines are ordered by their points, then as in the file, and paired from the top:
//! each with the next one that it has not met, going back where that leaves somebody without an opponent.
//! With an odd number the last one that had none yet has a bye, which counts for the pairing as a won
//! encounter. p1 in the first game of an encounter is the one that was so less often.

use super::{Fixture, Played};

/// The schedule of a Swiss tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiss {
    engines: usize,
    rounds: u32,
    repeat: u32,
}

/// How many ways of pairing are tried.
const TRIES: u32 = 200_000;

impl Swiss {
    /// `rounds` rounds among so many engines, with encounters of `repeat` games.
    pub fn new(engines: usize, rounds: u32, repeat: u32) -> Self {
        Self { engines, rounds, repeat }
    }

    /// How many games there are; fewer if a round cannot be paired without somebody meeting twice.
    pub fn games(&self) -> u64 {
        u64::from(self.rounds) * (self.engines as u64 / 2) * u64::from(self.repeat)
    }

    /// The most rounds that can be had without anybody meeting twice.
    pub fn most_rounds(engines: usize) -> u32 {
        (engines - usize::from(engines.is_multiple_of(2))) as u32
    }

    /// The rounds that usually find a winner: as many as halvings of the field leave one.
    pub fn usual_rounds(engines: usize) -> u32 {
        engines.next_power_of_two().trailing_zeros().clamp(1, Self::most_rounds(engines).max(1))
    }

    /// The games of the next round, all before them being `played`; none if it is over.
    pub fn next(&self, played: &[Played]) -> Vec<Fixture> {
        let round = played.last().map_or(0, |game| game.fixture.round) + 1;
        if round > self.rounds || self.engines < 2 {
            return Vec::new();
        }
        let field = Field::new(self, played, round - 1);
        let Some(pairs) = field.pairs() else { return Vec::new() };
        let (games, encounters) = super::counts(played);
        let mut fixtures = Vec::new();
        for (number, (one, other)) in (encounters..).zip(pairs) {
            let (p1, p2) = field.colours(one, other, number);
            super::encounter(&mut fixtures, games, number, round, self.repeat, p1, p2);
        }
        fixtures
    }
}

/// What is known of the engines before a round.
struct Field {
    /// The best first.
    order: Vec<usize>,
    met: Vec<Vec<bool>>,
    byes: Vec<u32>,
    /// How often each was p1 more than p2 in the first games of encounters.
    balance: Vec<i32>,
}

impl Field {
    fn new(swiss: &Swiss, played: &[Played], rounds: u32) -> Self {
        let engines = swiss.engines;
        let mut points = vec![0.0; engines];
        let mut met = vec![vec![false; engines]; engines];
        let mut balance = vec![0; engines];
        let mut seen = vec![0; engines];
        let mut encounter = 0;
        for Played { fixture, points: scores } in played {
            let [p1, p2] = fixture.seats[..] else { continue };
            points[p1] += scores[0];
            points[p2] += scores[1];
            (met[p1][p2], met[p2][p1]) = (true, true);
            if fixture.encounter != encounter {
                encounter = fixture.encounter;
                balance[p1] += 1;
                balance[p2] -= 1;
                seen[p1] += 1;
                seen[p2] += 1;
            }
        }
        let byes: Vec<u32> = seen.iter().map(|seen| rounds.saturating_sub(*seen)).collect();
        for (points, byes) in points.iter_mut().zip(&byes) {
            *points += f64::from(byes * swiss.repeat);
        }
        let mut order: Vec<usize> = (0..engines).collect();
        order.sort_by_key(|&engine| (std::cmp::Reverse((points[engine] * 1e6).round() as i64), engine));
        Self { order, met, byes, balance }
    }

    /// All pairs of the round; `None` if there is no way.
    fn pairs(&self) -> Option<Vec<(usize, usize)>> {
        let mut tries = TRIES;
        if self.order.len().is_multiple_of(2) {
            return self.pair(self.order.clone(), &mut tries);
        }
        // The bye goes to the last one that has had the fewest.
        let mut idle = self.order.clone();
        idle.reverse();
        idle.sort_by_key(|&engine| self.byes[engine]);
        idle.into_iter().find_map(|bye| {
            self.pair(self.order.iter().copied().filter(|&engine| engine != bye).collect(), &mut tries)
        })
    }

    /// Pairs those who are `left`, the best first.
    fn pair(&self, left: Vec<usize>, tries: &mut u32) -> Option<Vec<(usize, usize)>> {
        let Some((&best, others)) = left.split_first() else { return Some(Vec::new()) };
        for (at, &other) in others.iter().enumerate() {
            if self.met[best][other] {
                continue;
            }
            *tries = tries.checked_sub(1)?;
            let rest = others.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, &rest)| rest);
            if let Some(mut pairs) = self.pair(rest.collect(), tries) {
                pairs.insert(0, (best, other));
                return Some(pairs);
            }
        }
        None
    }

    /// Who of a pair is p1 in its first game.
    fn colours(&self, one: usize, other: usize, number: u64) -> (usize, usize) {
        match self.balance[one].cmp(&self.balance[other]) {
            std::cmp::Ordering::Less => (one, other),
            std::cmp::Ordering::Greater => (other, one),
            std::cmp::Ordering::Equal if number.is_multiple_of(2) => (one, other),
            std::cmp::Ordering::Equal => (other, one),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::random::Random;
    use crate::schedule::Fixture;

    /// Plays a whole tournament in which the engine of the lower number wins more often.
    fn play(swiss: Swiss, seed: u64) -> Vec<Played> {
        let mut random = Random::new(seed);
        let mut played = Vec::new();
        loop {
            let round = swiss.next(&played);
            if round.is_empty() {
                return played;
            }
            for fixture in round {
                let better = usize::from(fixture.seats[1] < fixture.seats[0]);
                let winner = if random.below(4) == 0 { 1 - better } else { better };
                let points = (0..2).map(|seat| f64::from(u8::from(seat == winner))).collect();
                played.push(Played { fixture, points });
            }
        }
    }

    #[test]
    fn nobody_meets_twice_and_everybody_plays_or_has_one_bye() {
        for engines in 2..=17 {
            for rounds in 1..=Swiss::usual_rounds(engines) {
                for repeat in [1, 2] {
                    let swiss = Swiss::new(engines, rounds, repeat);
                    let played = play(swiss, u64::from(rounds) * 100 + engines as u64);
                    assert_eq!(played.len() as u64, swiss.games(), "{engines} engines, {rounds} rounds");
                    let mut met = BTreeSet::new();
                    let mut games = vec![0; engines];
                    let mut first = vec![0_i32; engines];
                    for (at, Played { fixture, .. }) in played.iter().enumerate() {
                        assert_eq!(fixture.id, at as u64 + 1);
                        assert!(met.insert((fixture.seats[0], fixture.seats[1])), "{fixture:?}");
                        if repeat == 1 {
                            assert!(!met.contains(&(fixture.seats[1], fixture.seats[0])), "{fixture:?}");
                        }
                        games[fixture.seats[0]] += 1;
                        games[fixture.seats[1]] += 1;
                        first[fixture.seats[0]] += 1;
                        first[fixture.seats[1]] -= 1;
                    }
                    let whole = rounds * repeat;
                    let byes: Vec<u32> = games.iter().map(|games| (whole - games) / repeat).collect();
                    let most = u32::from(engines % 2 == 1);
                    assert!(byes.iter().all(|&byes| byes <= most), "{engines} engines: {byes:?}");
                    let bound = if repeat == 2 { 0 } else { 3 };
                    assert!(first.iter().all(|balance| balance.abs() <= bound), "{first:?}");
                }
            }
        }
    }

    #[test]
    fn those_who_have_done_as_well_meet() {
        let swiss = Swiss::new(8, 2, 2);
        let mut played = Vec::new();
        for fixture in swiss.next(&[]) {
            // The better placed win everything.
            let points = if fixture.seats[0] < fixture.seats[1] { vec![1.0, 0.0] } else { vec![0.0, 1.0] };
            played.push(Played { fixture, points });
        }
        let pairs = |fixtures: &[Fixture]| -> BTreeSet<Vec<usize>> {
            fixtures
                .iter()
                .map(|fixture| {
                    let mut pair = fixture.seats.clone();
                    pair.sort_unstable();
                    pair
                })
                .collect()
        };
        let first: Vec<Fixture> = played.iter().map(|game| game.fixture.clone()).collect();
        assert_eq!(pairs(&first), BTreeSet::from([vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]]));
        assert_eq!(
            pairs(&swiss.next(&played)),
            BTreeSet::from([vec![0, 2], vec![4, 6], vec![1, 3], vec![5, 7]])
        );
    }

    #[test]
    fn the_last_without_a_bye_sits_out_and_is_paired_as_if_it_had_won() {
        let swiss = Swiss::new(5, 3, 2);
        let mut played: Vec<Played> = Vec::new();
        let mut idle = Vec::new();
        let mut met = Vec::new();
        for _ in 0..3 {
            let round = swiss.next(&played);
            idle.extend((0..5).filter(|engine| round.iter().all(|game| !game.seats.contains(engine))));
            let mut pairs: Vec<[usize; 2]> = Vec::new();
            for fixture in round {
                let (better, worse) =
                    (*fixture.seats.iter().min().unwrap(), *fixture.seats.iter().max().unwrap());
                pairs.push([better, worse]);
                let points = fixture.seats.iter().map(|&seat| f64::from(u8::from(seat == better))).collect();
                played.push(Played { fixture, points });
            }
            pairs.sort_unstable();
            pairs.dedup();
            met.push(pairs);
        }
        // After the first round 0, 2 and, by its bye, 4 have won both games of an encounter: 4 meets 1 because 0 meets
        // 2. In the second round 3 is the last of those who have had none, in the third 2.
        assert_eq!(idle, [4, 3, 2]);
        assert_eq!(met, [vec![[0, 1], [2, 3]], vec![[0, 2], [1, 4]], vec![[0, 4], [1, 3]]]);
    }

    #[test]
    fn large_fields_are_paired_quickly() {
        let swiss = Swiss::new(201, 8, 2);
        assert_eq!(play(swiss, 1).len() as u64, swiss.games());
    }

    #[test]
    fn as_many_rounds_as_find_a_winner() {
        for (engines, rounds, most) in [(2, 1, 1), (3, 2, 3), (4, 2, 3), (5, 3, 5), (8, 3, 7), (9, 4, 9)] {
            assert_eq!((Swiss::usual_rounds(engines), Swiss::most_rounds(engines)), (rounds, most));
        }
    }
}
