//! The languages in which there is an engine to start from: its files, and how it is built and started.

use clap::ValueEnum;

use super::sources::Source;
use super::sources::{c, cpp, go, java, js, python, rust};
use crate::games::Game;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// Python 3
    Python,
    /// C99
    C,
    /// C++11
    Cpp,
    /// Java 11
    Java,
    /// JavaScript, run by Node
    Js,
    /// Rust, without any crate
    Rust,
    /// Go
    Go,
}

impl Language {
    /// Its name, for people.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Java => "Java",
            Self::Js => "JavaScript",
            Self::Rust => "Rust",
            Self::Go => "Go",
        }
    }

    /// The name that its engine gives itself in this repository.
    pub(super) fn own_name(self) -> String {
        format!("Minimal {}", self.name())
    }

    /// The files of the engine for a game; the first one is where the thinking goes.
    pub(super) fn sources(self, game: Game) -> Vec<Source> {
        match self {
            Self::Python => python(),
            Self::C => c(game),
            Self::Cpp => cpp(game),
            Self::Java => java(game),
            Self::Js => js(),
            Self::Rust => rust(game),
            Self::Go => go(game),
        }
    }

    /// The command that builds it, if it must be built.
    pub(super) fn build(self) -> &'static [&'static str] {
        match self {
            Self::Python | Self::Js => &[],
            Self::C => &["cc", "-std=c99", "-O2", "-o", "engine", "engine.c", "thinking.c", "position.c"],
            Self::Cpp => {
                &["c++", "-std=c++11", "-O2", "-o", "engine", "engine.cpp", "thinking.cpp", "position.cpp"]
            }
            Self::Java => &["javac", "-d", "classes", "Engine.java"],
            // Where a CARGO_TARGET_DIR is set, it would else be built there.
            Self::Rust => &["cargo", "build", "--release", "--target-dir", "target"],
            Self::Go => &["go", "build", "-o", "engine", "."],
        }
    }

    /// The command that starts it.
    pub(super) fn command(self) -> &'static [&'static str] {
        match self {
            Self::Python => &["python3", "engine.py"],
            Self::Js => &["node", "engine.js"],
            Self::C | Self::Cpp | Self::Go => &["./engine"],
            // Started in a moment, and with one thread for its garbage: it shares its processor.
            Self::Java => {
                &["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", "classes", "Engine"]
            }
            Self::Rust => &["target/release/engine"],
        }
    }

    /// The programs that it needs.
    pub(super) fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Python => &["python3"],
            Self::C => &["cc"],
            Self::Cpp => &["c++"],
            Self::Java => &["javac", "java"],
            Self::Js => &["node"],
            Self::Rust => &["cargo"],
            Self::Go => &["go"],
        }
    }

    /// Where its programs come from.
    pub(super) fn install(self) -> &'static str {
        match self {
            Self::Python => "on Debian `apt install python3`",
            Self::C => "on Debian `apt install gcc`",
            Self::Cpp => "on Debian `apt install g++`",
            Self::Java => "on Debian `apt install default-jdk-headless`",
            Self::Js => "on Debian `apt install nodejs`",
            Self::Rust => "from https://rustup.rs",
            Self::Go => "on Debian `apt install golang-go`",
        }
    }
}
