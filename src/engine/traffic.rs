//! What was said between the arena and an engine: the evidence after a fault.

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::{Duration, Instant};

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
#[derive(Debug)]
pub(super) struct Traffic {
    started: Instant,
    most: usize,
    lines: VecDeque<(Duration, Speaker, String)>,
}

impl Traffic {
    /// Nothing yet; of what comes, the last `most` lines are kept.
    pub(super) fn new(most: usize) -> Self {
        Self { started: Instant::now(), most, lines: VecDeque::new() }
    }

    /// Forgets what was said before.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Keeps `text`, which may be several lines.
    pub(super) fn push(&mut self, at: Instant, speaker: Speaker, text: &str) {
        for line in text.lines() {
            // The oldest entry's memory is used again: this runs for every line of every game.
            let full = self.lines.len() == self.most;
            let oldest = full.then(|| self.lines.pop_front()).flatten();
            let mut kept = oldest.map(|(.., text)| text).unwrap_or_default();
            kept.clear();
            if line.len() <= LINE {
                kept.push_str(line);
            } else {
                let cut = (0..=LINE).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
                kept.push_str(&line[..cut]);
                let _ = write!(kept, " [{} bytes more]", line.len() - cut);
            }
            self.lines.push_back((at.saturating_duration_since(self.started), speaker, kept));
        }
    }

    /// The last line turns out to be an answer to nothing.
    pub(super) fn last_was_unasked(&mut self) {
        if let Some((_, speaker, _)) = self.lines.back_mut() {
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
        self.lines
            .iter()
            .map(|(at, speaker, text)| format!("+{:.6} {} {text}", at.as_secs_f64(), mark(*speaker)))
            .collect()
    }
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
}
