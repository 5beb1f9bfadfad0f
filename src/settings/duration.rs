//! Durations as text.

use std::time::Duration;

/// How a duration is written.
pub(super) const FORMS: &str = r#"a duration is a string such as "500ms", "1s", "1.5s", "2m" or "1h""#;

/// The longest duration: a day.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads `500ms`, `1s`, `1.5s`, `2m`, `1h`; an error completes the sentence "it is so-and-so, ...".
pub(super) fn read(text: &str) -> Result<Duration, String> {
    let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let milliseconds: u64 = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "" => return Err("a duration without its unit".to_owned()),
        _ => return Err("not a duration".to_owned()),
    };
    let not_a_number = || "not a duration".to_owned();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
        return Err(not_a_number());
    }
    let too_long = || "longer than a day".to_owned();
    // Digits after these are below a nanosecond of any unit.
    if fraction.len() > 12 {
        return Err("finer than a millisecond".to_owned());
    }
    let whole: u64 = whole.parse().map_err(|_| too_long())?;
    let (parts, of): (u64, u64) =
        (fraction.parse().map_err(|_| not_a_number())?, 10_u64.pow(fraction.len() as u32));
    let fine = u128::from(parts) * u128::from(milliseconds);
    if fine % u128::from(of) != 0 {
        return Err("finer than a millisecond".to_owned());
    }
    let total = whole.checked_mul(milliseconds).and_then(|ms| ms.checked_add((fine / u128::from(of)) as u64));
    total.map(Duration::from_millis).filter(|&duration| duration <= LONGEST).ok_or_else(too_long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_to_the_millisecond() {
        for (text, ms) in [
            ("500ms", 500),
            ("0ms", 0),
            ("1s", 1000),
            ("1.5s", 1500),
            ("0.001s", 1),
            ("2m", 120_000),
            ("1.5m", 90_000),
            ("1h", 3_600_000),
            ("24h", 86_400_000),
            ("10 s", 10_000),
            ("1.000000s", 1000),
        ] {
            assert_eq!(read(text), Ok(Duration::from_millis(ms)), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_told_apart() {
        for (text, reason) in [
            ("", "without its unit"),
            ("10", "without its unit"),
            ("s", "not a duration"),
            (".5s", "not a duration"),
            ("1.s", "not a duration"),
            ("1.5.1s", "not a duration"),
            ("-1s", "not a duration"),
            ("1 second", "not a duration"),
            ("1S", "not a duration"),
            ("ä", "not a duration"),
            ("0.5ms", "finer than a millisecond"),
            ("0.0000000000000001s", "finer than a millisecond"),
            ("25h", "longer than a day"),
            ("99999999999999999999999s", "longer than a day"),
            ("18446744073709551615h", "longer than a day"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
