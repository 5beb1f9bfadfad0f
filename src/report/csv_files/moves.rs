//! `moves.csv`: a line for every ply after the opening.

use std::fmt::{Display, Write as _};
use std::io::Write;

use super::name;
use crate::games::Seat;
use crate::record::GameRecord;

/// The head.
pub(super) fn head<W: Write>(out: &mut csv::Writer<W>) -> csv::Result<()> {
    out.write_record(["id", "ply", "player", "engine", "move", "ms", "depth", "score", "nodes"])
}

/// The plies of a game, from 1.
pub(super) fn rows<W: Write>(out: &mut csv::Writer<W>, record: &GameRecord) -> csv::Result<()> {
    let id = record.id.to_string();
    let players: Vec<_> = record
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| (Seat(seat).to_string(), name(player)))
        .collect();
    // Numbers are written into the same memory: a tournament has millions of them.
    let mut text = String::new();
    for (ply, played) in record.moves.iter().enumerate() {
        let player = record.movers.get(ply).and_then(|&mover| players.get(mover));
        let thought = record.thoughts.get(ply).and_then(Option::as_ref);
        let ms = record.ms.get(ply);
        out.write_field(&id)?;
        number(out, &mut text, Some(ply + 1))?;
        out.write_field(player.map_or("", |(seat, _)| seat))?;
        out.write_field(player.map_or("", |(_, engine)| engine))?;
        out.write_field(played)?;
        text.clear();
        if let Some(ms) = ms {
            let _ = write!(text, "{ms:.3}");
        }
        out.write_field(&text)?;
        match thought {
            None => ["", "", ""].iter().try_for_each(|nothing| out.write_field(nothing))?,
            Some(thought) => {
                number(out, &mut text, thought.depth)?;
                out.write_field(thought.score.as_deref().unwrap_or_default())?;
                number(out, &mut text, thought.nodes)?;
            }
        }
        out.write_record(None::<&[u8]>)?;
    }
    Ok(())
}

/// Writes a field: a number, or nothing.
fn number<W: Write>(
    out: &mut csv::Writer<W>,
    text: &mut String,
    number: Option<impl Display>,
) -> csv::Result<()> {
    text.clear();
    if let Some(number) = number {
        let _ = write!(text, "{number}");
    }
    out.write_field(text)
}
