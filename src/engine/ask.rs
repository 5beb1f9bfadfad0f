//! A question to an engine, and its answer.

use std::time::{Duration, Instant};

use super::failure::{Patience, TOO_LONG, unfair};
use super::traffic::Speaker;
use super::{Answer, Engine, Failure, Word, text};
use crate::process::Heard;
use crate::protocol::dialect::{Hearing, Question};
use crate::protocol::{Info, Score};
use crate::record::{Reason, Thought};

/// How long before the deadline who uses the processors is looked at.
const CLOSE: Duration = Duration::from_millis(2);
/// Of two answers so soon one after the other the second is hardly ever a late one to the question before.
const QUICK: Duration = Duration::from_micros(100);
/// So many questions of an engine's life are never taken to be answered so soon.
const PROBATION: u64 = 16;
/// How much of what an engine is told in a game is kept, in bytes.
const MOST_INPUT: usize = 256 * 1024;

impl Engine {
    /// Puts the next question into words, for [`Engine::think`]; where it [is sounded](Engine::is_sounded)
    /// the engine is first waited for until it has answered everything before, on its own time, since it could
    /// think meanwhile: `patience` and `margin` are those of the question.
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
        if self.is_sounded() {
            self.sound(patience, margin)?;
        }
        self.conversation.ask(question, &mut self.words).map_err(|why| {
            let excuse = Some(format!("the arena cannot ask this: {why}"));
            Box::new(Failure { excuse, ..*self.fail(Reason::Protocol, why.to_owned()) })
        })
    }

    /// Waits until it has said all that it has to say.
    #[cold]
    fn sound(&mut self, patience: Duration, margin: Duration) -> Result<(), Box<Failure>> {
        self.awaited = Some(Instant::now());
        self.conversation.synchronize(&mut self.words);
        self.say_and_wait_for(&Patience { reason: Reason::Time, within: patience, unfair: unfair(margin) })?;
        // What came together with the last word answers nothing either.
        self.drop_unasked();
        Ok(())
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
        let awaited = self.awaited.take();
        if awaited.is_none() {
            self.child.asked();
        }
        self.questions += 1;
        let before = self.answered.take();
        let sent = self.say();
        let asked = awaited.unwrap_or(sent);
        let deadline = asked + patience;
        // Shortly before it, who uses the processors is looked at: they may be needed to judge who made whom late.
        let mut until = deadline - patience.min(CLOSE);
        let mut silent = true;
        loop {
            let (word, news, at) = match self.child.next_line(until) {
                Heard::Line(line, at) => {
                    silent = false;
                    let line = text(line);
                    match self.conversation.hear(&line) {
                        Hearing::Move { word, info } => {
                            self.traffic.push(at, Speaker::Engine, &line);
                            (Word::new(word), info, at)
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
                Heard::Deadline(_) if until < deadline => {
                    self.child.look();
                    until = deadline;
                    continue;
                }
                Heard::Deadline(late) => {
                    let patience =
                        Patience { reason: Reason::Time, within: patience, unfair: unfair(margin) };
                    return Err(self.timed_out(&patience, asked, deadline.max(sent), late, silent));
                }
                Heard::Abandoned => return Err(self.abandoned()),
                Heard::TooLong => return Err(self.fail(Reason::Protocol, TOO_LONG.to_owned())),
            };
            // Looking costs a system call. It matters only in games that are so fast that hardly anything late can be
            // in them, and by then whoever answers twice has been found out by it.
            let is_quick = awaited.is_none()
                && self.questions > PROBATION
                && before.is_some_and(|before| at < before + QUICK);
            if !is_quick && self.has_not_read_last() {
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
            self.answered = Some(at);
            self.rest();
            let told = news.as_deref().filter(|news| is_worth_more(news, &self.info));
            return Ok(Answer { word, used, asked, read: at, thought: thought(told.unwrap_or(&self.info)) });
        }
    }
}

/// Whether an `info` line should replace the one kept: those with a score tell most.
#[inline(never)]
fn is_worth_more(new: &str, kept: &str) -> bool {
    let tells = |info: &str, word: &str| info.split_ascii_whitespace().any(|other| other == word);
    !new.starts_with("string") && (tells(new, "score") || (!tells(kept, "score") && tells(new, "depth")))
}

fn thought(info: &str) -> Thought {
    if info.is_empty() { Thought::default() } else { told(info) }
}

#[inline(never)]
fn told(info: &str) -> Thought {
    let info = Info::parse(info);
    let score = info.score.map(|score| match score {
        Score::Cp(cp) => cp.to_string(),
        Score::Mate(plies) => format!("mate {plies}"),
    });
    Thought { depth: info.depth, score, nodes: info.nodes }
}
