//! Games on cores of their own: seen from the engines, and from the system's list of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use arena::process::{Cores, pin_thread};

use super::harness::{Finished, Tournament};

/// An engine that writes down, at its first question, on which cores it may run, and then waits until so
/// many have done so. Nobody needs its moves.
const WATCHER: &str = r#"
import glob, os, sys, time

name, wanted = sys.argv[1], int(sys.argv[2])
asked = False
for line in sys.stdin:
    word = line.strip().split(" ")[0]
    if word == "ugi":
        print("ugiok", flush=True)
    if word == "isready":
        print("readyok", flush=True)
    if word == "quit":
        break
    if word == "go":
        if not asked:
            asked = True
            status = open("/proc/self/status").read().splitlines()
            cores = [line.split(":")[1].strip() for line in status if line.startswith("Cpus_allowed_list:")]
            with open(f"new-{name}-{os.getpid()}", "w") as file:
                file.write(f"{name}|{cores[0]}")
            os.rename(file.name, f"seen-{time.monotonic_ns()}-{name}")
            while len(glob.glob("seen-*")) < wanted:
                time.sleep(0.001)
        print("bestmove none", flush=True)
"#;

/// What the engines saw: their names and cores.
fn seen(folder: &Path) -> Vec<(String, String)> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let read = |name: String| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        text.split_once('|').map(|(name, cores)| (name.to_owned(), cores.to_owned()))
    };
    names.filter(|name| name.starts_with("seen-")).filter_map(read).collect()
}

/// Waits until so many engines have been asked.
fn await_seen(tournament: &Tournament, arena: &mut Child, wanted: usize) -> Vec<(String, String)> {
    loop {
        let seen = seen(tournament.path());
        if seen.len() >= wanted {
            return seen;
        }
        assert_eq!(arena.try_wait().unwrap(), None, "it plays");
        thread::sleep(Duration::from_millis(1));
    }
}

/// The cores of each thread of a process that plays games.
fn threads_of_games(process: u32) -> BTreeMap<String, String> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let field = |status: &str, name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.unwrap_or_default().trim().to_owned()
    };
    let read = |task: std::io::Result<fs::DirEntry>| {
        let status = fs::read_to_string(task.ok()?.path().join("status")).ok()?;
        Some((field(&status, "Name"), field(&status, "Cpus_allowed_list")))
    };
    tasks.filter_map(read).filter(|(name, _)| name.starts_with("game ")).collect()
}

/// A tournament of two watchers, who wait for one another until `wanted` have looked.
fn tournament(keys: &str, wanted: usize) -> Tournament {
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\nrounds = 2\n{keys}\n[board]\nsize = 6\n\
         [time]\nper_move = '60s'\n[sandbox]\nlevel = 'off'"
    );
    let wanted = wanted.to_string();
    Tournament::new(&head)
        .file("watcher.py", WATCHER)
        .engine("ann", &["python3", "watcher.py", "ann", &wanted], "")
        .engine("bob", &["python3", "watcher.py", "bob", &wanted], "")
}

/// The command, with a place for locks that no other test uses.
fn apart(tournament: &Tournament, locks: &Path, arguments: &[&str]) -> Command {
    let mut command = tournament.command(arguments);
    command.env("XDG_RUNTIME_DIR", locks);
    command
}

fn run(tournament: &Tournament, arguments: &[&str]) -> Finished {
    let locks = tempfile::tempdir().unwrap();
    Finished::of(apart(tournament, locks.path(), arguments).output().unwrap(), tournament)
}

/// How many cores this thread, and what it starts, may use from now on: not more than a few, for as many engines
/// that do not end as a big machine has cores are too many.
fn cores() -> usize {
    let available = Cores::available();
    let few = available.count().min(4);
    if pin_thread(available.numbers().get(..few).unwrap_or_default()) {
        assert_eq!(Cores::available().count(), few);
    }
    few
}

/// Says why a test was not done, past the harness, which keeps to itself what a test prints that passes.
fn not_run() {
    let _ = writeln!(std::io::stderr(), "NOT RUN: there is one core only");
}

#[test]
fn two_games_at_a_time_run_on_different_cores_and_each_shares_one_with_its_engines() {
    if cores() < 2 {
        return not_run();
    }
    let (tournament, locks) = (tournament("concurrency = 2", 3), tempfile::tempdir().unwrap());
    let mut command = apart(&tournament, locks.path(), &[]);
    let mut arena = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Those that are asked first are p1 of two games, and wait for this test.
    let first = await_seen(&tournament, &mut arena, 2);
    let threads = threads_of_games(arena.id());
    fs::write(tournament.path().join("seen-by-the-test"), "").unwrap();
    let finished = Finished::of(arena.wait_with_output().unwrap(), &tournament).ends_with(0);
    let finished = finished.says(&["2 at a time (1 core each)"]);
    assert!(finished.text("tournament.json").contains("\"cores\": \"1 core each\""));

    let cores: BTreeSet<&String> = threads.values().collect();
    assert_eq!((threads.len(), cores.len()), (2, 2), "{threads:?}");
    assert_eq!(cores, first.iter().map(|(_, core)| core).collect(), "{first:?}");
    let all = seen(tournament.path());
    assert!(all.len() > 2, "{all:?}");
    for (name, own) in &all {
        assert!(own.parse::<usize>().is_ok() && cores.contains(own), "{name} on {own}: {threads:?}");
    }
}

#[test]
fn engines_have_as_many_cores_as_the_file_says() {
    if cores() < 2 {
        return not_run();
    }
    for (keys, words, expected) in [
        ("concurrency = 1\ncores_per_game = 2", "1 at a time (2 cores each)", 2),
        ("concurrency = 1", "1 at a time (1 core each)", 1),
        ("concurrency = 1\ncores_per_game = 1000", "(not pinned: there are not so many cores)", cores()),
        ("concurrency = 1\npin = false", "1 at a time (not pinned)", cores()),
    ] {
        let tournament = tournament(keys, 1);
        run(&tournament, &["--games", "1"]).ends_with(0).says(&[words]);
        for (name, own) in seen(tournament.path()) {
            assert_eq!(count(&own), expected, "{name} with {keys}: {own}");
        }
    }
}

/// How many cores a list of the kernel's has.
fn count(list: &str) -> usize {
    let ends = list.split(',').map(|part| part.split_once('-').unwrap_or((part, part)));
    ends.map(|(first, last)| last.parse::<usize>().unwrap() - first.parse::<usize>().unwrap() + 1).sum()
}

#[test]
fn cores_of_the_file_are_used_and_those_that_are_not_there_are_an_error() {
    let usable = Cores::available();
    let Some(last) = usable.numbers().last() else { return };
    let tournament = tournament(&format!("pin = [{last}]"), 1);
    run(&tournament, &[]).ends_with(0).says(&["1 at a time (1 core each)"]);
    for (name, own) in seen(tournament.path()) {
        assert_eq!(own, last.to_string(), "{name}");
    }
    let wrong = Tournament::new("[tournament]\nname = 't'\ngame = 'othello'\npin = [60000]");
    let wrong = wrong.broken("a", &["none"], "").broken("b", &["none"], "");
    let told = run(&wrong, &[]).ends_with(2);
    told.complains(&["core 60000 cannot be used by this process", "arena.toml:4:8", "it may use core"]);
    let few = Tournament::new(&format!("[tournament]\nname = 't'\ngame = 'othello'\npin = [{last}]"));
    let few = few.broken("a", &["none"], "").broken("b", &["none"], "");
    let told = run(&few, &["--concurrency", "2"]).ends_with(2);
    told.complains(&["2 at a time on 1 each need 2 cores, `pin` has 1", "arena.toml:4:7"]);
}

#[test]
fn two_arenas_do_not_take_the_same_cores_and_one_without_any_says_so() {
    let cores = cores();
    if cores < 2 {
        return not_run();
    }
    let locks = tempfile::tempdir().unwrap();
    let first = tournament("concurrency = 1", usize::MAX);
    let start = |tournament: &Tournament| -> Child {
        let mut command = apart(tournament, locks.path(), &["--games", "1"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    // As many arenas as there are cores, each with a game that goes on until it is killed.
    let tournaments: Vec<Tournament> =
        (1..cores).map(|_| tournament("concurrency = 1", usize::MAX)).collect();
    let mut arenas = Vec::new();
    let mut on = BTreeSet::new();
    for tournament in [&first].into_iter().chain(&tournaments) {
        let mut arena = start(tournament);
        let own = await_seen(tournament, &mut arena, 1)[0].1.clone();
        assert!(on.insert(own.clone()), "core {own} is another arena's");
        arenas.push(arena);
    }
    let late = tournament("concurrency = 1", 1);
    let command = || apart(&late, locks.path(), &["--games", "1"]).output().unwrap();
    Finished::of(command(), &late).ends_with(0).says(&["(not pinned: other arenas have the cores)"]);
    for arena in &mut arenas {
        arena.kill().unwrap();
        arena.wait().unwrap();
    }
    fs::remove_dir_all(late.path().join("results")).unwrap();
    Finished::of(command(), &late).ends_with(0).says(&["(1 core each)"]);
}
