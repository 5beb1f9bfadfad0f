//! A conversation with one process of the engine, of which everything is kept.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::findings::Seen;
use super::rules;
use crate::engine::{Identity, Setup};
use crate::games::{Game, Line};
use crate::process::{Child, End, Heard};
use crate::protocol::{self, Limits, OptionDecl, Reply, VARIANT_OPTION};

/// How many lines are kept as evidence, and how much of each.
const LINES: usize = 24;
const LINE: usize = 160;
/// How much longer than its limit an answer is waited for, to say how late it is.
const OVERTIME: Duration = Duration::from_secs(3);
/// How long an answer without a time may take, as in a tournament.
const WITHOUT_TIME: Duration = Duration::from_secs(60);
/// How long after the end of its input a silent engine's answer is waited for.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How long the exit of an engine that has closed its output is waited for.
const EXIT: Duration = Duration::from_secs(1);
/// How long an engine is listened to before it is asked again, and one that was seen to answer twice.
const SETTLING: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];
/// How many `info` lines of an answer are looked at.
const INFOS: usize = 50;
/// Options beyond these are not looked at.
const MOST_OPTIONS: usize = 256;

/// What went wrong: the rule that it breaks, and what was seen. The process is dead.
#[derive(Debug)]
pub(super) struct Trouble {
    pub(super) rule: &'static str,
    pub(super) seen: Seen,
}

/// An answer to `go`.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) word: String,
    pub(super) used: Duration,
    /// The words after `info`, of the first lines.
    pub(super) infos: Vec<String>,
}

/// A process of the engine.
#[derive(Debug)]
pub(super) struct Session {
    child: Child,
    started: Instant,
    startup: Duration,
    traffic: VecDeque<String>,
    /// It has said nothing since it was last spoken to.
    silent: bool,
    /// How many lines it has said since.
    since: usize,
    /// The last line said to it.
    said: String,
    /// The bytes of the `go` that is to be answered, if it must have been read for that.
    go: Option<usize>,
    pub(super) identity: Identity,
    /// Lines of `option` that declare nothing.
    pub(super) misdeclared: Vec<String>,
    /// The lines that nobody asked for, the first few, and whether one was a `bestmove`.
    pub(super) unasked: Vec<String>,
    pub(super) second_answer: Option<String>,
    /// How long `ugiok` took.
    pub(super) introduced: Duration,
}

impl Session {
    /// Starts the program and asks who it is.
    pub(super) fn start(setup: &Setup) -> Result<Self, Trouble> {
        let child = Child::start(&setup.launch).map_err(|error| Trouble {
            rule: rules::START,
            seen: Seen::new("", format!("could not be started: {error}")),
        })?;
        let mut session = Self {
            child,
            started: Instant::now(),
            startup: setup.startup,
            traffic: VecDeque::new(),
            silent: true,
            since: 0,
            said: String::new(),
            go: None,
            identity: Identity::default(),
            misdeclared: Vec::new(),
            unasked: Vec::new(),
            second_answer: None,
            introduced: Duration::ZERO,
        };
        session.say("ugi\n");
        session.await_word("ugiok")?;
        session.introduced = session.started.elapsed();
        Ok(session)
    }

    /// Starts the program and makes it ready for `game`, with the options of the setup.
    pub(super) fn ready(setup: &Setup, game: Game) -> Result<Self, Trouble> {
        let mut session = Self::start(setup)?;
        session.set_up(setup, game)?;
        session.new_game()?;
        Ok(session)
    }

    /// Sets the game and the options of the setup.
    pub(super) fn set_up(&mut self, setup: &Setup, game: Game) -> Result<(), Trouble> {
        let mut words = String::new();
        if self.identity.option(VARIANT_OPTION).is_some() {
            let name = setup.variant.as_deref().unwrap_or(game.name());
            words += &format!("setoption name {VARIANT_OPTION} value {name}\n");
        }
        for (name, value) in &self.identity.settable(&setup.options) {
            words += &set(name, value);
        }
        self.get_ready(&words)
    }

    pub(super) fn new_game(&mut self) -> Result<(), Trouble> {
        self.get_ready("uginewgame\n")
    }

    /// Says `words` and `isready`, and waits for `readyok`.
    pub(super) fn get_ready(&mut self, words: &str) -> Result<(), Trouble> {
        self.settle();
        self.say(&format!("{words}isready\n"));
        self.await_word("readyok")
    }

    /// Asks for a move after `line`, within `limits`, which are sent in their own words; shows what the
    /// others have to one that `peeks`.
    pub(super) fn ask(&mut self, line: &Line, limits: &str, peeks: bool) -> Result<Answer, Trouble> {
        let mut question = String::new();
        if let Some(seat) = line.to_move() {
            protocol::write_position_for(&mut question, line, line.observer(seat, peeks));
        }
        self.ask_raw(&format!("{question}go {limits}\n"), patience(line, limits))
    }

    /// Asks in these words, which end with a `go`.
    pub(super) fn ask_raw(&mut self, question: &str, patience: Duration) -> Result<Answer, Trouble> {
        self.settle();
        self.say(question);
        // An answer that comes before the `go` is read is one to the question before.
        self.go = Some(self.said.len() + "\n".len());
        self.answer(patience)
    }

    /// Waits for the answer to what was just said.
    pub(super) fn answer(&mut self, patience: Duration) -> Result<Answer, Trouble> {
        match self.answer_within(patience)? {
            Some(answer) => Ok(answer),
            None => {
                let came = format!("no answer within {:.1} s", patience.as_secs_f64());
                Err(self.silence(rules::GO, "bestmove", &came))
            }
        }
    }

    /// Waits so long for the answer to what was just said; `None` if it does not come.
    pub(super) fn answer_within(&mut self, patience: Duration) -> Result<Option<Answer>, Trouble> {
        let asked = Instant::now();
        let mut infos = Vec::new();
        while let Some((line, at)) = self.hear(asked + patience)? {
            match Reply::parse(&line) {
                Reply::BestMove(_) if self.go.is_some_and(|length| self.child.has_not_read_last(length)) => {
                    self.note_unasked(&line);
                }
                Reply::BestMove("") => {
                    return Err(self.trouble(rules::BESTMOVE, "`bestmove` without a move"));
                }
                Reply::BestMove(word) => {
                    let used = at.saturating_duration_since(asked);
                    return Ok(Some(Answer { word: word.to_owned(), used, infos }));
                }
                Reply::Info(info) if infos.len() < INFOS => infos.push(info.to_owned()),
                _ => self.note_unasked(&line),
            }
        }
        Ok(None)
    }

    /// Waits for a word of the handshake.
    pub(super) fn await_word(&mut self, word: &'static str) -> Result<(), Trouble> {
        let rule = if word == "ugiok" { rules::UGI } else { rules::ISREADY };
        let deadline = Instant::now() + self.startup;
        loop {
            let heard = self.hear(deadline).map_err(|mut trouble| {
                // Who ends before his first answer has not started, and who ends later did not get ready.
                if trouble.rule == rules::ALIVE {
                    trouble.rule = if word == "ugiok" { rules::START } else { rules::ISREADY };
                }
                trouble
            })?;
            let Some((line, _)) = heard else {
                let came = format!("no `{word}` within {:.1} s", self.startup.as_secs_f64());
                return Err(self.silence(rule, word, &came));
            };
            match Reply::parse(&line) {
                Reply::UgiOk if word == "ugiok" => return Ok(()),
                Reply::ReadyOk if word == "readyok" => return Ok(()),
                Reply::Name(name) => name.clone_into(&mut self.identity.name),
                Reply::Author(author) => author.clone_into(&mut self.identity.author),
                Reply::Option(text) if self.identity.options.len() < MOST_OPTIONS => {
                    match OptionDecl::parse(text) {
                        Some(option) => self.identity.options.push(option),
                        None => self.misdeclared.push(cut(&line)),
                    }
                }
                Reply::Info(info) => self.identity.remark(info),
                _ => self.note_unasked(&line),
            }
        }
    }

    /// Takes in what is left to be said, so that it answers nothing that is asked later.
    fn settle(&mut self) {
        self.listen(SETTLING[0]);
        if self.second_answer.is_some() {
            self.listen(SETTLING[1]);
        }
    }

    /// Takes in what is said without being asked, for so long.
    pub(super) fn listen(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            match self.hear(deadline) {
                Ok(Some((line, _))) => self.note_unasked(&line),
                // Its end is told by the next question.
                Ok(None) | Err(_) => break,
            }
        }
        let mut lines = Vec::new();
        self.child.drop_output(|line| {
            if lines.len() < LINES {
                lines.push(String::from_utf8_lossy(line).into_owned());
            }
        });
        for line in lines {
            self.keep('<', &line);
            self.note_unasked(&line);
        }
    }

    fn note_unasked(&mut self, line: &str) {
        match Reply::parse(line) {
            Reply::Info(_) => {}
            Reply::BestMove(_) => {
                self.second_answer.get_or_insert_with(|| cut(line));
            }
            _ if self.unasked.len() < 3 => self.unasked.push(cut(line)),
            _ => {}
        }
    }

    pub(super) fn say(&mut self, words: &str) {
        self.child.send(words.as_bytes());
        (self.silent, self.since, self.go) = (true, 0, None);
        for line in words.split_inclusive('\n') {
            let shown = line.strip_suffix('\n').unwrap_or(line).replace('\r', "\\r");
            self.keep('>', &shown);
            self.said = shown;
        }
    }

    /// The next line and when it came; `None` at the deadline.
    fn hear(&mut self, deadline: Instant) -> Result<Option<(String, Instant)>, Trouble> {
        let heard = match self.child.next_line(deadline) {
            Heard::Line(line, at) => Ok((String::from_utf8_lossy(line).into_owned(), at)),
            Heard::Deadline(_) => return Ok(None),
            Heard::Closed | Heard::Abandoned => Err(true),
            Heard::TooLong => Err(false),
        };
        match heard {
            Ok((line, at)) => {
                self.silent = false;
                self.keep('<', &line);
                Ok(Some((line, at)))
            }
            Err(true) => Err(self.died()),
            Err(false) => Err(self.trouble(rules::LINE_LENGTH, "a line of more than 65536 bytes")),
        }
    }

    fn died(&mut self) -> Trouble {
        let end = self.child.finish(Instant::now() + EXIT);
        let came = match self.child.broken_limit() {
            Some(broken) => format!("{} ({end})", broken.detail),
            None => end.to_string(),
        };
        let rule = if end == End::NotLaunched { rules::START } else { rules::ALIVE };
        self.trouble(rule, &came)
    }

    /// Silence where `owed` was: looks whether that comes when the input is closed.
    fn silence(&mut self, rule: &'static str, owed: &str, came: &str) -> Trouble {
        if self.silent {
            self.child.close_input();
            let deadline = Instant::now() + LAST_WORDS;
            while let Ok(Some((line, _))) = self.hear(deadline) {
                if line.split_ascii_whitespace().next() == Some(owed) {
                    let came = format!("{came}; it came when its input was closed");
                    return self.trouble(rules::FLUSH, &came);
                }
            }
        }
        self.trouble(rule, came)
    }

    /// Ends the process for something that it did.
    pub(super) fn trouble(&mut self, rule: &'static str, came: &str) -> Trouble {
        self.child.kill();
        Trouble { rule, seen: self.seen(came) }
    }

    /// What was said last, with a word on what came.
    pub(super) fn seen(&mut self, came: &str) -> Seen {
        Seen {
            sent: self.said.clone(),
            came: came.to_owned(),
            traffic: self.traffic.iter().cloned().collect(),
            stderr: self.child.stderr_tail(),
        }
    }

    fn keep(&mut self, mark: char, line: &str) {
        // A flood must not wash the question away: of many lines the first and the last are kept.
        if mark == '<' {
            self.since += 1;
            if self.since > LINES / 2 {
                self.traffic.remove(self.traffic.len() - LINES / 4);
            }
        }
        if self.traffic.len() == LINES {
            self.traffic.pop_front();
        }
        self.traffic.push_back(format!("+{:.3} {mark} {}", self.started.elapsed().as_secs_f64(), cut(line)));
    }

    /// Whether the process has not ended.
    pub(super) fn is_alive(&self) -> bool {
        self.child.is_alive()
    }

    /// Closes the input, and tells how long the process took to end then; `None` if it stayed.
    pub(super) fn leave(&mut self, quit: bool, patience: Duration) -> Option<Duration> {
        let begin = Instant::now();
        if quit {
            self.say("quit\n");
        } else {
            self.child.close_input();
        }
        self.child.finish(begin + patience);
        let used = begin.elapsed();
        (used < patience).then_some(used)
    }
}

/// The line that sets an option; a button has no value.
pub(super) fn set(name: &str, value: &str) -> String {
    match value {
        "" => format!("setoption name {name}\n"),
        _ => format!("setoption name {name} value {value}\n"),
    }
}

/// The time that `limits` leave the mover of `line`.
pub(super) fn allowed(line: &Line, limits: &str) -> Option<Duration> {
    let limits = Limits::parse(limits);
    let clock = line.to_move().and_then(|seat| limits.clocks.get(seat.0)).map(|clock| clock.time);
    [limits.movetime, clock].into_iter().flatten().min()
}

fn patience(line: &Line, limits: &str) -> Duration {
    allowed(line, limits).map_or(WITHOUT_TIME, |allowed| allowed + OVERTIME)
}

/// A line as evidence: not for ever.
fn cut(line: &str) -> String {
    match line.char_indices().nth(LINE) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line.to_owned(),
    }
}
