//! `bench`, as people and scripts meet it.

#[path = "../../../tests/conversation/mod.rs"]
mod conversation;

use std::process::Command;
use std::thread;

use conversation::converse;

/// The nodes of each line of a bench; `_` where only times may be, and the shape of each line.
fn benched(arguments: &[&str], input: &str) -> (Vec<u64>, Vec<String>) {
    let said = converse(Command::new(env!("CARGO_BIN_EXE_othello")).args(arguments), input);
    assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
    let lines: Vec<&str> = said.answers.lines().skip_while(|line| !line.contains("perft")).collect();
    let number = |word: &str| word.parse::<u64>().ok();
    let nodes = |line: &str| {
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let behind = words.iter().position(|&word| word == "nodes").expect("nodes");
        number(words[behind - 1]).or_else(|| number(words[behind + 1])).expect("a number")
    };
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let shape = |line: &str| {
        line.split(' ')
            .map(|word| if word.starts_with(is_number) { "_" } else { word })
            .collect::<Vec<_>>()
            .join(" ")
    };
    (lines.iter().map(|line| nodes(line)).collect(), lines.iter().map(|line| shape(line)).collect())
}

#[test]
fn a_bench_counts_the_same_whatever_was_asked_or_set_before() {
    let before = ["Level=3", "Seed=5", "Depth=2", "Hash=1", "Book=true", "Threads=2"];
    let ((nodes, shapes), (again, _)) = thread::scope(|scope| {
        let again = scope.spawn(|| benched(&before, "position startpos moves f5\ngo depth 6\nbench\n"));
        (benched(&[], "bench\n"), again.join().expect("a bench"))
    });
    assert_eq!(
        shapes,
        [
            "info string perft _ _ nodes, _ s, _ M/s",
            "info string the start to depth _ _ nodes, _ s, _ M/s",
            "info string _ of _ endgames solved rightly: _ nodes, _ s, _ M/s",
            "bench nodes _"
        ]
    );
    assert_eq!(nodes[0], 24_571_284, "perft 10");
    assert_eq!(nodes[3], nodes[1] + nodes[2], "{nodes:?}");
    assert_eq!(again, nodes);
}
