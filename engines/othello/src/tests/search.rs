//! Searches against minimax.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use arena::games::random::Random;
use arena::protocol::Info;
use arena::protocol::budget::{Budget, Host, Listener, Patient};
use arena::protocol::crew::Crew;
use arena::protocol::lines::Lines;

use super::random_board;
use crate::board::{Board, squares};
use crate::hash::{Found, NO_MOVE, Table};
use crate::instructions::{Common, Instructions, Modern};
use crate::packing::own_weights;
use crate::patterns::Sights;
use crate::probcut::SURE;
use crate::search::{Node, Search};
use crate::think::{Means, Outcome, Style, think, think_together};
use crate::watch::Watch;

/// What a search without limits says.
fn value(board: &Board, depth: u32, megabytes: usize, sureness: u8) -> i32 {
    value_and_nodes(Modern::here(), board, depth, megabytes, sureness).0
}

/// The same and the nodes it took, with instructions of one kind.
fn value_and_nodes(
    instructions: impl Instructions,
    board: &Board,
    depth: u32,
    megabytes: usize,
    sureness: u8,
) -> (i32, u64) {
    let (table, mut patient) = (Table::new(megabytes), Patient);
    let watch = Watch::new(&mut patient, Budget::ENDLESS);
    let mut search = Search { instructions, weights: own_weights(), table: &table, watch, sureness };
    let value = search.search(&Node::of(board), depth, -10_000, 10_000).expect("nothing ends it");
    (value, search.watch.nodes())
}

/// The value by the definition of it: every line searched, nothing cut off.
fn minimax(board: &Board, depth: u32) -> i32 {
    let moves = board.moves();
    if moves == 0 && board.pass().moves() == 0 {
        return 100 * board.difference();
    }
    if depth == 0 {
        return own_weights().value(board, &Sights::of(board));
    }
    if moves == 0 {
        return -minimax(&board.pass(), depth);
    }
    let after = |square| board.place(square, board.flips(square));
    squares(moves).map(|square| -minimax(&after(square), depth - 1)).max().unwrap()
}

#[test]
fn a_search_of_some_depth_has_the_value_of_plain_minimax_with_and_without_a_hash_table() {
    let mut random = Random::new(1);
    for _ in 0..30 {
        let empties = 5 + random.below(50) as u32;
        let board = random_board(empties, &mut random);
        for depth in 1..=3 {
            let expected = minimax(&board, depth);
            assert_eq!(value(&board, depth, 1, SURE), expected, "{board:?} to {depth}");
            assert_eq!(value(&board, depth, 0, SURE), expected, "{board:?} to {depth}");
        }
    }
}

#[test]
fn deep_searches_have_the_same_value_with_and_without_a_hash_table() {
    let mut random = Random::new(2);
    for _ in 0..10 {
        let empties = 12 + random.below(40) as u32;
        let board = random_board(empties, &mut random);
        assert_eq!(value(&board, 6, 1, SURE), value(&board, 6, 0, SURE), "{board:?}");
    }
}

#[test]
fn the_last_squares_have_the_result_of_a_plain_full_search() {
    let mut random = Random::new(3);
    for empties in 1..=7 {
        for _ in 0..20 {
            let board = random_board(empties, &mut random);
            let expected = minimax(&board, board.empties());
            assert_eq!(value(&board, board.empties(), 1, SURE), expected, "{board:?}");
        }
    }
}

#[test]
fn all_layers_of_the_endgame_agree_with_and_without_a_hash_table() {
    let mut random = Random::new(4);
    for empties in [8, 9, 10, 11, 12] {
        for _ in 0..3 {
            let board = random_board(empties, &mut random);
            let expected = value(&board, board.empties(), 0, SURE);
            assert_eq!(value(&board, board.empties(), 1, SURE), expected, "{board:?}");
            let best = squares(board.moves()).map(|square| {
                let after = board.place(square, board.flips(square));
                -value(&after, after.empties(), 1, SURE)
            });
            assert_eq!(best.max().unwrap_or(expected), expected, "{board:?}");
        }
    }
}

#[test]
fn every_processor_does_the_same_search_node_by_node() {
    let mut random = Random::new(8);
    // On a processor without the modern ones both are the same.
    let Some(modern) = Modern::here() else { return };
    for (empties, depth) in
        [(50, 7), (30, 8), (14, 14), (13, 13), (9, 9), (6, 6), (4, 4), (3, 3), (2, 2), (1, 1)]
    {
        for sureness in [0, SURE] {
            let board = random_board(empties, &mut random);
            let depth = if depth == empties { board.empties() } else { depth };
            assert_eq!(
                value_and_nodes(modern, &board, depth, 1, sureness),
                value_and_nodes(Common, &board, depth, 1, sureness),
                "{board:?} to {depth}"
            );
        }
    }
}

#[test]
fn a_move_that_the_table_knows_to_be_enough_ends_the_search_before_any_is_made() {
    let (table, mut patient) = (Table::new(1), Patient);
    table.next_search();
    // Of the moves in the middle of a game, the last: no order of moves would begin with it.
    let board = random_board(40, &mut Random::new(9));
    let square = squares(board.moves()).last().unwrap();
    let after = board.place(square, board.flips(square));
    let known = Found { depth: 9, sureness: SURE, alpha: -6000, beta: -5000, value: -6000, best: NO_MOVE };
    table.put(&after, known);
    let watch = Watch::new(&mut patient, Budget::ENDLESS);
    let mut search =
        Search { instructions: Common, weights: own_weights(), table: &table, watch, sureness: SURE };
    assert_eq!(search.search(&Node::of(&board), 10, 5999, 6000).unwrap(), 6000);
    assert!(search.watch.nodes() < 10_000, "{} nodes", search.watch.nodes());
}

/// A host that counts how often it is looked at, while each look takes as long as it is told.
struct Looked {
    looks: Cell<u32>,
    look: Duration,
}

impl Host for Looked {
    fn stopped(&self) -> bool {
        false
    }
    fn elapsed(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        self.looks.get() * self.look
    }
    fn info(&mut self, _info: &Info) {}
}

/// Thinks about the easiest endgame of the benchmark with so many looks at the clock to spend; the looks
/// that were made.
fn solve_with(looks: u32) -> (Outcome, u32) {
    let (board, _) = crate::bench::suite().min_by_key(|(board, _)| board.empties()).unwrap();
    let mut host = Looked { looks: Cell::new(0), look: Duration::from_micros(1) };
    let budget = Budget { time: Some(Duration::from_micros(u64::from(looks))), ..Budget::ENDLESS };
    let outcome = think(&board, own_weights(), &Table::new(16), Style::FULL, budget, &mut host);
    (outcome, host.looks.get())
}

#[test]
fn the_clock_is_looked_at_at_least_once_in_a_few_thousand_positions_to_the_last_square() {
    // A processor visits some ten million a second.
    let (outcome, looks) = solve_with(u32::MAX);
    assert!(
        outcome.solved && outcome.nodes / u64::from(looks) < 5000,
        "{} nodes, {looks} looks",
        outcome.nodes
    );
}

#[test]
fn who_wins_is_found_out_before_the_result_if_time_may_be_short() {
    let (unhurried, looks) = solve_with(u32::MAX);
    assert!(unhurried.solved);
    // Time for no more than the first question, whose window is one disc to either side of a draw.
    let answered = |outcome: Outcome| !outcome.solved && outcome.value == 100 * unhurried.value.signum();
    assert!((0..looks).step_by(looks as usize / 20).any(|looks| answered(solve_with(looks).0)));
}

#[test]
fn a_likely_value_is_near_the_sure_one() {
    let mut random = Random::new(5);
    let mut off = 0;
    for _ in 0..10 {
        let board = random_board(40, &mut random);
        off += (value(&board, 6, 1, 1) - value(&board, 6, 1, SURE)).abs();
    }
    assert!(off / 10 < 400, "{off}");
}

#[test]
fn no_more_positions_are_visited_than_allowed_but_for_those_at_the_end_of_a_line() {
    let budget = Budget { nodes: 12_345, ..Budget::ENDLESS };
    let outcome = think(&Board::START, own_weights(), &Table::new(1), Style::FULL, budget, &mut Patient);
    assert!((12_345..12_400).contains(&outcome.nodes), "{}", outcome.nodes);
}

#[test]
fn several_threads_find_the_same_result() {
    let mut random = Random::new(6);
    let mut crew = Crew::default();
    crew.set(3);
    for _ in 0..4 {
        let board = random_board(13, &mut random);
        let expected = value(&board, board.empties(), 1, SURE);
        let means = Means { weights: None, table: Arc::new(Table::new(1)) };
        let outcome = think_together(&board, &means, &mut crew, Style::FULL, Budget::ENDLESS, &mut Patient);
        assert_eq!((outcome.value, outcome.solved), (expected, true), "{board:?}");
    }
}

#[test]
fn a_table_that_has_forgotten_a_game_is_as_a_new_one() {
    let mut random = Random::new(9);
    // Of few positions and fewer lines, so that who goes depends on who is there.
    let boards: Vec<Board> = (0..3000).map(|_| random_board(30, &mut random)).collect();
    let play = |table: &Table, seed| {
        let mut random = Random::new(seed);
        let mut seen = Vec::new();
        for _ in 0..40 {
            table.next_search();
            for _ in 0..2000 {
                let board = random.choose(&boards).expect("there are some");
                let depth = random.below(30) as u32;
                let found = Found { depth, sureness: SURE, alpha: 0, beta: 1, value: 1, best: 5 };
                seen.push(table.get(board));
                table.put(board, found);
            }
        }
        seen
    };
    let small = || Table::of(Lines::new(256).expect("16 KiB"));
    let fresh = play(&small(), 1);
    let used = small();
    for seed in 2..6 {
        play(&used, seed);
        used.clear();
        assert!(play(&used, 1) == fresh);
        used.clear();
    }
}

#[test]
fn the_table_adds_up_bounds_and_never_takes_a_position_for_another() {
    let table = Table::new(1);
    table.next_search();
    let found = |alpha, beta, value| Found { depth: 9, sureness: SURE, alpha, beta, value, best: 5 };
    let board = Board::START;
    table.put(&board, found(0, 1, 30));
    assert_eq!(table.get(&board).map(|known| (known.lower, known.upper)), Some((30, i16::MAX)));
    table.put(&board, found(50, 51, 40));
    let known = table.get(&board).expect("just put");
    assert_eq!((known.lower, known.upper, known.best), (30, 40, [5, NO_MOVE]));
    assert_eq!(known.settles(9, SURE, 29, 30), Some(30));
    assert_eq!(known.settles(9, SURE, 34, 35), None);
    assert_eq!(known.settles(10, SURE, 29, 30), None);
    assert_eq!(table.get(&board.pass()), None);
    let mut random = Random::new(7);
    for _ in 0..100_000 {
        let board = Board { mover: random.next_u64(), opponent: random.next_u64() };
        assert_eq!(table.get(&board), None);
        table.put(&board, found(0, 1, (board.mover % 1000) as i32));
        let value = i16::try_from(board.mover % 1000).unwrap();
        let known = table.get(&board).expect("just put");
        assert!(known.lower == value || known.upper == value);
    }
}

#[test]
fn the_suite_of_the_benchmark_has_the_results_that_a_narrow_search_confirms() {
    // The whole of it takes a while without optimisation: the easiest of them, from both sides.
    let easy = crate::bench::suite().min_by_key(|(board, _)| board.empties());
    let (board, result) = easy.expect("a suite of positions");
    assert_eq!(value(&board, board.empties(), 16, SURE), 100 * result);
    assert!(crate::bench::suite().count() >= 10);
}

#[test]
fn a_result_is_looked_for_at_every_level_of_sureness_there_is() {
    let board = random_board(15, &mut Random::new(11));
    let mut host = Listener::default();
    think(&board, own_weights(), &Table::new(1), Style::FULL, Budget::ENDLESS, &mut host);
    let results = host.told.iter().filter(|info| info.depth == Some(board.empties()));
    assert_eq!(results.count(), usize::from(SURE) + 1, "{:?}", host.told);
}
