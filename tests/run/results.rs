//! What a tournament leaves: files that follow from the journal, the same for the same seed.

use std::fs;

use super::harness::{ARENA, Finished, Tournament};

const FILES: [&str; 5] = ["games.csv", "moves.csv", "standings.csv", "crosstable.csv", "grades.csv"];

/// Three deterministic engines, two of them different by their seeds.
fn three(head: &str) -> Tournament {
    let more = "[openings]\nkind = 'random'\nplies = 4\n[time]\nper_move = '30s'\nstartup = '60s'";
    Tournament::new(&format!("{head}\n{more}"))
        .broken("first", &["none"], "")
        .python("random", "options = { Seed = 5 }")
        .python("other, \"random\"", "options = { Seed = 6 }")
}

fn othello() -> Tournament {
    three(
        "[tournament]\nname = 't'\ngame = 'othello'\nrounds = 2\nself_play = true\nseed = 11\n[board]\nsize = 6",
    )
}

fn breakthrough() -> Tournament {
    three("[tournament]\nname = 't'\ngame = 'breakthrough'\nseed = 3\n[board]\nrows = 5\ncolumns = 6")
}

#[track_caller]
fn same_but_for_times(one: &Finished, other: &Finished) {
    for file in FILES {
        assert_eq!(one.timeless(file), other.timeless(file), "{file}");
    }
}

#[test]
fn the_same_seed_gives_the_same_files_at_any_concurrency() {
    for tournament in [othello, breakthrough] {
        let one = tournament();
        let two = tournament();
        let one = one.run(&["--concurrency", "1"]).ends_with(0);
        let two = two.run(&["--concurrency", "2"]).ends_with(0);
        same_but_for_times(&one, &two);
        for game in two.games() {
            assert_eq!(game.reason.word(), "normal", "{:?}", game.faults);
        }
    }
}

#[test]
fn another_seed_gives_other_openings() {
    let tournament = othello();
    let one = tournament.run(&["--dry-run"]).ends_with(0);
    let other = tournament.run(&["--dry-run", "--seed", "12"]).ends_with(0);
    assert_ne!(one.stdout, other.stdout);
    assert!(!one.folder.exists(), "a dry run leaves nothing");
}

#[test]
fn every_pairing_plays_both_sides_of_each_of_its_openings() {
    let tournament = othello();
    let finished = tournament.run(&[]).ends_with(0);
    let games = finished.games();
    assert_eq!(games.len(), 2 * (3 * 2 + 3));
    assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), (1..=18).collect::<Vec<_>>());
    let mut openings = std::collections::BTreeMap::new();
    for game in &games {
        let encounter: &mut Vec<_> = openings.entry(game.encounter).or_default();
        encounter.push((game.opening.clone(), game.players.clone()));
    }
    for games in openings.values() {
        match games.as_slice() {
            [(_, players)] => assert_eq!(players[0], players[1]),
            [(one, players), (other, swapped)] => {
                assert_eq!(one, other);
                assert!(players[0] == swapped[1] && players[1] == swapped[0]);
            }
            _ => panic!("{games:?}"),
        }
    }
}

#[test]
fn the_files_say_what_the_journal_says() {
    let tournament = othello();
    let finished = tournament.run(&[]).ends_with(0);
    let games = finished.games();
    let rows = finished.rows("games.csv");
    let moves = finished.rows("moves.csv");
    assert_eq!(rows.len(), games.len());
    assert_eq!(moves.len(), games.iter().map(|game| game.moves.len()).sum::<usize>());
    for (game, row) in games.iter().zip(&rows) {
        assert_eq!(row["moves"], game.moves.join(" "));
        assert_eq!(row["score"], game.score.unwrap().to_string());
        assert_eq!(row["opening"], game.opening);
    }
    let points: f64 =
        finished.rows("standings.csv").iter().map(|row| row["points"].parse::<f64>().unwrap()).sum();
    assert_eq!(points, games.len() as f64);
}

#[test]
fn the_game_of_a_record_can_be_played_again_from_it() {
    for tournament in [othello(), breakthrough()] {
        let finished = tournament.run(&[]).ends_with(0);
        for game in finished.games() {
            let rules = arena::games::Game::named(&game.game).unwrap();
            let rules = match game.board.size {
                Some(size) => arena::games::Game::Othello { size },
                None => rules,
            };
            let mut line = arena::games::Line::parse(rules, &game.opening).unwrap();
            for ply in &game.moves {
                assert_eq!(line.play(ply).unwrap(), *ply);
            }
            assert_eq!(line.returns().map(|returns| returns[0]), game.score);
        }
    }
}

#[test]
fn nothing_is_ever_overwritten() {
    let tournament = breakthrough();
    let first = tournament.run(&["--quiet"]).ends_with(0);
    let before = first.text("games.csv");
    let second = tournament.run(&["--quiet"]).ends_with(0);
    assert!(second.stdout.contains("results/t-2"), "{}", second.stdout);
    assert_eq!(first.text("games.csv"), before);
    let out = tournament.run(&["--out", "results/t"]).ends_with(2);
    out.complains(&["results/t holds a finished tournament", "--out"]);
    let other = tournament.path().join("mine");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("thesis.txt"), "years of work").unwrap();
    tournament.run(&["--out", "mine"]).ends_with(2).complains(&["mine is there already"]);
    assert_eq!(fs::read_dir(&other).unwrap().count(), 1);
}

#[test]
fn the_output_says_who_won_and_where_the_files_are_and_can_be_silent() {
    let tournament = breakthrough();
    let loud = tournament.run(&[]).ends_with(0);
    for part in ["seed 3", "game 1/6", "rank", "results/t/"] {
        assert!(loud.stdout.contains(part), "no {part:?} in:\n{}", loud.stdout);
    }
    assert!(!loud.stdout.contains('\u{1b}') && !loud.stderr.contains('\u{1b}'), "colours in a pipe");
    let quiet = tournament.run(&["--quiet"]).ends_with(0);
    assert!(!quiet.stdout.contains("game 1/6") && quiet.stdout.contains("rank"), "{}", quiet.stdout);
}

#[test]
fn a_drawn_seed_is_printed_and_stored_and_gives_the_same_again() {
    let tournament = Tournament::new("[tournament]\nname = 't'\ngame = 'othello'\n[board]\nsize = 4\n[openings]\nkind = 'random'\nplies = 2")
        .broken("one", &["none"], "")
        .broken("two", &["none"], "");
    let drawn = tournament.run(&[]).ends_with(0);
    let header: serde_json::Value = serde_json::from_str(&drawn.text("tournament.json")).unwrap();
    let seed = header["seed"].to_string();
    assert!(drawn.stdout.contains(&format!("seed {seed}")), "{}", drawn.stdout);
    let again = tournament.run(&["--seed", &seed, "--out", "again"]).ends_with(0);
    let again = Finished { folder: tournament.path().join("again"), ..again };
    same_but_for_times(&drawn, &again);
}

#[test]
fn chosen_games_are_the_ones_of_the_whole_tournament() {
    let tournament = othello();
    let whole = tournament.run(&[]).ends_with(0);
    let part = tournament.run(&["--games", "5,2", "--out", "part"]).ends_with(0);
    let part = Finished { folder: tournament.path().join("part"), ..part };
    let wanted: Vec<_> =
        whole.timeless("games.csv").into_iter().filter(|row| ["2", "5"].contains(&&*row["id"])).collect();
    assert_eq!(part.timeless("games.csv"), wanted);
    tournament.run(&["--games", "19"]).ends_with(2).complains(&["--games 19", "1 to 18"]);
}

#[test]
fn openings_come_from_a_file_in_their_order() {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nrounds = 3\n[openings]\nkind = 'file'\nfile = 'book.txt'\n[time]\nper_move = '30s'";
    let tournament = Tournament::new(head)
        .broken("one", &["none"], "")
        .broken("two", &["none"], "")
        .file("book.txt", "# two lines\nstartpos moves f5 d6\n\n8/8/8/3ox3/3xo3/8/8/8 x moves d3\n");
    let finished = tournament.run(&[]).ends_with(0);
    let openings: Vec<String> = finished.games().into_iter().map(|game| game.opening).collect();
    let (first, second) = ("startpos moves f5 d6", "startpos moves d3");
    assert_eq!(openings, [first, first, second, second, first, first]);
}

#[test]
fn all_that_was_said_is_kept_if_the_file_says_so() {
    let head =
        "[tournament]\nname = 't'\ngame = 'othello'\nlog = true\n[board]\nsize = 4\n[time]\nper_move = '30s'";
    let tournament = Tournament::new(head).broken("one", &["none"], "").broken("two", &["none"], "");
    let finished = tournament.run(&[]).ends_with(0);
    for game in finished.games() {
        let said = finished.text(&format!("logs/game-{}.txt", game.id));
        let asked = game.thoughts.iter().filter(|thought| thought.is_some()).count();
        assert_eq!(said.matches(">  go movetime 30000").count(), asked, "{said}");
        assert_eq!(said.matches("<  bestmove ").count(), asked, "{said}");
    }
}

#[test]
fn a_fresh_process_plays_every_game_when_the_file_says_so() {
    // This engine's third question would come in its second game: with a process a game, never.
    let head =
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n[time]\nper_move = '30s'";
    let words = ["illegal", "--at", "9"];
    let kept = Tournament::new(head).broken("good", &["none"], "").broken("bad", &words, "");
    let faults = |finished: Finished| finished.games().iter().filter(|game| !game.faults.is_empty()).count();
    assert_eq!(faults(kept.run(&["--concurrency", "1"]).ends_with(0)), 1);
    let fresh =
        Tournament::new(head).broken("good", &["none"], "").broken("bad", &words, "restart = 'always'");
    assert_eq!(faults(fresh.run(&["--concurrency", "1"]).ends_with(0)), 0);
}

/// An engine that tells as `nodes` how many of the files that it is given it can read something of.
const READER: &str = r#"
import sys
def readable(path):
    try:
        return len(open(path).read()) > 0
    except OSError:
        return False
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print(f"info depth 1 nodes {sum(map(readable, sys.argv[1:]))}\nbestmove none", flush=True)
    elif word == "quit":
        break
"#;

#[test]
fn earlier_results_are_not_seen_by_engines_wherever_the_new_ones_go() {
    let features = arena::process::launcher::Features::probe(std::path::Path::new(ARENA));
    if !features.missing(arena::settings::Level::Basic).is_empty() {
        return;
    }
    let head =
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n[time]\nper_move = '30s'";
    let mut tournament = Tournament::new(head).broken("good", &["none"], "").file("own.txt", "own");
    let folder = tournament.path().to_owned();
    let own = ["results/t", "kept/one"].map(|name| folder.join(name).join("journal.jsonl"));
    let own = own.map(|path| path.to_str().unwrap().to_owned());
    fs::create_dir_all(folder.join("kept/engines")).unwrap();
    fs::write(folder.join("kept/engines/reader.py"), READER).unwrap();
    fs::write(folder.join("kept/other.txt"), "other").unwrap();
    let other = folder.join("kept/other.txt").to_str().unwrap().to_owned();
    let command = ["python3", "kept/engines/reader.py", &own[0], &own[1], "own.txt", &other];
    tournament = tournament.engine("reader", &command, "");
    let seen = |finished: Finished| -> Vec<String> {
        let logs = finished
            .games()
            .iter()
            .map(|game| finished.text(&format!("logs/game-{}.txt", game.id)))
            .collect::<Vec<_>>();
        logs.iter().map(|log| log.split_once("info depth 1 nodes ").unwrap().1[..1].to_owned()).collect()
    };
    for out in [&[][..], &["--out", "kept/one"], &["--out", "kept/two"]] {
        let mut finished = tournament.run(&[out, &["--quiet"]].concat()).ends_with(0);
        if let Some(out) = out.get(1) {
            finished.folder = folder.join(out);
        }
        // Its own file, and another of that folder.
        let seen = seen(finished);
        assert!(!seen.is_empty() && seen.iter().all(|files| files == "2"), "{out:?}: {seen:?}");
    }
}

#[test]
fn everything_in_a_results_folder_is_told_of_in_the_readme() {
    let readme = include_str!("../../README.md");
    let time = "per_move = '30s'\nstartup = '60s'";
    let finished = Tournament::against_a_broken_engine(time, &["illegal"]).run(&[]).ends_with(0);
    let entries = fs::read_dir(&finished.folder).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert!(names.len() > 8, "{names:?}");
    names.push(arena::journal::SET_ASIDE.to_owned());
    for name in names {
        let row = if name == "logs" { "| `logs/".to_owned() } else { format!("| `{name}` |") };
        assert!(readme.contains(&row), "there is no row for {name}");
    }
    assert!(readme.contains("`NAME.aside`"));
}

#[test]
fn the_first_line_names_the_board_only_where_there_is_one() {
    for (board, told) in [
        ("", "t: breakthrough, on random boards, 2 engines"),
        ("[board]\nrows = 5\ncolumns = 4\n", "t: breakthrough, 5 rows by 4 columns, 2 engines"),
    ] {
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'breakthrough'\nseed = 9\n{board}[openings]\nkind = 'random'\n"
        );
        let tournament = Tournament::new(&head).broken("one", &["none"], "").broken("two", &["none"], "");
        tournament.run(&[]).ends_with(0).says(&[told]);
    }
}
