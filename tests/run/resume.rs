//! A tournament that was stopped goes on as if it had not been.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::harness::{Finished, Tournament};

fn tournament() -> Tournament {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nrounds = 8\nseed = 5\n[board]\nsize = 6\n\
        [openings]\nkind = 'random'\nplies = 4\n[time]\nper_move = '30s'";
    Tournament::new(head)
        .broken("first", &["none"], "")
        .python("one", "options = { Seed = 5 }")
        .python("two", "options = { Seed = 6 }")
}

/// Begins the tournament, kills the arena once some games are in the journal, and gives how many.
fn killed(tournament: &Tournament) -> usize {
    let mut arena =
        tournament.command(&["--quiet"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = tournament.path().join("results/t/journal.jsonl");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.matches('\n').count());
    while lines() < 5 && arena.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    arena.kill().unwrap();
    arena.wait().unwrap();
    lines()
}

#[test]
fn a_killed_tournament_is_refused_and_resumed_with_the_results_of_an_uninterrupted_one() {
    let whole = tournament();
    let whole = whole.run(&[]).ends_with(0);
    let stopped = tournament();
    let before = killed(&stopped);
    assert!((5..48).contains(&before), "killed after {before} games");
    stopped.run(&[]).ends_with(2).complains(&["not finished", "--resume", "--fresh"]);
    // As if the kill had come in the middle of a line.
    let journal = stopped.path().join("results/t/journal.jsonl");
    let mut file = OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(b"{\"v\":1,\"id\":48,\"att").unwrap();
    drop(file);
    let resumed = stopped.run(&["--resume"]).ends_with(0).complains(&["the journal's last line was torn"]);
    let shown = resumed.stdout.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(shown, 48 - before, "only what was missing is played");
    for file in ["games.csv", "moves.csv", "standings.csv", "crosstable.csv"] {
        assert_eq!(resumed.timeless(file), whole.timeless(file), "{file}");
    }
    stopped.run(&["--resume"]).ends_with(2).complains(&["no unfinished tournament"]);
}

#[test]
fn a_program_that_has_changed_since_is_told() {
    let script =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py")).unwrap();
    let stopped = tournament().engine("own", &["python3", "own.py"], "").file("own.py", &script);
    killed(&stopped);
    fs::write(stopped.path().join("own.py"), format!("{script}\n# better\n")).unwrap();
    stopped.run(&["--resume"]).ends_with(0).complains(&["own: ", "own.py has changed since"]);
}

#[test]
fn an_unfinished_tournament_can_be_moved_aside() {
    let stopped = tournament();
    let before = killed(&stopped);
    let fresh = stopped.run(&["--fresh"]).ends_with(0);
    assert_eq!(fresh.games().len(), 48);
    let aside = Finished { folder: stopped.path().join("results/t.aside"), ..fresh };
    assert_eq!(aside.games().len(), before);
}

#[test]
fn other_settings_are_no_resumption() {
    let stopped = tournament();
    killed(&stopped);
    let other = stopped.broken("third", &["none"], "");
    other.run(&["--resume"]).ends_with(2).complains(&["other settings", "+ third: command"]);
}
