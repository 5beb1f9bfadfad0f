//! Everything in a tournament file that decides results, as lines of text: what must be the same for
//! a tournament to be gone on with.

use super::{Format, Settings};
use crate::protocol::dialect::Dialect;

impl Settings {
    /// A line for each setting that decides results, in a fixed order. Not among them: the seed and
    /// the name, which stand elsewhere, the number of games at a time, and the number of rounds, of
    /// which there may be more later.
    pub fn decisive(&self) -> Vec<String> {
        let mut lines = vec![
            format!("game = {}", self.game),
            format!("board fixed = {:?}", self.fixed_board),
            format!("format = {:?}", self.format),
            format!("repeat = {}", self.repeat),
            format!("self_play = {}", self.self_play),
            format!("several seats = {}", self.several_seats),
            format!("openings = {:?}", self.openings.kind),
            format!("openings one_for_all = {}", self.openings.one_for_all),
            format!("sandbox = {:?}", self.sandbox),
        ];
        if self.format == Format::Knockout {
            // More of them would change what has been decided.
            lines.push(format!("rounds = {}", self.rounds));
        }
        if let Some(sprt) = &self.sprt {
            lines.push(format!("sprt = {sprt:?}"));
        }
        if self.adjudication != Default::default() {
            lines.push(format!("adjudication = {:?}", self.adjudication));
        }
        for engine in &self.engines {
            let name = &engine.name;
            lines.push(format!("{name}: command = {:?}", engine.command));
            lines.push(format!("{name}: dir = {:?}", engine.dir));
            lines.push(format!("{name}: env = {:?}", engine.env));
            lines.push(format!("{name}: options = {:?}", engine.options));
            lines.push(format!("{name}: {}", engine.time));
            lines.push(format!("{name}: startup = {:?}", engine.startup));
            if engine.dialect != Dialect::Ugi {
                lines.push(format!("{name}: protocol = {}", engine.dialect.word()));
            }
            if let Some(variant) = &engine.variant {
                lines.push(format!("{name}: variant = {variant:?}"));
            }
            if engine.peek {
                lines.push(format!("{name}: peek"));
            }
            lines.push(format!("{name}: restart = {:?}", engine.restart));
        }
        lines
    }
}
