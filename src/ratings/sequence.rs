//! A sequential test on a tournament's games, which end in any order: encounters count in the order of
//! their numbers, so that the verdict depends on nothing but the games.

use std::collections::BTreeMap;

use super::sprt::{Running, Sprt};

/// A test that is fed with games of a match: game 2n - 1 and 2n are an encounter.
#[derive(Clone, Debug)]
pub struct Sequence {
    running: Running,
    /// Points of games that wait for earlier ones.
    waiting: BTreeMap<u64, f64>,
    /// The last game that counts.
    last: u64,
}

impl Sequence {
    /// Nothing played yet.
    pub fn new(sprt: Sprt) -> Self {
        Self { running: Running::new(sprt, 2), waiting: BTreeMap::new(), last: 0 }
    }

    /// Adds game number `id` with the points of the engine under test. Gives whether more encounters count
    /// now.
    pub fn add(&mut self, id: u64, points: f64) -> bool {
        self.waiting.insert(id, points);
        let before = self.last;
        while self.running.verdict().is_none()
            && let (Some(&one), Some(&other)) =
                (self.waiting.get(&(self.last + 1)), self.waiting.get(&(self.last + 2)))
        {
            self.waiting.remove(&(self.last + 1));
            self.waiting.remove(&(self.last + 2));
            self.running.add(one + other);
            self.last += 2;
        }
        self.last > before
    }

    /// The test as it stands.
    pub fn running(&self) -> &Running {
        &self.running
    }

    /// The last game that counts, once there is a verdict.
    pub fn decided_by(&self) -> Option<u64> {
        self.running.verdict().map(|_| self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::random::Random;
    use crate::ratings::sprt::{Model, Verdict};

    #[test]
    fn the_verdict_does_not_depend_on_the_order_in_which_games_end() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        let mut random = Random::new(5);
        let games: Vec<(u64, f64)> =
            (1..=2000).map(|id| (id, [0.0, 0.5, 1.0, 1.0][random.below(4)])).collect();
        let run = |games: &[(u64, f64)]| {
            let mut sequence = Sequence::new(sprt);
            games.iter().for_each(|&(id, points)| {
                sequence.add(id, points);
            });
            (sequence.decided_by(), sequence.running().llr(), sequence.running().verdict())
        };
        let in_order = run(&games);
        assert_eq!(in_order.2, Some(Verdict::H1));
        assert!(in_order.0.is_some_and(|last| last % 2 == 0 && last < 2000), "{in_order:?}");
        for _ in 0..10 {
            let mut shuffled = games.clone();
            shuffled.chunks_mut(16).for_each(|chunk| random.shuffle(chunk));
            assert_eq!(run(&shuffled), in_order);
        }
        random.shuffle(&mut games.clone());
        assert_eq!(run(&games.iter().rev().copied().collect::<Vec<_>>()), in_order);
    }
}
