//! What an engine did instead of answering: how that came about, whose fault it is, and the evidence.

use std::path::Path;
use std::time::{Duration, Instant};

use super::traffic::Speaker;
use super::{Engine, seconds, text};
use crate::process::launcher::FAILURE;
use crate::process::{End, Heard, Launch, Lost};
use crate::protocol::dialect::{Dialect, Hearing};
use crate::record::Reason;
use crate::settings::Level;

pub(super) const NOT_FLUSHED: &str = "; it came when its input was closed: standard output is not flushed";
pub(super) const TOO_LONG: &str = "a line of more than 65536 bytes";

/// From when on the arena was late to read: at the deadline it stops waiting, so that something read much
/// later was there before, and the arena was kept from reading it.
const READ_LATE: Duration = Duration::from_micros(500);
/// The least time for which an engine must have been kept from its core to be excused.
const STARVED: Duration = Duration::from_millis(5);
/// The same for its start, for which there is more time.
pub(super) const STARTED_LATE: Duration = Duration::from_millis(50);
/// How long after the end of its output an engine's exit is waited for, to tell how it ended. Where
/// another process of its held the output, that end comes first, and the launcher is still taking the
/// rest down, which on a busy machine takes its time.
const EXIT: Duration = Duration::from_secs(1);
/// How long after the end of its input a silent engine's answer is waited for, to tell that it was
/// only not flushed. Python takes 0.2 ms, on a busy machine 2 ms; the verdict is out within 50 ms.
const LAST_WORDS: Duration = Duration::from_millis(30);

/// How long something is waited for, and what it is if it does not come.
pub(super) struct Patience {
    /// The fault.
    pub(super) reason: Reason,
    /// The time for it, the arena's own error included.
    pub(super) within: Duration,
    /// What the machine may cost the engine of that without it being excused.
    pub(super) unfair: Duration,
}

/// What the machine may cost an engine of the time for a move with this margin.
pub(super) fn unfair(margin: Duration) -> Duration {
    margin.max(STARVED)
}

/// What excuses an engine whose answer has not come in time: that the arena itself was `late` to read something,
/// that the machine cost the engine more than is `unfair`, or that the arena came to look `over` the time by more
/// than that: an engine that waits still for a processor is told by nothing else. Nothing of it is an excuse
/// that the engine made itself.
fn excuse(late: Option<Duration>, over: Duration, lost: Option<Lost>, unfair: Duration) -> Option<String> {
    let arena_late = |by| Some(format!("the arena itself was late by {}", seconds(by)));
    // What is not known is taken to be so.
    let free = lost.map_or(Duration::MAX, |lost| lost.free);
    match (late, lost) {
        (Some(late), _) if late >= READ_LATE && free >= late => arena_late(late),
        (_, Some(Lost { starved, .. })) if starved >= unfair => {
            Some(format!("the engine waited {} for a processor that others used", seconds(starved)))
        }
        (_, Some(Lost { stood_still, .. })) if stood_still >= unfair => {
            Some(format!("the machine stood still for {}", seconds(stood_still)))
        }
        (_, Some(_)) if over >= unfair && free >= over => arena_late(over),
        _ => None,
    }
}

/// An engine's fault, and what is known of it. The process is dead.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which fault.
    pub reason: Reason,
    /// What happened, in words.
    pub detail: String,
    /// Why it may not have been the engine's fault: the game is void then and played again.
    pub excuse: Option<String>,
    /// Its program could not be started at all, as that of a tournament that has begun should be.
    pub unstarted: bool,
    /// All that was seen.
    pub evidence: Evidence,
}

impl Failure {
    /// The same, of an engine whose program could not even be started, for that reason.
    pub(super) fn unstarted(self, why: &str) -> Self {
        let detail = format!("could not be started: {why}");
        Self { reason: Reason::Stall, excuse: Some(detail.clone()), detail, unstarted: true, ..self }
    }
}

/// What was seen of an engine that made a fault.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Its command, as for a shell.
    pub command: String,
    /// The protocol that it was spoken to in.
    pub dialect: Dialect,
    /// Where it ran.
    pub dir: String,
    /// The last lines said, with times.
    pub traffic: Vec<String>,
    /// The end of its standard error.
    pub stderr: String,
    /// How its process ended, if by itself.
    pub end: Option<String>,
    /// What was said to it that matters for its last answer: from the handshake to the last question.
    pub input: Vec<String>,
    /// What it was kept from.
    pub level: Level,
}

impl Engine {
    /// The failure of an answer to what was `asked` then and has not come until it was `due`, with the excuse
    /// if the machine was at fault; `late` is how late something was read after that.
    #[cold]
    pub(super) fn timed_out(
        &mut self,
        patience: &Patience,
        asked: Instant,
        due: Instant,
        late: Option<Duration>,
        silent: bool,
    ) -> Box<Failure> {
        let over = due.elapsed();
        let lost = self.child.lost(asked, due);
        let excuse = excuse(late, over, lost, patience.unfair);
        let stalls = patience.reason == Reason::Stall;
        let owed = if stalls { self.conversation.owed() } else { "answer".into() };
        let mut detail = format!("no {owed} within {}", seconds(patience.within));
        let is_owed = |heard: &Hearing<'_>| match heard {
            Hearing::Ready => stalls,
            Hearing::Move { .. } => !stalls,
            _ => false,
        };
        if excuse.is_none() && late.is_none() && silent && self.kept_back(is_owed) {
            detail += NOT_FLUSHED;
        }
        Box::new(Failure { excuse, ..*self.fail(patience.reason, detail) })
    }

    /// Whether an engine that has said nothing says what it owes once its input is closed: then it had
    /// written it, and not flushed its output. One that still works or has just answered is only late.
    /// The engine is good for nothing after this.
    pub(super) fn kept_back(&mut self, owed: impl Fn(&Hearing<'_>) -> bool) -> bool {
        let mut late = !self.child.is_asleep();
        self.child.drop_output(|_| late = true);
        if late {
            return false;
        }
        self.child.close_input();
        let deadline = Instant::now() + LAST_WORDS;
        while let Heard::Line(line, at) = self.child.next_line(deadline) {
            let line = text(line);
            self.traffic.push(at, Speaker::Unasked, &line);
            if owed(&self.conversation.hear(&line)) {
                return true;
            }
        }
        false
    }

    /// Nobody waits for it any more: no fault of its own.
    #[cold]
    pub(super) fn abandoned(&mut self) -> Box<Failure> {
        let excuse = Some("the tournament was interrupted".to_owned());
        Box::new(Failure { excuse, ..*self.fail(Reason::Crash, "abandoned".to_owned()) })
    }

    #[cold]
    pub(super) fn died(&mut self) -> Box<Failure> {
        let end = self.child.finish(Instant::now() + EXIT);
        let detail = end.to_string();
        let mut failure = match (self.child.broken_limit(), end) {
            (Some(broken), _) => {
                let reason = if broken.memory { Reason::Memory } else { Reason::Crash };
                self.fail(reason, format!("{} ({detail})", broken.detail))
            }
            (None, End::NotLaunched) => {
                let said = self.child.stderr_tail();
                let why = said.lines().last().unwrap_or(&detail).trim_start_matches(FAILURE);
                let why = why.to_owned();
                Box::new(self.fail(Reason::Stall, format!("could not be started: {why}")).unstarted(&why))
            }
            (None, End::LauncherSignal(_)) => {
                let excuse = Some(detail.clone());
                Box::new(Failure { excuse, ..*self.fail(Reason::Crash, detail.clone()) })
            }
            (None, _) => self.fail(Reason::Crash, detail.clone()),
        };
        failure.evidence.end = (end != End::StillRunning).then_some(detail);
        failure
    }

    /// Kills the process for a fault that it made and gives the evidence. Also for a fault that only
    /// the caller can see, such as an illegal move.
    #[cold]
    pub fn fail(&mut self, reason: Reason, detail: String) -> Box<Failure> {
        self.child.kill();
        self.traffic.push(Instant::now(), Speaker::Arena, &format!("(ended: {detail})"));
        let evidence = self.evidence();
        Box::new(Failure { reason, detail, excuse: None, unstarted: false, evidence })
    }

    /// All that has been seen of it until now.
    pub fn evidence(&mut self) -> Evidence {
        let input = [&*self.introduction, &*self.game];
        Evidence {
            command: shown(&self.launch),
            dialect: self.identity.dialect,
            dir: self.launch.dir.display().to_string(),
            traffic: self.traffic.lines(),
            stderr: self.child.stderr_tail(),
            end: None,
            level: self.launch.level(),
            input: input.iter().flat_map(|lines| lines.lines()).map(str::to_owned).collect(),
        }
    }
}

/// The command as one would type it into a shell.
pub(super) fn shown(launch: &Launch) -> String {
    let quoted = |word: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-+./=:,@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word.to_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let program = Path::new(&launch.program).display().to_string();
    [program].iter().chain(&launch.arguments).map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_excused_by_what_the_machine_did_and_not_by_what_it_did_itself() {
        let ms = Duration::from_millis;
        let lost = |starved, still, free| {
            Some(Lost { starved: ms(starved), stood_still: ms(still), free: ms(free) })
        };
        for (late, over, lost, excused) in [
            // In time, and nothing was lost.
            (None, 0, lost(0, 0, 25), None),
            // Read late, because of others or of the engine itself.
            (Some(60), 60, lost(0, 0, 80), Some("late by 0.06 s")),
            (Some(60), 60, lost(0, 0, 20), None),
            (Some(60), 60, None, Some("late by 0.06 s")),
            (Some(0), 0, lost(0, 0, 25), None),
            // Kept from its processor.
            (None, 0, lost(49, 49, 25), None),
            (None, 0, lost(50, 0, 25), Some("waited 0.05 s")),
            (None, 0, lost(0, 50, 25), Some("stood still for 0.05 s")),
            (Some(60), 60, lost(50, 0, 0), Some("waited 0.05 s")),
            // Looked at late.
            (None, 200, lost(0, 0, 210), Some("late by 0.2 s")),
            (None, 200, lost(0, 0, 190), None),
            (None, 49, lost(0, 0, 210), None),
            (None, 200, None, None),
        ] {
            let found = excuse(late.map(ms), ms(over), lost, ms(50));
            let fits = match (&found, excused) {
                (Some(found), Some(part)) => found.contains(part),
                (found, part) => found.is_none() && part.is_none(),
            };
            assert!(fits, "{late:?} {over} {lost:?}: {found:?}");
        }
    }
}
