//! `standings.csv`: a line for every engine, best first.

use std::io::Write;

use super::name;
use crate::ratings::Ratings;
use crate::report::text::{points, rounded};
use crate::standings::Row;

/// The whole file.
pub(super) fn all<W: Write>(out: &mut csv::Writer<W>, rows: &[Row], ratings: &Ratings) -> csv::Result<()> {
    out.write_record([
        "rank",
        "engine",
        "games",
        "wins",
        "draws",
        "losses",
        "points",
        "valid_games",
        "valid_percent",
        "elo",
        "elo_error",
        "late",
        "time_losses",
        "crashes",
        "illegal_moves",
        "max_ms",
    ])?;
    for row in rows {
        let elo = ratings.of(&row.engine).and_then(|rated| rated.elo);
        let (elo, error) =
            elo.map_or_else(Default::default, |elo| (rounded(elo.value, 2), rounded(elo.error, 2)));
        out.write_record([
            &*row.rank.to_string(),
            &*name(&row.engine),
            &row.games.to_string(),
            &row.wins.to_string(),
            &row.draws.to_string(),
            &row.losses.to_string(),
            &points(row.points),
            &row.valid_games.to_string(),
            &format!("{:.2}", row.valid_percent()),
            &elo,
            &error,
            &row.late.to_string(),
            &row.time_losses.to_string(),
            &row.crashes.to_string(),
            &row.illegal_moves.to_string(),
            &format!("{:.3}", row.max_ms),
        ])?;
    }
    Ok(())
}
