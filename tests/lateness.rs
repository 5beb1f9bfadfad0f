//! Tests that stop their own process, and so stand alone, one after the other.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod setup;

use std::path::Path;
use std::process::{self, Child, Command};
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
use wait_timeout::ChildExt;

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
fn ask(engine: &mut Engine, limit: Duration) -> Result<(), Box<Failure>> {
    let line = Line::new(Game::Othello { size: 8 }.start());
    let limits = Limits { movetime: Some(limit), ..Limits::default() };
    let question = Question { line: &line, seat: line.to_move().unwrap(), peeks: false, limits: &limits };
    engine.prepare(&question, limit + MARGIN, MARGIN).unwrap();
    engine.think(limit + MARGIN, MARGIN).map(drop)
}

/// An engine that knows no more words than it takes to get ready, and answers `word` with the shell's `deed`.
fn scripted(private: &Path, word: &str, deed: &str, startup: Duration) -> Setup {
    let script = format!(
        "while read -r word rest; do case $word in {word}) {deed} ;; ugi) echo ugiok ;; isready) echo readyok ;; esac; done"
    );
    let mut setup = setup(private, &[], startup);
    setup.launch.program = "/bin/sh".into();
    setup.launch.arguments = vec!["-c".to_owned(), script];
    setup
}

/// Stops this process for four seconds as soon as an engine writes to the pipe at `fifo`: whoever owes an answer
/// calls, so that the question has been asked for certain.
fn stop_me(fifo: &str) -> Child {
    assert!(Command::new("mkfifo").arg(fifo).status().unwrap().success());
    let me = process::id();
    let script = format!("read -r word <{fifo}; kill -STOP {me}; sleep 4; kill -CONT {me}");
    Command::new("sh").args(["-c", &script]).spawn().unwrap()
}

/// Waits until it has let this process go on again; one that nobody called is ended.
fn called(mut stopper: Child) {
    let ended = stopper.wait_timeout(Duration::from_secs(60)).unwrap();
    if ended.is_none() {
        stopper.kill().unwrap();
        stopper.wait().unwrap();
    }
    assert!(ended.is_some(), "the engine did not call");
}

#[test]
fn an_arena_that_comes_to_look_too_late_does_not_know_that_a_silent_engine_was() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let private = tempfile::tempdir().unwrap();
    let fifo = private.path().join("called").display().to_string();
    let setup = scripted(private.path(), "go", &format!("echo >{fifo}"), Duration::from_secs(60));
    let mut engine = Engine::start(&setup).unwrap();
    engine.new_game().unwrap();
    // This process stands still from before the deadline until long after it.
    let stopper = stop_me(&fifo);
    let asked = ask(&mut engine, Duration::from_secs(3));
    called(stopper);
    let failure = asked.unwrap_err();
    assert_eq!(failure.reason, Reason::Time);
    let excuse = failure.excuse.as_deref().unwrap_or_default();
    assert!(excuse.contains("stood still") || excuse.starts_with("the arena itself was late"), "{failure:?}");
}

#[test]
fn an_arena_that_stood_still_does_not_know_that_an_engine_was_slow_to_start() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let private = tempfile::tempdir().unwrap();
    for (name, answer) in [("silent", ""), ("slow", "; sleep 2; echo ugiok")] {
        let fifo = private.path().join(name).display().to_string();
        let stopper = stop_me(&fifo);
        let setup = scripted(private.path(), "ugi", &format!("echo >{fifo}{answer}"), Duration::from_secs(3));
        let ready = Engine::start(&setup).and_then(|mut engine| engine.new_game());
        called(stopper);
        // What has come in time may be seen late, and then it is not known that it had.
        if let Err(failure) = ready {
            assert_eq!(failure.reason, Reason::Stall);
            assert!(failure.excuse.is_some(), "{name}: {failure:?}");
        } else {
            assert_ne!(name, "silent", "a silent engine got ready");
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
        let failure = ask(&mut engine, within).unwrap_err();
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
