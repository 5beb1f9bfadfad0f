//! An engine that is asked what it thinks of openings.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::{Failure, words};
use crate::engine::{Engine, Objection, Setup};
use crate::games::{Game, Line, Seat};
use crate::process::{self, Launch};
use crate::protocol::Limits;
use crate::protocol::dialect::{Dialect, Question};
use crate::settings::Freeze;

/// A running engine.
pub(super) struct Scorer {
    engine: Engine,
    setup: Setup,
    limit: Duration,
}

/// What an engine may be late, when nobody's clock runs.
const PATIENCE: Duration = Duration::from_secs(10);

impl Scorer {
    /// Starts `command` for `game`; it may think for `limit` of each opening.
    pub(super) fn start(command: &str, game: Game, limit: Duration) -> Result<Self, Failure> {
        let words = words::split(command).map_err(|why| Failure::Wrong(format!("--balanced: {why}")))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(Failure::Wrong("--balanced needs a command".to_owned()));
        };
        let program = process::find(&PathBuf::from(program)).map_err(Failure::wrong)?;
        let dir = env::current_dir().map_err(Failure::failed)?;
        let passed_on = ["PATH", "LANG", "TZ", "HOME", "TMPDIR"];
        let env = passed_on.iter().filter_map(|name| Some((name.into(), env::var_os(name)?))).collect();
        let arguments = arguments.to_vec();
        let launch = Launch {
            program,
            arguments,
            dir,
            env,
            confined: None,
            needs: Vec::new(),
            abandoned: Arc::default(),
        };
        let setup = Setup {
            launch,
            dialect: Dialect::Ugi,
            variant: None,
            options: Vec::new(),
            game,
            startup: PATIENCE,
            freeze: Freeze::Off,
            cores: 1,
            log: false,
        };
        let engine = ready(&setup)?;
        if let Some(Objection::Game(why) | Objection::Option(_, why)) =
            engine.identity().objections(game, &[]).first()
        {
            return Err(Failure::Wrong(format!("--balanced {command} does not play {}: {why}", game.name())));
        }
        Ok(Self { engine, setup, limit })
    }

    /// What the engine thinks of the position of `line`, in hundredths for the side to move; `None` if it
    /// sees the end, or tells no score.
    pub(super) fn score(&mut self, line: &Line) -> Result<Option<i32>, Failure> {
        let limits = Limits { movetime: Some(self.limit), ..Limits::default() };
        let seat = line.to_move().unwrap_or(Seat(0));
        let question = Question { line, seat, peeks: false, limits: &limits };
        let failed = |failure: Box<crate::engine::Failure>| {
            Failure::Failed(format!("the engine gave no score for {}: {}", line.position(), failure.detail))
        };
        if !self.engine.is_alive() {
            self.engine = ready(&self.setup)?;
        }
        let answer = self
            .engine
            .prepare(&question, self.limit + PATIENCE, PATIENCE)
            .and_then(|()| self.engine.think(self.limit + PATIENCE, PATIENCE))
            .map_err(failed)?;
        Ok(answer.thought.score.and_then(|score| score.parse().ok()))
    }
}

fn ready(setup: &Setup) -> Result<Engine, Failure> {
    let failed = |failure: Box<crate::engine::Failure>| {
        Failure::Failed(format!("{} did not get ready: {}", setup.launch.program.display(), failure.detail))
    };
    let mut engine = Engine::start(setup).map_err(failed)?;
    engine.new_game().map_err(failed)?;
    Ok(engine)
}
