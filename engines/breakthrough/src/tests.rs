//! What can be relied on: values that plain minimax confirms, legal answers whatever the limits, the
//! same answer to the same question.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use arena::games::breakthrough::{Breakthrough, Colour, SIDES, Word};
use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::driver::Engine;
use arena::protocol::{Info, Limits};

use crate::board::Board;
use crate::evaluation::Evaluation;
use crate::hash::Table;
use crate::player::Player;
use crate::race::moves_to_win;
use crate::search::{Manner, Outcome, think};
use arena::protocol::budget::{Budget, Host};

/// A host on which no time passes unless a clock is set going, and which keeps what it is told.
#[derive(Default)]
struct Patient {
    stopped: bool,
    clock: Option<Instant>,
    told: Vec<Info>,
}

impl Host for Patient {
    fn stopped(&self) -> bool {
        self.stopped
    }
    fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock.elapsed())
    }
    fn info(&mut self, info: &Info) {
        self.told.push(Info { nps: None, ..info.clone() });
    }
}

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

fn start(rows: u8, columns: u8) -> Line {
    Line::new(Game::Breakthrough { rows, columns }.start())
}

/// A random position on the way through a game.
fn random_position<B: Word>(rows: u8, columns: u8, random: &mut Random) -> Breakthrough<B> {
    let plies = random.below(usize::from(rows * columns));
    wander(start(rows, columns), plies, random).position().to_string().parse().unwrap()
}

/// Searches to `depth` as if the game were new, every move as deep as the next.
fn search<B: Word>(position: &Breakthrough<B>, depth: u32, megabytes: usize) -> Outcome {
    let budget = Budget { depth, ..Budget::ENDLESS };
    let manner = Manner { noise: 0, reductions: false };
    think(position, &mut Table::new(megabytes), manner, budget, &mut Patient::default())
}

/// What [`wins`] found, by White's pieces, Black's and the side to move, on boards of one shape.
type Known = HashMap<(u64, u64, Colour), bool>;

/// Whether [`wins`] has an answer in a moment and a few megabytes.
fn is_small(position: &Breakthrough<u64>) -> bool {
    (position.pieces(Colour::White) | position.pieces(Colour::Black)).count_ones() <= 10
}

/// Whether the side to move wins, by the definition of it.
fn wins(position: &Breakthrough<u64>, known: &mut Known) -> bool {
    if let Some(winner) = position.winner() {
        return winner == position.side();
    }
    let key = (position.pieces(Colour::White), position.pieces(Colour::Black), position.side());
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let wins = position.moves().any(|mv| !wins(&position.after(mv), known));
    known.insert(key, wins);
    wins
}

#[test]
fn small_games_are_decided_as_plain_minimax_decides_them() {
    let (mut random, mut compared) = (Random::new(1), 0);
    for (rows, columns, earliest) in [(4, 4, 6), (5, 4, 12), (4, 5, 10)] {
        let mut known = Known::new();
        for _ in 0..500 {
            let plies = earliest + random.below(8);
            let line = wander(start(rows, columns), plies, &mut random);
            let position: Breakthrough<u64> = line.position().to_string().parse().unwrap();
            if !is_small(&position) {
                continue;
            }
            compared += 1;
            let expected = if wins(&position, &mut known) { 1 } else { -1 };
            let plain = search(&position, u32::MAX, 1);
            assert_eq!(plain.decided(), Some(expected), "{position}");
            let answer = Player::new().solve(&line, "", &mut Patient::default());
            assert!(answer.starts_with(&format!("solved score {expected} ")), "{position}: {answer}");
            if expected == 1 {
                assert!(!wins(&position.after(plain.best), &mut known), "{position}: {answer}");
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn a_race_called_won_is_won() {
    let (mut random, mut known, mut called) = (Random::new(2), Known::new(), 0);
    for _ in 0..1000 {
        let plies = 19 + random.below(8);
        let line = wander(start(5, 4), plies, &mut random);
        let position: Breakthrough<u64> = line.position().to_string().parse().unwrap();
        if !is_small(&position) {
            continue;
        }
        let board = Board::new(position.shape());
        for runner in [position.side(), position.side().other()] {
            if moves_to_win(&board, &position, runner).is_some() {
                called += 1;
                assert_eq!(wins(&position, &mut known), runner == position.side(), "{position}");
            }
        }
    }
    assert!(called > 20, "{called}");
}

#[test]
fn a_search_of_some_depth_has_the_same_value_with_and_without_a_hash_table() {
    fn compare<B: Word>(rows: u8, columns: u8, random: &mut Random) {
        for _ in 0..10 {
            let position = random_position::<B>(rows, columns, random);
            let (with, without) = (search(&position, 3, 1), search(&position, 3, 0));
            assert_eq!(with.value, without.value, "{position}");
        }
    }
    let mut random = Random::new(3);
    compare::<u64>(8, 8, &mut random);
    compare::<u128>(9, 10, &mut random);
}

#[test]
fn the_width_of_the_word_does_not_matter() {
    let mut random = Random::new(4);
    for _ in 0..5 {
        let narrow = random_position::<u64>(7, 6, &mut random);
        let wide: Breakthrough<arena::games::bits::Wide> = narrow.to_string().parse().unwrap();
        assert_eq!(search(&narrow, 4, 0), search(&wide, 4, 0), "{narrow}");
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
        let answer = Player::new().solve(&line, "10000", &mut Patient::default());
        assert!(answer.starts_with(&format!("solved score {score} bestmove ")), "{position}: {answer}");
        let best = answer.split(' ').nth(4).unwrap();
        assert!(score < 0 || winning.split(' ').any(|ply| ply == best), "{position}: {answer}");
    }
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let line = Line::parse(Game::Breakthrough { rows: 8, columns: 8 }, "w3/4/4/b3 w").err();
    assert!(line.is_some(), "both on their far rows");
    let line = Line::parse(Game::Breakthrough { rows: 8, columns: 8 }, "w3/4/b3/4 b").unwrap();
    let answer = Player::new().solve(&line, "", &mut Patient::default());
    assert_eq!(answer, "solved score -1 bestmove none nodes 0 ms 0");
}

#[test]
fn colours_do_not_matter_to_the_evaluation() {
    let mut random = Random::new(5);
    for (rows, columns) in [(8, 8), (5, 11), (12, 4)] {
        for _ in 0..50 {
            let position = random_position::<u64>(rows, columns, &mut random);
            let (board, side) =
                position.to_string().split_once(' ').map(|(b, s)| (b.to_owned(), s.to_owned())).unwrap();
            let turned: Vec<&str> = board.split('/').rev().collect();
            let swapped =
                format!("{} {side}", turned.join("/")).replace('w', "?").replace('b', "w").replace('?', "b");
            let evaluation = Evaluation::new(Board::new(position.shape()), 0);
            assert_eq!(evaluation.of(&position), evaluation.of(&swapped.parse().unwrap()), "{position}");
        }
    }
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
            let mut host = Patient { clock: Some(Instant::now()), ..Patient::default() };
            let answer = Player::new().choose(&line, &Limits::parse(limits), &mut host);
            assert!(line.position().plies().contains(&answer), "{line}: {limits}: {answer}");
        }
    }
}

#[test]
fn a_stop_sign_ends_a_search_without_limit_at_once() {
    let mut host = Patient { stopped: true, ..Patient::default() };
    let answer = Player::new().choose(&start(8, 8), &Limits::default(), &mut host);
    assert!(start(8, 8).position().plies().contains(&answer));
    assert!(host.told.last().unwrap().nodes.unwrap() <= 1000);
}

#[test]
fn no_more_nodes_are_visited_than_allowed() {
    let budget = Budget { nodes: 12_345, ..Budget::ENDLESS };
    let position = Breakthrough::<u64>::start(8, 8).unwrap();
    let manner = Manner { noise: 0, reductions: true };
    let outcome = think(&position, &mut Table::new(1), manner, budget, &mut Patient::default());
    assert_eq!(outcome.nodes, 12_345);
}

/// What `player` says and answers on some positions of one game.
fn replies(player: &mut Player, limits: &str) -> Vec<(String, Vec<Info>)> {
    let mut random = Random::new(6);
    let mut line = start(8, 8);
    let mut replies = Vec::new();
    for _ in 0..6 {
        let mut host = Patient::default();
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
        let other = wander(start(8, 8), 12, &mut Random::new(7));
        player.choose(&other, &Limits::parse("depth 5"), &mut Patient::default());
        player.new_game();
        assert_eq!(replies(&mut player, limits), fresh);
        player.new_game();
        assert_eq!(replies(&mut player, limits), fresh);
    }
}

#[test]
fn seeds_vary_the_play_and_repeat_it() {
    let answers = |seed| {
        let mut player = Player::new();
        player.set_option("Seed", seed);
        player.new_game();
        replies(&mut player, "depth 4").into_iter().map(|(answer, _)| answer).collect::<Vec<_>>()
    };
    assert_eq!(answers("1"), answers("1"));
    let variety: std::collections::HashSet<_> = ["0", "1", "2", "3", "4", "5"].map(answers).into();
    assert!(variety.len() > 1);
}

#[test]
fn a_random_mover_is_beaten_every_time() {
    let mut random = Random::new(8);
    for game in 0..20 {
        let (rows, columns) = [(8, 8), (6, 6), (5, 9), (12, 12)][game % 4];
        let mut line = start(rows, columns);
        let mut player = Player::new();
        player.set_option("Depth", "2");
        while let Some(seat) = line.to_move() {
            let ply = if seat.0 == game / 4 % 2 {
                player.choose(&line, &Limits::default(), &mut Patient::default())
            } else {
                random.choose(&line.position().plies()).unwrap().clone()
            };
            line.play(&ply).unwrap();
        }
        assert!(line.returns().unwrap()[game / 4 % 2] > 0, "game {game}: {line}");
    }
}

#[test]
fn time_is_kept_back_but_little_of_it() {
    let time = |limits| Budget::new(&Limits::parse(limits), arena::games::Seat(0), 10).time.unwrap();
    assert_eq!(time("movetime 100"), Duration::from_millis(85));
    assert_eq!(time("movetime 1000"), Duration::from_millis(958));
    assert_eq!(time("movetime 60000"), Duration::from_millis(59_800));
    assert_eq!(time("movetime 8"), Duration::from_millis(2));
    assert_eq!(time("p1time 10000 p2time 1"), Duration::from_millis(958));
    assert_eq!(time("movetime 0"), Duration::ZERO);
}
