use std::fs;

use serde_json::Value;

use super::*;
use crate::record::{Board, Reason, VERSION};

/// A record of a line that was played from `opening` plies on.
fn record(line: &Line, opening: usize) -> GameRecord {
    let moves = line.plies()[opening..].to_vec();
    let count = moves.len();
    let score = line.returns().map(|returns| line.game().score(returns[0]));
    let winner = score.filter(|score| *score != 0).map(|score| usize::from(score < 0));
    let players = vec!["Ann \"A\" [x]".to_owned(), "Bob\\".to_owned()];
    GameRecord {
        v: VERSION,
        id: 7,
        attempt: 1,
        round: 2,
        encounter: 1,
        game: line.game().name().to_owned(),
        board: Board::from(line.game()),
        opening: line.first(opening).to_string(),
        deal: None,
        seed: 1,
        winner: Some(winner.map_or("draw".to_owned(), |seat| players[seat].clone())),
        winner_seat: winner.map(|seat| format!("p{}", seat + 1)),
        players,
        ms: (0..count).map(|number| number as f64 * 10.5).collect(),
        thoughts: vec![None; count],
        movers: (0..count).map(|number| (opening + number) % 2).collect(),
        moves,
        points: vec![0.5, 0.5],
        reason: Reason::Normal,
        offender: None,
        offender_seat: None,
        score,
        faults: Vec::new(),
        excuse: None,
        void: false,
        restless: Vec::new(),
        late: vec![0, 0],
        started: "2026-11-29T23:14:24.000Z".to_owned(),
        seconds: 1.0,
    }
}

/// The games of the vectors.
fn vectors(file: &str, game: &str) -> Vec<Line> {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| {
        let object: Value = serde_json::from_str(line).unwrap();
        let game = match object["size"].as_u64() {
            Some(size) => Game::Othello { size: size as u8 },
            None => Game::named(game).unwrap(),
        };
        let mut line = match object["start"].as_str() {
            Some(start) => Line::parse(game, start).unwrap(),
            None => Line::new(game.start()),
        };
        for ply in object["moves"].as_array().unwrap() {
            line.play(ply.as_str().unwrap()).unwrap();
        }
        line
    });
    lines.collect()
}

/// What is read from a text: the canonical texts.
fn read(game: Game, text: &str) -> Vec<String> {
    openings(game, text).into_iter().map(|found| found.line.unwrap().to_string()).collect()
}

fn written(line: &Line, format: Format) -> String {
    let record = record(line, line.plies().len().min(3));
    Played { record: &record, line }.written(format).unwrap()
}

#[test]
fn every_game_comes_back_from_every_format_that_knows_it() {
    let othello = vectors("othello_games.jsonl", "othello");
    let breakthrough = vectors("breakthrough_games.jsonl", "breakthrough");
    assert!(othello.len() > 100 && breakthrough.len() > 100);
    for (lines, formats) in
        [(&othello, &[Format::Ggf, Format::Sgf, Format::Transcript][..]), (&breakthrough, &[Format::Pgn])]
    {
        for &format in formats {
            for line in lines {
                assert_eq!(read(line.game(), &written(line, format)), [line.to_string()], "{format:?}");
            }
            if format != Format::Transcript {
                // A line of a transcript does not say its board; the others stand together in one file.
                let all: String = lines.iter().map(|line| written(line, format)).collect();
                let texts: Vec<String> = lines.iter().map(ToString::to_string).collect();
                assert_eq!(read(lines[0].game(), &all), texts, "{format:?}");
            }
        }
    }
}

#[test]
fn games_from_any_position_with_either_side_first_come_back() {
    for (game, text, formats) in [
        (Game::Othello { size: 4 }, "3x/1oxx/1xxx/1x1o o moves pass b1", &[Format::Ggf, Format::Sgf][..]),
        (
            Game::Othello { size: 10 },
            "10/10/10/10/4ox4/4xo4/10/10/10/10 x moves e4 d4",
            &[Format::Ggf, Format::Sgf],
        ),
        (Game::Othello { size: 8 }, "8/8/8/3ox3/3xxx2/8/8/8 o moves d6", &[Format::Ggf, Format::Sgf]),
        (Game::Breakthrough { rows: 5, columns: 5 }, "5/b2wb/1w3/2b1w/5 b moves a4b3 d4c5", &[Format::Pgn]),
        (Game::Breakthrough { rows: 8, columns: 8 }, "startpos moves a2a3 b7b6", &[Format::Pgn]),
    ] {
        let line = Line::parse(game, text).unwrap();
        for &format in formats {
            assert_eq!(read(game, &written(&line, format)), [text], "{format:?}");
        }
    }
}

#[test]
fn games_are_written_as_the_formats_have_it() {
    let othello = Line::parse(Game::Othello { size: 8 }, "startpos moves f5 d6 c3 d3 c4").unwrap();
    assert_eq!(
        written(&othello, Format::Ggf),
        "(;GM[Othello]PC[arena]DT[2026-11-29T23:14:24.000Z]PB[Ann \"A\" _x_]PW[Bob_]RE[+0.00:s]TY[8]\
         BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
         B[F5]W[D6]B[C3]W[D3]B[C4//0.010];)\n"
            .replace("0.010", &format!("{:.3}", 10.5 / 1000.0))
    );
    assert_eq!(written(&othello, Format::Transcript), "f5d6c3d3c4\n");
    let sgf = written(&othello, Format::Sgf);
    assert!(sgf.starts_with("(;FF[4]GM[2]CA[UTF-8]AP[arena:"), "{sgf}");
    assert!(
        sgf.ends_with(
            "SZ[8]PB[Ann \"A\" [x\\]]PW[Bob\\\\]DT[2026-11-29]RO[2]RE[0];B[fe];W[df];B[cc];W[dc];B[cd])\n"
        ),
        "{sgf}"
    );
    let game = Game::Breakthrough { rows: 5, columns: 4 };
    let line = Line::parse(game, "bbbb/bbbb/4/wwww/wwww b moves a4a3 a2b3").unwrap();
    assert_eq!(
        written(&line, Format::Pgn),
        "[Event \"arena\"]\n[Date \"2026.11.29\"]\n[Round \"2.7\"]\n[White \"Bob\\\\\"]\n[Black \"Ann \\\"A\\\" [x]\"]\n\
         [Result \"1/2-1/2\"]\n[Variant \"Breakthrough\"]\n[Termination \"normal\"]\n[PlyCount \"2\"]\n[SetUp \"1\"]\n\
         [FEN \"bbbb/bbbb/4/wwww/wwww b\"]\n\n1... a4a3 2. a2b3 1/2-1/2\n\n"
    );
}

#[test]
fn a_result_is_told_from_the_side_that_the_format_means() {
    // p1 is White here.
    let line = Line::parse(Game::Othello { size: 4 }, "4/1ox1/1xo1/4 o moves c1").unwrap();
    let mut record = record(&line, 0);
    for (score, seat, reason, ggf, sgf) in [
        (Some(6), Some("p1"), Reason::Normal, "RE[-6.00]", "RE[W+6]"),
        (Some(-6), Some("p2"), Reason::Normal, "RE[+6.00]", "RE[B+6]"),
        (Some(0), None, Reason::Normal, "RE[+0.00]", "RE[0]"),
        (None, Some("p1"), Reason::Time, "RE[-16.00:t]", "RE[W+T]"),
        (None, Some("p2"), Reason::IllegalMove, "RE[+16.00:r]", "RE[B+F]"),
    ] {
        record.score = score;
        record.winner_seat = seat.map(str::to_owned);
        record.reason = reason;
        let played = Played { record: &record, line: &line };
        for (format, part) in [(Format::Ggf, ggf), (Format::Sgf, sgf)] {
            let text = played.written(format).unwrap();
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn files_of_others_are_understood() {
    let othello = Game::Othello { size: 8 };
    let f5d6c3 = "startpos moves f5 d6 c3";
    for text in [
        "f5d6c3",
        "F5 D6 C3  # a comment",
        "1. f5 d6 2. c3",
        "startpos moves f5 d6 c3",
        "2 (;GM[Othello]PC[GGS/os]PB[a]PW[b]TI[15:00]TY[8r]B[F5/1.00/0.1]W[d6//2]B[C3];)",
        "(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[D6]B[c3];)",
        "(;GM[2]FF[3]\nC[a \\] (here)];B[fe](;W[df];B[cc])(;W[ff]))",
        "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])",
    ] {
        assert_eq!(read(othello, text), [f5d6c3], "{text}");
    }
    let breakthrough = Game::Breakthrough { rows: 8, columns: 8 };
    for text in [
        "a2a3 b7b6 b2c3",
        "(2,1)(3,1) (7,2)(6,2) (2,2)(3,3)",
        "[Event \"x\"]\n\n1. a2-a3 {why (not)} b7b6 $2 (1... a7b6) 2.b2c3 ; to the end\n1-0\n",
    ] {
        assert_eq!(read(breakthrough, text), ["startpos moves a2a3 b7b6 b2c3"], "{text}");
    }
    assert!(read(othello, "").is_empty() && read(othello, "# nothing\n\n").is_empty());
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let othello = Game::Othello { size: 8 };
    let breakthrough = Game::Breakthrough { rows: 8, columns: 8 };
    for (game, text, place, reason) in [
        (othello, "f5d6d6", "d6", "d6: not empty"),
        (othello, "f5\nf5 a1", "a1", "a1: encloses nothing"),
        (othello, "(;GM[Othello]TY[8]B[F5]B[D6];)", "D6", "White is to move, not Black"),
        (othello, "(;GM[Othello]TY[8]B[A1];)", "A1", "A1: encloses nothing"),
        (othello, "(;GM[Othello]TY[7]B[A1];)", "7", "boards of 4, 6, 8 and 10"),
        (
            othello,
            "(;GM[Othello]BO[8 --- *];)",
            "8 --- *",
            "3 squares and the side to move, where 8x8 are due",
        ),
        (othello, "(;GM[Othello]BO[x];)", "x", "begins with its size"),
        (othello, "(;GM[1]B[aa])", "1", "not a game of Othello"),
        (othello, "(;B[aa])", "(;", "a game without GM"),
        (othello, "(;GM[2]B[zz])", "zz", "no point"),
        (othello, "(;GM[2]B[aa", "[", "this `[` is not closed"),
        (othello, "(;GM[2];B[fe]", "(", "a `)` is missing"),
        (breakthrough, "(;GM[2];B[fe])", "(;", "not breakthrough"),
        (breakthrough, "[Event \"x\"]\n1. a2a4 *", "a2a4", "a2a4: too far"),
        (breakthrough, "[Event x\"]\n1. a2a3 *", "[Event x\"]", "a tag is written"),
        (breakthrough, "[FEN \"8/8 w\"]\n*", "8/8 w", "FEN: "),
    ] {
        let wrong = openings(game, text).into_iter().find_map(|found| found.line.err());
        let wrong = wrong.unwrap_or_else(|| panic!("{text}: nothing wrong"));
        assert_eq!(&text[wrong.span.clone()], place, "{text}: {wrong:?}");
        assert!(wrong.reason.contains(reason), "{text}: {}", wrong.reason);
    }
}

#[test]
fn no_text_brings_it_down() {
    let pieces = [
        "(;",
        "GM[2]",
        "GM[Othello]",
        "B[",
        "]",
        ")",
        "[FEN \"",
        "\"]",
        "{",
        "(",
        "1.",
        "f5",
        "é",
        "\\",
        "BO[8 ",
        "SZ[99]",
        "\n",
        "a2a3",
    ];
    let mut random = crate::games::random::Random::new(5);
    for _ in 0..20_000 {
        let text: String = (0..random.below(9)).map(|_| pieces[random.below(pieces.len())]).collect();
        for game in [Game::Othello { size: 8 }, Game::Breakthrough { rows: 8, columns: 8 }] {
            for found in openings(game, &text) {
                let span = found.line.err().map_or(found.span, |wrong| wrong.span);
                assert!(text.get(span).is_some(), "{text}");
            }
        }
    }
}

#[test]
fn a_format_that_does_not_know_a_game_names_those_that_do() {
    let line = Line::new(Game::Breakthrough { rows: 8, columns: 8 }.start());
    let breakthrough = record(&line, 0);
    let unfit = Played { record: &breakthrough, line: &line }.written(Format::Sgf).unwrap_err();
    assert_eq!(unfit, "sgf does not know breakthrough: it is written as pgn, json");
    let line = Line::parse(Game::Othello { size: 8 }, "8/8/8/3ox3/3xxx2/8/8/8 o").unwrap();
    let othello = record(&line, 0);
    let unfit = Played { record: &othello, line: &line }.written(Format::Transcript).unwrap_err();
    assert!(unfit.contains("ggf, sgf and json"), "{unfit}");
}
