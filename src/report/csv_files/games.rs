//! `games.csv`: a line for every game.

use std::io::Write;

use super::{decimal, name, number, thousandths};
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
    let mut row = csv::ByteRecord::with_capacity(512, 16);
    let mut add = |text: &str| row.push_field(text.as_bytes());
    let mut text = String::with_capacity(4 * record.moves.len());
    decimal(&mut text, record.id);
    add(&text);
    text.clear();
    decimal(&mut text, record.round.into());
    add(&text);
    add(&record.game);
    add(&record.opening);
    for player in &record.players {
        add(&name(player));
    }
    add(&name(record.winner.as_deref().unwrap_or_default()));
    add(record.winner_seat.as_deref().unwrap_or_default());
    add(record.reason.word());
    add(&name(record.offender.as_deref().unwrap_or_default()));
    add(record.offender_seat.as_deref().unwrap_or_default());
    text.clear();
    decimal(&mut text, record.moves.len() as u64);
    add(&text);
    add(&number(record.score));
    text.clear();
    thousandths(&mut text, record.seconds);
    add(&text);
    text.clear();
    for (ply, played) in record.moves.iter().enumerate() {
        if ply > 0 {
            text.push(' ');
        }
        text.push_str(played);
    }
    add(&text);
    out.write_byte_record(&row)
}
