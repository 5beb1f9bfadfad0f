//! One engine process that speaks the protocol: it is started, made ready, asked, and sent home.
//!
//! Whatever a process may do instead of answering comes out as a [`Failure`] with its reason and the
//! evidence, at the latest at the deadline that the caller set; the process is then dead. What it
//! says without being asked is kept in the traffic and dropped, and can never become the answer to a
//! later question.

mod traffic;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::games::Game;
use crate::process::{Child, End, Heard, Launch};
use crate::protocol::{Info, OptionDecl, Reply, Score, VARIANT_OPTION};
use crate::record::{Reason, Thought};
use crate::settings::Freeze;

use traffic::{Speaker, Traffic};

/// How many options are taken note of.
const MOST_OPTIONS: usize = 256;
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
/// rest down.
const EXIT: Duration = Duration::from_millis(200);
/// How long after the end of its input a silent engine's answer is waited for, to tell that it was
/// only not flushed. Python takes 0.2 ms, on a busy machine 2 ms; the verdict is out within 50 ms.
const LAST_WORDS: Duration = Duration::from_millis(30);

/// What is needed to start an engine and make it ready.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program.
    pub launch: Launch,
    /// Options to set, name and value.
    pub options: Vec<(String, String)>,
    /// The game that it is to play.
    pub game: Game,
    /// The time for `ugiok` and for each `readyok`.
    pub startup: Duration,
    /// Whether it is stopped while others think.
    pub freeze: Freeze,
    /// The cores that it shares with its opponents.
    pub cores: usize,
    /// All that is said in a game is kept, not only the last of it.
    pub log: bool,
}

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `id name`, empty if it did not say.
    pub name: String,
    /// `id author`, empty if it did not say.
    pub author: String,
    /// The options that it declares.
    pub options: Vec<OptionDecl>,
}

/// Why an engine cannot be used as a tournament file wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// It does not play the game; what it says that it plays.
    Game(String),
    /// The option with this index cannot be set so; why, and what could be.
    Option(usize, String),
}

impl Identity {
    /// The declaration of an option.
    pub fn option(&self, name: &str) -> Option<&OptionDecl> {
        self.options.iter().find(|option| option.is_called(name))
    }

    /// Whether the engine plays `game` and takes all of `options`: everything that stands against it.
    /// An engine that does not offer `UGI_Variant` is taken to play the game that it is asked to.
    pub fn objections(&self, game: Game, options: &[(String, String)]) -> Vec<Objection> {
        let variant = self.option(VARIANT_OPTION);
        let game = variant.and_then(|variant| variant.check(game.name()).err()).map(Objection::Game);
        let options = options.iter().enumerate().filter_map(|(index, (name, value))| {
            if name.eq_ignore_ascii_case(VARIANT_OPTION) {
                return Some(Objection::Option(
                    index,
                    "is set by the arena, to the game of the file".to_owned(),
                ));
            }
            let problem = match self.option(name) {
                Some(option) => option.check(value).err()?,
                None => "is not declared by the engine".to_owned(),
            };
            Some(Objection::Option(index, problem))
        });
        game.into_iter().chain(options).collect()
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
    /// All that was seen.
    pub evidence: Evidence,
}

/// What was seen of an engine that made a fault.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Its command, as for a shell.
    pub command: String,
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
}

/// An answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The word after `bestmove`, as it came.
    pub word: String,
    /// From handing the question to the kernel to the read that returned the end of the answer.
    pub used: Duration,
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
    startup: Duration,
    freeze: Freeze,
    cores: usize,
    log: bool,
    launch: Launch,
    traffic: Traffic,
    /// What made it ready; then what it was told in this game.
    introduction: String,
    game: String,
    /// It has once given an answer that nobody had asked for: what it says is sorted out with `isready`
    /// before every question from then on.
    untidy: bool,
    /// The last `info` line worth keeping.
    info: String,
}

impl Engine {
    /// Starts the program, learns who it is, sets the options and waits until it is ready.
    ///
    /// # Errors
    /// Whatever kept it from getting ready: [`Reason::Crash`] if it ended, else [`Reason::Stall`].
    pub fn start(setup: &Setup) -> Result<Self, Box<Failure>> {
        let launch = &setup.launch;
        let child = Child::start(launch).map_err(|error| {
            let evidence = Evidence {
                command: shown(launch),
                dir: launch.dir.display().to_string(),
                ..Evidence::default()
            };
            let detail = format!("could not be started: {error}");
            let excuse = is_machines(&error).then(|| format!("the system had no room: {error}"));
            Box::new(Failure { reason: Reason::Crash, detail, excuse, evidence })
        })?;
        let mut engine = Self {
            child,
            identity: Identity::default(),
            startup: setup.startup,
            freeze: setup.freeze,
            cores: setup.cores,
            log: setup.log,
            launch: launch.clone(),
            traffic: Traffic::new(if setup.log { traffic::ALL } else { traffic::RECENT }),
            introduction: String::new(),
            game: String::new(),
            untidy: false,
            info: String::new(),
        };
        engine.introduction.push_str("ugi\n");
        engine.say("ugi\n");
        engine.await_word("ugiok", "ugi\n".len(), |identity, reply| match reply {
            Reply::Name(name) => name.clone_into(&mut identity.name),
            Reply::Author(author) => author.clone_into(&mut identity.author),
            // No engine has so many; one that declares without end must not fill the memory.
            Reply::Option(text) if identity.options.len() < MOST_OPTIONS => {
                identity.options.extend(OptionDecl::parse(text));
            }
            _ => {}
        })?;
        let mut settings = String::new();
        if engine.identity.option(VARIANT_OPTION).is_some() {
            settings += &format!("setoption name {VARIANT_OPTION} value {}\n", setup.game.name());
        }
        for (name, value) in &setup.options {
            // A button has no value.
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            settings += &format!("setoption name {name}{value}\n");
        }
        engine.introduction.push_str(&settings);
        engine.get_ready(&settings)?;
        Ok(engine)
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
        self.get_ready("uginewgame\n")?;
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

    /// Says `words` and `isready` in one write and waits for `readyok`.
    fn get_ready(&mut self, words: &str) -> Result<(), Box<Failure>> {
        const ASK: &str = "isready\n";
        self.drop_unasked();
        self.say(&format!("{words}{ASK}"));
        self.await_word("readyok", ASK.len(), |_, _| {})
    }

    /// Asks for a move: `position` and `go`, both with their line ends, of which `go` has `go_length`
    /// bytes. Waits at the longest for `patience`, of which `margin` is for the arena's own error.
    ///
    /// # Errors
    /// [`Reason::Crash`], [`Reason::Memory`], [`Reason::Time`] or [`Reason::Protocol`].
    pub fn think(
        &mut self,
        question: &str,
        go_length: usize,
        patience: Duration,
        margin: Duration,
    ) -> Result<Answer, Box<Failure>> {
        self.child.thaw();
        self.drop_unasked();
        if self.untidy {
            self.get_ready("")?;
        }
        if self.game.len() < MOST_INPUT {
            self.game.push_str(question);
        }
        self.info.clear();
        self.child.owes(true);
        let asked = self.say(question);
        let deadline = asked + patience;
        let mut silent = true;
        loop {
            let (word, at) = match self.child.next_line(deadline) {
                Heard::Line(line, at) => {
                    silent = false;
                    let line = String::from_utf8_lossy(line);
                    match Reply::parse(&line) {
                        Reply::BestMove(word) => {
                            self.traffic.push(at, Speaker::Engine, &line);
                            (word.to_owned(), at)
                        }
                        Reply::Info(info) => {
                            self.traffic.push(at, Speaker::Engine, &line);
                            if is_worth_more(info, &self.info) {
                                self.info.clear();
                                self.info.push_str(info);
                            }
                            continue;
                        }
                        _ => {
                            self.traffic.push(at, Speaker::Unasked, &line);
                            continue;
                        }
                    }
                }
                Heard::Closed => return Err(self.died()),
                Heard::Deadline(late) => return Err(self.timed_out(patience, margin, late, silent)),
                Heard::Abandoned => return Err(self.abandoned()),
                Heard::TooLong => return Err(self.fail(Reason::Protocol, TOO_LONG.to_owned())),
            };
            if self.child.has_not_read_last(go_length) {
                self.traffic.last_was_unasked();
                self.untidy = true;
                continue;
            }
            if word.is_empty() {
                return Err(self.fail(Reason::Protocol, "`bestmove` without a move".to_owned()));
            }
            let used = at.saturating_duration_since(asked);
            self.rest();
            return Ok(Answer { word, used, read: at, thought: thought(&self.info) });
        }
    }

    /// Waits for `word`, which is owed within the start-up time for a question whose last
    /// `length` bytes ask for it.
    fn await_word(
        &mut self,
        word: &'static str,
        length: usize,
        mut learn: impl FnMut(&mut Identity, Reply<'_>),
    ) -> Result<(), Box<Failure>> {
        let deadline = Instant::now() + self.startup;
        let is_word = |reply: Reply<'_>| match reply {
            Reply::UgiOk => word == "ugiok",
            Reply::ReadyOk => word == "readyok",
            _ => false,
        };
        let mut silent = true;
        loop {
            match self.child.next_line(deadline) {
                Heard::Line(line, at) => {
                    silent = false;
                    let line = String::from_utf8_lossy(line);
                    let reply = Reply::parse(&line);
                    let is_it = is_word(reply);
                    self.traffic.push(at, Speaker::Engine, &line);
                    learn(&mut self.identity, reply);
                    // The same word twice: the second one must not answer the next question.
                    if is_it && !self.child.has_not_read_last(length) {
                        return Ok(());
                    }
                }
                Heard::Closed => return Err(self.died()),
                Heard::Deadline(late) => {
                    let mut detail = format!("no `{word}` within {}", seconds(self.startup));
                    if silent && late.is_none() && self.kept_back(is_word) {
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
    fn kept_back(&mut self, owed: impl Fn(Reply<'_>) -> bool) -> bool {
        let mut late = !self.child.is_asleep();
        self.child.drop_output(|_| late = true);
        if late {
            return false;
        }
        self.child.close_input();
        let deadline = Instant::now() + LAST_WORDS;
        while let Heard::Line(line, at) = self.child.next_line(deadline) {
            let line = String::from_utf8_lossy(line);
            self.traffic.push(at, Speaker::Unasked, &line);
            if owed(Reply::parse(&line)) {
                return true;
            }
        }
        false
    }

    fn say(&mut self, words: &str) -> Instant {
        let at = self.child.send(words.as_bytes());
        self.traffic.push(at, Speaker::Arena, words);
        at
    }

    fn drop_unasked(&mut self) {
        let (traffic, untidy) = (&mut self.traffic, &mut self.untidy);
        self.child.drop_output(|line| {
            let line = String::from_utf8_lossy(line);
            *untidy |= matches!(Reply::parse(&line), Reply::BestMove(_));
            traffic.push(Instant::now(), Speaker::Unasked, &line);
        });
    }

    /// The failure of an answer that has not come in time, with the excuse if the machine was at fault:
    /// if the arena itself was late to look, or if the engine was kept from running for so long that it
    /// would have been within its limit.
    fn timed_out(
        &mut self,
        patience: Duration,
        margin: Duration,
        late: Option<Duration>,
        silent: bool,
    ) -> Box<Failure> {
        let starved = self.child.starved(self.cores);
        let excuse = match late {
            Some(late) if late >= READ_LATE => {
                Some(format!("the arena itself was late by {}", seconds(late)))
            }
            _ if starved >= margin.max(STARVED) => {
                Some(format!("the engine waited {} for a processor that others used", seconds(starved)))
            }
            _ => None,
        };
        let mut detail = format!("no answer within {}", seconds(patience));
        let is_answer = |reply: Reply<'_>| matches!(reply, Reply::BestMove(_));
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
        let mut failure = match self.child.broken_limit() {
            Some(broken) => {
                let reason = if broken.memory { Reason::Memory } else { Reason::Crash };
                self.fail(reason, format!("{} ({detail})", broken.detail))
            }
            None => self.fail(Reason::Crash, detail.clone()),
        };
        if end == End::NotLaunched {
            failure.excuse = Some("the launcher failed".to_owned());
        }
        failure.evidence.end = (end != End::StillRunning).then_some(detail);
        failure
    }

    /// Kills the process for a fault that it made and gives the evidence. Also for a fault that only
    /// the caller can see, such as an illegal move.
    pub fn fail(&mut self, reason: Reason, detail: String) -> Box<Failure> {
        self.child.kill();
        self.traffic.push(Instant::now(), Speaker::Arena, &format!("(ended: {detail})"));
        let evidence = self.evidence();
        Box::new(Failure { reason, detail, excuse: None, evidence })
    }

    /// All that has been seen of it until now.
    pub fn evidence(&mut self) -> Evidence {
        let input = [&*self.introduction, "isready\nuginewgame\nisready\n", &*self.game];
        Evidence {
            command: shown(&self.launch),
            dir: self.launch.dir.display().to_string(),
            traffic: self.traffic.lines(),
            stderr: self.child.stderr_tail(),
            end: None,
            input: input.iter().flat_map(|lines| lines.lines()).map(str::to_owned).collect(),
        }
    }

    /// Says `quit` to all of `engines` and sees to it that they are gone within [`LEAVE`], together.
    pub fn dismiss(mut engines: Vec<Self>) {
        for engine in &mut engines {
            engine.child.send(b"quit\n");
            engine.child.close_input();
        }
        let deadline = Instant::now() + LEAVE;
        for engine in &mut engines {
            engine.child.finish(deadline);
        }
    }

    /// Whether the process is still there, as far as is known without asking it.
    pub fn is_alive(&self) -> bool {
        self.child.is_alive()
    }
}

/// Errors of the system that are nobody's fault: no descriptors, no processes, no memory.
fn is_machines(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{OutOfMemory, WouldBlock};
    // EMFILE and ENFILE have no kind of their own; their numbers are the same on all systems.
    matches!(error.kind(), OutOfMemory | WouldBlock) || matches!(error.raw_os_error(), Some(23 | 24))
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
