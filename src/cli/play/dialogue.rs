//! A game line by line: at a terminal without a screen, or in a pipe.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};

use super::command::{Command, HELP};
use super::session::{Session, Turn};
use crate::cli::{Failure, say};
use crate::games::notation;
use crate::report::Style;
use crate::report::board::{Marks, board};

/// The room for a board where nobody says how much there is.
const ROOM: usize = 80;

/// Plays until the input ends, or somebody has enough.
pub(super) fn play(session: &mut Session, plain: bool) -> Result<(), Failure> {
    let mut dialogue = Dialogue {
        plain,
        style: Style::for_terminal(io::stdout().is_terminal()),
        prompts: io::stdin().is_terminal(),
        shown: None,
        queue: VecDeque::new(),
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
                dialogue.obey(session, &text);
            }
        }
    }
}

struct Dialogue {
    plain: bool,
    style: Style,
    prompts: bool,
    /// How many plies had been played, and how things stood, when the board was shown last.
    shown: Option<(usize, String)>,
    /// Moves that wait for their turn.
    queue: VecDeque<String>,
}

impl Dialogue {
    fn read(&self) -> Result<Option<String>, Failure> {
        if self.prompts {
            let _ = write!(io::stdout(), "> ").and_then(|()| io::stdout().flush());
        }
        let mut bytes = Vec::new();
        let length = io::stdin().lock().read_until(b'\n', &mut bytes).map_err(Failure::failed)?;
        if length == 0 {
            return Ok(None);
        }
        // A comment, as in a saved game.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(text.split('#').next().unwrap_or_default().to_owned()))
    }

    fn obey(&mut self, session: &mut Session, text: &str) {
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
            Command::Hint => session.ask_hint().map(|thinking| {
                if let Some(hint) = session.take(thinking) {
                    say(hint);
                }
            }),
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
            say(format!("{}. {last}", session.line.plies().len()));
        }
    }

    /// Shows the board, unless it is what was shown last.
    fn show(&mut self, session: &Session) {
        let now = (session.line.plies().len(), session.standing());
        if self.shown.as_ref() == Some(&now) {
            return;
        }
        let last = session.line.plies().last().map(String::as_str);
        let marks = Marks { last, ..Marks::default() };
        let picture = match board(session.line.position(), &marks, ROOM, self.style).filter(|_| !self.plain) {
            Some(lines) => lines.join("\n"),
            None => session.table(),
        };
        say(format!("\n{picture}\n{}", now.1));
        self.shown = Some(now);
    }
}
