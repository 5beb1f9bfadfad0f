//! For engines in Rust: how long others keep the processor to themselves, as one sees who looks at the clock often.
//!
//! The trap is the last moment. A process that is not on a processor when its time is up answers late however often it
//! looks, so the longest time between two looks is remembered, and two more of it must fit: the end may fall
//! into one, and the answer into the next. Of a long time a tenth at most is kept back for that. A machine that was
//! loaded in the moves before is loaded still, and a short move may be over before it has seen that.

use std::time::Duration;

/// What may be kept back for gaps of however short a time: two long gaps on a machine with much more
/// work than processors. Of more than ten times as much it may be a tenth.
const KEPT_BACK: Duration = Duration::from_millis(50);

/// The times between two looks at the clock.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    last_look: Duration,
    /// The longest, or what is expected.
    longest: Duration,
    /// The longest that was seen.
    seen: Duration,
}

impl Gaps {
    /// From `now` on. Gaps as long as `expected` are expected, but for what would take more than four fifths of the
    /// `time` there is.
    pub fn new(now: Duration, time: Option<Duration>, expected: Duration) -> Self {
        let most = time.map_or(Duration::ZERO, |time| 2 * time / 5);
        Self { last_look: now, longest: expected.min(most), seen: Duration::ZERO }
    }

    /// Looks at the clock: whether `time` is up, or would be after two more gaps as long as the longest.
    pub fn is_late(&mut self, now: Duration, time: Duration) -> bool {
        let gap = now.saturating_sub(self.last_look);
        self.last_look = now;
        self.longest = self.longest.max(gap);
        self.seen = self.seen.max(gap);
        now + (2 * self.longest).min(KEPT_BACK.max(time / 10)) >= time
    }

    /// The longest that was seen.
    pub fn seen(&self) -> Duration {
        self.seen
    }
}

/// What gaps to expect in the next move, of those that were expected in this one and those that were seen: what was long
/// ago counts less and less.
pub fn expected(before: Duration, seen: Duration) -> Duration {
    seen.max(before * 15 / 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// When a search ends that looks every millisecond but is kept from it once, after the first three.
    fn end(time: u64, gap: u64, expected: u64) -> u64 {
        let mut gaps = Gaps::new(Duration::ZERO, Some(ms(time)), ms(expected));
        let mut looks = (1..).map(|look| if look > 3 { look + gap } else { look });
        looks.find(|&now| gaps.is_late(ms(now), ms(time))).expect("time passes")
    }

    #[test]
    fn a_search_ends_two_gaps_before_its_time_but_a_long_one_uses_nine_tenths_at_least() {
        for (time, gap, expected) in [
            (1000, 0, 998),
            (1000, 10, 978),
            (1000, 200, 900),
            (10_000, 200, 9598),
            (100, 20, 58),
            (100, 40, 50),
        ] {
            assert_eq!(end(time, gap, 0), expected, "of {time} ms with a gap of {gap}");
        }
    }

    #[test]
    fn a_gap_of_the_moves_before_is_expected_less_and_less_and_leaves_a_fifth_of_a_short_move() {
        assert_eq!([end(1000, 0, 20), end(1000, 0, 200), end(40, 0, 500)], [960, 900, 8]);
        let mut gap = ms(40);
        (0..16).for_each(|_| gap = expected(gap, ms(1)));
        assert!((ms(10)..ms(20)).contains(&gap), "{gap:?}");
        assert_eq!(expected(ms(40), ms(60)), ms(60));
    }
}
