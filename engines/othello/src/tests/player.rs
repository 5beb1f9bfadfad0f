//! What can be relied on from the player: right results, legal answers whatever the limits, the same
//! answer to the same question.

use std::time::Duration;

use arena::games::random::Random;
use arena::games::{Game, Line, Position};
use arena::protocol::driver::Engine;
use arena::protocol::{Info, Limits};

use arena::protocol::budget::{Budget, Eavesdropper, Host, Listener, Patient};

use crate::packing::pack;
use crate::player::Player;
use crate::weights::Weights;

/// `line` after at most so many random plies; stops before the end of the game.
fn wander(mut line: Line, plies: usize, random: &mut Random) -> Line {
    for _ in 0..plies {
        let mut next = line.clone();
        let plies = line.position().plies();
        next.play(random.choose(&plies).unwrap()).unwrap();
        if next.to_move().is_none() {
            break;
        }
        line = next;
    }
    line
}

fn start(size: u8) -> Line {
    Line::new(Game::Othello { size }.start())
}

#[test]
fn endings_have_the_result_of_plain_minimax() {
    let mut random = Random::new(3);
    for size in [4, 6, 8, 10_u8] {
        for _ in 0..20 {
            let plies = usize::from(size) * usize::from(size) - 4 - 5 - random.below(2);
            let line = wander(start(size), plies, &mut random);
            // A game may have ended early with many squares empty, or passed.
            if line.plies().len() < plies || line.plies().iter().any(|ply| ply == "pass") {
                continue;
            }
            compare(size, &line);
        }
    }

    fn compare(size: u8, line: &Line) {
        let plain = line.position();
        // The rules know the game by text alone: a second opinion on the search's own types.
        let expected = result(plain, plain.player().unwrap());
        let answer = Player::new().solve(line, None, &mut Patient);
        assert!(answer.starts_with(&format!("solved score {expected} ")), "{size}: {plain}: {answer}");
        let best = answer.split(' ').nth(4).unwrap();
        let mut after = plain.boxed();
        after.play(best).unwrap();
        assert_eq!(result(&*after, plain.player().unwrap()), expected, "{plain}: {best}");
    }

    /// The result of best play for `player`.
    fn result(position: &dyn Position, player: usize) -> i32 {
        if let Some(returns) = position.returns() {
            return returns[player];
        }
        let results = position.plies().into_iter().map(|ply| {
            let mut after = position.boxed();
            after.play(&ply).unwrap();
            result(&*after, player)
        });
        if position.player() == Some(player) { results.max() } else { results.min() }.unwrap()
    }
}

#[test]
fn published_results_are_found() {
    for (position, score, best) in [
        ("ooox/ooox/ooxx/ox.x o", 8, "c4"),
        ("oooo/oooo/oxxo/.x.o x", -16, "pass"),
        (".ooo.x../...xxx.o/o..xxxxo/ooxxxoxo/.oxxxooo/xxooxoxo/..xooooo/.ooooooo x", -46, "a5"),
        (".xxx.o.o/..xoxxxo/xxoxoxoo/.oooxxxo/.xxxxxxo/..xxxxxo/..xxxxx./.xxxxx.x x", -44, "b2"),
        ("oooooooo/ooxxxxoo/oxoxxoxo/oxxxxxxo/oxoxoxxo/ooxxx..o/o.ox..../..o..... x", -36, "f6"),
    ] {
        let line = Line::parse(Game::Othello { size: 8 }, position).unwrap();
        let answer = Player::new().solve(&line, Some(10000), &mut Patient);
        assert!(answer.starts_with(&format!("solved score {score} bestmove {best} nodes ")), "{answer}");
    }
}

#[test]
fn the_smallest_board_is_solved_at_once_and_won_by_white() {
    let answer = Player::new().solve(&start(4), None, &mut Patient);
    let nodes =
        answer.strip_prefix("solved score -8 bestmove b1 nodes ").and_then(|rest| rest.split(' ').next());
    assert!(nodes.and_then(|nodes| nodes.parse().ok()).is_some_and(|nodes: u32| nodes < 100_000), "{answer}");
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let line = Line::parse(Game::Othello { size: 4 }, "xxxx/xxxx/xxxx/xx2 o").unwrap();
    let answer = Player::new().solve(&line, None, &mut Patient);
    assert_eq!(answer, "solved score -14 bestmove none nodes 0 ms 0");
}

#[test]
fn the_answer_is_legal_on_every_board_under_every_limit() {
    let mut random = Random::new(5);
    for size in [4, 6, 8, 10] {
        for limits in
            ["movetime 0", "movetime 1", "p1time 0 p2time 0", "nodes 0", "nodes 100", "depth 0", "depth 2"]
        {
            let plies = random.below(usize::from(size) * usize::from(size));
            let line = wander(start(size), plies, &mut random);
            let mut host = Listener::with_clock();
            let answer = Player::new().choose(&line, &Limits::parse(limits), &mut host);
            assert!(line.position().plies().contains(&answer), "{line}: {limits}: {answer}");
        }
    }
}

#[test]
fn every_answer_is_told_with_depth_score_nodes_time_and_line() {
    let mut random = Random::new(15);
    let mut alone = 0;
    for size in [4, 6, 8, 10] {
        for number in 0..40 {
            let plies = random.below(usize::from(size) * usize::from(size));
            let line = wander(start(size), plies, &mut random);
            let is_alone = line.position().plies().len() == 1;
            // Who has but one move does not use his time.
            let limits = if is_alone {
                "movetime 100000"
            } else {
                ["movetime 0", "nodes 0", "nodes 1", "depth 1"][number % 4]
            };
            alone += usize::from(is_alone);
            for stopped in [false, true] {
                let mut host = Listener { stopped, ..Listener::with_clock() };
                let answer = Player::new().choose(&line, &Limits::parse(limits), &mut host);
                let Some(told) = host.told.last() else { panic!("{line}: {limits}: {answer}") };
                let whole = told.depth.is_some()
                    && told.score.is_some()
                    && told.nodes.is_some()
                    && told.time.is_some();
                assert!(whole && told.pv[0] == answer, "{line}: {limits}: {answer}: {told}");
            }
        }
    }
    assert!(alone > 10, "{alone}");
}

#[test]
fn an_answer_that_is_another_than_the_last_whole_iteration_s_is_told() {
    let mut random = Random::new(21);
    for (size, step) in [(6, 60), (8, 60), (8, 1500), (10, 60)] {
        for nodes in (0..30).map(|number| 100 + number * step) {
            let line = wander(start(size), random.below(20), &mut random);
            let mut host = Listener::with_clock();
            let answer = Player::new().choose(&line, &Limits::parse(&format!("nodes {nodes}")), &mut host);
            let told = host.told.last().unwrap();
            assert_eq!(told.pv[0], answer, "{line}: {nodes} nodes: {told}");
        }
    }
}

#[test]
fn boards_with_more_moves_than_any_game_comes_to_are_played_on() {
    for text in ["....x.../o.oxo.../x.ox.xx./..x..xo./.oxoo.o./..x..xx./.ooxooo./.x...... o"] {
        let line = Line::parse(Game::Othello { size: 8 }, text).unwrap();
        let mut after = line.clone();
        after.play("g2").unwrap();
        assert!(after.position().plies().len() > 34);
        for line in [line, after] {
            let answer = Player::new().choose(&line, &Limits::parse("depth 5"), &mut Patient);
            assert!(line.position().plies().contains(&answer), "{line}: {answer}");
        }
    }
}

#[test]
fn a_stop_sign_ends_a_search_without_limit_at_once() {
    let mut host = Listener { stopped: true, ..Listener::default() };
    let answer = Player::new().choose(&start(8), &Limits::default(), &mut host);
    assert!(start(8).position().plies().contains(&answer));
    assert!(host.told.last().unwrap().nodes.unwrap() <= 1000);
}

#[test]
fn a_search_without_limit_ends_when_the_game_is_solved() {
    let line = Line::parse(Game::Othello { size: 4 }, "4/1ox1/1xo1/4 x moves b1").unwrap();
    let mut host = Listener::default();
    Player::new().choose(&line, &Limits::default(), &mut host);
    assert_eq!(host.told.last().unwrap().depth, Some(11));
}

/// What `player` says and answers on some positions of one game.
fn replies(player: &mut Player, limits: &str) -> Vec<(String, Vec<Info>)> {
    replies_from(player, start(8), limits)
}

/// The same of the game that goes on from `line`.
fn replies_from(player: &mut Player, mut line: Line, limits: &str) -> Vec<(String, Vec<Info>)> {
    let mut random = Random::new(6);
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
    for limits in ["depth 6", "nodes 30000"] {
        let fresh = replies(&mut Player::new(), limits);
        let mut player = Player::new();
        let other = wander(start(8), 9, &mut Random::new(7));
        player.choose(&other, &Limits::parse("depth 7"), &mut Patient);
        player.new_game();
        assert_eq!(replies(&mut player, limits), fresh);
        player.new_game();
        assert_eq!(replies(&mut player, limits), fresh);
    }
}

#[test]
fn boards_of_different_sizes_leave_nothing_to_one_another_in_the_memory_that_they_share() {
    for (first, second) in [(6, 8), (8, 6), (10, 8), (8, 10)] {
        for limits in ["depth 5", "nodes 20000"] {
            let fresh = replies_from(&mut Player::new(), start(second), limits);
            let mut player = Player::new();
            for has_new_games in [false, true] {
                replies_from(&mut player, wander(start(first), 3, &mut Random::new(8)), limits);
                if has_new_games {
                    player.new_game();
                }
                let replies = replies_from(&mut player, start(second), limits);
                assert_eq!(replies, fresh, "{first} before {second}: {limits}");
            }
        }
    }
}

#[test]
fn seeds_vary_the_play_and_repeat_it() {
    let answers = |seed| {
        let mut player = Player::new();
        player.set_option("Seed", seed).unwrap();
        player.new_game();
        replies(&mut player, "depth 4").into_iter().map(|(answer, _)| answer).collect::<Vec<_>>()
    };
    assert_eq!(answers("1"), answers("1"));
    let variety: std::collections::HashSet<_> = ["0", "1", "2", "3", "4", "5"].map(answers).into();
    assert!(variety.len() > 1);
}

#[test]
fn a_random_mover_has_to_be_lucky() {
    let mut random = Random::new(8);
    let mut won = 0;
    for game in 0..24 {
        let (mut line, ours) = (start([6, 8, 10][game % 3]), game / 3 % 2);
        let mut player = Player::new();
        player.set_option("Depth", "3").unwrap();
        while let Some(seat) = line.to_move() {
            let ply = if seat.0 == ours && line.forced().is_none() {
                player.choose(&line, &Limits::default(), &mut Patient)
            } else {
                random.choose(&line.position().plies()).unwrap().clone()
            };
            line.play(&ply).unwrap();
        }
        won += u32::from(line.returns().unwrap()[ours] > 0);
    }
    assert!(won >= 23, "{won} of 24");
}

#[test]
fn time_is_kept_back_but_little_of_it() {
    let time = |limits| Budget::new(&Limits::parse(limits), arena::games::Seat(0), 10).time.unwrap();
    assert_eq!(time("movetime 100"), Duration::from_millis(85));
    assert_eq!(time("movetime 1000"), Duration::from_millis(958));
    assert_eq!(time("movetime 60000"), Duration::from_millis(59_800));
    assert_eq!(time("movetime 20"), Duration::from_micros(15_400));
    assert_eq!(time("movetime 8"), Duration::from_micros(6160));
    assert_eq!(time("p1time 10000 p2time 1"), Duration::from_millis(958));
    assert_eq!(time("movetime 0"), Duration::ZERO);
}

#[test]
fn weights_that_cannot_be_read_are_told_and_not_played_with() {
    let line = start(8);
    let own = Player::new().evaluate(&line);
    for (path, why) in [
        ("/no such file", "No such file"),
        ("/dev/zero", "a device"),
        ("/", "a folder"),
        (concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "it is not a file of weights"),
    ] {
        let mut player = Player::new();
        let told = player.set_option("Weights", path).unwrap_err();
        assert!(told.contains(why), "{path}: {told}");
        assert_eq!(player.evaluate(&line), own);
    }
}

#[test]
fn an_option_set_after_a_search_gives_the_answers_of_a_player_that_has_not_searched() {
    let path = std::env::temp_dir().join(format!("othello-other-weights-{}", std::process::id()));
    std::fs::write(&path, pack(&Weights::by_hand())).unwrap();
    let answers =
        |player: &mut Player| [start(6), start(8)].map(|line| replies_from(player, line, "depth 6"));
    let (mut unlike, before) = (Vec::new(), answers(&mut Player::new()));
    for option in Player::new().options() {
        let (name, default) = (option.name, option.default.unwrap());
        let other = match name.as_str() {
            "Book" => "true",
            "Depth" => "4",
            "Hash" => "1",
            "Level" => "3",
            "Seed" => "7",
            // What several find depends on who is first.
            "Threads" => "1",
            "Weights" => path.to_str().unwrap(),
            _ => panic!("{name}: which value changes answers?"),
        };
        let mut fresh = Player::new();
        fresh.set_option(&name, other).unwrap();
        let fresh = answers(&mut fresh);
        let mut player = Player::new();
        for (value, expected) in [(&*default, &before), (other, &fresh), (&*default, &before)] {
            player.set_option(&name, value).unwrap();
            if answers(&mut player) != *expected {
                unlike.push(format!("{name}={value}"));
            }
        }
        // Or the test would not see a table that is kept.
        assert!(["Hash", "Threads"].contains(&name.as_str()) || fresh != before, "{name}");
    }
    std::fs::remove_file(path).unwrap();
    assert!(unlike.is_empty(), "{unlike:?}");
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
    player.choose(&start(8), &limits, &mut host);
    assert!(host.stopped(), "{host:?}");
}
