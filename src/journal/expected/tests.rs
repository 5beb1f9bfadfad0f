mod contradictions;

use std::fs;

use super::super::FILE;
use super::*;
use crate::clock::Budget;
use crate::games::{Game, Seat};
use crate::record::{Board, Fault, Outcome, Reason, Thought};
use crate::schedule::{RoundRobin, Swiss};
use crate::standings::sample::won;

const GAME: Game = Game::Othello { size: 4 };

fn start(_number: u64) -> Result<Line, NoOpening> {
    Ok(Line::new(GAME.start()))
}

fn expected(schedule: Schedule) -> Expected<'static> {
    let names = ["ann", "bob", "cyd", "dan"].map(str::to_owned).to_vec();
    let time = TimeControl {
        budget: Some(Budget::PerMove(Duration::from_millis(100))),
        depth: None,
        nodes: None,
        margin: Duration::from_millis(50),
    };
    let adjudication = Adjudication { max_plies: Some(40), ..Adjudication::default() };
    let times = vec![time; names.len()];
    Expected { names, times, game: "othello", seed: 7, schedule, opening: &start, adjudication }
}

/// A game that p1 wins, with a pass, and decided before that; the last ply is p1's.
const PLIES: [&str; 13] = ["c4", "b4", "a1", "d2", "d4", "d3", "a2", "c1", "a4", "a3", "b1", "pass", "d1"];

/// This game, in which everybody takes 2 ms for a move.
fn played(expected: &Expected<'_>, fixture: &Fixture) -> GameRecord {
    let players: Vec<&str> = fixture.seats.iter().map(|&at| &expected.names[at][..]).collect();
    let mut record = won(fixture.id, &players);
    let mut line = start(0).unwrap();
    (record.movers, record.ms, record.thoughts) = Default::default();
    for ply in PLIES {
        let Some(Seat(mover)) = line.to_move() else { break };
        let forced = line.forced();
        record.movers.push(mover);
        record.ms.push(if forced.is_some() { 0.0 } else { 2.0 });
        record.thoughts.push(forced.is_none().then(Thought::default));
        line.play(ply).unwrap();
    }
    let returns = line.returns().unwrap();
    let outcome = Outcome::won(&record.players, Seat(usize::from(returns[0] < 0)));
    GameRecord {
        round: fixture.round,
        encounter: fixture.encounter,
        seed: game_seed(expected.seed, fixture.id),
        board: Board::from(GAME),
        opening: start(0).unwrap().to_string(),
        points: outcome.points,
        winner: outcome.winner,
        winner_seat: outcome.winner_seat.map(|seat| seat.to_string()),
        score: Some(returns[0]),
        seconds: 0.1,
        moves: line.into_plies(),
        ..record
    }
}

/// Plays a whole tournament, in the order of its games.
fn whole(expected: &Expected<'_>) -> Vec<GameRecord> {
    let mut course = Course::new(expected.schedule, None);
    let mut records = Vec::new();
    while let Some(stage) = course.next(Duration::ZERO) {
        for fixture in stage.filter_map(|id| course.fixture(id)).collect::<Vec<_>>() {
            let record = played(expected, &fixture);
            course.note(record.id, &record.points);
            records.push(record);
        }
    }
    records
}

/// What is wrong with a journal of these records, as far as it is read: line and reason.
fn found(expected: &Expected<'_>, records: &[GameRecord], reading: Reading) -> Vec<(u64, String)> {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = records.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect();
    fs::write(folder.path().join(FILE), lines).unwrap();
    let survey = expected.survey(folder.path(), reading, |_| {}).unwrap();
    survey.damages.into_iter().map(|damage| (damage.line, damage.why)).collect()
}

/// The same, where both ways of reading see the same.
fn wrong(expected: &Expected<'_>, records: &[GameRecord]) -> Vec<(u64, String)> {
    let [outlined, read] =
        [Reading::Outline, Reading::Whole].map(|reading| found(expected, records, reading));
    assert_eq!(outlined, read);
    read
}

fn schedules() -> [Expected<'static>; 2] {
    [Schedule::RoundRobin(RoundRobin::new(4, 2, 2, false)), Schedule::Swiss(Swiss::new(4, 3, 2))]
        .map(expected)
}

#[test]
fn every_part_of_a_tournament_is_of_it() {
    for expected in schedules() {
        let records = whole(&expected);
        assert!(records.len() >= 12);
        for length in 0..=records.len() {
            assert_eq!(wrong(&expected, &records[..length]), []);
        }
    }
}

/// A change to a record, and what is told of it.
type Case = (fn(&mut GameRecord), &'static str);

/// Ends a game by a fault of p1 after the first ply or before it.
fn faulty(game: &mut GameRecord, plies: usize, seat: usize) {
    game.moves.truncate(plies);
    game.ms.truncate(plies);
    game.thoughts.truncate(plies);
    game.movers.truncate(plies);
    let outcome = Outcome::faulty(&game.players, |at| at == Seat(seat));
    (game.points, game.winner, game.score) = (outcome.points, outcome.winner, None);
    game.winner_seat = outcome.winner_seat.map(|seat| seat.to_string());
    game.reason = Reason::Time;
    game.offender = Some(game.players[seat].clone());
    game.offender_seat = Some(Seat(seat).to_string());
    game.faults = vec![Fault { seat, reason: Reason::Time, detail: String::new() }];
    game.seconds = 9.0;
}

#[test]
fn a_game_that_this_tournament_does_not_have_is_told() {
    for expected in schedules() {
        let cases: [Case; 20] = [
            (|game| game.round = 9, "encounter"),
            (|game| game.encounter += 1, "encounter"),
            (|game| game.seed += 1, "its seed is"),
            (|game| game.game = "breakthrough".to_owned(), "one of breakthrough, not of othello"),
            (
                |game| {
                    game.players.reverse();
                    let seat = usize::from(game.points[0] < 1.0);
                    game.winner = Some(game.players[seat].clone());
                },
                "the schedule has ",
            ),
            (|game| game.opening = "startpos".to_owned(), "it begins from 4/1ox1/1xo1/4 x, not startpos"),
            (|game| game.opening += " moves a2", "it begins from 4/1ox1/1xo1/4 x, not"),
            (|game| game.board.size = Some(8), "`board` is not that"),
            (|game| game.board = Board { rows: Some(4), ..game.board }, "`board` is not that"),
            (|game| game.deal = Some(Default::default()), "`deal` is not that"),
            (|game| game.movers[2] = 1, "ply 3 is told to be of p2, it was p1's turn"),
            (|game| faulty(game, 3, 0), "the fault is told to be of p1, it was p2's turn"),
            (|game| game.ms[0] = 150.1, "its moves took"),
            (|game| (game.ms[0], game.seconds) = (150.1, 9.0), "ply 1 took 150.1 ms, and 150.000 were left"),
            (|game| (game.ms[0], game.seconds) = (1e10, 2e7), "and 150.000 were left"),
            (
                |game| (game.ms[0], game.seconds) = (120.0, 9.0),
                "by the clocks there were 1 late answers of p1, not 0",
            ),
            (|game| game.late = vec![0, 1], "by the clocks there were 0 late answers of p2, not 1"),
            (|game| game.seconds = 0.001, "all of it 0.001 s"),
            (
                |game| {
                    faulty(game, 4, 0);
                    (game.reason, game.winner, game.winner_seat) =
                        (Reason::Adjudication, Some(game.players[0].clone()), Some("p1".to_owned()));
                    (game.offender, game.offender_seat, game.points) = (None, None, vec![1.0, 0.0]);
                    game.faults.clear();
                },
                "this tournament has no adjudication",
            ),
            (
                |game| {
                    faulty(game, 4, 0);
                    (game.reason, game.winner, game.winner_seat) =
                        (Reason::MaxPlies, Some("draw".to_owned()), None);
                    (game.offender, game.offender_seat, game.points) = (None, None, vec![0.5, 0.5]);
                    game.faults.clear();
                },
                "it ended by `max-plies` after 4, not 40",
            ),
        ];
        for (change, told) in cases {
            let mut records = whole(&expected);
            records.truncate(4);
            change(&mut records[3]);
            let wrong = wrong(&expected, &records);
            assert!(wrong.len() == 1 && wrong[0].0 == 4 && wrong[0].1.contains(told), "{told}: {wrong:?}");
        }
        let mut records = whole(&expected);
        let last = records.last().unwrap();
        let beyond = GameRecord { id: 1000, seed: game_seed(7, 1000), ..last.clone() };
        let line = records.len() as u64 + 1;
        records.push(beyond);
        let games = records.len() - 1;
        let told = format!("game 1000: there are the games 1 to {games}");
        assert_eq!(wrong(&expected, &records), [(line, told)]);
    }
}

#[test]
fn what_a_clock_allows_is_no_damage() {
    let [expected, _] = schedules();
    let cases: [fn(&mut GameRecord); 7] = [
        // To the microsecond it is not known.
        |game| (game.ms[0], game.seconds) = (100.0, 9.0),
        |game| (game.ms[0], game.seconds, game.late) = (100.0, 9.0, vec![1, 0]),
        |game| (game.ms[0], game.seconds, game.late) = (150.0, 9.0, vec![1, 0]),
        |game| faulty(game, 4, 0),
        // Four plies, of which p1 made two of 2 ms, and 150 ms for the one that did not come.
        |game| (faulty(game, 4, 0), game.seconds = 0.158).0,
        |game| faulty(game, 0, 0),
        |game| {
            faulty(game, 0, 1);
            (game.reason, game.faults[0].reason) = (Reason::Stall, Reason::Stall);
        },
    ];
    for (number, change) in cases.into_iter().enumerate() {
        let mut records = whole(&expected);
        change(&mut records[0]);
        assert_eq!(wrong(&expected, &records), [], "{number}");
    }
}

#[test]
fn a_clock_for_the_whole_game_is_run_again() {
    let [mut expected, _] = schedules();
    let budget = Budget::Clock { base: Duration::from_millis(20), increment: Duration::from_millis(1) };
    expected.times.iter_mut().for_each(|time| time.budget = Some(budget));
    let record = &whole(&expected)[..1];
    assert_eq!(wrong(&expected, record), []);
    let mut slow = record.to_vec();
    (slow[0].ms[0], slow[0].ms[2], slow[0].seconds) = (20.0, 52.0, 9.0);
    let found = wrong(&expected, &slow);
    assert!(found.len() == 1 && found[0].1.contains("ply 3 took 52 ms, and 51.001 were left"), "{found:?}");
}

#[test]
fn moves_are_played_again_where_they_are_read() {
    for expected in schedules() {
        let mut records = whole(&expected)[..4].to_vec();
        records[3].moves[1] = records[3].moves[0];
        assert_eq!(found(&expected, &records, Reading::Outline), []);
        let found = found(&expected, &records, Reading::Whole);
        assert!(found.len() == 1 && found[0].0 == 4 && found[0].1.contains("ply "), "{found:?}");
    }
}

#[test]
fn where_results_decide_who_meets_whom_what_came_after_a_missing_game_is_told_too() {
    let [fixed, depending] = schedules();
    let mut records = whole(&fixed);
    records.remove(2);
    assert_eq!(wrong(&fixed, &records), []);
    let mut records = whole(&depending);
    records.remove(2);
    // The first round has four games.
    let wrong = wrong(&depending, &records);
    assert_eq!(wrong.len(), records.len() - 3);
    assert_eq!(wrong[0], (4, "game 5: it may have depended on game 3".to_owned()));
}

#[test]
fn a_game_is_void_only_by_its_own_words_and_before_another_attempt() {
    for expected in schedules() {
        let records = whole(&expected)[..2].to_vec();
        let mut void = records[1].clone();
        faulty(&mut void, 4, 0);
        (void.void, void.excuse) = (true, Some("the arena was late".to_owned()));
        let again = |attempt| GameRecord { attempt, ..records[1].clone() };
        let told = |lines: &[&GameRecord]| {
            let lines: Vec<GameRecord> = lines.iter().map(|&line| line.clone()).collect();
            wrong(&expected, &lines)
        };
        assert_eq!(told(&[&records[0], &void, &again(2)]), []);
        // Stopped after the void one, and gone on with.
        assert_eq!(told(&[&records[0], &void, &void, &again(2)]), []);
        let mut lost = void.clone();
        lost.excuse = None;
        assert_eq!(
            told(&[&records[0], &lost]),
            [(2, "game 2: it is void without an `excuse`".to_owned())],
            "a lost game is not played again"
        );
        let without = "game 2: it is attempt 2, and attempt 1 does not stand before it";
        assert_eq!(told(&[&records[0], &again(2)]), [(2, without.to_owned())]);
        void.seed += 1;
        assert_eq!(
            told(&[&records[0], &void, &again(2)]).len(),
            2,
            "nor does what follows a wrong one count"
        );
    }
}
