//! Everybody against everybody.
//!
//! A round gives every pairing one encounter: games from one opening, usually two, with the seats
//! changed from game to game. Where their number is odd, who has p1 once more changes with the rounds.
//! The pairs come in the order of the circle method (one engine stays, the others go round it), turn
//! by turn: in a turn every engine meets one other, so that no engine waits for the end of a round
//! and standings on the way compare like with like. With an odd number one engine has a bye each
//! turn.
//!
//! With self-play every engine also plays one game against itself a round, which is an encounter of
//! its own: with an odd number in its bye, with an even number after the last turn.

use super::{Fixture, round_of};

/// The schedule of a round-robin tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    engines: u64,
    rounds: u32,
    repeat: u64,
    self_play: bool,
}

impl RoundRobin {
    /// `rounds` rounds among so many engines, with encounters of `repeat` games.
    pub fn new(engines: usize, rounds: u32, repeat: u32, self_play: bool) -> Self {
        Self { engines: engines as u64, rounds, repeat: repeat.into(), self_play }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        u64::from(self.rounds) * self.games_a_round()
    }

    /// Game number `id`, from 1; `None` if there is no such game.
    pub fn fixture(&self, id: u64) -> Option<Fixture> {
        let (round, game) = round_of(id, self.games(), self.games_a_round())?;
        let (encounter, first, second, swapped) = self.in_round(game);
        // Who has p1 first changes from round to round; within an encounter both have it once.
        let (p1, p2) = if swapped == (round % 2 == 0) { (second, first) } else { (first, second) };
        let encounters_before = round * self.encounters_a_round() + encounter;
        Some(Fixture {
            id,
            round: round as u32 + 1,
            encounter: encounters_before + 1,
            seats: vec![p1 as usize, p2 as usize],
            opening: encounters_before,
        })
    }

    /// All games in order.
    pub fn iter(&self) -> impl Iterator<Item = Fixture> + use<> {
        let schedule = *self;
        (1..=schedule.games()).filter_map(move |id| schedule.fixture(id))
    }

    /// How many games a round has.
    pub fn games_a_round(&self) -> u64 {
        self.engines * self.engines.saturating_sub(1) / 2 * self.repeat + self.selves()
    }

    fn encounters_a_round(&self) -> u64 {
        self.engines * self.engines.saturating_sub(1) / 2 + self.selves()
    }

    /// Games of an engine against itself in a round.
    fn selves(&self) -> u64 {
        if self.self_play { self.engines } else { 0 }
    }

    fn is_odd(&self) -> bool {
        self.engines % 2 == 1
    }

    /// Game `game` of a round, from 0: its encounter's number in the round, the two engines, and
    /// whether their seats are changed in this game.
    fn in_round(&self, game: u64) -> (u64, u64, u64, bool) {
        let pairs = self.engines / 2;
        let in_bye = u64::from(self.self_play && self.is_odd());
        let games_a_turn = self.repeat * pairs + in_bye;
        // With an odd number the circle has one place more, and whoever meets it has the bye.
        let turns = if self.is_odd() { self.engines } else { self.engines - 1 };
        let (turn, game) = (game / games_a_turn, game % games_a_turn);
        let encounters_before = turn * (pairs + in_bye);
        if turn >= turns {
            // After the last turn of an even number: all against themselves, a turn's worth of games.
            let engine = (turn - turns) * games_a_turn + game;
            return (turns * pairs + engine, engine, engine, false);
        }
        if game < in_bye {
            return (encounters_before, turn, turn, false);
        }
        let pair = (game - in_bye) / self.repeat;
        let swapped = (game - in_bye) % self.repeat % 2 == 1;
        let (first, second) = if self.is_odd() {
            Self::opposite(turn, pair + 1, turns)
        } else if pair > 0 {
            Self::opposite(turn, pair, turns)
        } else if turn.is_multiple_of(2) {
            (turn, turns)
        } else {
            // The engine that stays changes seats from turn to turn, as going round does for others.
            (turns, turn)
        };
        (encounters_before + in_bye + pair, first, second, swapped)
    }

    /// The engines `steps` to either side of `turn` on a circle of `places`.
    fn opposite(turn: u64, steps: u64, places: u64) -> (u64, u64) {
        ((turn + steps) % places, (turn + places - steps) % places)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn every_schedule() -> impl Iterator<Item = (usize, u32, bool, RoundRobin)> {
        (1..=12).flat_map(|engines| {
            (1..=3).flat_map(move |rounds| {
                [false, true].map(|self_play| {
                    (engines, rounds, self_play, RoundRobin::new(engines, rounds, 2, self_play))
                })
            })
        })
    }

    #[test]
    fn every_ordered_pair_meets_once_a_round() {
        for (engines, rounds, self_play, schedule) in every_schedule() {
            let mut met = BTreeMap::new();
            for fixture in schedule.iter() {
                *met.entry((fixture.round, fixture.seats[0], fixture.seats[1])).or_insert(0) += 1;
            }
            for round in 1..=rounds {
                for p1 in 0..engines {
                    for p2 in 0..engines {
                        let expected = i32::from(p1 != p2 || self_play);
                        let times = met.remove(&(round, p1, p2)).unwrap_or(0);
                        assert_eq!(times, expected, "{schedule:?}, {p1} and {p2} in round {round}");
                    }
                }
            }
            assert!(met.is_empty(), "{schedule:?}: {met:?}");
        }
    }

    #[test]
    fn games_and_encounters_are_numbered_without_gaps() {
        for (.., schedule) in every_schedule() {
            let fixtures: Vec<Fixture> = schedule.iter().collect();
            assert_eq!(fixtures.len() as u64, schedule.games());
            let (mut encounter, mut round) = (0, 1);
            for (fixture, id) in fixtures.iter().zip(1..) {
                assert_eq!(fixture.id, id);
                assert_eq!(fixture.opening + 1, fixture.encounter);
                if fixture.encounter != encounter {
                    encounter += 1;
                }
                assert_eq!(fixture.encounter, encounter);
                assert!(fixture.round == round || fixture.round == round + 1);
                round = fixture.round;
            }
            assert_eq!(schedule.fixture(0), None);
            assert_eq!(schedule.fixture(schedule.games() + 1), None);
            assert_eq!(schedule.fixture(u64::MAX), None);
        }
    }

    #[test]
    fn an_encounter_is_two_games_with_the_seats_changed_or_one_against_oneself() {
        for (.., schedule) in every_schedule() {
            let fixtures: Vec<Fixture> = schedule.iter().collect();
            for encounter in fixtures.chunk_by(|a, b| a.encounter == b.encounter) {
                let seats: Vec<&[usize]> = encounter.iter().map(|fixture| &*fixture.seats).collect();
                match seats[..] {
                    [&[a, b], &[c, d]] => assert!(a != b && (a, b) == (d, c), "{encounter:?}"),
                    [&[a, b]] => assert_eq!(a, b, "{encounter:?}"),
                    _ => panic!("{encounter:?}"),
                }
            }
        }
    }

    #[test]
    fn nobody_is_ever_far_ahead_of_another() {
        for (engines, _, _, schedule) in every_schedule() {
            let mut played = vec![0_i32; engines];
            // Two games are an encounter; with an odd number a bye is another one.
            let bound = if engines % 2 == 0 { 2 } else { 4 };
            for fixture in schedule.iter() {
                for engine in BTreeSet::from_iter(fixture.seats) {
                    played[engine] += 1;
                }
                let ahead = played.iter().max().unwrap() - played.iter().min().unwrap();
                assert!(ahead <= bound, "{schedule:?}, after game {}: {played:?}", fixture.id);
            }
            assert!(played.iter().all(|&games| games == played[0]), "{schedule:?}: {played:?}");
        }
    }

    #[test]
    fn who_begins_as_p1_changes_from_round_to_round_and_is_shared_within_one() {
        for (engines, rounds, self_play, schedule) in every_schedule() {
            let mut firsts = BTreeMap::new();
            let mut begun = vec![[0_i32; 2]; engines];
            let fixtures: Vec<Fixture> = schedule.iter().collect();
            for encounter in fixtures.chunk_by(|a, b| a.encounter == b.encounter) {
                let [p1, p2] = encounter[0].seats[..] else { panic!("{encounter:?}") };
                if p1 == p2 {
                    continue;
                }
                let pair = (p1.min(p2), p1.max(p2));
                if let Some(before) = firsts.insert(pair, p1) {
                    assert_ne!(before, p1, "{schedule:?}, {pair:?}");
                }
                if encounter[0].round == 1 {
                    begun[p1][0] += 1;
                    begun[p2][1] += 1;
                }
            }
            if rounds == 1 && !self_play {
                assert!(begun.iter().all(|[p1, p2]| (p1 - p2).abs() <= 1), "{engines}: {begun:?}");
            }
        }
    }

    #[test]
    fn a_million_games_are_computed_not_stored() {
        let schedule = RoundRobin::new(1_000, 1_000_000, 2, true);
        assert_eq!(schedule.games(), 1_000_000_000_000);
        let last = schedule.fixture(schedule.games()).unwrap();
        assert_eq!((last.round, last.seats), (1_000_000, vec![999, 999]));
    }

    #[test]
    fn three_engines_play_themselves_in_their_byes() {
        let seats: Vec<Vec<usize>> = RoundRobin::new(3, 1, 2, true).iter().map(|game| game.seats).collect();
        let expected = [[0, 0], [1, 2], [2, 1], [1, 1], [2, 0], [0, 2], [2, 2], [0, 1], [1, 0]];
        assert_eq!(seats, expected);
        assert_eq!(RoundRobin::new(1, 1, 2, false).games(), 0);
        assert_eq!(RoundRobin::new(0, 3, 2, true).games(), 0);
    }
}
