//! Records that contradict themselves, the rules or the clocks, and those that only seem to.

use super::*;
use crate::adjudication::{Agreement, Watch};

/// A tournament with these rules for games that end early, and its first game, which was played to its end.
fn first_game(adjudication: Adjudication) -> (Expected<'static>, GameRecord) {
    let [expected, _] = schedules();
    let expected = Expected { adjudication, ..expected };
    let record = whole(&expected).swap_remove(0);
    (expected, record)
}

/// Who is to move after so many plies.
fn mover(plies: usize) -> usize {
    plies % 2
}

/// Ends a game by this fault of whose turn it is, after so many plies, in good time.
fn offended(game: &mut GameRecord, plies: usize, reason: Reason) {
    faulty(game, plies, mover(plies));
    (game.reason, game.faults[0].reason) = (reason, reason);
}

/// Ends a game early, after so many plies, won by p1 or drawn.
fn ended(game: &mut GameRecord, plies: usize, reason: Reason) {
    faulty(game, plies, 1);
    game.faults.clear();
    let outcome = match reason {
        Reason::Adjudication => Outcome::won(&game.players, Seat(0)),
        _ => Outcome::drawn(&game.players),
    };
    (game.offender, game.offender_seat, game.reason) = (None, None, reason);
    (game.points, game.winner) = (outcome.points, outcome.winner);
    game.winner_seat = outcome.winner_seat.map(|seat| seat.to_string());
}

const DECIDED: Adjudication = Adjudication { max_plies: None, agreement: None, decided: true };
const AGREED: Adjudication =
    Adjudication { max_plies: None, agreement: Some(Agreement { score: 100, plies: 4 }), decided: false };

/// The plies of the game that is played here.
fn length() -> usize {
    first_game(Adjudication::default()).1.moves.len()
}

/// Its first ply for which nobody is asked.
fn forced() -> usize {
    let record = first_game(Adjudication::default()).1;
    record.thoughts.iter().position(Option::is_none).expect("a pass")
}

#[test]
fn whatever_of_a_game_contradicts_the_rest_is_told() {
    const ALL: [Reading; 2] = [Reading::Outline, Reading::Whole];
    const WHOLE: [Reading; 1] = [Reading::Whole];
    type Change = fn(&mut GameRecord);
    let never = Adjudication::default();
    let limited = Adjudication { max_plies: Some(length() as u32), ..never };
    let cases: [(&str, Adjudication, &[Reading], Change, &str); 31] = [
        (
            "won, then lost on time",
            never,
            &WHOLE,
            |game| offended(game, length(), Reason::Time),
            "and is over",
        ),
        ("won, then crashed", never, &WHOLE, |game| offended(game, length(), Reason::Crash), "and is over"),
        (
            "won, then illegal",
            never,
            &WHOLE,
            |game| offended(game, length(), Reason::IllegalMove),
            "and is over",
        ),
        (
            "won, then too large",
            never,
            &WHOLE,
            |game| offended(game, length(), Reason::Memory),
            "and is over",
        ),
        (
            "won, then impolite",
            never,
            &WHOLE,
            |game| offended(game, length(), Reason::Protocol),
            "and is over",
        ),
        (
            "won, then decided",
            DECIDED,
            &WHOLE,
            |game| ended(game, length(), Reason::Adjudication),
            "and is over",
        ),
        (
            "won, then too long",
            limited,
            &WHOLE,
            |game| ended(game, length(), Reason::MaxPlies),
            "and is over",
        ),
        ("a fault in a pass", never, &WHOLE, |game| offended(game, forced(), Reason::Crash), "is not asked"),
        ("a pass that took time", never, &WHOLE, |game| game.ms[forced()] = 3.0, "nobody is asked"),
        (
            "a stall after moves",
            never,
            &ALL,
            |game| offended(game, 4, Reason::Stall),
            "a `stall` after 4 moves",
        ),
        (
            "lost on time in no time",
            never,
            &ALL,
            |game| (offended(game, 4, Reason::Time), game.seconds = 0.156).0,
            "it was lost on time, for which 150.000 ms were allowed after 8.000 ms, and all of it took 0.156 s",
        ),
        (
            "lost on time before the first move by who is second",
            never,
            &ALL,
            |game| faulty(game, 0, 1),
            "the fault is told to be of p2, it was p1's turn",
        ),
        ("no score", never, &ALL, |game| game.score = None, "there is no `score`"),
        ("one restless", never, &ALL, |game| game.restless = vec![true], "1 entries of `restless`"),
        ("many restless", never, &ALL, |game| game.restless = vec![true; 9], "9 entries of `restless`"),
        ("beyond all time", never, &ALL, |game| game.seconds = 1e300, "`seconds` is 1e300"),
        ("two years", never, &ALL, |game| game.seconds = 6.4e7, "which is no time of a game"),
        ("before it began", never, &ALL, |game| game.seconds = -1.0, "`seconds` is -1.0"),
        ("begun never", never, &ALL, |game| game.started.clear(), "`started` is ``, not a time"),
        ("begun in red", never, &ALL, |game| game.started += "\u{1b}[31m", "`started` is `2024"),
        ("begun some day", never, &ALL, |game| game.started = "today".to_owned(), "`started` is `today`"),
        ("an excuse for cheating", never, &ALL, |game| excused(game, Reason::IllegalMove), "there is none"),
        ("an excuse for size", never, &ALL, |game| excused(game, Reason::Memory), "there is none"),
        (
            "a second fault after moves",
            never,
            &ALL,
            |game| {
                offended(game, 4, Reason::Crash);
                game.faults.push(Fault { seat: 1, reason: Reason::Crash, detail: String::new() });
            },
            "2 faults after 4 moves",
        ),
        (
            "decided without a winner",
            DECIDED,
            &ALL,
            |game| {
                ended(game, 4, Reason::MaxPlies);
                game.reason = Reason::Adjudication;
            },
            "there is no `winner_seat`",
        ),
        (
            "decided, and played on",
            DECIDED,
            &WHOLE,
            |_| {},
            "by `adjudication` it was over after 12 plies, won by p1",
        ),
        ("not decided", DECIDED, &WHOLE, |game| ended(game, 4, Reason::Adjudication), "there was no cause"),
        ("not agreed", AGREED, &WHOLE, |game| ended(game, 4, Reason::Adjudication), "there was no cause"),
        (
            "agreed, and told the wrong winner",
            AGREED,
            &WHOLE,
            |game| {
                agree(game, -100);
                ended(game, 4, Reason::Adjudication);
            },
            "by `adjudication` it was over after 4 plies, won by p2",
        ),
        (
            "agreed, and played on",
            AGREED,
            &WHOLE,
            |game| agree(game, 100),
            "by `adjudication` it was over after 4 plies, won by p1",
        ),
        (
            "agreed, then crashed",
            AGREED,
            &WHOLE,
            |game| {
                agree(game, 100);
                offended(game, 4, Reason::Crash);
            },
            "by `adjudication` it was over after 4 plies, won by p1",
        ),
    ];
    let mut unseen = Vec::new();
    for (what, adjudication, readings, change, told) in cases {
        let (expected, mut record) = first_game(adjudication);
        change(&mut record);
        for &reading in readings {
            let found = found(&expected, std::slice::from_ref(&record), reading);
            if !(found.len() == 1 && found[0].1.contains(told)) {
                unseen.push(format!("{what}, {reading:?}: {found:?}"));
            }
        }
    }
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}

/// A fault that is excused, in a void game.
fn excused(game: &mut GameRecord, reason: Reason) {
    offended(game, 4, reason);
    (game.void, game.excuse) = (true, Some("the machine stood still for 9 s".to_owned()));
}

/// Both engines tell such a score for p1 with every ply.
fn agree(game: &mut GameRecord, score: i32) {
    for (thought, mover) in game.thoughts.iter_mut().zip(&game.movers) {
        if let Some(thought) = thought {
            thought.score = Some((if *mover == 0 { score } else { -score }).to_string());
        }
    }
}

#[test]
fn a_game_that_ended_as_the_tournament_has_it_is_no_damage() {
    let never = Adjudication::default();
    let reasons = [Reason::IllegalMove, Reason::Time, Reason::Crash, Reason::Memory, Reason::Protocol];
    for reason in reasons {
        for plies in 0..length() {
            let (expected, mut record) = first_game(never);
            if record.thoughts[plies].is_some() {
                offended(&mut record, plies, reason);
                assert_eq!(wrong(&expected, &[record]), [], "{reason:?} after {plies}");
            }
        }
    }
    for (seat, reason) in [(0, Reason::Stall), (1, Reason::Stall), (1, Reason::Crash), (1, Reason::Memory)] {
        let (expected, mut record) = first_game(never);
        faulty(&mut record, 0, seat);
        (record.reason, record.faults[0].reason) = (reason, reason);
        // Who never got ready has taken no time of the game.
        record.seconds = 0.0;
        assert_eq!(wrong(&expected, &[record]), [], "{reason:?} of {seat} at the start");
    }
}

#[test]
fn a_game_that_was_ended_early_is_no_damage_where_it_was_and_nowhere_else() {
    let limited = Adjudication { max_plies: Some(5), ..Adjudication::default() };
    let mut early = 0;
    for adjudication in [DECIDED, AGREED, limited, Adjudication { decided: true, ..AGREED }] {
        for score in [-100, 0, 100] {
            let (expected, mut record) = first_game(adjudication);
            agree(&mut record, score);
            let mut line = start(0).unwrap();
            let mut watch = Watch::new(adjudication);
            let plies = record.moves.iter().zip(&record.movers).zip(&record.thoughts);
            let ruling = plies.enumerate().find_map(|(ply, ((text, &mover), thought))| {
                line.play(text).unwrap();
                Some((ply + 1, watch.look(&line, Seat(mover), thought.as_ref())?))
            });
            if let Some((plies, ruling)) = ruling {
                early += 1;
                let whole = record.clone();
                ended(&mut record, plies, ruling.reason);
                let outcome = ruling.winner.map(|winner| Outcome::won(&record.players, winner));
                let outcome = outcome.unwrap_or_else(|| Outcome::drawn(&record.players));
                (record.points, record.winner) = (outcome.points, outcome.winner);
                record.winner_seat = outcome.winner_seat.map(|seat| seat.to_string());
                assert_eq!(found(&expected, &[whole], Reading::Whole).len(), 1, "{adjudication:?} {score}");
            }
            assert_eq!(wrong(&expected, &[record]), [], "{adjudication:?} {score}");
        }
    }
    assert_eq!(early, 11, "decided: all; agreed: all that somebody wins");
}
