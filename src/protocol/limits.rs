//! How long, how deep or how much an engine may search: the words after `go`.

use std::fmt;
use std::time::Duration;

use super::Words;
use crate::games::{Seat, shown};

/// One seat's clock: what is left, and what each of its moves adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left before this move.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// The limits of a search. They hold together; with none of them it goes on until `stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time for this move.
    pub movetime: Option<Duration>,
    /// The clocks of all seats, p1 first; empty when there are none.
    pub clocks: Vec<Clock>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Reads the words after `go`; unknown ones, and those with a value that is no number, are ignored.
    pub fn parse(text: &str) -> Self {
        let mut limits = Self::default();
        let mut words = Words::new(text);
        while let Some(word) = words.next() {
            let mut number = || {
                let mut ahead = words.clone();
                let number = ahead.next()?.parse::<i64>().ok()?;
                words = ahead;
                // A clock may be overdrawn within the margin; there is no less than nothing left.
                Some(number.max(0) as u64)
            };
            match word {
                "movetime" => limits.movetime = number().map(Duration::from_millis).or(limits.movetime),
                "depth" => limits.depth = number().map(|n| n.min(u32::MAX.into()) as u32).or(limits.depth),
                "nodes" => limits.nodes = number().or(limits.nodes),
                _ => {
                    if let Some((seat, what)) = clock_word(word)
                        && let Some(ms) = number()
                    {
                        if limits.clocks.len() <= seat {
                            limits.clocks.resize(seat + 1, Clock::default());
                        }
                        let clock = &mut limits.clocks[seat];
                        let field = if what == "time" { &mut clock.time } else { &mut clock.increment };
                        *field = Duration::from_millis(ms);
                    }
                }
            }
        }
        limits
    }

    /// What [`parse`](Self::parse) ignores of the words after `go` though it knows them: those whose number
    /// cannot be read. A person who mistyped one would wait for ever.
    pub fn unread(text: &str) -> Vec<String> {
        let mut words = Words::new(text);
        let mut unread = Vec::new();
        while let Some(word) = words.next() {
            if !["movetime", "depth", "nodes"].contains(&word) && clock_word(word).is_none() {
                continue;
            }
            let given = words.clone().next().unwrap_or("");
            if given.parse::<i64>().is_err() {
                unread
                    .push(format!("{word} takes a whole number, not `{}`", shown::start(given, shown::WORD)));
            }
        }
        unread
    }

    /// Whether nothing but `stop` ends the search.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }

    /// The wall time to spend on this move at `seat`: `movetime`, or from the seat's clock an even
    /// share for `moves_left` more moves with most of the increment. Never more than the clock holds.
    /// `None` if time is not limited. What the engine and the pipes need besides is for the caller to
    /// take off.
    pub fn time_for(&self, seat: Seat, moves_left: u32) -> Option<Duration> {
        let share = self.clocks.get(seat.0).map(|clock| {
            let even = clock.time / moves_left.max(1) + clock.increment * 4 / 5;
            even.min(clock.time)
        });
        [self.movetime, share].into_iter().flatten().min()
    }
}

/// Splits `p3time` or `p3inc` into the seat's index and `time` or `inc`.
fn clock_word(word: &str) -> Option<(usize, &str)> {
    let rest = word.strip_prefix('p')?;
    let what = ["time", "inc"].into_iter().find(|what| rest.ends_with(what))?;
    let number: usize = rest.strip_suffix(what)?.parse().ok()?;
    // More seats than any game has would only be a way to make an engine allocate.
    (1..=64).contains(&number).then(|| (number - 1, what))
}

/// The words after `go`, in milliseconds rounded down.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut blank = "";
        let mut word = |name: fmt::Arguments<'_>, value: u128| {
            write!(f, "{blank}{name} {value}")?;
            blank = " ";
            Ok(())
        };
        if let Some(movetime) = self.movetime {
            word(format_args!("movetime"), movetime.as_millis())?;
        }
        for (seat, clock) in self.clocks.iter().enumerate() {
            word(format_args!("{}time", Seat(seat)), clock.time.as_millis())?;
        }
        for (seat, clock) in self.clocks.iter().enumerate() {
            word(format_args!("{}inc", Seat(seat)), clock.increment.as_millis())?;
        }
        if let Some(depth) = self.depth {
            word(format_args!("depth"), depth.into())?;
        }
        if let Some(nodes) = self.nodes {
            word(format_args!("nodes"), nodes.into())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn limits_are_written_as_they_are_read() {
        for text in [
            "",
            "movetime 1000",
            "p1time 60000 p2time 59000 p1inc 1000 p2inc 1000",
            "p1time 1 p2time 2 p3time 3 p1inc 0 p2inc 0 p3inc 0",
            "movetime 60000 depth 6",
            "depth 6 nodes 100000",
        ] {
            assert_eq!(Limits::parse(text).to_string(), text);
        }
    }

    #[test]
    fn unknown_words_and_broken_numbers_are_ignored() {
        let limits = Limits::parse("infinite movetime soon ponder depth 5 p0time 3 p999999999time 3 nodes");
        assert_eq!(limits, Limits { depth: Some(5), ..Limits::default() });
        assert_eq!(Limits::parse("p1time -20 p2time 5").clocks[0].time, ms(0));
        let unread = [("movetime", "soon"), ("nodes", "")]
            .map(|(word, given)| format!("{word} takes a whole number, not `{given}`"));
        assert_eq!(
            Limits::unread("infinite movetime soon ponder depth 5 p0time 3 p999999999time 3 nodes"),
            unread
        );
        assert!(Limits::unread("p1time 300 p2time -5 depth 5 nodes 7 movetime 9").is_empty());
    }

    #[test]
    fn the_time_for_a_move_never_exceeds_the_clock() {
        let limits = Limits::parse("p1time 300 p2time 60000 p1inc 1000 p2inc 1000");
        assert_eq!(limits.time_for(Seat(0), 20), Some(ms(300)));
        assert_eq!(limits.time_for(Seat(1), 20), Some(ms(3800)));
        assert_eq!(Limits::parse("movetime 100").time_for(Seat(1), 1), Some(ms(100)));
        assert_eq!(Limits::parse("depth 3").time_for(Seat(0), 1), None);
    }
}
