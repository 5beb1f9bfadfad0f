//! How a sequential test stands, and how it ended, in words.

use super::text::{escaped, points};
use crate::ratings::sprt::{Model, Running, Verdict};

/// One line: the likelihood ratio, its bounds, and what it is reckoned from.
pub fn standing(running: &Running) -> String {
    let (lower, upper) = running.sprt().bounds();
    let counts: Vec<String> = running.counts().iter().map(u64::to_string).collect();
    format!(
        "SPRT: LLR {:+.2} of {lower:.2} to {upper:+.2}, {} encounters with 0, 1/2, 1, 1 1/2, 2 points: {}",
        running.llr(),
        running.counts().iter().sum::<u64>(),
        counts.join(", ")
    )
}

/// What was decided between the engine under test and the other one; ends with a newline.
pub fn verdict(running: &Running, tested: &str, other: &str) -> String {
    let sprt = running.sprt();
    let (tested, other) = (escaped(tested), escaped(other));
    let model = match sprt.model {
        Model::Logistic => "Elo",
        Model::Normalized => "normalized Elo",
    };
    let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(points);
    let said = match running.verdict() {
        Some(Verdict::H1) => format!(
            "H1 is accepted: {tested} is stronger than {other}, rather by {elo1} than by {elo0} {model} (wrong in at \
             most {} % of such tests)",
            points(100.0 * sprt.alpha)
        ),
        Some(Verdict::H0) => format!(
            "H0 is accepted: {tested} is not {elo1} {model} stronger than {other}, rather {elo0} (wrong in at most \
             {} % of such tests)",
            points(100.0 * sprt.beta)
        ),
        None => format!("nothing is decided between {tested} and {other}: more rounds are needed"),
    };
    format!("{}\n{said}\n", standing(running))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::Sprt;

    #[test]
    fn the_verdict_is_told_in_words() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.1, model: Model::Normalized };
        for (points, words) in [
            (
                2.0,
                "H1 is accepted: ann is stronger than bob, rather by 50 than by 0 normalized Elo (wrong in at most 5 %",
            ),
            (
                0.0,
                "H0 is accepted: ann is not 50 normalized Elo stronger than bob, rather 0 (wrong in at most 10 %",
            ),
        ] {
            let mut running = Running::new(sprt, 2);
            assert!(verdict(&running, "ann", "bob").contains("nothing is decided between ann and bob"));
            while running.verdict().is_none() {
                running.add(points);
            }
            let text = verdict(&running, "ann", "bob");
            assert!(text.contains(words), "{text}");
            assert!(text.starts_with("SPRT: LLR ") && text.contains(" of -2.25 to +2.89, "), "{text}");
        }
    }
}
