//! The engine for boards of any size against plain minimax.

use std::time::Duration;

use arena::games::bits::Bits;
use arena::games::othello::{Move, Othello, Six, Size, Ten};
use arena::games::random::Random;
use arena::protocol::Info;
use arena::protocol::budget::{Budget, Host};

use super::{Evaluation, Table, think};

/// A host on which no time passes.
struct Patient;

impl Host for Patient {
    fn stopped(&self) -> bool {
        false
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn info(&mut self, _info: &Info) {}
}

/// A random position on the way through a game.
fn random_position<S: Size>(random: &mut Random) -> Othello<S> {
    let mut position = Othello::<S>::start();
    for _ in 0..random.below((S::SIDE * S::SIDE) as usize) {
        let moves: Vec<Move> = position.moves().collect();
        let next = random.choose(&moves).map_or(position, |&mv| position.after(mv));
        if next.is_over() {
            break;
        }
        position = next;
    }
    position
}

/// The value after `depth` discs more by the definition of it: every line searched, nothing cut off.
fn minimax<S: Size>(position: &Othello<S>, depth: u32, evaluation: &Evaluation<S>) -> i32 {
    if position.is_over() {
        return 100 * position.difference();
    }
    let below = |mv| depth - u32::from(mv != Move::Pass);
    if depth == 0 && position.placements() != S::Word::EMPTY {
        return evaluation.of(position);
    }
    let value = |mv| -minimax(&position.after(mv), below(mv), evaluation);
    position.moves().map(value).max().unwrap()
}

fn value_to_depth<S: Size>(position: &Othello<S>, depth: u32, megabytes: usize) -> i32 {
    let budget = Budget { depth, ..Budget::ENDLESS };
    think(position, &mut Table::new(megabytes), 0, budget, &mut Patient).value
}

#[test]
fn a_search_of_some_depth_has_the_value_of_plain_minimax_with_and_without_a_hash_table() {
    let mut random = Random::new(1);
    for _ in 0..40 {
        let position = random_position::<Six>(&mut random);
        let evaluation = Evaluation::new(0);
        for depth in 1..=4.min(position.empty().count()) {
            let expected = minimax(&position, depth, &evaluation);
            assert_eq!(value_to_depth(&position, depth, 1), expected, "{position} to {depth}");
            assert_eq!(value_to_depth(&position, depth, 0), expected, "{position} to {depth}");
        }
    }
}

#[test]
fn deep_searches_have_the_same_value_with_and_without_a_hash_table() {
    let mut random = Random::new(2);
    for _ in 0..5 {
        let position = random_position::<Ten>(&mut random);
        assert_eq!(value_to_depth(&position, 5, 1), value_to_depth(&position, 5, 0), "{position}");
    }
}

#[test]
fn colours_do_not_matter_to_the_evaluation() {
    let mut random = Random::new(4);
    for _ in 0..100 {
        let position = random_position::<Six>(&mut random);
        let swapped = position.to_string().replace('x', "?").replace('o', "x").replace('?', "o");
        let evaluation = Evaluation::new(0);
        assert_eq!(evaluation.of(&position), evaluation.of(&swapped.parse().unwrap()), "{position}");
    }
}

#[test]
fn no_more_nodes_are_visited_than_allowed() {
    let budget = Budget { nodes: 12_345, ..Budget::ENDLESS };
    let position = Othello::<Ten>::start();
    assert_eq!(think(&position, &mut Table::new(1), 0, budget, &mut Patient).nodes, 12_345);
}
