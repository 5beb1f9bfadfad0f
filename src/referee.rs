//! One game: the rules, the clocks and the seats, from the opening to the record.
//!
//! The referee asks an engine only when it has a real move; plies without a choice he makes himself.
//! The first fault ends the game. He alone decides: engines are never asked about legality or results.

mod overhead;

use std::time::{Duration, Instant, SystemTime};

pub use overhead::Overhead;

use crate::adjudication::{Adjudication, Ruling, Watch};
use crate::clock::{self, SeatClock, TimeControl, Timing};
use crate::engine::{Engine, Evidence, Failure};
use crate::games::{Line, Seat};
use crate::protocol::dialect::Question;
use crate::record::{Fault, GameRecord, Outcome, Reason, Thought, VERSION, timestamp};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Appointment {
    /// The game's number, from 1.
    pub id: u64,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// The round, from 1.
    pub round: u32,
    /// The number of the encounter, from 1.
    pub encounter: u64,
    /// The game's own seed.
    pub seed: u64,
    /// The opening; not over.
    pub opening: Line,
    /// What was said is wanted also of engines that made no fault.
    pub log: bool,
    /// When the game is ended early.
    pub adjudication: Adjudication,
}

/// Who sits at a seat.
#[derive(Debug)]
pub struct Seated {
    /// The engine's name.
    pub name: String,
    /// Its process, ready for the game, or why it did not get ready.
    pub engine: Result<Engine, Box<Failure>>,
    /// Its time.
    pub time: TimeControl,
    /// Whether it is shown what the other players have.
    pub peek: bool,
}

/// A game that is over.
#[derive(Debug)]
pub struct Played {
    /// All about it.
    pub record: GameRecord,
    /// By seat: the processes that can play on.
    pub engines: Vec<Option<Engine>>,
    /// What is known of each fault, in the order of the record's faults.
    pub evidence: Vec<Evidence>,
    /// If that is wanted: by seat, what was said with the engines that made no fault.
    pub said: Vec<(Seat, Evidence)>,
    /// Whose program could not be started, and why.
    pub unstarted: Option<String>,
}

/// Something to be told before every ply.
pub type Watcher<'a> = dyn FnMut(Turn<'_>) + 'a;

/// A seat is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// All that has been played.
    pub line: &'a Line,
    /// Who is to move.
    pub seat: Seat,
    /// His clock.
    pub clock: &'a SeatClock,
    /// When it became his turn.
    pub since: Instant,
}

/// Plays a game; `seats` has one entry for each seat of the opening, p1 first. For each question but the first, how long
/// after the answer before it it was asked, which is what the arena needs for itself, is counted in `overhead`.
pub fn play(
    appointment: &Appointment,
    mut seats: Vec<Seated>,
    overhead: &mut Overhead,
    watcher: &mut Watcher<'_>,
) -> Played {
    let started = SystemTime::now();
    let begin = Instant::now();
    let mut sheet = Sheet::new(appointment, &seats);
    if all_ready(&seats, &mut sheet) {
        play_moves(&mut seats, &mut sheet, overhead, watcher);
    }
    let names: Vec<String> = seats.iter().map(|seated| seated.name.clone()).collect();
    let (outcome, score) = sheet.result(&names);
    let reason = sheet.reason();
    let game = sheet.line.game();
    let plies = appointment.opening.plies().len();
    let record = GameRecord {
        v: VERSION,
        id: appointment.id,
        attempt: appointment.attempt,
        round: appointment.round,
        encounter: appointment.encounter,
        game: game.name().to_owned(),
        board: game.into(),
        opening: appointment.opening.to_string(),
        deal: appointment.opening.base().deal().map(Into::into),
        seed: appointment.seed,
        moves: sheet.line.into_plies().split_off(plies),
        ms: sheet.ms,
        thoughts: sheet.thoughts,
        movers: sheet.movers,
        points: outcome.points,
        winner: outcome.winner,
        winner_seat: outcome.winner_seat.map(|seat| seat.to_string()),
        reason,
        offender: sheet.faults.first().map(|fault| names[fault.seat].clone()),
        offender_seat: sheet.faults.first().map(|fault| Seat(fault.seat).to_string()),
        score,
        faults: sheet.faults,
        excuse: sheet.excuse,
        void: false,
        restless: sheet.restless,
        late: sheet.late,
        players: names,
        started: timestamp(started),
        seconds: (begin.elapsed().as_secs_f64() * 1e3).round() / 1e3,
    };
    let mut engines: Vec<_> = seats.into_iter().map(|seated| seated.engine.ok()).collect();
    let present = engines.iter_mut().enumerate().filter(|_| appointment.log);
    let said = present.filter_map(|(seat, engine)| Some((Seat(seat), engine.as_mut()?.evidence()))).collect();
    Played { record, engines, evidence: sheet.evidence, said, unstarted: sheet.unstarted }
}

/// The plies of a game for which there is room from the beginning.
const PLIES: usize = 64;

/// What is written down during a game.
struct Sheet {
    line: Line,
    clocks: Vec<SeatClock>,
    ms: Vec<f64>,
    thoughts: Vec<Option<Thought>>,
    movers: Vec<usize>,
    late: Vec<u32>,
    restless: Vec<bool>,
    excuse: Option<String>,
    faults: Vec<Fault>,
    evidence: Vec<Evidence>,
    unstarted: Option<String>,
    watch: Watch,
    /// How the game was ended early, if it was.
    ruling: Option<Ruling>,
    /// When the last answer was read; what has been done since is the arena's time.
    answered: Option<Instant>,
}

impl Sheet {
    fn new(appointment: &Appointment, seats: &[Seated]) -> Self {
        let mut line = appointment.opening.clone();
        line.reserve(PLIES);
        Self {
            line,
            watch: Watch::new(appointment.adjudication),
            ruling: None,
            clocks: seats.iter().map(|seated| SeatClock::new(seated.time)).collect(),
            ms: Vec::with_capacity(PLIES),
            thoughts: Vec::with_capacity(PLIES),
            movers: Vec::with_capacity(PLIES),
            late: vec![0; seats.len()],
            restless: vec![false; seats.len()],
            excuse: None,
            answered: None,
            faults: Vec::new(),
            evidence: Vec::new(),
            unstarted: None,
        }
    }

    /// Notes the fault of the engine at `seat`, whose process is dead.
    fn fault(&mut self, seat: Seat, failure: Failure) {
        self.excuse = self.excuse.take().or(failure.excuse);
        self.faults.push(Fault { seat: seat.0, reason: failure.reason, detail: failure.detail });
        self.evidence.push(failure.evidence);
    }

    /// Notes a ply that has been played, and whether it ends the game early.
    fn note(&mut self, seat: Seat, ms: f64, thought: Option<Thought>) {
        self.ruling = self.watch.look(&self.line, seat, thought.as_ref());
        self.movers.push(seat.0);
        self.ms.push(ms);
        self.thoughts.push(thought);
    }

    /// Why the game ended.
    fn reason(&self) -> Reason {
        match (self.faults.first(), self.ruling) {
            (Some(fault), _) => fault.reason,
            (None, Some(ruling)) => ruling.reason,
            (None, None) => Reason::Normal,
        }
    }

    /// Points and winner, and the score of a board that was played out: by the fault if there is one, else
    /// by the rules.
    fn result(&self, names: &[String]) -> (Outcome, Option<i32>) {
        if !self.faults.is_empty() {
            let is_at_fault = |seat: Seat| self.faults.iter().any(|fault| fault.seat == seat.0);
            return (Outcome::faulty(names, is_at_fault), None);
        }
        if let Some(ruling) = self.ruling {
            let outcome = ruling.winner.map(|winner| Outcome::won(names, winner));
            return (outcome.unwrap_or_else(|| Outcome::drawn(names)), None);
        }
        let returns = self.line.returns().unwrap_or_else(|| vec![0; names.len()]);
        (by_the_rules(names, &returns), returns.first().map(|&own| self.line.game().score(own)))
    }
}

/// The outcome of a game that ended by the rules, from its returns by seat.
fn by_the_rules(names: &[String], returns: &[i32]) -> Outcome {
    let best = returns.iter().copied().max().unwrap_or(0);
    let first: Vec<usize> = (0..returns.len()).filter(|&seat| returns[seat] == best).collect();
    match *first {
        // Alone at the board, one wins what can be won.
        [seat] if returns.len() > 1 || best > 0 => Outcome::won(names, Seat(seat)),
        _ => Outcome::drawn(names),
    }
}

/// A duration in milliseconds, to the microsecond.
fn milliseconds(duration: Duration) -> f64 {
    let microseconds = duration.as_secs() * 1_000_000 + u64::from(duration.subsec_nanos() + 500) / 1000;
    microseconds as f64 / 1e3
}

/// Notes who did not get ready; says whether all did.
fn all_ready(seats: &[Seated], sheet: &mut Sheet) -> bool {
    for (number, seated) in seats.iter().enumerate() {
        if let Err(failure) = &seated.engine {
            if failure.unstarted {
                sheet.unstarted = Some(format!("{} {}", seated.name, failure.detail));
            }
            sheet.fault(Seat(number), (**failure).clone());
        }
    }
    sheet.faults.is_empty()
}

/// Plays until the game is over or somebody makes a fault.
fn play_moves(seats: &mut [Seated], sheet: &mut Sheet, overhead: &mut Overhead, watcher: &mut Watcher<'_>) {
    while let Some(seat) = sheet.line.to_move().filter(|_| sheet.ruling.is_none()) {
        let (line, clock) = (&sheet.line, &sheet.clocks[seat.0]);
        watcher(Turn { line, seat, clock, since: sheet.answered.unwrap_or_else(Instant::now) });
        if let Some(forced) = sheet.line.forced() {
            if sheet.line.play(&forced).is_err() {
                // The rules would contradict themselves.
                return;
            }
            sheet.note(seat, 0.0, None);
            continue;
        }
        let seated = &mut seats[seat.0];
        let Ok(engine) = &mut seated.engine else { return };
        let limits = clock::limits(&sheet.clocks, seat.0);
        let question = Question { line: &sheet.line, seat, peeks: seated.peek, limits: &limits };
        // Where an engine is waited for before it is asked, that is not the arena's time.
        let answered = sheet.answered.take().filter(|_| !engine.is_sounded());
        let patience = sheet.clocks[seat.0].deadline();
        let margin = sheet.clocks[seat.0].control().margin;
        let prepared = engine.prepare(&question, patience, margin);
        let thought = prepared.and_then(|()| engine.think(patience, margin));
        sheet.restless[seat.0] |= engine.is_restless();
        if let (Ok(answer), Some(answered)) = (&thought, answered) {
            overhead.add(answer.asked.saturating_duration_since(answered));
        }
        let failure = match thought {
            Err(failure) => failure,
            Ok(answer) => match sheet.clocks[seat.0].charge(answer.used) {
                Timing::Over => {
                    let detail = format!(
                        "answered after {:.3} s, {:.3} s were allowed with the margin",
                        answer.used.as_secs_f64(),
                        patience.as_secs_f64()
                    );
                    engine.fail(Reason::Time, detail)
                }
                timing => match sheet.line.play(&answer.word) {
                    Ok(_) => {
                        sheet.answered = Some(answer.read);
                        sheet.late[seat.0] += u32::from(timing == Timing::Late);
                        sheet.note(seat, milliseconds(answer.used), Some(answer.thought));
                        continue;
                    }
                    Err(illegal) => engine.fail(Reason::IllegalMove, illegal.to_string()),
                },
            },
        };
        sheet.fault(seat, (*failure).clone());
        seated.engine = Err(failure);
        return;
    }
}
