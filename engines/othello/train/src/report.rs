//! The report: mean errors in discs by stage, before the fit and after it: those of the labels on games
//! that were learned from, and those of the results on games that were not.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use othello::spreads::Spreads;

use crate::fit::Course;

/// The report of a generation.
pub(crate) fn text(generation: usize, courses: &[Course], spreads: &Spreads) -> String {
    let mut text = format!(
        "generation {generation}: mean error in discs; learned: of the labels, unseen: of the results\n"
    );
    let _ = writeln!(text, "discs on the board  positions  before  learned  unseen");
    for (stage, course) in courses.iter().enumerate() {
        let discs = 4 + 5 * stage;
        let last = |errors: &[f64]| errors.last().copied().unwrap_or_default();
        let _ = writeln!(
            text,
            "{discs:>10} to {:<5} {:>9} {:>7.2} {:>8.2} {:>7.2}",
            discs + 4,
            course.positions,
            course.unseen.first().copied().unwrap_or_default(),
            last(&course.learned),
            last(&course.unseen),
        );
    }
    let _ =
        writeln!(text, "spreads: midgame {:?}, result {:?}", spreads.midgame.factors, spreads.result.factors);
    text
}

/// Prints the reports of all generations.
///
/// # Errors
/// One cannot be read.
#[expect(clippy::print_stdout, reason = "what was asked for")]
pub(crate) fn print(folder: &Path, generations: usize) -> io::Result<()> {
    for generation in 0..generations {
        println!("{}", fs::read_to_string(folder.join(format!("report-{generation}.txt")))?);
    }
    println!("weights: {}", folder.join(format!("weights-{}.bin", generations.saturating_sub(1))).display());
    Ok(())
}
