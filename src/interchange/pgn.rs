//! A text like PGN, the Portable Game Notation of chess, for Breakthrough: tags, then numbered moves and the
//! result. `FEN` is the position that the game begins from, as the arena writes it; without it the game begins
//! at the start on 8 by 8.

use std::fmt::Write;

use super::{Found, Played, Wrong};
use crate::games::{Game, IllegalMove, Line, notation};

/// The longest line of moves.
const WIDTH: usize = 100;

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

pub(super) fn write(played: &Played<'_>) -> String {
    let record = played.record;
    let result = match (played.winner(), record.winner.as_deref()) {
        (Some(0), _) => "1-0",
        (Some(_), _) => "0-1",
        (None, Some("draw")) => "1/2-1/2",
        (None, _) => "*",
    };
    let date = record.started.get(..10).unwrap_or_default().replace('-', ".");
    let mut tags = vec![
        ("Event", "arena".to_owned()),
        ("Date", date),
        ("Round", format!("{}.{}", record.round, record.id)),
        ("White", played.name_of(0).to_owned()),
        ("Black", played.name_of(1).to_owned()),
        ("Result", result.to_owned()),
        ("Variant", "Breakthrough".to_owned()),
        ("Termination", record.reason.word().to_owned()),
        ("PlyCount", played.line.plies().len().to_string()),
    ];
    if !(played.begins_at_the_start() && played.line.game().is_default_board()) {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", played.line.base().to_string())]);
    }
    let mut text = String::new();
    for (name, value) in tags {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // A text takes everything.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut width = 0;
    for word in words(played).into_iter().chain([result.to_owned()]) {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += &word;
        width += word.len();
    }
    text + "\n\n"
}

/// Moves and their numbers; a number counts a move of each side.
fn words(played: &Played<'_>) -> Vec<String> {
    let black_first = usize::from(played.mover(0) == 1);
    let mut words = Vec::new();
    for (number, ply) in played.line.plies().iter().enumerate() {
        let half = number + black_first;
        if half % 2 == 0 {
            words.push(format!("{}.", half / 2 + 1));
        } else if number == 0 {
            words.push("1...".to_owned());
        }
        words.push(ply.to_string());
    }
    words
}

/// A game as far as it is read.
#[derive(Default)]
struct Reading<'a> {
    from: Option<usize>,
    position: Option<(String, usize)>,
    moves: Vec<(usize, &'a str)>,
}

/// The games of a text.
pub(super) fn read(game: Game, text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut reading = Reading::default();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let end = |sign: char| rest.find(sign).map_or(text.len(), |to| at + to + sign.len_utf8());
        at = match c {
            _ if c.is_whitespace() => at + c.len_utf8(),
            '{' => end('}'),
            ';' | '%' => end('\n'),
            '(' => variation(text, at),
            '$' => at + 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
            '[' => {
                if !reading.moves.is_empty() {
                    found.extend(std::mem::take(&mut reading).done(game, at));
                }
                reading.from.get_or_insert(at);
                match tag(text, at) {
                    Ok((name, value, value_at, behind)) => {
                        if name.eq_ignore_ascii_case("FEN") {
                            reading.position = Some((value, value_at));
                        }
                        behind
                    }
                    Err(wrong) => {
                        found.push(Found { span: at..end('\n'), line: Err(wrong) });
                        end('\n')
                    }
                }
            }
            _ => {
                let length = rest.find(|c: char| c.is_whitespace() || "{(;[$".contains(c));
                let word = &rest[..length.unwrap_or(rest.len()).max(c.len_utf8())];
                reading.from.get_or_insert(at);
                if RESULTS.contains(&word) {
                    found.extend(std::mem::take(&mut reading).done(game, at + word.len()));
                } else {
                    reading.moves.push((at, word));
                }
                at + word.len()
            }
        };
    }
    found.extend(reading.done(game, text.len()));
    found
}

/// Behind the variation that begins at `at`.
fn variation(text: &str, at: usize) -> usize {
    let mut depth = 0;
    for (skip, c) in text[at..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + skip + 1;
        }
    }
    text.len()
}

/// The tag `[Name "value"]` at `at`: its name and value, where the value begins, and where the tag ends.
fn tag(text: &str, at: usize) -> Result<(&str, String, usize, usize), Wrong> {
    let line = &text[at..text[at..].find('\n').map_or(text.len(), |to| at + to)];
    let wrong = || Wrong::new(at..at + line.len(), "a tag is written [Name \"value\"]");
    let (name, rest) = line[1..].split_once('"').ok_or_else(wrong)?;
    let value_at = at + line.len() - rest.len();
    let (mut value, mut escaped) = (String::new(), false);
    for (skip, c) in rest.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => {
                let behind = rest[skip + 1..].trim_start();
                if !behind.starts_with(']') {
                    return Err(wrong());
                }
                return Ok((name.trim(), value, value_at, at + line.len() - behind.len() + 1));
            }
            _ => {
                value.push(c);
                escaped = false;
            }
        }
    }
    Err(wrong())
}

impl Reading<'_> {
    /// The game, which ends at `end`; `None` if there is nothing of one.
    fn done(self, game: Game, end: usize) -> Option<Found> {
        let span = self.from?..end;
        Some(Found { line: self.played(game), span })
    }

    fn played(self, game: Game) -> Result<Line, Wrong> {
        let mut line = match self.position {
            Some((text, at)) => Line::new(
                game.parse(&text)
                    .map_err(|error| Wrong::new(at..at + text.len(), format!("FEN: {}", error.reason)))?,
            ),
            None => Line::new(Game::named(game.name()).unwrap_or(game).start()),
        };
        for (at, word) in self.moves {
            for written in notation::moves(game, word) {
                let wrong = |error: IllegalMove| Wrong::new(at..at + word.len(), error.to_string());
                written.play(&mut line).map_err(wrong)?;
            }
        }
        Ok(line)
    }
}
