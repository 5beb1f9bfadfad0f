//! Labels: what positions are said to be worth, for the fit to come close to.
//!
//! What the game came to is the truth, but a noisy one: up to fifty moves of a player who errs lie
//! between. What the next stage, learned before, says after best play up to it has no such noise, but
//! all errors of what has been learned so far (Sutton: "Learning to predict by the methods of
//! temporal differences", Machine Learning, 1988). A mixture has the better part of both. Where the
//! player saw to the end the result is exact, and alone the label.

use std::sync::Mutex;
use std::thread;

use arena::protocol::budget::{Budget, Patient};
use othello::board::Board;
use othello::hash::Table;
use othello::instructions::Modern;
use othello::probcut::SURE;
use othello::search::{Node, Search};
use othello::watch::Watch;
use othello::weights::{Weights, moves_of_stage_left};

/// Positions that are labelled with one table. What is in it can make a difference, so they
/// are always the same together, however many threads there are.
const PORTION: usize = 2000;

/// How labels are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labelling {
    /// With so many empty squares or fewer the result is exact.
    pub(crate) exact: u32,
    /// How much of a label is the result otherwise, from 0 to 1.
    pub(crate) trust: f32,
    /// How many labels are made at a time.
    pub(crate) threads: usize,
}

/// The labels in discs for `positions`, each of which has the result of its game; `weights` know what
/// comes after their stage. Calls `tick` for every [`portions`].
pub(crate) fn labels(
    positions: &[(Board, i32)],
    weights: &Weights,
    how: Labelling,
    tick: impl Fn() + Sync,
) -> Vec<f32> {
    let mut labels: Vec<f32> = positions.iter().map(|&(_, result)| result as f32).collect();
    let queue = Mutex::new(positions.chunks(PORTION).zip(labels.chunks_mut(PORTION)));
    let next = || queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
    thread::scope(|scope| {
        for _ in 0..how.threads.max(1) {
            scope.spawn(|| {
                let table = Table::new(1);
                while let Some((positions, labels)) = next() {
                    table.clear();
                    for ((board, _), label) in positions.iter().zip(labels) {
                        if board.empties() > how.exact && how.trust < 1.0 {
                            let foreseen = foreseen(board, weights, &table);
                            *label = how.trust * *label + (1.0 - how.trust) * foreseen;
                        }
                    }
                    tick();
                }
            });
        }
    });
    labels
}

/// How often [`labels`] ticks for so many positions.
pub(crate) fn portions(positions: usize) -> u64 {
    positions.div_ceil(PORTION) as u64
}

/// What the next stage says of a position after best play up to its beginning, in discs.
fn foreseen(board: &Board, weights: &Weights, table: &Table) -> f32 {
    table.next_search();
    let mut patient = Patient;
    let watch = Watch::new(&mut patient, Budget::ENDLESS);
    let mut search = Search { instructions: Modern::here(), weights, table, watch, sureness: SURE };
    let depth = moves_of_stage_left(board.empties());
    // Nothing ends a search without limit.
    search.search(&Node::of(board), depth, -10_000, 10_000).map_or(0.0, |value| value as f32 / 100.0)
}

#[cfg(test)]
mod tests {
    use arena::games::random::Random;
    use othello::board::squares;
    use othello::spreads::Spreads;
    use othello::weights::{EMPTIES_AT, ENTRIES, STAGES, stage_of};

    use super::*;

    /// Positions of random games, with results that have nothing to do with them.
    fn positions() -> Vec<(Board, i32)> {
        let mut random = Random::new(1);
        let mut positions = Vec::new();
        for _ in 0..100 {
            let mut board = Board::START;
            while !board.is_over() {
                let moves = board.moves();
                if moves == 0 {
                    board = board.pass();
                    continue;
                }
                positions.push((board, random.below(129) as i32 - 64));
                let square = squares(moves).nth(random.below(moves.count_ones() as usize)).unwrap();
                board = board.place(square, board.flips(square));
            }
        }
        positions
    }

    /// Weights for which every position of a stage is worth twice the stage's number in discs to the mover.
    fn by_stage() -> Weights {
        let stages = (0..STAGES as i16).map(|stage| {
            let mut row = Box::new([0; ENTRIES]);
            row[EMPTIES_AT..].fill(200 * stage);
            row
        });
        Weights::new(stages.collect(), Spreads::UNKNOWN)
    }

    #[test]
    fn labels_are_what_the_next_stage_says_mixed_with_the_result_where_that_is_not_exact() {
        let positions = positions();
        let how = Labelling { exact: 12, trust: 0.25, threads: 1 };
        let labels = labels(&positions, &by_stage(), how, || {});
        let mut mixed = 0;
        for ((board, result), label) in positions.iter().zip(labels) {
            let result = *result as f32;
            if board.empties() <= 12 {
                assert_eq!(label, result);
                continue;
            }
            // Positive or negative, as it is the one's or the other's turn there; or the game ends before.
            let foreseen = (label - 0.25 * result) / 0.75;
            mixed +=
                usize::from((foreseen.abs() - 2.0 * (stage_of(board.empties()) + 1) as f32).abs() < 0.01);
        }
        let early = positions.iter().filter(|(board, _)| board.empties() > 12).count();
        assert!(mixed * 100 > early * 98, "{mixed} of {early}");
    }

    #[test]
    fn labels_are_the_same_whatever_the_number_of_threads_and_pure_results_if_only_they_are_trusted() {
        let positions = positions();
        let weights = Weights::by_hand();
        let with =
            |trust, threads| labels(&positions, &weights, Labelling { exact: 12, trust, threads }, || {});
        assert_eq!(with(0.5, 1), with(0.5, 3));
        assert!(with(1.0, 2).iter().zip(&positions).all(|(&label, &(_, result))| label == result as f32));
    }
}
