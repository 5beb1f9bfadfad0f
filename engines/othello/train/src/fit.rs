//! The fit: weights whose sums come closest to the results.
//!
//! Least squares with a penalty on what a weight differs from that of the stage after it, so that
//! a pattern seldom seen in this stage keeps what it was worth in the next, and one never seen
//! stays at nothing. The equations have a hundred thousand unknowns and are solved by conjugate gradients
//! (Hestenes and Stiefel: "Methods of conjugate gradients for solving linear systems", 1952), scaled by
//! how often each weight is seen.

use othello::weights::ENTRIES;

use crate::examples::Example;

/// What came of a fit, round by round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// How many positions were learned from.
    pub(crate) positions: usize,
    /// The mean absolute error in discs on what was learned from.
    pub(crate) learned: Vec<f64>,
    /// And on games not seen.
    pub(crate) unseen: Vec<f64>,
}

/// Improves `weights` in discs for `examples` in so many `rounds`; `unseen` is only looked at.
pub(crate) fn fit(
    weights: &mut [f32],
    examples: &[Example],
    unseen: &[Example],
    penalty: f32,
    rounds: usize,
    mut tick: impl FnMut(),
) -> Course {
    let mut scale = vec![penalty; ENTRIES];
    for term in examples.iter().flat_map(|example| example.terms) {
        scale[term as usize] += 1.0;
    }
    // What is left to explain, and its pull on each weight.
    let mut errors: Vec<f32> = examples.iter().map(|example| error(weights, example)).collect();
    let mut pull = vec![0.0; ENTRIES];
    gather(&mut pull, examples, &errors);
    let start = weights.to_vec();
    let precondition = |pull: &[f32]| -> Vec<f32> { pull.iter().zip(&scale).map(|(p, s)| p / s).collect() };
    let mut scaled = precondition(&pull);
    let mut direction = scaled.clone();
    let mut strength = dot(&pull, &scaled);
    let mut course = Course { positions: examples.len(), ..Course::default() };
    for round in 0..=rounds {
        course.learned.push(mean(errors.iter().copied()));
        course.unseen.push(mean(unseen.iter().map(|example| error(weights, example))));
        tick();
        if round == rounds || strength <= 0.0 {
            break;
        }
        let along: Vec<f32> = examples.iter().map(|example| sum(&direction, example)).collect();
        let curvature: f64 = along.iter().map(|&a| f64::from(a) * f64::from(a)).sum::<f64>()
            + f64::from(penalty) * dot(&direction, &direction);
        let step = (strength / curvature) as f32;
        weights.iter_mut().zip(&direction).for_each(|(weight, d)| *weight += step * d);
        errors.iter_mut().zip(&along).for_each(|(error, a)| *error -= step * a);
        pull.fill(0.0);
        gather(&mut pull, examples, &errors);
        for ((pull, weight), start) in pull.iter_mut().zip(weights.iter()).zip(&start) {
            *pull -= penalty * (weight - start);
        }
        scaled = precondition(&pull);
        let next = dot(&pull, &scaled);
        let keep = (next / strength) as f32;
        strength = next;
        direction.iter_mut().zip(&scaled).for_each(|(d, s)| *d = s + keep * *d);
    }
    course
}

fn sum(weights: &[f32], example: &Example) -> f32 {
    example.terms.iter().map(|&term| weights[term as usize]).sum()
}

fn error(weights: &[f32], example: &Example) -> f32 {
    example.label - sum(weights, example)
}

fn gather(pull: &mut [f32], examples: &[Example], errors: &[f32]) {
    for (example, &error) in examples.iter().zip(errors) {
        for term in example.terms {
            pull[term as usize] += error;
        }
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn mean(errors: impl Iterator<Item = f32>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for error in errors {
        sum += f64::from(error.abs());
        count += 1;
    }
    sum / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use arena::games::random::Random;
    use othello::weights::TERMS;

    use super::*;

    #[test]
    fn weights_that_explain_all_results_are_found_and_what_was_never_seen_stays() {
        const WEIGHTS: usize = 40;
        let mut random = Random::new(1);
        let truth: Vec<f32> = (0..WEIGHTS).map(|_| random.below(200) as f32 / 100.0 - 1.0).collect();
        let mut example = || {
            let terms = [(); TERMS].map(|()| random.below(WEIGHTS) as u32);
            Example { terms, label: terms.iter().map(|&term| truth[term as usize]).sum() }
        };
        let examples: Vec<Example> = (0..2000).map(|_| example()).collect();
        let unseen: Vec<Example> = (0..200).map(|_| example()).collect();
        let mut weights = vec![0.25; ENTRIES];
        let course = fit(&mut weights, &examples, &unseen, 0.01, 40, || {});
        assert!(course.unseen[0] > 1.0 && course.unseen.last().unwrap() < &0.02, "{:?}", course.unseen);
        assert!(weights[WEIGHTS..].iter().all(|&weight| weight == 0.25));
    }
}
