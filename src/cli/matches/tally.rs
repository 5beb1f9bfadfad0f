//! The games of a match in the order of their numbers, whichever is over first, and which of them count.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use crate::ratings::sprt::{Running, Verdict};
use crate::ratings::{Sequence, Sprt};
use crate::record::GameRecord;
use crate::report::{Summary, Summing, verdict};

/// What has been played so far.
pub(super) struct Tally {
    names: Vec<String>,
    sums: Summing,
    /// Games that wait for earlier ones.
    waiting: BTreeMap<u64, GameRecord>,
    /// The next game to be added up.
    next: u64,
    /// The sequential test of the first engine, which ends the match.
    sequence: Option<Sequence>,
    decided: Arc<AtomicBool>,
}

impl Tally {
    pub(super) fn new(names: &[String], sprt: Option<Sprt>) -> Self {
        Self {
            names: names.to_vec(),
            sums: Summing::new(names),
            waiting: BTreeMap::new(),
            next: 1,
            sequence: sprt.map(Sequence::new),
            decided: Arc::default(),
        }
    }

    /// Set once the test is decided: then no game is begun any more.
    pub(super) fn decided(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.decided)
    }

    /// Takes note of a game that counts; hands over those whose turn has come. Gives how the test stands, if
    /// that is new.
    pub(super) fn add(&mut self, record: &GameRecord, mut each: impl FnMut(&GameRecord)) -> Option<String> {
        let tested = record.players.iter().position(|name| *name == self.names[0]);
        let points = tested.and_then(|seat| record.points.get(seat)).copied();
        let mut news = None;
        if let (Some(sequence), Some(points)) = (&mut self.sequence, points)
            && sequence.add(record.id, points)
        {
            news = Some(verdict::standing(sequence.running()));
            self.decided.store(sequence.decided_by().is_some(), Ordering::Relaxed);
        }
        self.waiting.insert(record.id, record.clone());
        let last = self.counted();
        while last.is_none_or(|last| self.next <= last)
            && let Some(record) = self.waiting.remove(&self.next)
        {
            self.sums.add(0, &record);
            each(&record);
            self.next += 1;
        }
        news
    }

    /// How many games have been added up.
    pub(super) fn games(&self) -> u64 {
        self.next - 1
    }

    /// The last game that counts, once the test is decided.
    pub(super) fn counted(&self) -> Option<u64> {
        self.sequence.as_ref().and_then(Sequence::decided_by)
    }

    pub(super) fn sums(&self) -> Summary {
        self.sums.clone().sums()
    }

    /// How the test ended, if there is one: in words, or as an object of JSON.
    pub(super) fn verdict(&self, as_json: bool) -> Option<String> {
        let running = self.sequence.as_ref()?.running();
        Some(match (as_json, &self.names[..]) {
            (true, _) => object(running, self.games()),
            (false, [tested, other, ..]) => verdict::verdict(running, tested, other).trim_end().to_owned(),
            (false, _) => verdict::standing(running),
        })
    }
}

/// A test as an object.
fn object(running: &Running, games: u64) -> String {
    let sprt = running.sprt();
    let (lower, upper) = sprt.bounds();
    let verdict = running.verdict().map(|verdict| match verdict {
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
    });
    json!({"sprt": {
        "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta, "llr": running.llr(),
        "lower": lower, "upper": upper, "encounters": running.counts(), "games": games, "verdict": verdict,
    }})
    .to_string()
}
