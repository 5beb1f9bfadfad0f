//! `arena match` from end to end.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use arena::games::{Game, Line};
use arena::record::GameRecord;
use serde_json::Value;

use super::harness::ARENA;

const PYTHON: &str = concat!("python3 -B ", env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");

/// `arena match` with these words.
fn matched(words: &[&str]) -> Output {
    Command::new(ARENA).arg("match").args(words).output().unwrap()
}

#[track_caller]
fn ends_with(output: &Output, code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{stdout}\n{stderr}");
    (stdout, stderr)
}

/// Refused with exit code 2 and all of `parts`.
#[track_caller]
fn refused(words: &[&str], parts: &[&str]) {
    let (_, stderr) = ends_with(&matched(words), 2);
    for part in parts {
        assert!(stderr.contains(part), "no {part:?} in: {stderr}");
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
}

fn slow(words: &[&'static str]) -> Vec<&'static str> {
    slow_of(words)
}

fn slow_of<'a>(words: &[&'a str]) -> Vec<&'a str> {
    [words, &["--time", "30s"]].concat()
}

#[test]
fn a_time_without_a_unit_is_told_as_it_was_understood() {
    let cases: [(&[&str], Option<&str>); 5] = [
        (&["--time", "200"], Some("--time 200 is 200 s a move: ")),
        (&["--time", "200", "--json"], Some("--time 200 is 200 s a move: ")),
        (&["--time", "30s", "--margin", "50"], Some("--margin 50 is 50 s: ")),
        (&["--time", "30s", "--margin", "5s"], None),
        (&["--time", "60+1"], None),
    ];
    for (words, told) in cases {
        let game = ["othello", "--size", "4", "-e", PYTHON, "-e", PYTHON];
        let (_, stderr) = ends_with(&matched(&[&game[..], words].concat()), 0);
        match told {
            Some(told) => assert!(stderr.contains(told), "{words:?}: {stderr}"),
            None => assert!(!stderr.contains("without a unit"), "{words:?}: {stderr}"),
        }
    }
}

/// Says something at every option, and loses by its first move.
const CHATTY: &str = r#"
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name Chatty\noption name Book type string default none\nugiok")
    elif words[0] == "setoption":
        print("info depth 1\ninfo string reading " + words[-1] + "\x1b[2J")
        if words[-1] == "y":
            print("info string refused book: no such file: y\x1b[2J")
    elif words[0] == "isready":
        print("info string and ready\nreadyok")
    elif words[0] == "go":
        print("info string I am lost\nbestmove none")
    sys.stdout.flush()
"#;

#[test]
fn what_an_engine_says_of_the_options_that_it_was_given_is_told_once_and_takes_no_effect() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("chatty.py");
    fs::write(&program, CHATTY).unwrap();
    let chatty = format!("python3 -B {}", program.display());
    let words =
        ["othello", "-e", &chatty, "-e", &chatty, "-o", "1:Book=x", "--games", "4", "--openings", "random:4"];
    let (_, stderr) = ends_with(&matched(&[&words[..], &["--time", "30s", "--seed", "1"]].concat()), 0);
    let told = r"note: chatty.py Book=x says of its options: reading x\u{1b}[2J";
    assert_eq!(stderr.matches(told).count(), 1, "{stderr}");
    // Both are told before it is ready; nothing of what comes later, nor of one that was given none.
    assert_eq!(stderr.matches("says of its options").count(), 2, "{stderr}");
    assert!(!stderr.contains("lost"), "{stderr}");
    assert!(!stderr.contains("warning"), "{stderr}");
}

#[test]
fn a_value_that_an_engine_refuses_is_wrong_before_the_first_game_in_the_engines_words() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("chatty.py");
    fs::write(&program, CHATTY).unwrap();
    let chatty = format!("python3 -B {}", program.display());
    let words = ["othello", "-e", &chatty, "-e", &chatty, "-o", "1:Book=x", "-o", "2:Book=y"];
    let (shown, stderr) = ends_with(&matched(&words), 2);
    let told =
        "error: chatty.py Book=y: option Book = y is refused by the engine: no such file: y\\u{1b}[2J\n";
    assert!(stderr.contains(&format!("{told} --> -o 2:Book=y\n")), "{stderr}");
    assert!(!shown.contains("game "), "{shown}");
    // What is known to be refused is no news, and nothing that an engine does not take is said to it.
    assert_eq!(stderr.matches("no such file: y").count(), 1, "{stderr}");
    let undeclared = ["othello", "-e", &chatty, "-e", &chatty, "-o", "1:Pages=y"];
    let (_, stderr) = ends_with(&matched(&undeclared), 2);
    assert!(stderr.contains("option Pages = y is not declared") && !stderr.contains("reading y"), "{stderr}");
}

#[test]
fn no_sequential_test_is_decided_by_games_of_an_engine_that_never_gets_ready() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let broken = format!("{ARENA} broken dies-at-ugi");
    let words = ["othello", "--size", "4", "-e", &broken, "-e", PYTHON, "--sprt", "0,50", "--out", out];
    let (shown, stderr) = ends_with(&matched(&words), 1);
    assert!(
        stderr.contains("error: arena never got ready: exited with code 3; a sequential test needs"),
        "{stderr}"
    );
    assert!(!shown.contains("game ") && !shown.contains("SPRT"), "{shown}");
    assert!(!Path::new(out).exists(), "there is nothing to keep");
}

#[test]
fn engines_of_one_program_are_told_apart_by_their_options_in_what_is_shown_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let words = ["othello", "--size", "4", "-e", PYTHON, "-e", PYTHON, "-o", "1:Seed=5", "-o", "2:Seed=9"];
    let more = ["--games", "2", "--concurrency", "1", "--out", out.to_str().unwrap()];
    let (shown, _) = ends_with(&matched(&slow_of(&[&words[..], &more].concat())), 0);
    for name in ["minimal.py Seed=5", "minimal.py Seed=9"] {
        assert!(shown.contains(name), "{name}: {shown}");
        let games = fs::read_to_string(out.join("games.csv")).unwrap();
        assert!(games.contains(&format!(",{name},")), "{name}: {games}");
    }
    assert!(!shown.contains("minimal.py-2"), "{shown}");
}

#[test]
fn what_is_wrong_is_shown_as_it_was_typed() {
    let two = ["othello", "-e", PYTHON, "-e", PYTHON];
    let cases: [(&[&str], &[&str]); 7] = [
        (&["--time", "5x"], &["`per_move` is `5x`, not a duration\n --> --time 5x\n"]),
        (&["--time", "5s+y"], &["`increment` is `y`", " --> --time 5s+y\n"]),
        (&["--margin", "soon"], &[" --> --margin soon\n"]),
        (&["--openings", "random:x"], &[" --> --openings random:x\n"]),
        (&["--openings", "nofile.txt"], &["cannot read nofile.txt", " --> --openings nofile.txt\n"]),
        (&["-o", "2:Seed=1", "-o", "2:Foo=#1"], &["option Foo", " --> -o 2:Foo=_1\n", "it declares"]),
        (&["--variant", "1:x"], &["does not play othello", " --> -e 'python3 -B "]),
    ];
    for (words, parts) in cases {
        refused(&[&two[..], words].concat(), parts);
    }
}

#[test]
fn after_every_ply_the_table_and_all_hands_are_shown_and_at_the_end_the_winner() {
    let words = slow(&["domino", "-e", PYTHON, "-e", PYTHON, "-e", PYTHON, "--seed", "7", "--show"]);
    let (shown, _) = ends_with(&matched(&words), 0);
    let (as_json, _) = ends_with(&matched(&[&words[..], &["--json"]].concat()), 0);
    let mut objects: Vec<Value> = as_json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let record: GameRecord = serde_json::from_value(objects.pop().unwrap()).unwrap();
    assert_eq!(objects.len(), record.moves.len() + 1, "the start first, then every ply");
    assert!(record.moves.iter().any(|ply| ply.starts_with("draw:")));

    let game = Game::Domino { players: 3 };
    let mut line = Line::parse(game, &record.opening).unwrap();
    assert!(
        shown.starts_with("game 1: p1 minimal.py, p2 minimal.py-2, p3 minimal.py-3\ntable -\n> p1  "),
        "{shown}"
    );
    for (number, object) in objects.iter().enumerate() {
        let ply = number.checked_sub(1).map(|index| record.moves[index].as_str());
        if let Some(ply) = ply {
            line.play(ply).unwrap();
        }
        let position = line.position();
        assert_eq!(object["ply"], number);
        assert_eq!(object["move"].as_str(), ply);
        assert_eq!(object["position"], position.to_string());
        assert_eq!(object["legal"], Value::from(position.plies()));
        assert_eq!(object["to_move"].as_str(), line.to_move().map(|seat| seat.to_string()).as_deref());
        assert_eq!(object["over"], line.to_move().is_none());
        let tiles = |value: &Value| value.as_array().unwrap().len();
        let hands = object["hands"].as_array().unwrap();
        assert_eq!(hands.len(), 3);
        let all = tiles(&object["chain"]) + tiles(&object["stack"]) + hands.iter().map(tiles).sum::<usize>();
        assert_eq!(all, 28);
        assert!(shown.contains(&position.diagram()), "{}", position.diagram());
    }
    assert!(shown.lines().all(|line| line.len() <= 80), "wide chains wrap");
    let winner = record.winner.unwrap();
    let last = shown.lines().last().unwrap();
    assert!(last.starts_with(&winner) && last.contains("wins after") || last.starts_with("a draw"), "{last}");
    assert_eq!(objects.last().unwrap()["winner"].as_str(), record.winner_seat.as_deref().or(Some("draw")));

    let (again, _) = ends_with(&matched(&words), 0);
    assert_eq!(again, shown);
}

#[test]
fn every_deal_is_played_from_all_orders_of_the_seats() {
    let words = ["domino", "-e", PYTHON, "-e", PYTHON, "--seed", "3", "--games", "5", "--json"];
    let (text, _) = ends_with(&matched(&slow(&words)), 0);
    let games: Vec<GameRecord> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let deals: BTreeMap<_, Vec<_>> = games.iter().fold(BTreeMap::new(), |mut deals, game| {
        deals.entry(game.encounter).or_insert_with(Vec::new).push((&game.opening, game.players[0].as_str()));
        deals
    });
    assert_eq!(deals.len(), 3);
    for games in deals.values().take(2) {
        let [(one, first), (other, second)] = games[..] else { panic!("{games:?}") };
        assert_eq!((one, first, second), (other, "minimal.py", "minimal.py-2"));
    }
}

#[test]
fn a_match_of_othello_leaves_the_results_of_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let broken = format!("'{ARENA}' broken none");
    let words = [
        "othello",
        "-e",
        &broken,
        "-e",
        PYTHON,
        "-o",
        "2:Seed=5",
        "--openings",
        "random:6",
        "--time",
        "60+1",
    ];
    let more = ["--games", "4", "--seed", "1", "--out", out.to_str().unwrap()];
    let (shown, _) = ends_with(&matched(&[&words[..], &more].concat()), 0);
    assert!(shown.contains("rank  engine") && shown.contains("game 4/4"), "{shown}");
    let games = fs::read_to_string(out.join("games.csv")).unwrap();
    assert_eq!(games.lines().count(), 5);
    assert!(out.join("journal.jsonl").is_file() && out.join("standings.csv").is_file());
    refused(&[&words[..], &more].concat(), &["out", "never overwritten"]);
}

#[test]
fn a_wrong_number_of_players_is_named() {
    let six = ["-e", "a", "-e", "b", "-e", "c", "-e", "d", "-e", "e", "-e", "f"];
    refused(&[&["domino"][..], &six].concat(), &["dominoes cannot be played by 6 players: 1 to 5"]);
    refused(&["othello", "-e", "a"], &["othello is played by 2 engines, not 1"]);
    refused(&["domino"], &["--engine"]);
}

#[test]
fn mistakes_on_the_command_line_are_named() {
    let two = ["-e", PYTHON, "-e", PYTHON];
    let with = |game: &'static str, more: &[&'static str]| [&[game][..], &two, more].concat();
    for (words, parts) in [
        (with("dominoe", &[]), &["dominoe", "did you mean domino?"][..]),
        (with("domino", &["-o", "3:Seed=1"]), &["-o 3:Seed=1", "N from 1 to 2"]),
        (with("domino", &["-o", "1:Sed=1"]), &["option Sed", "did you mean Seed?"]),
        (with("domino", &["--time", "1 week"]), &["1 week"]),
        (with("domino", &["--openings", "nowhere.txt"]), &["nowhere.txt"]),
        (with("domino", &["--openings", "random:x"]), &["plies"]),
        (with("domino", &["--peek", "3"]), &["--peek 3", "1 to 2"]),
        (with("domino", &["--internal"]), &["child, pupil, student, counter"]),
        (with("othello", &["--internal"]), &["only the strategies of dominoes"]),
        (vec!["domino", "-e", "'x"], &["opened and not closed"]),
        (
            vec!["domino", "-e", "no-such-program-anywhere"],
            &["no-such-program-anywhere", "a program in this folder is written ./no-such-program-anywhere"],
        ),
        (with("othello", &["-o", "1:Level=5", "-o", "1:level=6"]), &["-o 1:Level=5 and -o 1:level=6"]),
    ] {
        refused(&words, parts);
    }
}

#[test]
fn a_number_that_is_too_small_is_for_the_option_who_tells_what_is_right() {
    let two = ["othello", "-e", PYTHON, "-e", PYTHON];
    let matches = |more: &[&'static str]| [&["match"][..], &two, more].concat();
    let (seed, one) = ("a seed is a whole number from 0 to 9007199254740991", "a whole number of at least 1");
    for (words, part) in [
        (matches(&["--seed", "-1"]), seed),
        (matches(&["--seed", "9007199254740992"]), seed),
        (matches(&["--games", "0"]), one),
        (matches(&["--games", "-3"]), one),
        (matches(&["--games", "99999999999999999999"]), "too many"),
        (matches(&["--concurrency", "0"]), one),
        (matches(&["--time", "-5"]), "--> --time -5\n"),
        (matches(&["--time", "-5s"]), "--> --time -5s\n"),
        (matches(&["--margin", "-50ms"]), "--> --margin -50ms\n"),
        (matches(&["--size", "-8"]), "--size"),
        (vec!["play", "othello", "--time", "-5"], "--> --time -5\n"),
        (vec!["play", "othello", "--seed", "-1"], seed),
        (vec!["opening", "othello", "--seed", "-1"], seed),
        (vec!["opening", "othello", "--count", "-1"], "--count"),
        (vec!["referee", "domino", "--seed", "-1"], seed),
        (vec!["run", "--seed", "-1"], seed),
        (vec!["run", "--concurrency", "0"], one),
        (vec!["perft", "othello", "-1"], "-1"),
    ] {
        let output = Command::new(ARENA).args(&words).stdin(Stdio::null()).output().unwrap();
        let (_, stderr) = ends_with(&output, 2);
        assert!(stderr.contains(part), "no {part:?} in: {stderr}");
        assert!(!stderr.contains("tip:"), "{words:?}: {stderr}");
    }
}

#[test]
fn a_match_that_is_interrupted_says_what_will_be_and_ends_at_the_second_signal() {
    let [sound, hanging] = ["none", "hang --at 1"].map(|deed| format!("{ARENA} broken {deed}"));
    let mut arena = Command::new(ARENA)
        .args(["match", "othello", "--size", "4", "-e", &sound, "-e", &hanging, "--time", "600s"])
        .args(["--games", "2", "--show"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let interrupt = |arena: &Child| {
        assert!(Command::new("kill").args(["-INT", &arena.id().to_string()]).status().unwrap().success());
    };
    // A game is under way once its first ply is shown, and its second never comes.
    let mut shown = BufReader::new(arena.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(shown.any(|line| line.starts_with("1. p1 arena: ")), "it is over");
    interrupt(&arena);
    let mut told = BufReader::new(arena.stderr.take().unwrap()).lines().map(Result::unwrap);
    let first = told.find(|line| line.starts_with("interrupted: ")).expect("a word");
    assert_eq!(first, "interrupted: no new games, those under way get 10 s; interrupt again to end at once");
    interrupt(&arena);
    assert_eq!(arena.wait().unwrap().code(), Some(130));
}

/// A folder with the arena in it, so that reference engines are looked for there.
fn arena_in(folder: &Path) -> Command {
    let program = folder.join("arena");
    if fs::hard_link(ARENA, &program).is_err() {
        fs::copy(ARENA, &program).unwrap();
    }
    let mut command = Command::new(program);
    command.current_dir(folder).arg("match");
    command
}

/// An engine with the option of the domino engine, which tells as its depth whether a hand is hidden.
const STAND_IN: &str = r#"#!/usr/bin/env python3
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "LIBRARY")
import minimal
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("option name Strategy type combo default child var child var student\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        before, _, moves = " ".join(words[2:]).partition(" moves")
        position = minimal.Domino(before)
        hidden = "?" in before
        for move in moves.lower().split():
            position.play(move)
    elif words[0] == "go":
        print("info depth " + ("1" if hidden else "2"), flush=True)
        print("bestmove " + position.moves()[0], flush=True)
    elif words[0] == "quit":
        break
"#;

#[test]
fn a_short_name_is_the_engine_beside_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["domino", "-e", "child", "-e", "student", "--time", "30s", "--json"];
    let (_, stderr) = ends_with(&arena_in(folder.path()).args(words).output().unwrap(), 2);
    assert!(stderr.contains("`domino` is not built: cargo build --release -p domino"), "{stderr}");

    // A stand-in that tells as its depth whether it is shown what a child is not.
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python");
    let engine = STAND_IN.replace("LIBRARY", library);
    let path = folder.path().join("domino");
    fs::write(&path, engine).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(folder.path().join("arena"))
        .current_dir(folder.path())
        .arg("match")
        .args(words)
        .output()
        .unwrap();
    let (stdout, _) = ends_with(&output, 0);
    let record: GameRecord = serde_json::from_str(stdout.trim()).unwrap();
    assert_eq!(record.players, ["child", "student"]);
    assert_eq!(record.reason.word(), "normal", "{:?}", record.faults);
    for (mover, thought) in record.movers.iter().zip(&record.thoughts) {
        let depth = thought.as_ref().map(|thought| thought.depth);
        assert!(
            depth.is_none_or(|depth| depth == Some(1 + *mover as u32)),
            "a student sees the others' hands"
        );
    }
    assert!(record.thoughts.iter().flatten().count() > 4);
}

#[test]
fn words_behind_a_short_name_are_the_arguments_of_that_engine() {
    let folder = tempfile::tempdir().unwrap();
    let mut arena = arena_in(folder.path());
    let path = folder.path().join("othello");
    let script = "#!/bin/sh\n[ \"$*\" = 'Level=5 Book=a b' ] || exit 9\nexec \"${0%/*}/arena\" broken none\n";
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let words = ["othello", "--size", "4", "-e", "othello Level=5 'Book=a b'", "-e", PYTHON, "--time", "30s"];
    let (stdout, _) = ends_with(&arena.args(words).arg("--json").output().unwrap(), 0);
    let record: GameRecord = serde_json::from_str(stdout.trim()).unwrap();
    assert_eq!(record.players, ["othello", "minimal.py"]);
    assert_eq!(record.reason.word(), "normal", "{:?}", record.faults);
}

#[test]
fn strategies_play_within_the_process_and_their_shares_have_errors() {
    let words = ["domino", "-e", "child", "-e", "pupil", "-e", "student", "--internal", "--seed", "1"];
    let games = ["--games", "12000"];
    let (text, _) = ends_with(&matched(&[&words[..], &games].concat()), 0);
    assert!(
        text.starts_with(
            "12000 games of 3 players, 2000 deals, seed 1\nstrategy      wins  share %     +-\n"
        ),
        "{text}"
    );
    let (text, _) = ends_with(&matched(&[&words[..], &games, &["--json"]].concat()), 0);
    let study: Value = serde_json::from_str(&text).unwrap();
    let share = |index: usize| study["strategies"][index]["share"].as_f64().unwrap();
    let error = |index: usize| study["strategies"][index]["error"].as_f64().unwrap();
    let wins: u64 = (0..3).map(|index| study["strategies"][index]["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins + study["draws"].as_u64().unwrap(), 12_000);
    assert!(share(0) + 5.0 * error(0) < share(1), "{study}");
    assert!(share(1) + 2.0 * error(1) < share(2), "{study}");
}

/// A match on a small board between an engine without a fault and one that loses by one.
fn uneven(first: &str, second: &str, more: &[&str]) -> Output {
    let [first, second] = [first, second].map(|deed| format!("{ARENA} broken {deed} --at 1"));
    let words =
        ["othello", "--size", "4", "-e", &first, "-e", &second, "--openings", "random:2", "--seed", "1"];
    matched(&[&words[..], &["--time", "30s"], more].concat())
}

#[test]
fn a_sequential_test_is_one_line_and_ends_when_it_is_decided() {
    let (shown, _) = ends_with(&uneven("none", "illegal", &["--sprt", "0,100"]), 0);
    assert!(shown.starts_with("othello 4x4, until SPRT decides between 0 and 100 Elo, seed 1\n"), "{shown}");
    assert!(shown.contains("\nSPRT: LLR +"), "{shown}");
    let end = "H1 is accepted: arena is stronger than arena-2, rather by 100 than by 0 normalized Elo (wrong in at \
               most 5 % of such tests)\n";
    assert!(shown.ends_with(end), "{shown}");
    let (shown, _) = ends_with(&uneven("illegal", "none", &["--sprt", "-5,100"]), 0);
    assert!(
        shown.contains("H0 is accepted: arena is not 100 normalized Elo stronger than arena-2, rather -5"),
        "{shown}"
    );
    let (shown, _) = ends_with(&uneven("none", "none", &["--sprt", "0,5", "--games", "4"]), 0);
    assert!(shown.contains("nothing is decided between arena and arena-2"), "{shown}");
}

#[test]
fn the_games_that_decided_a_test_are_the_ones_that_count() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("r");
    let more = ["--sprt", "0,100", "--json", "--out", out.to_str().unwrap()];
    let (shown, _) = ends_with(&uneven("none", "illegal", &more), 0);
    let objects: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, games) = objects.split_last().unwrap();
    let sprt = &last["sprt"];
    assert_eq!((&sprt["verdict"], &sprt["games"]), (&"H1".into(), &games.len().into()), "{last}");
    assert_eq!(sprt["encounters"][4], games.len() / 2, "the engine without a fault wins all");
    assert!(games.iter().enumerate().all(|(at, game)| game["id"] == at + 1), "{shown}");
    let rows = fs::read_to_string(out.join("games.csv")).unwrap().lines().count();
    assert_eq!(rows, games.len() + 1);
    let header: Value = serde_json::from_slice(&fs::read(out.join("tournament.json")).unwrap()).unwrap();
    assert_eq!(header["counted"], games.len());
}

#[test]
fn what_cannot_be_tested_is_told() {
    let engines = ["-e", PYTHON, "-e", PYTHON];
    for (words, part) in [
        (&["othello", "--sprt", "5,0"][..], "the lower first"),
        (&["othello", "--sprt", "5"], "expected two numbers of Elo"),
        (&["othello", "--sprt", "0,nan"], "expected two numbers of Elo"),
        (&["othello", "--size", "5"], "--size 5"),
        (&["domino", "--players", "3"], "--players 3, but there are 2 engines"),
        (&["domino", "--sprt", "0,5", "-e", PYTHON], "compares two engines"),
    ] {
        refused(&[words, &engines].concat(), &[part]);
    }
    let (_, stderr) = ends_with(&matched(&["othello", "-e", PYTHON, "-e", PYTHON, "--games", "0"]), 2);
    assert!(stderr.contains("--games"), "{stderr}");
}
