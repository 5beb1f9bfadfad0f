//! How tests start an engine that they drive themselves.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use arena::engine::Setup;
use arena::games::Game;
use arena::process::{Confined, Launch};
use arena::protocol::dialect::Dialect;
use arena::settings::Freeze;

/// One of the arena's own engines for a game of Othello, with all the time it wants to get ready.
pub(crate) fn setup(arguments: &[&str], confined: Option<Confined>) -> Setup {
    let launch = Launch {
        program: Path::new(env!("CARGO_BIN_EXE_arena")).to_owned(),
        arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
        dir: std::env::temp_dir(),
        env: Vec::new(),
        confined,
        needs: Vec::new(),
        abandoned: Arc::default(),
    };
    Setup {
        launch,
        dialect: Dialect::Ugi,
        variant: None,
        options: Vec::new(),
        game: Game::Othello { size: 8 },
        startup: Duration::from_secs(60),
        freeze: Freeze::Off,
        cores: 1,
        log: false,
    }
}
