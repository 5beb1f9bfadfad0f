//! Tests that stop their own process, and so stand alone, one after the other.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod setup;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{self, Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use arena::engine::{Engine, Failure, Setup};
use arena::games::{Game, Line};
use arena::process::Confined;
use arena::process::launcher::{Confinement, Features};
use arena::protocol::Limits;
use arena::protocol::dialect::Question;
use arena::record::Reason;
use arena::settings::Level;

const ARENA: &str = env!("CARGO_BIN_EXE_arena");
const MARGIN: Duration = Duration::from_millis(50);

/// One stands still at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// An engine of the kind `arena broken WORDS`.
fn setup(private: &Path, words: &[&str], startup: Duration) -> Setup {
    let arena = Path::new(ARENA).to_owned();
    let features = Features::probe(&arena);
    let private = private.to_owned();
    let confinement = Confinement { level: Level::Off, features, private, ..Confinement::default() };
    let words: Vec<&str> = ["broken"].iter().chain(words).copied().collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Setup { startup, cores, ..setup::setup(&words, Some(Confined { arena, confinement })) }
}

/// Asks the engine for its first move, within `limit`.
fn ask(engine: &mut Engine, limit: Duration, before: impl FnOnce()) -> Result<(), Box<Failure>> {
    let line = Line::new(Game::Othello { size: 8 }.start());
    let limits = Limits { movetime: Some(limit), ..Limits::default() };
    let question = Question { line: &line, seat: line.to_move().unwrap(), peeks: false, limits: &limits };
    engine.prepare(&question, limit + MARGIN, MARGIN).unwrap();
    before();
    engine.think(limit + MARGIN, MARGIN).map(drop)
}

/// Stops this process after `wait` seconds, for `still` seconds. The shell is up before this returns, so that on a
/// busy machine too it only has to wake.
fn stop_me(wait: f64, still: u32) -> Child {
    let me = process::id();
    let script = format!("echo; read go; sleep {wait}; kill -STOP {me}; sleep {still}; kill -CONT {me}");
    let mut shell = Command::new("sh");
    let mut stopper =
        shell.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    stopper.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
    stopper.stdin.take().unwrap().write_all(b"\n").unwrap();
    stopper
}

#[test]
fn an_arena_that_comes_to_look_too_late_does_not_know_that_a_silent_engine_was() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let private = tempfile::tempdir().unwrap();
    let setup = setup(private.path(), &["hang", "--at", "1"], Duration::from_secs(60));
    let mut engine = Engine::start(&setup).unwrap();
    engine.new_game().unwrap();
    // This process stands still from before the deadline until long after it.
    let mut stopper = None;
    let asked = ask(&mut engine, Duration::from_secs(3), || stopper = Some(stop_me(0.0, 4)));
    stopper.unwrap().wait().unwrap();
    let failure = asked.unwrap_err();
    assert_eq!(failure.reason, Reason::Time);
    let excuse = failure.excuse.as_deref().unwrap_or_default();
    assert!(excuse.contains("stood still") || excuse.starts_with("the arena itself was late"), "{failure:?}");
}

#[test]
fn an_arena_that_stood_still_does_not_know_that_an_engine_was_slow_to_start() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let private = tempfile::tempdir().unwrap();
    for words in [&["mute"][..], &["slow-start", "--ms", "2000"]] {
        let setup = setup(private.path(), words, Duration::from_secs(3));
        let mut stopper = stop_me(0.0, 4);
        let failure = Engine::start(&setup).and_then(|mut engine| engine.new_game());
        stopper.wait().unwrap();
        // What has come in time may be seen late, and then it is not known that it had.
        if let Err(failure) = failure {
            assert_eq!(failure.reason, Reason::Stall);
            assert!(failure.excuse.is_some(), "{words:?}: {failure:?}");
        } else {
            assert_ne!(words, ["mute"], "a mute engine got ready");
        }
    }
}

#[test]
fn an_arena_that_was_on_time_excuses_nobody() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let private = tempfile::tempdir().unwrap();
    let mut machine = Vec::new();
    // On a machine that others use as well some of this may be excused, but not all of it all the time.
    let excused = |failure: Failure, reason: Reason| {
        assert_eq!(failure.reason, reason, "{failure:?}");
        failure.excuse
    };
    let within = Duration::from_millis(700);
    let failure = (0..20).find_map(|_| {
        let setup = setup(private.path(), &["hang", "--at", "1"], Duration::from_secs(60));
        let mut engine = Engine::start(&setup).unwrap();
        engine.new_game().unwrap();
        let failure = ask(&mut engine, within, || ()).unwrap_err();
        excused(*failure, Reason::Time).map(|excuse| machine.push(excuse)).is_none().then_some(())
    });
    assert!(failure.is_some(), "a silent engine was always excused: {machine:?}");
    let failure = (0..20).find_map(|_| {
        let setup = setup(private.path(), &["mute"], within);
        let failure = Engine::start(&setup).and_then(|mut engine| engine.new_game()).unwrap_err();
        excused(*failure, Reason::Stall).map(|excuse| machine.push(excuse)).is_none().then_some(())
    });
    assert!(failure.is_some(), "a mute engine was always excused: {machine:?}");
}
