//! One engine process that speaks the protocol: it is started, made ready, asked, and sent home.
//!
//! Whatever a process may do instead of answering comes out as a [`Failure`] with its reason and the
//! evidence, at the latest at the deadline that the caller set; the process is then dead. What it
//! says without being asked is kept in the traffic and dropped, and can never become the answer to a
//! later question.

mod identity;
mod traffic;

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::games::Game;
use crate::process::launcher::FAILURE;
use crate::process::{Child, End, Heard, Launch};
use crate::protocol::dialect::{Conversation, Dialect, Hearing, Question};
use crate::protocol::{Info, Score};
use crate::record::{Reason, Thought};
use crate::settings::{Freeze, Level};

pub use identity::{Identity, Objection};
use traffic::{Speaker, Traffic};

/// How much of what an engine is told in a game is kept, in bytes.
const MOST_INPUT: usize = 256 * 1024;
/// How long an engine may take to leave after `quit`.
pub const LEAVE: Duration = Duration::from_secs(1);
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

/// What is needed to start an engine and make it ready.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program.
    pub launch: Launch,
    /// The protocol that it speaks.
    pub dialect: Dialect,
    /// What it calls the game, where that is not the game's name.
    pub variant: Option<String>,
    /// Options to set, name and value.
    pub options: Vec<(String, String)>,
    /// The game that it is to play.
    pub game: Game,
    /// The time for `ugiok` and for each `readyok`, or what stands for them in its protocol.
    pub startup: Duration,
    /// Whether it is stopped while others think.
    pub freeze: Freeze,
    /// The cores that it shares with its opponents.
    pub cores: usize,
    /// All that is said in a game is kept, not only the last of it.
    pub log: bool,
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

/// An answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, as it came; in another protocol than ours, in our notation.
    pub word: String,
    /// From handing the question to the kernel to the read that returned the end of the answer.
    pub used: Duration,
    /// When it was asked.
    pub asked: Instant,
    /// When its end was read.
    pub read: Instant,
    /// What the engine last told of its search.
    pub thought: Thought,
}

/// An engine that is running.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    identity: Identity,
    conversation: Box<dyn Conversation>,
    startup: Duration,
    freeze: Freeze,
    cores: usize,
    log: bool,
    launch: Launch,
    traffic: Traffic,
    /// What made it ready; then what it was told in this game.
    introduction: String,
    game: String,
    /// What it is to be told next.
    words: String,
    /// It has once given an answer that nobody had asked for: what it says is sorted out with `isready`
    /// before every question from then on.
    untidy: bool,
    /// Since when it has been waited for before it can be asked: its clock runs.
    awaited: Option<Instant>,
    /// The last `info` line worth keeping.
    info: String,
}

/// An engine whose program has been started and that has not been spoken to.
#[derive(Debug)]
pub struct Starting(Engine);

impl Starting {
    /// Starts the program, and does not wait for it.
    ///
    /// # Errors
    /// That it could not be started.
    pub fn launch(setup: &Setup) -> Result<Self, Box<Failure>> {
        let launch = &setup.launch;
        let child = Child::start(launch).map_err(|error| {
            let evidence = Evidence {
                command: shown(launch),
                dialect: setup.dialect,
                dir: launch.dir.display().to_string(),
                level: launch.level(),
                ..Evidence::default()
            };
            let detail = format!("could not be started: {error}");
            let excuse = Some(detail.clone());
            Box::new(Failure { reason: Reason::Stall, detail, excuse, unstarted: true, evidence })
        })?;
        let conversation = setup.dialect.begin(setup.variant.as_deref());
        let identity = Identity {
            dialect: setup.dialect,
            variant: setup.variant.clone(),
            options: conversation.options(),
            ..Identity::default()
        };
        Ok(Self(Engine {
            child,
            identity,
            conversation,
            startup: setup.startup,
            freeze: setup.freeze,
            cores: setup.cores,
            log: setup.log,
            launch: launch.clone(),
            traffic: Traffic::new(if setup.log { traffic::ALL } else { traffic::RECENT }),
            introduction: String::new(),
            game: String::new(),
            words: String::new(),
            untidy: false,
            awaited: None,
            info: String::new(),
        }))
    }

    /// Learns who it is, sets the options and waits until it is ready; `setup` is that of its start.
    ///
    /// # Errors
    /// Whatever kept it from getting ready: [`Reason::Crash`] if it ended, else [`Reason::Stall`].
    pub fn introduce(self, setup: &Setup) -> Result<Engine, Box<Failure>> {
        let Self(mut engine) = self;
        engine.conversation.greet(&mut engine.words);
        engine.introduction.push_str(&engine.words);
        engine.say_and_wait()?;
        engine.drop_unasked();
        engine.conversation.set_up(setup.game, &engine.identity.options, &setup.options, &mut engine.words);
        engine.introduction.push_str(&engine.words);
        engine.say_and_wait()?;
        Ok(engine)
    }
}

impl Engine {
    /// Starts the program, learns who it is, sets the options and waits until it is ready.
    ///
    /// # Errors
    /// Those of [`Starting::launch`] and [`Starting::introduce`].
    pub fn start(setup: &Setup) -> Result<Self, Box<Failure>> {
        Starting::launch(setup)?.introduce(setup)
    }

    /// What the engine says of itself.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Tells of a new game and waits until the engine is ready for it.
    ///
    /// # Errors
    /// Whatever kept it from getting ready, as for [`Engine::start`].
    pub fn new_game(&mut self) -> Result<(), Box<Failure>> {
        self.child.thaw();
        self.child.owes(true);
        if self.log {
            self.traffic.clear();
        }
        self.game.clear();
        self.drop_unasked();
        self.conversation.new_game(&mut self.words);
        self.game.push_str(&self.words);
        self.say_and_wait()?;
        self.rest();
        Ok(())
    }

    /// The others are to move.
    fn rest(&mut self) {
        self.child.owes(false);
        let freezes = match self.freeze {
            Freeze::Off => false,
            Freeze::Always => true,
            Freeze::Auto => self.child.is_restless(),
        };
        if freezes {
            self.child.freeze();
        }
    }

    /// Whether it was seen to work on its opponents' time.
    pub fn is_restless(&self) -> bool {
        self.child.is_restless()
    }

    /// Whether it has never given an answer that nobody had asked for.
    pub fn is_tidy(&self) -> bool {
        !self.untidy
    }

    /// Puts the next question into words, for [`Engine::think`]; an untidy engine is first waited for
    /// until it has answered everything before, on its own time, since it could think meanwhile: `patience`
    /// and `margin` are those of the question.
    ///
    /// # Errors
    /// As for [`Engine::think`] where it is waited for; and that this cannot be asked in its protocol,
    /// which is no fault of the engine's.
    pub fn prepare(
        &mut self,
        question: &Question<'_>,
        patience: Duration,
        margin: Duration,
    ) -> Result<(), Box<Failure>> {
        self.child.thaw();
        self.drop_unasked();
        self.awaited = None;
        if self.untidy {
            self.child.owes(true);
            self.awaited = Some(Instant::now());
            self.conversation.synchronize(&mut self.words);
            self.say_and_wait_for(patience, Some(margin))?;
        }
        self.conversation.ask(question, &mut self.words).map_err(|why| {
            let excuse = Some(format!("the arena cannot ask this: {why}"));
            Box::new(Failure { excuse, ..*self.fail(Reason::Protocol, why.to_owned()) })
        })
    }

    /// Asks for a move as [`Engine::prepare`] has put it. Waits at the longest for `patience`, of which
    /// `margin` is for the arena's own error.
    ///
    /// # Errors
    /// [`Reason::Crash`], [`Reason::Memory`], [`Reason::Time`] or [`Reason::Protocol`].
    pub fn think(&mut self, patience: Duration, margin: Duration) -> Result<Answer, Box<Failure>> {
        if self.game.len() < MOST_INPUT {
            self.game.push_str(&self.words);
        }
        self.info.clear();
        self.child.owes(true);
        let (sent, length) = self.say();
        let asked = self.awaited.take().unwrap_or(sent);
        let deadline = asked + patience;
        let mut silent = true;
        loop {
            let (word, news, at) = match self.child.next_line(deadline) {
                Heard::Line(line, at) => {
                    silent = false;
                    let line = text(line);
                    match self.conversation.hear(&line) {
                        Hearing::Move { word, info } => {
                            self.traffic.push(at, Speaker::Engine, &line);
                            (word.into_owned(), info, at)
                        }
                        Hearing::Info(info) => {
                            self.traffic.push(at, Speaker::Engine, &line);
                            if is_worth_more(&info, &self.info) {
                                self.info.clear();
                                self.info.push_str(&info);
                            }
                            continue;
                        }
                        Hearing::Part => {
                            self.traffic.push(at, Speaker::Engine, &line);
                            continue;
                        }
                        Hearing::Refused(detail) => {
                            self.traffic.push(at, Speaker::Engine, &line);
                            return Err(self.fail(Reason::Protocol, detail));
                        }
                        other => {
                            self.untidy |= other == Hearing::Stray;
                            self.traffic.push(at, Speaker::Unasked, &line);
                            continue;
                        }
                    }
                }
                Heard::Closed => return Err(self.died()),
                Heard::Deadline(late) => {
                    let over = Instant::now().saturating_duration_since(deadline.max(sent));
                    return Err(self.timed_out(patience, margin, late, over, silent));
                }
                Heard::Abandoned => return Err(self.abandoned()),
                Heard::TooLong => return Err(self.fail(Reason::Protocol, TOO_LONG.to_owned())),
            };
            if self.child.has_not_read_last(length) {
                self.traffic.last_was_unasked();
                self.conversation.take_back();
                self.untidy = true;
                continue;
            }
            if word.is_empty() {
                let detail = format!("{} without a move", self.conversation.owed());
                return Err(self.fail(Reason::Protocol, detail));
            }
            let used = at.saturating_duration_since(asked);
            self.rest();
            let told = news.as_deref().filter(|news| is_worth_more(news, &self.info));
            return Ok(Answer { word, used, asked, read: at, thought: thought(told.unwrap_or(&self.info)) });
        }
    }

    /// Says what there is to say, and waits until it has been done, which is owed within the start-up time.
    fn say_and_wait(&mut self) -> Result<(), Box<Failure>> {
        self.say_and_wait_for(self.startup, None)
    }

    /// The same within `patience`, in which there is a `margin` if it is a part of the time for a move.
    fn say_and_wait_for(&mut self, patience: Duration, margin: Option<Duration>) -> Result<(), Box<Failure>> {
        let (said, length) = self.say();
        let deadline = said + patience;
        let mut silent = true;
        loop {
            match self.child.next_line(deadline) {
                Heard::Line(line, at) => {
                    silent = false;
                    let line = text(line);
                    let hearing = self.conversation.hear(&line);
                    self.traffic.push(at, Speaker::Engine, &line);
                    let is_done = matches!(hearing, Hearing::Ready);
                    if let Hearing::Refused(detail) = hearing {
                        return Err(self.fail(Reason::Stall, detail));
                    }
                    self.identity.learn(hearing);
                    // The same word twice: the second one must not answer the next question.
                    if is_done && !self.child.has_not_read_last(length) {
                        return Ok(());
                    }
                }
                Heard::Closed => return Err(self.died()),
                Heard::Deadline(late) => {
                    if let Some(margin) = margin {
                        let over = Instant::now().saturating_duration_since(deadline);
                        return Err(self.timed_out(patience, margin, late, over, false));
                    }
                    let owed = self.conversation.owed();
                    let mut detail = format!("no {owed} within {}", seconds(self.startup));
                    if silent && late.is_none() && self.kept_back(|heard| *heard == Hearing::Ready) {
                        detail += NOT_FLUSHED;
                    }
                    return Err(self.fail(Reason::Stall, detail));
                }
                Heard::TooLong => return Err(self.fail(Reason::Stall, TOO_LONG.to_owned())),
                Heard::Abandoned => return Err(self.abandoned()),
            }
        }
    }

    /// Whether an engine that has said nothing says what it owes once its input is closed: then it had
    /// written it, and not flushed its output. One that still works or has just answered is only late.
    /// The engine is good for nothing after this.
    fn kept_back(&mut self, owed: impl Fn(&Hearing<'_>) -> bool) -> bool {
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

    /// Says what there is to say; when that was, and how many bytes its last line has.
    fn say(&mut self) -> (Instant, usize) {
        let at = self.child.send(self.words.as_bytes());
        self.traffic.push(at, Speaker::Arena, &self.words);
        let before = self.words.strip_suffix('\n').and_then(|words| words.rfind('\n'));
        let last = self.words.len() - before.map_or(0, |at| at + 1);
        self.words.clear();
        (at, last)
    }

    fn drop_unasked(&mut self) {
        let Self { traffic, untidy, conversation, .. } = self;
        self.child.drop_output(|line| {
            let line = text(line);
            *untidy |= matches!(conversation.hear(&line), Hearing::Move { .. } | Hearing::Stray);
            traffic.push(Instant::now(), Speaker::Unasked, &line);
        });
    }

    /// The failure of an answer that has not come in time, with the excuse if the machine was at fault:
    /// if the arena itself was late to look, or if the engine was kept from running for so long that it
    /// would have been within its limit. `late` is how late something was read after the deadline, `over`
    /// when the arena came to look: on a machine so busy that this took more than the margin, an engine
    /// may be waiting still, which nothing else would tell.
    fn timed_out(
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

    /// Nobody waits for it any more: no fault of its own.
    fn abandoned(&mut self) -> Box<Failure> {
        let excuse = Some("the tournament was interrupted".to_owned());
        Box::new(Failure { excuse, ..*self.fail(Reason::Crash, "abandoned".to_owned()) })
    }

    fn died(&mut self) -> Box<Failure> {
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

    /// Says `quit` to all of `engines` and sees to it that they are gone within [`LEAVE`], together.
    pub fn dismiss(engines: Vec<Self>) {
        Leaving::tell(engines).wait();
    }

    /// Whether the process is still there, as far as is known without asking it.
    pub fn is_alive(&self) -> bool {
        self.child.is_alive()
    }
}

/// Engines that have been told to leave. Dropping it kills those that are still there.
#[derive(Debug)]
pub struct Leaving {
    engines: Vec<Engine>,
    deadline: Instant,
}

impl Leaving {
    /// Says `quit` to all of `engines`, and does not wait for them.
    pub fn tell(mut engines: Vec<Engine>) -> Self {
        for engine in &mut engines {
            engine.child.send(b"quit\n");
            engine.child.close_input();
        }
        Self { engines, deadline: Instant::now() + LEAVE }
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.engines.len()
    }

    /// Waits until they are gone; whoever is still there [`LEAVE`] after he was told is killed.
    pub fn wait(mut self) {
        for engine in &mut self.engines {
            engine.child.finish(self.deadline);
        }
    }
}

/// A line as text, where it is none with signs in place of what cannot be read.
fn text(line: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed)
}

const NOT_FLUSHED: &str = "; it came when its input was closed: standard output is not flushed";
const TOO_LONG: &str = "a line of more than 65536 bytes";

fn seconds(duration: Duration) -> String {
    format!("{} s", (duration.as_secs_f64() * 1000.0).round() / 1000.0)
}

/// Whether an `info` line should replace the one kept: those with a score tell most.
fn is_worth_more(new: &str, kept: &str) -> bool {
    let tells = |info: &str, word: &str| info.split_ascii_whitespace().any(|other| other == word);
    !new.starts_with("string") && (tells(new, "score") || (!tells(kept, "score") && tells(new, "depth")))
}

fn thought(info: &str) -> Thought {
    if info.is_empty() {
        return Thought::default();
    }
    let info = Info::parse(info);
    let score = info.score.map(|score| match score {
        Score::Cp(cp) => cp.to_string(),
        Score::Mate(plies) => format!("mate {plies}"),
    });
    Thought { depth: info.depth, score, nodes: info.nodes }
}

/// The command as one would type it into a shell.
fn shown(launch: &Launch) -> String {
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
