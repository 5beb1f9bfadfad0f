//! The rules against numbers, games and positions that independent programs computed: the files of
//! `tests/vectors`, whose README describes them.
#![cfg(feature = "runner")]

use std::collections::BTreeMap;

use arena::games::bits::{Bits, Wide};
use arena::games::breakthrough::{Breakthrough, Colour, configuration};
use arena::games::domino::strategy::{Memory, Strategy};
use arena::games::domino::{Deal, Domino, Ply, Tile};
use arena::games::random::Random;
use arena::games::{Game, Line, Position, Seat};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The largest count of leaves that is counted: everything, but in a debug build what takes seconds.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 15_000_000 } else { u64::MAX };

const OTHELLO: Game = Game::Othello { size: 8 };
const BREAKTHROUGH: Game = Game::Breakthrough { rows: 8, columns: 8 };

fn objects<T: DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn records<T: DeserializeOwned>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|record| record.expect("a record")).collect()
}

/// The text of a position with `.` for every empty square.
fn spelt_out(text: &str) -> String {
    let (rows, side) = text.split_once(' ').expect("rows and a side");
    // From the largest number down, lest `12` be taken for a 1 and a 2.
    let rows = (1..=12).rev().fold(rows.to_owned(), |rows, n| rows.replace(&n.to_string(), &".".repeat(n)));
    format!("{rows} {side}")
}

/// Reads a position and sees that its text comes round to one canonical form.
fn position(game: Game, text: &str, id: &str) -> Box<dyn Position> {
    let position = game.parse(text).unwrap_or_else(|error| panic!("{id}: {error}"));
    let canonical = position.to_string();
    assert_eq!(spelt_out(&canonical), spelt_out(text), "{id}");
    assert!(!canonical.contains('.'), "{id}: {canonical}");
    let again = game.parse(&canonical).unwrap_or_else(|error| panic!("{id}: {error}"));
    assert_eq!(again.to_string(), canonical, "{id}");
    position
}

/// Whom the returns name, in the letters of the vectors: `first`, `second`, `draw`, nobody yet.
fn winner<'a>(position: &dyn Position, first: &'a str, second: &'a str) -> Option<&'a str> {
    position.returns().map(|returns| match returns[0].signum() {
        1 => first,
        -1 => second,
        _ => "draw",
    })
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// Plays every illegal move, sees the reason for which it is refused and that nothing changes.
fn refuses(position: &dyn Position, illegal: &[(String, String)], id: &str) {
    let before = position.to_string();
    for (ply, why) in illegal {
        let reason = match why.as_str() {
            "backward" => "backwards",
            "empty_from" => "no piece there",
            "encloses_nothing" if position.plies() == ["pass"] => "encloses nothing: must pass",
            "encloses_nothing" => "encloses nothing",
            "enemy_piece" => "the piece there is the opponent's",
            "game_over" => "the game is over",
            "occupied" => "not empty",
            "off_board" => "off the board",
            "own_piece" => "a piece of your own is there",
            "pass_with_moves" => "a pass while there is a move",
            "sideways" => "sideways",
            "straight_capture" => "captures only diagonally",
            "too_far" => "too far",
            _ => panic!("{id}: a reason without a text: {why}"),
        };
        let mut tried = position.boxed();
        let error = tried.play(ply).expect_err(&format!("{id}: {ply} is illegal: {why}"));
        assert_eq!((error.ply.as_str(), error.reason), (ply.as_str(), reason), "{id}");
        assert_eq!(tried.to_string(), before, "{id}: {ply}");
    }
}

/// Plays a whole game of the vectors, in which nobody may have won before the last ply.
fn play_out(start: Box<dyn Position>, moves: &[String], id: &str) -> Line {
    let mut line = Line::new(start);
    for (number, ply) in moves.iter().enumerate() {
        assert!(
            line.to_move().is_some() && line.returns().is_none(),
            "{id}: over before ply {number}, {ply}"
        );
        assert!(line.position().plies().contains(ply), "{id}: ply {number}, {ply}, is not among the legal");
        if let Some(forced) = line.forced() {
            assert_eq!(&forced, ply, "{id}: ply {number}");
        }
        let played = line.play(ply).unwrap_or_else(|error| panic!("{id}: ply {number}: {error}"));
        assert_eq!(played, *ply, "{id}: ply {number}");
    }
    assert_eq!((line.to_move(), line.position().plies().len()), (None, 0), "{id}: not over at the end");
    assert_eq!(line.plies(), moves, "{id}");
    line
}

#[derive(Deserialize)]
struct OthelloGame {
    id: String,
    size: u8,
    moves: Vec<String>,
    black: i32,
    white: i32,
    winner: String,
    r#final: String,
}

#[test]
fn games_of_othello_end_as_they_should() {
    for game in objects::<OthelloGame>(include_str!("vectors/othello_games.jsonl")) {
        let id = &game.id;
        let line = play_out(Game::Othello { size: game.size }.start(), &game.moves, id);
        let end = line.position();
        let text = spelt_out(&end.to_string());
        let (board, _) = text.split_once(' ').unwrap();
        assert_eq!(board, game.r#final, "{id}");
        assert_eq!(winner(end, "x", "o"), Some(game.winner.as_str()), "{id}");
        let score = game.black - game.white;
        assert_eq!(line.returns(), Some(vec![score, -score]), "{id}");
    }
}

#[derive(Deserialize)]
struct OthelloPosition {
    id: String,
    size: u8,
    position: String,
    legal: Vec<String>,
    over: bool,
    black: usize,
    white: usize,
    winner: Option<String>,
    after: BTreeMap<String, String>,
    illegal: Vec<(String, String)>,
}

#[test]
fn positions_of_othello_have_their_moves() {
    for case in objects::<OthelloPosition>(include_str!("vectors/othello_positions.jsonl")) {
        let id = &case.id;
        let position = position(OTHELLO, &case.position, id);
        let text = position.to_string();
        assert_eq!(position.game(), Game::Othello { size: case.size }, "{id}");
        assert_eq!(sorted(position.plies()), sorted(case.legal), "{id}");
        assert_eq!(position.player().is_none(), case.over, "{id}");
        assert_eq!(winner(&*position, "x", "o"), case.winner.as_deref(), "{id}");
        let board = text.split(' ').next().unwrap();
        let discs = |letter| board.matches(letter).count();
        assert_eq!((discs('x'), discs('o')), (case.black, case.white), "{id}");
        if case.over {
            let score = case.black as i32 - case.white as i32;
            assert_eq!(position.returns(), Some(vec![score, -score]), "{id}");
        }
        for (ply, expected) in &case.after {
            let mut after = position.clone();
            assert_eq!(after.play(ply).unwrap(), *ply, "{id}");
            assert_eq!(spelt_out(&after.to_string()), *expected, "{id}: {ply}");
        }
        refuses(&*position, &case.illegal, id);
    }
}

#[derive(Deserialize)]
struct OthelloPerft {
    size: u8,
    position: String,
    name: String,
    depth: u32,
    with_early: u64,
}

#[test]
fn perft_of_othello() {
    for case in records::<OthelloPerft>(include_str!("vectors/othello_perft.csv")) {
        let id = format!("{} on {}, depth {}", case.name, case.size, case.depth);
        let position = position(OTHELLO, &case.position, &id);
        assert_eq!(position.game(), Game::Othello { size: case.size }, "{id}");
        if case.with_early <= MOST_LEAVES {
            assert_eq!(position.perft(case.depth), case.with_early, "{id}");
        }
    }
}

/// Known since the nineties; see <https://www.aartbik.com/strategy.php>.
#[test]
fn perft_of_the_start_of_othello_is_as_published() {
    const LEAVES: [u64; 11] =
        [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];
    for (depth, leaves) in (1..).zip(LEAVES).filter(|&(_, leaves)| leaves <= MOST_LEAVES) {
        assert_eq!(OTHELLO.start().perft(depth), leaves, "depth {depth}");
    }
}

#[derive(Deserialize)]
struct BreakthroughGame {
    id: String,
    rows: u8,
    cols: u8,
    start: String,
    moves: Vec<String>,
    moves_rc: Vec<String>,
    winner: String,
    reason: String,
    r#final: String,
}

/// By what a game of Breakthrough was won, in the words of the vectors.
fn won_by(text: &str) -> &'static str {
    let board = text.split(' ').next().unwrap_or_default();
    if board.contains('w') && board.contains('b') { "goal" } else { "no_pieces" }
}

#[test]
fn games_of_breakthrough_end_as_they_should() {
    for game in objects::<BreakthroughGame>(include_str!("vectors/breakthrough_games.jsonl")) {
        let id = &game.id;
        let start = position(BREAKTHROUGH, &game.start, id);
        assert_eq!(start.game(), Game::Breakthrough { rows: game.rows, columns: game.cols }, "{id}");
        let line = play_out(start.clone(), &game.moves, id);
        let end = line.position();
        assert_eq!(end.to_string(), game.r#final, "{id}");
        assert_eq!(winner(end, "w", "b"), Some(game.winner.as_str()), "{id}");
        assert_eq!(won_by(&game.r#final), game.reason, "{id}");
        let p1 = if game.start.ends_with('w') { "w" } else { "b" };
        let for_p1 = if game.winner == p1 { 1 } else { -1 };
        assert_eq!(line.returns(), Some(vec![for_p1, -for_p1]), "{id}");
        assert_eq!(line.player_at(Seat(0)), usize::from(p1 == "b"), "{id}");

        let mut in_pairs = Line::new(start);
        for ply in &game.moves_rc {
            in_pairs.play(ply).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
        assert_eq!(in_pairs.plies(), game.moves, "{id}");
        assert_eq!(in_pairs.to_string(), line.to_string(), "{id}");
    }
}

#[derive(Deserialize)]
struct BreakthroughPosition {
    id: String,
    rows: u8,
    cols: u8,
    position: String,
    legal: Vec<String>,
    winner: Option<String>,
    reason: Option<String>,
    perft: Vec<u64>,
    illegal: Vec<(String, String)>,
}

#[test]
fn positions_of_breakthrough_have_their_moves() {
    for case in objects::<BreakthroughPosition>(include_str!("vectors/breakthrough_positions.jsonl")) {
        let id = &case.id;
        let position = position(BREAKTHROUGH, &case.position, id);
        assert_eq!(position.game(), Game::Breakthrough { rows: case.rows, columns: case.cols }, "{id}");
        assert_eq!(sorted(position.plies()), sorted(case.legal), "{id}");
        assert_eq!(winner(&*position, "w", "b"), case.winner.as_deref(), "{id}");
        assert_eq!(position.player().is_none(), case.winner.is_some(), "{id}");
        if let Some(reason) = case.reason {
            assert_eq!(won_by(&case.position), reason, "{id}");
        }
        for (depth, &leaves) in (1..).zip(&case.perft).filter(|&(_, &leaves)| leaves <= MOST_LEAVES) {
            assert_eq!(position.perft(depth), leaves, "{id}, depth {depth}");
        }
        refuses(&*position, &case.illegal, id);
    }
}

#[derive(Deserialize)]
struct BreakthroughPerft {
    rows: u8,
    cols: u8,
    position: String,
    name: String,
    depth: u32,
    nodes: u64,
}

#[test]
fn perft_of_breakthrough() {
    for case in records::<BreakthroughPerft>(include_str!("vectors/breakthrough_perft.csv")) {
        let id = format!("{} on {} by {}, depth {}", case.name, case.rows, case.cols, case.depth);
        let position = position(BREAKTHROUGH, &case.position, &id);
        assert_eq!(position.game(), Game::Breakthrough { rows: case.rows, columns: case.cols }, "{id}");
        if case.nodes <= MOST_LEAVES {
            assert_eq!(position.perft(case.depth), case.nodes, "{id}");
        }
    }
}

#[derive(Deserialize)]
struct Configuration {
    id: String,
    rows: u8,
    cols: u8,
    max_m: usize,
    m: Option<usize>,
    position: String,
    possible: bool,
    witness: Option<Vec<String>>,
}

/// The most moves of each side in a random configuration.
fn most_moves(rows: u8, columns: u8) -> usize {
    usize::from(rows - 4) * usize::from(columns) / 2
}

#[test]
fn possible_configurations_are_reached() {
    for case in objects::<Configuration>(include_str!("vectors/breakthrough_configs.jsonl")) {
        let id = &case.id;
        assert_eq!(most_moves(case.rows, case.cols), case.max_m, "{id}");
        assert_eq!((case.m.is_some(), case.witness.is_some()), (case.possible, case.possible), "{id}");
        let Some(witness) = case.witness else { continue };
        let mut line = Line::new(Game::Breakthrough { rows: case.rows, columns: case.cols }.start());
        for ply in &witness {
            line.play(ply).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
        assert_eq!(line.position().to_string(), case.position, "{id}");
        assert_eq!((Some(witness.len() / 2), witness.len() % 2), (case.m, 0), "{id}");
        assert_eq!(moves_of_each(line.position(), id), case.m.unwrap(), "{id}");
    }
}

/// How many moves of each side lead from the start to a configuration, told by how far the pieces have
/// gone; sees that it can be one.
fn moves_of_each(position: &dyn Position, id: &str) -> usize {
    let text = position.to_string();
    assert_eq!(position.player(), Some(0), "{id}: White is to move in {text}");
    let board: Breakthrough<Wide> = text.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
    let shape = board.shape();
    let columns = usize::from(shape.columns);
    let [white, black] = [Colour::White, Colour::Black].map(|side| {
        let pieces = board.pieces(side);
        assert_eq!(pieces.count() as usize, 2 * columns, "{id}: a piece is missing in {text}");
        let from_home = |row: u8| if side == Colour::White { row } else { shape.rows - 1 - row };
        let rows = pieces.squares().map(|bit| usize::from(from_home(shape.square(bit).row)));
        // The second row is one from home at the start.
        rows.sum::<usize>() - columns
    });
    assert_eq!(white, black, "{id}: the sides have made as many moves in {text}");
    assert!(white <= most_moves(shape.rows, shape.columns), "{id}: {white} moves each in {text}");
    white
}

#[test]
fn random_configurations_are_quiet_and_of_every_length() {
    let mut differing = 0;
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let (rows, columns) = (4 + random.below(9) as u8, 4 + random.below(9) as u8);
        let mut same = random.clone();
        let position = configuration(rows, columns, &mut random);
        assert_eq!(position.game(), Game::Breakthrough { rows, columns }, "seed {seed}");
        let moves = moves_of_each(&*position, &format!("seed {seed}"));
        differing += usize::from(moves > 0);
        assert_eq!(configuration(rows, columns, &mut same).to_string(), position.to_string(), "seed {seed}");
    }
    assert!(differing > 1500, "{differing} of 2000 are not the start");

    for (rows, columns) in [(4, 7), (5, 4), (6, 4), (6, 5)] {
        let mut counts = vec![0; most_moves(rows, columns) + 1];
        for seed in 0..2000 {
            let position = configuration(rows, columns, &mut Random::new(seed));
            counts[moves_of_each(&*position, &format!("{rows} by {columns}, seed {seed}"))] += 1;
        }
        let even = 2000 / counts.len();
        assert!(
            counts.iter().all(|&count| even * 4 / 5 <= count && count <= even * 6 / 5),
            "{rows} by {columns}: how often each number of moves came: {counts:?}"
        );
    }
}

#[derive(Deserialize)]
struct DominoPly {
    r#move: String,
    legal: Vec<String>,
    permitted: Vec<String>,
}

#[derive(Deserialize)]
struct DominoEnd {
    chain: Vec<String>,
    hands: Vec<Vec<String>>,
    stack: Vec<String>,
}

#[derive(Deserialize)]
struct DominoGame {
    id: String,
    players: usize,
    strategies: Vec<String>,
    deal: Vec<Vec<String>>,
    stack: Vec<String>,
    plies: Vec<DominoPly>,
    winner: usize,
    r#final: DominoEnd,
}

/// The position before the first ply, if this can be one.
fn dealt(hands: &[Vec<String>], stack: &[String]) -> Option<Domino> {
    let tiles = |texts: &[String]| texts.iter().map(|text| Tile::parse(text)).collect::<Option<Vec<_>>>();
    let hands = hands.iter().map(|hand| tiles(hand)).collect::<Option<Vec<_>>>()?;
    Domino::new(&Deal { hands, stack: tiles(stack)? })
}

/// A ply of the vectors, `play 2-6 R`, as the protocol writes it.
fn ply_text(words: &str) -> String {
    match *words.split(' ').collect::<Vec<_>>() {
        ["play", tile, end] => format!("{tile}{end}"),
        ["draw", tile] => format!("draw:{tile}"),
        _ => words.to_owned(),
    }
}

#[test]
fn games_of_dominoes_go_and_end_as_they_should() {
    let mut judged = 0;
    for game in objects::<DominoGame>(include_str!("vectors/domino_games.jsonl")) {
        let id = &game.id;
        let mut position = dealt(&game.deal, &game.stack).unwrap_or_else(|| panic!("{id}: a deal"));
        assert_eq!(position.game(), Game::Domino { players: game.players as u8 }, "{id}");
        let memory = Memory::new(&position, 0);
        for (number, ply) in game.plies.iter().enumerate() {
            let id = format!("{id}, ply {number}");
            let texts = |words: &[String]| sorted(words.iter().map(|words| ply_text(words)).collect());
            assert_eq!(sorted(position.plies()), texts(&ply.legal), "{id}");
            let mover = position.turn();
            let strategy = Strategy::named(&game.strategies[mover]).expect("a strategy");
            let is_read_differently = strategy == Strategy::Pupil && position.ends().is_none()
                || position.hands()[mover].count() == 1;
            if position.forced().is_none() && !is_read_differently {
                let permitted = strategy.permitted(&position, &memory);
                let permitted = permitted.into_iter().map(|play| Ply::Play(play).to_string()).collect();
                assert_eq!(sorted(permitted), texts(&ply.permitted), "{id}: {strategy:?} in {position}");
                judged += 1;
            }
            let text = ply_text(&ply.r#move);
            assert_eq!(position.play(&text).unwrap(), text, "{id}");
        }
        assert!(position.player().is_none(), "{id}: not over");
        assert_eq!(position.winner().map_or(0, |winner| winner + 1), game.winner, "{id}");
        let DominoEnd { chain, hands, stack } = game.r#final;
        assert_eq!(position.chain().map(|tile| tile.to_string()).collect::<Vec<_>>(), chain, "{id}");
        let left = position.stack().expect("known").map(|tile| tile.to_string());
        assert_eq!(left.collect::<Vec<_>>(), stack, "{id}");
        for (hand, tiles) in position.hands().iter().zip(hands) {
            assert_eq!(
                hand.known.iter().map(|tile| tile.to_string()).collect::<Vec<_>>(),
                sorted(tiles),
                "{id}"
            );
        }
    }
    assert!(judged > 500, "{judged}");
}

#[derive(Deserialize)]
struct DominoVerdict {
    rule: Option<(i64, String)>,
    strategy: Vec<usize>,
}

#[derive(Deserialize)]
struct DominoCheck {
    id: String,
    players: usize,
    strategies: Vec<String>,
    deal: Vec<Vec<String>>,
    stack: Vec<String>,
    moves: Vec<String>,
    winner: usize,
    verdict: DominoVerdict,
}

/// The first fault of a transcript against the rules: the ply, and its name in the vectors.
fn first_fault(check: &DominoCheck) -> Option<(i64, &'static str)> {
    let is_known = |name: &String| Strategy::named(name).is_some();
    if check.players != check.strategies.len()
        || check.players != check.deal.len()
        || !check.strategies.iter().all(is_known)
    {
        return Some((-1, "PLAYERS"));
    }
    let Some(mut position) = dealt(&check.deal, &check.stack) else { return Some((-1, "BAD_DEAL")) };
    for (number, words) in (0..).zip(&check.moves) {
        let Err(illegal) = position.play(&ply_text(words)) else { continue };
        let code = match illegal.reason {
            "the game is over" => "AFTER_END",
            "a draw while a tile can be played" | "a pass while a tile can be played" => "MUST_PLAY",
            "a pass while there are tiles to draw" => "MUST_DRAW",
            "the stack is empty" => "DRAW_EMPTY",
            "not the tile on top of the stack" => "WRONG_TOP",
            "the tile is not in the hand" => "NOT_IN_HAND",
            "the tile lies the wrong way round" | "the tile does not fit that end" => "DOES_NOT_FIT",
            reason if reason.starts_with("not a move") => "PARSE",
            reason => panic!("{}: {reason}", check.id),
        };
        return Some((number, code));
    }
    let end = check.moves.len() as i64;
    match position.winner().map_or(0, |winner| winner + 1) {
        _ if position.player().is_some() => Some((end, "NOT_ENDED")),
        winner if winner != check.winner => Some((end, "WRONG_RESULT")),
        _ => None,
    }
}

/// The plies that the strategies of their players do not permit.
fn out_of_character(check: &DominoCheck) -> Vec<usize> {
    let mut position = dealt(&check.deal, &check.stack).expect("a deal");
    let memory = Memory::new(&position, 0);
    let mut found = Vec::new();
    for (number, words) in check.moves.iter().enumerate() {
        let mover = position.turn();
        let strategy = Strategy::named(&check.strategies[mover]).expect("a strategy");
        let text = ply_text(words);
        let is_free = position.forced().is_some()
            || strategy == Strategy::Pupil && position.ends().is_none()
            || position.hands()[mover].count() == 1;
        if !is_free && !strategy.permitted(&position, &memory).iter().any(|play| play.to_string() == text) {
            found.push(number);
        }
        position.play(&text).expect("legal");
    }
    found
}

#[test]
fn the_faults_of_domino_transcripts_are_named() {
    for check in objects::<DominoCheck>(include_str!("vectors/domino_checks.jsonl")) {
        let expected = check.verdict.rule.as_ref().map(|(ply, code)| (*ply, code.as_str()));
        assert_eq!(first_fault(&check), expected, "{}", check.id);
        if expected.is_none() {
            assert_eq!(out_of_character(&check), check.verdict.strategy, "{}", check.id);
        }
    }
}
