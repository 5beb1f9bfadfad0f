use serde_json::Value;

use super::*;
use crate::record::{GameRecord, Reason};
use crate::standings::Standings;
use crate::standings::sample::{faulty, lost, won};

/// The cases, worked out by two programs that share no code with this one; see the README beside them.
fn cases(kind: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("../../tests/vectors/grading_cases.json")).unwrap();
    let cases = file["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == kind);
    let cases: Vec<Value> = cases.cloned().collect();
    assert!(cases.len() >= 8, "{} of {kind}", cases.len());
    cases
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn number(value: &Value) -> Exact {
    value.as_str().unwrap().parse().unwrap()
}

#[track_caller]
fn expect_grades(case: &Value, performances: Vec<Performance>) {
    let grades = championship(performances);
    let expected = list(&case["expected"]);
    assert_eq!(grades.len(), expected.len(), "{}", case["id"]);
    for (grade, expected) in grades.iter().zip(expected) {
        let what = format!("{}, {}", case["id"], expected["id"]);
        let done = &grade.performance;
        assert_eq!(done.engine, expected["id"], "{what}");
        assert_eq!(done.points, whole(expected["score"].as_i64().unwrap()), "{what}");
        assert_eq!(done.valid_games, expected["valid"], "{what}");
        assert_eq!(done.games, expected["games"], "{what}");
        assert_eq!(format!("{:?}", grade.group), expected["group"], "{what}");
        assert_eq!(grade.mark, number(&expected["grade"]), "{what}");
        assert_eq!(decimal(&grade.mark, 4), expected["grade4"], "{what}");
    }
}

#[test]
fn tables_give_the_marks_that_others_worked_out() {
    for case in cases("table") {
        let performance = |row: &Value| Performance {
            engine: text(&row["id"]),
            points: whole(row["score"].as_i64().unwrap()),
            games: row["games"].as_u64().unwrap(),
            valid_games: row["valid"].as_u64().unwrap(),
        };
        expect_grades(&case, list(&case["table"]).iter().map(performance).collect());
    }
}

/// A game of a case as a record.
fn record(id: u64, game: &Value) -> GameRecord {
    let players = [text(&game["white"]), text(&game["black"])];
    let players = [&*players[0], &*players[1]];
    match (game["offender"].as_str(), &*text(&game["winner"])) {
        (Some(side), winner) => {
            assert_ne!(side, winner, "the offender never wins");
            faulty(id, &players, usize::from(side == "b"), Reason::IllegalMove, "")
        }
        (None, "w") => won(id, &players),
        (None, _) => lost(id, &players),
    }
}

#[test]
fn games_give_the_marks_that_others_worked_out() {
    for case in cases("games") {
        let names: Vec<String> = list(&case["students"]).iter().map(text).collect();
        let mut standings = Standings::new(&names);
        for (id, game) in (1..).zip(list(&case["games"])) {
            standings.add(&record(id, game));
        }
        let rows = standings.rows();
        let row = |name: &String| rows.iter().find(|row| row.engine == *name).unwrap().performance();
        expect_grades(&case, names.iter().map(row).collect());
    }
}

#[test]
fn final_marks_are_those_that_others_worked_out() {
    for case in cases("final") {
        let count = case["C"].as_u64().unwrap() as usize;
        let students = list(&case["students"]);
        let marks: Vec<Vec<Exact>> =
            students.iter().map(|student| list(&student["grades"]).iter().map(number).collect()).collect();
        for (mark, expected) in finals(count, &marks).iter().zip(list(&case["expected"])) {
            let what = format!("{}, {}", case["id"], expected["id"]);
            assert_eq!(mark.p, number(&expected["P"]), "{what}");
            assert_eq!(mark.mark, number(&expected["N"]), "{what}");
            assert_eq!(decimal(&mark.mark, 4), expected["N4"], "{what}");
        }
    }
}

#[test]
fn a_missed_championship_counts_nothing() {
    let marks = [vec![whole(10), whole(10)], vec![whole(10)], vec![]];
    let finals = finals(2, &marks);
    let shown: Vec<_> =
        finals.iter().map(|one| (one.championships, decimal(&one.p, 1), decimal(&one.mark, 1))).collect();
    let expected = [(2, "2.0", "10.0"), (1, "1.0", "5.0"), (0, "0.0", "0.0")];
    assert_eq!(shown, expected.map(|(count, p, mark)| (count, p.to_owned(), mark.to_owned())));
}

#[test]
fn sums_of_shares_are_exact() {
    for (parts, sum) in [(vec![0.5; 3], "3/2"), (vec![1.0 / 3.0; 3], "1"), (vec![0.2, 0.25], "9/20")] {
        assert_eq!(exact(parts.iter().sum()), sum.parse().unwrap());
    }
    assert_eq!(exact((0..100_000).map(|_| 1.0 / 3.0).sum()), "100000/3".parse().unwrap());
}

#[test]
fn a_number_is_rounded_once_when_it_is_written() {
    for (number, digits, shown) in [
        ("0", 4, "0.0000"),
        ("1/3", 4, "0.3333"),
        ("2/3", 4, "0.6667"),
        ("1/20000", 4, "0.0001"),
        ("1/20001", 4, "0.0000"),
        ("99999/10000", 3, "10.000"),
        ("-1/2", 1, "-0.5"),
        ("5/2", 0, "3"),
    ] {
        assert_eq!(decimal(&number.parse().unwrap(), digits), shown, "{number}");
    }
}
