//! A finished game in one line: `game 12/90  alphabeta 1 - 0 random  normal, 60 plies, +24`.

use super::text::{cut, escaped, plies, points};
use crate::games::Seat;
use crate::record::{Fault, GameRecord};

/// What is shown of a fault's detail; the rest is in its log.
const DETAIL: usize = 200;

/// Of which games one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Of all, which are numbered from 1.
    All {
        /// How many there are.
        games: u64,
    },
    /// Of a choice.
    Chosen {
        /// How many have been played with it.
        number: u64,
        /// How many there are.
        games: u64,
    },
}

/// The line for `record`, one of those games. Safe to show on a terminal, whatever the engines are
/// called and have said.
pub fn game_line(record: &GameRecord, of: Of) -> String {
    let which = match of {
        Of::All { games } => format!("{}/{games}", record.id),
        Of::Chosen { number, games } => format!("{} ({number}/{games})", record.id),
    };
    format!("game {which}  {}  {}", score(record), ending(record))
}

/// Who got how many points.
fn score(record: &GameRecord) -> String {
    let point = |seat: usize| points(record.points.get(seat).copied().unwrap_or_default());
    match &record.players[..] {
        [p1, p2] => format!("{} {} - {} {}", escaped(p1), point(0), point(1), escaped(p2)),
        players => {
            let seats: Vec<String> = players
                .iter()
                .enumerate()
                .map(|(seat, player)| format!("{} {}", escaped(player), point(seat)))
                .collect();
            seats.join(", ")
        }
    }
}

/// How it ended.
fn ending(record: &GameRecord) -> String {
    let faults: Vec<String> = record.faults.iter().map(|fault| fault_text(record, fault)).collect();
    if !faults.is_empty() {
        return faults.join("; ");
    }
    if let Some(offender) = &record.offender {
        return format!("{}: {}", escaped(offender), record.reason.word());
    }
    let plies = plies(record.moves.len());
    let score = record.score.map_or_else(String::new, |score| match score {
        0 => ", 0".to_owned(),
        score => format!(", {score:+}"),
    });
    format!("{}, {plies}{score}", record.reason.word())
}

/// `random: illegal-move (c4: not empty)`; the seat is named too where the name is not enough.
fn fault_text(record: &GameRecord, fault: &Fault) -> String {
    let player = record.players.get(fault.seat).map_or("", String::as_str);
    let mut who = escaped(player).into_owned();
    if record.players.iter().filter(|other| *other == player).count() > 1 {
        who.push_str(&format!(" ({})", Seat(fault.seat)));
    }
    let reason = fault.reason.word();
    match &*fault.detail {
        "" => format!("{who}: {reason}"),
        detail => format!("{who}: {reason} ({})", cut(detail, DETAIL)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Reason;
    use crate::standings::sample::{drawn, faulty, lost, nobody, plies, won};

    #[test]
    fn every_ending_has_its_line() {
        let two = &["alphabeta", "random"];
        let fault = |reason, detail: &str| faulty(12, two, 1, reason, detail);
        let ended = |reason| GameRecord { reason, score: None, ..drawn(12, two) };
        for (record, line) in [
            (won(12, two), "alphabeta 1 - 0 random  normal, 2 plies, +4"),
            (lost(12, two), "alphabeta 0 - 1 random  normal, 2 plies, -4"),
            (drawn(12, two), "alphabeta 0.5 - 0.5 random  normal, 2 plies, 0"),
            (
                GameRecord { moves: plies(&["f5"]), ..won(12, two) },
                "alphabeta 1 - 0 random  normal, 1 ply, +4",
            ),
            (
                fault(Reason::IllegalMove, "c4: not empty"),
                "alphabeta 1 - 0 random  random: illegal-move (c4: not empty)",
            ),
            (
                fault(Reason::Time, "no answer within 1.05 s"),
                "alphabeta 1 - 0 random  random: time (no answer within 1.05 s)",
            ),
            (fault(Reason::Crash, "signal 11"), "alphabeta 1 - 0 random  random: crash (signal 11)"),
            (fault(Reason::Memory, ""), "alphabeta 1 - 0 random  random: memory"),
            (
                fault(Reason::Stall, "no `readyok` within 10 s"),
                "alphabeta 1 - 0 random  random: stall (no `readyok` within 10 s)",
            ),
            (
                fault(Reason::Protocol, "`bestmove` without a move"),
                "alphabeta 1 - 0 random  random: protocol (`bestmove` without a move)",
            ),
            (ended(Reason::Adjudication), "alphabeta 0.5 - 0.5 random  adjudication, 2 plies"),
            (ended(Reason::MaxPlies), "alphabeta 0.5 - 0.5 random  max-plies, 2 plies"),
            (
                nobody(12, two),
                "alphabeta 0 - 0 random  alphabeta: stall (no `readyok` within 10 s); \
                 random: stall (no `readyok` within 10 s)",
            ),
            (
                faulty(12, &["ann", "ann"], 1, Reason::Crash, "exit code 3"),
                "ann 1 - 0 ann  ann (p2): crash (exit code 3)",
            ),
            (faulty(12, &["ann", "bob", "cy"], 1, Reason::Crash, ""), "ann 0.5, bob 0, cy 0.5  bob: crash"),
        ] {
            assert_eq!(game_line(&record, Of::All { games: 90 }), format!("game 12/90  {line}"));
        }
    }

    #[test]
    fn a_line_is_a_line_whatever_an_engine_says() {
        let record = faulty(1, &["a\nb", "\u{1b}[31m"], 0, Reason::IllegalMove, &"\u{1b}\n".repeat(500));
        let line = game_line(&record, Of::All { games: 1 });
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(
            line.starts_with("game 1/1  a\\nb 0 - 1 \\u{1b}[31m  a\\nb: illegal-move (\\u{1b}\\n"),
            "{line}"
        );
        assert!(line.ends_with("…)") && line.len() < 300, "{line}");
    }
}
