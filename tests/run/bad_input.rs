//! What is wrong with a tournament is told before its first game, with the place and the cure.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::harness::{ARENA, Tournament};

const HEAD: &str = "[tournament]\nname = 't'\ngame = 'othello'";

fn two(head: &str) -> Tournament {
    Tournament::new(head).broken("good", &["none"], "")
}

/// Refused with exit code 2 and all of `parts` on standard error, and no folder is made.
#[track_caller]
fn refused(tournament: &Tournament, parts: &[&str]) {
    let finished = tournament.run(&[]).ends_with(2).complains(parts);
    assert!(!finished.folder.exists(), "a folder was made");
    assert!(!finished.stderr.contains("panicked"), "{}", finished.stderr);
}

#[test]
fn a_missing_program_is_named_with_its_place() {
    let tournament = two(HEAD).engine("bad", &["bin/engine"], "");
    refused(&tournament, &["there is no program", "bin/engine", "arena.toml:10:11", "^^^^"]);
    let tournament = two(HEAD).engine("bad", &["no-such-program-anywhere"], "");
    refused(&tournament, &["`no-such-program-anywhere`", "PATH", "./no-such-program-anywhere"]);
}

#[test]
fn a_program_that_may_not_be_executed_is_told_how_to_be() {
    let tournament = two(HEAD).engine("bad", &["./engine"], "").file("engine", "#!/bin/sh\n");
    refused(&tournament, &["is not executable", "chmod +x"]);
    let tournament = two(HEAD).engine("bad", &["./"], "");
    refused(&tournament, &["is not a file"]);
}

#[test]
fn a_failed_build_shows_what_the_builder_said() {
    let build = "build = ['sh', '-c', 'echo line 7: syntax error >&2; exit 3']";
    let tournament = two(HEAD).broken("bad", &["none"], build);
    refused(
        &tournament,
        &["the build of bad failed", "line 7: syntax error", "exit status: 3", "arena.toml:"],
    );
    let tournament = two(HEAD).broken("bad", &["none"], "build = ['no-such-compiler']");
    refused(&tournament, &["cannot start `no-such-compiler`"]);
}

#[test]
fn a_build_runs_once_for_all_engines_that_name_it_and_can_be_left_out() {
    let build = "build = ['sh', '-c', 'echo built >> built.txt']";
    let tournament = two(HEAD).broken("one", &["none"], build).broken("two", &["none"], build);
    let built = || fs::read_to_string(tournament.path().join("built.txt")).unwrap_or_default();
    tournament.run(&["--no-build"]).ends_with(0);
    assert_eq!(built(), "");
    tournament.run(&[]).ends_with(0);
    assert_eq!(built(), "built\n");
}

#[test]
fn an_option_that_the_engine_does_not_declare_or_take_is_pointed_at() {
    let tournament = two(HEAD).broken("bad", &["none"], "options = { Deph = 3 }");
    refused(&tournament, &["option Deph = 3 is not declared", "did you mean Depth?", "arena.toml:11:13"]);
    let tournament = two(HEAD).broken("bad", &["none"], "options = { Depth = 30 }");
    refused(&tournament, &["option Depth = 30 takes a whole number from 1 to 9"]);
}

#[test]
fn a_game_that_the_engine_does_not_play_is_told() {
    let script = "#!/bin/sh\nwhile read line; do case \"$line\" in\nugi) echo 'option name UGI_Variant type combo default chess var chess'; echo ugiok;;\nisready) echo readyok;;\nquit) exit;;\nesac; done\n";
    let tournament = two(HEAD).engine("bad", &["./engine"], "").file("engine", script);
    let engine = tournament.path().join("engine");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    refused(&tournament, &["bad does not play othello", "takes one of chess"]);
}

#[test]
fn with_keep_going_such_engines_forfeit_and_the_others_play() {
    let head = format!("{HEAD}\nkeep_going = true\n[board]\nsize = 4");
    let tournament = two(&head).broken("sound", &["none"], "").engine("missing", &["bin/engine"], "").broken(
        "wrong",
        &["none"],
        "options = { Deph = 3 }",
    );
    let build = "build = ['sh', '-c', 'seq 9 >&2; exit 3']";
    let tournament = tournament.broken("unbuilt", &["none"], build);
    let finished =
        tournament.run(&[]).ends_with(1).complains(&["missing forfeits all its games", "| 8\n| 9\n"]);
    for game in finished.games() {
        let unfit = |name: &String| ["missing", "wrong", "unbuilt"].contains(&name.as_str());
        // What a builder says at length is told once, and kept.
        assert!(game.faults.iter().all(|fault| !fault.detail.contains('\n')), "{:?}", game.faults);
        let expected = if game.players.iter().any(unfit) { "stall" } else { "normal" };
        assert_eq!(game.reason.word(), expected, "{:?}", game.players);
        if game.faults.iter().any(|fault| fault.detail == "the build of unbuilt failed") {
            let log = finished.text(&format!("logs/game-{}.txt", game.id));
            assert!(log.contains("| 8\n| 9\n") && log.contains("`sh -c"), "{log}");
        }
    }
}

#[test]
fn with_keep_going_a_broken_file_of_one_engine_costs_only_that_engine() {
    let sound = format!("command = ['{ARENA}', 'broken', 'none']\n");
    for (broken, told) in [("command = [", "engine.toml:1"), ("comand = ['x']", "comand"), ("", "command")] {
        let head = format!("engines = 'in/*/engine.toml'\n{HEAD}\nkeep_going = true\n[board]\nsize = 4");
        let tournament = Tournament::new(&head);
        for (folder, text) in [("ann", sound.as_str()), ("bob", sound.as_str()), ("eve", broken)] {
            fs::create_dir_all(tournament.path().join("in").join(folder)).unwrap();
            fs::write(tournament.path().join("in").join(folder).join("engine.toml"), text).unwrap();
        }
        let finished = tournament.run(&[]).ends_with(1).complains(&["eve forfeits all its games", told]);
        for game in finished.games() {
            let expected = if game.players.iter().any(|name| name == "eve") { "stall" } else { "normal" };
            assert_eq!(game.reason.word(), expected);
        }
    }
}

#[test]
fn mistakes_in_the_file_are_shown_where_they_are() {
    for (head, parts) in [
        ("[tournament]\ngame = 'othelo'", &["othelo", "othello", "arena.toml:2:8"][..]),
        ("[tournament]\ngame = 'othello'\nruonds = 2", &["ruonds", "rounds", "arena.toml:3:1"]),
        ("[tournament]\ngame = 'othello'\n[board]\nsize = 9", &["arena.toml:4:8", "9"]),
        ("[tournament]\ngame = 'breakthrough'\n[board]\nrows = 13", &["arena.toml:4:8", "13"]),
        ("[tournament]\ngame = 'othello'\n[time]\nper_move = '1 fortnight'", &["arena.toml:4:12"]),
        ("[tournament\ngame = 'othello'", &["arena.toml:1:"]),
    ] {
        let tournament = Tournament::new(head).broken("one", &["none"], "").broken("two", &["none"], "");
        refused(&tournament, parts);
    }
    let twins = two(HEAD).broken("good", &["none"], "");
    refused(&twins, &["good", "arena.toml:"]);
}

#[test]
fn a_broken_opening_is_shown_in_its_own_file() {
    let head = format!("{HEAD}\n[openings]\nkind = 'file'\nfile = 'book.txt'");
    for (line, parts) in [
        ("startpos moves f5 f5", &["book.txt:2:19", "f5"][..]),
        ("startpos moves a1", &["book.txt:2:16", "encloses nothing"]),
        ("8/8/8/3ox3/3xo3/8/8 x", &["book.txt:2:"]),
        ("6/6/2ox2/2xo2/6/6 x", &["book.txt:2:", "8x8"]),
        (
            "xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx o",
            &["book.txt:2:", "over"],
        ),
    ] {
        let book = format!("startpos moves f5\n{line}\n");
        let tournament = two(&head).broken("bad", &["none"], "").file("book.txt", &book);
        refused(&tournament, parts);
    }
    refused(&two(&head).broken("bad", &["none"], ""), &["book.txt", "arena.toml:6:8"]);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = std::process::Command::new(ARENA).args(["run", "nowhere.toml"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.toml"));
}

#[test]
fn one_championship_does_not_count_twice() {
    let tournament =
        two("[tournament]\nname = 't'\ngame = 'othello'\n[board]\nsize = 4").broken("other", &["none"], "");
    tournament.run(&[]).ends_with(0);
    for command in ["standings", "grade"] {
        for same in ["results/t", "results/../results/t", "results/t/games.csv"] {
            let output = std::process::Command::new(ARENA)
                .current_dir(tournament.path())
                .args([command, "results/t", same])
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {same}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("the same championship"));
        }
    }
}

#[test]
fn a_quote_that_is_not_closed_swallows_no_rows() {
    let rows = "id,round,game,opening,p1,p2,winner,winner_seat,reason,offender,offender_seat,plies,score,seconds,moves\n\
        1,1,othello,s,a,b,a,p1,normal,,,60,2,1,\"e2\n2,1,othello,s,b,a,b,p1,normal,,,60,2,1,e2\n";
    let whole = rows.replace('"', "");
    let roster = "engine,student\na,\"Ann\nb,Bob\n";
    let tournament = two(HEAD).file("torn.csv", rows).file("whole.csv", &whole).file("class.csv", roster);
    for (words, place) in [
        (&["standings", "torn.csv"][..], "torn.csv:2"),
        (&["grade", "whole.csv", "--roster", "class.csv"], "class.csv:2"),
    ] {
        let output =
            std::process::Command::new(ARENA).current_dir(tournament.path()).args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(place) && said.contains("a quote is opened and not closed"), "{said}");
    }
}

#[test]
fn the_game_is_the_arena_s_to_set() {
    let tournament = two(HEAD).broken("bad", &["none"], "options = { UGI_Variant = 'breakthrough' }");
    refused(&tournament, &["option UGI_Variant = breakthrough is set by the arena"]);
}

#[test]
fn output_that_cannot_be_written_is_a_failure_and_one_that_nobody_reads_is_none() {
    let run = |script: &str| {
        let output =
            std::process::Command::new("sh").arg("-c").arg(script).env("ARENA", ARENA).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    if std::path::Path::new("/dev/full").exists() {
        for words in
            ["opening breakthrough --count 5 --seed 1", "--help", "run --help", "help run", "--version"]
        {
            let (code, said) = run(&format!("\"$ARENA\" {words} > /dev/full"));
            assert_eq!(code, Some(1), "{words}");
            assert!(said.contains("standard output could not be written"), "{words}: {said}");
        }
    }
    let (code, said) = run("(\"$ARENA\" --help; echo $? >&2) | true");
    assert_eq!((code, said.trim()), (Some(0), "0"));
    let (code, said) = run("\"$ARENA\" --halp > /dev/null");
    assert!(code == Some(2) && said.contains("--halp") && !said.contains("could not be written"), "{said}");
    let (code, said) = run("(\"$ARENA\" opening breakthrough --count 5000 --seed 1; echo $? >&2) | head -1");
    assert_eq!((code, said.trim()), (Some(0), "0"));
}

#[test]
fn names_that_can_hardly_be_told_apart_are_refused() {
    let head = |name: &str| two(HEAD).engine(name, &["true"], "");
    refused(&head("good"), &["two engines are called `good`"]);
    refused(&head("Good"), &["an engine is called `Good` and another `good`, which look alike"]);
    let twice = two(HEAD).engine("a  b", &["true"], "").engine("A   B", &["true"], "");
    refused(&twice, &["which look alike"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let tournament = two(HEAD).broken("bad", &["none"], "").file("plain", "");
    tournament.run(&["--out", "plain/results"]).ends_with(1).complains(&["plain/results"]);
}
