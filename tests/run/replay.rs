//! `arena replay`, and what describes the command line to others.

use std::fs;

use super::harness::Desk;

const PYTHON: &str = concat!("python3 -B ", env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");

/// A desk with the results of two games in `r`.
fn played(words: &[&str]) -> Desk {
    let desk = Desk::new();
    let engines = ["-e", PYTHON, "-e", PYTHON, "--games", "2", "--seed", "7", "--time", "30s", "--out", "r"];
    let done = desk.arena(&[&["match"], words, &engines].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    desk
}

#[test]
fn a_game_is_shown_ply_by_ply_and_checked_by_the_rules() {
    let desk = played(&["breakthrough"]);
    let shown = desk.arena(&["replay", "r", "2"]);
    assert_eq!((shown.code, &shown.stderr[..]), (Some(0), ""));
    let head = "game 2, breakthrough, 8 rows by 8 columns: p1 (White, w) minimal.py-2, p2 (Black, b) minimal.py\n\n\
                the start\n 8  b  b  b";
    assert!(shown.stdout.starts_with(head), "{}", shown.stdout);
    let plies = shown.stdout.matches(" ms)\n").count();
    let end = shown.stdout.lines().rev().take(2).collect::<Vec<_>>();
    assert_eq!(end[0], format!("checked: {plies} plies, all by the rules"));
    assert!(end[1].ends_with(&format!("wins after {plies} plies")), "{end:?}");
    // Both squares of the last move are marked.
    assert!(shown.stdout.contains("\n1. p1 minimal.py-2: "));
    assert_eq!(shown.stdout.matches('[').count(), 2 * plies);
    assert_eq!(desk.arena(&["replay", "r", "2", "--all"]).stdout, shown.stdout);
}

#[test]
fn every_hand_of_a_recorded_game_of_dominoes_is_seen() {
    let desk = played(&["domino"]);
    let shown = desk.arena(&["replay", "r", "1"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(
        shown.stdout.contains("\ntable -\n> p1  ") && !shown.stdout.contains("hidden"),
        "{}",
        shown.stdout
    );
}

#[test]
fn a_record_that_is_not_by_the_rules_is_told_with_its_ply() {
    let desk = played(&["breakthrough"]);
    let journal = desk.path().join("r/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let first = text.lines().find(|line| line.contains("\"id\":1,")).unwrap();
    let moves = first.split("\"moves\":[").nth(1).unwrap();
    let third = moves.split('"').nth(5).unwrap();
    let wrong = first.replacen(&format!("\"{third}\""), "\"a1a9\"", 1);
    fs::write(&journal, text.replace(first, &wrong)).unwrap();
    let shown = desk.arena(&["replay", "r", "1"]);
    assert_eq!(shown.code, Some(1), "{}", shown.stdout);
    assert_eq!(shown.stderr, "error: game 1 is not by the rules: ply 3: a1a9: off the board\n");
    assert!(shown.stdout.contains("\n2. p2 ") && !shown.stdout.contains("\n3. p1 "), "as far as it goes");
    assert_eq!(desk.arena(&["replay", "r", "2"]).code, Some(0), "the other game is as it was");
}

#[test]
fn a_record_that_contradicts_itself_is_told() {
    let desk = played(&["breakthrough"]);
    let journal = desk.path().join("r/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replace("[1.0,0.0]", "[0.25,0.75]").replace("[0.0,1.0]", "[0.25,0.75]"))
        .unwrap();
    let shown = desk.arena(&["replay", "r", "1"]);
    assert_eq!(shown.code, Some(1), "{}", shown.stdout);
    assert!(shown.stderr.contains("game 1 is not by the rules: the points are ["), "{}", shown.stderr);
}

#[test]
fn a_damaged_line_keeps_nobody_from_the_other_games_and_how_to_mend_it_is_told() {
    let desk = played(&["breakthrough"]);
    let journal = desk.path().join("r/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, format!("rubbish\n{text}")).unwrap();
    let shown = desk.arena(&["replay", "r", "2"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(
        shown.stderr.contains("r/journal.jsonl: line 1 is damaged: ") && shown.stderr.contains("passed over")
    );
    // What has to tell all games does not leave one out.
    for words in [&["export", "r", "--format", "json"][..], &["standings", "r"]] {
        let refused = desk.arena(words);
        assert_eq!(refused.code, Some(2), "{words:?}");
        assert!(refused.stderr.contains("line 1 is damaged"), "{}", refused.stderr);
        assert!(refused.stderr.contains("arena run FILE --out r --resume --repair"), "{}", refused.stderr);
    }
}

#[test]
fn a_game_or_a_folder_that_is_not_there_is_told() {
    let desk = played(&["breakthrough"]);
    for (words, told) in [
        (&["replay", "r", "3"][..], "no game 3: there are the games 1 to 2"),
        (&["replay", "x", "1"], "x: there is no such folder; a folder of results has a journal.jsonl"),
        (&["replay", ".", "1"], "a folder of results has a journal.jsonl"),
        (&["replay", "r"], "<ID>"),
    ] {
        let refused = desk.arena(words);
        assert_eq!(refused.code, Some(2), "{words:?}");
        assert!(refused.stderr.contains(told), "{words:?}: {}", refused.stderr);
    }
}

#[test]
fn shells_and_the_manual_know_every_command() {
    let desk = Desk::new();
    let man = desk.arena(&["man"]);
    assert_eq!(man.code, Some(0), "{}", man.stderr);
    assert!(man.stdout.contains(".TH arena 1"), "{}", man.stdout);
    assert_eq!(desk.arena(&["man", "--out", "pages/man1"]).code, Some(0));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let completions = desk.arena(&["completions", shell]);
        assert_eq!(completions.code, Some(0), "{}", completions.stderr);
        for command in ["run", "match", "play", "referee", "replay", "check", "standings", "grade", "perft"] {
            assert!(completions.stdout.contains(command), "{shell}: {command}");
            assert!(desk.path().join(format!("pages/man1/arena-{command}.1")).is_file(), "{command}");
        }
        if ["bash", "zsh", "fish"].contains(&shell) {
            for game in ["othello", "breakthrough", "domino"] {
                // Once for each of several commands.
                assert!(completions.stdout.matches(game).count() > 3, "{shell}: {game}");
            }
        }
        assert!(!completions.stdout.contains("launch-probe"), "{shell}: what is hidden stays so");
    }
    assert_eq!(desk.arena(&["completions", "cmd"]).code, Some(2));
}

#[test]
fn every_command_has_an_example_in_its_help() {
    let desk = Desk::new();
    let help = desk.arena(&["help"]).stdout;
    let commands = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands: Vec<&str> = commands
        .lines()
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| *word != "help")
        .collect();
    assert!(commands.len() >= 12, "{commands:?}");
    for command in commands {
        let help = desk.arena(&[command, "--help"]);
        assert!(help.stdout.contains(&format!("arena {command}")), "{command}: {}", help.stdout);
        assert!(help.stdout.contains("Example"), "{command}: {}", help.stdout);
    }
}
