//! The program as somebody at a terminal meets it.

#[path = "../../../tests/conversation/mod.rs"]
mod conversation;

#[path = "../../../tests/reference/mod.rs"]
mod reference;

use reference::{engine, help};

/// The program.
const ENGINE: &str = env!("CARGO_BIN_EXE_breakthrough");

#[test]
fn what_was_mistyped_is_told_and_the_engine_goes_on() {
    let said = engine(&[], "solve abc\nsolve 5 6\neval 5\nbench x\nperft x\nperft 3\n");
    let expected = "info string solve takes a whole number of milliseconds, or nothing, not `abc`\n\
                    info string solve takes a whole number of milliseconds, or nothing, not `5 6`\n\
                    info string eval stands alone: nothing is known of `5`\n\
                    info string bench takes a whole number of plies from 1 to 250, or nothing, not `x`\n\
                    info string perft takes a whole number of plies from 0 to 4294967295, not `x`\n\
                    perft 3 nodes 11132\n";
    assert_eq!(said.answers, expected);
    assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
}

#[test]
fn help_is_told_on_standard_output() {
    for flag in ["--help", "-h"] {
        let help = help(flag);
        for part in
            ["Level=NUMBER    1..10 [default: 10]", "Weights=TEXT    [default: <empty>]", "bench [PLIES]"]
        {
            assert!(help.contains(part), "{part}: {help}");
        }
    }
}
