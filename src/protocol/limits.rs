//! How long, how deep or how much an engine may search: the words after `go`.

use std::fmt;
use std::mem;
use std::num::IntErrorKind;
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
    /// Reads the words after `go`, as [`read`](Self::read) does.
    pub fn parse(text: &str) -> Self {
        Self::read(text).0
    }

    /// Reads the words after `go`; unknown ones are ignored. Also gives what is to be told to a person of limits that
    /// were not taken as they stand, and of what was ignored: who mistyped the only limit would wait for ever.
    ///
    /// A limit whose number cannot be read, or is less than nothing, is 0, so that the answer comes soon: without it a
    /// person who mistyped one would wait for ever. One that is too large is the largest there is. Of a clock that has
    /// less than nothing left nothing is told: its player may have overstepped within the margin.
    pub fn read(text: &str) -> (Self, Vec<String>) {
        Self::read_with(text, clock_word)
    }

    /// The same, if `clock_word` tells of which seat's clock a word is, from 0 on, and whether its `time` or `inc`.
    pub(super) fn read_with<'a>(
        text: &'a str,
        clock_word: impl Fn(&'a str) -> Option<(usize, &'a str)>,
    ) -> (Self, Vec<String>) {
        let mut limits = Self::default();
        let mut told = Vec::new();
        let mut unknown = Vec::new();
        let mut is_told = false;
        let mut words = Words::new(text);
        while let Some(word) = words.next() {
            let clock = clock_word(word);
            let was_told = mem::take(&mut is_told);
            if clock.is_none() && !["movetime", "depth", "nodes"].contains(&word) {
                // That one says what is so without it.
                if word != "infinite" && !was_told {
                    unknown.push(word);
                }
                continue;
            }
            let most = if word == "depth" { u32::MAX.into() } else { i64::MAX as u64 };
            let is_left = clock.is_some_and(|(_, what)| what == "time");
            let given = words.clone().next().unwrap_or("");
            let number = number(given, most);
            match number {
                Number::Unread => is_told = true,
                _ => drop(words.next()),
            }
            let why = match number {
                Number::Read(_) => None,
                Number::Negative if is_left => None,
                Number::Negative => Some("is at least 0".to_owned()),
                Number::TooLarge => Some(format!("is at most {most}")),
                Number::Unread => Some("takes a whole number".to_owned()),
            };
            let value = match number {
                Number::Read(value) => value,
                Number::TooLarge => most,
                Number::Negative | Number::Unread => 0,
            };
            told.extend(why.map(|why| {
                let given = shown::start(given, shown::WORD);
                format!("{word} {why}, not `{given}`: taken as {value}")
            }));
            match (word, clock) {
                (_, Some((seat, what))) => {
                    if limits.clocks.len() <= seat {
                        limits.clocks.resize(seat + 1, Clock::default());
                    }
                    let clock = &mut limits.clocks[seat];
                    let field = if what == "time" { &mut clock.time } else { &mut clock.increment };
                    *field = Duration::from_millis(value);
                }
                ("movetime", _) => limits.movetime = Some(Duration::from_millis(value)),
                ("depth", _) => limits.depth = Some(value as u32),
                _ => limits.nodes = Some(value),
            }
        }
        if !unknown.is_empty() {
            let unknown = shown::start(&unknown.join(" "), shown::WORD);
            let endless = if limits.is_infinite() { ": it searches until `stop`" } else { "" };
            told.push(format!("go knows no `{unknown}`, but movetime, depth, nodes and the clocks{endless}"));
        }
        (limits, told)
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

/// What stands where the number of a limit belongs.
enum Number {
    /// One that can be taken as it is.
    Read(u64),
    /// Less than nothing.
    Negative,
    /// More than there can be.
    TooLarge,
    /// No whole number.
    Unread,
}

/// Reads a number that may be as large as `most`.
fn number(given: &str, most: u64) -> Number {
    match given.parse::<i64>() {
        Ok(number) => match u64::try_from(number) {
            Ok(number) if number <= most => Number::Read(number),
            Ok(_) => Number::TooLarge,
            Err(_) => Number::Negative,
        },
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Number::TooLarge,
            IntErrorKind::NegOverflow => Number::Negative,
            _ => Number::Unread,
        },
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
    fn unknown_words_are_ignored_and_told_with_what_is_known() {
        let known = "but movetime, depth, nodes and the clocks";
        for (text, taken, unknown) in [
            ("", "", ""),
            ("infinite", "", ""),
            ("infinite depth 5", "depth 5", ""),
            ("depht 5", "", "depht 5"),
            ("movetme 100", "", "movetme 100"),
            ("5", "", "5"),
            ("Depth 5", "", "Depth 5"),
            ("depth 5 7 ponder", "depth 5", "7 ponder"),
            (
                "p0time 3 p999999999time 3 nodes 7 movetimes 7",
                "nodes 7",
                "p0time 3 p999999999time 3 movetimes 7",
            ),
        ] {
            let (limits, told) = Limits::read(text);
            let endless = if taken.is_empty() { ": it searches until `stop`" } else { "" };
            let why = format!("go knows no `{unknown}`, {known}{endless}");
            let why = Some(why).filter(|_| !unknown.is_empty());
            assert_eq!((limits.to_string(), told), (taken.to_owned(), Vec::from_iter(why)), "{text}");
        }
    }

    #[test]
    fn a_limit_that_was_named_is_one_whatever_stands_behind_it_and_what_it_was_taken_for_is_told() {
        let most = i64::MAX;
        let huge = "9".repeat(60);
        let (shown, huge) = (shown::start(&huge, shown::WORD), huge.as_str());
        let whole = "takes a whole number";
        let as_u64 = most as u64;
        for (word, largest) in [
            ("movetime", as_u64),
            ("depth", u32::MAX.into()),
            ("nodes", as_u64),
            ("p1time", as_u64),
            ("p1inc", as_u64),
            ("p3time", as_u64),
        ] {
            for (given, why, taken) in [
                ("7", None, 7),
                ("0", None, 0),
                ("1e23", Some(format!("{whole}, not `1e23`")), 0),
                ("soon", Some(format!("{whole}, not `soon`")), 0),
                ("1.5", Some(format!("{whole}, not `1.5`")), 0),
                ("", Some(format!("{whole}, not ``")), 0),
                ("-5", Some("is at least 0, not `-5`".to_owned()), 0),
                ("-99999999999999999999", Some("is at least 0, not `-99999999999999999999`".to_owned()), 0),
                (huge, Some(format!("is at most {largest}, not `{shown}`")), largest),
                (
                    "9223372036854775808",
                    Some(format!("is at most {largest}, not `9223372036854775808`")),
                    largest,
                ),
            ] {
                let (limits, told) = Limits::read(&format!("{word} {given}"));
                assert!(!limits.is_infinite(), "{word} {given}");
                let values = [
                    limits.movetime.map(|time| time.as_millis() as u64),
                    limits.depth.map(u64::from),
                    limits.nodes,
                    limits.clocks.last().map(|clock| clock.time.max(clock.increment).as_millis() as u64),
                ];
                assert_eq!(values.into_iter().flatten().collect::<Vec<_>>(), [taken], "{word} {given}");
                // A clock may be overdrawn.
                let why =
                    why.filter(|_| !(word.ends_with("1time") || word == "p3time") || !given.starts_with('-'));
                let why = why.map(|why| format!("{word} {why}: taken as {taken}"));
                assert_eq!(told, why.into_iter().collect::<Vec<_>>(), "{word} {given}");
            }
        }
        // What is no number may be the next word.
        let (limits, told) = Limits::read("movetime depth 5");
        assert_eq!((limits.to_string(), told.len()), ("movetime 0 depth 5".to_owned(), 1));
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
