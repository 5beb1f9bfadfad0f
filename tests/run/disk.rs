//! Results that cannot be written any more.

use std::process::Command;

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
    let journal = std::fs::read_to_string(stopped.folder.join("journal.jsonl")).unwrap();
    assert!(journal.ends_with('\n'), "a torn line is left: {journal}");
    let told = stopped.stdout.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(told, journal.lines().count(), "what is told of is written down: {}", stopped.stdout);
    let resumed = tournament.run(&["--resume"]).ends_with(0);
    let whole = Finished { folder: tournament.path().join("whole"), ..whole };
    for file in ["games.csv", "moves.csv", "standings.csv", "crosstable.csv"] {
        assert_eq!(resumed.timeless(file), whole.timeless(file), "{file}");
    }
}
