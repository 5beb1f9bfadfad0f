//! `arena export`: games leave in the formats of other programs, and come back as openings.

mod ended;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use arena::games::{Game, Line};
use arena::record::GameRecord;
use tempfile::TempDir;

use ended::{refused, succeeds};

const ARENA: &str = env!("CARGO_BIN_EXE_arena");
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");

fn arena(folder: &Path, words: &[&str]) -> Output {
    Command::new(ARENA).current_dir(folder).args(words).output().expect("the arena")
}

/// Six games between two engines that play at random, in the folder `played`.
fn played(game: &str, openings: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = format!("python3 -B {PYTHON}");
    let words = ["match", game, "-e", &engine, "-e", &engine, "-o", "2:Seed=2", "--games", "6"];
    let more = ["--openings", openings, "--seed", "5", "--time", "30s", "--out", "played"];
    succeeds(&arena(folder.path(), &[&words[..], &more].concat()));
    folder
}

/// The whole lines of the games in `played`.
fn lines(folder: &Path, game: Game) -> Vec<Line> {
    let journal = fs::read_to_string(folder.join("played/journal.jsonl")).expect("a journal");
    let mut records: Vec<GameRecord> =
        journal.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    records.sort_by_key(|record| record.id);
    let line = |record: &GameRecord| {
        let mut line = Line::parse(game, &record.opening).expect("an opening");
        for ply in &record.moves {
            line.play(ply).expect("legal");
        }
        line
    };
    records.iter().map(line).collect()
}

/// Games leave in `format` and are begun from again: the openings of a match from the file are the first
/// plies of the games.
fn comes_back(game: &str, openings: &str, formats: &[&str]) {
    let folder = played(game, openings);
    let board = Game::named(game).expect("a game");
    let mut wanted: Vec<String> = Vec::new();
    for line in lines(folder.path(), board) {
        let text = line.first(6).to_string();
        if !wanted.contains(&text) {
            wanted.push(text);
        }
    }
    for format in formats {
        let file = format!("games.{format}");
        let export = ["export", "played", "--format", format];
        succeeds(&arena(folder.path(), &[&export[..], &["--out", &file]].concat()));
        let printed = succeeds(&arena(folder.path(), &export));
        let written = fs::read_to_string(folder.path().join(&file)).expect("a file");
        assert_eq!(printed.trim_end(), written.trim_end());
        refused(&arena(folder.path(), &[&export[..], &["--out", &file]].concat()), "is there already");

        // An engine that gives up at once makes games short; the openings stand in the record all the same.
        let bad = format!("{ARENA} broken illegal");
        let games = (2 * wanted.len()).to_string();
        let openings = format!("{file}:6");
        let words = ["match", game, "-e", &bad, "-e", &bad, "--games", &games, "--json"];
        let out = succeeds(&arena(folder.path(), &[&words[..], &["--openings", &openings]].concat()));
        let mut found: Vec<String> = Vec::new();
        for line in out.lines().filter(|line| line.starts_with('{')) {
            let record: GameRecord = serde_json::from_str(line).expect("a record");
            if !found.contains(&record.opening) {
                found.push(record.opening);
            }
        }
        assert_eq!(found, wanted, "{format}");

        // A tournament file says the same; without `plies` these games are over.
        let engine = format!("command = [{ARENA:?}, \"broken\", \"illegal\"]");
        let tournament = |plies: &str| {
            format!(
                "[tournament]\ngame = \"{game}\"\n[openings]\nkind = \"file\"\nfile = \"{file}\"\n{plies}\n\
                 [[engine]]\nname = \"a\"\n{engine}\n[[engine]]\nname = \"b\"\n{engine}\n"
            )
        };
        fs::write(folder.path().join("t.toml"), tournament("plies = 6")).expect("a file");
        succeeds(&arena(folder.path(), &["run", "t.toml", "--dry-run"]));
        fs::write(folder.path().join("t.toml"), tournament("")).expect("a file");
        refused(&arena(folder.path(), &["run", "t.toml", "--dry-run"]), "the game is over in this opening");
    }
}

#[test]
fn othello_games_come_back_as_openings() {
    comes_back("othello", "random:4", &["ggf", "sgf", "transcript"]);
}

#[test]
fn breakthrough_games_come_back_as_openings() {
    comes_back("breakthrough", "random:4", &["pgn"]);
}

#[test]
fn every_game_is_written_as_its_record_and_single_games_are_chosen() {
    let folder = played("domino", "standard");
    let all = succeeds(&arena(folder.path(), &["export", "played", "--format", "json"]));
    let ids = |text: &str| -> Vec<u64> {
        let id = |line: &str| serde_json::from_str::<GameRecord>(line).expect("a record").id;
        text.lines().map(id).collect()
    };
    assert_eq!(ids(&all), [1, 2, 3, 4, 5, 6]);
    let words = ["export", "played", "--format", "json", "--games", "5,2"];
    assert_eq!(ids(&succeeds(&arena(folder.path(), &words))), [2, 5]);

    let with = |words: &[&str]| arena(folder.path(), &[&["export"], words].concat());
    refused(&with(&["played", "--format", "ggf"]), "ggf does not know domino: it is written as json");
    refused(&with(&["played", "--format", "json", "--games", "7"]), "no game 7: its games are among 1 to 6");
    refused(&with(&["nowhere", "--format", "json"]), "nowhere");
    refused(&with(&["played", "--format", "chess"]), "invalid value 'chess'");
}

#[test]
fn a_wrong_line_of_a_file_is_shown_with_its_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = format!("{ARENA} broken illegal");
    for (game, text, told) in [
        ("othello", "f5d6\nf5d6d6\n", " --> o.txt:2:5\n"),
        ("othello", "(;GM[Othello]TY[8]\nB[F5]W[A1];)", " --> o.txt:2:8\n"),
        ("breakthrough", "[Event \"x\"]\n\n1. a2a3 b7b4 *\n", " --> o.txt:3:9\n"),
        ("breakthrough", "(;GM[2];B[fe])", "GGF and SGF know Othello here"),
    ] {
        fs::write(folder.path().join("o.txt"), text).expect("a file");
        let words = ["match", game, "-e", &bad, "-e", &bad, "--openings", "o.txt"];
        refused(&arena(folder.path(), &words), told);
    }
}
