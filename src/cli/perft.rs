//! `arena perft`: node counts, to check move generators against one another.

use std::time::Instant;

use clap::Args;

use super::{Failure, say};
use crate::games::Game;
use crate::settings::nearest;

/// Counts the leaves of the game tree.
///
/// In Othello a pass is a ply and a game that ends early counts as one leaf; in the other games it
/// counts nothing. Dominoes begin with the position given, or with one and the same deal.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: arena perft othello 7\n         arena perft breakthrough 4 --position 'bbbb/bbbb/4/wwww/wwww w'"
)]
pub(super) struct Arguments {
    /// othello, breakthrough or domino
    game: String,
    /// How many plies below the position
    depth: u32,
    /// The position; the start of the game on its default board if it is not given
    #[arg(long, value_name = "P")]
    position: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = game(&arguments.game)?;
    let position = match &arguments.position {
        Some(text) => game.parse(text).map_err(|error| Failure::Wrong(format!("--position {error}")))?,
        None => game.start(),
    };
    let begin = Instant::now();
    let nodes = position.perft(arguments.depth);
    let seconds = begin.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    say(format!("perft {} nodes {nodes} ms {:.3} ({speed:.1} M/s)", arguments.depth, seconds * 1e3));
    Ok(())
}

/// The game of a name typed by a user.
pub(super) fn game(name: &str) -> Result<Game, Failure> {
    Game::named(&name.to_ascii_lowercase()).ok_or_else(|| {
        let hint = match nearest(name, Game::NAMES) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("the games are {}", Game::NAMES.join(", ")),
        };
        Failure::Wrong(format!("there is no game `{}`: {hint}", name.escape_debug()))
    })
}
