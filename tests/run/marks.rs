//! Marks and standings from results: `arena grade`, `arena standings`.

use std::fs;

use super::harness::{Desk, Tournament};

const HEAD: &str = "id,round,game,opening,p1,p2,winner,winner_seat,reason,offender,offender_seat,plies,score,seconds,moves\n";

/// A `games.csv` of Breakthrough: p1, p2 and the winning seat, which after a `!` won by the other's fault.
fn games(rows: &[(&str, &str, &str)]) -> String {
    let mut text = HEAD.to_owned();
    for (at, (p1, p2, seat)) in rows.iter().enumerate() {
        let seat_word = seat.trim_start_matches('!');
        let (winner, other, other_seat) = if seat_word == "p1" { (p1, p2, "p2") } else { (p2, p1, "p1") };
        let end = match seat.starts_with('!') {
            true => format!("illegal-move,{other},{other_seat},2,,0.100,a2a3"),
            false => "normal,,,2,1,0.100,a2a3 a7a6".to_owned(),
        };
        text += &format!("{},1,breakthrough,startpos,{p1},{p2},{winner},{seat_word},{end}\n", at + 1);
    }
    text
}

/// Three engines: 3, 2 and 1 points of 4 games, and eve made a fault in one of hers.
fn day() -> String {
    games(&[
        ("ann", "bob", "p1"),
        ("bob", "ann", "p1"),
        ("ann", "eve", "p1"),
        ("eve", "ann", "!p2"),
        ("bob", "eve", "p1"),
        ("eve", "bob", "p1"),
    ])
}

#[test]
fn a_championship_is_marked_and_the_reasons_are_told() {
    let desk = Desk::new().file("day/games.csv", &day());
    let graded = desk.arena(&["grade", "day", "--out", "marks"]).ends_with(0);
    let graded = graded.says(&[
        "ann     10.0000      A       3    4/4   100.00  the most points of group A",
        "bob      5.0000      A       2    4/4   100.00  the fewest points of group A",
        "eve      3.7500      B       1    3/4    75.00  fewer than 90 % valid: 5 * 3/4",
        "Over 1 championship",
    ]);
    assert_eq!(
        graded.text("marks/grades.csv"),
        "engine,group,points,games,valid_games,valid_percent,grade\r\n\
         ann,A,3,4,4,100.00,10.0000\r\nbob,A,2,4,4,100.00,5.0000\r\neve,B,1,4,3,75.00,3.7500\r\n"
    );
    // P is 1, 0.5 and 0.375; Min is 0.5.
    assert_eq!(
        graded.text("marks/finals.csv"),
        "student,championships,p,final\r\nann,1,1.0000,10.0000\r\nbob,1,0.5000,5.0000\r\neve,1,0.3750,3.7500\r\n"
    );
}

#[test]
fn a_roster_joins_the_students_in_and_those_without_results_get_a_row() {
    let second = games(&[("ann", "bobby", "p2"), ("bobby", "ann", "p1")]);
    let roster =
        "engine,student\nann,Ann Ash\nbob,Bob Birch\nbobby,Bob Birch\neve,\nzoe,\"Zoë, Elm\"\n,Dan\n";
    let desk = Desk::new().file("1/games.csv", &day()).file("2.csv", &second).file("class.csv", roster);
    let graded = desk.arena(&["grade", "1", "2.csv", "--roster", "class.csv", "--out", "marks"]).ends_with(0);
    let graded = graded.complains(&["the roster has the engine zoe, which took part nowhere"]);
    assert_eq!(
        graded.text("marks/finals.csv"),
        "student,championships,p,final\r\nAnn Ash,2,1.5000,10.0000\r\nBob Birch,2,1.5000,10.0000\r\n\
         \"Zoë, Elm\",0,0.0000,0.0000\r\nDan,0,0.0000,0.0000\r\n"
    );
    assert!(graded.text("marks/grades-2.csv").contains("bobby,A,2,2,2,100.00,10.0000"));
}

#[test]
fn no_engine_that_took_part_is_taken_for_a_misspelt_one() {
    let day = games(&[("anne", "ann", "p1"), ("ann", "anne", "p1")]);
    for (roster, hint) in [
        ("engine,student\nann,Ann\n", "the engine anne: give it a line"),
        ("engine,student\nann,Ann\nanna,Anna\n", "the engine anne: did you mean anna?"),
    ] {
        let desk = Desk::new().file("day/games.csv", &day).file("class.csv", roster);
        desk.arena(&["grade", "day", "--roster", "class.csv"]).ends_with(2).complains(&[hint]);
    }
}

#[test]
fn what_is_wrong_with_a_roster_is_told_and_nothing_written() {
    for (roster, parts) in [
        (
            "engine,student\nann,Ann\nbob,Bob\nevee,Eve\n",
            &["class.csv does not know the engine eve", "evee"][..],
        ),
        ("engine,student\nann,Ann\nbob,Bob\nann,Eve\n", &["class.csv:4", "ann stands there twice"]),
        ("engine,student\nann,Ann\nbob,Ann\neve,Eve\n", &["day", "Ann has two engines"]),
        ("name,student\nann,Ann\n", &["class.csv:1", "`engine`"]),
        ("engine;student\nann;Ann\n", &["class.csv:1", "separated by semicolons, not commas"]),
        ("\u{feff}engine\tstudent\nann\tAnn\n", &["class.csv:1", "separated by tabs, not commas"]),
        ("engine,student\nann\n", &["class.csv:2"]),
        ("engine,student\n,\n", &["class.csv:2", "neither an engine nor a student"]),
    ] {
        let desk = Desk::new().file("day/games.csv", &day()).file("class.csv", roster);
        let words = ["grade", "day", "--roster", "class.csv", "--out", "marks"];
        desk.arena(&words).ends_with(2).complains(parts);
        assert_eq!(desk.listing(), ["class.csv", "day"]);
    }
    let desk = Desk::new().file("day/games.csv", &day());
    desk.arena(&["grade", "day", "--roster", "nowhere.csv"]).ends_with(2).complains(&["nowhere.csv"]);
}

#[test]
fn results_that_contradict_themselves_are_refused() {
    let twice = format!("{}6,1,breakthrough,startpos,eve,bob,bob,p2,normal,,,2,-1,0.1,a2a3\n", day());
    let other_game = day().replacen("breakthrough", "othello", 1);
    let stranger = day().replacen("ann,bob,ann", "ann,bob,cy", 1);
    let cut = day().lines().map(|line| &line[..line.len().min(20)]).collect::<Vec<_>>().join("\n");
    for (text, parts) in [
        (twice, &["day.csv:8:1: game 6 stands in line 7 already, and not the same"][..]),
        (other_game, &["game 2 is one of breakthrough, the others of othello"]),
        (stranger, &["day.csv:2:35: `winner` is `cy`, who is not at the table"]),
        (cut, &["day.csv:1", "no column"]),
        ("".to_owned(), &["day.csv:1", "no column"]),
        (
            HEAD.to_owned() + "x,1,othello,startpos,a,b,a,p1,normal,,,1,1,0.1,f5\n",
            &["day.csv:2", "`id` is `x`"],
        ),
        (
            HEAD.to_owned() + "1,1,othello,startpos,a,b,a,p1,boredom,,,1,1,0.1,f5\n",
            &["day.csv:2", "`boredom`"],
        ),
    ] {
        let desk = Desk::new().file("day.csv", &text);
        for command in ["grade", "standings"] {
            desk.arena(&[command, "day.csv"]).ends_with(2).complains(parts);
        }
    }
    let othello = HEAD.to_owned() + "1,1,othello,startpos,ann,bob,ann,p1,normal,,,1,1,0.1,f5\n";
    let desk = Desk::new().file("a.csv", &day()).file("b.csv", &othello).file("empty/readme", "");
    let desk = desk
        .file("days/1/games.csv", &day())
        .file("days/2/games.csv", &day())
        .file("one/1/games.csv", &day());
    for command in ["grade", "standings"] {
        desk.arena(&[command, "a.csv", "b.csv"]).ends_with(2).complains(&["a.csv", "b.csv", "othello"]);
        for (folder, told) in [
            ("empty", "and no games.csv\n"),
            ("one", "and no games.csv; there is one/1\n"),
            ("days", "and no games.csv; there are 2 in it, such as days/1\n"),
        ] {
            let refused = desk.arena(&[command, folder]).ends_with(2);
            refused.complains(&[&format!("{folder} is no folder of results"), told]);
        }
        desk.arena(&[command, "missing"]).ends_with(2).complains(&["missing"]);
        desk.arena(&[command, "a.csv", "--out", "empty"]).ends_with(2).complains(&["empty is there already"]);
    }
}

#[test]
fn a_row_that_contradicts_itself_is_told_with_its_column() {
    for (row, told) in [
        ("0,1,othello,startpos,a,b,a,p1,normal,,,1,1,0.1,f5", ":2:1: `id` is empty or 0"),
        (",1,othello,startpos,a,b,a,p1,normal,,,1,1,0.1,f5", ":2:1: `id` is empty or 0"),
        ("1,one,othello,startpos,a,b,a,p1,normal,,,1,1,0.1,f5", ":2:3: `round` is `one`, expected a number"),
        ("1,1,,startpos,a,b,a,p1,normal,,,1,1,0.1,f5", ":2:5: `game` is empty"),
        ("1,1,othello,startpos,,b,b,p1,normal,,,1,1,0.1,f5", ":2:22: `p1` is empty"),
        (
            "1,1,othello,startpos,a,b,a,p1,normal,b,p2,1,1,0.1,f5",
            ":2:38: `reason` is `normal`, and `offender` is `b`",
        ),
        (
            "1,1,othello,startpos,a,b,a,p1,normal,,p2,1,1,0.1,f5",
            ":2:39: `reason` is `normal`, and there is an",
        ),
        (
            "1,1,othello,startpos,a,b,draw,,max-plies,b,p2,1,,0.1,f5",
            ":2:42: `reason` is `max-plies`, and `offender`",
        ),
        (
            "1,1,othello,startpos,a,b,a,p1,time,,,1,,0.1,f5",
            ":2:36: `reason` is `time`, and `offender` is empty",
        ),
        (
            "1,1,othello,startpos,a,b,a,p1,time,c,,1,,0.1,f5",
            ":2:36: `offender` is `c`, who is not at the table",
        ),
        (
            "1,1,othello,startpos,a,b,a,p1,time,a,p1,1,,0.1,f5",
            ":2:26: `winner` is `a`, and by `reason` and `offender` it is `b`",
        ),
        ("1,1,othello,startpos,a,b,draw,,time,a,p1,1,,0.1,f5", ":2:26: `winner` is `draw`, and by"),
        ("1,1,othello,startpos,a,b,shared,,time,a,p1,1,,0.1,f5", ":2:26: `winner` is `shared`, and by"),
        ("1,1,othello,startpos,a,b,shared,,normal,,,1,,0.1,f5", ":2:26: `winner` is `shared`, and by"),
        (
            "1,1,othello,startpos,a,b,a,p2,normal,,,1,1,0.1,f5",
            ":2:26: `winner` is `a`, who is not at the table at p2",
        ),
        (
            "1,1,othello,startpos,a,b,draw,p1,normal,,,1,1,0.1,f5",
            ":2:26: `winner` is `draw`, who is not at the table at p1",
        ),
        (
            "1,1,othello,startpos,a,b,a,p3,normal,,,1,1,0.1,f5",
            ":2:28: `winner_seat` is `p3`, and there is no such seat",
        ),
        ("1,1,othello,startpos,a,b,a,p1,max-plies,,,1,,0.1,f5", ":2:26: `winner` is `a`, and by"),
        ("1,1,othello,startpos,a,b,,,normal,,,1,,0.1,f5", ":2:26: there is neither"),
        ("1,1,othello,\"a, \"\"b\",a,b,a,p1,normal,,,1,1,soon,f5", ":2:44: `seconds` is `soon`"),
        (
            "1,1,othello,startpos,a,b,a,p1,normal,,,1,1,0.1,f5 sixteen-or-longer",
            ":2:48: `moves` has `sixteen-or-longer`, which is no move of any game",
        ),
    ] {
        // Lines of spreadsheets end with two bytes, and are counted all the same.
        let text = format!("{HEAD}{row}\n");
        let desk = Desk::new().file("day.csv", &text).file("night.csv", &text.replace('\n', "\r\n"));
        for (command, file) in [("grade", "day.csv"), ("standings", "night.csv")] {
            desk.arena(&[command, file]).ends_with(2).complains(&[&format!("{file}{told}")]);
        }
    }
}

#[test]
fn a_journal_whose_points_are_not_those_of_its_results_is_refused() {
    let head = "[tournament]\nname = 't'\ngame = 'breakthrough'\nseed = 3\n[board]\nrows = 4\ncolumns = 4";
    let tournament = Tournament::new(head).broken("one", &["none"], "").broken("two", &["none"], "");
    let journal = tournament.run(&["--quiet"]).ends_with(0).folder.join("journal.jsonl");
    let sound = fs::read_to_string(&journal).unwrap();
    let desk = tournament.desk();
    for (from, to, told) in [
        ("\"points\":[0.0,1.0]", "\"points\":[1.0,0.0]", "the points are [0.0, 1.0], not [1.0, 0.0]"),
        ("\"winner_seat\":\"p2\"", "\"winner_seat\":\"p1\"", "the winner is"),
        ("\"score\":-1", "\"score\":1", "a score of 1 for p1, and `winner_seat` is `p2`"),
        ("\"reason\":\"normal\"", "\"reason\":\"time\"", "it ended by `time` without a fault"),
    ] {
        assert!(sound.contains(from), "{from}: {sound}");
        fs::write(&journal, sound.replacen(from, to, 1)).unwrap();
        for command in ["grade", "standings"] {
            let refused = desk.arena(&[command, "results/t"]).ends_with(2);
            refused.complains(&["journal.jsonl: game ", told, "--resume --repair"]);
        }
    }
}

#[test]
fn a_line_that_stands_twice_the_same_counts_once() {
    let line = "6,1,breakthrough,startpos,eve,bob,eve,p1,normal,,,2,1,0.100,a2a3 a7a6\n";
    let desk = Desk::new().file("day.csv", &format!("{}{line}", day()));
    desk.arena(&["grade", "day.csv"]).ends_with(0).says(&["bob      5.0000      A       2    4/4"]);
}

#[test]
fn a_tournament_leaves_the_marks_and_standings_that_its_records_give_again() {
    let tournament = Tournament::new(
        "[tournament]\nname = 't'\ngame = 'breakthrough'\nseed = 3\nself_play = true\n[board]\nrows = 4\ncolumns = 4",
    )
    .broken("first", &["none"], "")
    .broken("+cheat", &["illegal"], "")
    .broken("last", &["none"], "");
    let finished = tournament.run(&["--quiet"]).ends_with(0);
    let desk = tournament.desk();
    desk.arena(&["grade", "results/t", "--out", "marks"]).ends_with(0);
    desk.arena(&["standings", "results/t", "--out", "all"]).ends_with(0).says(&["rank", "Faults"]);
    // The journal, or the games.csv alone, which has no times of moves.
    fs::create_dir(desk.path().join("alone")).unwrap();
    fs::copy(finished.folder.join("games.csv"), desk.path().join("alone/games.csv")).unwrap();
    let alone = desk.arena(&["standings", "alone", "--out", "again"]).ends_with(0);
    for file in ["grades.csv", "standings.csv", "crosstable.csv"] {
        let of = |folder: &str| fs::read_to_string(desk.path().join(folder).join(file)).unwrap();
        assert_eq!(of("results/t"), of("all"), "{file}");
        if file == "grades.csv" {
            assert_eq!(of("results/t"), of("again"), "{file}");
            assert_eq!(of("results/t"), of("marks"), "{file}");
        }
    }
    assert!(alone.text("again/grades.csv").contains("'+cheat,B,"));
}

#[test]
fn championships_are_chosen_by_the_day_on_which_they_began() {
    let tournament =
        Tournament::new("[tournament]\nname = 't'\ngame = 'othello'\nseed = 3\n[board]\nsize = 4")
            .broken("one", &["none"], "")
            .broken("two", &["none"], "");
    for day in ["01", "02", "03"] {
        tournament.run(&["--quiet", "--out", day]).ends_with(0);
        let header = tournament.path().join(day).join("tournament.json");
        let mut value: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&header).unwrap()).unwrap();
        value["started"] = format!("2026-11-{day}T08:00:00.000Z").into();
        fs::write(&header, value.to_string()).unwrap();
    }
    let desk = tournament.desk();
    for (words, count) in [
        (&[][..], "Over 3 championships"),
        (&["--from", "2026-11-02"], "Over 2 championships"),
        (&["--to", "2026-11-02"], "Over 2 championships"),
        (&["--from", "2026-11-02", "--to", "2026-11-02"], "Over 1 championship\n"),
    ] {
        let words: Vec<&str> = [&["grade", "01", "02", "03"], words].concat();
        desk.arena(&words).ends_with(0).says(&[count]);
    }
    desk.arena(&["grade", "01", "--from", "2026-12-01"]).ends_with(2).complains(&["none of the 1"]);
    desk.arena(&["grade", "01", "--from", "yesterday"]).ends_with(2).complains(&["2026-11-30"]);
    let desk = desk.file("day.csv", &day());
    desk.arena(&["grade", "day.csv", "--to", "2026-12-01"]).ends_with(2).complains(&["day.csv", "not known"]);
}
