//! The program as somebody at a terminal meets it.

#[path = "../../../tests/conversation/mod.rs"]
mod conversation;

use std::process::Command;

use conversation::{Said, converse};

fn engine(arguments: &[&str], input: &str) -> Said {
    converse(Command::new(env!("CARGO_BIN_EXE_othello")).args(arguments), input)
}

#[test]
fn what_was_mistyped_is_told_and_the_engine_goes_on() {
    let said = engine(&[], "solve abc\nsolve 5 6\neval 5\nbench 3\nperft x\nperft 3\n");
    let expected = "info string solve takes a whole number of milliseconds, or nothing, not `abc`\n\
                    info string solve takes a whole number of milliseconds, or nothing, not `5 6`\n\
                    info string eval stands alone: nothing is known of `5`\n\
                    info string bench stands alone: nothing is known of `3`\n\
                    info string perft takes a whole number of plies from 0 to 4294967295, not `x`\n\
                    perft 3 nodes 56\n";
    assert_eq!(said.answers, expected);
    assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
}

#[test]
fn help_and_version_are_told_on_standard_output() {
    for flag in ["--help", "-h"] {
        let said = engine(&[flag], "");
        assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
        for part in
            ["--gtp", "Level=NUMBER     1..20 [default: 20]", "Book=true|false  [default: false]", "bench"]
        {
            assert!(said.answers.contains(part), "{part}: {}", said.answers);
        }
    }
    let said = engine(&["--version"], "");
    assert!(said.status.success());
    assert_eq!(said.answers, concat!("arena othello ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn weights_that_cannot_be_read_are_told_at_once_and_end_a_command_line() {
    for (path, why) in
        [("/no/such/file", "No such file"), ("/dev/zero", "it is a device"), ("/", "it is a folder")]
    {
        let told = format!("option Weights: {path}: {why}");
        let said = engine(&[], &format!("ugi\nsetoption name Weights value {path}\nisready\n"));
        let mut lines = said.answers.lines().skip_while(|&line| line != "ugiok").skip(1);
        let info = lines.next().unwrap();
        assert!(info.starts_with(&format!("info string {told}")), "{info}");
        assert_eq!(lines.collect::<Vec<_>>(), ["readyok"]);
        let said = engine(&[&format!("Weights={path}")], "go depth 1\n");
        assert_eq!(said.status.code(), Some(2));
        assert!(said.complaints.starts_with(&format!("error: {told}")), "{}", said.complaints);
        assert_eq!(said.answers, "");
    }
}
