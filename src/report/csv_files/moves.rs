//! `moves.csv`: a line for every ply after the opening.

use std::io::Write;

use super::{name, number};
use crate::games::Seat;
use crate::record::GameRecord;

/// The head.
pub(super) fn head<W: Write>(out: &mut csv::Writer<W>) -> csv::Result<()> {
    out.write_record(["id", "ply", "player", "engine", "move", "ms", "depth", "score", "nodes"])
}

/// The plies of a game, from 1.
pub(super) fn rows<W: Write>(out: &mut csv::Writer<W>, record: &GameRecord) -> csv::Result<()> {
    for (ply, text) in record.moves.iter().enumerate() {
        let mover = record.movers.get(ply).copied();
        let engine = mover.and_then(|mover| record.players.get(mover)).map_or("", String::as_str);
        let thought = record.thoughts.get(ply).and_then(Option::as_ref);
        let ms = record.ms.get(ply).map_or_else(String::new, |ms| format!("{ms:.3}"));
        out.write_record([
            &*record.id.to_string(),
            &(ply + 1).to_string(),
            &number(mover.map(Seat)),
            &*name(engine),
            text,
            &ms,
            &number(thought.and_then(|thought| thought.depth)),
            thought.and_then(|thought| thought.score.as_deref()).unwrap_or_default(),
            &number(thought.and_then(|thought| thought.nodes)),
        ])?;
    }
    Ok(())
}
