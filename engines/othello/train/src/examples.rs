//! What the fit learns from: positions as lists of the weights that are added up for them.

use othello::board::Board;
use othello::weights::{TERMS, Weights, stage_of};

use crate::games::Game;

/// One position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example {
    /// The numbers of its weights; of those that are images of one another the one that stands for all.
    pub(crate) terms: [u32; TERMS],
    /// The final difference of discs for its mover.
    pub(crate) label: f32,
}

/// The examples of a stage out of `games`.
pub(crate) fn of_stage<'a>(
    games: impl Iterator<Item = &'a Game>,
    stage: usize,
    representatives: &[u32],
) -> Vec<Example> {
    let example = |(board, result): (Board, i32)| {
        let terms = Weights::terms(&board)?.map(|term| representatives[term as usize]);
        Some(Example { terms, label: result as f32 })
    };
    let here = |(board, _): &(Board, i32)| stage_of(board.empties()) == stage;
    games.flat_map(|game| game.positions().into_iter().filter(here).filter_map(example)).collect()
}
