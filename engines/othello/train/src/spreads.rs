//! How far shallow searches are off: the spreads for Multi-ProbCut.
//!
//! Positions out of the games are searched to every depth in turn without any cut that is not a proof,
//! and late ones to the end. The differences are grouped by empty squares and depths; a line is laid
//! through the logarithms of their root mean squares.

use std::collections::BTreeMap;

use arena::games::random::Random;
use arena::protocol::budget::{Budget, Patient};
use othello::board::Board;
use othello::hash::Table;
use othello::instructions::Modern;
use othello::probcut::SURE;
use othello::search::{Node, Search};
use othello::spreads::{Spread, Spreads};
use othello::watch::Watch;
use othello::weights::Weights;

use crate::games::Game;

/// The deepest search that does not end with the game.
const DEEPEST: u32 = 8;
/// Empty squares of the positions that are searched to the end.
const RESULT_EMPTIES: std::ops::RangeInclusive<u32> = 10..=17;
/// The deepest search that results are compared with.
const SHALLOW: u32 = 6;

/// Sums of squares of the differences, and their number, by empty squares and depths, deep and shallow.
type Groups = BTreeMap<[u32; 3], (f64, u32)>;

/// The spreads of searches with `weights`, from so many positions of each kind out of `games`; those of which too few
/// positions say anything stay unknown.
pub(crate) fn fit(
    weights: &Weights,
    games: &[Game],
    positions: usize,
    seed: u64,
    mut tick: impl FnMut(),
) -> Spreads {
    let mut random = Random::derived(seed, &[0x5b4ead]);
    let (mut midgame, mut result) = (Groups::new(), Groups::new());
    let table = Table::new(16);
    for _ in 0..positions {
        if let Some(board) = pick(games, 18..=52, &mut random) {
            let values = values(weights, &table, &board, DEEPEST, false);
            for deep in 3..=DEEPEST {
                for shallow in (deep % 2..deep - 1).step_by(2) {
                    note(
                        &mut midgame,
                        &board,
                        deep,
                        shallow,
                        values[deep as usize] - values[shallow as usize],
                    );
                }
            }
        }
        tick();
        if let Some(board) = pick(games, RESULT_EMPTIES, &mut random) {
            let values = values(weights, &table, &board, SHALLOW, true);
            let exact = values[SHALLOW as usize + 1];
            for shallow in 0..=SHALLOW {
                note(&mut result, &board, board.empties(), shallow, exact - values[shallow as usize]);
            }
        }
        tick();
    }
    // The depth of a search to the end is the number of empty squares: one of the two says it all.
    let Spreads { midgame: wide, result: wide_result } = Spreads::UNKNOWN;
    Spreads {
        midgame: line(&midgame, true).unwrap_or(wide),
        result: line(&result, false).unwrap_or(wide_result),
    }
}

/// A position with so many empty squares out of a random game.
fn pick(games: &[Game], empties: std::ops::RangeInclusive<u32>, random: &mut Random) -> Option<Board> {
    let positions = random.choose(games)?.positions();
    let wanted = |(board, _): &(Board, i32)| empties.contains(&board.empties());
    let boards: Vec<Board> = positions.into_iter().filter(wanted).map(|(board, _)| board).collect();
    random.choose(&boards).copied()
}

/// The values of searches to all depths up to `deepest`, and after them the result if it is wanted.
fn values(weights: &Weights, table: &Table, board: &Board, deepest: u32, result: bool) -> Vec<i32> {
    table.clear();
    table.next_search();
    let mut patient = Patient;
    let watch = Watch::new(&mut patient, Budget::ENDLESS);
    let mut search = Search { instructions: Modern::here(), weights, table, watch, sureness: SURE };
    let node = Node::of(board);
    let depths = (0..=deepest).chain(result.then(|| board.empties()));
    // Nothing ends a search without limit.
    depths.map(|depth| search.search(&node, depth, -10_000, 10_000).unwrap_or(0)).collect()
}

fn note(groups: &mut Groups, board: &Board, deep: u32, shallow: u32, difference: i32) {
    let group = groups.entry([board.empties() / 4 * 4 + 2, deep, shallow]).or_default();
    group.0 += f64::from(difference) * f64::from(difference);
    group.1 += 1;
}

/// The least squares line through the logarithms of the spreads of all groups that have enough positions; `None` if
/// these do not differ in everything that it goes by, for then there are many such lines.
fn line(groups: &Groups, by_depth: bool) -> Option<Spread> {
    let mut equations = [[0.0; 5]; 4];
    let mut ranges = [(f64::INFINITY, f64::NEG_INFINITY); 3];
    for (&[empties, deep, shallow], &(squares, count)) in groups {
        if count < 10 || squares <= 0.0 {
            continue;
        }
        let spread = (squares / f64::from(count)).sqrt().ln();
        let deep = if by_depth { deep } else { 0 };
        let row = [1.0, f64::from(empties), f64::from(deep), f64::from(shallow), spread];
        for ((least, most), &factor) in ranges.iter_mut().zip(&row[1..4]) {
            (*least, *most) = (least.min(factor), most.max(factor));
        }
        for (equation, factor) in equations.iter_mut().zip(row) {
            for (sum, other) in equation.iter_mut().zip(row) {
                *sum += f64::from(count) * factor * other;
            }
        }
    }
    let [empties, deep, shallow] = ranges.map(|(least, most)| least < most);
    let is_one = empties && (deep || !by_depth) && shallow;
    is_one.then(|| Spread { factors: solve(equations).map(|factor| factor as f32) })
}

/// Solves four linear equations by elimination; an unknown that nothing is said about is 0.
fn solve(mut equations: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        // Nothing is lost, and an unknown that never occurs gets its 0.
        equations[pivot][pivot] += 1e-6;
        for row in 0..4 {
            if row != pivot {
                let factor = equations[row][pivot] / equations[pivot][pivot];
                let known = equations[pivot];
                equations[row].iter_mut().zip(known).for_each(|(to, from)| *to -= factor * from);
            }
        }
    }
    [0, 1, 2, 3].map(|unknown| equations[unknown][4] / equations[unknown][unknown])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_spreads_that_lie_on_one_is_that_line() {
        let wanted = [5.0, 0.01, 0.1, -0.05];
        let mut groups = Groups::new();
        for empties in [20, 30, 40] {
            for deep in 3..9 {
                for shallow in 0..deep {
                    let factors = [1.0, f64::from(empties), f64::from(deep), f64::from(shallow)];
                    let log: f64 = wanted.iter().zip(factors).map(|(a, b)| a * b).sum();
                    groups.insert([empties, deep, shallow], (100.0 * (2.0 * log).exp(), 100));
                }
            }
        }
        for (found, wanted) in line(&groups, true).expect("a line").factors.into_iter().zip(wanted) {
            assert!((f64::from(found) - wanted).abs() < 1e-3, "{found} for {wanted}");
        }
        assert_eq!(line(&groups, false).expect("a line").factors[2], 0.0);
    }

    #[test]
    fn there_is_no_line_through_what_too_few_positions_say() {
        let groups = |count: u32, all: &[[u32; 3]]| -> Groups {
            all.iter().map(|&group| (group, (f64::from(count) * 400.0, count))).collect()
        };
        let enough = [[20, 3, 1], [20, 4, 2], [24, 3, 1], [24, 5, 3]];
        for by_depth in [false, true] {
            assert!(line(&groups(10, &enough), by_depth).is_some());
            for (count, all) in [
                (10, &[][..]),
                (9, &enough[..]),
                // Groups that all have as many empty squares, and as many discs of the shallow search.
                (10, &enough[..2]),
                (10, &[[20, 3, 1], [24, 5, 1]]),
            ] {
                assert_eq!(line(&groups(count, all), by_depth), None, "{count} of {all:?}");
            }
        }
        let one_depth = [[20, 5, 1], [20, 5, 3], [24, 5, 1], [24, 5, 3]];
        assert_eq!(line(&groups(10, &one_depth), true), None);
        assert!(line(&groups(10, &one_depth), false).is_some());
    }

    #[test]
    fn spreads_of_no_games_stay_unknown() {
        assert_eq!(fit(&Weights::by_hand(), &[], 20, 1, || ()), Spreads::UNKNOWN);
    }
}
