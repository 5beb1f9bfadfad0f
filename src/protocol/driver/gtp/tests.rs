use super::*;
use crate::protocol::{Info, Limits};

/// Plays the first legal move, and tells of its limits what can be heard after all.
#[derive(Default)]
struct First {
    games_begun: u32,
    limits: Vec<String>,
}

impl Engine for First {
    fn name(&self) -> String {
        "the first 1.0".to_owned()
    }
    fn games(&self) -> &[&'static str] {
        &["othello"]
    }
    fn new_game(&mut self) {
        self.games_begun += 1;
    }
    fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String {
        search.info(&Info { depth: Some(1), ..Info::default() });
        self.limits.push(limits.to_string());
        line.position().plies().swap_remove(0)
    }
}

fn talk(engine: &mut First, input: &str) -> Vec<String> {
    let mut out = Vec::new();
    answer(engine, input.as_bytes(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    text.split("\n\n").filter(|answer| !answer.is_empty()).map(str::to_owned).collect()
}

#[test]
fn commands_are_answered_in_order_with_their_ids() {
    let mut engine = First::default();
    let answers = talk(
        &mut engine,
        "protocol_version\n\n# nothing\n7 name\nversion # of what\n12 known_command genmove\nknown_command x\n\
         boardsize 8\nclear_board\nplay black F5\n3 genmove white\r\nfnord\nkomi 6.5\n8 quit\nname\n",
    );
    assert_eq!(
        answers,
        [
            "= 2",
            "=7 the first",
            "= 1.0",
            "=12 true",
            "= false",
            "= ",
            "= ",
            "= ",
            "=3 F4",
            "? unknown command",
            "= ",
            "=8 "
        ]
    );
    assert_eq!(engine.games_begun, 2);
}

#[test]
fn every_command_of_the_list_is_known() {
    let answers = talk(&mut First::default(), "list_commands\n");
    for command in answers[0].trim_start_matches("= ").lines() {
        let answers = talk(&mut First::default(), &format!("{command} black 1 1\n"));
        assert_ne!(answers, ["? unknown command"], "{command}");
    }
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    for (input, answer) in [
        ("play black a1", "? illegal move"),
        ("play black zz", "? illegal move"),
        ("play black pass", "? illegal move"),
        ("play white f4", "? illegal move"),
        ("genmove white", "? illegal move"),
        ("play green f5", "? syntax error"),
        ("play black", "? syntax error"),
        ("genmove", "? syntax error"),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize eight", "? syntax error"),
        ("time_settings 1", "? syntax error"),
        ("undo", "? cannot undo"),
        ("set_game Go", "? this engine plays Othello only"),
        ("final_score", "? cannot score: the game is not over"),
    ] {
        let answers = talk(&mut First::default(), &format!("{input}\ngenmove black\n"));
        assert_eq!(answers, [answer, "= D3"], "{input}");
    }
}

#[test]
fn the_board_can_be_looked_at_and_moves_taken_back() {
    let answers = talk(&mut First::default(), "play b f5\nundo\nreg_genmove b\nundo\nshowboard\n");
    assert_eq!(answers[..4], ["= ", "= ", "= D3", "? cannot undo"]);
    assert!(
        answers[4].contains("1 . . . . . . . .") && answers[4].contains("a b c d e f g h"),
        "{}",
        answers[4]
    );
}

#[test]
fn boards_of_all_sizes_are_played_and_the_column_i_is_left_out() {
    for size in othello::SIZES {
        let input = format!("boardsize {size}\ngenmove b\ngenmove w\n");
        let answers = talk(&mut First::default(), &input);
        assert!(answers[1..].iter().all(|answer| answer.len() >= 4), "{answers:?}");
    }
}

/// The same game, with passes in it, in both ways.
#[test]
fn a_pass_may_be_told_or_left_out() {
    let mut line = Line::new(Game::Othello { size: 4 }.start());
    let mut told = "boardsize 4\n".to_owned();
    let mut untold = told.clone();
    let mut random = crate::games::random::Random::new(2);
    while line.to_move().is_some() || !line.plies().iter().any(|ply| ply == PASS) {
        if line.to_move().is_none() {
            line = Line::new(Game::Othello { size: 4 }.start());
            "boardsize 4\n".clone_into(&mut told);
            told.clone_into(&mut untold);
        }
        let colour = ["black", "white"][line.plies().len() % 2];
        let ply = random.choose(&line.position().plies()).unwrap().clone();
        line.play(&ply).unwrap();
        told += &format!("play {colour} {ply}\n");
        if ply != PASS {
            untold += &format!("play {colour} {ply}\n");
        }
    }
    let score = line.returns().unwrap()[0];
    for input in [told, untold] {
        let answers = talk(&mut First::default(), &format!("{input}final_score\ngenmove black\n"));
        assert!(answers[..answers.len() - 2].iter().all(|answer| answer == "= "), "{answers:?}");
        let told = answers[answers.len() - 2].replace("= B+", "").replace("= W+", "-").replace("= ", "");
        assert_eq!(told.parse(), Ok(score));
        assert_eq!(answers[answers.len() - 1], "= PASS", "the game is over");
    }
}

#[test]
fn an_undo_takes_the_pass_that_nobody_told_with_it() {
    let mut table = Table::new(4);
    table.line = Line::parse(Game::Othello { size: 4 }, "xo2/4/4/4 o").unwrap();
    assert_eq!(table.play(0, "c1"), Ok(()));
    assert_eq!(table.line.plies(), ["pass", "c1"]);
    assert_eq!(table.undo(), Ok(()));
    assert_eq!((table.line.plies().len(), table.unsaid.len()), (0, 0));
    assert_eq!(table.play(0, "d1"), Err(ILLEGAL));
    assert_eq!((table.line.plies().len(), table.unsaid.len()), (0, 0), "nor has anybody passed");
}

#[test]
fn time_is_what_was_told() {
    let mut engine = First::default();
    talk(
        &mut engine,
        "genmove b\ntime_settings 0 2 1\ngenmove w\nclear_board\ntime_settings 60 0 0\ntime_left black 50 0\n\
         time_left white 40 0\ngenmove b\n",
    );
    assert_eq!(
        engine.limits,
        ["movetime 1000", "movetime 2000", "p1time 50000 p2time 40000 p1inc 0 p2inc 0"]
    );
}
