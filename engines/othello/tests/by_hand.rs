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

#[test]
fn threads_for_which_there_is_no_processor_are_told_once_and_do_not_search() {
    let processors = std::thread::available_parallelism().unwrap().get();
    let said = engine(&["Threads=64"], "go depth 3\ngo depth 3\nsolve 1\n");
    let told = format!("info string Threads 64: this process may use {processors} of the processors");
    assert_eq!(said.answers.matches(&told).count(), usize::from(processors < 64), "{}", said.answers);
    assert_eq!(said.answers.matches("bestmove").count(), 2, "{}", said.answers);
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_for_which_there_is_no_memory_is_told_and_the_engine_goes_on() {
    // In kilobytes: more than the program needs, less than the table.
    let limited = "ulimit -v 300000; exec \"$0\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_othello")]);
    let said = converse(&mut command, "setoption name Hash value 512\nisready\ngo depth 3\n");
    let told = "info string option Hash: 512: more memory than the system gives\nreadyok\n";
    assert!(
        said.answers.starts_with(told) && said.answers.contains("\nbestmove "),
        "{} {}",
        said.answers,
        said.complaints
    );
    assert!(said.status.success(), "{} {}", said.answers, said.complaints);
}

#[test]
fn whatever_takes_long_by_hand_ends_at_a_stop_and_tells_so() {
    let said = engine(&[], "perft 30\nstop\nbench\nstop\nsolve 86400000\nstop\nquit\n");
    let lines: Vec<&str> = said.answers.lines().collect();
    assert_eq!(lines[0], "info string perft 30 was stopped", "{}", said.answers);
    assert!(lines.contains(&"info string bench was stopped"), "{}", said.answers);
    assert!(lines.last().unwrap().starts_with("unsolved "), "{}", said.answers);
    assert!(!said.answers.contains("bench nodes") && said.status.success(), "{}", said.answers);
}
