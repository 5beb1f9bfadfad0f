//! Time as GTP tells it: main time, then periods of so many seconds for so many moves.

use std::time::Duration;

use crate::protocol::{Clock, Limits};

/// What a player has left: seconds of main time, or of a period and the moves that are still to be made in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// 0 in main time.
    moves: u32,
}

/// The clocks of both players.
#[derive(Clone, Debug, Default)]
pub(super) struct Time {
    main: Duration,
    period: Duration,
    /// The moves of a period.
    moves: u32,
    left: [Option<Left>; 2],
}

impl Time {
    /// Keeps what `time_settings` tells, in seconds; nothing but zeros, or a period for no moves, is no limit.
    pub(super) fn set(&mut self, main: u32, period: u32, moves: u32) {
        let seconds = |number: u32| Duration::from_secs(number.into());
        *self = Self { main: seconds(main), period: seconds(period), moves, left: [None; 2] };
        self.start();
    }

    /// The clocks at the start of a game.
    pub(super) fn start(&mut self) {
        let endless = self.moves == 0 && !self.period.is_zero();
        let main = (!self.main.is_zero() && !endless).then_some(Left { time: self.main, moves: 0 });
        self.left = [main.or_else(|| self.next_period()); 2];
    }

    fn next_period(&self) -> Option<Left> {
        (self.moves > 0 && !self.period.is_zero()).then_some(Left { time: self.period, moves: self.moves })
    }

    /// Keeps what `time_left` tells of a player.
    pub(super) fn left(&mut self, player: usize, time: u32, moves: u32) {
        self.left[player] = Some(Left { time: Duration::from_secs(time.into()), moves });
    }

    /// Counts what a player has used for a move.
    pub(super) fn used(&mut self, player: usize, time: Duration) {
        let next = self.next_period();
        let Some(left) = &mut self.left[player] else { return };
        let rest = left.time.saturating_sub(time);
        let over = if left.moves == 0 { rest.is_zero() && next.is_some() } else { left.moves == 1 };
        *left = match next.filter(|_| over) {
            Some(next) => next,
            None => Left { time: rest, moves: left.moves.saturating_sub(1) },
        };
    }

    /// The limits of a player's next move; `untold` where none are known.
    pub(super) fn limits(&self, player: usize, untold: Duration) -> Limits {
        let of_move = |time| Limits { movetime: Some(time), ..Limits::default() };
        match self.left[player] {
            None => of_move(untold),
            Some(Left { time, moves: moves @ 1.. }) => of_move(time / moves),
            Some(_) => {
                let increment = self.next_period().map_or(Duration::ZERO, |next| next.time / next.moves);
                let clock = |left: Option<Left>| Clock {
                    time: left.map_or(Duration::ZERO, |left| left.time),
                    increment,
                };
                Limits { clocks: self.left.map(clock).to_vec(), ..Limits::default() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn told(time: &Time) -> String {
        time.limits(0, SECOND).to_string()
    }

    #[test]
    fn settings_become_limits() {
        for (settings, limits) in [
            ((0, 0, 0), "movetime 1000"),
            ((0, 5, 0), "movetime 1000"),
            ((60, 5, 0), "movetime 1000"),
            ((0, 2, 1), "movetime 2000"),
            ((0, 30, 10), "movetime 3000"),
            ((60, 0, 0), "p1time 60000 p2time 60000 p1inc 0 p2inc 0"),
            ((60, 2, 1), "p1time 60000 p2time 60000 p1inc 2000 p2inc 2000"),
        ] {
            let mut time = Time::default();
            let (main, period, moves) = settings;
            time.set(main, period, moves);
            assert_eq!(told(&time), limits, "{settings:?}");
        }
        assert_eq!(told(&Time::default()), "movetime 1000");
    }

    #[test]
    fn clocks_run_down_into_periods_and_are_set_right() {
        let mut time = Time::default();
        time.set(10, 6, 2);
        time.used(0, 4 * SECOND);
        assert_eq!(told(&time), "p1time 6000 p2time 10000 p1inc 3000 p2inc 3000");
        time.used(0, 7 * SECOND);
        assert_eq!(told(&time), "movetime 3000");
        time.used(0, 2 * SECOND);
        assert_eq!(told(&time), "movetime 4000");
        time.used(0, SECOND);
        assert_eq!(told(&time), "movetime 3000", "the next period");
        time.left(0, 50, 0);
        assert_eq!(told(&time), "p1time 50000 p2time 10000 p1inc 3000 p2inc 3000");
        time.left(0, 9, 3);
        assert_eq!(told(&time), "movetime 3000");
        time.start();
        assert_eq!(told(&time), "p1time 10000 p2time 10000 p1inc 3000 p2inc 3000");
    }
}
