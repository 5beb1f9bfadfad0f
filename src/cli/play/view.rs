//! A game on the screen of a terminal: a board that keys and the mouse point at, and a line to type on.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::command::{Command, HELP};
use super::session::{Session, Thinking, Turn};
use crate::cli::screen::{Screen, Touch, table, wrapped};
use crate::cli::{Failure, say};
use crate::games::grid::{Grid, squares};
use crate::games::{Game, PlyText, Seat, Square, notation};
use crate::process;
use crate::report::Style;
use crate::report::board::{LEFT, Marks, board, square_width};
use crate::report::text::{cut, escaped};

/// How long nobody looks whether an engine has answered.
const LOOK: Duration = Duration::from_millis(50);

/// Plays until somebody has enough; the last position stays on the terminal.
pub(super) fn play(session: &mut Session) -> Result<(), Failure> {
    let interrupted = process::interruption().map_err(Failure::failed)?;
    let style = Style::for_terminal(true);
    let mut view = View::new(session, style);
    let mut screen = Screen::enter().map_err(Failure::failed)?;
    let mut leaves = false;
    while !leaves && !interrupted.load(Ordering::Relaxed) {
        view.go_on(session);
        let (lines, place) = view.lines(session, screen.size());
        screen.draw(lines).map_err(Failure::failed)?;
        if let Some(touch) = screen.touch(LOOK).map_err(Failure::failed)? {
            leaves = view.touch(session, touch, &place);
        }
    }
    drop(screen);
    let last = session.line.plies().last().map(PlyText::as_str);
    let marks = Marks { last, ..Marks::default() };
    let picture = board(session.line.position(), &marks, 80, style);
    say(format!(
        "{}\n{}",
        picture.map_or_else(|| session.table(), |lines| lines.join("\n")),
        session.standing()
    ));
    if leaves { Ok(()) } else { Err(Failure::Interrupted("interrupted".to_owned())) }
}

/// Where the board lies on the screen.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// The line of its uppermost row.
    top: u16,
    /// The columns that a square takes; 0 where there is no board.
    square: u16,
}

struct View {
    style: Style,
    /// The square that is pointed at: its column, and its line in the picture.
    cursor: (u8, u8),
    /// The piece that is to move.
    picked: Option<Square>,
    /// The ply that is pointed at where there is no board.
    choice: usize,
    input: String,
    message: String,
    /// Whether the legal moves are shown.
    legal: bool,
    /// Moves that wait for their turn.
    queue: VecDeque<String>,
    thinking: Option<Thinking>,
}

impl View {
    fn new(session: &Session, style: Style) -> Self {
        let cursor =
            Grid::of(session.line.position()).map_or((0, 0), |grid| (grid.columns() / 2, grid.rows() / 2));
        Self {
            style,
            cursor,
            picked: None,
            choice: 0,
            input: String::new(),
            message: String::new(),
            legal: false,
            queue: VecDeque::new(),
            thinking: None,
        }
    }

    /// Does what needs nobody at the keyboard.
    fn go_on(&mut self, session: &mut Session) {
        if let Some(thinking) = self.thinking.take_if(|thinking| thinking.is_done()) {
            if let Some(hint) = session.take(thinking) {
                self.message = hint;
            }
            return;
        }
        if self.thinking.is_some() {
            return;
        }
        match session.turn() {
            Turn::Forced(ply) => {
                if let Err(why) = session.make(&ply) {
                    self.message = why;
                }
            }
            Turn::Engine(index) => {
                self.picked = None;
                self.thinking = session.ask_mover(index);
            }
            Turn::Person => {
                if let Some(text) = self.queue.pop_front() {
                    self.moves(session, &text);
                }
            }
            Turn::Over => {}
        }
    }

    /// The square that is pointed at.
    fn square(&self, session: &Session) -> Option<Square> {
        let grid = Grid::of(session.line.position())?;
        Some(Square { column: self.cursor.0, row: grid.row(self.cursor.1) })
    }

    /// What is to be seen, and where the board lies in it.
    fn lines(&self, session: &Session, (columns, rows): (usize, usize)) -> (Vec<String>, Place) {
        let line = &session.line;
        let style = self.style;
        let is_over = session.turn() == Turn::Over;
        let is_turn = session.turn() == Turn::Person && self.thinking.is_none();
        let plies = line.position().plies();
        let marks = Marks {
            last: line.plies().last().map(PlyText::as_str),
            cursor: self.square(session).filter(|_| !is_over),
            picked: self.picked,
            targets: match self.picked {
                Some(picked) => targets(&plies, Some(picked)),
                None if self.legal && is_turn => targets(&plies, None),
                None => Vec::new(),
            },
        };
        let seats = (0..line.seats()).map(|seat| session.side(Seat(seat)));
        let title = format!("{}: {}", line.game(), seats.collect::<Vec<_>>().join(" - "));
        let mut head = vec![style.head(&cut(&title, columns))];
        let mut place = Place::default();
        match board(line.position(), &marks, columns, style) {
            Some(picture) => {
                let names_first = matches!(line.game(), Game::Othello { .. });
                let width = Grid::of(line.position()).map_or(0, |grid| square_width(grid.columns(), columns));
                place = Place { top: 1 + u16::from(names_first), square: width };
                head.extend(picture);
            }
            None => head.extend(table(&session.table(), columns)),
        }
        let mut recent: Vec<String> =
            session.recent().iter().map(|told| cut(told, columns).into_owned()).collect();
        let standing = match &self.thinking {
            Some(thinking) if thinking.is_hint() => "an engine is asked for a hint ...".to_owned(),
            Some(_) => {
                format!("{} thinks ...", session.standing().split(" to move").next().unwrap_or_default())
            }
            None => session.standing(),
        };
        let mut legal: Vec<String> = Vec::new();
        if is_turn && line.game().is_dealt() {
            legal.extend(self.choices(&plies, columns));
        } else if is_turn && self.legal {
            legal.extend(wrapped(&format!("legal: {}", plies.join(" ")), columns));
        }
        let message: Vec<String> =
            wrapped(&self.message, columns).into_iter().map(|line| style.warning(&line)).collect();
        let prompt = format!("> {}_", escaped(&self.input));
        let keys = "arrows, Enter, mouse; or a move, moves, hint, undo, save, resign, help, quit";
        // What matters least goes first where there is no room.
        let room = rows.saturating_sub(head.len() + message.len() + 3);
        legal.truncate(room);
        let kept = recent.len().min(room - legal.len());
        recent.drain(..recent.len() - kept);
        let mut lines = head;
        lines.extend(recent);
        lines.push(if is_over { style.head(&standing) } else { standing });
        lines.extend(legal);
        lines.extend(message);
        lines.truncate(rows.saturating_sub(1));
        lines.push(prompt);
        if lines.len() < rows {
            lines.push(style.faint(keys));
        }
        (lines, place)
    }

    /// The plies to choose among, the chosen one marked, in lines of at most so many columns.
    fn choices(&self, plies: &[String], columns: usize) -> Vec<String> {
        let chosen = self.choice.min(plies.len().saturating_sub(1));
        let mut lines = vec!["play ".to_owned()];
        let mut width = lines[0].len();
        for (number, ply) in plies.iter().enumerate() {
            if width + ply.len() + 2 > columns && width > 5 {
                lines.push("     ".to_owned());
                width = 5;
            }
            width += ply.len() + 2;
            let line = lines.len() - 1;
            lines[line] += &match number == chosen {
                true if self.style.is_coloured() => self.style.paint("7", &format!(" {ply} ")),
                true => format!("[{ply}]"),
                false => format!(" {ply} "),
            };
        }
        lines
    }

    /// Does what somebody wants; whether he leaves.
    fn touch(&mut self, session: &mut Session, touch: Touch, place: &Place) -> bool {
        match touch {
            Touch::Leave => return true,
            Touch::Sign('?') if self.input.is_empty() => self.legal = !self.legal,
            Touch::Sign(sign) => self.input.push(sign),
            Touch::Back => drop(self.input.pop()),
            Touch::Escape => {
                self.input.clear();
                self.picked = None;
                self.message.clear();
            }
            Touch::Enter if self.input.trim().is_empty() => self.point(session),
            Touch::Enter => {
                let text = std::mem::take(&mut self.input);
                return self.obey(session, &text);
            }
            Touch::Arrow(right, down) => self.step(session, right, down),
            Touch::Click(column, line) => {
                let Some(grid) = Grid::of(session.line.position()) else { return false };
                let (Some(right), Some(down)) = (column.checked_sub(LEFT), line.checked_sub(place.top))
                else {
                    return false;
                };
                let right = right.checked_div(place.square).unwrap_or(u16::MAX);
                if right < grid.columns().into() && down < grid.rows().into() {
                    self.cursor = (right as u8, down as u8);
                    self.point(session);
                }
            }
            Touch::Home | Touch::End | Touch::Page(_) | Touch::Resized => {}
        }
        false
    }

    /// Moves the cursor, not past the edge.
    fn step(&mut self, session: &Session, right: i8, down: i8) {
        match Grid::of(session.line.position()) {
            Some(grid) => {
                self.cursor.0 = self.cursor.0.saturating_add_signed(right).min(grid.columns() - 1);
                self.cursor.1 = self.cursor.1.saturating_add_signed(down).min(grid.rows() - 1);
            }
            None => {
                let last = session.line.position().plies().len().saturating_sub(1);
                self.choice = self.choice.min(last).saturating_add_signed((right + down).into()).min(last);
            }
        }
    }

    /// Plays, or picks, what is pointed at.
    fn point(&mut self, session: &mut Session) {
        if session.turn() != Turn::Person || self.thinking.is_some() {
            return;
        }
        let plies = session.line.position().plies();
        let Some(square) = self.square(session) else {
            if let Some(ply) = plies.get(self.choice.min(plies.len().saturating_sub(1))) {
                self.choice = 0;
                self.moves(session, ply);
            }
            return;
        };
        if matches!(session.line.game(), Game::Othello { .. }) {
            return self.moves(session, &square.to_string());
        }
        self.message.clear();
        match self.picked {
            Some(picked) if picked == square => self.picked = None,
            _ if !targets(&plies, Some(square)).is_empty() => self.picked = Some(square),
            Some(picked) => {
                self.picked = None;
                self.moves(session, &format!("{picked}{square}"));
            }
            None => self.message = format!("{square}: no piece there that could move"),
        }
    }

    /// Does what was typed; whether that is to leave.
    fn obey(&mut self, session: &mut Session, text: &str) -> bool {
        self.message.clear();
        let waits = self.thinking.is_some();
        let done = match Command::read(text) {
            Command::Quit => return true,
            Command::Nothing | Command::Board => Ok(()),
            Command::Help => {
                self.message = HELP.to_owned();
                Ok(())
            }
            Command::Legal => {
                self.legal = !self.legal;
                Ok(())
            }
            Command::Save(file) => {
                session.save(file).map(|path| self.message = format!("saved: {}", path.display()))
            }
            _ if waits => Err("an engine is thinking: wait, or quit".to_owned()),
            Command::Hint => session.ask_hint().map(|thinking| self.thinking = Some(thinking)),
            Command::Undo => {
                self.queue.clear();
                session.undo()
            }
            Command::Resign => session.resign(),
            Command::Moves(text) => {
                self.moves(session, text);
                Ok(())
            }
        };
        self.picked = None;
        if let Err(why) = done {
            self.message = why;
        }
        false
    }

    /// Plays the first of the moves; the others wait for their turn, and fall with one that is wrong.
    fn moves(&mut self, session: &mut Session, text: &str) {
        self.message.clear();
        let mut written = notation::moves(session.line.game(), text).into_iter();
        let Some(first) = written.next() else { return };
        match session.play(&first) {
            Ok(()) => {
                let rest: Vec<String> = written.map(|written| written.given.to_owned()).collect();
                rest.into_iter().rev().for_each(|text| self.queue.push_front(text));
            }
            Err(why) => {
                self.message = why;
                self.queue.clear();
            }
        }
    }
}

/// The squares that the legal plies go to; of one piece, where `from` is given.
fn targets(plies: &[String], from: Option<Square>) -> Vec<Square> {
    let named = plies.iter().map(|ply| squares(ply));
    named
        .filter_map(|squares| match (&squares[..], from) {
            ([to], None) => Some(*to),
            ([left, to], from) if from.is_none_or(|from| from == *left) => Some(*to),
            _ => None,
        })
        .collect()
}
