//! Games that are void by the machine's fault, and are played again.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::harness::{Finished, PATIENCE, Tournament};
use super::processes;

#[test]
fn a_game_that_is_played_again_is_played_with_the_waiting_engine_stopped() {
    let mark = format!("{}", 50_000_000 + std::process::id());
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 6\n[time]\nper_move = '400ms'\n";
    let patient = "per_move = '60s'";
    let tournament = Tournament::new(head).broken("idle", &["none", "--ms", &mark], patient).broken(
        "slow",
        &["slow", "--ms", "100"],
        "",
    );
    let mut command = tournament.command(&["--concurrency", "1"]);
    let mut arena = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let signal = |name: &str| {
        let _ = Command::new("kill").args([name, &arena.id().to_string()]).stderr(Stdio::null()).status();
    };
    let journal = tournament.path().join("results/t/journal.jsonl");
    let begin = Instant::now();
    // Until an answer that is owed comes too late for the arena.
    while !fs::read_to_string(&journal).unwrap_or_default().contains("\"void\":true") {
        assert!(begin.elapsed() < PATIENCE, "no game was void");
        if journal.exists() {
            signal("-STOP");
            thread::sleep(Duration::from_millis(700));
            signal("-CONT");
        }
        thread::sleep(Duration::from_millis(150));
    }
    let mut seen = false;
    while arena.try_wait().unwrap().is_none() {
        seen |= processes::with(&mark).iter().any(|process| process.starts_with('T'));
    }
    assert!(seen, "the engine that waits was never stopped");
    Finished::of(arena.wait_with_output().unwrap(), &tournament)
        .ends_with(0)
        .says(&["void, by the machine's"]);
}
