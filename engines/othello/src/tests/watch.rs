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

/// A host for whom others search as fast.
#[derive(Default)]
struct Helped {
    visited: Cell<u64>,
    told: Option<Info>,
}

impl Host for Helped {
    fn stopped(&self) -> bool {
        false
    }
    fn elapsed(&self) -> Duration {
        Duration::from_secs(2)
    }
    fn info(&mut self, info: &Info) {
        self.told = Some(info.clone());
    }
    fn visited(&self, nodes: u64) {
        self.visited.set(nodes);
    }
    fn others(&self) -> u64 {
        self.visited.get()
    }
}

#[test]
fn what_others_visit_who_search_along_is_told_and_counts_towards_the_limit() {
    let mut host = Helped::default();
    let mut watch = Watch::new(&mut host, Budget { nodes: 10_240, ..Budget::ENDLESS });
    while watch.visit().is_ok() {}
    assert!((5120..5400).contains(&watch.nodes()), "{}", watch.nodes());
    let nodes = watch.nodes();
    watch.report(Info::default());
    let told = host.told.map(|info| (info.nodes, info.time, info.nps));
    assert_eq!(told, Some((Some(2 * nodes), Some(2000), Some(nodes))));
}
