//! `--show`: a game ply by ply, as pictures or as JSON.

use std::sync::Mutex;

use crate::cli::say;
use crate::games::{Line, Seat};
use crate::record::GameRecord;
use crate::report::ending::ending;
use crate::report::state::{State, Table};
use crate::report::text::escaped;

/// Shows games one after another as they are played.
pub(super) struct Show {
    names: Vec<Vec<String>>,
    as_json: bool,
    /// The game under way, and how many of its plies have been shown; `None` before its start has been.
    shown: Mutex<(u64, Option<usize>)>,
}

impl Show {
    /// For games of these engines by seat, the first game's first.
    pub(super) fn new(names: Vec<Vec<String>>, as_json: bool) -> Self {
        Self { names, as_json, shown: Mutex::new((0, None)) }
    }

    /// Shows what has not been shown of game `id`.
    pub(super) fn follow(&self, id: u64, line: &Line) {
        let Ok(mut shown) = self.shown.lock() else { return };
        if shown.0 != id {
            *shown = (id, None);
        }
        let from = shown.1.unwrap_or(0);
        if from == line.plies().len() && shown.1.is_some() {
            return;
        }
        let mut now = Line::new(line.base().boxed());
        for (number, ply) in line.plies().iter().enumerate() {
            if number == 0 && shown.1.is_none() {
                self.start(id, &now);
            }
            let seat = now.to_move();
            if now.play(ply).is_err() {
                return;
            }
            if number >= from {
                self.ply(id, number + 1, ply, seat, &now);
            }
        }
        if line.plies().is_empty() {
            self.start(id, &now);
        }
        shown.1 = Some(line.plies().len());
    }

    /// Shows the rest of a game that is over, and how it ended.
    pub(super) fn over(&self, line: Option<&Line>, record: &GameRecord) {
        if let Some(line) = line {
            self.follow(record.id, line);
        }
        // A void game is played again, under the same number.
        if let Ok(mut shown) = self.shown.lock() {
            *shown = (0, None);
        }
        if self.as_json {
            say(serde_json::to_string(record).unwrap_or_default());
            return;
        }
        say(format!("\n{}", ending(record)));
    }

    fn name(&self, id: u64, seat: Seat) -> String {
        let players = self.names.get((id as usize).saturating_sub(1) % self.names.len().max(1));
        let name = players.and_then(|players| players.get(seat.0)).map_or("", String::as_str);
        escaped(name).into_owned()
    }

    fn start(&self, id: u64, line: &Line) {
        if self.as_json {
            return say(state(id, None, line));
        }
        let seats = (0..line.seats()).map(|seat| format!("{} {}", Seat(seat), self.name(id, Seat(seat))));
        say(format!("game {id}: {}\n{}", seats.collect::<Vec<_>>().join(", "), line.position().diagram()));
    }

    fn ply(&self, id: u64, number: usize, ply: &str, seat: Option<Seat>, line: &Line) {
        if self.as_json {
            return say(state(id, seat, line));
        }
        let seat = seat.unwrap_or(Seat(0));
        say(format!("\n{number}. {seat} {}: {ply}\n{}", self.name(id, seat), line.position().diagram()));
    }
}

/// A position after a ply as an object, with all tiles.
fn state(id: u64, seat: Option<Seat>, line: &Line) -> String {
    let player = Some(seat.map(|seat| seat.to_string()));
    State { game: Some(id), player, table: Table::of(line.position()), ..State::of(line) }.json()
}
