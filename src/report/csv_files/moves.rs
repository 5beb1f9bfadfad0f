//! `moves.csv`: a line for every ply after the opening.

use std::io::Write;

use super::{decimal, name, thousandths};
use crate::games::Seat;
use crate::record::GameRecord;

/// The head.
pub(super) fn head<W: Write>(out: &mut csv::Writer<W>) -> csv::Result<()> {
    out.write_record(["id", "ply", "player", "engine", "move", "ms", "depth", "score", "nodes"])
}

/// The plies of a game, from 1.
pub(super) fn rows<W: Write>(out: &mut csv::Writer<W>, record: &GameRecord) -> csv::Result<()> {
    let players: Vec<_> = record
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| (Seat(seat).to_string(), name(player)))
        .collect();
    // A tournament has millions of rows: one row's memory is used for all, its numbers' too.
    let mut row = csv::ByteRecord::new();
    row.push_field(record.id.to_string().as_bytes());
    let mut text = String::new();
    for (ply, played) in record.moves.iter().enumerate() {
        let player = record.movers.get(ply).and_then(|&mover| players.get(mover));
        let thought = record.thoughts.get(ply).and_then(Option::as_ref);
        row.truncate(1);
        number(&mut row, &mut text, Some(ply as u64 + 1));
        row.push_field(player.map_or("", |(seat, _)| seat).as_bytes());
        row.push_field(player.map_or("", |(_, engine)| engine).as_bytes());
        row.push_field(played.as_bytes());
        text.clear();
        if let Some(&ms) = record.ms.get(ply) {
            thousandths(&mut text, ms);
        }
        row.push_field(text.as_bytes());
        number(&mut row, &mut text, thought.and_then(|thought| thought.depth).map(u64::from));
        row.push_field(thought.and_then(|thought| thought.score.as_deref()).unwrap_or_default().as_bytes());
        number(&mut row, &mut text, thought.and_then(|thought| thought.nodes));
        out.write_byte_record(&row)?;
    }
    Ok(())
}

/// Adds a field: a number, or nothing.
fn number(row: &mut csv::ByteRecord, text: &mut String, number: Option<u64>) {
    text.clear();
    if let Some(number) = number {
        decimal(text, number);
    }
    row.push_field(text.as_bytes());
}
