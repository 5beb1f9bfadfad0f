//! Numbers and durations as people say them.

use std::time::Duration;

/// `1 game`, `2 games`.
pub(super) fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// `12 s`, `2 min 3 s`, `1 h 40 min`; rounded up to the second.
pub(super) fn hours(duration: Duration) -> String {
    let seconds = duration.as_secs_f64().ceil() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_said_in_their_two_largest_units() {
        let said = |ms| hours(Duration::from_millis(ms));
        assert_eq!([said(1), said(61_000), said(6_000_001)], ["1 s", "1 min 1 s", "1 h 40 min"]);
        assert_eq!([count(1, "game"), count(0, "game")], ["1 game", "0 games"]);
    }
}
