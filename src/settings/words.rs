//! How messages put words: quoted, cut to length, in a row.

use crate::games::shown;

/// A word of the file in a message: on one line, and not for ever.
pub(super) fn shown(text: &str) -> String {
    format!("`{}`", shown::start(text, shown::WORD))
}

/// `a`, `b` or `c`.
pub(super) fn listed(words: &[&str], conjunction: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    joined(&quoted.iter().map(String::as_str).collect::<Vec<_>>(), conjunction)
}

/// a, b or c.
pub(super) fn joined(words: &[&str], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [start @ .., last] => format!("{} {conjunction} {last}", start.join(", ")),
    }
}
