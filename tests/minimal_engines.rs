//! The engines that people copy must be right on every board, and repeatable.

mod conversation;
mod minimal;

use std::fmt::Write;

use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::{Limits, write_go, write_position};

use minimal::{Minimal, best_moves, engines};

const BOARDS: [Game; 13] = [
    Game::Othello { size: 4 },
    Game::Othello { size: 6 },
    Game::Othello { size: 8 },
    Game::Othello { size: 10 },
    Game::Breakthrough { rows: 4, columns: 4 },
    Game::Breakthrough { rows: 5, columns: 7 },
    Game::Breakthrough { rows: 8, columns: 8 },
    Game::Breakthrough { rows: 12, columns: 4 },
    Game::Breakthrough { rows: 10, columns: 12 },
    Game::Breakthrough { rows: 12, columns: 12 },
    Game::Domino { players: 1 },
    Game::Domino { players: 2 },
    Game::Domino { players: 5 },
];

/// Random games on every board, each cut off somewhere before its end, some from a later position.
fn lines(each: usize) -> Vec<Line> {
    let mut random = Random::new(20);
    let mut lines = Vec::new();
    for game in BOARDS {
        for number in 0..each {
            let mut played = vec![Line::new(game.begin(&mut random))];
            loop {
                let mut line = played[played.len() - 1].clone();
                let plies = line.position().plies();
                let Some(ply) = random.choose(&plies) else { break };
                line.play(ply).expect("a legal ply");
                played.push(line);
            }
            // Nobody is asked to draw a tile, of which he does not know what it will be.
            played.retain(|line| line.to_move().is_some() && (!game.is_dealt() || line.forced().is_none()));
            let line = played.swap_remove(random.below(played.len()));
            let base = Line::new(line.position().boxed());
            lines.push(if number % 3 == 0 { base } else { line });
        }
    }
    lines
}

/// What the arena would write to ask for a move in each of the lines.
fn questions(lines: &[Line], seed: u64) -> String {
    let mut input = format!("ugi\nsetoption name Seed value {seed}\nuginewgame\nisready\n");
    let limits = Limits::parse("movetime 1000");
    let mut last = "";
    for line in lines {
        if line.game().name() != last {
            last = line.game().name();
            writeln!(input, "setoption name UGI_Variant value {last}").expect("a string");
        }
        write_position(&mut input, line, line.to_move().expect("not over"));
        write_go(&mut input, &limits);
    }
    input
}

/// Those of the lines whose game the engine plays.
fn own_lines(engine: &Minimal, lines: &[Line]) -> Vec<Line> {
    let others: Vec<&str> =
        Game::NAMES.into_iter().filter(|name| !engine.plays(Game::named(name).expect("a game"))).collect();
    lines.iter().filter(|line| !others.contains(&line.game().name())).cloned().collect()
}

#[test]
fn every_answer_is_legal_on_every_board_and_the_same_seed_gives_the_same_answers() {
    let all = lines(30);
    for engine in engines() {
        let lines = own_lines(engine, &all);
        let answers = engine.answers(&questions(&lines, 7));
        let moves = best_moves(&answers);
        assert_eq!(moves.len(), lines.len(), "{}", engine.language);
        for (line, answer) in lines.iter().zip(&moves) {
            let legal = line.position().plies();
            assert!(legal.iter().any(|ply| ply == answer), "{}: {answer} in {line}", engine.language);
        }
        let strange = answers.iter().filter(|line| line.starts_with("info")).count();
        assert_eq!(strange, 0, "{}: {answers:?}", engine.language);
        assert_eq!(engine.answers(&questions(&lines, 7)), answers, "{}", engine.language);
        assert_ne!(engine.answers(&questions(&lines, 8)), answers, "{}: seed 8 as 7", engine.language);
    }
}

#[test]
fn a_new_game_makes_them_forget_the_last_one() {
    let lines = lines(3);
    for engine in engines() {
        let game = questions(&own_lines(engine, &lines), 5);
        let alone = engine.answers(&game);
        let after_others = engine.answers(&format!("{game}uginewgame\ngo\n{game}"));
        let after_others = &after_others[after_others.len() - alone.len()..];
        assert_eq!(after_others, alone, "{}", engine.language);
    }
}

#[test]
fn they_survive_whatever_they_read() {
    let input = "\r\n\nfnord\nugi again\r\nposition\nposition startpos moves\nposition fen\n\
        position fen x\nposition fen 4/4 moves a1\nposition startpos moves z9 a a99\nsetoption\n\
        setoption name Seed value x\nsetoption name Fnord value 3\nsetoption name Seed value 3\n\
        go\u{1}\nposition startpos moves F5 f4 \r\n go  movetime  abc\t\r\nisready\r\nquit\r\nisready\n";
    for engine in engines() {
        let answers = engine.answers(input);
        let count = |word: &str| answers.iter().filter(|line| line.split(' ').next() == Some(word)).count();
        let counts = ["ugiok", "readyok", "bestmove"].map(count);
        assert_eq!(counts, [1, 1, 1], "{}: {answers:?}", engine.language);
    }
}

#[test]
fn who_cannot_play_a_tile_draws_or_passes() {
    let input = "setoption name UGI_Variant value domino\nposition fen 0-2,2-2 1-4,3-3,5-5,5-6/?4/?6 12 p1\ngo\n\
        position fen 0-2,2-2 1-4,3-3,5-5,5-6/?10/?12 0 p1\ngo\nposition fen 0-2,2-1,1-4 -/?12/?13 0 p2\ngo\n";
    let domino = Game::named("domino").expect("a game");
    for engine in engines().into_iter().filter(|engine| engine.plays(domino)) {
        assert_eq!(best_moves(&engine.answers(input)), ["draw", "pass", "none"], "{}", engine.language);
    }
}

#[test]
fn python_and_javascript_play_every_game_in_one() {
    for engine in engines().into_iter().filter(|engine| ["Python", "JavaScript"].contains(&engine.language)) {
        for name in Game::NAMES {
            assert!(engine.plays(Game::named(name).expect("a game")), "{}: {name}", engine.language);
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_move_and_a_pass_is_a_pass() {
    for (game, input, moves) in [
        (
            "othello",
            "position fen x2x/1xxx/1xxx/1x1o o\ngo\nposition fen 3x/1oxx/1xxx/1x1o o\ngo\n",
            &["none", "pass"][..],
        ),
        ("breakthrough", "position fen 4/4/1w2/4/4 b\ngo\n", &["none"]),
    ] {
        let is_able = |engine: &&Minimal| engine.plays(Game::named(game).expect("a game"));
        for engine in engines().into_iter().filter(is_able) {
            let answers = engine.answers(&format!("setoption name UGI_Variant value {game}\n{input}"));
            assert_eq!(best_moves(&answers), moves, "{}", engine.language);
        }
    }
}
