//! The source of chance: a small generator whose numbers stay the same for ever.
//!
//! Openings, deals and the engines' own choices come from here, and a tournament must be repeatable
//! from its seed years later. General purpose crates reserve the right to change their streams, so
//! this one is ours: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
//! generators", OOPSLA 2014).

/// A SplitMix64 generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// A generator for `seed`; every seed, zero too, gives a stream of full period.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for one of many independent purposes under the same seed, such as
    /// `Random::derived(seed, &[OPENINGS, 17])`.
    pub fn derived(seed: u64, purpose: &[u64]) -> Self {
        let mut state = seed;
        for &word in purpose {
            state = Self(state ^ word.wrapping_mul(0xd6e8_feb8_6659_fd93)).next_u64();
        }
        Self(state)
    }

    /// The next number, uniform over all of `u64`.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`, uniform without bias (Lemire: "Fast random integer generation in an
    /// interval", 2019).
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a choice among none");
        let bound = bound as u64;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    /// One of `items`, or `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Brings `items` into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_value_below_a_bound_comes_about_equally_often() {
        let mut random = Random::new(7);
        let mut counts = [0; 5];
        for _ in 0..50_000 {
            counts[random.below(5)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn purposes_under_one_seed_do_not_share_a_stream() {
        let first = |purpose: &[u64]| Random::derived(42, purpose).next_u64();
        assert_ne!(first(&[1, 2]), first(&[2, 1]));
        assert_ne!(first(&[1]), first(&[2]));
        assert_eq!(first(&[1, 2]), first(&[1, 2]));
    }
}
