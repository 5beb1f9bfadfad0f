//! The tournament file that says what a command line does, so that one code checks both.

use std::path::Path;

use super::engines::Asked;

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
    /// Its text.
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
            text += &format!("[sprt]\nelo0 = {elo0:?}\nelo1 = {elo1:?}\n");
        }
        self.engines.iter().for_each(|asked| text += &engine(asked));
        text
    }

    fn openings(&self) -> String {
        let kind = match self.openings.split_once(':') {
            Some(("random", plies)) => match plies.parse::<u32>() {
                Ok(plies) => format!("kind = \"random\"\nplies = {plies}\n"),
                Err(_) => format!("kind = \"random\"\nplies = {}\n", quoted(plies)),
            },
            _ if ["standard", "random"].contains(&self.openings) => format!("kind = \"{}\"\n", self.openings),
            _ => match self.openings.rsplit_once(':').map(|(file, plies)| (file, plies.parse::<u32>())) {
                // Unless a file is called so.
                Some((file, Ok(plies))) if !Path::new(self.openings).exists() => {
                    format!("kind = \"file\"\nfile = {}\nplies = {plies}\n", quoted(file))
                }
                _ => format!("kind = \"file\"\nfile = {}\n", quoted(self.openings)),
            },
        };
        format!("[openings]\n{kind}")
    }

    fn time(&self) -> String {
        let seconds = |part: &str| {
            let is_number =
                !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            quoted(&if is_number { format!("{part}s") } else { part.to_owned() })
        };
        let kind = match self.time.split_once('+') {
            Some((base, increment)) => {
                format!("base = {}\nincrement = {}\n", seconds(base), seconds(increment))
            }
            None => format!("per_move = {}\n", seconds(self.time)),
        };
        let margin = self.margin.map_or_else(String::new, |margin| format!("margin = {}\n", seconds(margin)));
        format!("[time]\n{kind}{margin}")
    }
}

/// The table of an engine.
fn engine(engine: &Asked) -> String {
    let words: Vec<String> = engine.command.iter().map(|word| quoted(word)).collect();
    let options: Vec<String> =
        engine.options.iter().map(|(name, value)| format!("{} = {}", quoted(name), quoted(value))).collect();
    let mut text = format!(
        "[[engine]]\nname = {}\ncommand = [{}]\noptions = {{ {} }}\npeek = {}\n",
        quoted(&engine.name),
        words.join(", "),
        options.join(", "),
        engine.peek
    );
    for (key, value) in [("protocol", &engine.protocol), ("variant", &engine.variant)] {
        text += &value.as_ref().map_or(String::new(), |value| format!("{key} = {}\n", quoted(value)));
    }
    text
}

/// A text of JSON, which is one of TOML.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
