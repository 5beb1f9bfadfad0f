//! Whether what a record says of one game fits together. That a line can be read does not make it true:
//! a hand, a script or a disk may have changed it.

use super::moment::is_moment;
use super::{ATTEMPTS, GameRecord, Outcome, Reason, VERSION};
use crate::games::Seat;

/// The seconds of a year. An arena that is stopped in a game, with its clock running, makes it long; no longer
/// than this.
const YEAR: f64 = 366.0 * 86_400.0;

/// How many entries the lists by ply have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Of `moves`.
    pub moves: usize,
    /// Of `ms`.
    pub ms: usize,
    /// Of `thoughts`.
    pub thoughts: usize,
    /// Of `movers`.
    pub movers: usize,
}

impl From<&GameRecord> for Lengths {
    fn from(record: &GameRecord) -> Self {
        Self {
            moves: record.moves.len(),
            ms: record.ms.len(),
            thoughts: record.thoughts.len(),
            movers: record.movers.len(),
        }
    }
}

/// What does not fit together in a record, in words; `None` if it is sound. Whether the moves are legal,
/// and the result that of the board, is what [`retrace`](super::retrace()) tells.
pub fn flaw(record: &GameRecord) -> Option<String> {
    flaw_in_outline(record, record.into())
}

/// The same of a record whose lists by ply had these lengths, and whose moves and thoughts need not be there any
/// more.
pub fn flaw_in_outline(record: &GameRecord, lengths: Lengths) -> Option<String> {
    let GameRecord { v, id, players, .. } = record;
    if *v != VERSION {
        return Some(format!("it is of version {v}, and this arena knows version {VERSION}"));
    }
    if *id == 0 {
        return Some("games are numbered from 1, not from 0".to_owned());
    }
    if let Some(ms) = record.ms.iter().find(|ms| !ms.is_finite() || **ms < 0.0) {
        return Some(format!("`ms` has {ms}, which is no time"));
    }
    if let Some(mover) = record.movers.iter().find(|&&mover| mover >= record.players.len()) {
        return Some(format!("`movers` has seat {mover} of {} players", record.players.len()));
    }
    let by_ply = [("ms", lengths.ms), ("thoughts", lengths.thoughts), ("movers", lengths.movers)];
    if let Some((name, length)) = by_ply.into_iter().find(|&(_, length)| length != lengths.moves) {
        return Some(format!("{} moves, and {length} entries of `{name}`", lengths.moves));
    }
    let by_seat = [("points", record.points.len()), ("late", record.late.len())];
    if let Some((name, length)) = by_seat.into_iter().find(|&(_, length)| length != players.len()) {
        return Some(format!("{} players, and {length} entries of `{name}`", players.len()));
    }
    // An earlier arena did not look whether anybody is restless.
    if ![0, players.len()].contains(&record.restless.len()) {
        return Some(format!(
            "{} players, and {} entries of `restless`",
            players.len(),
            record.restless.len()
        ));
    }
    if !(0.0..=YEAR).contains(&record.seconds) {
        return Some(format!("`seconds` is {:?}, which is no time of a game", record.seconds));
    }
    if !is_moment(&record.started) {
        return Some(format!(
            "`started` is `{}`, not a time as 2026-11-29T23:14:24.000Z",
            record.started.escape_debug()
        ));
    }
    flaw_in_faults(record)
        .or_else(|| flaw_in_moment_of_fault(record, lengths.moves))
        .or_else(|| flaw_in_result(record))
        .or_else(|| flaw_in_attempt(record))
}

/// A game is void if the fault in it may have been the machine's, but for the last attempt.
fn flaw_in_attempt(record: &GameRecord) -> Option<String> {
    let GameRecord { attempt, void, excuse, faults, .. } = record;
    if !(1..=ATTEMPTS).contains(attempt) {
        return Some(format!("it is attempt {attempt}, and there are 1 to {ATTEMPTS}"));
    }
    if excuse.is_some() && faults.iter().all(|fault| !may_be_excused(fault.reason)) {
        let fault = faults.first().map_or_else(
            || "no fault".to_owned(),
            |fault| format!("the fault is `{}`, for which there is none", fault.reason.word()),
        );
        return Some(format!("there is an `excuse`, and {fault}"));
    }
    match (void, excuse) {
        (true, None) => Some("it is void without an `excuse`".to_owned()),
        (true, Some(_)) if *attempt == ATTEMPTS => Some(format!("attempt {attempt} is void, the last one")),
        (false, Some(_)) if *attempt < ATTEMPTS => {
            Some(format!("there is an `excuse`, and attempt {attempt} is not void"))
        }
        _ => None,
    }
}

fn flaw_in_faults(record: &GameRecord) -> Option<String> {
    let GameRecord { players, faults, reason, offender, offender_seat, .. } = record;
    if let Some(fault) = faults.iter().find(|fault| fault.seat >= players.len() || !fault.reason.is_fault()) {
        return Some(format!(
            "a fault `{}` of seat {} of {}",
            fault.reason.word(),
            fault.seat,
            players.len()
        ));
    }
    let told = (offender.as_deref(), offender_seat.clone());
    match faults.first() {
        None if reason.is_fault() => Some(format!("it ended by `{}` without a fault", reason.word())),
        None if told != (None, None) => {
            Some(format!("it ended by `{}`, and there is an `offender`", reason.word()))
        }
        None => None,
        Some(fault) if fault.reason != *reason => {
            let first = fault.reason.word();
            Some(format!("it ended by `{}`, and the first fault is `{first}`", reason.word()))
        }
        Some(fault) => {
            let expected = (Some(players[fault.seat].as_str()), Some(Seat(fault.seat).to_string()));
            (told != expected).then(|| "`offender` is not who made the first fault".to_owned())
        }
    }
}

/// Whether the machine can be at fault, as it cannot be for what an engine says or takes.
fn may_be_excused(reason: Reason) -> bool {
    !matches!(reason, Reason::IllegalMove | Reason::Memory)
}

/// Whether an engine can make this fault before the first question: getting ready, it ends or does not end.
pub(crate) fn may_be_at_the_start(reason: Reason) -> bool {
    matches!(reason, Reason::Stall | Reason::Crash | Reason::Memory)
}

/// Before the first move several engines may fail to get ready; later one makes a fault, and was ready.
fn flaw_in_moment_of_fault(record: &GameRecord, moves: usize) -> Option<String> {
    let GameRecord { faults, reason, .. } = record;
    if moves > 0 && faults.iter().any(|fault| fault.reason == Reason::Stall) {
        return Some(format!("a `stall` after {moves} moves: who has begun was ready"));
    }
    if moves == 0 && matches!(reason, Reason::Adjudication | Reason::MaxPlies) {
        return Some(format!("it ended by `{}` without a move", reason.word()));
    }
    if faults.len() < 2 {
        return None;
    }
    if moves > 0 {
        return Some(format!("{} faults after {moves} moves: the first one ends a game", faults.len()));
    }
    if let Some(fault) = faults.iter().find(|fault| !may_be_at_the_start(fault.reason)) {
        return Some(format!("{} faults at the start, one of them `{}`", faults.len(), fault.reason.word()));
    }
    let in_order = faults.windows(2).all(|pair| pair[0].seat < pair[1].seat);
    (!in_order).then(|| "the faults are not one of each seat in their order".to_owned())
}

/// The result that the record's own words lead to, against the one that it has.
fn flaw_in_result(record: &GameRecord) -> Option<String> {
    let GameRecord { players, faults, winner, winner_seat, .. } = record;
    let seat = (0..players.len()).map(Seat).find(|seat| Some(seat.to_string()) == *winner_seat);
    if let (Some(told), None) = (winner_seat, seat) {
        return Some(format!("`winner_seat` is `{}`, and there is no such seat", told.escape_debug()));
    }
    let outcome = match seat {
        _ if !faults.is_empty() => {
            Outcome::faulty(players, |seat| faults.iter().any(|fault| fault.seat == seat.0))
        }
        Some(seat) if record.reason != Reason::MaxPlies => Outcome::won(players, seat),
        _ => Outcome::drawn(players),
    };
    if *winner != outcome.winner || seat != outcome.winner_seat {
        let told = winner.as_deref().unwrap_or("nobody");
        let right = outcome.winner.as_deref().unwrap_or("nobody");
        return Some(format!("the winner is {}, not {}", right.escape_debug(), told.escape_debug()));
    }
    // Thirds are rounded when they are written and when they are read.
    let differ = |(told, right): (&f64, &f64)| !told.is_finite() || (told - right).abs() > 1e-9;
    if record.points.iter().zip(&outcome.points).any(differ) {
        return Some(format!("the points are {:?}, not {:?}", outcome.points, record.points));
    }
    match (record.score, record.reason) {
        (Some(score), reason) if reason != Reason::Normal => {
            Some(format!("a score of {score}, and it ended by `{}`", reason.word()))
        }
        (None, Reason::Normal) => Some("it ended by the rules, and there is no `score`".to_owned()),
        (_, Reason::Adjudication) if seat.is_none() => {
            Some("it ended by `adjudication`, and there is no `winner_seat`".to_owned())
        }
        // Alone at the board there is nobody to be worse than.
        (Some(score), _) if players.len() > 1 && score.signum() != sign(seat) => {
            Some(format!("a score of {score} for p1, and `winner_seat` is {}", told(winner_seat)))
        }
        _ => None,
    }
}

/// The sign of p1's score where this seat has won.
fn sign(winner: Option<Seat>) -> i32 {
    winner.map_or(0, |seat| if seat.0 == 0 { 1 } else { -1 })
}

fn told(seat: &Option<String>) -> String {
    seat.as_ref().map_or_else(|| "empty".to_owned(), |seat| format!("`{}`", seat.escape_debug()))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::record::{Fault, timestamp};
    use crate::standings::sample::{drawn, faulty, lost, nobody, won};

    const TWO: &[&str] = &["ann", "bob"];

    fn excused(game: GameRecord) -> GameRecord {
        GameRecord { excuse: Some("the machine stood still for 0.2 s".to_owned()), ..game }
    }

    #[test]
    fn whatever_a_referee_writes_is_sound() {
        let three = &["ann", "bob", "cyd"];
        for record in [
            won(1, TWO),
            lost(2, TWO),
            drawn(3, TWO),
            drawn(4, three),
            faulty(5, TWO, 1, Reason::Crash, "x"),
            faulty(6, three, 0, Reason::Time, "x"),
            nobody(7, three),
            GameRecord { reason: Reason::MaxPlies, score: None, ..drawn(8, TWO) },
            GameRecord { reason: Reason::Adjudication, score: None, ..won(9, TWO) },
            GameRecord { restless: vec![false, true], seconds: 86_400.0, ..won(10, TWO) },
            GameRecord { started: timestamp(SystemTime::now()), ..won(11, TWO) },
            GameRecord { attempt: ATTEMPTS, ..excused(faulty(12, TWO, 1, Reason::Time, "x")) },
            GameRecord { void: true, ..excused(nobody(13, three)) },
        ] {
            assert_eq!(flaw(&record), None, "{record:?}");
        }
    }

    /// A change to a sound record, and what is told of it.
    type Case = (fn(&mut GameRecord), &'static str);

    #[test]
    fn a_record_that_contradicts_itself_is_told_how() {
        let cases: [Case; 30] = [
            (|game| game.v = 2, "version 2"),
            (|game| game.id = 0, "numbered from 1"),
            (|game| game.ms.truncate(1), "2 moves, and 1 entries of `ms`"),
            (|game| game.moves.truncate(1), "1 moves, and 2 entries of `ms`"),
            (|game| game.thoughts.truncate(1), "`thoughts`"),
            (|game| game.movers.truncate(1), "`movers`"),
            (|game| game.movers[0] = 2, "seat 2 of 2 players"),
            (|game| game.ms[0] = f64::NAN, "no time"),
            (|game| game.ms[0] = -1.0, "no time"),
            (|game| game.seconds = f64::INFINITY, "`seconds`"),
            (|game| game.points.push(0.0), "2 players, and 3 entries of `points`"),
            (|game| game.late.clear(), "`late`"),
            (|game| game.points = vec![0.0, 1.0], "the points are [1.0, 0.0], not [0.0, 1.0]"),
            (|game| game.points = vec![7.0, 0.0], "the points are"),
            (|game| game.winner = Some("bob".to_owned()), "the winner is ann, not bob"),
            (|game| game.winner_seat = Some("p3".to_owned()), "no such seat"),
            (|game| game.winner_seat = None, "the winner is draw, not ann"),
            (|game| game.reason = Reason::Time, "without a fault"),
            (|game| game.offender = Some("bob".to_owned()), "there is an `offender`"),
            (|game| game.score = None, "there is no `score`"),
            (|game| game.restless = vec![true], "2 players, and 1 entries of `restless`"),
            (|game| game.restless = vec![true; 3], "2 players, and 3 entries of `restless`"),
            (|game| game.seconds = 1e300, "`seconds` is 1e300, which is no time of a game"),
            (|game| game.seconds = -0.001, "`seconds` is -0.001"),
            (|game| game.seconds = f64::NAN, "`seconds` is NaN"),
            (|game| game.started.clear(), "`started` is ``, not a time"),
            (
                |game| game.started = "2024-05-01T10:00:00Z\u{7}".to_owned(),
                "`started` is `2024-05-01T10:00:00Z\\u{7}`",
            ),
            (|game| game.started = "2024-05-32T10:00:00Z".to_owned(), "not a time"),
            (|game| game.reason = Reason::Adjudication, "a score of 4, and it ended by `adjudication`"),
            (
                |game| *game = GameRecord { reason: Reason::Adjudication, score: None, ..drawn(1, TWO) },
                "there is no `winner_seat`",
            ),
        ];
        for (change, told) in cases {
            let mut record = won(1, TWO);
            change(&mut record);
            let flaw = flaw(&record).unwrap_or_default();
            assert!(flaw.contains(told), "{told}: {flaw}");
        }
        let of_a_fault: [Case; 9] = [
            (|game| game.faults[0].seat = 2, "seat 2 of 2"),
            (|game| game.faults[0].reason = Reason::Normal, "a fault `normal`"),
            (|game| game.reason = Reason::Crash, "the first fault is `time`"),
            (|game| game.offender_seat = Some("p2".to_owned()), "not who made the first fault"),
            (|game| game.score = Some(1), "a score of 1, and it ended by `time`"),
            (|game| *game = faulty(1, TWO, 0, Reason::Stall, "x"), "a `stall` after 2 moves"),
            (|game| game.faults.push(fault(1, Reason::Crash)), "2 faults after 2 moves"),
            (
                |game| *game = excused(faulty(1, TWO, 0, Reason::IllegalMove, "x")),
                "the fault is `illegal-move`, for which there is none",
            ),
            (
                |game| *game = excused(faulty(1, TWO, 0, Reason::Memory, "x")),
                "the fault is `memory`, for which there is none",
            ),
        ];
        for (change, told) in of_a_fault {
            let mut record = faulty(1, TWO, 0, Reason::Time, "x");
            change(&mut record);
            let flaw = flaw(&record).unwrap_or_default();
            assert!(flaw.contains(told), "{told}: {flaw}");
        }
        let at_the_start: [Case; 5] = [
            (|game| game.winner = Some("bob".to_owned()), "the winner is nobody, not bob"),
            (|game| game.faults.swap(0, 1), "`offender` is not who made the first fault"),
            (|game| game.faults[1].seat = 0, "not one of each seat"),
            (|game| game.faults[1].reason = Reason::Time, "2 faults at the start, one of them `time`"),
            (
                |game| {
                    let none = nobody(1, TWO);
                    *game = GameRecord {
                        reason: Reason::MaxPlies,
                        score: None,
                        moves: none.moves,
                        ms: none.ms,
                        thoughts: none.thoughts,
                        movers: none.movers,
                        ..drawn(1, TWO)
                    };
                },
                "it ended by `max-plies` without a move",
            ),
        ];
        for (change, told) in at_the_start {
            let mut record = nobody(1, TWO);
            change(&mut record);
            let flaw = flaw(&record).unwrap_or_default();
            assert!(flaw.contains(told), "{told}: {flaw}");
        }
    }

    fn fault(seat: usize, reason: Reason) -> Fault {
        Fault { seat, reason, detail: String::new() }
    }
}
