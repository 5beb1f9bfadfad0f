//! A test that stops its own process, and so stands alone.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use arena::engine::{Engine, Setup};
use arena::games::{Game, Line};
use arena::process::launcher::{Confinement, Features};
use arena::process::{Confined, Launch};
use arena::protocol::Limits;
use arena::protocol::dialect::{Dialect, Question};
use arena::record::Reason;
use arena::settings::{Freeze, Level};

const ARENA: &str = env!("CARGO_BIN_EXE_arena");

#[test]
fn an_arena_that_comes_to_look_too_late_does_not_know_that_a_silent_engine_was() {
    let game = Game::Othello { size: 8 };
    let private = tempfile::tempdir().unwrap();
    let arena = Path::new(ARENA).to_owned();
    let features = Features::probe(&arena);
    let confinement = Confinement {
        level: Level::Off,
        features,
        private: private.path().to_owned(),
        ..Confinement::default()
    };
    let launch = Launch {
        program: arena.clone(),
        arguments: ["broken", "hang", "--at", "1"].map(str::to_owned).to_vec(),
        dir: std::env::temp_dir(),
        env: Vec::new(),
        confined: Some(Confined { arena, confinement }),
        abandoned: Arc::default(),
    };
    let setup = Setup {
        launch,
        dialect: Dialect::Ugi,
        variant: None,
        options: Vec::new(),
        game,
        startup: Duration::from_secs(60),
        freeze: Freeze::Off,
        cores: 1,
        log: false,
    };
    let line = Line::new(game.start());
    let limits = Limits { movetime: Some(Duration::from_secs(3)), ..Limits::default() };
    let question = Question { line: &line, seat: line.to_move().unwrap(), peeks: false, limits: &limits };
    let mut engine = Engine::start(&setup).unwrap();
    engine.new_game().unwrap();
    engine.prepare(&question, Duration::from_secs(3), Duration::from_millis(50)).unwrap();
    // This process stands still from before the deadline until long after it. The shell is up before the clock
    // runs, so that on a busy machine too it only has to wake.
    let me = process::id();
    let script = format!("echo; read go; kill -STOP {me}; sleep 4; kill -CONT {me}");
    let mut shell = Command::new("sh");
    let mut stopper =
        shell.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    stopper.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
    stopper.stdin.take().unwrap().write_all(b"\n").unwrap();
    let failure = engine.think(Duration::from_secs(3), Duration::from_millis(50)).unwrap_err();
    stopper.wait().unwrap();
    assert_eq!(failure.reason, Reason::Time);
    let excuse = failure.excuse.as_deref().unwrap_or_default();
    assert!(excuse.starts_with("the arena itself was late"), "{failure:?}");
}
