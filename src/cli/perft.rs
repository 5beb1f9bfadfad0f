//! `arena perft`: node counts, to check move generators against one another.

use std::time::Instant;

use clap::Args;

use super::board::BoardArguments;
use super::{Failure, say};

/// Counts the leaves of the game tree.
///
/// In Othello a pass is a ply and a game that ends early counts as one leaf; in the other games it
/// counts nothing. Dominoes begin with the position given, or with one and the same deal.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: arena perft othello 7\n         arena perft breakthrough 6 --rows 5 --columns 5\n         arena perft breakthrough 4 --position 'bbbb/bbbb/4/wwww/wwww w'"
)]
pub(super) struct Arguments {
    /// othello, breakthrough or domino
    #[arg(value_parser = super::game_name::GameName, hide_possible_values = true)]
    game: String,
    /// How many plies below the position
    depth: u32,
    #[command(flatten)]
    board: BoardArguments,
    /// The position; the start of the game if it is not given
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (game, _) = arguments.board.game(&arguments.game)?;
    let position = match &arguments.position {
        Some(text) => game.parse(text).map_err(|error| Failure::Wrong(format!("--position {error}")))?,
        None => game.start(),
    };
    arguments.board.agree(position.game())?;
    let begin = Instant::now();
    let nodes = position.perft(arguments.depth);
    let seconds = begin.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    say(format!("perft {} nodes {nodes} ms {:.3} ({speed:.1} M/s)", arguments.depth, seconds * 1e3));
    Ok(())
}
