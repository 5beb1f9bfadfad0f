//! How often the arena asks for memory while a game is played: counted, so that it needs no quiet machine.

mod setup;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

use arena::adjudication::Adjudication;
use arena::clock::{Budget, TimeControl};
use arena::doctor::speed::INSTANT;
use arena::engine::{Engine, Setup};
use arena::games::{Game, Line};
use arena::referee::{self, Appointment, Overhead, Played, Seated};
use arena::settings::Freeze;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// The system's, with a count of what each thread asks for.
struct Counting;

#[expect(unsafe_code, reason = "an allocator is unsafe to be one")]
// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that ends may ask once its count is gone.
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const GAME: Game = Game::Othello { size: 8 };

fn engine() -> Engine {
    let setup = Setup { freeze: Freeze::Auto, ..setup::setup(&[INSTANT], None) };
    Engine::start(&setup).unwrap_or_else(|failure| panic!("{}", failure.detail))
}

fn game(engines: Vec<Engine>) -> Played {
    let appointment = Appointment {
        id: 1,
        attempt: 1,
        round: 1,
        encounter: 1,
        seed: 1,
        opening: Line::new(GAME.start()),
        log: false,
        adjudication: Adjudication::default(),
    };
    let time = TimeControl {
        budget: Some(Budget::PerMove(Duration::from_secs(60))),
        depth: None,
        nodes: None,
        margin: Duration::from_secs(1),
    };
    let seats = engines.into_iter().map(|mut engine| {
        let engine = engine.new_game().map(|()| engine);
        Seated { name: "instant".to_owned(), engine, time, peek: false }
    });
    referee::play(&appointment, seats.collect(), &mut Overhead::default(), &mut |_| ())
}

#[test]
fn a_ply_asks_for_memory_seldom_and_no_oftener_late_in_a_game_than_early() {
    let warm = game(vec![engine(), engine()]);
    let engines = warm.engines.into_iter().flatten().collect();
    let before = ASKED.get();
    let played = game(engines);
    let asked = ASKED.get() - before;
    let plies = played.record.moves.len() as u64;
    assert!(plies > 20, "{:?}", played.record.faults);
    // Once for the answer, and a few times for the game.
    let most = plies + 60;
    assert!(asked <= most, "{asked} times for {plies} plies, at most {most} are allowed");
    Engine::dismiss(played.engines.into_iter().flatten().collect());
}
