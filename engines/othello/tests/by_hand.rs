//! The program as somebody at a terminal meets it.

#[path = "../../../tests/conversation/mod.rs"]
mod conversation;

#[path = "../../../tests/reference/mod.rs"]
mod reference;

use reference::{engine, help};

/// The program.
const ENGINE: &str = env!("CARGO_BIN_EXE_othello");

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
#[cfg(target_os = "linux")]
fn a_table_has_no_more_memory_than_was_asked_for_whatever_the_sizes_of_the_boards() {
    // In kilobytes: room for the program and one table, not for two.
    let limited = "ulimit -v 700000; exec \"$0\"";
    let small = "position fen 6/6/2ox2/2xo2/6/6 x\ngo depth 8\n";
    let input = format!("setoption name Hash value 400\nposition startpos\ngo depth 2\n{small}");
    let nodes = |said: conversation::Said| {
        let told = said.answers.lines().rfind(|line| line.starts_with("info depth 8 "));
        let told = told.unwrap_or_else(|| panic!("{} {}", said.answers, said.complaints)).to_owned();
        told.split_once(" time ").expect("nodes and time").0.to_owned()
    };
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, ENGINE]);
    // Without a table it would visit more positions.
    assert_eq!(nodes(conversation::converse(&mut command, &input)), nodes(engine(&[], &input)));
    let without = format!("setoption name Hash value 0\n{small}");
    assert_ne!(nodes(engine(&[], &input)), nodes(engine(&[], &without)));
}

#[test]
fn help_is_told_on_standard_output() {
    for flag in ["--help", "-h"] {
        let help = help(flag);
        for part in
            ["--gtp", "Level=NUMBER     1..20 [default: 20]", "Book=true|false  [default: false]", "bench"]
        {
            assert!(help.contains(part), "{part}: {help}");
        }
    }
}
