//! Results that cannot be written any more.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use arena::journal::{self, Journal};

use super::harness::{ARENA, Finished, Tournament};

/// Many short games, more than fit into the files that are allowed.
fn tournament() -> Tournament {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nseed = 5\nrounds = 40\n[board]\nsize = 4\n\
        [time]\nper_move = '60s'\n";
    Tournament::new(head).broken("one", &["none"], "").broken("two", &["none"], "")
}

#[test]
fn a_journal_that_cannot_grow_stops_the_tournament_and_every_game_in_it_counts() {
    let tournament = tournament();
    let whole = tournament.run(&["--out", "whole"]).ends_with(0);
    // Blocks of 512 bytes: less than the journal will have. The limit is the engines' too, and harms them not.
    let script = format!("ulimit -f 32 && exec '{ARENA}' run arena.toml");
    let output = Command::new("sh").arg("-c").arg(script).current_dir(tournament.path()).output().unwrap();
    let stopped = Finished::of(output, &tournament).ends_with(1);
    let stopped = stopped.complains(&[
        "journal.jsonl: File too large",
        "the finished games are in results/t",
        "--resume",
    ]);
    let journal = fs::read_to_string(stopped.folder.join("journal.jsonl")).unwrap();
    assert!(journal.ends_with('\n'), "a torn line is left: {journal}");
    let told = stopped.stdout.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(told, journal.lines().count(), "what is told of is written down: {}", stopped.stdout);
    let resumed = tournament.run(&["--resume"]).ends_with(0);
    let whole = Finished { folder: tournament.path().join("whole"), ..whole };
    for file in ["games.csv", "moves.csv", "standings.csv", "crosstable.csv"] {
        assert_eq!(resumed.timeless(file), whole.timeless(file), "{file}");
    }
}

/// The folder in which a process of this test that may write only small files finds its journal.
const FOLDER: &str = "ARENA_TEST_SMALL_FILES";

#[test]
fn behind_a_line_for_which_there_was_no_room_the_next_one_stands_whole() {
    const NAME: &str = "disk::behind_a_line_for_which_there_was_no_room_the_next_one_stands_whole";
    if let Some(folder) = env::var_os(FOLDER) {
        return write_where_files_are_small(Path::new(&folder));
    }
    // The limit is a process's, so it is another process that does it. No block of `ulimit` is larger than 1 KiB.
    let script = "trap '' XFSZ && ulimit -f 8 && exec \"$0\" \"$@\"";
    let folder = tempfile::tempdir().unwrap();
    let this = env::current_exe().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(this).args(["--exact", NAME, "--nocapture"]);
    let output = shell.env(FOLDER, folder.path()).output().unwrap();
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (told(&output.stdout), told(&output.stderr));
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}\n{stderr}");
}

fn write_where_files_are_small(folder: &Path) {
    let (mut journal, _) = Journal::open(folder).unwrap();
    let line = |length: usize| [&b"x".repeat(length - 1)[..], b"\n"].concat();
    let mut expected = Vec::new();
    // A part of a long line fits, and then there is room for a short one again, however often.
    for (length, fits) in
        [(100, true), (20_000, false), (200, true), (20_000, false), (9_000, false), (300, true)]
    {
        let written = journal.append_line(&line(length));
        match fits {
            true => {
                written.unwrap();
                expected.extend(line(length));
            }
            false => {
                let told = written.unwrap_err().to_string();
                assert!(told.contains("journal.jsonl: File too large"), "{told}");
            }
        }
        let found = fs::read(folder.join(journal::FILE)).unwrap();
        assert!(
            found == expected,
            "{} bytes after a line of {length}, expected {}",
            found.len(),
            expected.len()
        );
    }
    drop(journal);
    assert_eq!(Journal::open(folder).unwrap().1, 0, "a torn line is left");
}
