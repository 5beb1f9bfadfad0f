//! When the watch ends a search.

use std::cell::Cell;
use std::time::Duration;

use arena::protocol::Info;
use arena::protocol::budget::{Budget, Host};

use crate::watch::Watch;

/// A host on which a millisecond passes between two looks, and once a gap.
struct Interrupted {
    looks: Cell<u32>,
    gap: Duration,
}

impl Host for Interrupted {
    fn stopped(&self) -> bool {
        false
    }
    fn elapsed(&self) -> Duration {
        let looks = self.looks.get();
        self.looks.set(looks + 1);
        Duration::from_millis(u64::from(looks)) + if looks > 3 { self.gap } else { Duration::ZERO }
    }
    fn info(&mut self, _info: &Info) {}
}

#[test]
fn a_search_ends_two_gaps_before_its_time_but_a_long_one_uses_nine_tenths_at_least() {
    for (time, gap, end) in [
        (1000, 0, 998..=999),
        (1000, 10, 975..=980),
        (1000, 200, 898..=902),
        (10_000, 200, 9590..=9600),
        (100, 20, 56..=60),
        (100, 40, 48..=52),
    ] {
        let mut host = Interrupted { looks: Cell::new(0), gap: Duration::from_millis(gap) };
        let budget = Budget { time: Some(Duration::from_millis(time)), ..Budget::ENDLESS };
        let mut watch = Watch::new(&mut host, budget);
        while watch.visit().is_ok() {}
        let used = watch.elapsed().as_millis() as u64;
        assert!(end.contains(&used), "{used} of {time} ms with a gap of {gap}");
    }
}
