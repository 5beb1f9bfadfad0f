//! `grades.csv`, the marks of a championship, and `finals.csv`, those over several.

use std::io::Write;

use super::name;
use crate::grades::{Final, Grade, decimal};
use crate::report::text::exact_points;

/// How many digits of a mark stand behind the point.
pub(crate) const DIGITS: u32 = 4;

/// The whole of `grades.csv`.
pub(super) fn all<W: Write>(out: &mut csv::Writer<W>, grades: &[Grade]) -> csv::Result<()> {
    out.write_record(["engine", "group", "points", "games", "valid_games", "valid_percent", "grade"])?;
    for Grade { performance, group, mark } in grades {
        out.write_record([
            &*name(&performance.engine),
            &format!("{group:?}"),
            &exact_points(&performance.points),
            &performance.games.to_string(),
            &performance.valid_games.to_string(),
            &decimal(&performance.valid_percent(), 2),
            &decimal(mark, DIGITS),
        ])?;
    }
    Ok(())
}

/// The whole of `finals.csv`: students with their marks.
pub(super) fn finals<W: Write>(out: &mut csv::Writer<W>, finals: &[(String, Final)]) -> csv::Result<()> {
    out.write_record(["student", "championships", "p", "final"])?;
    for (student, one) in finals {
        out.write_record([
            &*name(student),
            &one.championships.to_string(),
            &decimal(&one.p, DIGITS),
            &decimal(&one.mark, DIGITS),
        ])?;
    }
    Ok(())
}
