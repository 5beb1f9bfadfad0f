//! `games.csv`: a line for every game.

use std::io::Write;

use super::{name, number};
use crate::games::Seat;
use crate::record::GameRecord;

/// The head, for games of so many `seats`.
pub(super) fn head<W: Write>(out: &mut csv::Writer<W>, seats: usize) -> csv::Result<()> {
    for column in ["id", "round", "game", "opening"] {
        out.write_field(column)?;
    }
    for seat in 0..seats {
        out.write_field(Seat(seat).to_string())?;
    }
    out.write_record([
        "winner",
        "winner_seat",
        "reason",
        "offender",
        "offender_seat",
        "plies",
        "score",
        "seconds",
        "moves",
    ])
}

/// A game.
pub(super) fn row<W: Write>(out: &mut csv::Writer<W>, record: &GameRecord) -> csv::Result<()> {
    out.write_field(record.id.to_string())?;
    out.write_field(record.round.to_string())?;
    out.write_field(&record.game)?;
    out.write_field(&record.opening)?;
    for player in &record.players {
        out.write_field(&*name(player))?;
    }
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    out.write_record([
        &*name(record.winner.as_deref().unwrap_or_default()),
        &text(&record.winner_seat),
        record.reason.word(),
        &*name(record.offender.as_deref().unwrap_or_default()),
        &text(&record.offender_seat),
        &record.moves.len().to_string(),
        &number(record.score),
        &format!("{:.3}", record.seconds),
        &record.moves.join(" "),
    ])
}
