//! What ends an arena early, and that nothing is lost or left behind by it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::harness::{ARENA, Finished, PATIENT, Tournament};

/// A tournament of which an engine stops answering in the course of it, until it is let go on.
fn gated(rounds: u32, games: u32) -> Tournament {
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'othello'\nrounds = {rounds}\nseed = 5\nconcurrency = 1\n\
         [board]\nsize = 4\n[openings]\nkind = 'random'\nplies = 1\n[time]\nper_move = '600s'\n"
    );
    Tournament::new(&head).broken("one", &["none"], "").gated("two", games).without_sandbox()
}

/// Starts the tournament and waits until its gated engine has read the question that it does not answer.
fn started(tournament: &Tournament) -> Child {
    let mut arena = tournament.command(&[]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !tournament.path().join("waiting").exists() {
        assert_eq!(arena.try_wait().unwrap(), None, "it is over");
        thread::sleep(Duration::from_millis(2));
    }
    arena
}

fn signal(arena: &Child, name: &str) {
    let status = Command::new("kill").args([name, &arena.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// What the arena says from now on, once it has said that it has seen the signal.
fn said_after_the_signal(arena: &mut Child) -> impl Iterator<Item = String> + use<> {
    let mut said = BufReader::new(arena.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told = said.by_ref().find(|line| line.starts_with("interrupted: no new games"));
    assert!(told.is_some(), "it ended without a word");
    said
}

#[test]
fn each_signal_to_end_is_obeyed_in_order_and_the_last_line_says_how_to_go_on() {
    let whole = gated(4, 1);
    whole.open();
    let whole = whole.run(&[]).ends_with(0);
    for name in ["-INT", "-TERM", "-HUP", "-QUIT", "-USR1", "-USR2", "-ALRM", "-XCPU"] {
        let tournament = gated(4, 1);
        let mut arena = started(&tournament);
        signal(&arena, name);
        let said = said_after_the_signal(&mut arena);
        // The game under way has been waiting for this.
        tournament.open();
        let last = said.last().unwrap_or_default();
        let ended = Finished::of(arena.wait_with_output().unwrap(), &tournament).ends_with(130);
        assert!(last.starts_with("interrupted after "), "{name}: {last}");
        assert!(last.ends_with("go on with: arena run arena.toml --resume"), "{name}: {last}");
        let played = ended.rows("games.csv").len();
        assert!((1..8).contains(&played), "{name}: {played}");
        let resumed = tournament.run(&["--resume"]).ends_with(0);
        for file in ["games.csv", "moves.csv", "standings.csv", "crosstable.csv"] {
            assert_eq!(resumed.timeless(file), whole.timeless(file), "{name}: {file}");
        }
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let tournament = gated(4, 0);
    let mut arena = started(&tournament);
    signal(&arena, "-INT");
    let mut said = said_after_the_signal(&mut arena);
    signal(&arena, "-INT");
    assert_eq!(arena.wait().unwrap().code(), Some(130));
    // The games under way are not waited for, nor is the end told as it is then.
    assert!(!said.any(|line| line.starts_with("interrupted after ")));
}

#[test]
fn a_second_arena_is_told_who_has_the_folder() {
    let tournament = gated(4, 1);
    let mut first = started(&tournament);
    for arguments in [&["--resume"][..], &["--fresh"]] {
        let id = first.id().to_string();
        tournament.run(arguments).ends_with(2).complains(&["in use by another arena", &id]);
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let journal = fs::read_to_string(tournament.path().join("results/t/journal.jsonl")).unwrap();
    let mut ids: Vec<&str> =
        journal.lines().filter_map(|line| line.split("\"id\":").nth(1)?.split(',').next()).collect();
    let games = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), games, "a game stands twice in the journal");
}

#[test]
fn too_few_file_descriptors_are_told_before_the_first_game() {
    let tournament = gated(4, 1);
    tournament.command(&[]);
    let script = format!("ulimit -n 24 && exec '{ARENA}' run arena.toml --concurrency 8");
    let output = Command::new("sh").arg("-c").arg(script).current_dir(tournament.path()).output().unwrap();
    let finished = Finished::of(output, &tournament).ends_with(2);
    finished.complains(&["open files are needed", "ulimit -n"]);
}

#[test]
fn without_pinning_the_games_are_the_same() {
    let two = |more: &str| {
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 5\n{more}\n[board]\nsize = 4\n[time]\n{PATIENT}\n"
        );
        Tournament::new(&head).broken("one", &["none"], "").broken("two", &["none"], "")
    };
    let (pinned, free) = (two(""), two("pin = false"));
    let (pinned, free) = (pinned.run(&[]).ends_with(0), free.run(&[]).ends_with(0));
    assert!(free.stdout.contains("(not pinned)"), "{}", free.stdout);
    assert_eq!(free.timeless("games.csv"), pinned.timeless("games.csv"));
}

#[test]
fn a_stopped_arena_blames_nobody_for_its_own_lateness() {
    let time = "per_move = '400ms'\nmargin = '50ms'";
    let tournament = Tournament::against_a_broken_engine(time, &["slow", "--ms", "20"]);
    let mut arena = tournament
        .command(&["--concurrency", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !tournament.path().join("results/t/journal.jsonl").exists() {
        thread::sleep(Duration::from_millis(2));
    }
    // Long enough for every answer that is owed now to come too late.
    while arena.try_wait().unwrap().is_none() {
        signal_quietly(&arena, "-STOP");
        thread::sleep(Duration::from_millis(700));
        signal_quietly(&arena, "-CONT");
        thread::sleep(Duration::from_millis(900));
    }
    let finished = Finished::of(arena.wait_with_output().unwrap(), &tournament).ends_with(0);
    for game in finished.games() {
        // After three attempts a verdict stands, but it is marked.
        let to_blame = game.reason.word() != "normal" && game.excuse.is_none();
        assert!(!to_blame, "{:?}", game.faults);
    }
}

fn signal_quietly(arena: &Child, name: &str) {
    let _ = Command::new("kill").args([name, &arena.id().to_string()]).stderr(Stdio::null()).status();
}
