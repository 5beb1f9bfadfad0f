//! The terminal that bars are drawn on.
//!
//! Bars are drawn over those that were drawn before, so the cursor must be where it was left. It is left on
//! an empty line of its own below them: what a terminal writes for the keys that are pressed, `^C` above all, stands
//! there, moves nothing and is wiped away by the next drawing. (At the end of the last bar, where indicatif leaves the
//! cursor, it goes on to the next line, and everything is drawn and cleared a line too low.)

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressDrawTarget, TermLike};

use crate::process;

/// Drawings a second.
const RATE: u8 = 20;

/// What is taken for the size of a terminal that does not tell it.
const SIZE: (u16, u16) = (80, 24);

/// Where bars are to be drawn on standard error.
pub(super) fn stderr() -> ProgressDrawTarget {
    let terminal = Terminal::new(io::stderr(), || process::terminal_size().unwrap_or(SIZE));
    ProgressDrawTarget::term_like_with_hz(Box::new(terminal), RATE)
}

/// A terminal, and where its cursor is.
pub(super) struct Terminal<W> {
    size: fn() -> (u16, u16),
    state: Mutex<State<W>>,
}

struct State<W> {
    out: W,
    /// What is to be written at the next flush, at once.
    text: String,
    /// The cursor is at the end of a line that has just been written.
    behind: bool,
    /// The cursor is on the line below that.
    below: bool,
}

impl<W: Write> Terminal<W> {
    pub(super) fn new(out: W, size: fn() -> (u16, u16)) -> Self {
        let state = State { out, text: String::new(), behind: false, below: false };
        Self { size, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the cursor so many lines, or columns, by the letter of the direction.
    fn go(&self, number: usize, direction: char) {
        if number > 0 {
            let mut state = self.state();
            state.back();
            state.text += &format!("\x1b[{number}{direction}");
            state.behind = false;
        }
    }
}

impl<W> State<W> {
    /// Wipes the line below, and goes back up.
    fn back(&mut self) {
        if std::mem::take(&mut self.below) {
            self.text.push_str("\r\x1b[2K\x1b[1A");
        }
    }
}

impl<W> fmt::Debug for Terminal<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").finish_non_exhaustive()
    }
}

impl<W: Write + Send> TermLike for Terminal<W> {
    fn width(&self) -> u16 {
        (self.size)().0
    }

    fn height(&self) -> u16 {
        // Without the line below.
        (self.size)().1.saturating_sub(1).max(1)
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.go(lines, 'A');
        Ok(())
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.go(lines, 'B');
        Ok(())
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.go(columns, 'C');
        Ok(())
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.go(columns, 'D');
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)?;
        let mut state = self.state();
        state.text.push_str("\r\n");
        state.behind = false;
        Ok(())
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        let mut state = self.state();
        if text == "\r" {
            state.back();
            state.behind = false;
        } else if !text.is_empty() {
            // What is written behind a full line is written on the next.
            if std::mem::take(&mut state.below) {
                state.text.push_str("\r\x1b[2K");
            }
            state.behind = true;
        }
        state.text.push_str(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        let mut state = self.state();
        state.back();
        state.text.push_str("\r\x1b[2K");
        state.behind = false;
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let mut state = self.state();
        if std::mem::take(&mut state.behind) {
            state.text.push_str("\r\n");
            state.below = true;
        }
        let text = std::mem::take(&mut state.text);
        state.out.write_all(text.as_bytes())?;
        state.out.flush()
    }
}
