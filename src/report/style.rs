//! Colour, where it is wanted.

use std::env;

/// Whether text is coloured, and the few colours there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    colour: bool,
}

impl Style {
    /// No colour: for files, pipes and tests.
    pub const PLAIN: Self = Self { colour: false };
    /// Colour, whatever the surroundings say.
    pub const COLOUR: Self = Self { colour: true };

    /// Colour if the text goes to a terminal that can show it, and its user has not asked for none by
    /// setting `NO_COLOR` (<https://no-color.org>).
    pub fn for_terminal(is_terminal: bool) -> Self {
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { colour: is_terminal && !unwanted && !dumb }
    }

    /// The head of a table.
    pub fn head(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Something that went wrong.
    pub fn fault(self, text: &str) -> String {
        self.paint("31", text)
    }

    /// Something worth a look, but not wrong.
    pub fn warning(self, text: &str) -> String {
        self.paint("33", text)
    }

    /// Something that matters less than what is beside it.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Whether there is any colour.
    pub fn is_coloured(self) -> bool {
        self.colour
    }

    /// `text` in the colours of a code of ECMA-48 (SGR), such as `31`.
    pub fn paint(self, code: &str, text: &str) -> String {
        match self.colour {
            true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            false => text.to_owned(),
        }
    }
}
