//! What ratings tell besides a number for each engine, in sentences.

use super::Summary;
use super::text::{escaped, signed};
use crate::ratings::Estimate;

/// `+12.3 +- 4.5 Elo`.
fn elo(estimate: Estimate) -> String {
    format!("{} +- {:.1} Elo", signed(estimate.value, 1), estimate.error)
}

/// The sentences, a line each; none where there is nothing to tell. Ends with a newline if there are any.
pub fn strengths(summary: &Summary) -> String {
    let ratings = &summary.ratings;
    let mut out = String::new();
    let rated: Vec<_> = summary
        .standings
        .rows()
        .into_iter()
        .filter_map(|row| ratings.of(&row.engine).filter(|rated| rated.elo.is_some()))
        .collect();
    if let [one, other] = rated[..]
        && let (Some(difference), Some(los)) =
            (ratings.difference(&one.engine, &other.engine), ratings.superiority(&one.engine, &other.engine))
    {
        let (one, other) = (escaped(&one.engine), escaped(&other.engine));
        out += &format!(
            "{one} against {other}: {}; that {one} is the stronger has a likelihood (LOS) of {:.1} %\n",
            elo(difference),
            100.0 * los
        );
    }
    if let Some(advantage) = ratings.first_mover() {
        out += &format!("the first move is worth {}\n", elo(advantage));
    }
    if ratings.parts() > 1 {
        out += "no game connects these, which are rated apart, each with mean 0:\n";
        for part in 1..=ratings.parts() {
            let names: Vec<_> =
                rated.iter().filter(|rated| rated.part == part).map(|rated| escaped(&rated.engine)).collect();
            out += &format!("  {}\n", names.join(", "));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameRecord;
    use crate::report::Summing;
    use crate::standings::sample::{lost, won};

    fn summary(records: &[GameRecord]) -> Summary {
        let mut sums = Summing::new(&[]);
        records.iter().for_each(|record| sums.add(0, record));
        sums.sums()
    }

    #[test]
    fn a_match_of_two_has_a_difference_and_a_likelihood() {
        let records = [
            won(1, &["ann", "bob"]),
            won(2, &["bob", "ann"]),
            won(3, &["ann", "bob"]),
            lost(4, &["bob", "ann"]),
        ];
        let text = strengths(&summary(&records));
        assert!(text.starts_with("ann against bob: +"), "{text}");
        assert!(text.contains(" Elo; that ann is the stronger has a likelihood (LOS) of "), "{text}");
        assert!(text.contains("\nthe first move is worth +"), "{text}");
        assert_eq!(text.lines().count(), 2, "{text}");
    }

    #[test]
    fn what_is_worth_nothing_is_worth_neither_more_nor_less() {
        let even = [
            won(1, &["ann", "bob"]),
            lost(2, &["ann", "bob"]),
            won(3, &["bob", "ann"]),
            lost(4, &["bob", "ann"]),
        ];
        let text = strengths(&summary(&even));
        assert!(text.starts_with("ann against bob: 0.0 +- "), "{text}");
        assert!(text.contains("\nthe first move is worth 0.0 +- "), "{text}");
    }

    #[test]
    fn parts_are_named() {
        let text = strengths(&summary(&[won(1, &["a", "b"]), won(3, &["c", "d"])]));
        assert!(text.ends_with("rated apart, each with mean 0:\n  a, b\n  c, d\n"), "{text}");
        assert_eq!(strengths(&summary(&[])), "");
    }
}
