//! One record against what is known of its game before it is played: what it begins from, who moves when, how
//! long a move may take. The moves themselves are not looked at.

use std::time::Duration;

use crate::adjudication::Adjudication;
use crate::clock::{Budget, SeatClock, TimeControl, Timing};
use crate::games::{Line, Seat};
use crate::record::{Board, Deal, GameRecord, Reason, may_be_at_the_start};

/// What a game begins from, as a record has it.
pub(super) struct Begun {
    /// The number of the opening.
    pub(super) number: u64,
    text: String,
    board: Board,
    deal: Option<Deal>,
    /// The index of the seat that makes the first ply after it.
    first: usize,
}

impl Begun {
    pub(super) fn new(number: u64, line: &Line) -> Self {
        Self {
            number,
            text: line.to_string(),
            board: line.game().into(),
            deal: line.base().deal().map(Into::into),
            first: line.to_move().map_or(0, |seat| seat.0),
        }
    }
}

/// Whether a record can be of a game that begins so, with these times by seat.
///
/// # Errors
/// What cannot be.
pub(super) fn fits(
    record: &GameRecord,
    begun: &Begun,
    controls: &[TimeControl],
    adjudication: &Adjudication,
) -> Result<(), String> {
    if record.opening != begun.text {
        return Err(format!("it begins from {}, not {}", begun.text, record.opening.escape_debug()));
    }
    if record.board != begun.board {
        return Err(format!("`board` is not that of its opening, {}", begun.text));
    }
    if record.deal != begun.deal {
        return Err("`deal` is not that of its opening".to_owned());
    }
    turns(record, begun.first)?;
    times(record, controls)?;
    early_end(record, adjudication)
}

/// In every game the turn passes on with every ply, and who made the last fault was to move.
fn turns(record: &GameRecord, first: usize) -> Result<(), String> {
    let seats = record.players.len().max(1);
    let expected = (0..).map(|ply| (first + ply) % seats);
    if let Some((ply, (told, right))) =
        record.movers.iter().copied().zip(expected).enumerate().find(|(_, (told, right))| told != right)
    {
        return Err(format!(
            "ply {} is told to be of {}, it was {}'s turn",
            ply + 1,
            Seat(told),
            Seat(right)
        ));
    }
    let mover = (first + record.movers.len()) % seats;
    match record.faults.first() {
        // Before the first ply anybody may have failed to get ready.
        Some(fault) if record.movers.is_empty() && may_be_at_the_start(fault.reason) => Ok(()),
        Some(fault) if fault.seat != mover => {
            Err(format!("the fault is told to be of {}, it was {}'s turn", Seat(fault.seat), Seat(mover)))
        }
        _ => Ok(()),
    }
}

/// How exactly times are written down.
const MICROSECOND: Duration = Duration::from_micros(1);

/// The clocks run again: no answer was over limit and margin, so many were late as are told, and all together
/// took no longer than the game. Times are rounded, so that it is judged by what they may have been.
fn times(record: &GameRecord, controls: &[TimeControl]) -> Result<(), String> {
    let total: f64 = record.ms.iter().sum();
    if total > record.seconds * 1e3 + 1.0 {
        return Err(format!("its moves took {total:.3} ms, and all of it {} s", record.seconds));
    }
    // Most answers are far from any limit, and most clocks stand still.
    let quick: Vec<f64> = controls.iter().map(unhurried).collect();
    let clocks = || controls.iter().map(|&control| SeatClock::new(control)).collect::<Vec<_>>();
    let (mut least, mut most) = (clocks(), clocks());
    let mut late = vec![(0, 0); controls.len()];
    for (ply, (&mover, &ms)) in record.movers.iter().zip(&record.ms).enumerate() {
        // Nobody was asked for a forced ply.
        let (Some(late), true) = (late.get_mut(mover), ms > 0.0 && ms >= quick[mover]) else { continue };
        let used = Duration::try_from_secs_f64(ms / 1e3).unwrap_or(Duration::MAX);
        let allowed = least[mover].deadline();
        match least[mover].charge(used.saturating_sub(MICROSECOND)) {
            Timing::Over => {
                let allowed = allowed.as_secs_f64() * 1e3;
                return Err(format!("ply {} took {ms} ms, and {allowed:.3} were left", ply + 1));
            }
            timing => late.0 += u32::from(timing == Timing::Late),
        }
        late.1 += u32::from(most[mover].charge(used.saturating_add(MICROSECOND)) != Timing::InTime);
    }
    for (seat, (&told, (least, most))) in record.late.iter().zip(late).enumerate() {
        if !(least..=most).contains(&told) {
            return Err(format!(
                "by the clocks there were {least} late answers of {}, not {told}",
                Seat(seat)
            ));
        }
    }
    waited(record, total, &most)
}

/// Who lost on time was waited for as long as his clock, which has at least so much `left`, and the margin allow.
fn waited(record: &GameRecord, total: f64, left: &[SeatClock]) -> Result<(), String> {
    let fault = record.faults.first().filter(|fault| fault.reason == Reason::Time);
    let Some(clock) = fault.and_then(|fault| left.get(fault.seat)) else { return Ok(()) };
    let allowed = clock.deadline().as_secs_f64() * 1e3;
    if total + allowed > record.seconds * 1e3 + 1.0 {
        return Err(format!(
            "it was lost on time, for which {allowed:.3} ms were allowed after {total:.3} ms, and all of it took {} s",
            record.seconds
        ));
    }
    Ok(())
}

/// Milliseconds below which an answer is in time and changes no clock.
fn unhurried(control: &TimeControl) -> f64 {
    match control.budget {
        Some(Budget::Clock { .. }) => 0.0,
        Some(Budget::PerMove(_)) | None => {
            (SeatClock::new(*control).limit().saturating_sub(MICROSECOND)).as_secs_f64() * 1e3
        }
    }
}

/// A game is ended early only if the tournament says so, and then when it says.
fn early_end(record: &GameRecord, adjudication: &Adjudication) -> Result<(), String> {
    let plies = record.movers.len() as u64;
    let ends = adjudication.agreement.is_some() || adjudication.decided;
    match (record.reason, adjudication.max_plies.map(u64::from)) {
        (Reason::Adjudication, _) if !ends => Err("this tournament has no adjudication by score".to_owned()),
        (Reason::MaxPlies, None) => Err("this tournament has no `max_plies`".to_owned()),
        (Reason::MaxPlies, Some(most)) if plies != most => {
            Err(format!("it ended by `max-plies` after {plies}, not {most}"))
        }
        (_, Some(most)) if plies > most => Err(format!("it has {plies} plies, and `max_plies` is {most}")),
        _ => Ok(()),
    }
}
