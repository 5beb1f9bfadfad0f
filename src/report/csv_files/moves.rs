//! `moves.csv`: a line for every ply after the opening.
//!
//! A tournament has millions of them, and they are made while its games are played: what the rows of a game
//! have in common is made once, and the rest is put behind it without a record of fields in between.

use std::io::Write;

use super::{field, name, thousandths};
use crate::games::Seat;
use crate::record::GameRecord;
use crate::record::digits::Digits;

/// The head.
pub(super) fn head<W: Write>(out: &mut csv::Writer<W>) -> csv::Result<()> {
    out.write_record(["id", "ply", "player", "engine", "move", "ms", "depth", "score", "nodes"])
}

/// The plies of a game, from 1.
pub(super) fn rows(out: &mut Vec<u8>, record: &GameRecord) {
    let id = Digits::whole(record.id);
    let player = |(seat, player): (usize, &String)| {
        let mut fields = format!("{},", Seat(seat)).into_bytes();
        field(&mut fields, name(player).as_bytes());
        fields
    };
    let players: Vec<Vec<u8>> = record.players.iter().enumerate().map(player).collect();
    for (ply, played) in record.moves.iter().enumerate() {
        let player = record.movers.get(ply).and_then(|&mover| players.get(mover));
        let thought = record.thoughts.get(ply).and_then(Option::as_ref);
        out.extend_from_slice(&id);
        out.push(b',');
        out.extend_from_slice(&Digits::whole(ply as u64 + 1));
        out.push(b',');
        out.extend_from_slice(player.map_or(b",", Vec::as_slice));
        out.push(b',');
        field(out, played.as_bytes());
        out.push(b',');
        if let Some(&ms) = record.ms.get(ply) {
            thousandths(out, ms);
        }
        out.push(b',');
        if let Some(depth) = thought.and_then(|thought| thought.depth) {
            out.extend_from_slice(&Digits::whole(depth.into()));
        }
        out.push(b',');
        if let Some(score) = thought.and_then(|thought| thought.score.as_deref()) {
            field(out, score.as_bytes());
        }
        out.push(b',');
        if let Some(nodes) = thought.and_then(|thought| thought.nodes) {
            out.extend_from_slice(&Digits::whole(nodes));
        }
        out.extend_from_slice(b"\r\n");
    }
}
