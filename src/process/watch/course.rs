//! What an engine has lost of the time in which an answer is owed, and to whom.
//!
//! On a machine that others use as well, a thread that is ready to run waits; on a machine that stood still,
//! nothing runs. Both are no fault of the engine's. But a thread may also wait for others of its own engine,
//! and the arena may come late because of them: who used the processors meanwhile tells one from the other.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::super::tree::Thread;
use super::EVERY;

/// How many looks are kept: for some seconds, longer than a few hundred threads keep one of them waiting.
const LOOKS: usize = 256;
/// How late a look may be without anything being the matter.
const ON_TIME: Duration = Duration::from_millis(50);

/// An engine in the course of a question.
#[derive(Debug)]
pub(super) struct Course {
    /// The last looks; never empty.
    looks: VecDeque<Look>,
    /// Its threads in the last one, by their numbers.
    threads: Vec<Thread>,
    turn: u64,
    /// What was lost in this turn before all the looks that are kept.
    starved: Duration,
    stood_still: Duration,
}

/// A look at an engine, and what has been lost since the one before.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: Instant,
    /// The processor time that it had used until then.
    cpu: Duration,
    turn: u64,
    starved: Duration,
    stood_still: Duration,
}

/// What an engine has lost since it was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// How long a thread of it, ready to run, waited for a processor that somebody else used. A wait that
    /// still goes on is not known to the system.
    pub starved: Duration,
    /// For how long nobody looked, and the engine did not work either: the machine, or all of the
    /// arena's processes, stood still.
    pub stood_still: Duration,
    /// Since the last look before its deadline: the time of its processors that it has not used itself. The arena
    /// cannot have been kept for longer by others.
    pub free: Duration,
}

impl Course {
    /// That of an engine which is being started.
    pub(super) fn new(at: Instant, turn: u64) -> Self {
        let begin =
            Look { at, cpu: Duration::ZERO, turn, starved: Duration::ZERO, stood_still: Duration::ZERO };
        Self {
            looks: VecDeque::from([begin]),
            threads: Vec::new(),
            turn,
            starved: Duration::ZERO,
            stood_still: Duration::ZERO,
        }
    }

    /// Takes note of a look in the turn of this number: `cpu` is what it has used until now, and it shares
    /// `cores` processors with those that it plays with.
    pub(super) fn look(
        &mut self,
        turn: u64,
        at: Instant,
        cpu: Duration,
        mut threads: Vec<Thread>,
        cores: u32,
    ) {
        if self.turn != turn {
            self.turn = turn;
            self.starved = Duration::ZERO;
            self.stood_still = Duration::ZERO;
        }
        if self.looks.len() == LOOKS
            && let Some(oldest) = self.looks.pop_front()
            && oldest.turn == turn
        {
            self.starved += oldest.starved;
            self.stood_still += oldest.stood_still;
        }
        let before = self.looks[self.looks.len() - 1];
        let elapsed = at.saturating_duration_since(before.at);
        let is_late = elapsed > EVERY + ON_TIME;
        let idle = elapsed.saturating_sub(EVERY).saturating_sub(cpu.saturating_sub(before.cpu));
        let stood_still = if is_late { idle } else { Duration::ZERO };
        self.looks.push_back(Look { at, cpu, turn, starved: Duration::ZERO, stood_still });
        threads.sort_unstable_by_key(|thread| thread.id);
        let kept = threads.iter().map(|thread| self.kept(thread, at, cores));
        if let Some((kept, since)) = kept.max()
            && !kept.is_zero()
        {
            self.spread(kept, since, cores);
        }
        self.threads = threads;
    }

    /// For how long a thread was kept from running, by others than its own engine, in waits that have ended since
    /// the last look, and since when.
    fn kept(&self, thread: &Thread, now: Instant, cores: u32) -> (Duration, Instant) {
        let before = self.threads.binary_search_by_key(&thread.id, |other| other.id);
        let before = before.map(|at| self.threads[at]).unwrap_or_default();
        let waited = thread.waited.saturating_sub(before.waited);
        let ran = thread.ran.saturating_sub(before.ran);
        // A wait becomes known at its end, and may have begun long before the last look.
        let oldest = self.looks[0].at;
        let since = now.checked_sub(waited + ran).unwrap_or(oldest).max(oldest);
        let others = self.used_since(since).saturating_sub(ran);
        (waited.min(now.saturating_duration_since(since)).saturating_sub(others / cores), since)
    }

    /// Spreads what was lost since then over the times in which it can have been: several threads may have waited
    /// at the same time.
    fn spread(&mut self, kept: Duration, since: Instant, cores: u32) {
        let free = |before: &Look, after: &Look| {
            let elapsed = after.at.saturating_duration_since(before.at.max(since));
            elapsed.saturating_sub(after.cpu.saturating_sub(before.cpu) / cores)
        };
        let pairs = self.looks.iter().zip(self.looks.iter().skip(1));
        let all: Duration = pairs.map(|(before, after)| free(before, after)).sum();
        let share = kept.as_secs_f64() / all.max(kept).as_secs_f64();
        let mut before = self.looks[0];
        for look in self.looks.iter_mut().skip(1) {
            look.starved = look.starved.max(free(&before, look).mul_f64(share));
            before = *look;
        }
    }

    /// The processor time used since then.
    fn used_since(&self, since: Instant) -> Duration {
        let now = self.looks[self.looks.len() - 1].cpu;
        let at = self.looks.partition_point(|look| look.at <= since).clamp(1, self.looks.len() - 1);
        let (before, after) = (self.looks[at - 1], self.looks[at]);
        let between = after.at.saturating_duration_since(before.at).as_secs_f64();
        let part = after.at.saturating_duration_since(since).as_secs_f64() / between.max(f64::MIN_POSITIVE);
        let used = after.cpu.saturating_sub(before.cpu).mul_f64(part.clamp(0.0, 1.0));
        now.saturating_sub(after.cpu) + used
    }

    /// What has been lost of the time from `asked` on, in this turn, in which an answer was owed until `deadline`.
    pub(super) fn lost(&self, asked: Instant, deadline: Instant, cores: u32) -> Lost {
        let now = self.looks[self.looks.len() - 1];
        let then = self.looks.iter().rev().find(|look| look.at <= deadline).unwrap_or(&self.looks[0]);
        let all = now.at.saturating_duration_since(then.at) * cores;
        // What is known of the turn begins with the look before it.
        let most = now.at.saturating_duration_since(asked);
        let turn = self.looks.iter().filter(|look| look.turn == self.turn);
        let (starved, stood_still) = turn.fold((self.starved, self.stood_still), |(starved, still), look| {
            (starved + look.starved, still + look.stood_still)
        });
        Lost {
            starved: starved.min(most),
            stood_still: stood_still.min(most),
            free: all.saturating_sub(now.cpu.saturating_sub(then.cpu)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn thread(id: i32, ran: u64, waited: u64) -> Thread {
        Thread { id, ran: ms(ran), waited: ms(waited) }
    }

    /// What is lost on `cores` cores after looks at a question asked at 0: when, and threads with what they have
    /// run and waited until then.
    fn lost(cores: u32, deadline: u64, looks: &[(u64, Vec<Thread>)]) -> [u128; 3] {
        let begin = Instant::now();
        let mut course = Course::new(begin, 1);
        for (at, threads) in looks {
            let cpu = threads.iter().map(|thread| thread.ran).sum();
            course.look(1, begin + ms(*at), cpu, threads.clone(), cores);
        }
        let Lost { starved, stood_still, free } = course.lost(begin, begin + ms(deadline), cores);
        [starved, stood_still, free].map(|time| time.as_millis())
    }

    /// Looks every 25 ms until `end`, at threads that are told by `threads` at each time.
    fn looks(end: u64, threads: impl Fn(u64) -> Vec<Thread>) -> Vec<(u64, Vec<Thread>)> {
        (1..=end / 25).map(|number| (number * 25, threads(number * 25))).collect()
    }

    #[test]
    fn who_waits_for_others_has_lost_time_and_who_waits_for_himself_has_not() {
        for (what, cores, looks, expected) in [
            ("asleep", 1, looks(1000, |_| vec![thread(1, 0, 0)]), [0, 0, 25]),
            ("at work alone", 1, looks(1000, |at| vec![thread(1, at, 0)]), [0, 0, 0]),
            ("half of a core", 1, looks(1000, |at| vec![thread(1, at / 2, at / 2)]), [500, 0, 13]),
            (
                "two threads",
                1,
                looks(1000, |at| (1..3).map(|id| thread(id, at / 2, at / 2)).collect()),
                [0, 0, 1],
            ),
            (
                "a burst of two threads after a rest",
                1,
                looks(1000, |at| {
                    let at = at.saturating_sub(500);
                    (1..3).map(|id| thread(id, at / 2, at / 2)).collect()
                }),
                [0, 0, 1],
            ),
            (
                "two threads and another's",
                1,
                looks(1000, |at| (1..3).map(|id| thread(id, at / 3, at * 2 / 3)).collect()),
                // Not what the one waited while the other ran.
                [333, 0, 9],
            ),
            (
                "several threads and another's, in long rounds",
                1,
                looks(1000, |at| {
                    // Five rounds of 200 ms, in which each of four runs for 25 ms and somebody else for 100.
                    let each = |id: u64| {
                        let rounds = (at + 175 - 25 * id) / 200;
                        thread(id as i32, 25 * rounds, (175 * rounds).saturating_sub(25 * (7 - id)))
                    };
                    (0..4).map(each).collect()
                }),
                // The last wait still goes on.
                [400, 0, 25],
            ),
            (
                "many threads that each wait long for the rest, after a rest",
                1,
                looks(1000, |at| {
                    let at = at.saturating_sub(500);
                    // Each runs once in a round of 250 ms, and that it waited becomes known then.
                    (0..10)
                        .map(|id| {
                            let rounds = (at + 225 - 25 * id) / 250;
                            thread(id as i32, 25 * rounds, (225 * rounds).saturating_sub(25 * (9 - id)))
                        })
                        .collect()
                }),
                [0, 0, 0],
            ),
            ("two cores, one used", 2, looks(1000, |at| vec![thread(1, at, 0)]), [0, 0, 25]),
        ] {
            let [starved, still, free] = lost(cores, 1000 - 25, &looks);
            let near = |a: u128, b: u128| a.abs_diff(b) <= 30;
            assert!(near(starved, expected[0]) && still == expected[1], "{what}: {starved} {still}");
            assert!(free.abs_diff(expected[2]) <= 1, "{what}: {free}");
        }
    }

    #[test]
    fn a_long_wait_is_known_at_its_end() {
        let mut all = looks(500, |_| vec![thread(1, 0, 0)]);
        all.push((525, vec![thread(1, 5, 400)]));
        assert_eq!(lost(1, 1000, &all)[0], 400);
    }

    #[test]
    fn what_stood_still_did_not_work() {
        for (worked, still) in [(0, 975), (400, 575), (990, 0)] {
            let looks = [(25, vec![thread(1, 0, 0)]), (1025, vec![thread(1, worked, 0)])];
            assert_eq!(lost(1, 3000, &looks)[1], still);
        }
        // Looks that come a little late are what a busy machine has.
        let looks: Vec<_> = (1..10).map(|number| (number * 70, vec![thread(1, 0, 0)])).collect();
        assert_eq!(lost(1, 3000, &looks)[1], 0);
    }

    #[test]
    fn of_the_time_after_the_deadline_what_the_engine_used_itself_is_not_free() {
        let busy_from = |begin: u64| looks(1100, move |at| vec![thread(1, at.saturating_sub(begin), 0)]);
        for (begin, free) in [(0, 0), (1000, 0), (1050, 50), (1100, 100)] {
            assert_eq!(lost(1, 1010, &busy_from(begin))[2], free, "busy from {begin}");
        }
    }

    #[test]
    fn a_new_turn_begins_with_nothing_lost() {
        let begin = Instant::now();
        let mut course = Course::new(begin, 1);
        course.look(1, begin + ms(500), ms(0), vec![thread(1, 0, 300)], 1);
        assert_eq!(course.lost(begin, begin + ms(500), 1).starved, ms(300));
        course.look(3, begin + ms(525), ms(0), vec![thread(1, 0, 300)], 1);
        let lost = course.lost(begin + ms(510), begin + ms(900), 1);
        assert_eq!((lost.starved, lost.stood_still), (ms(0), ms(0)));
    }
}
