//! How messages put words: quoted, cut to length, in a row, or as a tournament file has them.

use std::time::Duration;

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

/// A text as the file has it.
pub(super) fn written(text: &str) -> String {
    // A text of JSON is one of TOML, but for this character.
    serde_json::to_string(text).unwrap_or_default().replace('\u{7f}', "\\u007f")
}

/// A list of texts as the file has it.
pub(super) fn written_list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| written(text)).collect::<Vec<_>>().join(", "))
}

/// A key as the file has it.
pub(super) fn written_key(key: &str) -> String {
    let is_bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    if is_bare { key.to_owned() } else { written(key) }
}

/// The value of an option as the file has it: a number or `true` as such.
pub(super) fn written_value(value: &str) -> String {
    let is_number = value.parse::<i64>().is_ok_and(|number| number.to_string() == value);
    if is_number || ["true", "false"].contains(&value) { value.to_owned() } else { written(value) }
}

/// A duration of whole milliseconds as the file has it.
pub(super) fn written_duration(duration: Duration) -> String {
    match duration.as_millis() {
        ms if ms > 0 && ms.is_multiple_of(1000) => format!("\"{}s\"", ms / 1000),
        ms => format!("\"{ms}ms\""),
    }
}

/// A number of bytes as the file has it.
pub(super) fn written_size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|(bits, _)| bytes.trailing_zeros() >= *bits) {
        Some((bits, unit)) => format!("\"{}{unit}\"", bytes >> bits),
        None => bytes.to_string(),
    }
}
