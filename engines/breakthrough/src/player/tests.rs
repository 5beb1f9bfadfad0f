//! What can be relied on from outside: legal answers whatever the limits, true values, the same answer to the
//! same question.

use std::cell::Cell;
use std::time::Duration;

use arena::games::breakthrough::SIDES;
use arena::protocol::Info;
use arena::protocol::budget::{Eavesdropper, Listener, Patient};

use super::*;
use crate::board::Board;
use crate::set::Words;
use crate::tests::{Known, loses_within, small_positions, start, wander, wins, wins_within};

/// Searches as if the game were new.
fn search(ground: &Ground<u64>, at: &Stand<u64>, depth: u32, megabytes: usize, reductions: bool) -> Outcome {
    let budget = Budget { depth, ..Budget::ENDLESS };
    let manner = Manner { reductions, ..Manner::STEADY };
    let table = Table::new(megabytes);
    think(ground, at, &table, manner, budget, &mut Patient)
}

#[test]
fn small_games_are_decided_as_plain_minimax_decides_them() {
    let mut random = Random::new(1);
    for (rows, columns) in [(4, 4), (5, 4), (4, 5)] {
        let ground = Ground::new(rows, columns, &Weights::trained());
        let mut known = Known::new();
        for at in small_positions(rows, columns, 150, &mut random) {
            let expected = if wins(&ground.board, &at, &mut known) { 1 } else { -1 };
            for reductions in [false, true] {
                let outcome = search(&ground, &at, u32::MAX, 1, reductions);
                assert_eq!(outcome.decided(), Some(expected), "{at:?}");
                if expected == 1 {
                    let after = at.after(&ground.board, outcome.best);
                    assert!(!wins(&ground.board, &after, &mut known), "{at:?} {outcome:?}");
                }
            }
        }
    }
}

#[test]
fn whoever_captures_the_last_piece_has_won_for_the_solver_too() {
    let ground = Ground::<u64>::new(5, 5, &Weights::trained());
    for text in ["5/5/3b1/2w2/5 w", "5/5/3b1/2w2/5 b"] {
        let line = Line::parse(Game::Breakthrough { rows: 5, columns: 5 }, text).unwrap();
        let solved = solve(&ground, &stand(&line), &Table::new(1), Budget::ENDLESS, &mut Patient);
        assert_eq!(solved.wins, Some(true), "{text}");
    }
}

#[test]
fn the_solver_is_never_wrong() {
    let mut random = Random::new(2);
    let mut compared = [0; 2];
    for (rows, columns) in [(4, 4), (5, 4), (4, 5)] {
        let ground = Ground::new(rows, columns, &Weights::trained());
        // One table for all: what is proved of one position has to hold for the next.
        let (mut known, table) = (Known::new(), Table::new(1));
        for at in small_positions(rows, columns, 1000, &mut random) {
            let expected = wins(&ground.board, &at, &mut known);
            let solved = solve(&ground, &at, &table, Budget::ENDLESS, &mut Patient);
            assert_eq!(solved.wins, Some(expected), "{at:?}");
            compared[usize::from(expected)] += 1;
            if expected {
                let after = at.after(&ground.board, solved.best);
                assert!(!wins(&ground.board, &after, &mut known), "{at:?} {solved:?}");
            }
        }
    }
    assert!(compared.iter().all(|&count| count > 100), "{compared:?}");
}

#[test]
#[ignore = "half a minute in a release build; part of .ci/long"]
fn starting_positions_are_solved() {
    for (rows, columns, score) in [(4, 4, -1), (4, 5, -1), (5, 4, -1), (4, 6, -1), (5, 5, -1), (6, 4, 1)] {
        let mut player = Player::new();
        player.set_option("Hash", "256").unwrap();
        let mut host = Listener::with_clock();
        let answer = player.solve(&start(rows, columns), Some(60000), &mut host);
        assert!(answer.starts_with(&format!("solved score {score} ")), "{rows}x{columns}: {answer}");
    }
}

#[test]
fn a_won_game_on_a_small_board_is_won() {
    let mut random = Random::new(10);
    let board = Board::<u64>::new(5, 4);
    let (mut known, mut won) = (Known::new(), 0);
    for at in small_positions(5, 4, 20, &mut random) {
        let mut player = Player::new();
        let mut line = Line::parse(Game::Breakthrough { rows: 5, columns: 4 }, &at.text(&board)).unwrap();
        let (mover, expected) = (line.to_move().unwrap().0, wins(&board, &at, &mut known));
        // No time passes for this host, so that every move is as good as the solver makes it.
        while expected && line.to_move().is_some() {
            let ply = player.choose(&line, &Limits::parse("movetime 1000"), &mut Patient);
            line.play(&ply).unwrap();
        }
        if expected {
            won += 1;
            assert!(line.returns().unwrap()[mover] > 0, "{line}");
        }
    }
    assert!(won > 3, "{won}");
}

#[test]
fn a_game_that_is_told_decided_is_over_after_as_many_plies_as_are_told_or_fewer() {
    let mut random = Random::new(23);
    let mut told = [0; 2];
    let mut player = Player::new();
    for (rows, columns) in [(4, 4), (5, 4), (4, 5), (6, 4), (5, 5)] {
        let (board, mut known) = (Board::new(rows, columns), Known::new());
        for at in small_positions(rows, columns, 600, &mut random) {
            let line = Line::parse(Game::Breakthrough { rows, columns }, &at.text(&board)).unwrap();
            for limits in ["depth 1", "depth 2", "depth 5", "nodes 2000"] {
                let mut host = Listener::default();
                player.new_game();
                player.choose(&line, &Limits::parse(limits), &mut host);
                for info in &host.told {
                    let Some(Score::Mate(plies)) = info.score else { continue };
                    let is_so = if plies > 0 { wins_within } else { loses_within };
                    assert!(is_so(&board, &at, plies.unsigned_abs(), &mut known), "{line}: {limits}: {info}");
                    told[usize::from(plies > 0)] += 1;
                }
            }
        }
    }
    assert!(told[0] > 300 && told[1] > 3000, "{told:?}");
}

#[test]
fn every_answer_that_took_thought_is_told_with_its_value_and_what_it_cost() {
    let mut random = Random::new(13);
    let mut proved = 0;
    for (rows, columns) in [(4, 4), (5, 5), (6, 6), (7, 6), (12, 12)] {
        for _ in 0..20 {
            let plies = random.below(usize::from(rows) * usize::from(columns));
            let line = wander(start(rows, columns), plies, &mut random);
            for limits in ["nodes 3000", "nodes 60000", "depth 3"] {
                let mut host = Listener::default();
                let answer = Player::new().choose(&line, &Limits::parse(limits), &mut host);
                let Some(told) = host.told.last() else { panic!("{line}: {limits}: {answer}") };
                assert!(told.nodes > Some(0) && told.time.is_some(), "{line}: {limits}: {told}");
                let score = told.score.unwrap();
                if let Score::Mate(1..) = score {
                    assert_eq!(told.pv[0], answer, "{line}: {limits}");
                    proved += usize::from(told.depth.is_none());
                }
            }
        }
    }
    assert!(proved > 20, "{proved}");
}

#[test]
fn an_answer_that_took_no_thought_is_told_with_depth_score_nodes_time_and_line() {
    let mut random = Random::new(16);
    for (rows, columns) in [(4, 4), (5, 4), (6, 6), (8, 8), (12, 12)] {
        for _ in 0..10 {
            let plies = random.below(usize::from(rows) * usize::from(columns));
            let line = wander(start(rows, columns), plies, &mut random);
            for limits in ["movetime 0", "nodes 0", "nodes 1", "depth 1"] {
                let mut host = Listener::with_clock();
                let answer = Player::new().choose(&line, &Limits::parse(limits), &mut host);
                assert_told(&answer, &host, &format!("{line}: {limits}"));
            }
            let mut host = Listener { stopped: true, ..Listener::with_clock() };
            let answer = Player::new().choose(&line, &Limits::default(), &mut host);
            assert_told(&answer, &host, &format!("{line}: stopped"));
        }
    }
    // Who has but one move does not use his time.
    for text in ["4/4/b3/w3/4 w", "4/3b/3w/4/4 b", "4/4/b3/w3/4 b"] {
        let line = Line::parse(Game::Breakthrough { rows: 5, columns: 4 }, text).unwrap();
        assert_eq!(line.position().plies().len(), 1, "{text}");
        let mut host = Listener::with_clock();
        let answer = Player::new().choose(&line, &Limits::parse("movetime 100000"), &mut host);
        assert_told(&answer, &host, text);
    }
}

#[test]
fn an_answer_that_is_another_than_the_last_whole_iteration_s_is_told() {
    let mut random = Random::new(21);
    for (rows, columns) in [(7, 7), (8, 8), (12, 12)] {
        for nodes in (100..4000).step_by(130) {
            let line = wander(start(rows, columns), random.below(20), &mut random);
            let mut host = Listener::with_clock();
            let answer = Player::new().choose(&line, &Limits::parse(&format!("nodes {nodes}")), &mut host);
            assert_told(&answer, &host, &format!("{line}: {nodes} nodes"));
        }
    }
}

#[test]
fn a_game_that_is_proved_lost_is_told_so_and_not_with_an_estimate() {
    let mut random = Random::new(22);
    let ground = Ground::<u64>::new(5, 5, &Weights::trained());
    let (mut lost, mut found) = (0, 0);
    let mut lines: Vec<Line> = (0..40).map(|_| wander(start(5, 5), random.below(8), &mut random)).collect();
    // The whole game: there the search does not find out.
    lines.push(start(5, 5));
    for line in lines {
        let nodes = if line.plies().is_empty() { 1_200_000 } else { 10_000 };
        let table = Table::new(DEFAULT_MEGABYTES);
        table.next_search();
        let budget = Budget { nodes, ..Budget::ENDLESS };
        if solve(&ground, &stand(&line), &table, budget, &mut Patient).wins == Some(false) {
            let mut host = Listener::with_clock();
            let limits = Limits::parse(&format!("nodes {}", 4 * nodes));
            let answer = Player::new().choose(&line, &limits, &mut host);
            let told = host.told.last().unwrap();
            assert!(matches!(told.score, Some(Score::Mate(..0))) && told.pv[0] == answer, "{line}: {told}");
            lost += 1;
            found += usize::from(told.depth.is_some());
        }
    }
    assert!(lost > 3 && found < lost, "{lost} {found}");
}

/// That the last thing told has all that there is to tell, and the answer.
fn assert_told(answer: &str, host: &Listener, what: &str) {
    let Some(told) = host.told.last() else { panic!("{what}: {answer}") };
    // Who proves has no depth.
    let deep = told.depth.is_some() || matches!(told.score, Some(Score::Mate(1..)));
    let whole = deep && told.score.is_some() && told.nodes.is_some() && told.time.is_some();
    assert!(whole && told.pv[0] == answer, "{what}: {answer}: {told}");
}

#[test]
fn what_is_told_of_a_proof_by_turns_goes_on_and_does_not_begin_anew() {
    let mut random = Random::new(14);
    let mut turns = 0;
    for _ in 0..8 {
        let line = wander(start(5, 5), random.below(4), &mut random);
        let mut host = Listener::default();
        let answer = Player::new().solve(&line, Some(1000), &mut host);
        let words: Vec<&str> = answer.split(' ').collect();
        let nodes: u64 = words[words.iter().position(|&word| word == "nodes").unwrap() + 1].parse().unwrap();
        for pair in host.told.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes, "{line}: {pair:?}");
            let is_proof = matches!(pair[1].score, Some(Score::Mate(_)));
            assert!(is_proof || pair[0].depth < pair[1].depth, "{line}: {pair:?}");
        }
        assert!(host.told.last().unwrap().nodes <= Some(nodes), "{line}: {answer}");
        turns += u32::from(nodes > 5 * FIRST_TURN);
    }
    assert!(turns > 1, "{turns}");
}

#[test]
fn a_search_that_is_cut_short_does_not_call_a_won_game_lost() {
    let mut random = Random::new(11);
    let mut cut_short = 0;
    for (rows, columns) in [(5, 5), (6, 4)] {
        let ground = Ground::new(rows, columns, &Weights::trained());
        let proofs = Table::new(4);
        for _ in 0..40 {
            let at: Stand<u64> = stand(&wander(start(rows, columns), 6 + random.below(8), &mut random));
            let solved = solve(&ground, &at, &proofs, Budget::ENDLESS, &mut Patient);
            if at.winner(&ground.board).is_some() || solved.wins == Some(false) {
                continue;
            }
            for nodes in (5..2000).step_by(45) {
                let budget = Budget { nodes, ..Budget::ENDLESS };
                let table = Table::new(1);
                let outcome = think(&ground, &at, &table, Manner::STEADY, budget, &mut Patient);
                // A move that is refuted says nothing of those there was no time for.
                assert_ne!(outcome.decided(), Some(-1), "{nodes} nodes: {at:?} {outcome:?}");
                cut_short += u32::from(outcome.decided().is_none());
            }
        }
    }
    assert!(cut_short > 100, "{cut_short}");
}

#[test]
fn in_a_lost_game_the_move_is_the_one_that_was_thought_best_before_that_was_seen() {
    let mut random = Random::new(12);
    let ground = Ground::new(7, 6, &Weights::trained());
    let mut lost = 0;
    while lost < 30 {
        let at: Stand<u64> = stand(&wander(start(7, 6), 20 + random.below(12), &mut random));
        if at.winner(&ground.board).is_some() {
            continue;
        }
        let budget = Budget { nodes: 50_000, ..Budget::ENDLESS };
        let outcome = think(&ground, &at, &Table::new(4), Manner::STEADY, budget, &mut Patient);
        if outcome.decided() == Some(-1) && outcome.depth > 3 {
            lost += 1;
            let before = search(&ground, &at, outcome.depth - 1, 4, true);
            assert!(before.decided().is_none(), "{at:?}: {outcome:?}, before {before:?}");
            assert_eq!(outcome.best, before.best, "{at:?}");
        }
    }
}

#[test]
fn captures_come_to_an_end_on_a_crowded_board() {
    let mut random = Random::new(9);
    let ground: Ground<Words<3>> = Ground::new(12, 12, &Weights::trained());
    for _ in 0..20 {
        // Pieces all over the middle, where everything can capture everything.
        let (mut pieces, inside) = ([Words::EMPTY; 2], 24..120);
        for square in inside {
            let side = random.below(3);
            if side < 2 {
                pieces[side] = pieces[side] | Words::of(square);
            }
        }
        let at = Stand { pieces, side: 0 };
        let budget = Budget { depth: 1, nodes: 3_000_000, ..Budget::ENDLESS };
        let manner = Manner::STEADY;
        let outcome = think(&ground, &at, &Table::new(0), manner, budget, &mut Patient);
        assert!(outcome.nodes < 3_000_000, "{at:?}");
    }
}

#[test]
fn a_search_of_some_depth_has_the_same_value_with_and_without_a_hash_table() {
    let mut random = Random::new(3);
    let ground = Ground::new(8, 8, &Weights::trained());
    for _ in 0..20 {
        let at: Stand<u64> = stand(&wander(start(8, 8), random.below(60), &mut random));
        let (with, without) = (search(&ground, &at, 3, 1, false), search(&ground, &at, 3, 0, false));
        assert_eq!(with.value, without.value, "{at:?}");
    }
}

#[test]
fn the_width_of_the_set_does_not_matter() {
    fn answer<S: Set>(line: &Line) -> Outcome {
        let ground: Ground<S> = Ground::new(7, 6, &Weights::trained());
        let at: Stand<S> = stand(line);
        let budget = Budget { depth: 4, ..Budget::ENDLESS };
        let manner = Manner::STEADY;
        think(&ground, &at, &Table::new(1), manner, budget, &mut Patient)
    }
    let mut random = Random::new(4);
    for _ in 0..5 {
        let line = wander(start(7, 6), random.below(30), &mut random);
        assert_eq!(answer::<u64>(&line), answer::<Words<3>>(&line), "{line}");
    }
}

#[test]
fn published_results_are_found() {
    for (position, score, winning) in [
        ("bbbb/bbbb/wwww/wwww w", -1, ""),
        ("bbbbbb/bbbbbb/wwwwww/wwwwww w", -1, ""),
        ("12/12/12/12/3w1w6/b5w3b1/1bb4b2b1/10b1/12/12/12/12 b", 1, "k5j4 k5k4 k5l4"),
        ("3b4/b3bbb1/1b5w/1w6/3w1b2/wb6/6ww/5ww1 w", 1, "h6g7 h6h7"),
        ("6b1/1bbb4/3b1w2/bb4b1/b3b3/w5wb/1w2ww2/8 w", 1, "f6e7 f6g7"),
        ("8/8/6w1/3w3w/w2bb3/b5w1/8/8 w", 1, "g6f7 g6g7 g6h7"),
    ] {
        let line = Line::parse(Game::Breakthrough { rows: 8, columns: 8 }, position).unwrap();
        let answer = Player::new().solve(&line, Some(10000), &mut Patient);
        assert!(answer.starts_with(&format!("solved score {score} bestmove ")), "{position}: {answer}");
        let best = answer.split(' ').nth(4).unwrap();
        assert!(score < 0 || winning.split(' ').any(|ply| ply == best), "{position}: {answer}");
    }
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let line = Line::parse(Game::Breakthrough { rows: 8, columns: 8 }, "w3/4/b3/4 b").unwrap();
    let answer = Player::new().solve(&line, None, &mut Patient);
    assert_eq!(answer, "solved score -1 bestmove none nodes 0 ms 0");
}

#[test]
fn the_answer_is_legal_on_every_board_under_every_limit() {
    let mut random = Random::new(6);
    let limits =
        ["movetime 0", "movetime 1", "p1time 0 p2time 0", "nodes 0", "nodes 100", "depth 0", "depth 2"];
    for (number, (rows, columns)) in
        SIDES.flat_map(|rows| SIDES.map(move |columns| (rows, columns))).enumerate()
    {
        for limits in [limits[number % 7], limits[(number + 3) % 7]] {
            let plies = random.below(usize::from(rows) * usize::from(columns));
            let line = wander(start(rows, columns), plies, &mut random);
            let mut host = Listener::with_clock();
            let answer = Player::new().choose(&line, &Limits::parse(limits), &mut host);
            assert!(line.position().plies().contains(&answer), "{line}: {limits}: {answer}");
        }
    }
}

#[test]
fn boards_with_more_pieces_than_a_game_begins_with_are_played_too() {
    for text in [
        "bbbbbbbbbbbb/1wbwbwbwbwb1/wbwbwbwbwbwb/1wbwbwbwbwb1/wbwbwbwbwbwb/1wbwbwbwbwb1/wbwbwbwbwbwb/1wbwbwbwbwb1/wbwbwbwbwbwb/1wbwbwbwbwb1/wwwwwwwwwwww/12 w",
        "8/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/8/b7/8 b",
        "8/1w6/8/8/8/8/6b1/8 w",
    ] {
        let line = Line::parse(Game::Breakthrough { rows: 8, columns: 8 }, text).unwrap();
        let answer = Player::new().choose(&line, &Limits::parse("nodes 20000"), &mut Patient);
        assert!(line.position().plies().contains(&answer), "{line}: {answer}");
    }
}

#[test]
fn a_stop_sign_ends_a_search_without_limit_at_once() {
    let mut host = Listener { stopped: true, ..Listener::default() };
    let answer = Player::new().choose(&start(8, 8), &Limits::default(), &mut host);
    assert!(start(8, 8).position().plies().contains(&answer));
    assert!(host.told.last().unwrap().nodes.unwrap() <= 1000);
}

#[test]
fn no_more_nodes_are_visited_than_allowed() {
    let ground: Ground<u64> = Ground::new(8, 8, &Weights::trained());
    let at: Stand<u64> = stand(&start(8, 8));
    let budget = Budget { nodes: 12_345, ..Budget::ENDLESS };
    let manner = Manner::STEADY;
    let outcome = think(&ground, &at, &Table::new(1), manner, budget, &mut Patient);
    assert_eq!(outcome.nodes, 12_345);
}

/// What `player` says and answers on some positions of one game.
fn replies(player: &mut Player, limits: &str) -> Vec<(String, Vec<Info>)> {
    let mut random = Random::new(6);
    let mut line = start(8, 8);
    let mut replies = Vec::new();
    for _ in 0..6 {
        let mut host = Listener::default();
        let answer = player.choose(&line, &Limits::parse(limits), &mut host);
        line.play(&answer).unwrap();
        line = wander(line, 3, &mut random);
        replies.push((answer, host.told));
    }
    replies
}

#[test]
fn after_a_new_game_the_answers_are_those_of_a_new_player() {
    for limits in ["depth 5", "nodes 20000"] {
        let fresh = replies(&mut Player::new(), limits);
        let mut player = Player::new();
        let other = wander(start(5, 9), 12, &mut Random::new(7));
        player.choose(&other, &Limits::parse("depth 5"), &mut Patient);
        player.new_game();
        assert_eq!(replies(&mut player, limits), fresh);
        player.new_game();
        assert_eq!(replies(&mut player, limits), fresh);
    }
}

#[test]
fn seeds_and_levels_vary_the_play_and_repeat_it() {
    let answers = |name, value| {
        let mut player = Player::new();
        player.set_option(name, value).unwrap();
        player.new_game();
        replies(&mut player, "depth 4").into_iter().map(|(answer, _)| answer).collect::<Vec<_>>()
    };
    for (name, values) in [("Seed", ["0", "1", "2", "3"]), ("Level", ["1", "2", "3", "10"])] {
        assert_eq!(answers(name, values[1]), answers(name, values[1]));
        let variety: std::collections::HashSet<_> = values.map(|value| answers(name, value)).into();
        assert!(variety.len() > 1, "{name}");
    }
}

/// A host on which a millisecond passes between two looks, and once a gap.
struct Interrupted {
    looks: Cell<u64>,
    gap: u64,
}

impl Host for Interrupted {
    fn stopped(&self) -> bool {
        false
    }
    fn elapsed(&self) -> Duration {
        let looks = self.looks.get();
        self.looks.set(looks + 1);
        Duration::from_millis(looks + if looks > 5 { self.gap } else { 0 })
    }
    fn info(&mut self, _: &Info) {}
}

#[test]
fn a_machine_that_was_loaded_in_one_move_is_expected_to_be_loaded_in_the_next() {
    let used = |player: &mut Player, gap| {
        // What is known of the position would be told without looks in between.
        player.new_game();
        let mut host = Interrupted { looks: Cell::new(0), gap };
        player.choose(&start(8, 8), &Limits::parse("movetime 200"), &mut host);
        host.elapsed().as_millis()
    };
    let mut player = Player::new();
    assert!((170..190).contains(&used(&mut player, 0)));
    assert!((120..145).contains(&used(&mut player, 60)));
    assert!((120..145).contains(&used(&mut player, 0)));
    (0..60).for_each(|_| _ = used(&mut player, 0));
    assert!((170..190).contains(&used(&mut player, 0)));
}

#[test]
fn several_threads_find_what_one_does() {
    let position = "3b4/b3bbb1/1b5w/1w6/3w1b2/wb6/6ww/5ww1 w";
    let line = Line::parse(Game::Breakthrough { rows: 8, columns: 8 }, position).unwrap();
    let mut player = Player::new();
    player.set_option("Threads", "3").unwrap();
    let answer = player.choose(&line, &Limits::parse("depth 30"), &mut Patient);
    assert!(["h6g7", "h6h7"].contains(&answer.as_str()), "{answer}");
}

#[test]
fn what_all_threads_visit_is_told_while_they_search() {
    if std::thread::available_parallelism().is_ok_and(|processors| processors.get() == 1) {
        return;
    }
    let mut host = Eavesdropper::default();
    // It is stopped long before.
    let limits = Limits::parse("nodes 60000000");
    let mut player = Player::new();
    player.set_option("Threads", "2").unwrap();
    player.choose(&start(8, 8), &limits, &mut host);
    assert!(host.stopped(), "{host:?}");
}

#[test]
fn a_bench_tells_of_three_boards() {
    let told = Player::new().bench(Some(2), &mut Patient);
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.lines().all(|line| line.starts_with("bench ") && line.contains(" nps ")), "{told}");
}

#[test]
fn a_random_mover_is_beaten_every_time() {
    let mut random = Random::new(8);
    for game in 0..12 {
        let (rows, columns) = [(8, 8), (6, 6), (5, 9), (12, 12)][game % 4];
        let mut line = start(rows, columns);
        let mut player = Player::new();
        player.set_option("Depth", "2").unwrap();
        while let Some(seat) = line.to_move() {
            let ply = if seat.0 == game / 4 % 2 {
                player.choose(&line, &Limits::default(), &mut Patient)
            } else {
                random.choose(&line.position().plies()).unwrap().clone()
            };
            line.play(&ply).unwrap();
        }
        assert!(line.returns().unwrap()[game / 4 % 2] > 0, "game {game}: {line}");
    }
}

#[test]
fn weights_that_cannot_be_read_are_told_and_not_played_with() {
    for (path, why) in [("/no such file", "No such file"), ("/dev/zero", "a device"), ("/", "a folder")] {
        let mut player = Player::new();
        let told = player.set_option("Weights", path).unwrap_err();
        assert!(told.contains(why), "{path}: {told}");
        assert_eq!(player.weights, Weights::trained());
    }
}

/// A value other than the default for every option, and a file of weights for one of them.
fn other_values(player: &Player, test: &str) -> Vec<(String, String, String)> {
    let path = std::env::temp_dir().join(format!("breakthrough-{test}-{}", std::process::id()));
    let mut logits = Weights::trained().logits();
    logits.iter_mut().for_each(|logit| *logit /= 2.0);
    std::fs::write(&path, Weights::rounded(&logits).to_bytes()).unwrap();
    let options = player.options().into_iter();
    let values = options.map(|OptionDecl { name, default, .. }| {
        let other = match name.as_str() {
            "Depth" => "4",
            "Hash" => "1",
            "Level" => "3",
            "Seed" => "7",
            // What several find depends on who is first.
            "Threads" => "1",
            "Weights" => path.to_str().unwrap(),
            _ => panic!("{name}: which value changes answers?"),
        };
        (name, default.unwrap(), other.to_owned())
    });
    values.collect()
}

#[test]
fn an_option_set_after_a_search_gives_the_answers_of_a_player_that_has_not_searched() {
    let values = other_values(&Player::new(), "set-later");
    let mut unlike = Vec::new();
    let before = replies(&mut Player::new(), "depth 5");
    for (name, default, other) in &values {
        let mut fresh = Player::new();
        fresh.set_option(name, other).unwrap();
        let fresh = replies(&mut fresh, "depth 5");
        let mut player = Player::new();
        for (value, expected) in [(default, &before), (other, &fresh), (default, &before)] {
            player.set_option(name, value).unwrap();
            if replies(&mut player, "depth 5") != *expected {
                unlike.push(format!("{name}={value}"));
            }
        }
        // Or the test would not see a table that is kept.
        assert!(["Hash", "Threads"].contains(&name.as_str()) || fresh != before, "{name}");
    }
    std::fs::remove_file(&values.last().unwrap().2).unwrap();
    assert!(unlike.is_empty(), "{unlike:?}");
}

#[test]
fn weights_of_no_file_are_its_own_however_that_is_written() {
    let values = other_values(&Player::new(), "set-back");
    let (name, default, other) = values.last().unwrap();
    for none in ["", "<empty>", default] {
        let mut player = Player::new();
        player.set_option(name, other).unwrap();
        assert_ne!(player.weights, Weights::trained());
        player.set_option(name, none).unwrap();
        assert_eq!(player.weights, Weights::trained(), "`{none}`");
    }
    std::fs::remove_file(other).unwrap();
}
