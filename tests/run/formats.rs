//! Formats other than everybody against everybody, and what ends a tournament early.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::harness::{Finished, Tournament};

const FILES: [&str; 5] = ["games.csv", "moves.csv", "standings.csv", "crosstable.csv", "grades.csv"];

/// Four deterministic engines that play differently.
fn four(lines: &str) -> Tournament {
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'breakthrough'\nseed = 3\n{lines}\n[board]\nrows = 5\ncolumns = 4\n\
         [openings]\nkind = 'random'\n[time]\nper_move = '30s'\nstartup = '60s'"
    );
    let mut tournament = Tournament::new(&head).broken("first", &["none"], "");
    for (name, seed) in [("ann", 5), ("bob", 6), ("cy", 7)] {
        tournament = tournament.python(name, &format!("options = {{ Seed = {seed} }}"));
    }
    tournament
}

#[track_caller]
fn same_but_for_times(one: &Finished, other: &Finished) {
    for file in FILES {
        assert_eq!(one.timeless(file), other.timeless(file), "{file}");
    }
}

/// How often each pair met.
fn met(finished: &Finished) -> BTreeMap<BTreeSet<String>, usize> {
    let mut met = BTreeMap::new();
    for game in finished.games() {
        *met.entry(game.players.iter().cloned().collect()).or_insert(0) += 1;
    }
    met
}

#[test]
fn in_a_gauntlet_the_first_engines_meet_the_others() {
    let finished = four("format = 'gauntlet'\nseeds = 2").run(&[]).ends_with(0);
    let met = met(&finished);
    assert_eq!(met.len(), 4, "{met:?}");
    for (pair, games) in met {
        assert_eq!(games, 2);
        assert_eq!(pair.iter().filter(|name| ["first", "ann"].contains(&name.as_str())).count(), 1);
    }
}

#[test]
fn swiss_and_knockout_are_the_same_at_any_concurrency_and_after_an_interruption() {
    for (lines, least) in
        [("format = 'swiss'", 8), ("format = 'knockout'", 6), ("format = 'swiss'\nrepeat = 1", 4)]
    {
        let one = four(lines);
        let two = four(lines);
        let whole = one.run(&["--concurrency", "1"]).ends_with(0);
        let other = two.run(&["--concurrency", "2"]).ends_with(0);
        same_but_for_times(&whole, &other);
        let games = whole.games();
        assert!(games.len() >= least, "{lines}: {} games", games.len());
        if lines.contains("swiss") {
            let each = if lines.contains("repeat") { 1 } else { 2 };
            assert!(met(&whole).values().all(|&games| games == each), "nobody meets twice: {lines}");
        }
        // As if it had been killed after any number of games, with some of a later number done first.
        let journal = fs::read_to_string(whole.folder.join("journal.jsonl")).unwrap();
        let header = fs::read_to_string(whole.folder.join("tournament.json")).unwrap();
        let header: serde_json::Value = serde_json::from_str(&header).unwrap();
        for kept in [3, games.len() - 1] {
            let folder = one.path().join("results/t");
            let mut header = header.clone();
            header["finished"] = serde_json::Value::Null;
            fs::write(folder.join("tournament.json"), header.to_string()).unwrap();
            let lines: Vec<&str> = journal.lines().take(kept).collect();
            let text: String = lines.iter().rev().map(|line| format!("{line}\n")).collect();
            fs::write(folder.join("journal.jsonl"), text).unwrap();
            let resumed = one.run(&["--resume"]).ends_with(0);
            same_but_for_times(&resumed, &other);
        }
    }
}

#[test]
fn a_knockout_goes_on_until_one_is_left() {
    let finished = four("format = 'knockout'").run(&[]).ends_with(0);
    let games = finished.games();
    let rounds: BTreeSet<u32> = games.iter().map(|game| game.round).collect();
    assert_eq!(rounds, BTreeSet::from([1, 2]));
    let finalists: BTreeSet<&String> =
        games.iter().filter(|game| game.round == 2).flat_map(|game| &game.players).collect();
    assert_eq!(finalists.len(), 2);
    let first: BTreeSet<BTreeSet<&String>> =
        games.iter().filter(|game| game.round == 1).map(|game| game.players.iter().collect()).collect();
    assert_eq!(first.len(), 2, "{first:?}");
}

#[test]
fn what_depends_on_results_cannot_be_chosen_before() {
    let tournament = four("format = 'swiss'");
    tournament.run(&["--games", "1"]).ends_with(2).complains(&["--games", "depends on results"]);
    tournament.run(&["--dry-run"]).ends_with(0).says(&["first", "depends on results"]);
}

/// A match that `good` always wins.
fn sprt(lines: &str) -> Tournament {
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n\
         [openings]\nkind = 'random'\nplies = 3\n[time]\nper_move = '30s'\n[sprt]\nelo0 = 0\nelo1 = 100\n{lines}"
    );
    Tournament::new(&head).broken("good", &["none"], "").broken("bad", &["illegal"], "restart = 'always'")
}

#[test]
fn a_sequential_test_ends_the_match_when_it_is_decided_whatever_the_concurrency() {
    for lines in ["", "model = 'logistic'"] {
        let (one, two) = (sprt(lines), sprt(lines));
        let one = one.run(&["--concurrency", "1"]).ends_with(0).says(&[
            "SPRT: LLR ",
            " of -2.94 to +2.94, 1 encounters",
            "H1 is accepted: good is stronger than bad",
        ]);
        let two = two.run(&["--concurrency", "3"]).ends_with(0).says(&["H1 is accepted"]);
        same_but_for_times(&one, &two);
        let counted = two.rows("games.csv").len();
        assert!(counted % 2 == 0 && counted <= two.games().len(), "{counted}");
        let header: serde_json::Value = serde_json::from_str(&two.text("tournament.json")).unwrap();
        assert_eq!(header["counted"], counted as u64);
    }
}

#[test]
fn no_sequential_test_is_decided_by_an_engine_that_never_gets_ready() {
    for line in ["", "keep_going = true\n"] {
        let head =
            format!("[tournament]\nname = 't'\ngame = 'othello'\n{line}[sprt]\nelo0 = 0\nelo1 = 100\n");
        let tournament =
            Tournament::new(&head).broken("good", &["none"], "").broken("bad", &["dies-at-ugi"], "");
        let ran = tournament.run(&[]).ends_with(1);
        let ran =
            ran.complains(&["bad never got ready: exited with code 3; a sequential test needs two engines"]);
        assert!(!ran.stdout.contains("game "), "{}", ran.stdout);
    }
}

#[test]
fn games_beyond_the_verdict_count_nowhere() {
    let tournament = sprt("");
    let finished = tournament.run(&["--quiet", "--concurrency", "3"]).ends_with(0);
    let desk = tournament.desk();
    desk.arena(&["standings", "results/t", "--out", "again"]).ends_with(0);
    let again = fs::read_to_string(desk.path().join("again/standings.csv")).unwrap();
    assert_eq!(again, finished.text("standings.csv"));
}

#[test]
fn a_time_budget_ends_with_a_whole_round() {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\ntime_budget = '1s'\n[board]\nsize = 4\n\
        [openings]\nkind = 'random'\nplies = 3\n[time]\nper_move = '30s'";
    let mut tournament = Tournament::new(head);
    for name in ["ann", "bob", "cy"] {
        tournament = tournament.broken(name, &["none"], "");
    }
    let finished = tournament.run(&[]).ends_with(0).says(&["as many rounds as 1 s allow"]);
    let met = met(&finished);
    let rounds: BTreeSet<usize> = met.values().copied().collect();
    assert_eq!((met.len(), rounds.len()), (3, 1), "{met:?}");
}

#[test]
fn a_file_of_openings_that_is_used_up_is_told_of() {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nrounds = 3\n[openings]\nkind = 'file'\nfile = 'book.txt'";
    let book = |lines: &str| {
        Tournament::new(head)
            .broken("one", &["none"], "")
            .broken("two", &["none"], "")
            .file("book.txt", lines)
    };
    let two = book("startpos moves f5\nstartpos moves c4\n").run(&[]).ends_with(0);
    two.complains(&["2 openings for 3 encounters"]);
    let three = book("startpos moves f5\nstartpos moves c4\nstartpos moves d3\n").run(&[]).ends_with(0);
    assert!(!three.stderr.contains("come again"), "{}", three.stderr);
}

#[test]
fn games_are_ended_early_where_the_file_says_so() {
    for (lines, reason, plies) in [("max_plies = 4", "max-plies", 4), ("decided = true", "adjudication", 31)]
    {
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\nrounds = 4\n[board]\nsize = 6\n[openings]\n\
             kind = 'random'\nplies = 2\n[time]\nper_move = '30s'\n[adjudication]\n{lines}"
        );
        let tournament =
            Tournament::new(&head).broken("one", &["none"], "").python("two", "options = { Seed = 4 }");
        let finished = tournament.run(&[]).ends_with(0);
        let early: Vec<_> =
            finished.rows("games.csv").into_iter().filter(|row| row["reason"] == reason).collect();
        assert!(!early.is_empty(), "{lines}: {}", finished.text("games.csv"));
        for row in early {
            assert!(row["plies"].parse::<usize>().unwrap() <= plies, "{row:?}");
            assert_eq!((&*row["offender"], &*row["score"]), ("", ""), "{row:?}");
            assert_eq!(row["winner"] == "draw", reason == "max-plies", "{row:?}");
        }
        assert!(finished.text("standings.svg").contains("</svg>"));
    }
}

/// An engine that always thinks the same of its position, which it is told.
const OPINION: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import minimal
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("ugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        base, _, moves = " ".join(words[1:]).removeprefix("fen ").partition(" moves")
        position = minimal.Othello(minimal.Othello.START if base == "startpos" else base)
        for move in moves.split():
            position.play(move)
    elif words[0] == "go":
        print(f"info depth 1 score {sys.argv[2]}\nbestmove {position.moves()[0]}", flush=True)
    elif words[0] == "quit":
        break
"#;

#[test]
fn a_game_is_given_to_the_one_whom_both_engines_see_ahead_for_long_enough() {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python");
    for (good, bad, plies) in [
        ("cp 500", "cp -500", Some(6)),
        ("cp 400", "mate -3", Some(6)),
        // One of them does not see enough, or they do not agree.
        ("cp 500", "cp -399", None),
        ("cp 500", "cp 500", None),
    ] {
        let head = "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 6\n\
            [time]\nper_move = '30s'\n[adjudication]\nscore = 400\nplies = 6";
        let engine = |opinion: &'static str| ["python3", "-B", "opinion.py", library, opinion];
        let tournament = Tournament::new(head)
            .engine("winner", &engine(good), "")
            .engine("loser", &engine(bad), "")
            .file("opinion.py", OPINION);
        let finished = tournament.run(&["--quiet"]).ends_with(0);
        let games = finished.games();
        assert_eq!(games.len(), 2);
        for game in games {
            let Some(plies) = plies else {
                assert_eq!((game.reason.word(), game.faults.len()), ("normal", 0), "{good}, {bad}");
                continue;
            };
            assert_eq!((game.reason.word(), game.winner.as_deref()), ("adjudication", Some("winner")));
            assert_eq!((game.moves.len(), game.score, &game.offender), (plies, None, &None));
        }
    }
}
