//! What the fit learns from: positions as lists of the weights that are added up for them.

use othello::board::Board;
use othello::weights::{TERMS, Weights, stage_of};

use crate::games::Game;

/// One position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example {
    /// The numbers of its weights; of those that are images of one another the one that stands for all.
    pub(crate) terms: [u32; TERMS],
    /// What its mover is said to win or lose by, in discs.
    pub(crate) label: f32,
}

/// The positions of a stage out of `games` in which a move can be made, with the results of their games.
pub(crate) fn of_stage<'a>(games: impl Iterator<Item = &'a Game>, stage: usize) -> Vec<(Board, i32)> {
    let here = |(board, _): &(Board, i32)| stage_of(board.empties()) == stage;
    games.flat_map(|game| game.positions().into_iter().filter(here)).collect()
}

/// The examples that `positions` make with their `labels`.
pub(crate) fn labelled(positions: &[(Board, i32)], labels: &[f32], representatives: &[u32]) -> Vec<Example> {
    let example = |(&(board, _), &label): (&(Board, i32), &f32)| {
        let terms = Weights::terms(&board)?.map(|term| representatives[term as usize]);
        Some(Example { terms, label })
    };
    positions.iter().zip(labels).filter_map(example).collect()
}
