//! What a person types: words that the arena never sends, each with at most a number behind it.
//!
//! A number that cannot be read is told. Taken for the default it would be an answer to another question.

use std::fmt;
use std::ops::RangeInclusive;

use crate::games::shown;

/// A word that a person may type, and what may stand behind it.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The word.
    pub word: &'static str,
    /// The number behind it; `None` if nothing may stand there.
    pub number: Option<Number>,
    /// What is answered, in a line for whoever asks for `help`.
    pub about: &'static str,
}

/// A number behind a word that is typed.
#[derive(Clone, Debug)]
pub struct Number {
    /// What it counts: `plies`.
    pub unit: &'static str,
    /// What it may be.
    pub range: RangeInclusive<u64>,
    /// Whether it has to be there.
    pub is_owed: bool,
}

impl Typed {
    /// A word alone.
    pub const fn alone(word: &'static str) -> Self {
        Self { word, number: None, about: "" }
    }

    /// A word with a number that may be left out.
    pub const fn with(word: &'static str, unit: &'static str, range: RangeInclusive<u64>) -> Self {
        Self { word, number: Some(Number { unit, range, is_owed: false }), about: "" }
    }

    /// A word with a number that may not be left out.
    pub const fn owing(word: &'static str, unit: &'static str, range: RangeInclusive<u64>) -> Self {
        Self { word, number: Some(Number { unit, range, is_owed: true }), about: "" }
    }

    /// The same, with what is answered.
    pub const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// The number in `rest`, what was typed behind the word.
    ///
    /// # Errors
    /// What was given, and what would be right.
    pub fn read(&self, rest: &str) -> Result<Option<u64>, String> {
        let (word, given) = (self.word, shown::start(rest, shown::WORD));
        let Some(number) = &self.number else {
            return if rest.is_empty() {
                Ok(None)
            } else {
                Err(format!("{word} stands alone: nothing is known of `{given}`"))
            };
        };
        match rest.parse() {
            _ if rest.is_empty() && !number.is_owed => Ok(None),
            Ok(value) if number.range.contains(&value) => Ok(Some(value)),
            _ if rest.is_empty() => Err(format!("{word} takes {number}")),
            _ => Err(format!("{word} takes {number}, not `{given}`")),
        }
    }
}

/// As usage has it: `solve [MILLISECONDS]`.
impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        match &self.number {
            Some(Number { unit, is_owed: true, .. }) => write!(f, " {}", unit.to_uppercase()),
            Some(Number { unit, .. }) => write!(f, " [{}]", unit.to_uppercase()),
            None => Ok(()),
        }
    }
}

/// As messages have it: `a whole number of plies from 1 to 250, or nothing`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number of {}", self.unit)?;
        match (*self.range.start(), *self.range.end()) {
            (0, u64::MAX) => {}
            (least, most) => write!(f, " from {least} to {most}")?,
        }
        f.write_str(if self.is_owed { "" } else { ", or nothing" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_cannot_be_read_is_told_with_what_would_be_right() {
        let eval = Typed::alone("eval");
        let solve = Typed::with("solve", "milliseconds", 0..=u64::MAX);
        let perft = Typed::owing("perft", "plies", 0..=u64::from(u32::MAX));
        let bench = Typed::with("bench", "plies", 1..=250);
        for (typed, rest, number) in [
            (&eval, "", None),
            (&solve, "", None),
            (&solve, "0", Some(0)),
            (&solve, "18446744073709551615", Some(u64::MAX)),
            (&perft, "7", Some(7)),
            (&bench, "250", Some(250)),
        ] {
            assert_eq!(typed.read(rest), Ok(number), "{typed} {rest}");
        }
        for (typed, rest, why) in [
            (&eval, "5", "eval stands alone: nothing is known of `5`"),
            (&solve, "abc", "solve takes a whole number of milliseconds, or nothing, not `abc`"),
            (&solve, "5 6", "solve takes a whole number of milliseconds, or nothing, not `5 6`"),
            (&solve, "-5", "solve takes a whole number of milliseconds, or nothing, not `-5`"),
            (&solve, "1s", "solve takes a whole number of milliseconds, or nothing, not `1s`"),
            (&perft, "", "perft takes a whole number of plies from 0 to 4294967295"),
            (
                &perft,
                "4294967296",
                "perft takes a whole number of plies from 0 to 4294967295, not `4294967296`",
            ),
            (&bench, "0", "bench takes a whole number of plies from 1 to 250, or nothing, not `0`"),
            (
                &bench,
                "\x1b[2J",
                "bench takes a whole number of plies from 1 to 250, or nothing, not `\\u{1b}[2J`",
            ),
        ] {
            assert_eq!(typed.read(rest), Err(why.to_owned()));
        }
        let endless = solve.read(&"9".repeat(70_000)).unwrap_err();
        assert!(endless.len() < 200, "{endless}");
        assert_eq!(
            [&eval, &solve, &perft].map(ToString::to_string),
            ["eval", "solve [MILLISECONDS]", "perft PLIES"]
        );
    }
}
