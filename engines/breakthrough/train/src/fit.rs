//! The fit: logistic regression on the patterns of a position, of what is taught by the rest of its game.
//!
//! The estimate of a position in logits is the sum of its weights. Each position moves those by the error
//! of its estimate, every weight with a step of its own that shrinks as it is used (AdaGrad: Duchi, Hazan and
//! Singer, 2011). The shrinking starts from [`CAUTION`], so that a pattern seen a few times moves little.
//!
//! Who won is known at the end of a game only, and many plies before it says little: a blunder in between turns
//! it round. So a position learns from the estimates of those that came after it, the near ones most, and only the last from
//! the result (temporal differences, TD(lambda): Sutton, "Learning to predict by the methods of
//! temporal differences", 1988). The moves between were searched, so a later estimate knows more.

use arena::games::random::Random;
use breakthrough::board::Board;
use breakthrough::evaluation::Evaluation;
use breakthrough::set::{Set, Words};
use breakthrough::weights::{COUNT, Kind, Views, WINDOWS, Weights, pair_at, piece_at, tempo_at, window_at};

use crate::sample::Sample;

/// The length of a step before it shrinks; of a window's, of which there are so many, less.
const STEP: f32 = 0.05;
const WINDOW_STEP: f32 = 0.01;
/// What the squares of a weight's errors are taken to sum up to before the first.
const CAUTION: f32 = 20.0;
/// How much of what a sample teaches the one before it comes from still later ones, not from its own estimate.
const LAMBDA: f32 = 0.9;

/// How good estimates are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quality {
    /// How many positions were estimated.
    pub(crate) positions: u64,
    /// The mean of minus the logarithm of the probability given to what happened.
    pub(crate) loss: f64,
    /// The share of positions whose winner was not the one expected.
    pub(crate) wrong: f64,
}

/// A weight that a position uses, and whether it counts for White or against.
type Use = (u32, f32);

/// A fit under way.
pub(crate) struct Fit {
    logits: Vec<f32>,
    squares: Vec<f32>,
    /// For each board: which weights are used. By rows and columns less 4.
    grounds: Vec<Option<(Board<Words<3>>, Evaluation)>>,
    uses: Vec<Use>,
}

impl Fit {
    /// A fit that begins at some weights.
    pub(crate) fn new(weights: &Weights) -> Self {
        Self {
            logits: weights.logits(),
            squares: vec![CAUTION; COUNT],
            grounds: (0..81).map(|_| None).collect(),
            uses: Vec::new(),
        }
    }

    /// The weights as they are now.
    pub(crate) fn weights(&self) -> Weights {
        let mut logits = self.logits.clone();
        let views = Views::all();
        for band in 0..Kind::Window.count() / WINDOWS {
            for window in 0..WINDOWS {
                logits[band * WINDOWS + window] =
                    self.logits[band * WINDOWS + window.min(usize::from(views.mirrored[window]))];
            }
        }
        Weights::rounded(&logits)
    }

    /// Goes through all samples once, in an order drawn from `random`, with steps of `pace` times the usual.
    pub(crate) fn learn(
        &mut self,
        samples: &[Sample],
        pace: f32,
        random: &mut Random,
        mut tick: impl FnMut(u64),
    ) {
        let targets = self.targets(samples);
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        random.shuffle(&mut order);
        for (done, &at) in (0..).zip(&order) {
            let error = sigmoid(self.estimate(&samples[at as usize])) - targets[at as usize];
            for &(weight, sign) in &self.uses {
                let slope = error * sign;
                let weight = weight as usize;
                self.squares[weight] += slope * slope;
                let step = if weight < Kind::Piece.start() { WINDOW_STEP } else { STEP };
                let step = step * pace / self.squares[weight].sqrt();
                self.logits[weight] -= step * slope;
            }
            if done % 4096 == 0 {
                tick(done);
            }
        }
    }

    /// The probability of White's winning that each sample is to learn; samples of a game stand together, in
    /// order.
    fn targets(&mut self, samples: &[Sample]) -> Vec<f32> {
        let mut targets = vec![0.0; samples.len()];
        // Of the sample after: its game, its own estimate and its target.
        let mut later = None;
        for (sample, place) in samples.iter().zip(&mut targets).rev() {
            let target = match later {
                Some((game, estimate, target)) if game == sample.game => {
                    LAMBDA * target + (1.0 - LAMBDA) * estimate
                }
                _ => f32::from(u8::from(sample.white_won)),
            };
            *place = target;
            later = Some((sample.game, sigmoid(self.estimate(sample)), target));
        }
        targets
    }

    /// How good the weights are on some samples.
    pub(crate) fn quality(&mut self, samples: &[Sample]) -> Quality {
        let (mut loss, mut wrong) = (0.0, 0);
        for sample in samples {
            let logit = f64::from(self.estimate(sample));
            let signed = if sample.white_won { logit } else { -logit };
            loss += (-signed).exp().ln_1p();
            wrong += u32::from(signed <= 0.0);
        }
        let all = f64::max(samples.len() as f64, 1e-9);
        Quality { positions: samples.len() as u64, loss: loss / all, wrong: f64::from(wrong) / all }
    }

    /// The estimate of a sample for White in logits; leaves in `uses` what it is the sum of.
    fn estimate(&mut self, sample: &Sample) -> f32 {
        let (rows, columns) = (usize::from(sample.rows), usize::from(sample.columns));
        let views = Views::all();
        let ground = self.grounds[(rows - 4) * 9 + columns - 4].get_or_insert_with(|| {
            let board = Board::new(sample.rows, sample.columns);
            let evaluation = Evaluation::new(&board, &Weights::untaught());
            (board, evaluation)
        });
        let pieces = sample.pieces.map(Words::from_words);
        self.uses.clear();
        for (row, window) in ground.1.windows(&ground.0, pieces) {
            let behind = rows - 1 - row;
            let turned = usize::from(views.turned[window]);
            let canon = |window: usize| window.min(usize::from(views.mirrored[window]));
            self.uses.push((window_at(row, canon(window)) as u32, 1.0));
            self.uses.push((window_at(behind, canon(turned)) as u32, -1.0));
            self.uses.push((pair_at(rows, row, usize::from(views.pair[canon(window)])) as u32, 1.0));
            self.uses.push((pair_at(rows, behind, usize::from(views.pair[canon(turned)])) as u32, -1.0));
        }
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            for square in pieces[side].squares() {
                let (row, column) = (square as usize / columns, square as usize % columns);
                let row = if side == 0 { row } else { rows - 1 - row };
                self.uses.push((piece_at(rows, row, columns, column) as u32, sign));
            }
        }
        self.uses.push((tempo_at(rows) as u32, if sample.side == 0 { 1.0 } else { -1.0 }));
        self.uses.iter().map(|&(weight, sign)| sign * self.logits[weight as usize]).sum()
    }
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample in which the side with the more pieces has won.
    fn sample(game: u32, random: &mut Random) -> Sample {
        let mut some = || random.next_u64() & random.next_u64() & 0x00ff_ffff_ffff_ff00;
        let (white, black) = (some(), some());
        let (white, black) = (white & !black, black);
        Sample {
            game,
            rows: 8,
            columns: 8,
            side: 0,
            white_won: white.count_ones() > black.count_ones(),
            pieces: [[white, 0, 0], [black, 0, 0]],
        }
    }

    #[test]
    fn what_decides_is_learnt_and_holds_for_positions_never_seen() {
        let mut random = Random::new(1);
        let samples: Vec<Sample> = (0..4000).map(|game| sample(game, &mut random)).collect();
        let unseen: Vec<Sample> = (0..500).map(|game| sample(game, &mut random)).collect();
        let mut fit = Fit::new(&Weights::rounded(&vec![0.0; COUNT]));
        let before = fit.quality(&unseen);
        for _ in 0..3 {
            fit.learn(&samples, 1.0, &mut random, |_| {});
        }
        let after = fit.quality(&unseen);
        assert!(after.loss < before.loss * 0.6 && after.wrong < 0.15, "{before:?} {after:?}");
    }

    #[test]
    fn the_engine_estimates_as_the_fit_does() {
        let mut random = Random::new(2);
        let samples: Vec<Sample> = (0..500).map(|game| sample(game, &mut random)).collect();
        let mut fit = Fit::new(&Weights::untaught());
        fit.learn(&samples, 1.0, &mut random, |_| {});
        let weights = fit.weights();
        let mut fit = Fit::new(&weights);
        let board = Board::<u64>::new(8, 8);
        let evaluation = Evaluation::new(&board, &weights);
        for sample in &samples {
            let sum = evaluation.sum(&board, sample.pieces.map(|words| words[0]));
            let cp = (sum.worth + evaluation.tempo) as f32;
            assert!((fit.estimate(sample) * 100.0 - cp).abs() < 0.1);
        }
    }

    #[test]
    fn a_game_teaches_its_result_at_the_end_and_later_estimates_before() {
        let mut random = Random::new(3);
        let mut samples: Vec<Sample> = [7, 7, 7, 8, 9].map(|game| sample(game, &mut random)).to_vec();
        for (game, white_won) in [(7, true), (8, false), (9, true)] {
            let of_game = samples.iter_mut().filter(|sample| sample.game == game);
            of_game.for_each(|sample| sample.white_won = white_won);
        }
        let mut fit = Fit::new(&Weights::untaught());
        let estimates: Vec<f32> = samples.iter().map(|sample| sigmoid(fit.estimate(sample))).collect();
        let targets = fit.targets(&samples);
        assert_eq!(targets[2..], [1.0, 0.0, 1.0]);
        for at in [0, 1] {
            let expected = LAMBDA * targets[at + 1] + (1.0 - LAMBDA) * estimates[at + 1];
            assert!((targets[at] - expected).abs() < 1e-6, "{targets:?} {estimates:?}");
        }
    }

    #[test]
    fn games_that_went_as_expected_change_no_weight_however_often_they_are_gone_through() {
        let mut random = Random::new(4);
        let clear = |sample: &Sample| {
            let [white, black] = sample.pieces.map(|words| words[0].count_ones());
            white.abs_diff(black) > 1
        };
        let samples: Vec<Sample> = (0..2000).map(|game| sample(game, &mut random)).filter(clear).collect();
        // A piece more makes a win all but certain, and nothing else counts.
        let mut sure = vec![0.0; COUNT];
        sure[Kind::Piece.start()..Kind::Tempo.start()].fill(10.0);
        let before = Weights::rounded(&sure);
        let mut fit = Fit::new(&before);
        for _ in 0..10 {
            fit.learn(&samples, 1.0, &mut random, |_| {});
        }
        assert_eq!(fit.weights(), before);
    }
}
