//! `arena referee` from end to end: what goes in through a pipe, and what comes out.

use std::process::Command;

use serde_json::Value;

use super::harness::{ARENA, fed};

/// `arena referee` with these words and `input`: exit code, standard output, standard error.
fn refereed(words: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    fed(Command::new(ARENA).arg("referee").args(words), input)
}

#[test]
fn moves_in_a_pipe_end_in_the_position_and_what_is_legal() {
    let (code, shown, _) = refereed(&["othello"], b"f5 # the only one\n\n  D6\r\nc3");
    assert_eq!(code, Some(0));
    let end = "position 8/8/2x5/3xx3/3oxx2/3o4/8/8 o\nside p2 (White, o)\nlegal d3 f3 f4 g5\n";
    assert!(shown.starts_with("   a b c d e f g h\n 1 . .") && shown.ends_with(end), "{shown}");
    assert_eq!(refereed(&["othello"], b"f5d6c3").1, shown);
    assert_eq!(refereed(&["othello", "--position", "startpos moves f5 d6"], b"c3").1, shown);
    assert_eq!(refereed(&["othello"], b"c4\nposition startpos moves f5\nd6c3").1, shown);
}

#[test]
fn a_game_that_is_over_has_a_result() {
    let (_, shown, _) = refereed(&["othello", "--size", "4"], b"d3d2d1d4b4a1");
    assert!(shown.ends_with("\nresult p1 (Black, x) wins, score 8\n"), "{shown}");
    let (_, shown, _) = refereed(&["breakthrough", "--position", "4/w3/3b/4 w"], b"3,1 4,1");
    assert!(shown.ends_with("position w3/4/3b/4 b\nresult p1 (White, w) wins, score 1\n"), "{shown}");
    // p1 is who moves first, here Black.
    let (_, shown, _) = refereed(&["breakthrough", "--position", "4/w3/3b/4 b"], b"d2d1");
    assert!(shown.ends_with("\nresult p1 (Black, b) wins, score 1\n"), "{shown}");
}

#[test]
fn the_first_illegal_move_is_named_with_its_line_and_the_reason() {
    let hands = "- 0-1,1-2,1-1,3-6,6-6/0-0,0-2,0-3,0-4,0-5";
    let deal = format!("{hands} 0-6,1-3,1-4,1-5,1-6,2-2,2-3,2-4,2-5,2-6,3-3,3-4,3-5,4-4,4-5,4-6,5-5,5-6 p1");
    let othello: &[&str] = &["othello"];
    let breakthrough: &[&str] = &["breakthrough"];
    let domino: &[&str] = &["domino", "--position", &deal];
    for (words, input, told) in [
        (othello, "f5\n\nd6 d6", "line 3: d6: not empty"),
        (othello, "f5d6a1", "line 1: a1: encloses nothing"),
        (othello, "I9", "line 1: I9: off the board"),
        (othello, "PASS", "line 1: PASS: a pass while there is a move"),
        (othello, "e4\n\u{1b}[2J", "line 1: e4: not empty"),
        (othello, "\u{1b}[2J", "line 1: \\u{1b}[2J: not a move: expected a square such as c4"),
        (&["othello", "--size", "4"], "d3 d2 d1 d4 b4 b1", "line 1: b1: encloses nothing: must pass"),
        (&["othello", "--size", "4"], "d3d2d1d4b4a1a2", "line 1: a2: the game is over"),
        (breakthrough, "a2a4", "line 1: a2a4: too far"),
        (breakthrough, "a2a3\na3-a2", "line 2: a3-a2: the piece there is the opponent's"),
        (breakthrough, "(2,1)(2,2)", "line 1: (2,1)(2,2): sideways"),
        (breakthrough, "2,1 1,1", "line 1: 2,1 1,1: backwards"),
        (breakthrough, "h2xi3", "line 1: h2xi3: off the board"),
        (breakthrough, "a1b2", "line 1: a1b2: a piece of your own is there"),
        (breakthrough, "a4a5", "line 1: a4a5: no piece there"),
        (breakthrough, "a2", "line 1: a2: not a move: expected two squares such as a2b3"),
        (domino, "0-2R", "line 1: 0-2R: the tile is not in the hand"),
        (domino, "0-1L", "line 1: 0-1L: the first tile is played at R"),
        (domino, "0-1", "line 1: 0-1: it is not said at which end, L or R"),
        (domino, "pass", "line 1: pass: a pass while a tile can be played"),
        (domino, "0-1R 0-2R", "line 1: 0-2R: the tile does not fit that end"),
        (domino, "0-1R 0-2L", "line 1: 0-2L: the tile lies the wrong way round"),
        (domino, "6-6R draw:1-3", "line 1: draw:1-3: not the tile on top of the stack"),
        (domino, "6-6R draw:0-6 0-1 pass", "line 1: 0-1: the tile fits at neither end"),
    ] {
        let (code, shown, stderr) = refereed(words, input.as_bytes());
        assert_eq!(code, Some(1), "{input}: {stderr}");
        assert_eq!(stderr.trim_end(), format!("error: {told}"));
        assert!(shown.contains("\nposition "), "what was legal has been played: {shown}");
    }
}

#[test]
fn every_ply_is_an_object_the_start_first() {
    let (code, shown, _) = refereed(&["othello", "--size", "4", "--json"], b"d3d2\nd1d4b4a1");
    let objects: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, objects.len()), (Some(0), 8), "with the pass that the transcript leaves out");
    let keys = ["ply", "move", "position", "to_move", "legal", "over", "winner", "score"];
    for (number, object) in objects.iter().enumerate() {
        assert_eq!(object["ply"], number);
        assert_eq!(object.as_object().unwrap().len(), keys.len());
        assert!(keys.iter().all(|key| object.get(key).is_some()));
    }
    assert_eq!((&objects[0]["move"], &objects[0]["to_move"]), (&Value::Null, &"p1".into()));
    assert_eq!((&objects[5]["legal"], &objects[6]["move"]), (&serde_json::json!(["pass"]), &"pass".into()));
    assert_eq!((&objects[7]["winner"], &objects[7]["score"]), (&"p1".into(), &8.into()));
    assert_eq!((&objects[7]["over"], &objects[7]["to_move"]), (&true.into(), &Value::Null));

    let (code, shown, stderr) = refereed(&["othello", "--json"], b"f5\nf5\nd6");
    assert_eq!((code, shown.lines().count()), (Some(1), 2));
    assert!(stderr.contains("line 2: f5: not empty"), "{stderr}");
}

#[test]
fn a_deal_is_drawn_by_its_seed_and_no_tile_is_hidden_from_the_referee() {
    let (code, shown, stderr) = refereed(&["domino", "--players", "3", "--seed", "7"], b"");
    assert_eq!((code, &stderr[..]), (Some(0), ""));
    assert!(shown.starts_with("table -\n> p1  0-0 ") && shown.contains("\nside p1\nlegal 0-0R "), "{shown}");
    assert_eq!(refereed(&["domino", "--players", "3", "--seed", "7"], b"").1, shown);
    let (code, _, stderr) = refereed(&["domino"], b"");
    assert_eq!(code, Some(0));
    assert!(stderr.contains("drawn was"), "{stderr}");
    for words in [
        &["domino", "--position", "- 1-4,2-3,2-6,5-6,6-6/?5 18 p1"][..],
        &["domino", "--position", "0-0 1-1 pass"],
        &["othello", "--position", "8/8/8/3ox3/3xo3/8/8/8 x", "--size", "6"],
        &["othello", "--position", "startpos moves a1"],
        &["othello", "--rows", "6"],
        &["chess"],
    ] {
        let (code, shown, stderr) = refereed(words, b"");
        assert_eq!((code, &shown[..]), (Some(2), ""), "{words:?}: {stderr}");
    }
}

#[test]
fn a_short_script_of_the_shell_can_drive_it() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/random_players.sh");
    for (words, end) in [
        (&["othello", "--size", "4"][..], "score"),
        (&["breakthrough", "--rows", "4", "--columns", "4"], "wins, score"),
        (&["domino", "--players", "3", "--seed", "7"], "score"),
    ] {
        let played = |seed: &str| {
            let mut command = Command::new(script);
            let output = command.args(words).env("ARENA", ARENA).env("RANDOM_SEED", seed).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let game = played("3");
        let result = game.lines().last().unwrap();
        assert!(result.starts_with("result ") && result.contains(end), "{game}");
        assert_eq!(played("3"), game);
    }
}

#[test]
fn at_the_keyboard_help_says_what_can_be_typed() {
    let script = [("> ", "help\r"), ("undo: ", "f5\r"), ("White", "quit\r")];
    let (code, shown) = super::play::in_a_terminal(["80", "40"], &script, &["referee", "othello"]);
    assert_eq!(code, Some(0), "{shown}");
    for part in ["or: undo, help, quit", "moves: ", "position startpos", "undo: ", "quit: "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("not a move"), "{shown}");
}
