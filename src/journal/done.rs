//! Which games have been played already.

use std::ops::RangeInclusive;

/// Numbers of games, kept as stretches without a gap: games are played nearly in the order of their
/// numbers, so that a million of them take no room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done(Vec<RangeInclusive<u64>>);

impl Done {
    /// Adds a number; gives whether it is new.
    pub fn insert(&mut self, id: u64) -> bool {
        let at = self.0.partition_point(|run| *run.end() < id);
        if self.0.get(at).is_some_and(|run| run.contains(&id)) {
            return false;
        }
        // All before `at` end before it, all from `at` on begin after it.
        let before = at > 0 && *self.0[at - 1].end() + 1 == id;
        let after = self.0.get(at).is_some_and(|run| id + 1 == *run.start());
        match (before, after) {
            (true, true) => {
                let end = *self.0.remove(at).end();
                self.0[at - 1] = *self.0[at - 1].start()..=end;
            }
            (true, false) => self.0[at - 1] = *self.0[at - 1].start()..=id,
            (false, true) => self.0[at] = id..=*self.0[at].end(),
            (false, false) => self.0.insert(at, id..=id),
        }
        true
    }

    /// Whether a number is among them.
    pub fn contains(&self, id: u64) -> bool {
        let at = self.0.partition_point(|run| *run.end() < id);
        self.0.get(at).is_some_and(|run| run.contains(&id))
    }

    /// The first number from 1 that is missing.
    pub fn first_missing(&self) -> u64 {
        self.0.first().filter(|run| *run.start() <= 1).map_or(1, |run| run.end() + 1)
    }

    /// How many stretches there are: what it takes in memory.
    #[cfg(test)]
    fn stretches(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::random::Random;

    #[test]
    fn it_is_a_set_whatever_the_order() {
        let mut random = Random::new(11);
        for most in [1, 3, 10, 60] {
            let (mut done, mut set) = (Done::default(), BTreeSet::new());
            for _ in 0..300 {
                let id = random.below(most) as u64 + 1;
                assert_eq!(done.insert(id), set.insert(id));
                for id in 0..=most as u64 + 2 {
                    assert_eq!(done.contains(id), set.contains(&id), "{id} in {done:?}");
                }
                assert_eq!(done.first_missing(), (1..).find(|id| !set.contains(id)).unwrap());
            }
        }
    }

    #[test]
    fn a_million_games_that_end_a_little_out_of_order_take_no_room() {
        let mut done = Done::default();
        for pair in 0..500_000 {
            assert!(done.insert(2 * pair + 2) && done.insert(2 * pair + 1));
            assert!(done.stretches() <= 2);
        }
        assert_eq!((done.first_missing(), done.stretches()), (1_000_001, 1));
    }
}
