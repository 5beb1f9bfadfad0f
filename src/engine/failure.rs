//! What an engine did instead of answering: how that came about, whose fault it is, and the evidence.

use std::path::Path;
use std::time::{Duration, Instant};

use super::traffic::Speaker;
use super::{Engine, seconds, text};
use crate::process::launcher::FAILURE;
use crate::process::{End, Heard, Launch};
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
/// How long after the end of its output an engine's exit is waited for, to tell how it ended. Where
/// another process of its held the output, that end comes first, and the launcher is still taking the
/// rest down, which on a busy machine takes its time.
const EXIT: Duration = Duration::from_secs(1);
/// How long after the end of its input a silent engine's answer is waited for, to tell that it was
/// only not flushed. Python takes 0.2 ms, on a busy machine 2 ms; the verdict is out within 50 ms.
const LAST_WORDS: Duration = Duration::from_millis(30);

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
    /// The failure of an answer that has not come in time, with the excuse if the machine was at fault:
    /// if the arena itself was late to look, or if the engine was kept from running for so long that it
    /// would have been within its limit. `late` is how late something was read after the deadline, `over`
    /// when the arena came to look: on a machine so busy that this took more than the margin, an engine
    /// may be waiting still, which nothing else would tell.
    pub(super) fn timed_out(
        &mut self,
        patience: Duration,
        margin: Duration,
        late: Option<Duration>,
        over: Duration,
        silent: bool,
    ) -> Box<Failure> {
        let starved = self.child.starved(self.cores);
        let unfair = margin.max(STARVED);
        let excuse = match late {
            Some(late) if late >= READ_LATE => {
                Some(format!("the arena itself was late by {}", seconds(late)))
            }
            _ => match starved {
                Some(waited) if waited >= unfair => {
                    Some(format!("the engine waited {} for a processor that others used", seconds(waited)))
                }
                Some(_) if over >= unfair => Some(format!("the arena itself was late by {}", seconds(over))),
                _ => None,
            },
        };
        let mut detail = format!("no answer within {}", seconds(patience));
        let is_answer = |heard: &Hearing<'_>| matches!(heard, Hearing::Move { .. });
        if excuse.is_none() && late.is_none() && silent && self.kept_back(is_answer) {
            detail += NOT_FLUSHED;
        }
        Box::new(Failure { excuse, ..*self.fail(Reason::Time, detail) })
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
    pub(super) fn abandoned(&mut self) -> Box<Failure> {
        let excuse = Some("the tournament was interrupted".to_owned());
        Box::new(Failure { excuse, ..*self.fail(Reason::Crash, "abandoned".to_owned()) })
    }

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
                let detail = format!("could not be started: {why}");
                let excuse = Some(detail.clone());
                Box::new(Failure { excuse, unstarted: true, ..*self.fail(Reason::Stall, detail) })
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
