//! One record played again by the rules, and by those of the tournament for games that end early.

use crate::adjudication::{Adjudication, Ruling, Watch};
use crate::games::{Line, Seat};
use crate::record::{self, GameRecord};

/// Plays the moves again; sees that the game ended early where the tournament's adjudication ends it, and nowhere else.
///
/// # Errors
/// What cannot be.
pub(super) fn by_the_rules(record: &GameRecord, adjudication: &Adjudication) -> Result<(), String> {
    let plies = record.moves.len();
    let mut agreed = Watch::new(Adjudication { decided: false, ..*adjudication });
    let mut rulings: Vec<(usize, Ruling)> = Vec::new();
    let retraced = record::retrace_with(record, |line, ply| {
        let mover = record.movers.get(ply - 1).map_or(Seat(0), |&seat| Seat(seat));
        let thought = record.thoughts.get(ply - 1).and_then(Option::as_ref);
        let agreed = agreed.look(line, mover, thought);
        // To prove it takes a while, and what is decided stays so: the last two positions tell it of all.
        let decided = if ply + 1 >= plies { decided(line, mover, adjudication) } else { None };
        rulings.extend(decided.or(agreed).map(|ruling| (ply, ruling)));
    });
    if let Err(mismatch) | Ok((_, Some(mismatch))) = retraced {
        return Err(mismatch.to_string());
    }
    let ended = rulings.first();
    match ended {
        Some(&(ply, ruling))
            if ply < plies || record.reason != ruling.reason || told(record) != ruling.winner =>
        {
            let winner = ruling.winner.map_or_else(|| "drawn".to_owned(), |seat| format!("won by {seat}"));
            Err(format!("by `{}` it was over after {ply} plies, {winner}", ruling.reason.word()))
        }
        None if is_early(record) => {
            Err(format!("said to have ended by `{}`, for which there was no cause", record.reason.word()))
        }
        _ => Ok(()),
    }
}

/// The ruling about a position that is decided, where the tournament looks at that.
fn decided(line: &Line, mover: Seat, adjudication: &Adjudication) -> Option<Ruling> {
    let alone = Adjudication { decided: adjudication.decided, ..Adjudication::default() };
    Watch::new(alone).look(line, mover, None)
}

/// The winner's seat, as the record tells it.
fn told(record: &GameRecord) -> Option<Seat> {
    (0..record.players.len()).map(Seat).find(|seat| Some(seat.to_string()) == record.winner_seat)
}

fn is_early(record: &GameRecord) -> bool {
    matches!(record.reason, record::Reason::Adjudication | record::Reason::MaxPlies)
}
