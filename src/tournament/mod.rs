//! A tournament: the schedule played on several slots at a time.
//!
//! Every slot is a thread that plays one game after the other, with engine processes of its own. A
//! finished game goes to the caller's thread, which writes it down; what is shown besides is looked
//! up in the [`Slot`]s. Nothing here prints, and nothing depends on which slot plays which game.

mod events;
mod pool;
mod probe;
mod room;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

pub use events::{Event, Running, Slot};
pub use probe::{Contestant, Probed, probe};
pub use room::Room;

use crate::adjudication::Adjudication;
use crate::games::Line;
use crate::games::random::Random;
use crate::openings::NoOpening;
use crate::process::{Cores, Ticker, pin_thread};
use crate::record::{ATTEMPTS, GameRecord};
use crate::referee::{self, Appointment, Overhead, Played, Seated};
use crate::schedule::Fixture;
use pool::{Called, Pool};

/// How often [`Event::Tick`] comes.
const TICK: Duration = Duration::from_millis(100);
/// How many finished games may wait to be written down before the slots wait for the writer: what the fastest
/// engines play while the disk is made to keep the others, at some 15 KB each.
const BACKLOG: usize = 32;
/// For how long the caller's thread rests when all finished games are written down: with games that take less than
/// that it is woken for several of them at once. Not before [`BACKLOG`] games: a few are waited for at once.
const REST: Duration = Duration::from_millis(2);
/// The purpose of the games' own seeds under the tournament's.
const GAME_SEEDS: u64 = 0x6761_6d65;

/// Called in a game's thread before every ply, with the game's number and all that has been played.
pub type Follower<'a> = dyn Fn(u64, &Line) + Sync + 'a;

/// All that is needed to play. `T` is what [`Plan::make`] makes.
pub struct Plan<'a, T> {
    /// The engines, in the order of the schedule's indices.
    pub contestants: &'a [Contestant],
    /// The numbers of the games to play, in this order.
    pub ids: &'a (dyn Fn() -> Box<dyn Iterator<Item = u64> + Send> + Sync),
    /// The game of a number.
    pub fixture: &'a (dyn Fn(u64) -> Option<Fixture> + Sync),
    /// The opening of a number.
    pub opening: &'a (dyn Fn(u64) -> Result<Line, NoOpening> + Sync),
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Called in a game's thread when it is over: whatever can be made of a game without the others is made
    /// here, at the same time as other games are played. The caller's thread gets it with the game.
    pub make: &'a (dyn Fn(&GameRecord) -> T + Sync),
    /// Somebody who follows the games ply by ply.
    pub follower: Option<&'a Follower<'a>>,
    /// The tournament's seed.
    pub seed: u64,
    /// Where games are played, one at a time each.
    pub slots: &'a [Slot],
    /// The cores that may be used.
    pub cores: &'a Cores,
    /// How many of them a game gets for its own; 0 leaves it to the system.
    pub cores_per_game: usize,
    /// How many idle engines a slot keeps besides those that play: see [`Room`].
    pub kept: usize,
    /// An engine whose program cannot be started any more forfeits, instead of ending the tournament.
    pub keep_going: bool,
    /// What was said in every game is handed over, not only in those that ended in a fault.
    pub log: bool,
    /// Once this is set no new game is begun.
    pub stop: &'a AtomicBool,
    /// Once this is set games under way are given up, and not handed over.
    pub abandon: &'a AtomicBool,
}

/// Why a tournament stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum Stopped<E> {
    /// An opening could not be drawn.
    #[error(transparent)]
    Opening(NoOpening),
    /// The caller could not go on.
    #[error(transparent)]
    Caller(E),
    /// The program of an engine that was there before could not be started any more, several times over.
    #[error("{0}")]
    Unstarted(String),
    /// A thread could not be started.
    #[error("cannot start a thread for a game: {0}")]
    Thread(std::io::Error),
}

/// What a slot tells the caller's thread.
enum Message<T> {
    /// A game of the slot with this number is over.
    Over(usize, Game<T>),
    NoOpening(NoOpening),
    Unstarted(String),
}

/// A game that is over, and what was made of it.
type Game<T> = (Box<Played>, T);

/// A slot's way to tell the caller's thread of its games, which come back once they are written down: memory that one
/// thread asks for and another gives back is the dearest there is, and a game has two dozen pieces of it.
struct Teller<T> {
    slot: usize,
    sender: mpsc::SyncSender<Message<T>>,
    spent: mpsc::Receiver<Game<T>>,
}

impl<T> Teller<T> {
    /// `None` if nobody wants to know any more.
    fn tell(&self, message: Message<T>) -> Option<()> {
        self.sender.send(message).ok()
    }

    fn tell_over(&self, game: Game<T>) -> Option<()> {
        self.spent.try_iter().for_each(drop);
        self.tell(Message::Over(self.slot, game))
    }
}

/// Plays all games of the plan. `observer` is called in this thread for everything that happens; a
/// game counts once it has returned from [`Event::GameOver`]. Gives what the arena needed for itself between the answers
/// and the next questions.
///
/// # Errors
/// The first error of an opening or of the observer. No new game is begun after it; those under way
/// are played to their end and handed over.
pub fn play<E: Send, T: Send>(
    plan: &Plan<'_, T>,
    mut observer: impl FnMut(Event<'_, T>) -> Result<(), E>,
) -> Result<Overhead, Stopped<E>> {
    let ids = Mutex::new((plan.ids)());
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, messages) = mpsc::sync_channel(BACKLOG);
        let mut first_error = None;
        let (mut givers, mut slot_threads) = (Vec::new(), Vec::new());
        for (number, slot) in plan.slots.iter().enumerate() {
            let (giver, spent) = mpsc::sync_channel(BACKLOG);
            givers.push(giver);
            let teller = Teller { slot: number, sender: sender.clone(), spent };
            let (ids, failed) = (&ids, &failed);
            let slot_thread = move || {
                if let Some(cores) = plan.cores.share(number, plan.slots.len(), plan.cores_per_game) {
                    pin_thread(cores);
                }
                let _ticker = Ticker::start();
                let stopped = || failed.load(Ordering::Relaxed) || plan.stop.load(Ordering::Relaxed);
                let next = || ids.lock().map_or(None, |mut ids| ids.next()).filter(|_| !stopped());
                let openings = Openings { draw: plan.opening, last: None };
                let pool = Pool::default();
                play_on_slot(
                    plan,
                    Place { slot, pool, openings, teller, overhead: Overhead::default() },
                    next,
                )
            };
            let name = format!("game {}", number + 1);
            match thread::Builder::new().name(name).spawn_scoped(scope, slot_thread) {
                Ok(handle) => slot_threads.push(handle),
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    first_error = Some(Stopped::Thread(error));
                    break;
                }
            }
        }
        drop(sender);
        let mut ticked = Instant::now();
        let mut over = 0;
        loop {
            let rest = if over < BACKLOG { Duration::ZERO } else { REST };
            let message = next(&messages, TICK.saturating_sub(ticked.elapsed()), rest);
            over += 1;
            let result = match message {
                Ok(Message::Over(slot, (played, made))) => {
                    let Played { record, evidence, said, .. } = &*played;
                    let event = Event::GameOver { record, evidence, said, made: &made };
                    let result = observer(event).map_err(Stopped::Caller);
                    // Where there is no room for it, or nobody any more, it ends here.
                    let _ = givers[slot].try_send((played, made));
                    result
                }
                Ok(Message::NoOpening(error)) => Err(Stopped::Opening(error)),
                Ok(Message::Unstarted(who)) => Err(Stopped::Unstarted(who)),
                Err(mpsc::RecvTimeoutError::Timeout) => Ok(()),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            };
            // Also when games end so fast that there is always one waiting.
            let result = result.and_then(|()| {
                if ticked.elapsed() < TICK {
                    return Ok(());
                }
                ticked = Instant::now();
                observer(Event::Tick(plan.slots)).map_err(Stopped::Caller)
            });
            if let Err(error) = result {
                failed.store(true, Ordering::Relaxed);
                first_error.get_or_insert(error);
            }
        }
        if let Some(error) = first_error {
            return Err(error);
        }
        let mut overhead = Overhead::default();
        for slot_thread in slot_threads {
            match slot_thread.join() {
                Ok(of_slot) => overhead.merge(&of_slot),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(overhead)
    })
}

/// The next message, waited for until the timeout. One after another is given out at once; when there is none
/// more, the slots are left alone for a moment, in which telling this thread costs them nothing.
fn next<T>(
    messages: &mpsc::Receiver<T>,
    timeout: Duration,
    rest: Duration,
) -> Result<T, mpsc::RecvTimeoutError> {
    if let Ok(message) = messages.try_recv() {
        return Ok(message);
    }
    if !rest.is_zero() {
        thread::sleep(rest.min(timeout));
    }
    messages.recv_timeout(timeout.saturating_sub(rest))
}

/// The openings of a slot.
struct Openings<'a> {
    draw: &'a (dyn Fn(u64) -> Result<Line, NoOpening> + Sync),
    /// The last one: the games of an encounter begin from the same, and come one after the other.
    last: Option<(u64, Line)>,
}

impl Openings<'_> {
    fn get(&mut self, number: u64) -> Result<Line, NoOpening> {
        if let Some((last, line)) = &self.last
            && *last == number
        {
            return Ok(line.clone());
        }
        let line = (self.draw)(number)?;
        self.last = Some((number, line.clone()));
        Ok(line)
    }
}

/// What a slot has for its games, one after the other.
struct Place<'a, T> {
    slot: &'a Slot,
    pool: Pool,
    openings: Openings<'a>,
    teller: Teller<T>,
    overhead: Overhead,
}

/// Plays games on one slot until there are none left; gives what the arena needed for itself in them.
fn play_on_slot<T>(plan: &Plan<'_, T>, mut place: Place<'_, T>, next: impl Fn() -> Option<u64>) -> Overhead {
    while let Some(fixture) = next().and_then(|id| (plan.fixture)(id)) {
        if play_until_it_counts(plan, &fixture, &mut place).is_none() {
            break;
        }
    }
    place.pool.dismiss();
    place.overhead
}

/// Plays a game; plays it again if it is void, because a fault in it may have been the machine's. The
/// last attempt stands. `None` if nobody wants to know any more.
fn play_until_it_counts<T>(plan: &Plan<'_, T>, fixture: &Fixture, place: &mut Place<'_, T>) -> Option<()> {
    for attempt in 1..=ATTEMPTS {
        let opening = match place.openings.get(fixture.opening) {
            Ok(opening) => opening,
            Err(error) => return place.teller.tell(Message::NoOpening(error)),
        };
        let mut played = play_fixture(plan, fixture, opening, attempt, place);
        if plan.abandon.load(Ordering::Relaxed) {
            return None;
        }
        if attempt == ATTEMPTS
            && !plan.keep_going
            && let Some(who) = played.unstarted
        {
            // It was there when the tournament began: somebody has taken it away, and that is not its author's
            // loss.
            place.teller.tell(Message::Unstarted(who))?;
            return None;
        }
        played.record.void = played.record.excuse.is_some() && attempt < ATTEMPTS;
        let void = played.record.void;
        let made = (plan.make)(&played.record);
        place.teller.tell_over((Box::new(played), made))?;
        if !void {
            break;
        }
    }
    Some(())
}

/// The seed of game number `id` of the tournament with this seed: below 2^53, which is what every reader of
/// JSON keeps.
pub fn game_seed(seed: u64, id: u64) -> u64 {
    Random::derived(seed, &[GAME_SEEDS, id]).next_u64() >> 11
}

/// Plays one game of the schedule with processes of the pool.
fn play_fixture<T>(
    plan: &Plan<'_, T>,
    fixture: &Fixture,
    opening: Line,
    attempt: u32,
    place: &mut Place<'_, T>,
) -> Played {
    let Place { slot, pool, overhead, .. } = place;
    pool.make_room(&fixture.seats, plan.kept);
    let contestants: Vec<&Contestant> = fixture.seats.iter().map(|&index| &plan.contestants[index]).collect();
    // Nobody who loses works on his opponents' time in order that they are late, the game is void, and he has another
    // go: in that one they are stopped, also while the others start.
    let again = attempt > 1;
    let call = |pool: &mut Pool, (&index, contestant): (&usize, &&Contestant)| match &contestant.absent {
        Some(failure) => Called::Fresh(Err(failure.clone())),
        None => pool.call(index, &contestant.setup),
    };
    let who = || fixture.seats.iter().zip(&contestants);
    // Otherwise all of them are started before one is waited for, and meanwhile those of the last game leave.
    let at_once: Vec<Option<Called>> = who().map(|one| (!again).then(|| call(pool, one))).collect();
    pool.see_off();
    let seats = who().zip(at_once).map(|(one, called)| {
        let (&index, contestant) = one;
        let called = called.unwrap_or_else(|| call(pool, one));
        let mut engine = pool.ready(index, &contestant.setup, called);
        if let Ok(engine) = &mut engine {
            engine.hold(again);
        }
        Seated { name: contestant.name.clone(), engine, time: contestant.time, peek: contestant.peek }
    });
    let seats: Vec<Seated> = seats.collect();
    let names: Vec<String> = seats.iter().map(|seated| seated.name.clone()).collect();
    let appointment = Appointment {
        id: fixture.id,
        attempt,
        round: fixture.round,
        encounter: fixture.encounter,
        seed: game_seed(plan.seed, fixture.id),
        opening,
        log: plan.log,
        adjudication: plan.adjudication,
    };
    let opening_plies = appointment.opening.plies().len();
    let mut played = referee::play(&appointment, seats, overhead, &mut |turn| {
        if let Some(follower) = plan.follower {
            follower(fixture.id, turn.line);
        }
        let plies = (turn.line.plies().len() - opening_plies) as u32;
        slot.update(|running| {
            let running = running.get_or_insert_with(|| Running::new(fixture.id, names.clone()));
            running.turn(plies, turn.seat, turn.clock.limit(), turn.since);
        });
    });
    slot.update(|running| *running = None);
    let mut leaving = Vec::new();
    for ((&index, contestant), engine) in
        fixture.seats.iter().zip(contestants).zip(std::mem::take(&mut played.engines))
    {
        match engine {
            Some(engine) if contestant.restart.keeps(contestant.setup.game) => pool.keep(index, engine),
            Some(engine) => leaving.push(engine),
            None => {}
        }
    }
    pool.send_home(leaving, plan.kept);
    played
}
