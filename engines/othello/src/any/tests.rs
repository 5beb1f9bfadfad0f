//! The engine for boards of any size against plain minimax.

use arena::games::bits::Bits;
use arena::games::othello::{Move, Othello, Six, Size, Ten};
use arena::games::random::Random;
use arena::protocol::budget::{Budget, Patient};
use arena::protocol::lines::Lines;

use super::hash::Bound;
use super::{Evaluation, Table, Time, think};

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
    let (lines, mut now) = (Lines::of_megabytes(megabytes).unwrap(), Time::default());
    think(position, Table::of(&lines, &mut now), 0, budget, &mut Patient).value
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
    let (lines, mut now) = (Lines::of_megabytes(1).unwrap(), Time::default());
    assert_eq!(think(&position, Table::of(&lines, &mut now), 0, budget, &mut Patient).nodes, 12_345);
}

#[test]
fn a_table_that_has_forgotten_a_game_is_as_a_new_one() {
    let play = |mut table: Table<'_>, seed| {
        let mut random = Random::new(seed);
        let mut seen = Vec::new();
        for _ in 0..10 {
            table.next_search();
            for _ in 0..500 {
                let key = (random.below(1000) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                seen.push(table.get(key).map(|entry| (entry.value, entry.best, entry.depth, entry.bound)));
                let (depth, value) = (random.below(30) as u32, random.below(200) as i32 - 100);
                table.put(key, depth, value, Bound::Upper, random.below(100) as u16);
            }
        }
        seen
    };
    // 256 pairs.
    let small = || Lines::new(128).expect("8 KiB");
    let fresh = play(Table::of(&small(), &mut Time::default()), 1);
    let (lines, mut now) = (small(), Time::default());
    // Past the end of the numbers that games have.
    for game in 0..300 {
        play(Table::of(&lines, &mut now), 2 + game);
        Table::of(&lines, &mut now).clear();
        assert!(play(Table::of(&lines, &mut now), 1) == fresh, "after {game} games");
        Table::of(&lines, &mut now).clear();
    }
}
