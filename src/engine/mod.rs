//! One engine process that speaks the protocol: it is started, made ready, asked, and sent home.
//!
//! Whatever a process may do instead of answering comes out as a [`Failure`] with its reason and the
//! evidence, at the latest at the deadline that the caller set; the process is then dead. What it
//! says without being asked is kept in the traffic and dropped, and can never become the answer to a
//! later question.
//!
//! Between two plies of a fast game other programs run on the same core, and the code of a ply comes back from afar each
//! time. So it is short, and what is rare stands in functions of its own, beside the way.

mod ask;
mod failure;
mod identity;
mod leave;
mod start;
mod traffic;
mod word;

use std::borrow::Cow;
use std::time::{Duration, Instant};

use crate::games::Game;
use crate::process::{Child, Launch};
use crate::protocol::dialect::{Conversation, Dialect, Hearing};
use crate::record::Thought;
use crate::settings::Freeze;

pub use failure::{Evidence, Failure};
pub use identity::{Identity, Objection};
pub use leave::{LEAVE, Leaving};
pub use start::Starting;
use traffic::{Speaker, Traffic};
pub use word::Word;

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

/// An answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, as it came; in another protocol than ours, in our notation.
    pub word: Word,
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
    /// It is stopped while others think as if it had been seen to work then.
    held: bool,
    log: bool,
    launch: Launch,
    traffic: Traffic,
    /// What made it ready; then what it was told in this game.
    introduction: String,
    game: String,
    /// What it is to be told next, and what it was told last.
    words: String,
    said: String,
    /// It has once given an answer that nobody had asked for: what it says is sorted out with `isready`
    /// before every question from then on.
    untidy: bool,
    /// Its options have just been set, and what it says for people is about them.
    is_set: bool,
    /// How many questions of games it has been asked in its life.
    questions: u64,
    /// When its last answer was read.
    answered: Option<Instant>,
    /// Since when it has been waited for before it can be asked: its clock runs.
    awaited: Option<Instant>,
    /// The last `info` line worth keeping.
    info: String,
}

impl Engine {
    /// What the engine says of itself.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// From now on it is stopped while others think, or, unless it has to be, no longer; where the tournament
    /// wants nobody to be stopped it is not. The others are to move.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
        self.rest();
    }

    /// Whether it was seen to work on its opponents' time.
    pub fn is_restless(&self) -> bool {
        self.child.is_restless()
    }

    /// Whether it is waited for, until it has said all that it has to say, before it is asked the next question:
    /// always, once it has given an answer that nobody had asked for; and before its second question, since one
    /// that answers everything twice, the second time later, shows it then.
    pub fn is_sounded(&self) -> bool {
        self.untidy || self.questions == 1
    }

    /// Whether the process is still there, as far as is known without asking it.
    pub fn is_alive(&self) -> bool {
        self.child.is_alive()
    }

    /// The others are to move.
    fn rest(&mut self) {
        self.child.rests();
        let freezes = match self.freeze {
            Freeze::Off => false,
            Freeze::Always => true,
            Freeze::Auto => self.held || self.child.is_restless(),
        };
        if freezes {
            self.child.freeze();
        }
    }

    /// Says what there is to say; when that was.
    fn say(&mut self) -> Instant {
        let at = self.child.send(self.words.as_bytes());
        self.traffic.push(at, Speaker::Arena, &self.words);
        std::mem::swap(&mut self.words, &mut self.said);
        self.words.clear();
        at
    }

    /// Whether the last line said is still unread, so that nothing said until now can be an answer to it.
    #[cold]
    fn has_not_read_last(&self) -> bool {
        // The newline at its end is not that of the line before.
        let last = self.said.bytes().rev().skip(1).position(|byte| byte == b'\n');
        let last = last.map_or(self.said.len(), |without_end| without_end + 1);
        self.child.has_not_read_last(last)
    }

    fn drop_unasked(&mut self) {
        let Self { traffic, untidy, conversation, .. } = self;
        self.child.drop_output(|line| {
            let line = text(line);
            *untidy |= matches!(conversation.hear(&line), Hearing::Move { .. } | Hearing::Stray);
            traffic.push(Instant::now(), Speaker::Unasked, &line);
        });
    }
}

/// A line as text, where it is none with signs in place of what cannot be read.
fn text(line: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed)
}

fn seconds(duration: Duration) -> String {
    format!("{} s", (duration.as_secs_f64() * 1000.0).round() / 1000.0)
}
