use std::fs;

use tempfile::TempDir;

use super::*;
use crate::record::Reason;
use crate::standings::sample::{drawn, faulty, lost, nobody, won};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Writes the files of `records` and reads the one called `file`; `\r\n` is checked and shown as `\n`.
fn written(file: &str, engines: &[&str], records: &[GameRecord]) -> String {
    let folder = TempDir::new().unwrap();
    write_all(folder.path(), &names(engines), records.iter().cloned().map(Ok)).unwrap();
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(text.ends_with("\r\n"), "{text:?}");
    text.replace("\r\n", "\n")
}

#[test]
fn games_have_a_line_each() {
    let three = faulty(3, &["ann", "bob"], 1, Reason::IllegalMove, "c4: not empty");
    let records = [won(1, &["ann", "bob"]), drawn(2, &["bob", "ann"]), three, nobody(4, &["bob", "ann"])];
    assert_eq!(
        written("games.csv", &["ann", "bob"], &records),
        "\
id,round,game,opening,p1,p2,winner,winner_seat,reason,offender,offender_seat,plies,score,seconds,moves
1,1,othello,startpos,ann,bob,ann,p1,normal,,,2,4,0.013,f5 d6
2,1,othello,startpos,bob,ann,draw,,normal,,,2,0,0.013,f5 d6
3,1,othello,startpos,ann,bob,ann,p1,illegal-move,bob,p2,2,,0.013,f5 d6
4,1,othello,startpos,bob,ann,,,stall,bob,p1,0,,0.013,
"
    );
}

#[test]
fn three_players_have_three_columns() {
    let text =
        written("games.csv", &["ann"], &[faulty(1, &["ann", "bob", "cy"], 1, Reason::Crash, "signal 11")]);
    assert_eq!(
        text,
        "\
id,round,game,opening,p1,p2,p3,winner,winner_seat,reason,offender,offender_seat,plies,score,seconds,moves
1,1,othello,startpos,ann,bob,cy,shared,,crash,bob,p2,2,,0.013,f5 d6
"
    );
}

#[test]
fn moves_have_a_line_each() {
    let records = [won(1, &["ann", "bob"]), lost(2, &["bob", "ann"])];
    assert_eq!(
        written("moves.csv", &["ann", "bob"], &records),
        "\
id,ply,player,engine,move,ms,depth,score,nodes
1,1,p1,ann,f5,1.500,6,-120,12345
1,2,p2,bob,d6,2.000,,,
2,1,p1,bob,f5,1.500,6,-120,12345
2,2,p2,ann,d6,2.000,,,
"
    );
}

#[test]
fn standings_have_a_line_for_every_engine() {
    let two = &["ann", "bob"];
    let fault = faulty(3, two, 1, Reason::Time, "no answer within 1.05 s");
    let records = [won(1, two), drawn(2, two), GameRecord { late: vec![1, 0], ..fault }];
    assert_eq!(
        written("standings.csv", &["bob", "ann", "cy"], &records),
        "\
rank,engine,games,wins,draws,losses,points,valid_games,valid_percent,elo,elo_error,late,time_losses,crashes,illegal_moves,max_ms
1,ann,3,2,1,0,2.5,3,100.00,124.65,187.60,1,0,0,0,1.500
2,bob,3,0,1,2,0.5,2,66.67,-124.65,187.60,0,1,0,0,2.000
3,cy,0,0,0,0,0,0,0.00,,,0,0,0,0,0.000
"
    );
}

#[test]
fn the_crosstable_has_a_row_and_a_column_for_every_engine() {
    let records = [won(1, &["ann", "bob"]), drawn(2, &["bob", "ann"]), won(3, &["cy", "cy"])];
    assert_eq!(
        written("crosstable.csv", &["ann", "bob", "cy"], &records),
        "\
engine,ann,bob,cy
ann,,1-1-0,
bob,0-1-1,,
cy,,,1-0-0
"
    );
}

#[test]
fn marks_come_best_first_with_what_they_are_reckoned_from() {
    let (two, other) = (&["ann", "bob"], &["ann", "cy"]);
    let records = [won(1, two), drawn(2, two), faulty(3, other, 1, Reason::Time, "")];
    assert_eq!(
        written("grades.csv", &["bob", "ann", "cy", "dan"], &records),
        "\
engine,group,points,games,valid_games,valid_percent,grade
ann,A,2.5,3,3,100.00,10.0000
bob,A,0.5,2,2,100.00,5.0000
cy,B,0,1,0,0.00,0.0000
dan,B,0,0,0,0.00,0.0000
"
    );
}

#[test]
fn final_marks_have_a_line_for_every_student() {
    let folder = TempDir::new().unwrap();
    let marks = [vec!["10".parse().unwrap(), "15/2".parse().unwrap()], vec![]];
    let finals = crate::grades::finals(2, &marks);
    let students = names(&["=Ann", "Bob"]).into_iter().zip(finals).collect::<Vec<_>>();
    write_finals(folder.path(), &students).unwrap();
    assert_eq!(
        fs::read_to_string(folder.path().join("finals.csv")).unwrap(),
        "student,championships,p,final\r\n'=Ann,2,1.7500,10.0000\r\nBob,0,0.0000,0.0000\r\n"
    );
}

#[test]
fn every_file_has_its_head_before_the_first_game() {
    for (file, head) in [
        (
            "games.csv",
            "id,round,game,opening,p1,p2,winner,winner_seat,reason,offender,offender_seat,plies,score,seconds,moves\n",
        ),
        ("moves.csv", "id,ply,player,engine,move,ms,depth,score,nodes\n"),
        ("crosstable.csv", "engine\n"),
        ("grades.csv", "engine,group,points,games,valid_games,valid_percent,grade\n"),
        (
            "standings.csv",
            "rank,engine,games,wins,draws,losses,points,valid_games,valid_percent,elo,elo_error,late,time_losses,crashes,illegal_moves,max_ms\n",
        ),
    ] {
        assert_eq!(written(file, &[], &[]), head);
    }
}

#[test]
fn no_name_is_a_formula_or_breaks_a_line() {
    for (engine, cell) in [
        ("=1+1", "'=1+1"),
        ("+x", "'+x"),
        ("-x", "'-x"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "\"'\rx\""),
        ("x=1", "x=1"),
        ("a,b", "\"a,b\""),
        ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("two\nlines", "\"two\nlines\""),
        ("=1,\"2\"", "\"'=1,\"\"2\"\"\""),
        ("Zoë 木", "Zoë 木"),
    ] {
        let players = &[engine, "bob"];
        let records = [won(1, players), faulty(2, players, 0, Reason::Crash, "")];
        let games = written("games.csv", players, &records);
        assert!(games.contains(&format!("startpos,{cell},bob,{cell},p1,normal,,,")), "{games}");
        assert!(games.contains(&format!(",crash,{cell},p1,")), "{games}");
        let moves = written("moves.csv", players, &records);
        assert!(moves.contains(&format!("1,1,p1,{cell},f5,")), "{moves}");
        let standings = written("standings.csv", players, &records);
        assert!(standings.contains(&format!(",{cell},2,1,0,1,1,")), "{standings}");
        let crosstable = written("crosstable.csv", players, &records);
        assert!(crosstable.starts_with(&format!("engine,{cell},bob\n{cell},,1-0-1\n")), "{crosstable}");
    }
}

/// The names of all files in a folder.
fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_files_are_replaced_and_the_standings_given() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("games.csv"), "old").unwrap();
    fs::write(folder.path().join(".moves.csv.part"), "left behind by a killed program, and longer").unwrap();
    let records = [won(1, &["ann", "bob"])];
    let sums = write_all(folder.path(), &names(&["ann", "bob"]), records.into_iter().map(Ok)).unwrap();
    assert_eq!((sums.standings.games(), sums.standings.rows()[0].points), (1, 1.0));
    assert_eq!(
        listing(folder.path()),
        ["crosstable.csv", "games.csv", "grades.csv", "moves.csv", "standings.csv", "standings.svg"]
    );
    let read = |file| fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(read("games.csv").starts_with("id,"));
    assert_eq!(read("moves.csv").lines().count(), 3);
}

#[test]
fn an_error_names_the_file_and_leaves_everything_as_it_was() {
    let two = &["ann", "bob"];
    let unreadable = || Err(io::Error::other("journal.jsonl: line 2: unreadable"));
    for (what, records, message) in [
        ("the records", vec![Ok(won(1, two)), unreadable()], "journal.jsonl: line 2: unreadable"),
        (
            "their order",
            vec![Ok(won(2, two)), Ok(won(2, two))],
            "game 2 follows game 2: the records must be in the order of their numbers",
        ),
        (
            "another table",
            vec![Ok(won(1, two)), Ok(won(2, &["ann", "bob", "cy"]))],
            "game 2 has 3 players, those before it 2",
        ),
    ] {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("games.csv"), "old").unwrap();
        let error = write_all(folder.path(), &names(two), records.into_iter()).unwrap_err();
        assert_eq!(error.to_string(), message, "{what}");
        assert_eq!(listing(folder.path()), ["games.csv"], "{what}");
        assert_eq!(fs::read_to_string(folder.path().join("games.csv")).unwrap(), "old", "{what}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_found_before_the_first_record_is_read() {
    let never = std::iter::from_fn(|| panic!("a record was read"));
    let folder = TempDir::new().unwrap();
    let taken = folder.path().join("standings.csv");
    fs::create_dir(&taken).unwrap();
    let error = write_all(folder.path(), &[], never.clone()).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{}: ", taken.display())), "{error}");
    assert_eq!(listing(folder.path()), ["standings.csv"]);

    let missing = folder.path().join("nowhere");
    let error = write_all(&missing, &[], never).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    assert!(error.to_string().starts_with(&format!("{}: ", missing.join("games.csv").display())), "{error}");
}

#[test]
fn files_that_grow_are_those_written_at_the_end_whatever_the_order_of_the_games() {
    let two = &["ann", "bob"];
    let records: Vec<GameRecord> = (1..=6)
        .map(|id| match id % 3 {
            0 => faulty(id, two, 0, Reason::Crash, "signal 11"),
            1 => won(id, two),
            _ => drawn(id, &["bob", "ann"]),
        })
        .collect();
    let everything = |folder: &Path| -> Vec<String> {
        listing(folder).iter().map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect()
    };
    let whole = TempDir::new().unwrap();
    write_all(whole.path(), &names(two), records.iter().cloned().map(Ok)).unwrap();
    for order in [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], [2, 1, 5, 3, 6, 4]] {
        let grown = TempDir::new().unwrap();
        let mut growing = Growing::begin(grown.path(), &names(two)).unwrap();
        for id in order {
            let record = &records[id - 1];
            growing.add(&Rows::of(record)).unwrap();
        }
        growing.finish(grown.path()).unwrap();
        assert_eq!(everything(grown.path()), everything(whole.path()), "{order:?}");
    }
}

#[test]
fn games_that_never_end_are_left_out_and_do_not_fill_the_memory() {
    let two = &["ann", "bob"];
    let folder = TempDir::new().unwrap();
    let mut growing = Growing::begin(folder.path(), &names(two)).unwrap();
    for id in [1, 3, 4] {
        let record = won(id, two);
        growing.add(&Rows::of(&record)).unwrap();
    }
    growing.finish(folder.path()).unwrap();
    let games = fs::read_to_string(folder.path().join("games.csv")).unwrap();
    let ids: Vec<&str> = games.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(ids, ["1", "3", "4"]);

    let folder = TempDir::new().unwrap();
    let mut growing = Growing::begin(folder.path(), &names(two)).unwrap();
    let refused = (2..100_000).find_map(|id| {
        let record = won(id, two);
        growing.add(&Rows::of(&record)).err()
    });
    assert_eq!(refused.unwrap().to_string(), "too many games wait for game 1");
    drop(growing);
    assert_eq!(listing(folder.path()), [""; 0]);
}

#[test]
fn three_decimals_are_those_of_the_usual_formatting() {
    let mut random = crate::games::random::Random::new(5);
    let mut numbers =
        vec![0.0, -0.0, 0.0005, 0.0015, 1e-9, 0.999, 0.9996, 1.0, 59_999.999, 1e15, 1e300, -1.5];
    numbers.extend([f64::NAN, f64::INFINITY, f64::MIN_POSITIVE]);
    for most in [1_000, 1_000_000, 100_000_000_000] {
        for _ in 0..2000 {
            let number = random.below(most) as f64;
            numbers.extend([number, number / 1e3, number / 1e4, number.sqrt()]);
        }
    }
    for number in numbers {
        let mut text = b"x".to_vec();
        thousandths(&mut text, number);
        assert_eq!(String::from_utf8(text).unwrap(), format!("x{number:.3}"));
    }
}

#[test]
fn fields_are_quoted_as_the_library_of_such_files_does_it() {
    for text in ["", "f5", "a b", "a,b", "say \"x\"", "\"", "two\nlines", "\r", "'=1", "ü, ö", ";\t"] {
        let mut line = b"x,".to_vec();
        field(&mut line, text.as_bytes());
        let mut expected = csv::Writer::from_writer(Vec::new());
        expected.write_record(["x", text]).unwrap();
        assert_eq!(
            String::from_utf8(line).unwrap() + "\n",
            String::from_utf8(expected.into_inner().unwrap()).unwrap()
        );
    }
}
