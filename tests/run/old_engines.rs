//! Engines that speak protocols older than ours: real ones where they are installed, and fakes for what
//! no honest engine does.
//!
//! `.ci/run` installs the real ones, and where it has got them sets `ARENA_REAL_ENGINES`: then a test that does not
//! find them fails.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::harness::{Desk, Finished, Tournament};

/// Time enough that a slow machine is not taken for a slow engine.
const PATIENT: &str = "per_move = '30s'\nstartup = '60s'";

/// A program along PATH, or where Debian has its games. Without it the test says that it was not run.
fn real(name: &str) -> Option<String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        assert!(env::var_os("ARENA_REAL_ENGINES").is_none(), "{name} is not installed");
        // Past the harness, which keeps to itself what a test prints that passes.
        let _ = writeln!(std::io::stderr(), "NOT RUN: {name} is not installed");
    }
    found.map(|file| file.display().to_string())
}

fn fake(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes").join(name).display().to_string()
}

fn tournament(game: &str, more: &str) -> Tournament {
    Tournament::new(&format!(
        "[tournament]\nname = 't'\ngame = '{game}'\nseed = 5\nself_play = true\n{more}\n[time]\n{PATIENT}"
    ))
}

/// All games ended by the rules, and `engine` told of its search where `tells`.
#[track_caller]
fn whole_games(finished: &Finished, engine: &str, games: usize, tells: bool) {
    let records = finished.games();
    assert_eq!(records.len(), games);
    for game in &records {
        assert_eq!(game.reason.word(), "normal", "{:?}", game.faults);
        for ((ply, &seat), thought) in game.moves.iter().zip(&game.movers).zip(&game.thoughts) {
            if ply == "pass" {
                continue;
            }
            let told = thought.as_ref().is_some_and(|thought| thought.score.is_some());
            assert!(!tells || told || game.players[seat] != engine, "{:?}", game.moves);
        }
    }
    assert!(!finished.folder.join("logs").exists());
}

#[test]
fn gtp_rhino_plays_an_othello_tournament() {
    let Some(rhino) = real("gtp-rhino") else { return };
    let command = [&*rhino, "-b", "0", "-l", "1"];
    let finished = tournament("othello", "rounds = 2\n[openings]\nkind = 'random'\nplies = 8")
        .engine("rhino", &command, "protocol = 'gtp'")
        .broken("good", &["none"], "")
        .run(&[])
        .ends_with(0);
    whole_games(&finished, "rhino", 8, false);
    let passes =
        finished.games().iter().flat_map(|game| game.moves.clone()).filter(|ply| ply == "pass").count();
    assert!(passes > 0, "another seed is needed: passes are what engines disagree about");
}

#[test]
fn fairy_stockfish_plays_breakthrough_from_the_start_and_from_positions() {
    let Some(fairy) = real("fairy-stockfish") else { return };
    for openings in ["kind = 'random'\nplies = 4", "kind = 'random'"] {
        let openings = format!("[board]\nrows = 8\ncolumns = 8\n[openings]\n{openings}");
        let finished = tournament("breakthrough", &openings)
            .engine(
                "fairy",
                &[&fairy],
                "protocol = 'uci'\nvariant = 'breakthrough'\nnodes = 500\noptions = { Hash = 1 }",
            )
            .python("python", "")
            .run(&[])
            .ends_with(0);
        whole_games(&finished, "fairy", 4, true);
        let games = finished.games();
        let met = games.iter().filter(|game| game.players[0] != game.players[1]);
        assert!(met.clone().all(|game| game.winner.as_deref() == Some("fairy")), "against random moves");
        let won = games.iter().flat_map(|game| &game.thoughts).flatten().filter_map(|t| t.score.as_deref());
        assert!(won.clone().any(|score| score == "mate 1"), "{:?}", won.collect::<Vec<_>>());
    }
}

#[test]
fn a_board_that_an_old_engine_has_not_is_told_before_the_first_game() {
    if let Some(fairy) = real("fairy-stockfish") {
        let engine = |head: &str| {
            tournament("breakthrough", head)
                .engine("fairy", &[&fairy], "protocol = 'uci'")
                .python("python", "")
                .run(&[])
                .ends_with(2)
        };
        engine("[board]\nrows = 6").complains(&["fairy does not play", "8 rows by 8 columns only"]);
        engine("[openings]\nkind = 'random'").complains(&["every board", "[board] rows = 8, columns = 8"]);
        let chess = tournament("breakthrough", "")
            .engine("fairy", &[&fairy], "protocol = 'uci'\nvariant = 'breakthru'")
            .python("python", "");
        chess.run(&[]).ends_with(2).complains(&["fairy does not play", "UCI_Variant takes one of"]);
    }
    let gtp = fake("gtp.py");
    let six = tournament("othello", "[board]\nsize = 6")
        .engine("old", &["python3", &gtp], "protocol = 'gtp'")
        .broken("good", &["none"], "");
    six.run(&[])
        .ends_with(2)
        .complains(&["old does not play othello 6x6", "it refuses `boardsize 6`: unacceptable size"]);
}

#[test]
fn what_an_old_engine_gets_wrong_is_its_fault_with_the_position() {
    for (deed, reason, detail) in [
        ("illegal", "illegal-move", "a1: "),
        ("resigns", "illegal-move", "resign: "),
        ("refuses", "protocol", "it refuses the legal move "),
        ("fails", "protocol", "it refuses `genmove`: out of ideas"),
        ("exits", "crash", "exited with code 7"),
    ] {
        let gtp = fake("gtp.py");
        let finished = Tournament::new(&format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[time]\n{PATIENT}"
        ))
        .engine("old", &["python3", &gtp, deed], "protocol = 'gtp'")
        .broken("good", &["none"], "")
        .run(&[])
        .ends_with(0);
        let games = finished.games();
        assert_eq!(games.len(), 2);
        for game in &games {
            assert_eq!(game.reason.word(), reason, "{deed}: {:?}", game.faults);
            assert_eq!(game.offender.as_deref(), Some("old"), "{deed}");
            assert!(game.faults[0].detail.contains(detail), "{deed}: {:?}", game.faults);
            assert!(game.moves.len() >= 6, "a fresh process has seen the whole game: {:?}", game.moves);
            let log = finished.text(&format!("logs/game-{}.txt", game.id));
            let advice = match reason {
                "illegal-move" => "does the engine know the same rules",
                _ => "What old (p",
            };
            for part in [advice, "Position", "legal  ", ">  genmove", "clear_board", "To see it again"] {
                assert!(log.contains(part), "no {part:?} in the log of {deed}:\n{log}");
            }
        }
    }
}

#[test]
fn an_old_engine_that_does_not_answer_loses_on_time() {
    let gtp = fake("gtp.py");
    let finished =
        Tournament::new("[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[time]\nstartup = '60s'")
            .engine("old", &["python3", &gtp, "hangs"], "protocol = 'gtp'\nper_move = '2s'")
            .broken("good", &["none"], "per_move = '30s'")
            .run(&["--games", "1"])
            .ends_with(0);
    let game = &finished.games()[0];
    assert_eq!((game.reason.word(), game.offender.as_deref()), ("time", Some("old")), "{:?}", game.faults);
}

#[test]
fn a_second_answer_never_answers_the_next_question() {
    let gtp = fake("gtp.py");
    let finished = tournament("othello", "")
        .engine("old", &["python3", &gtp, "twice"], "protocol = 'gtp'")
        .broken("good", &["none"], "")
        .run(&[])
        .ends_with(0);
    whole_games(&finished, "old", 4, false);
}

#[test]
fn an_engine_of_nboard_plays_whole_games_from_any_position() {
    let nboard = fake("nboard.py");
    let positions = "startpos moves f5 d6\n8/8/8/3ox3/3oxx2/3o4/8/8 x\n8/8/2o5/3oo3/3oxx2/3o4/8/8 o\n";
    let finished = tournament("othello", "rounds = 3\n[openings]\nkind = 'file'\nfile = 'o.txt'")
        .file("o.txt", positions)
        .engine("old", &["python3", &nboard], "protocol = 'nboard'\ndepth = 4")
        .broken("good", &["none"], "")
        .run(&[])
        .ends_with(0);
    whole_games(&finished, "old", 12, true);
    let depths =
        finished.games().into_iter().flat_map(|game| game.thoughts).flatten().filter_map(|t| t.depth);
    assert!(depths.clone().any(|depth| depth == 4), "{:?}", depths.collect::<Vec<_>>());
}

#[test]
fn what_a_protocol_has_no_words_for_is_told_with_its_place() {
    let gtp = fake("gtp.py");
    let file = |game: &str, more: &str, engine: &str| {
        tournament(game, more)
            .file("o.txt", "startpos\n8/8/8/3ox3/3oxx2/3o4/8/8 x\n")
            .engine("old", &["python3", &gtp], engine)
            .broken("good", &["none"], "")
            .run(&[])
    };
    let from_file = "[openings]\nkind = 'file'\nfile = 'o.txt'";
    for (game, more, engine, parts) in [
        ("breakthrough", "", "protocol = 'gtp'", ["gtp is for Othello", "protocol = 'gtp'"]),
        ("othello", "", "protocol = 'uci'", ["uci is for Breakthrough", "protocol = 'uci'"]),
        ("othello", "[board]\nsize = 6", "protocol = 'nboard'", ["on 8 by 8 only", "protocol = 'nboard'"]),
        ("othello", from_file, "protocol = 'gtp'", ["gtp cannot set up a position", "3oxx2"]),
        (
            "othello",
            "",
            "protocol = 'gtp'\noptions = { Level = 3 }",
            ["option Level = 3", "stand in its command"],
        ),
    ] {
        file(game, more, engine).ends_with(2).complains(&parts);
    }
    let told = file("othello", "", "protocol = 'gtp'\ndepth = 4").ends_with(0);
    told.complains(&["gtp has no word for `depth` and `nodes`"]);
}

#[test]
fn a_match_and_a_check_understand_them_too() {
    let engine = format!("python3 '{}'", fake("gtp.py"));
    let desk = Desk::new();
    let played = desk.arena(&[
        "match",
        "othello",
        "-e",
        &engine,
        "-e",
        &engine,
        "--protocol",
        "1:gtp",
        "--protocol",
        "2:gtp",
        "--time",
        "30s",
        "--json",
    ]);
    played.ends_with(0).says(&["\"reason\":\"normal\""]);
    desk.arena(&["match", "othello", "-e", &engine, "-e", &engine, "--protocol", "3:gtp"])
        .ends_with(2)
        .complains(&["--protocol 3:gtp", "N from 1 to 2"]);

    desk.arena(&["check", &engine, "--protocol", "gtp"]).ends_with(0).says(&["fit to play othello"]);
    let wrong = format!("{engine} illegal");
    let checked = desk.arena(&["check", &wrong, "--protocol", "gtp"]).ends_with(1);
    checked.says(&["fail: othello", "illegal: ", "genmove black", "not fit to play"]);
    let nboard = format!("python3 '{}'", fake("nboard.py"));
    desk.arena(&["check", &nboard, "--protocol", "nboard"])
        .ends_with(0)
        .says(&["Fake NBoard", "fit to play"]);
    desk.arena(&["check", &engine, "--protocol", "usi"]).ends_with(2).complains(&["ugi, uci, gtp or nboard"]);
    desk.arena(&["check", &nboard, "--protocol", "gtp"]).ends_with(1).says(&["handshake"]);
}
