//! What was said between the arena and an engine: the evidence after a fault.

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::Instant;

/// How many lines are kept, for the evidence after a fault.
pub(super) const RECENT: usize = 300;
/// How many are kept where all are wanted: more than any game has, but no flood fills the memory.
pub(super) const ALL: usize = 100_000;
/// How much of a line is kept, in bytes.
const LINE: usize = 2000;

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    Arena,
    Engine,
    /// The engine, when it was not asked.
    Unasked,
}

/// The last lines said, each with its time since the engine was started.
///
/// This runs for every question and every answer of every game: what was said at once is kept as it was,
/// in memory that is used again, and is made lines of only when somebody wants to read it.
#[derive(Debug)]
pub(super) struct Traffic {
    started: Instant,
    most: usize,
    said: VecDeque<(Instant, Speaker, String)>,
}

impl Traffic {
    /// Nothing yet; of what comes, the last `most` lines are kept.
    pub(super) fn new(most: usize) -> Self {
        Self { started: Instant::now(), most, said: VecDeque::new() }
    }

    /// Forgets what was said before.
    pub(super) fn clear(&mut self) {
        self.said.clear();
    }

    /// Keeps `text`, which may be several lines.
    pub(super) fn push(&mut self, at: Instant, speaker: Speaker, text: &str) {
        if text.is_empty() {
            return;
        }
        let full = self.said.len() == self.most;
        let oldest = full.then(|| self.said.pop_front()).flatten();
        let mut kept = oldest.map(|(.., text)| text).unwrap_or_default();
        kept.clear();
        if text.len() <= LINE {
            kept.push_str(text);
        } else {
            text.lines().for_each(|line| push_cut(&mut kept, line));
        }
        self.said.push_back((at, speaker, kept));
    }

    /// The last line turns out to be an answer to nothing.
    pub(super) fn last_was_unasked(&mut self) {
        if let Some((_, speaker, _)) = self.said.back_mut() {
            *speaker = Speaker::Unasked;
        }
    }

    /// The lines as text: `+12.345678 > position startpos`, seconds since the engine was started, `>`
    /// for the arena, `<` for the engine, `<!` for what was not asked or not understood.
    pub(super) fn lines(&self) -> Vec<String> {
        let mark = |speaker| match speaker {
            Speaker::Arena => "> ",
            Speaker::Engine => "< ",
            Speaker::Unasked => "<!",
        };
        let each = self.said.iter().flat_map(|(at, speaker, text)| {
            let seconds = at.saturating_duration_since(self.started).as_secs_f64();
            text.lines().map(move |line| format!("+{seconds:.6} {} {line}", mark(*speaker)))
        });
        let mut lines: Vec<String> = each.collect();
        lines.drain(..lines.len().saturating_sub(self.most));
        lines
    }
}

/// Appends a line, cut where it is long.
fn push_cut(kept: &mut String, line: &str) {
    if line.len() <= LINE {
        kept.push_str(line);
    } else {
        let cut = (0..=LINE).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
        kept.push_str(&line[..cut]);
        let _ = write!(kept, " [{} bytes more]", line.len() - cut);
    }
    kept.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept_and_long_ones_are_cut() {
        let mut traffic = Traffic::new(RECENT);
        for number in 0..RECENT + 5 {
            traffic.push(Instant::now(), Speaker::Engine, &format!("info {number}"));
        }
        traffic.push(Instant::now(), Speaker::Arena, &"é".repeat(LINE));
        let lines = traffic.lines();
        assert_eq!(lines.len(), RECENT);
        assert!(lines[0].ends_with("<  info 6"), "{}", lines[0]);
        assert!(lines[RECENT - 1].ends_with(" [2000 bytes more]"), "{}", lines[RECENT - 1]);
    }

    #[test]
    fn what_was_said_at_once_is_told_line_by_line() {
        let mut traffic = Traffic::new(3);
        let long = "x".repeat(LINE + 7);
        for text in ["ugi\n", "position startpos\ngo depth 1\n", "", &format!("{long}\ngo\n")] {
            traffic.push(Instant::now(), Speaker::Arena, text);
        }
        traffic.last_was_unasked();
        let lines = traffic.lines();
        let ends = [">  go depth 1".to_owned(), "x [7 bytes more]".to_owned(), "<! go".to_owned()];
        assert_eq!(lines.len(), ends.len());
        for (line, end) in lines.iter().zip(&ends) {
            assert!(line.ends_with(end), "{line}");
        }
    }
}
