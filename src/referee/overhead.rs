//! How long the arena itself takes between an answer and the next question.

use std::time::Duration;

/// Counts of durations in classes, sixteen to every doubling, from a microsecond up: as many games as you like
/// in a fixed space, with an error of a tenth. No logarithm is reckoned, since every ply is counted.
#[derive(Clone, Debug)]
pub struct Overhead {
    counts: Vec<u64>,
    total: u64,
    worst: Duration,
}

/// Classes for a doubling, as a power of two.
const FINE: u32 = 4;
/// Nanoseconds below which all are alike, as a power of two.
const LEAST: u32 = 10;
/// Enough for a minute.
const CLASSES: usize = 26 << FINE;

impl Default for Overhead {
    fn default() -> Self {
        Self { counts: vec![0; CLASSES], total: 0, worst: Duration::ZERO }
    }
}

impl Overhead {
    /// Counts one.
    pub fn add(&mut self, duration: Duration) {
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX).max(1 << LEAST);
        let doublings = nanoseconds.ilog2();
        // The first digit of the binary number is 1, and the next ones are the class.
        let digits = (nanoseconds >> (doublings - FINE)) as usize - (1 << FINE);
        let class = (((doublings - LEAST) as usize) << FINE) + digits;
        self.counts[class.min(CLASSES - 1)] += 1;
        self.total += 1;
        self.worst = self.worst.max(duration);
    }

    /// Counts all that another has counted.
    pub fn merge(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.total += other.total;
        self.worst = self.worst.max(other.worst);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// The duration that a `share` (0..1) of all does not exceed, about; zero if there are none.
    pub fn quantile(&self, share: f64) -> Duration {
        let wanted = (share * self.total as f64).ceil() as u64;
        let mut sum = 0;
        let class = self.counts.iter().position(|count| {
            sum += count;
            sum >= wanted && sum > 0
        });
        let upper = |class: usize| {
            let (doublings, digits) = (class as u32 >> FINE, (class as u64) & ((1 << FINE) - 1));
            Duration::from_nanos(((1 << FINE) + digits + 1) << (doublings + LEAST - FINE))
        };
        class.map_or(Duration::ZERO, upper).min(self.worst)
    }

    /// The longest.
    pub fn worst(&self) -> Duration {
        self.worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_right_within_a_tenth() {
        let mut overhead = Overhead::default();
        assert_eq!(overhead.quantile(0.5), Duration::ZERO);
        for microseconds in 1..=1000 {
            overhead.add(Duration::from_micros(microseconds));
        }
        for (share, expected) in [(0.5, 500.0), (0.99, 990.0), (1.0, 1000.0)] {
            let found = overhead.quantile(share).as_secs_f64() * 1e6;
            assert!((found / expected - 1.0_f64).abs() < 0.1, "{share}: {found}");
        }
        assert_eq!((overhead.count(), overhead.worst()), (1000, Duration::from_millis(1)));
        for (duration, expected) in [
            (Duration::ZERO, Duration::ZERO),
            (Duration::MAX, Duration::MAX),
            (Duration::from_secs(70), Duration::from_secs(70)),
        ] {
            let mut one = Overhead::default();
            one.add(duration);
            let found = one.quantile(0.5);
            assert!(
                found <= expected && found.as_secs() >= expected.as_secs().min(60),
                "{duration:?}: {found:?}"
            );
        }
    }
}
