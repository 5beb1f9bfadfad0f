//! `bench`, as people and scripts meet it.

#[path = "../../../tests/conversation/mod.rs"]
mod conversation;

use std::process::Command;
use std::thread;

use conversation::converse;

/// The lines of a bench without its times.
fn benched(arguments: &[&str], input: &str) -> Vec<String> {
    let said = converse(Command::new(env!("CARGO_BIN_EXE_breakthrough")).args(arguments), input);
    assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
    let benched = said.answers.lines().filter(|line| line.starts_with("bench "));
    let timeless = benched.map(|line| {
        let (counts, times) = line.split_once(" ms ").expect("its time");
        let times: Vec<&str> = times.split(" nps ").collect();
        assert!(times.len() == 2 && times.iter().all(|number| number.parse::<u64>().is_ok()), "{line}");
        counts.to_owned()
    });
    timeless.collect()
}

#[test]
fn a_bench_counts_the_same_whatever_was_asked_or_set_before() {
    let before = ["Level=3", "Seed=5", "Depth=2", "Hash=16", "Threads=2"];
    let (lines, again) = thread::scope(|scope| {
        let again =
            scope.spawn(|| benched(&before, "position startpos moves a2a3\ngo depth 6\nbench 10\nbench 5\n"));
        (benched(&[], "bench\nbench 10\nbench 5\n"), again.join().expect("a bench"))
    });
    let shapes: Vec<&str> = lines.iter().map(|line| line.rsplit_once(' ').unwrap().0).collect();
    let boards = ["8x8", "10x10", "12x12"];
    let expected = [13, 10, 5].map(|depth| boards.map(|board| format!("bench {board} depth {depth} nodes")));
    assert_eq!(shapes, expected.concat());
    assert_eq!(again, lines[boards.len()..]);
}
