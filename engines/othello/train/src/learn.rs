//! Learning: a fit for every stage of the game, the last first.

use indicatif::ProgressBar;
use othello::packing::representatives;
use othello::spreads::Spreads;
use othello::weights::{ENTRIES, STAGES, Weights};

use crate::examples;
use crate::fit::{Course, fit};
use crate::games::Game;
use crate::labels::{Labelling, labels, portions};

/// One game in so many is not learned from but kept to measure the error.
const UNSEEN: usize = 20;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lesson {
    /// How labels are made.
    pub(crate) labelling: Labelling,
    /// The penalty of the fit for positions with four empty squares.
    pub(crate) penalty: f32,
    /// The rounds of the fit.
    pub(crate) rounds: usize,
}

/// Fits weights to games; with the course of each stage in the order of the game, and their errors those
/// of the results.
pub(crate) fn learn(games: &[Game], lesson: Lesson, bar: &ProgressBar) -> (Weights, Vec<Course>) {
    let representatives = representatives();
    bar.set_length((STAGES * (lesson.rounds + 1)) as u64);
    let mut row = vec![0.0_f32; ENTRIES];
    let mut weights = Weights::new(vec![Box::new([0; ENTRIES]); STAGES], Spreads::UNKNOWN);
    let mut courses = Vec::new();
    for stage in (0..STAGES).rev() {
        let pick = |unseen: bool| {
            let games = games.iter().enumerate();
            let games = games.filter(move |&(index, _)| (index % UNSEEN == 0) == unseen);
            examples::of_stage(games.map(|(_, game)| game), stage)
        };
        let (learned, unseen) = (pick(false), pick(true));
        bar.inc_length(portions(learned.len()));
        let labels = labels(&learned, &weights, lesson.labelling, || bar.inc(1));
        let learned = examples::labelled(&learned, &labels, &representatives);
        let results: Vec<f32> = unseen.iter().map(|&(_, result)| result as f32).collect();
        let unseen = examples::labelled(&unseen, &results, &representatives);
        let penalty = lesson.penalty * (4 + 5 * (STAGES - 1 - stage)) as f32 / 8.0;
        courses.push(fit(&mut row, &learned, &unseen, penalty, lesson.rounds, || bar.inc(1)));
        let hundredths = |&at: &u32| (100.0 * row[at as usize]).round().clamp(-30_000.0, 30_000.0) as i16;
        let fitted = weights.stage_mut(stage);
        fitted.iter_mut().zip(&representatives).for_each(|(weight, at)| *weight = hundredths(at));
    }
    bar.finish();
    courses.reverse();
    (weights, courses)
}
