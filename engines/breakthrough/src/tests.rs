//! Laws of the engine's own board, evaluation and verdicts, over random positions of all sizes.

use std::collections::HashMap;

use arena::games::random::Random;
use arena::games::{Game, Line};

use crate::board::{Black, Board, Position, Side, White};
use crate::evaluation::Evaluation;
use crate::ground::{Stand, stand};
use crate::race::{Verdict, verdict};
use crate::set::{Set, Words};
use crate::weights::{COUNT, Weights};

/// `line` after at most so many random plies; stops before the end of the game.
pub(crate) fn wander(mut line: Line, plies: usize, random: &mut Random) -> Line {
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

/// The start of a game.
pub(crate) fn start(rows: u8, columns: u8) -> Line {
    Line::new(Game::Breakthrough { rows, columns }.start())
}

/// Weights that make every mistake show.
pub(crate) fn random_weights(random: &mut Random) -> Weights {
    let mut logit = || random.below(255) as f32 / 100.0 - 1.27;
    Weights::rounded(&(0..COUNT).map(|_| logit()).collect::<Vec<_>>())
}

/// Calls `$law::<set>` for boards of every width, some of them wider than they need.
macro_rules! on_all_boards {
    ($law:ident($($more:expr),*)) => {
        for (rows, columns) in [(4, 4), (8, 8), (5, 12), (12, 4), (7, 9)] {
            if rows * columns <= 64 {
                $law::<u64>(rows, columns, $($more),*);
            }
            $law::<Words<2>>(rows, columns, $($more),*);
        }
        $law::<Words<2>>(11, 11, $($more),*);
        $law::<Words<3>>(11, 12, $($more),*);
        $law::<Words<3>>(12, 12, $($more),*);
        $law::<Words<3>>(6, 5, $($more),*);
    };
}

fn texts<S: Set>(board: &Board<S>, stand: &Stand<S>) -> Vec<String> {
    let mut texts: Vec<String> = stand.moves(board).into_iter().map(|mv| board.text(mv)).collect();
    texts.sort();
    texts
}

#[test]
fn moves_are_those_of_the_rules() {
    fn law<S: Set>(rows: u8, columns: u8, random: &mut Random) {
        let board = Board::<S>::new(rows, columns);
        let mut line = start(rows, columns);
        while line.to_move().is_some() {
            let mut expected = line.position().plies();
            expected.sort();
            assert_eq!(texts(&board, &stand(&line)), expected, "{line}");
            line.play(random.choose(&expected).unwrap()).unwrap();
        }
        let stand: Stand<S> = stand(&line);
        let winner = if line.returns().unwrap()[0] > 0 { 0 } else { 1 };
        assert_eq!(stand.winner(&board), Some(winner), "{line}");
    }
    let mut random = Random::new(1);
    for _ in 0..3 {
        on_all_boards!(law(&mut random));
    }
}

#[test]
fn keys_sums_and_legality_are_kept_up_from_move_to_move() {
    fn step<S: Set, M: Side>(
        board: &Board<S>,
        evaluation: &Evaluation,
        at: Position<S>,
        random: &mut Random,
    ) -> Option<Position<S>> {
        let mut moves = Vec::new();
        at.each_move::<M>(board, board.ahead::<M>(at.of::<M>()), board.all, |mv| moves.push(mv));
        assert!(moves.iter().all(|&mv| at.is_legal::<M>(board, mv)));
        let legal = (0..u16::MAX).map(crate::board::Move).filter(|&mv| at.is_legal::<M>(board, mv)).count();
        assert_eq!(legal, moves.len());
        let mv = *random.choose(&moves)?;
        let (after, captured) = at.after::<M>(board, mv);
        assert_eq!(after, Position::new(board, after.pieces, M::Other::INDEX));
        let before = evaluation.sum(board, at.pieces);
        let worth = evaluation.worth_after::<S, M>(board, &before, mv, captured);
        let sum = evaluation.after::<S, M>(board, &before, mv, captured, worth);
        assert_eq!(sum, evaluation.sum(board, after.pieces));
        (!after.won::<M>(board)).then_some(after)
    }
    fn law<S: Set>(rows: u8, columns: u8, weights: &Weights, random: &mut Random) {
        let board = Board::<S>::new(rows, columns);
        let evaluation = Evaluation::new(&board, weights);
        let start: Stand<S> = stand(&start(rows, columns));
        let mut at = Position::new(&board, start.pieces, 0);
        for _ in 0..30 {
            let Some(after) = step::<S, White>(&board, &evaluation, at, random) else { return };
            let Some(after) = step::<S, Black>(&board, &evaluation, after, random) else { return };
            at = after;
        }
    }
    let mut random = Random::new(2);
    let weights = random_weights(&mut random);
    on_all_boards!(law(&weights, &mut random));
}

#[test]
fn a_window_and_its_mirror_image_and_the_other_side_s_view_of_it_are_worth_the_same() {
    let mut random = Random::new(3);
    // A fit gives mirror images the same weights; what does not depend on windows needs no such care.
    let weights = Weights::untaught();
    for (rows, columns) in [(8, 8), (5, 7), (12, 4)] {
        let board = Board::<u64>::new(rows, columns);
        let evaluation = Evaluation::new(&board, &weights);
        let uneven = Evaluation::new(&board, &random_weights(&mut random));
        for _ in 0..20 {
            let line = wander(start(rows, columns), 40, &mut random);
            let pieces = stand::<u64>(&line).pieces;
            let squares = u32::from(rows) * u32::from(columns);
            let width = u32::from(columns);
            let map = |set: u64, to: &dyn Fn(u32) -> u32| {
                set.squares().fold(0, |set, square| set | 1 << to(square))
            };
            let mirror =
                pieces.map(|set| map(set, &|square| square / width * width + width - 1 - square % width));
            let turn = |set| map(set, &|square| squares - width - square / width * width + square % width);
            let worth = |evaluation: &Evaluation, pieces| evaluation.sum(&board, pieces).worth;
            assert_eq!(worth(&evaluation, pieces), worth(&evaluation, mirror), "{line}");
            assert_eq!(worth(&uneven, pieces), -worth(&uneven, [turn(pieces[1]), turn(pieces[0])]), "{line}");
        }
    }
}

/// What [`wins_within`] found, by White's pieces, Black's, the side to move and the plies, on boards of one shape.
pub(crate) type Known = HashMap<([u64; 2], usize, u32), bool>;

/// Whether the side to move wins, by the definition of it.
pub(crate) fn wins(board: &Board<u64>, at: &Stand<u64>, known: &mut Known) -> bool {
    wins_within(board, at, u32::MAX, known)
}

/// Whether the side to move can win in so many plies or fewer, whatever the other does.
pub(crate) fn wins_within(board: &Board<u64>, at: &Stand<u64>, plies: u32, known: &mut Known) -> bool {
    if let Some(winner) = at.winner(board) {
        return winner == at.side;
    }
    if plies == 0 {
        return false;
    }
    let plies = plies.min(at.longest_win(board));
    if let Some(&wins) = known.get(&(at.pieces, at.side, plies)) {
        return wins;
    }
    let found =
        at.moves(board).into_iter().any(|mv| loses_within(board, &at.after(board, mv), plies - 1, known));
    known.insert((at.pieces, at.side, plies), found);
    found
}

/// Whether the side to move loses in so many plies or fewer, whatever it does.
pub(crate) fn loses_within(board: &Board<u64>, at: &Stand<u64>, plies: u32, known: &mut Known) -> bool {
    match at.winner(board) {
        Some(winner) => winner != at.side,
        None if plies == 0 => false,
        None => {
            at.moves(board).into_iter().all(|mv| wins_within(board, &at.after(board, mv), plies - 1, known))
        }
    }
}

/// Random positions with so few pieces that [`wins`] has an answer in a moment.
pub(crate) fn small_positions(rows: u8, columns: u8, count: usize, random: &mut Random) -> Vec<Stand<u64>> {
    let mut small = Vec::new();
    while small.len() < count {
        let plies = random.below(3 * usize::from(rows * columns) / 2);
        let at: Stand<u64> = stand(&wander(start(rows, columns), plies, random));
        if at.pieces[0].count() + at.pieces[1].count() <= 10 {
            small.push(at);
        }
    }
    small
}

fn verdict_of<S: Set>(board: &Board<S>, at: &Stand<S>) -> Verdict<S> {
    fn with<S: Set, M: Side>(board: &Board<S>, at: &Position<S>) -> Verdict<S> {
        let ahead = board.ahead::<M>(at.of::<M>());
        verdict::<S, M, true>(board, at, ahead, board.ahead::<M::Other>(at.of::<M::Other>()))
    }
    let position = at.position(board);
    if at.side == 0 { with::<S, White>(board, &position) } else { with::<S, Black>(board, &position) }
}

/// Fails if a verdict on `at` is not what plain minimax finds, or not within the moves that it tells; counts the verdicts.
fn check_verdict(board: &Board<u64>, at: &Stand<u64>, known: &mut Known, [won, lost]: &mut [u32; 2]) {
    let (count, is_so) = match verdict_of(board, at) {
        Verdict::Won(moves) => (won, wins_within(board, at, 2 * moves - 1, known)),
        Verdict::Lost(moves) => (lost, loses_within(board, at, 2 * moves, known)),
        Verdict::Threatened(_) | Verdict::Open => return,
    };
    *count += 1;
    assert!(is_so, "{} {:?}", at.text(board), verdict_of(board, at));
}

#[test]
fn what_is_called_decided_is_so() {
    let mut random = Random::new(4);
    let mut counts = [0; 2];
    for (rows, columns) in [(4, 4), (4, 5), (5, 4), (6, 4), (5, 5)] {
        let board = Board::new(rows, columns);
        let mut known = Known::new();
        for at in small_positions(rows, columns, 600, &mut random) {
            check_verdict(&board, &at, &mut known, &mut counts);
        }
    }
    assert!(counts[0] > 300 && counts[1] > 100, "{counts:?}");
}

/// Some pieces of both sides anywhere but on the rows where the game would be over.
pub(crate) fn scattered(rows: u8, columns: u8, random: &mut Random) -> Stand<u64> {
    let (width, squares) = (usize::from(columns), usize::from(rows) * usize::from(columns));
    let mut pieces = [0_u64; 2];
    for side in [0, 1] {
        for _ in 0..2 + random.below(2) {
            let square = random.below(squares - width) + if side == 0 { 0 } else { width };
            pieces[side] |= 1 << square;
        }
    }
    pieces[1] &= !pieces[0];
    Stand { pieces, side: random.below(2) }
}

#[test]
fn races_on_larger_boards_are_judged_as_full_search_judges_them() {
    let mut random = Random::new(5);
    let mut counts = [0; 2];
    for (rows, columns) in [(6, 6), (7, 5), (8, 8), (12, 5), (5, 12)] {
        let board = Board::<u64>::new(rows, columns);
        let wide = Board::<Words<2>>::new(rows, columns);
        for _ in 0..1000 {
            let at = scattered(rows, columns, &mut random);
            if at.winner(&board).is_some() {
                continue;
            }
            check_verdict(&board, &at, &mut Known::new(), &mut counts);
            let pieces = at.pieces.map(|pieces| Words::from_words(pieces.words()));
            let same = format!("{:?}", verdict_of(&wide, &Stand { pieces, side: at.side }));
            let name = |verdict: &str| verdict.split(['(', ' ']).next().map(str::to_owned);
            assert_eq!(name(&same), name(&format!("{:?}", verdict_of(&board, &at))), "{at:?}");
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 1000, "{counts:?}");
}

#[test]
fn no_win_comes_later_than_the_longest() {
    let mut random = Random::new(15);
    for (rows, columns) in [(4, 4), (5, 4), (8, 8)] {
        let board = Board::<u64>::new(rows, columns);
        for _ in 0..100 {
            let mut line = start(rows, columns);
            let mut stands: Vec<Stand<u64>> = Vec::new();
            while line.to_move().is_some() {
                stands.push(stand(&line));
                line.play(random.choose(&line.position().plies()).unwrap()).unwrap();
            }
            // The winner was to move one ply before the end, three before, and so on.
            for (plies, stand) in (1..).zip(stands.iter().rev()).step_by(2) {
                assert!(plies <= stand.longest_win(&board), "{plies} plies: {}", stand.text(&board));
            }
        }
    }
    let last: Stand<u64> =
        stand(&Line::parse(Game::Breakthrough { rows: 4, columns: 4 }, "b3/3w/4/4 w").unwrap());
    assert_eq!(last.longest_win(&Board::new(4, 4)), 1);
}
