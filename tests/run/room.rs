//! Many engines and few open files.

use std::process::Command;

use super::harness::{ARENA, Finished, Tournament};

/// A gauntlet of one engine against so many others, on the smallest board.
fn gauntlet(others: usize) -> Tournament {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nformat = 'gauntlet'\nseed = 1\npin = false\n\
        [board]\nsize = 4\n[time]\nper_move = '60s'\n[sandbox]\nlevel = 'off'\n";
    (0..=others).fold(Tournament::new(head), |tournament, number| {
        tournament.broken(&format!("e{number}"), &["none"], "")
    })
}

/// Runs it where a process may have no more than `files` open, of which it asks for `soft` at first.
fn run(tournament: &Tournament, soft: u32, files: u32, arguments: &[&str]) -> Finished {
    // The file is written; the shell starts the arena.
    let arena = tournament.command(arguments);
    let mut shell = Command::new("sh");
    let limits = format!("ulimit -S -n {soft} && ulimit -H -n {files} && exec \"$@\"");
    shell.args(["-c", &limits, "sh", ARENA]).args(arena.get_args()).current_dir(tournament.path());
    Finished::of(shell.output().unwrap(), tournament)
}

#[test]
fn more_engines_than_open_files_play_without_a_fault() {
    let tournament = gauntlet(24);
    // 86 files: no room for an idle engine beside the four that play, of which each has five files.
    let finished = run(&tournament, 40, 86, &["--quiet", "--concurrency", "2"]).ends_with(0);
    let games = finished.games();
    assert_eq!(games.len(), 48);
    for game in &games {
        assert_eq!((game.attempt, &*game.faults), (1, &[][..]), "{game:?}");
    }
}

#[test]
fn too_few_open_files_are_told_before_anything_is_started() {
    let tournament = gauntlet(1).engine("missing", &["./nowhere"], "");
    let finished = run(&tournament, 60, 85, &["--concurrency", "2"]).ends_with(2);
    let finished =
        finished.complains(&["86 open files are needed for 2 games at a time", "may have 85", "ulimit -n"]);
    assert!(!finished.stderr.contains("nowhere"), "{}", finished.stderr);
}

#[test]
fn without_a_number_as_many_games_at_a_time_are_played_as_there_are_files_for() {
    let finished = run(&gauntlet(1), 70, 70, &[]).ends_with(0);
    finished.says(&[", 1 at a time (not pinned)"]);
}
