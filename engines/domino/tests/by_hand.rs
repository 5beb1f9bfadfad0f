//! The program as somebody at a terminal meets it.

#[path = "../../../tests/conversation/mod.rs"]
mod conversation;

use std::process::Command;

use conversation::{Said, converse};

fn engine(arguments: &[&str], input: &str) -> Said {
    converse(Command::new(env!("CARGO_BIN_EXE_domino")).args(arguments), input)
}

#[test]
fn what_was_mistyped_is_told_and_the_engine_goes_on() {
    let said =
        engine(&[], "solve 5\nperft x\nposition startpos\nd\nsetoption name Strategy value uncle\nisready\n");
    let lines: Vec<&str> = said.answers.lines().collect();
    let expected = [
        "info string not understood: solve",
        "info string perft takes a whole number of plies from 0 to 4294967295, not `x`",
        "info string position refused: `startpos`, character 1: there is no `startpos` in domino: the deal comes as a position",
        "info string there is no position, since the last one was refused",
        "info string refused Strategy: takes one of child, pupil, student, counter, not `uncle`",
        "readyok",
    ];
    assert_eq!(lines, expected);
    assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
}

#[test]
fn help_is_told_on_standard_output_and_a_bad_option_ends_a_command_line() {
    let said = engine(&["--help"], "");
    assert!(
        said.status.success() && said.answers.contains("Strategy=WORD  child, pupil, student"),
        "{}",
        said.answers
    );
    let said = engine(&["Seed=x"], "");
    assert_eq!((said.status.code(), said.answers.as_str()), (Some(2), ""));
    assert!(
        said.complaints.starts_with("error: option Seed: takes a whole number from 0"),
        "{}",
        said.complaints
    );
}
