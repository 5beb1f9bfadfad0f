//! The tournament file that says what a command line does, so that one code checks both.

use std::path::Path;

use super::engines::Asked;
use crate::settings::TYPED_AS;

/// What is to be written.
pub(in crate::cli) struct File<'a> {
    /// The name of the tournament, which errors begin with.
    pub(in crate::cli) name: &'a str,
    /// The name of the game.
    pub(in crate::cli) game: &'a str,
    /// One engine is enough.
    pub(in crate::cli) alone: bool,
    /// The measures of the board that are given, as they stand in `[board]`.
    pub(in crate::cli) board: String,
    /// `standard`, `random`, `random:PLIES` or a file.
    pub(in crate::cli) openings: &'a str,
    /// `1s`, or `60+1`.
    pub(in crate::cli) time: &'a str,
    /// How late an answer may come, if that is said.
    pub(in crate::cli) margin: Option<&'a str>,
    /// The bounds of a sequential test.
    pub(in crate::cli) sprt: Option<(f64, f64)>,
    /// The engines.
    pub(in crate::cli) engines: &'a [Asked],
}

impl File<'_> {
    /// Its text; of each line that was typed, the comment says how.
    pub(in crate::cli) fn text(&self) -> String {
        let Self { name, game, alone, board, .. } = self;
        let mut text = format!("[tournament]\nname = \"{name}\"\ngame = \"{game}\"\n");
        if *alone {
            text += "self_play = true\n";
        }
        if !board.is_empty() {
            text += &format!("[board]\n{board}");
        }
        text += &self.openings();
        text += &self.time();
        if let Some((elo0, elo1)) = self.sprt {
            let typed = typed(&format!("--sprt {elo0},{elo1}"));
            text += &format!("[sprt]\nelo0 = {elo0:?}{typed}\nelo1 = {elo1:?}{typed}\n");
        }
        (1..).zip(self.engines).for_each(|(number, asked)| text += &engine(number, asked));
        text
    }

    /// How times were understood that were typed without a unit, as those are who have milliseconds in mind.
    pub(in crate::cli) fn without_unit(&self) -> Vec<String> {
        let times = [("--time", Some(self.time), " a move"), ("--margin", self.margin, "")];
        let plain =
            times.into_iter().filter_map(|(option, time, of)| Some((option, time.filter(is_number)?, of)));
        plain.map(|(option, time, of)| {
            format!("{option} {time} is {time} s{of}: a number without a unit is seconds, milliseconds are written with ms")
        }).collect()
    }

    fn openings(&self) -> String {
        let typed = typed(&format!("--openings {}", self.openings));
        let random = |plies: &str| format!("kind = \"random\"{typed}\nplies = {plies}{typed}\n");
        let file = |name: &str| format!("kind = \"file\"{typed}\nfile = {}{typed}\n", quoted(name));
        let kind = match self.openings.split_once(':') {
            Some(("random", plies)) => match plies.parse::<u32>() {
                Ok(plies) => random(&plies.to_string()),
                Err(_) => random(&quoted(plies)),
            },
            _ if ["standard", "random"].contains(&self.openings) => {
                format!("kind = \"{}\"{typed}\n", self.openings)
            }
            _ => match self.openings.rsplit_once(':').map(|(file, plies)| (file, plies.parse::<u32>())) {
                // Unless a file is called so.
                Some((name, Ok(plies))) if !Path::new(self.openings).exists() => {
                    file(name) + &format!("plies = {plies}{typed}\n")
                }
                _ => file(self.openings),
            },
        };
        format!("[openings]{typed}\n{kind}")
    }

    fn time(&self) -> String {
        let key = |key: &str, option: &str, part: &str| {
            let value = quoted(&if is_number(&part) { format!("{part}s") } else { part.to_owned() });
            format!("{key} = {value}{}\n", typed(option))
        };
        let option = format!("--time {}", self.time);
        let kind = match self.time.split_once('+') {
            Some((base, increment)) => key("base", &option, base) + &key("increment", &option, increment),
            None => key("per_move", &option, self.time),
        };
        let margin = |margin: &str| key("margin", &format!("--margin {margin}"), margin);
        format!("[time]{}\n{kind}{}", typed(&option), self.margin.map_or_else(String::new, margin))
    }
}

/// Whether it has no unit.
fn is_number(time: &&str) -> bool {
    !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// The table of engine number `number`.
fn engine(number: usize, engine: &Asked) -> String {
    let words: Vec<String> = engine.command.iter().map(|word| quoted(word)).collect();
    let command = typed(&format!("-e '{}'", engine.command.join(" ")));
    let mut text = format!(
        "[[engine]]{command}\nname = {}{command}\ncommand = [{}]{command}\npeek = {}{}\n",
        quoted(&engine.name),
        words.join(", "),
        engine.peek,
        typed(&format!("--peek {number}")),
    );
    for (key, value) in [("protocol", &engine.protocol), ("variant", &engine.variant)] {
        if let Some(value) = value {
            text += &format!("{key} = {}{}\n", quoted(value), typed(&format!("--{key} {number}:{value}")));
        }
    }
    for (name, value) in &engine.options {
        let typed = typed(&format!("-o {number}:{name}={value}"));
        text += &format!("options.{} = {}{typed}\n", quoted(name), quoted(value));
    }
    text
}

/// The comment at the end of a line that was made of these words.
fn typed(words: &str) -> String {
    // One line, and one comment.
    let words: String = words.chars().map(|c| if c.is_control() || c == '#' { '_' } else { c }).collect();
    format!("{TYPED_AS}{words}")
}

/// A text of JSON, which is one of TOML.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
