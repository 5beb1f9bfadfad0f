//! The way through a schedule, stage by stage: the games of a stage can be played in any order, those
//! of the next are known or wanted only once all of them are over.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::{Fixture, Played, Schedule};

/// How far a tournament is.
#[derive(Clone, Debug)]
pub struct Course {
    schedule: Schedule,
    budget: Option<Duration>,
    /// Rounds, or the whole of a schedule that has none, that have been handed out.
    stages: u32,
    /// The last game that has been handed out.
    last: u64,
    /// Where games depend on results: all that have been handed out.
    known: Vec<Fixture>,
    scores: BTreeMap<u64, Vec<f64>>,
}

impl Course {
    /// The beginning. With a time budget a schedule that does not depend on results is handed out round
    /// by round, so that every pairing has played as much when it ends.
    pub fn new(schedule: Schedule, budget: Option<Duration>) -> Self {
        Self { schedule, budget, stages: 0, last: 0, known: Vec::new(), scores: BTreeMap::new() }
    }

    /// Takes note of a finished game.
    pub fn note(&mut self, id: u64, points: &[f64]) {
        if self.schedule.games_a_round().is_none() {
            self.scores.insert(id, points.to_vec());
        }
    }

    /// The numbers of the next games, all before them having been noted and `used` having passed since
    /// the beginning; `None` if it is over.
    pub fn next(&mut self, used: Duration) -> Option<RangeInclusive<u64>> {
        let games = match (self.schedule.games_a_round(), self.budget) {
            (Some(_), None) => self.schedule.games(),
            (Some(round), Some(budget)) => {
                // As long as the rounds before it on average.
                let expected = used.checked_div(self.stages).unwrap_or_default();
                if used + expected > budget {
                    return None;
                }
                (self.last + round).min(self.schedule.games())
            }
            (None, _) => {
                let scored = |fixture: &Fixture| {
                    let points = self.scores.get(&fixture.id)?.clone();
                    Some(Played { fixture: fixture.clone(), points })
                };
                let played: Option<Vec<Played>> = self.known.iter().map(scored).collect();
                self.known.extend(self.schedule.next(&played?));
                self.known.len() as u64
            }
        };
        if games == self.last {
            return None;
        }
        let first = self.last + 1;
        (self.stages, self.last) = (self.stages + 1, games);
        Some(first..=games)
    }

    /// A game that has been handed out, or whose seats do not depend on results.
    pub fn fixture(&self, id: u64) -> Option<Fixture> {
        match self.schedule.games_a_round() {
            Some(_) => self.schedule.fixture(id),
            None => self.known.get(usize::try_from(id.checked_sub(1)?).ok()?).cloned(),
        }
    }

    /// The last game that has been handed out.
    pub fn last(&self) -> u64 {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Knockout, RoundRobin, Swiss};

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn without_a_budget_a_round_robin_is_one_stage() {
        let mut course = Course::new(Schedule::RoundRobin(RoundRobin::new(4, 3, 2, false)), None);
        assert_eq!(course.next(Duration::ZERO), Some(1..=36));
        assert_eq!(course.next(100 * MINUTE), None);
    }

    #[test]
    fn a_budget_ends_with_a_whole_round() {
        let schedule = Schedule::RoundRobin(RoundRobin::new(4, 1_000_000, 2, false));
        let mut course = Course::new(schedule, Some(10 * MINUTE));
        assert_eq!(course.next(Duration::ZERO), Some(1..=12), "the first is always played");
        assert_eq!(course.next(3 * MINUTE), Some(13..=24));
        assert_eq!(course.next(6 * MINUTE), Some(25..=36), "would end after 9");
        assert_eq!(course.next(9 * MINUTE), None, "would end after 12");
        let mut slow = Course::new(schedule, Some(10 * MINUTE));
        assert_eq!(slow.next(Duration::ZERO), Some(1..=12));
        assert_eq!(slow.next(11 * MINUTE), None);
        let mut short = Course::new(Schedule::RoundRobin(RoundRobin::new(2, 1, 2, false)), Some(MINUTE));
        assert_eq!((short.next(Duration::ZERO), short.next(Duration::ZERO)), (Some(1..=2), None));
    }

    #[test]
    fn what_depends_on_results_waits_for_them_whatever_their_order() {
        for schedule in [Schedule::Swiss(Swiss::new(6, 3, 2)), Schedule::Knockout(Knockout::new(6, 1, 2))] {
            let run = |backwards: bool| {
                let mut course = Course::new(schedule, None);
                let mut all = Vec::new();
                while let Some(stage) = course.next(Duration::ZERO) {
                    let mut ids: Vec<u64> = stage.collect();
                    if backwards {
                        ids.reverse();
                        assert_eq!(course.clone().next(Duration::ZERO), None, "results are missing");
                    }
                    for id in ids {
                        let fixture = course.fixture(id).unwrap();
                        let first = f64::from(u8::from(fixture.seats[0] < fixture.seats[1]));
                        course.note(id, &[first, 1.0 - first]);
                        all.push(fixture);
                    }
                }
                all.sort_by_key(|fixture| fixture.id);
                assert_eq!(all.len() as u64, course.last());
                all
            };
            assert_eq!(run(false), run(true));
            assert_eq!(run(false).len() as u64, schedule.games());
        }
    }
}
