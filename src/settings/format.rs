//! How engines are paired and how long for: `format` and the keys that go with it, and `[sprt]`.

use std::time::Duration;

use super::Format;
use super::table::{Table, Value};
use crate::games::Game;
use crate::ratings::Sprt;
use crate::ratings::sprt::Model;
use crate::schedule::Swiss;

/// Rounds where something else ends the tournament.
const NO_END: u32 = 1_000_000;

/// What the keys say together.
pub(super) struct Shape {
    pub(super) format: Format,
    pub(super) rounds: u32,
    pub(super) repeat: u32,
    pub(super) time_budget: Option<Duration>,
    pub(super) sprt: Option<Sprt>,
}

#[derive(Clone, Copy, PartialEq)]
enum Word {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
}

/// Reads them, for so many engines.
pub(super) fn read(
    top: &Table<'_>,
    tournament: Option<&Table<'_>>,
    engines: usize,
    self_play: bool,
    game: Option<Game>,
) -> Shape {
    let get = |key: &str| tournament?.get(key);
    let words = [
        ("round-robin", Word::RoundRobin),
        ("gauntlet", Word::Gauntlet),
        ("swiss", Word::Swiss),
        ("knockout", Word::Knockout),
    ];
    let word = get("format").and_then(|value| value.word(&words)).unwrap_or(Word::RoundRobin);
    let seats = game.map_or(2, Game::players);
    let counted = get("repeat").filter(|value| !(game.is_some_and(Game::is_dealt) && value.is_boolean()));
    if let Some(value) = counted.as_ref().filter(|_| seats != 2) {
        value.fail_key(
            format!("`repeat` is for games of two, here are {seats} seats"),
            "leave it out: with one deal everybody takes every seat",
        );
    }
    let repeat = counted.and_then(|value| value.integer(1..=1000)).unwrap_or(2) as u32;
    if seats != 2 {
        for (value, what) in
            [(get("format").filter(|_| word != Word::RoundRobin), "this format"), (top.get("sprt"), "[sprt]")]
        {
            if let Some(value) = value {
                value.fail_key(
                    format!("{what} is for games of two, here are {seats} seats"),
                    "leave it out, or give other `players`",
                );
            }
        }
    }
    let by_results = matches!(word, Word::Swiss | Word::Knockout);
    if by_results
        && self_play
        && let Some(value) = get("self_play")
    {
        value.fail_key(
            "no engine meets itself in this format",
            "`self_play` goes with `format = \"round-robin\"` and `format = \"gauntlet\"`",
        );
    }
    let sprt = top.table("sprt").and_then(|table| {
        let fit = self::sprt(&table);
        pairs_are_needed(&table, get("repeat"), repeat, engines, word, self_play);
        fit
    });
    let time_budget = get("time_budget").and_then(|value| {
        if by_results {
            value.fail_key(
                "this format ends when it is decided",
                "`time_budget` goes with `format = \"round-robin\"` and `format = \"gauntlet\"`",
            );
        }
        value.duration(false)
    });
    let seeds = get("seeds").and_then(|value| {
        if word != Word::Gauntlet {
            value.fail_key(
                "`seeds` does not belong to this format",
                "it is how many of the first engines play the others in `format = \"gauntlet\"`",
            );
            return None;
        }
        value.integer(1..=(engines.max(2) - 1) as i64)
    });
    let default = match word {
        Word::Swiss => Swiss::usual_rounds(engines.max(2)),
        Word::RoundRobin | Word::Gauntlet if time_budget.is_some() || sprt.is_some() => NO_END,
        _ => 1,
    };
    let rounds = get("rounds").and_then(|value| {
        let rounds = value.integer(1..=i64::from(NO_END))? as u32;
        let most = Swiss::most_rounds(engines.max(2));
        if word == Word::Swiss && rounds > most {
            let message = format!("{rounds} rounds of {engines} engines, of which no two meet twice");
            value.fail_help(message, format!("there are at most {most}"));
            return None;
        }
        Some(rounds)
    });
    let format = match word {
        Word::RoundRobin => Format::RoundRobin,
        Word::Gauntlet => Format::Gauntlet { first: seeds.unwrap_or(1) as usize },
        Word::Swiss => Format::Swiss,
        Word::Knockout => Format::Knockout,
    };
    Shape { format, rounds: rounds.unwrap_or(default), repeat, time_budget, sprt }
}

/// `[sprt]`.
fn sprt(table: &Table<'_>) -> Option<Sprt> {
    let elo = |key: &str| table.get(key).map(|value| (value.number(-1000.0..=1000.0), value));
    let chance = |key: &str| match table.get(key) {
        None => Some(0.05),
        Some(value) => value.number(0.0001..=0.4999),
    };
    let models = [("normalized", Model::Normalized), ("logistic", Model::Logistic)];
    let model = match table.get("model") {
        None => Some(Model::Normalized),
        Some(value) => value.word(&models),
    };
    let (alpha, beta) = (chance("alpha"), chance("beta"));
    let (Some((elo0, _)), Some((elo1, value))) = (elo("elo0"), elo("elo1")) else {
        table.fail("[sprt] needs `elo0` and `elo1`", "such as elo0 = 0 and elo1 = 5");
        return None;
    };
    let (elo0, elo1) = (elo0?, elo1?);
    if elo1 <= elo0 {
        value.fail(format!("`elo1` is {elo1}, expected more than `elo0`, which is {elo0}"));
        return None;
    }
    Some(Sprt { elo0, elo1, alpha: alpha?, beta: beta?, model: model? })
}

/// Reports what does not go with a sequential test: it counts pairs of games of two engines.
fn pairs_are_needed(
    table: &Table<'_>,
    value: Option<Value<'_>>,
    repeat: u32,
    engines: usize,
    word: Word,
    self_play: bool,
) {
    if let Some(value) = value
        && repeat != 2
    {
        let message = format!("`repeat` is {repeat}, and [sprt] counts pairs of games");
        value.fail_help(message, "encounters of two games with the seats changed: repeat = 2");
    }
    if engines != 2 {
        table.fail(
            format!("[sprt] compares two engines, here are {engines}"),
            "leave out [sprt], or the others",
        );
    } else if word != Word::RoundRobin || self_play {
        table.fail("[sprt] is of a match of two engines", "format = \"round-robin\" without `self_play`");
    }
}
