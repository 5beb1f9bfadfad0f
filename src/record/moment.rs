//! Moments in the calendar, as they stand in records.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment as ISO 8601 in UTC, to the millisecond: `2026-11-29T23:14:24.000Z`.
pub fn timestamp(moment: SystemTime) -> String {
    let since = moment.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    // Days to date, with years that begin in March so that the leap day comes last (Howard Hinnant:
    // "chrono-compatible low-level date algorithms").
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let millisecond = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
}

/// Whether a text is a moment as [`timestamp`] writes them, to any part of a second.
pub(super) fn is_moment(text: &str) -> bool {
    let Some((date, time)) = text.strip_suffix('Z').and_then(|text| text.split_once('T')) else {
        return false;
    };
    let (time, part) = time.split_once('.').unwrap_or((time, "0"));
    let is_part = (1..=9).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let (Some([year, month, day]), Some([hour, minute, second])) =
        (numbers(date, '-', [4, 2, 2]), numbers(time, ':', [2, 2, 2]))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    is_part && (1..=days).contains(&day) && hour < 24 && minute < 60 && second < 60
}

/// Three numbers of so many digits.
fn numbers(text: &str, between: char, digits: [usize; 3]) -> Option<[u32; 3]> {
    let mut parts = text.split(between);
    let mut numbers = [0; 3];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next()?;
        if part.len() != digits || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn moments_are_written_in_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199, "2024-02-29T23:59:59.000Z"),
            (1_709_251_200, "2024-03-01T00:00:00.000Z"),
            (4_102_444_800, "2100-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn what_is_written_is_a_moment_and_other_texts_are_none() {
        for day in 0..60_000 {
            let text = timestamp(UNIX_EPOCH + Duration::from_millis(day * 86_399_123));
            assert!(is_moment(&text), "{text}");
        }
        assert!(is_moment("2024-05-01T10:00:00Z") && is_moment("2024-02-29T23:59:59.123456789Z"));
        for text in [
            "",
            "Z",
            "T",
            "yesterday",
            "2024-05-01",
            "2024-05-01T10:00:00",
            "2024-05-01 10:00:00Z",
            "2024-05-01T10:00:00.Z",
            "2024-05-01T10:00:00.5\u{1b}Z",
            "2024-05-01T10:00:00Z\n",
            "2024-05-01T10:00Z",
            "2024-05-01T10:00:00:00Z",
            "2024-5-1T10:00:00Z",
            "+024-05-01T10:00:00Z",
            "2023-02-29T10:00:00Z",
            "2100-02-29T10:00:00Z",
            "2024-00-01T10:00:00Z",
            "2024-13-01T10:00:00Z",
            "2024-04-31T10:00:00Z",
            "2024-04-00T10:00:00Z",
            "2024-05-01T24:00:00Z",
            "2024-05-01T10:60:00Z",
            "2024-05-01T10:00:60Z",
        ] {
            assert!(!is_moment(text), "{text:?}");
        }
    }
}
