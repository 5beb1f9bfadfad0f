//! What may be said to an engine, a line each: for whoever types `help`, and a part of `--help`.
//!
//! Words and options are told out of the tables by which they are read, so that what is told is what is understood.

use std::fmt::Write;

use super::{Engine, TYPED, Typed, uci};

/// What the arena says too. Unlike [`Typed`] words these are read by [`Command`](crate::protocol::Command).
const SAID: [(&str, &str); 10] = [
    ("position startpos [moves MOVE ...]", "the start of the game on its default board, then these moves"),
    ("position fen POSITION [moves MOVE ...]", "this position, then these moves"),
    ("go", "search until `stop`; with limits, of which the first reached ends it:"),
    ("go movetime MILLISECONDS", "for so long"),
    ("go depth PLIES", "so many plies ahead"),
    ("go nodes NUMBER", "so many positions"),
    ("go p1time MS p2time MS [p1inc MS p2inc MS]", "by the clocks, p1 being who moves first"),
    ("stop", "answer now"),
    ("setoption name NAME value VALUE", "set an option; `ugi` and --help list them"),
    ("uginewgame", "forget what could change an answer"),
];

/// What may be typed, each with what it does.
pub(in crate::protocol) fn commands(engine: &dyn Engine) -> String {
    let mut rows: Vec<[String; 2]> = SAID.map(|(said, does)| [said.to_owned(), does.to_owned()]).to_vec();
    let typed = TYPED.into_iter().chain(engine.typed());
    rows.extend(typed.map(|typed| [typed.to_string(), described(&typed)]));
    rows.push(["ugi".to_owned(), "its name and its options".to_owned()]);
    if uci::is_for(engine.games()) {
        rows.push(["uci".to_owned(), "the same; from then on it speaks UCI".to_owned()]);
    }
    rows.push(["isready".to_owned(), "`readyok`, when all before is done".to_owned()]);
    let quit = "end at once; a file of commands without it is answered whole";
    rows.push(["quit".to_owned(), quit.to_owned()]);
    columns(rows)
}

/// What a word does, and which numbers it takes.
fn described(typed: &Typed) -> String {
    match &typed.number {
        Some(number) if *number.range.end() < u64::from(u32::MAX) => {
            format!("{}; {} to {}", typed.about, number.range.start(), number.range.end())
        }
        _ => typed.about.to_owned(),
    }
}

/// Rows with what belongs together below one another.
pub(in crate::protocol) fn columns<const N: usize>(rows: Vec<[String; N]>) -> String {
    let mut widths = [0; N];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("  {cell:width$}"));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", cells.collect::<String>().trim_end());
    }
    text
}
