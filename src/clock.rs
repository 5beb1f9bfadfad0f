//! Time controls and clocks: who may think how long, and whether an answer came in time. Pure
//! arithmetic on durations; measuring them is the engine's affair.

use std::time::Duration;

use crate::protocol;

/// How an engine's time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So much for every move; what is not used is lost.
    PerMove(Duration),
    /// A clock for the whole game.
    Clock {
        /// What it starts with.
        base: Duration,
        /// What every move adds.
        increment: Duration,
    },
}

/// What an engine may use for its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time, as the engine is told it. `None` where only depth or nodes are given: the engine is
    /// told of no time, and [`UNTOLD`] a move holds.
    pub budget: Option<Budget>,
    /// Plies to look ahead, if limited.
    pub depth: Option<u32>,
    /// Positions to visit, if limited.
    pub nodes: Option<u64>,
    /// What an answer may be late before it loses: the arena's own error, not the engine's time.
    pub margin: Duration,
}

/// The time for a move where the engine is given none.
pub const UNTOLD: Duration = Duration::from_secs(60);

/// How an answer stands to the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Within the limit.
    InTime,
    /// Over the limit, within limit and margin: played, and counted.
    Late,
    /// Over both: the game is lost.
    Over,
}

/// One seat's clock during a game.
#[derive(Clone, Debug)]
pub struct SeatClock {
    control: TimeControl,
    left: Duration,
}

impl SeatClock {
    /// A clock before the first move.
    pub fn new(control: TimeControl) -> Self {
        let left = match control.budget {
            None => UNTOLD,
            Some(Budget::PerMove(limit)) => limit,
            Some(Budget::Clock { base, .. }) => base,
        };
        Self { control, left }
    }

    /// The control it runs by.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The time for the next move, without the margin.
    pub fn limit(&self) -> Duration {
        self.left
    }

    /// The time after which the next move is lost.
    pub fn deadline(&self) -> Duration {
        self.left + self.control.margin
    }

    /// Takes `used` off for a move that was answered.
    pub fn charge(&mut self, used: Duration) -> Timing {
        let timing = if used <= self.left {
            Timing::InTime
        } else if used <= self.deadline() {
            Timing::Late
        } else {
            Timing::Over
        };
        if let Some(Budget::Clock { increment, .. }) = self.control.budget {
            self.left = self.left.saturating_sub(used) + increment;
        }
        timing
    }
}

/// What the engine at `seat` is told with `go`, given everybody's clocks.
pub fn limits(clocks: &[SeatClock], seat: usize) -> protocol::Limits {
    let control = &clocks[seat].control;
    let mut limits =
        protocol::Limits { depth: control.depth, nodes: control.nodes, ..protocol::Limits::default() };
    match control.budget {
        None => {}
        Some(Budget::PerMove(limit)) => limits.movetime = Some(limit),
        Some(Budget::Clock { .. }) => {
            limits.clocks = clocks
                .iter()
                .map(|clock| protocol::Clock {
                    time: clock.left,
                    increment: match clock.control.budget {
                        Some(Budget::Clock { increment, .. }) => increment,
                        _ => Duration::ZERO,
                    },
                })
                .collect();
        }
    }
    limits
}

/// The most that a game of `moves` moves can take by the clocks of its seats, margins included.
pub fn longest(controls: &[TimeControl], moves: u32) -> Duration {
    let parts = controls.iter().map(|control| match control.budget {
        None => (Duration::ZERO, UNTOLD + control.margin),
        Some(Budget::PerMove(limit)) => (Duration::ZERO, limit + control.margin),
        Some(Budget::Clock { base, increment }) => (base, increment + control.margin),
    });
    let at_once: Duration = parts.clone().map(|(base, _)| base).sum();
    // Who makes how many of the moves is not known; at the worst the slowest makes them all.
    let slowest = parts.map(|(_, per_move)| per_move).max().unwrap_or_default();
    at_once + slowest * moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn control(budget: Option<Budget>) -> TimeControl {
        TimeControl { budget, depth: None, nodes: None, margin: ms(50) }
    }

    #[test]
    fn an_answer_is_in_time_late_or_over_to_the_nanosecond() {
        let nano = Duration::from_nanos(1);
        for (used, timing) in [
            (ms(0), Timing::InTime),
            (ms(100), Timing::InTime),
            (ms(100) + nano, Timing::Late),
            (ms(150), Timing::Late),
            (ms(150) + nano, Timing::Over),
        ] {
            for budget in [Budget::PerMove(ms(100)), Budget::Clock { base: ms(100), increment: ms(0) }] {
                assert_eq!(SeatClock::new(control(Some(budget))).charge(used), timing, "{budget:?} {used:?}");
            }
        }
    }

    #[test]
    fn a_clock_never_goes_below_its_increment_and_time_per_move_comes_back() {
        let mut clock = SeatClock::new(control(Some(Budget::Clock { base: ms(1000), increment: ms(10) })));
        clock.charge(ms(400));
        assert_eq!(clock.limit(), ms(610));
        assert_eq!(clock.charge(ms(630)), Timing::Late);
        assert_eq!(clock.limit(), ms(10));
        let mut clock = SeatClock::new(control(Some(Budget::PerMove(ms(100)))));
        clock.charge(ms(130));
        assert_eq!((clock.limit(), clock.deadline()), (ms(100), ms(150)));
    }

    #[test]
    fn the_longest_game_is_the_slowest_seat_s_moves_and_all_base_times() {
        let quick = control(Some(Budget::PerMove(ms(100))));
        let whole = control(Some(Budget::Clock { base: ms(60_000), increment: ms(200) }));
        assert_eq!(longest(&[quick, quick], 60), ms(60 * 150));
        assert_eq!(longest(&[quick, whole], 60), ms(60_000 + 60 * 250));
    }

    #[test]
    fn an_engine_is_told_its_own_kind_of_time() {
        let per_move = SeatClock::new(control(Some(Budget::PerMove(ms(1500)))));
        let whole = SeatClock::new(control(Some(Budget::Clock { base: ms(9000), increment: ms(7) })));
        let depth = SeatClock::new(TimeControl { depth: Some(6), ..control(None) });
        let clocks = [per_move, whole, depth];
        let told: Vec<String> = (0..3).map(|seat| limits(&clocks, seat).to_string()).collect();
        assert_eq!(
            told,
            ["movetime 1500", "p1time 1500 p2time 9000 p3time 60000 p1inc 0 p2inc 7 p3inc 0", "depth 6"]
        );
        assert_eq!(clocks[2].deadline(), ms(60_050));
    }
}
