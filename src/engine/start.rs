//! An engine from the start of its program until it is ready for a game.

use super::failure::{Patience, STARTED_LATE, TOO_LONG, shown};
use super::traffic::{self, Speaker, Traffic};
use super::{Engine, Evidence, Failure, Identity, Setup, text};
use crate::process::{Child, Heard, Launch};
use crate::protocol::dialect::Hearing;
use crate::record::Reason;

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
            let failure = Failure {
                reason: Reason::Stall,
                detail: String::new(),
                excuse: None,
                unstarted: false,
                evidence,
            };
            Box::new(robbed(failure.unstarted(&error.to_string()), launch))
        })?;
        child.share(setup.cores);
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
            held: false,
            log: setup.log,
            launch: launch.clone(),
            traffic: Traffic::new(if setup.log { traffic::ALL } else { traffic::RECENT }),
            introduction: String::new(),
            game: String::new(),
            words: String::new(),
            said: String::new(),
            untidy: false,
            is_set: false,
            questions: 0,
            answered: None,
            awaited: None,
            info: String::new(),
        }))
    }

    /// Learns who it is, sets the options and waits until it is ready; `setup` is that of its start.
    ///
    /// # Errors
    /// Whatever kept it from getting ready: [`Reason::Crash`] if it ended, else [`Reason::Stall`].
    pub fn introduce(self, setup: &Setup) -> Result<Engine, Box<Failure>> {
        self.get_ready(setup).map_err(|failure| Box::new(robbed(*failure, &setup.launch)))
    }

    fn get_ready(self, setup: &Setup) -> Result<Engine, Box<Failure>> {
        let Self(mut engine) = self;
        engine.conversation.greet(&mut engine.words);
        engine.introduction.push_str(&engine.words);
        engine.say_and_wait()?;
        engine.drop_unasked();
        let options = engine.identity.settable(&setup.options);
        engine.conversation.set_up(setup.game, &engine.identity.options, &options, &mut engine.words);
        engine.introduction.push_str(&engine.words);
        engine.is_set = !options.is_empty();
        engine.say_and_wait()?;
        engine.is_set = false;
        Ok(engine)
    }
}

/// The failure to start of an engine that was there before: as not started at all, if something that it needs is
/// not there any more. An interpreter without its script ends as if its author had made a mistake.
fn robbed(failure: Failure, launch: &Launch) -> Failure {
    match launch.gone() {
        Some(path) => failure.unstarted(&format!("{} is gone", path.display())),
        None => failure,
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

    /// Tells of a new game and waits until the engine is ready for it.
    ///
    /// # Errors
    /// Whatever kept it from getting ready, as for [`Engine::start`].
    pub fn new_game(&mut self) -> Result<(), Box<Failure>> {
        self.child.thaw();
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

    /// Says what there is to say, and waits until it has been done, which is owed within the start-up time.
    fn say_and_wait(&mut self) -> Result<(), Box<Failure>> {
        let unfair = STARTED_LATE.max(self.startup / 10);
        self.say_and_wait_for(&Patience { reason: Reason::Stall, within: self.startup, unfair })
    }

    /// The same with another patience.
    pub(super) fn say_and_wait_for(&mut self, patience: &Patience) -> Result<(), Box<Failure>> {
        self.child.asked();
        let said = self.say();
        let deadline = said + patience.within;
        let mut silent = true;
        loop {
            match self.child.next_line(deadline) {
                Heard::Line(line, at) => {
                    silent = false;
                    let line = text(line);
                    let hearing = self.conversation.hear(&line);
                    let is_stray = matches!(hearing, Hearing::Move { .. } | Hearing::Stray);
                    self.untidy |= is_stray;
                    self.traffic.push(at, if is_stray { Speaker::Unasked } else { Speaker::Engine }, &line);
                    let is_done = matches!(hearing, Hearing::Ready);
                    if let Hearing::Info(info) = &hearing
                        && self.is_set
                    {
                        self.identity.remark(info);
                    }
                    if let Hearing::Refused(detail) = hearing {
                        return Err(self.fail(Reason::Stall, detail));
                    }
                    self.identity.learn(hearing);
                    // The same word twice: the second one must not answer the next question.
                    if is_done && !self.has_not_read_last() {
                        return Ok(());
                    }
                }
                Heard::Closed => return Err(self.died()),
                Heard::Deadline(late) => return Err(self.timed_out(patience, said, deadline, late, silent)),
                Heard::TooLong => return Err(self.fail(Reason::Stall, TOO_LONG.to_owned())),
                Heard::Abandoned => return Err(self.abandoned()),
            }
        }
    }
}
