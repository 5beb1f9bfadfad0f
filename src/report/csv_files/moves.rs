//! `moves.csv`: a line for every ply after the opening.
//!
//! A tournament has millions of them, and they are made while its games are played: what the rows of a game
//! have in common is made once, and the rest is put behind it without a record of fields in between.

use std::io::Write;

use super::{field, name, needs_quotes, thousandths};
use crate::games::Seat;
use crate::record::digits::Digits;
use crate::record::{GameRecord, Thought};

/// The head.
pub(super) fn head<W: Write>(out: &mut csv::Writer<W>) -> csv::Result<()> {
    out.write_record(["id", "ply", "player", "engine", "move", "ms", "depth", "score", "nodes"])
}

/// The plies of a game, from 1.
pub(super) fn rows(out: &mut Vec<u8>, record: &GameRecord) {
    let mut id = Digits::whole(record.id).to_vec();
    id.push(b',');
    let player = |(seat, player): (usize, &String)| {
        let mut fields = format!(",{},", Seat(seat)).into_bytes();
        field(&mut fields, name(player).as_bytes());
        fields.push(b',');
        fields
    };
    let players: Vec<Vec<u8>> = record.players.iter().enumerate().map(player).collect();
    for (ply, played) in record.moves.iter().enumerate() {
        let player = record.movers.get(ply).and_then(|&mover| players.get(mover));
        out.extend_from_slice(&id);
        Digits::whole(ply as u64 + 1).append_to(out);
        out.extend_from_slice(player.map_or(b",,,", Vec::as_slice));
        if needs_quotes(played.as_bytes()) {
            field(out, played.as_bytes());
        } else {
            played.append_to(out);
        }
        out.push(b',');
        if let Some(&ms) = record.ms.get(ply) {
            thousandths(out, ms);
        }
        match record.thoughts.get(ply) {
            Some(Some(thought)) if *thought != Thought::default() => write_thought(out, thought),
            _ => out.extend_from_slice(b",,,\r\n"),
        }
    }
}

/// The last three fields of a ply about which its engine told something.
fn write_thought(out: &mut Vec<u8>, thought: &Thought) {
    out.push(b',');
    if let Some(depth) = thought.depth {
        Digits::whole(depth.into()).append_to(out);
    }
    out.push(b',');
    if let Some(score) = &thought.score {
        field(out, score.as_bytes());
    }
    out.push(b',');
    if let Some(nodes) = thought.nodes {
        Digits::whole(nodes).append_to(out);
    }
    out.extend_from_slice(b"\r\n");
}
