//! What came of a case, and whether that is what must.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::cases::{Case, Must};
use crate::record::Reason;

/// How much more memory the arena may need in a case than before it, in bytes.
const MEMORY: u64 = 16 << 20;
/// How long after limit and margin a verdict may come, in milliseconds, on a machine that is on time.
const VERDICT: f64 = 50.0;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// Why.
    pub reason: Reason,
    /// Whether that was the broken engine's fault.
    pub at_fault: bool,
    /// The fault in words, empty if there is none.
    pub detail: String,
    /// How many of its answers were played.
    pub answers: usize,
    /// Whether it was seen to work on its opponent's time.
    pub restless: bool,
    /// A loss on time: how long after limit and margin the verdict was there, in milliseconds.
    pub verdict_ms: Option<f64>,
}

/// What is seen from within the process of a trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The games that count.
    pub games: Vec<Ended>,
    /// How many did not count, for the machine's fault.
    pub void: u64,
    /// How much more memory the arena needed than before, at the most, in bytes.
    pub memory: u64,
    /// How late this process was woken at the worst, in milliseconds.
    pub late_ms: f64,
}

/// All that came of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What was seen from within, or what went wrong there.
    pub seen: Result<Seen, String>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// How many processes were there two seconds after its end.
    pub left: usize,
}

impl Must {
    /// In words.
    pub fn words(self) -> String {
        match self {
            Self::PlaysOn => "plays on".to_owned(),
            Self::PlaysOnWatched => "plays on, noticed".to_owned(),
            Self::Loses { reason, .. } => format!("loses: {}", reason.word()),
        }
    }

    fn holds(self, games: &[Ended]) -> bool {
        match self {
            Self::PlaysOn => games.iter().all(|game| game.reason == Reason::Normal),
            Self::PlaysOnWatched => Self::PlaysOn.holds(games) && games.iter().any(|game| game.restless),
            Self::Loses { reason, detail, answers } => games.iter().all(|game| {
                game.at_fault
                    && game.reason == reason
                    && game.detail.contains(detail)
                    && answers.is_none_or(|answers| game.answers == answers)
            }),
        }
    }
}

impl Case {
    /// What must come of it, in words.
    pub fn must_words(&self) -> String {
        self.must.iter().map(|must| must.words()).collect::<Vec<_>>().join(", or ")
    }

    /// Whether it has to do with the time of a verdict.
    fn is_about_time(&self) -> bool {
        self.must.iter().any(|must| matches!(must, Must::Loses { reason: Reason::Time, .. }))
    }

    /// Whether one of what must be holds for all games, or for each game one of them.
    fn is_as_it_must_be(&self, games: &[Ended]) -> bool {
        let holds = |games: &[Ended]| self.must.iter().any(|must| must.holds(games));
        holds(games) || games.iter().all(|game| holds(std::slice::from_ref(game)))
    }

    /// How long after limit and margin the verdict came, in milliseconds, if that was too long.
    fn late_verdict(&self, seen: &Seen) -> Option<f64> {
        // The better of the games: the worse one may have been the machine's.
        let verdict = seen.games.iter().filter_map(|game| game.verdict_ms).reduce(f64::min);
        verdict.filter(|verdict| self.is_about_time() && *verdict > VERDICT + seen.late_ms)
    }

    /// Whether what must not be may be due to a machine that had other things to do: then it will not be so again and
    /// again. That is so of a late verdict, where games were void that did not become others in the end, and where an
    /// engine was not seen to work, which may have had nothing to work with.
    pub fn is_worth_another_trial(&self, outcome: &Outcome) -> bool {
        let Ok(seen) = &outcome.seen else { return false };
        let is_late = self.late_verdict(seen).is_some();
        let is_unseen = self.must.contains(&Must::PlaysOnWatched) && Must::PlaysOn.holds(&seen.games);
        outcome.left == 0 && (is_late || is_unseen || seen.void > 0) && !self.differences(outcome).is_empty()
    }

    /// Everything in `outcome` that must not be; nothing if all is well.
    pub fn differences(&self, outcome: &Outcome) -> Vec<String> {
        let mut all = Vec::new();
        match &outcome.seen {
            Err(error) => all.push(error.clone()),
            Ok(seen) => {
                if seen.games.len() != 2 {
                    all.push(format!("{} of 2 games", seen.games.len()));
                } else if !self.is_as_it_must_be(&seen.games) {
                    let musts: Vec<String> = self.must.iter().map(|must| format!("{must:?}")).collect();
                    all.push(format!("it must be {}", musts.join(" or ")));
                }
                if seen.memory > MEMORY {
                    all.push(format!("the arena took {} more bytes of memory", seen.memory));
                }
                if let Some(verdict) = self.late_verdict(seen) {
                    all.push(format!("the verdict came {verdict:.0} ms after limit and margin"));
                }
            }
        }
        if outcome.left > 0 {
            all.push(format!("{} processes are left", outcome.left));
        }
        if outcome.seconds > self.within.as_secs_f64() {
            all.push(format!("it took more than {} s", self.within.as_secs()));
        }
        all
    }
}

impl Outcome {
    /// What happened, in words.
    pub fn words(&self) -> String {
        let seen = match &self.seen {
            Err(error) => return error.clone(),
            Ok(seen) => seen,
        };
        let ends: BTreeSet<String> = seen.games.iter().map(Ended::words).collect();
        let mut words = ends.into_iter().collect::<Vec<_>>().join("; ");
        let verdict = seen.games.iter().filter_map(|game| game.verdict_ms).reduce(f64::min);
        if let Some(verdict) = verdict {
            let _ = write!(words, ", {verdict:.0} ms later");
        }
        if seen.void > 0 {
            let _ = write!(words, " ({} void before, the machine was late)", seen.void);
        }
        words
    }
}

impl Ended {
    fn words(&self) -> String {
        if self.detail.is_empty() {
            let noticed = if self.restless { ", noticed" } else { "" };
            return format!("plays on{noticed}");
        }
        let whose = if self.at_fault { "" } else { " of the sound engine" };
        format!("{}{whose}: {}", self.reason.word(), self.detail)
    }
}
