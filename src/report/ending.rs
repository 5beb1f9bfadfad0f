//! How a game ended, in words, a line for every fault.

use super::text::{escaped, plies};
use crate::games::Seat;
use crate::record::GameRecord;

/// The faults of a game and who won it. Safe to show on a terminal.
pub fn ending(record: &GameRecord) -> String {
    let mut lines = Vec::new();
    for fault in &record.faults {
        let name = record.players.get(fault.seat).map_or("", String::as_str);
        let detail = escaped(&fault.detail);
        lines.push(format!("{} ({}): {}: {detail}", escaped(name), Seat(fault.seat), fault.reason.word()));
    }
    let plies = plies(record.moves.len());
    lines.push(match (record.winner.as_deref(), record.winner_seat.as_deref()) {
        _ if record.void => "void, by the machine's fault, and played again\n".to_owned(),
        (Some("draw"), _) => format!("a draw after {plies}"),
        (Some("shared"), _) => "the others share the point".to_owned(),
        (Some(winner), Some(seat)) => format!("{} ({seat}) wins after {plies}", escaped(winner)),
        _ => "nobody wins".to_owned(),
    });
    lines.join("\n")
}
