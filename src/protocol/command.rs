//! What the arena, or a person at a terminal, tells an engine.

use std::fmt::Write;

use super::{Limits, Words};
use crate::games::{Line, Observer, Seat};

/// A line for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `ugi`: say who you are.
    Ugi,
    /// `isready`: answer `readyok` once everything before is done.
    IsReady,
    /// `uginewgame`: forget what could change an answer.
    NewGame,
    /// `setoption name <name> [value <value>]`.
    SetOption {
        /// The option.
        name: &'a str,
        /// Its new value; empty for a button.
        value: &'a str,
    },
    /// `position ...`: the words after it, for [`Line::parse`].
    Position(&'a str),
    /// `go ...`.
    Go(Limits),
    /// `stop`: answer now.
    Stop,
    /// `quit`: end.
    Quit,
    /// A line that is none of these: its first word and the rest.
    Other(&'a str, &'a str),
}

impl<'a> Command<'a> {
    /// Reads a line; an empty one is `Other("", "")`.
    pub fn parse(line: &'a str) -> Self {
        let mut words = Words::new(line);
        let word = words.next().unwrap_or("");
        match word {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame,
            "setoption" if words.clone().next() == Some("name") => {
                words.next();
                let name = words.until("value");
                Self::SetOption { name, value: words.rest() }
            }
            "position" => Self::Position(words.rest()),
            "go" => Self::Go(Limits::parse(words.rest())),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            _ => Self::Other(word, words.rest()),
        }
    }
}

/// Appends the `position` line of `line` as `seat` may see it.
pub fn write_position(out: &mut String, line: &Line, seat: Seat) {
    write_position_for(out, line, line.observer(seat, false));
}

/// Appends the `position` line of `line` as `observer` may see it.
pub fn write_position_for(out: &mut String, line: &Line, observer: Observer) {
    match line.base_view(observer) {
        None => out.push_str("position startpos"),
        Some(view) => {
            out.push_str("position fen ");
            out.push_str(&view);
        }
    }
    if !line.plies().is_empty() {
        out.push_str(" moves");
        line.write_plies(observer, out);
    }
    out.push('\n');
}

/// Appends the `go` line with `limits`.
pub fn write_go(out: &mut String, limits: &Limits) {
    // Writing to a string cannot fail.
    let _ = if limits.is_infinite() { writeln!(out, "go") } else { writeln!(out, "go {limits}") };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    #[test]
    fn every_command_is_known() {
        let set = |name, value| Command::SetOption { name, value };
        for (line, command) in [
            ("ugi", Command::Ugi),
            (" isready \r", Command::IsReady),
            ("uginewgame", Command::NewGame),
            ("setoption name Depth value 6", set("Depth", "6")),
            ("setoption name Clear Hash", set("Clear Hash", "")),
            ("setoption name Path value  a b ", set("Path", "a b")),
            ("position startpos moves f5", Command::Position("startpos moves f5")),
            ("go depth 3", Command::Go(Limits { depth: Some(3), ..Limits::default() })),
            ("go", Command::Go(Limits::default())),
            ("stop", Command::Stop),
            ("quit now", Command::Quit),
            ("", Command::Other("", "")),
            ("perft 5", Command::Other("perft", "5")),
            ("setoption Depth 6", Command::Other("setoption", "Depth 6")),
        ] {
            assert_eq!(Command::parse(line), command, "{line:?}");
        }
    }

    #[test]
    fn startpos_stands_only_for_the_default_board() {
        for (game, opening, sent) in [
            (Game::Othello { size: 8 }, "startpos moves f5", "position startpos moves f5\n"),
            (Game::Othello { size: 4 }, "startpos", "position fen 4/1ox1/1xo1/4 x\n"),
            (Game::Othello { size: 8 }, "8/8/8/3ox3/3xo3/8/8/8 x moves f5", "position startpos moves f5\n"),
            (Game::Othello { size: 8 }, "8/8/8/3ox3/3xo3/8/8/8 o", "position fen 8/8/8/3ox3/3xo3/8/8/8 o\n"),
        ] {
            let line = Line::parse(game, opening).unwrap();
            let mut out = String::new();
            write_position(&mut out, &line, Seat(0));
            assert_eq!(out, sent);
        }
    }
}
