//! The processes of this machine, found by a word of their command lines.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// How long those that are being killed may be there still: longer than that takes on any machine, and much less
/// than they would stay.
const PATIENCE: Duration = Duration::from_secs(30);

/// All that have `word` among their arguments: each with the letter of its state, `T` where it is stopped, and its
/// command line.
pub(crate) fn with(word: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("Linux").flatten();
    let read = |entry: fs::DirEntry| {
        // One that has just ended, or no process.
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line);
        if !line.split('\0').any(|argument| argument == word) {
            return None;
        }
        let status = fs::read_to_string(entry.path().join("stat")).ok()?;
        let (_, state) = status.rsplit_once(") ")?;
        Some(format!("{} {}", &state[..1], line.replace('\0', " ")))
    };
    entries.filter_map(read).collect()
}

/// Those of them that are left once they have had time to end.
pub(crate) fn left_with(word: &str) -> Vec<String> {
    let begin = Instant::now();
    loop {
        let left = with(word);
        if left.is_empty() || begin.elapsed() > PATIENCE {
            return left;
        }
        thread::sleep(Duration::from_millis(10));
    }
}
