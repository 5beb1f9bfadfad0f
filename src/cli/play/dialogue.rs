//! A game line by line: at a terminal without a screen, or in a pipe.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::command::{Command, HELP};
use super::session::{Session, Thinking, Turn};
use crate::cli::{Failure, say};
use crate::games::{PlyText, notation};
use crate::process;
use crate::report::Style;
use crate::report::board::{Marks, board};

/// The room for a board where nobody says how much there is.
const ROOM: usize = 80;

/// How long nobody looks whether the arena is asked to end.
const LOOK: Duration = Duration::from_millis(100);

/// How long nobody looks whether an engine has answered.
const GLANCE: Duration = Duration::from_millis(2);

/// Plays until the input ends, or somebody has enough.
pub(super) fn play(session: &mut Session, plain: bool) -> Result<(), Failure> {
    let mut dialogue = Dialogue {
        plain,
        style: Style::for_terminal(io::stdout().is_terminal()),
        prompts: io::stdin().is_terminal(),
        shown: None,
        queue: VecDeque::new(),
        input: lines(),
        interrupted: process::interruption().map_err(Failure::failed)?,
    };
    if dialogue.prompts {
        say(HELP);
    }
    loop {
        match session.turn() {
            Turn::Forced(ply) => {
                session.make(&ply).map_err(Failure::Failed)?;
                dialogue.tell(session);
            }
            Turn::Engine(index) => {
                if let Some(thinking) = session.ask_mover(index) {
                    let plies = session.line.plies().len();
                    dialogue.wait(&thinking)?;
                    session.take(thinking);
                    if session.line.plies().len() > plies {
                        dialogue.tell(session);
                    }
                }
            }
            Turn::Person | Turn::Over => {
                if session.turn() == Turn::Person
                    && let Some(text) = dialogue.queue.pop_front()
                {
                    dialogue.moves(session, &text);
                    continue;
                }
                dialogue.show(session);
                let Some(text) = dialogue.read()? else { return Ok(()) };
                if Command::read(&text) == Command::Quit {
                    return Ok(());
                }
                dialogue.obey(session, &text)?;
            }
        }
    }
}

/// The lines of the input, read by a thread of their own, since nothing else ends a read.
fn lines() -> Receiver<io::Result<String>> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = io::stdin().lock().read_until(b'\n', &mut bytes);
            let line = match read {
                Ok(0) => return,
                Ok(_) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
                Err(error) => Err(error),
            };
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    lines
}

struct Dialogue {
    plain: bool,
    style: Style,
    prompts: bool,
    /// How many plies had been played, and how things stood, when the board was shown last.
    shown: Option<(usize, String)>,
    /// Moves that wait for their turn.
    queue: VecDeque<String>,
    input: Receiver<io::Result<String>>,
    interrupted: Arc<AtomicBool>,
}

impl Dialogue {
    fn read(&self) -> Result<Option<String>, Failure> {
        if self.prompts {
            let _ = write!(io::stdout(), "> ").and_then(|()| io::stdout().flush());
        }
        loop {
            self.go_on()?;
            match self.input.recv_timeout(LOOK) {
                // A comment, as in a saved game.
                Ok(Ok(text)) => return Ok(Some(text.split('#').next().unwrap_or_default().to_owned())),
                Ok(Err(error)) => return Err(Failure::failed(error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Waits until an engine has answered.
    fn wait(&self, thinking: &Thinking) -> Result<(), Failure> {
        while !thinking.is_done() {
            self.go_on()?;
            thread::sleep(GLANCE);
        }
        Ok(())
    }

    /// Sees that nobody asks the arena to end.
    fn go_on(&self) -> Result<(), Failure> {
        match self.interrupted.load(Ordering::Relaxed) {
            true => Err(Failure::Interrupted("interrupted".to_owned())),
            false => Ok(()),
        }
    }

    fn obey(&mut self, session: &mut Session, text: &str) -> Result<(), Failure> {
        let done = match Command::read(text) {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Moves(text) => {
                self.moves(session, text);
                Ok(())
            }
            Command::Legal => {
                say(session.line.position().plies().join(" "));
                Ok(())
            }
            Command::Hint => match session.ask_hint() {
                Ok(thinking) => {
                    self.wait(&thinking)?;
                    if let Some(hint) = session.take(thinking) {
                        say(hint);
                    }
                    Ok(())
                }
                Err(why) => Err(why),
            },
            Command::Undo => session.undo(),
            Command::Save(file) => session.save(file).map(|path| say(format!("saved: {}", path.display()))),
            Command::Resign => session.resign(),
            Command::Board => {
                self.shown = None;
                Ok(())
            }
            Command::Help => {
                say(HELP);
                Ok(())
            }
        };
        if let Err(why) = done {
            say(why);
        }
        Ok(())
    }

    /// Plays the first of the moves; the others wait for their turn, and fall with one that is wrong.
    fn moves(&mut self, session: &mut Session, text: &str) {
        let mut written = notation::moves(session.line.game(), text).into_iter();
        let Some(first) = written.next() else { return };
        match session.play(&first) {
            Ok(()) => {
                self.tell(session);
                let rest: Vec<String> = written.map(|written| written.given.to_owned()).collect();
                rest.into_iter().rev().for_each(|text| self.queue.push_front(text));
            }
            Err(why) => {
                say(why);
                self.queue.clear();
            }
        }
    }

    /// Says what was played last.
    fn tell(&self, session: &Session) {
        if let Some(last) = session.last() {
            say(last);
        }
    }

    /// Shows the board, unless it is what was shown last.
    fn show(&mut self, session: &Session) {
        let now = (session.line.plies().len(), session.standing());
        if self.shown.as_ref() == Some(&now) {
            return;
        }
        let last = session.line.plies().last().map(PlyText::as_str);
        let marks = Marks { last, ..Marks::default() };
        let picture = match board(session.line.position(), &marks, ROOM, self.style).filter(|_| !self.plain) {
            Some(lines) => lines.join("\n"),
            None => session.table(),
        };
        say(format!("\n{picture}\n{}", now.1));
        self.shown = Some(now);
    }
}
