//! `games.csv`: a line for every game.

use std::io::Write;

use super::{field, name, thousandths};
use crate::games::Seat;
use crate::record::GameRecord;
use crate::record::digits::Digits;

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
pub(super) fn row(out: &mut Vec<u8>, record: &GameRecord) {
    let whole = |out: &mut Vec<u8>, number: u64| out.extend_from_slice(&Digits::whole(number));
    whole(out, record.id);
    out.push(b',');
    whole(out, record.round.into());
    let mut add = |text: &str| {
        out.push(b',');
        field(out, text.as_bytes());
    };
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
    out.push(b',');
    whole(out, record.moves.len() as u64);
    out.push(b',');
    if let Some(score) = record.score {
        out.extend_from_slice(score.to_string().as_bytes());
    }
    out.push(b',');
    thousandths(out, record.seconds);
    out.push(b',');
    let mut moves = Vec::with_capacity(6 * record.moves.len());
    for (ply, played) in record.moves.iter().enumerate() {
        if ply > 0 {
            moves.push(b' ');
        }
        played.append_to(&mut moves);
    }
    field(out, &moves);
    out.extend_from_slice(b"\r\n");
}
