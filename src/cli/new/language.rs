//! The languages in which there is an engine to start from: its files, and how it is built and started.

use clap::ValueEnum;

use crate::games::Game;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// Python 3
    Python,
}

/// A file of an engine.
pub(super) struct Source {
    /// Its path in the project.
    pub(super) path: &'static str,
    /// What is in it, for people.
    pub(super) what: &'static str,
    /// Its text in this repository; see [`super::template`].
    pub(super) text: &'static str,
}

/// What is in an engine of one file.
const ALL_IN_ONE: &str = "the engine: your thinking, the rules, the conversation with the arena";

impl Language {
    /// Its name, for people.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Python => "Python",
        }
    }

    /// The files of the engine for a game; the first one is where the thinking goes.
    pub(super) fn sources(self, _game: Game) -> Vec<Source> {
        match self {
            Self::Python => vec![Source {
                path: "engine.py",
                what: ALL_IN_ONE,
                text: include_str!("../../../engines/python/minimal.py"),
            }],
        }
    }

    /// The command that builds it, if it must be built.
    pub(super) fn build(self) -> &'static [&'static str] {
        match self {
            Self::Python => &[],
        }
    }

    /// The command that starts it.
    pub(super) fn command(self) -> &'static [&'static str] {
        match self {
            Self::Python => &["python3", "engine.py"],
        }
    }

    /// The programs that it needs, each with the Debian package that has it.
    pub(super) fn needs(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Python => &[("python3", "apt install python3")],
        }
    }
}
