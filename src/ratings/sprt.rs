//! The sequential probability ratio test of two versions of an engine: play until it is clear whether
//! one is stronger by at least so much, or not.
//!
//! What is tested is the generalised test of Van den Bergh ("A practical introduction to the GSPRT",
//! "Normalized Elo", both among the notes on the mathematics of fishtest): the likelihood under either
//! hypothesis is that of the most likely distribution of the results of encounters that agrees with it.
//! An encounter of two games has five results, which takes care of the dependence of its games.

use super::ELO;

/// What the numbers of a test mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo as it is expected of scores.
    Logistic,
    /// Elo in units of the scatter of a game: the effort of the test does not depend on how many games
    /// are drawn.
    Normalized,
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the hypothesis H0.
    pub elo0: f64,
    /// That of H1; greater.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 is true; between 0 and 1/2.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 is true; between 0 and 1/2.
    pub beta: f64,
    /// What `elo0` and `elo1` mean.
    pub model: Model,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not better by `elo1`; `elo0` is believed.
    H0,
    /// Better: `elo1` is believed.
    H1,
}

/// A test under way.
#[derive(Clone, Debug)]
pub struct Running {
    sprt: Sprt,
    /// How many encounters gave 0, 1, 2, ... half points.
    counts: Vec<u64>,
    verdict: Option<Verdict>,
}

/// What an unseen result is counted as, so that the likelihood stays finite.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The bounds of the logarithm of the likelihood ratio: at the lower H0 is accepted, at the upper H1
    /// (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio after `counts[h]` encounters with h half points for the
    /// engine under test; 3 counts for single games, 5 for pairs. 0 before the first.
    pub fn llr(&self, counts: &[u64]) -> f64 {
        let played: u64 = counts.iter().sum();
        if played == 0 || counts.len() < 3 {
            return 0.0;
        }
        let seen = |&count: &u64| if count == 0 { UNSEEN } else { count as f64 };
        let total: f64 = counts.iter().map(seen).sum();
        let most = (counts.len() - 1) as f64;
        let results: Vec<(f64, f64)> =
            counts.iter().enumerate().map(|(at, count)| (at as f64 / most, seen(count) / total)).collect();
        let games = most / 2.0;
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => with_mean(&results, super::expected(elo / ELO)),
            // An encounter's scatter is that of a game over the square root of their number.
            Model::Normalized => with_effect(&results, elo / (2.0 * ELO) * games.sqrt()),
        });
        let ratios = under0.iter().zip(&under1).zip(&results);
        total * ratios.map(|((zero, one), (_, seen))| seen * (one / zero).ln()).sum::<f64>()
    }
}

/// The most likely distribution over the values of `results`, (value, share seen), with mean `mean`: the
/// shares are divided by 1 + x(value - mean), with the x that makes the mean right.
fn with_mean(results: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let values = || results.iter().map(|(value, _)| value - mean);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    if least >= 0.0 || most <= 0.0 {
        // No distribution over these values has this mean; the nearest is what was seen.
        return results.iter().map(|(_, share)| *share).collect();
    }
    let excess = |x: f64| -> f64 {
        results.iter().map(|(value, share)| share * (value - mean) / (1.0 + x * (value - mean))).sum()
    };
    // It falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    results.iter().map(|(value, share)| share / (1.0 + x * (value - mean))).collect()
}

/// The most likely distribution in which the mean is `effect` standard deviations above a half. The
/// standard deviation is that of the distribution sought, so it is approached: around what is known of
/// it, the condition is a linear one.
fn with_effect(results: &[(f64, f64)], effect: f64) -> Vec<f64> {
    let mut shares = vec![1.0 / results.len() as f64; results.len()];
    for _ in 0..50 {
        let mean: f64 = results.iter().zip(&shares).map(|((value, _), share)| value * share).sum();
        let variance: f64 =
            results.iter().zip(&shares).map(|((value, _), share)| share * (value - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let bent: Vec<(f64, f64)> = results
            .iter()
            .map(|(value, share)| {
                let bend = effect * deviation * (1.0 + ((mean - value) / deviation).powi(2)) / 2.0;
                (value - 0.5 - bend, *share)
            })
            .collect();
        let next = with_mean(&bent, 0.0);
        let change = next.iter().zip(&shares).fold(0.0_f64, |most, (new, old)| most.max((new - old).abs()));
        shares = next;
        if change < 1e-9 {
            break;
        }
    }
    shares
}

impl Running {
    /// Nothing played yet; encounters have so many games, 1 or 2.
    pub fn new(sprt: Sprt, games: usize) -> Self {
        Self { sprt, counts: vec![0; 2 * games + 1], verdict: None }
    }

    /// Adds an encounter, in the order of their numbers; `points` of the engine under test. After the
    /// verdict nothing counts any more.
    pub fn add(&mut self, points: f64) {
        if self.verdict.is_some() {
            return;
        }
        let halves = (2.0 * points).round().clamp(0.0, (self.counts.len() - 1) as f64);
        self.counts[halves as usize] += 1;
        let (lower, upper) = self.sprt.bounds();
        let llr = self.llr();
        if llr >= upper {
            self.verdict = Some(Verdict::H1);
        } else if llr <= lower {
            self.verdict = Some(Verdict::H0);
        }
    }

    /// The logarithm of the likelihood ratio so far.
    pub fn llr(&self) -> f64 {
        self.sprt.llr(&self.counts)
    }

    /// How the test ended, if it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// How many encounters gave 0, 1, 2, ... half points.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::random::Random;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[test]
    fn the_likelihood_ratios_are_the_published_ones() {
        // From the tests of fastchess: counts from the fewest points to the most. Its two cases with but
        // one result seen are left out, for they depend on what an unseen one is counted as.
        use Model::{Logistic, Normalized};
        for (elo0, elo1, model, counts, llr) in [
            (0.0, 2.0, Normalized, &[36027, 68692, 36433][..], 0.92),
            (-1.75, 0.25, Normalized, &[10650, 20431, 10871], 2.30),
            (0.5, 2.5, Logistic, &[21184, 40708, 21404], -1.57),
            (0.0, 2.0, Logistic, &[57030, 106_593, 57433], -2.59),
            (0.0, 2.0, Normalized, &[365, 16618, 36229, 16974, 390], 2.25),
            (-1.75, 0.25, Normalized, &[127, 4883, 10712, 5150, 104], 3.01),
            (0.5, 2.5, Logistic, &[223, 9863, 21279, 10037, 246], -3.07),
            (0.0, 2.0, Logistic, &[871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let found = test(elo0, elo1, model).llr(counts);
            assert!((found - llr).abs() <= 0.01 * llr.abs() + 0.005, "{counts:?}: {found}, expected {llr}");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let (lower, upper) = test(0.0, 5.0, Model::Logistic).bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3, "{lower} {upper}");
    }

    #[test]
    fn nothing_counts_after_the_verdict() {
        let mut running = Running::new(test(0.0, 50.0, Model::Normalized), 2);
        assert_eq!((running.llr(), running.verdict()), (0.0, None));
        while running.verdict().is_none() {
            running.add(2.0);
        }
        let (llr, counts) = (running.llr(), running.counts().to_vec());
        assert_eq!(running.verdict(), Some(Verdict::H1));
        (0..100).for_each(|_| running.add(0.0));
        assert_eq!((running.llr(), running.counts(), running.verdict()), (llr, &*counts, Some(Verdict::H1)));
    }

    #[test]
    fn whoever_always_loses_or_always_draws_is_not_better() {
        for points in [0.0, 1.0] {
            let mut running = Running::new(test(0.0, 10.0, Model::Logistic), 2);
            for _ in 0..100_000 {
                running.add(points);
            }
            assert_eq!(running.verdict(), Some(Verdict::H0), "{points}");
        }
    }

    /// How often, of so many simulated matches of pairs whose results have these shares, H1 is accepted.
    fn accepted(sprt: Sprt, shares: &[f64; 5], matches: u64) -> f64 {
        let mut accepted = 0;
        for number in 0..matches {
            let mut random = Random::derived(7, &[number]);
            let mut running = Running::new(sprt, 2);
            while running.verdict().is_none() {
                let mut luck = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                let result = shares.iter().position(|share| {
                    luck -= share;
                    luck < 0.0
                });
                running.add(result.unwrap_or(4) as f64 / 2.0);
            }
            accepted += u64::from(running.verdict() == Some(Verdict::H1));
        }
        accepted as f64 / matches as f64
    }

    /// Shares of the five results with this mean, many of them even.
    fn shares(mean: f64) -> [f64; 5] {
        let seen = [0.06, 0.2, 0.48, 0.2, 0.06];
        let results: Vec<(f64, f64)> = (0..5).map(|at| (at as f64 / 4.0, seen[at])).collect();
        with_mean(&results, mean).try_into().unwrap()
    }

    fn errors_are_within_alpha_and_beta(matches: u64) {
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = test(0.0, 40.0, model);
            // The mean at which the mean is as many deviations from a half as H1 says.
            let better = match model {
                Model::Logistic => shares(super::super::expected(40.0 / ELO)),
                Model::Normalized => {
                    let results: Vec<(f64, f64)> =
                        (0..5).map(|at| (at as f64 / 4.0, shares(0.5)[at])).collect();
                    with_effect(&results, 40.0 / (2.0 * ELO) * 2.0_f64.sqrt()).try_into().unwrap()
                }
            };
            let wrong1 = accepted(sprt, &shares(0.5), matches);
            let wrong0 = 1.0 - accepted(sprt, &better, matches);
            println!("{model:?}, {matches} matches each: H1 wrongly {wrong1:.4}, H0 wrongly {wrong0:.4}");
            // Two standard errors of the simulation.
            let slack = 2.0 * (0.05 * 0.95 / matches as f64).sqrt();
            assert!(wrong1 <= 0.05 + slack && wrong0 <= 0.05 + slack, "{model:?}: {wrong1} {wrong0}");
        }
    }

    #[test]
    fn the_test_errs_no_more_than_it_may() {
        errors_are_within_alpha_and_beta(200);
    }

    #[test]
    #[ignore = "2,000 matches: .ci/long"]
    fn the_test_errs_no_more_than_it_may_in_2000_matches() {
        errors_are_within_alpha_and_beta(2000);
    }
}
