//! What somebody types who is not a move.

/// A line as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// Nothing.
    Nothing,
    /// Moves, or what is taken for some.
    Moves(&'a str),
    /// Which moves are legal.
    Legal,
    /// What an engine would play.
    Hint,
    /// Take the last move back.
    Undo,
    /// Write the game to a file.
    Save(Option<&'a str>),
    /// Give the game up.
    Resign,
    /// Show the board again.
    Board,
    /// Which words there are.
    Help,
    /// End.
    Quit,
}

/// What there is to type.
pub(super) const HELP: &str =
    "a move, or: moves (?), hint, undo, save FILE, resign, board, help, quit; also several moves on a line";

impl<'a> Command<'a> {
    /// Reads a line.
    pub(super) fn read(text: &'a str) -> Self {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Nothing,
            ("save", file) => Self::Save(file),
            ("moves" | "legal" | "?", None) => Self::Legal,
            ("hint", None) => Self::Hint,
            ("undo" | "back" | "u", None) => Self::Undo,
            ("resign", None) => Self::Resign,
            ("board" | "show" | "d", None) => Self::Board,
            ("help", None) => Self::Help,
            ("quit" | "exit" | "q", None) => Self::Quit,
            _ => Self::Moves(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_all_else_is_moves() {
        for (text, command) in [
            (" ", Command::Nothing),
            ("Hint", Command::Hint),
            (" ? ", Command::Legal),
            ("save", Command::Save(None)),
            ("save my game.txt", Command::Save(Some("my game.txt"))),
            ("undo 3", Command::Moves("undo 3")),
            ("f5 d6", Command::Moves("f5 d6")),
            ("q", Command::Quit),
        ] {
            assert_eq!(Command::read(text), command, "{text}");
        }
    }
}
