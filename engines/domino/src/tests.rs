//! What the engine promises.

use std::collections::BTreeSet;

use arena::games::domino::strategy::Strategy;
use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::driver::Engine as _;

use crate::player::Player;

fn player(strategy: &str, seed: u64) -> Player {
    let mut player = Player::new();
    player.set_option("Strategy", strategy).unwrap();
    player.set_option("Seed", &seed.to_string()).unwrap();
    player
}

/// The questions of whole games of `players` players who all play by chance: the line as it is told to
/// the seat to move.
fn questions(players: u8, peeks: bool, games: u64) -> Vec<Line> {
    let mut questions = Vec::new();
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut line = Line::new(Game::Domino { players }.begin(&mut random));
        while let Some(seat) = line.to_move() {
            if line.forced().is_none() {
                let observer = line.observer(seat, peeks);
                let plies: Vec<&str> = line.plies_as_seen(observer).collect();
                let told = format!("{} moves {}", line.base_view(observer).unwrap(), plies.join(" "));
                questions.push(Line::parse(line.game(), &told).unwrap());
            }
            let legal = line.position().plies();
            line.play(random.choose(&legal).unwrap()).unwrap();
        }
    }
    questions
}

#[test]
fn every_answer_is_legal_and_the_same_question_has_the_same_answer() {
    for players in 1..=5 {
        for peeks in [false, true] {
            for line in questions(players, peeks, 10) {
                for strategy in Strategy::ALL {
                    let (answer, _) = player(strategy.name(), 3).choose(&line);
                    assert!(line.position().plies().contains(&answer), "{strategy:?}: {answer} in {line}");
                    assert_eq!(player(strategy.name(), 3).choose(&line).0, answer);
                }
            }
        }
    }
}

#[test]
fn another_seed_gives_other_answers() {
    let lines = questions(2, false, 5);
    let answers = |seed| lines.iter().map(|line| player("child", seed).choose(line).0).collect::<Vec<_>>();
    assert_ne!(answers(1), answers(2));
    let firsts: BTreeSet<String> = (0..50).map(|seed| player("child", seed).choose(&lines[0]).0).collect();
    assert!(firsts.len() > 3, "{firsts:?}");
}

#[test]
fn pupil_and_student_without_a_look_play_as_a_child_and_know_it() {
    for line in questions(3, false, 10) {
        let (child, sees) = player("child", 4).choose(&line);
        assert!(sees);
        for strategy in ["pupil", "student"] {
            assert_eq!(player(strategy, 4).choose(&line), (child.clone(), false));
        }
        assert!(player("counter", 4).choose(&line).1);
    }
    assert!(questions(3, true, 3).iter().all(|line| player("student", 4).choose(line).1));
}

#[test]
fn a_student_with_a_look_leaves_the_next_without_a_move() {
    let text = "2-1 1-3,0-2,4-4,5-5/0-6,1-5,4-6,0-0 19 p1";
    let line = Line::parse(Game::Domino { players: 2 }, text).unwrap();
    for seed in 0..20 {
        assert_eq!(player("student", seed).choose(&line), ("1-3R".to_owned(), true), "p2 has no 2 and no 3");
    }
    let text = "2-1 1-3,0-2,4-4,5-5/2-4,2-6,1-5,0-0 19 p1";
    let line = Line::parse(Game::Domino { players: 2 }, text).unwrap();
    for seed in 0..20 {
        // A pupil sees that 3 fits nothing of p2 and 0 does; a student that after either p2 can play.
        assert_eq!(player("pupil", seed).choose(&line).0, "1-3R");
    }
    let text = "2-1,1-1 1-3,0-2,4-4,5-5/2-4,2-6,5-6,0-5 18 p1";
    let line = Line::parse(Game::Domino { players: 2 }, text).unwrap();
    let plays: BTreeSet<String> = (0..20).map(|seed| player("student", seed).choose(&line).0).collect();
    assert_eq!(plays.len(), 2, "none harms, any does: {plays:?}");
}
