use std::path::PathBuf;

use super::reading::PATIENT;
use super::*;

/// A program in shell.
fn shell(script: &str) -> Child {
    Child::start(&Launch {
        program: PathBuf::from("/bin/sh"),
        arguments: ["-c", script].map(str::to_owned).to_vec(),
        dir: PathBuf::from("/"),
        env: Vec::new(),
        confined: None,
        needs: Vec::new(),
        abandoned: Arc::default(),
    })
    .unwrap()
}

#[test]
fn whoever_prints_so_much_that_the_arena_comes_late_has_no_excuse_from_that() {
    let mut child = shell("while :; do echo x; done");
    let patience = Duration::from_secs(60);
    assert!(matches!(child.next_line(Instant::now() + patience), Heard::Line(..)));
    // What was read is gone through until after the deadline; there is always more to read then.
    for _ in 0..100 {
        while child.has_line() {
            child.lines.next_line();
        }
        let deadline = Instant::now();
        assert_eq!(child.next_line(deadline), Heard::Deadline(None));
    }
}

#[test]
fn what_came_in_one_piece_with_an_answer_is_dropped_before_the_next_question() {
    let mut child = shell("printf 'one\\ntwo\\nthr'; read line");
    let deadline = Instant::now() + Duration::from_secs(60);
    assert!(matches!(child.next_line(deadline), Heard::Line(b"one", _)));
    let mut dropped = Vec::new();
    child.drop_output(|line| dropped.push(line.to_vec()));
    assert_eq!(dropped, [b"two"]);
    assert!(child.stale);
}

#[test]
fn whoever_waits_with_a_time_limit_keeps_no_core_longer_than_others() {
    std::thread::spawn(|| {
        let mut child = shell("exec sleep 60");
        (0..slice::ENOUGH).for_each(|_| slice::answered(Duration::ZERO));
        let had_been = slice::is_longer();
        assert_eq!(child.next_line(Instant::now()), Heard::Deadline(None));
        assert!(!slice::is_longer(), "{had_been}");
    })
    .join()
    .unwrap();
}

#[test]
fn what_a_program_took_back_before_it_was_read_is_not_waited_for() {
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let ticker = super::super::Ticker::start();
            let mut child = shell("exec sleep 60");
            assert_eq!(child.awaiting.is_some(), ticker.is_some());
            // As after a `poll` that found something there.
            assert!(!child.take_in(false, false));
            child.drop_output(|_| {});
            let soon = Instant::now() + PATIENT;
            child.send(b"");
            assert_eq!(child.next_line(soon), Heard::Deadline(None));
            drop(ticker);
            // Where nothing interrupts, it never blocks.
            child.send(b"");
            assert!(!child.wait(Instant::now() + PATIENT));
        });
    });
    // Who is started where nothing ticks cannot be read otherwise.
    assert!(shell("exec sleep 60").awaiting.is_none());
}
