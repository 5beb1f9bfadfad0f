//! The files of the engines to start from, as they stand in `engines/`.
//!
//! An engine in a language without compilation is one file for all games, of which
//! [`super::template`] takes a part. The others have a file for the conversation, one for the thinking, and
//! for each game its rules.

use crate::games::Game;

/// A file of an engine.
pub(super) struct Source {
    /// Its path in the project.
    pub(super) path: &'static str,
    /// What is in it, for people.
    pub(super) what: &'static str,
    /// Its text in this repository.
    pub(super) text: &'static str,
}

const ALL_IN_ONE: &str = "the engine: your thinking, the rules, the protocol";
const THINKING: &str = "your thinking: begin here";
const RULES: &str = "the rules: positions and moves";
const CONVERSATION: &str = "the conversation with the arena";

/// A file of `engines/`.
macro_rules! source {
    ($path:literal, $what:expr, $file:literal) => {
        Source { path: $path, what: $what, text: include_str!(concat!("../../../engines/", $file)) }
    };
}

/// A file of `engines/` that is another one for each game.
macro_rules! rules {
    ($game:expr, $path:literal, $what:expr, $folder:literal, $file:literal) => {
        Source {
            path: $path,
            what: $what,
            text: match $game {
                Game::Othello { .. } => {
                    include_str!(concat!("../../../engines/", $folder, "/othello/", $file))
                }
                Game::Breakthrough { .. } => {
                    include_str!(concat!("../../../engines/", $folder, "/breakthrough/", $file))
                }
                Game::Domino { .. } => include_str!(concat!("../../../engines/", $folder, "/domino/", $file)),
            },
        }
    };
}

pub(super) fn python() -> Vec<Source> {
    vec![source!("engine.py", ALL_IN_ONE, "python/minimal.py")]
}

pub(super) fn js() -> Vec<Source> {
    vec![source!("engine.js", ALL_IN_ONE, "js/minimal.js")]
}

pub(super) fn c(game: Game) -> Vec<Source> {
    vec![
        source!("thinking.c", THINKING, "c/thinking.c"),
        rules!(game, "position.h", "what a position and a move are", "c", "position.h"),
        rules!(game, "position.c", "the rules", "c", "position.c"),
        source!("engine.h", "what these parts know of each other", "c/engine.h"),
        source!("engine.c", CONVERSATION, "c/engine.c"),
    ]
}

pub(super) fn cpp(game: Game) -> Vec<Source> {
    vec![
        source!("thinking.cpp", THINKING, "cpp/thinking.cpp"),
        source!("thinking.h", "what your thinking is given", "cpp/thinking.h"),
        rules!(game, "position.h", "what a position and a move are", "cpp", "position.h"),
        rules!(game, "position.cpp", "the rules", "cpp", "position.cpp"),
        source!("engine.cpp", CONVERSATION, "cpp/engine.cpp"),
    ]
}

pub(super) fn java(game: Game) -> Vec<Source> {
    let mut sources = vec![
        source!("Thinking.java", THINKING, "java/Thinking.java"),
        rules!(game, "Position.java", "the rules", "java", "Position.java"),
        rules!(game, "Move.java", "what a move is", "java", "Move.java"),
        source!("Engine.java", CONVERSATION, "java/Engine.java"),
    ];
    if let Game::Domino { .. } = game {
        sources.insert(3, source!("Tile.java", "what a tile is", "java/domino/Tile.java"));
    }
    sources
}

pub(super) fn rust(game: Game) -> Vec<Source> {
    vec![
        source!("src/thinking.rs", THINKING, "rust/thinking.rs"),
        rules!(game, "src/position.rs", RULES, "rust", "position.rs"),
        source!("src/chance.rs", "random numbers", "rust/chance.rs"),
        source!("src/main.rs", CONVERSATION, "rust/main.rs"),
        // Under its own name there, cargo would take the folder for a package of its own.
        source!("Cargo.toml", "what cargo builds", "rust/manifest.toml"),
    ]
}

pub(super) fn go(game: Game) -> Vec<Source> {
    vec![
        source!("thinking.go", THINKING, "go/thinking.go"),
        rules!(game, "position.go", RULES, "go", "position.go"),
        source!("engine.go", CONVERSATION, "go/engine.go"),
        source!("go.mod", "what go builds", "go/go.mod"),
    ]
}
