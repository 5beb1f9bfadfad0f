//! The whole terminal as a screen that keys and the mouse act on. However it ends (at the end, by a
//! signal that sets the flag, by a panic), the terminal is what it was before.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::Once;
use std::time::Duration;

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute, queue};

use crate::process;
use crate::report::text;

/// The terminal while it is a screen.
#[derive(Debug)]
pub(super) struct Screen {
    /// What it shows, and its size then.
    shown: (Vec<String>, (usize, usize)),
}

/// What somebody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// A sign was typed.
    Sign(char),
    /// The key that ends a line.
    Enter,
    /// The key that takes the last sign back.
    Back,
    /// The key that takes everything back.
    Escape,
    /// An arrow: columns to the right, lines down.
    Arrow(i8, i8),
    /// To the first, to the last.
    Home,
    /// To the last.
    End,
    /// Many forward (1) or back (-1).
    Page(i8),
    /// The left button of the mouse, at this column and line from 0.
    Click(u16, u16),
    /// Ctrl-C, Ctrl-D.
    Leave,
    /// The screen has another size.
    Resized,
}

impl Screen {
    /// Whether there is a terminal at both ends that can be a screen.
    pub(super) fn is_possible() -> bool {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
        io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
    }

    /// Makes a screen of the terminal.
    pub(super) fn enter() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                leave();
                before(info);
            }));
        });
        process::end_with_terminal()?;
        terminal::enable_raw_mode()?;
        let screen = Self { shown: (Vec::new(), (0, 0)) };
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide, EnableMouseCapture)?;
        Ok(screen)
    }

    /// Columns and lines.
    pub(super) fn size(&self) -> (usize, usize) {
        let (columns, lines) = terminal::size().unwrap_or((80, 24));
        (usize::from(columns).max(1), usize::from(lines).max(1))
    }

    /// Shows these lines, which have no other escapes than those of colours, from the top. What does not fit
    /// is cut off, and what is there already is not written again.
    pub(super) fn draw(&mut self, lines: Vec<String>) -> io::Result<()> {
        let (columns, rows) = self.size();
        let now = (lines, (columns, rows));
        if now == self.shown {
            return Ok(());
        }
        self.shown = now;
        let lines = &self.shown.0;
        let mut out = io::stdout().lock();
        for (number, line) in lines.iter().take(rows).enumerate() {
            queue!(out, cursor::MoveTo(0, number as u16))?;
            write!(out, "{}\u{1b}[0m", fitting(line, columns))?;
            queue!(out, Clear(ClearType::UntilNewLine))?;
        }
        if lines.len() < rows {
            queue!(out, cursor::MoveTo(0, lines.len() as u16), Clear(ClearType::FromCursorDown))?;
        }
        out.flush()
    }

    /// What is done within `patience`, if anything.
    pub(super) fn touch(&self, patience: Duration) -> io::Result<Option<Touch>> {
        if !event::poll(patience)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Resize(..) => Some(Touch::Resized),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Some(Touch::Click(mouse.column, mouse.row))
            }
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('c' | 'd') if control => Some(Touch::Leave),
                    KeyCode::Char(sign) if !control => Some(Touch::Sign(sign)),
                    KeyCode::Enter => Some(Touch::Enter),
                    KeyCode::Backspace => Some(Touch::Back),
                    KeyCode::Esc => Some(Touch::Escape),
                    KeyCode::Left => Some(Touch::Arrow(-1, 0)),
                    KeyCode::Right => Some(Touch::Arrow(1, 0)),
                    KeyCode::Up => Some(Touch::Arrow(0, -1)),
                    KeyCode::Down => Some(Touch::Arrow(0, 1)),
                    KeyCode::Home => Some(Touch::Home),
                    KeyCode::End => Some(Touch::End),
                    KeyCode::PageUp => Some(Touch::Page(-1)),
                    KeyCode::PageDown => Some(Touch::Page(1)),
                    _ => None,
                }
            }
            _ => None,
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn leave() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
}

/// The beginning of `line` that fits into so many columns; escapes of colours take none.
fn fitting(line: &str, columns: usize) -> &str {
    let (mut taken, mut escape) = (0, false);
    for (at, c) in line.char_indices() {
        if escape {
            escape = c != 'm';
            continue;
        }
        if c == '\u{1b}' {
            escape = true;
            continue;
        }
        taken += text::width(c.encode_utf8(&mut [0; 4]));
        if taken > columns {
            return &line[..at];
        }
    }
    line
}

/// `text` in lines of at most so many columns, broken at blanks where there are any.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for part in text.lines() {
        let mut line = String::new();
        for word in part.split_inclusive([' ', ']']) {
            if !line.is_empty() && text::width(&line) + text::width(word.trim_end()) > columns {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// The picture of a game of dominoes in lines of at most so many columns, the chain broken anew.
pub(super) fn table(picture: &str, columns: usize) -> Vec<String> {
    wrapped(&picture.replace("\n      [", "["), columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_cut_and_colours_take_no_room() {
        assert_eq!(fitting("\u{1b}[31mabc\u{1b}[0md", 3), "\u{1b}[31mabc\u{1b}[0m");
        assert_eq!(fitting("abc", 3), "abc");
        assert_eq!(fitting("\u{4e2d}\u{6587}", 3), "\u{4e2d}");
        assert_eq!(wrapped("legal a b c", 9), ["legal a b", "c"]);
        assert_eq!(wrapped("t [1|2][2|3]", 8), ["t [1|2]", "[2|3]"]);
        assert_eq!(table("table [1|2]\n      [2|3]\n> p1", 80), ["table [1|2][2|3]", "> p1"]);
    }
}
