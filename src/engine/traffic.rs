//! What was said between the arena and an engine: the evidence after a fault.

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
/// This runs for every question and every answer of every game: what was said at once is kept as it was, all
/// of it in one piece of memory, and is made lines of only when somebody wants to read it. When there is as much of it
/// as is kept, it stands back for what comes next, and what stood back before goes.
#[derive(Debug)]
pub(super) struct Traffic {
    started: Instant,
    most: usize,
    before: Said,
    last: Said,
}

/// Lines that were said one after the other.
#[derive(Debug, Default)]
struct Said {
    /// What was said at once has so many bytes.
    parts: Vec<(Instant, Speaker, usize)>,
    text: String,
}

impl Said {
    fn clear(&mut self) {
        self.parts.clear();
        self.text.clear();
    }
}

impl Traffic {
    /// Nothing yet; of what comes, at least the last `most` lines are kept.
    pub(super) fn new(most: usize) -> Self {
        Self { started: Instant::now(), most, before: Said::default(), last: Said::default() }
    }

    /// Forgets what was said before.
    pub(super) fn clear(&mut self) {
        self.before.clear();
        self.last.clear();
    }

    /// Keeps `text`, which may be several lines.
    pub(super) fn push(&mut self, at: Instant, speaker: Speaker, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.last.parts.len() == self.most {
            self.stand_back();
        }
        let Said { parts, text: kept } = &mut self.last;
        let before = kept.len();
        if text.len() <= LINE {
            kept.push_str(text);
        } else {
            push_cut(kept, text);
        }
        parts.push((at, speaker, kept.len() - before));
    }

    #[cold]
    fn stand_back(&mut self) {
        std::mem::swap(&mut self.before, &mut self.last);
        self.last.clear();
    }

    /// The last line turns out to be an answer to nothing.
    pub(super) fn last_was_unasked(&mut self) {
        if let Some((_, speaker, _)) = self.last.parts.last_mut() {
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
        let mut lines = Vec::new();
        for said in [&self.before, &self.last] {
            let mut rest = said.text.as_str();
            for &(at, speaker, length) in &said.parts {
                let seconds = at.saturating_duration_since(self.started).as_secs_f64();
                let (text, later) = rest.split_at(length);
                rest = later;
                lines.extend(text.lines().map(|line| format!("+{seconds:.6} {} {line}", mark(speaker))));
            }
        }
        lines.drain(..lines.len().saturating_sub(self.most));
        lines
    }
}

/// Appends lines, cut where they are long.
#[cold]
fn push_cut(kept: &mut String, text: &str) {
    text.lines().for_each(|line| kept.push_str(&cut(line)));
}

/// A line with its end, cut where it is long.
fn cut(line: &str) -> String {
    if line.len() <= LINE {
        return format!("{line}\n");
    }
    let cut = (0..=LINE).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    format!("{} [{} bytes more]\n", &line[..cut], line.len() - cut)
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
