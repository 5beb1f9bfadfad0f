//! Text on a terminal: how wide it is, and how to make it fit, with whatever a stranger put into it.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::grades::{Exact, decimal};

/// `text` with everything that could move the cursor, change colours or turn the direction of writing
/// shown as an escape such as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) {
            // Writing to a string cannot fail.
            let _ = write!(safe, "{}", c.escape_default());
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// Control characters, line separators and the marks that turn the direction of writing.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The columns that `text` takes on a terminal.
///
/// Two for the scripts and pictures that terminals show twice as wide, none for combining marks, one
/// for everything else. This is the gist of the Unicode tables (UAX #11, and categories Mn and Me of
/// the larger scripts), not their whole: a rare character costs a column of alignment, nothing more.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> usize {
    match c as u32 {
        0..=0x2ff => 1,
        // Combining marks, joiners, variation selectors.
        0x300..=0x36f
        | 0x483..=0x489
        | 0x591..=0x5bd
        | 0x610..=0x61a
        | 0x64b..=0x65f
        | 0x1ab0..=0x1aff
        | 0x1dc0..=0x1dff
        | 0x200b..=0x200d
        | 0x20d0..=0x20ff
        | 0xfe00..=0xfe0f
        | 0xfe20..=0xfe2f
        | 0xe0100..=0xe01ef => 0,
        // Hangul, CJK, kana, full-width forms, pictures.
        0x1100..=0x115f
        | 0x231a..=0x231b
        | 0x23e9..=0x23ec
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xa960..=0xa97f
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff01..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f680..=0x1f6ff
        | 0x1f900..=0x1f9ff
        | 0x1fa70..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// `text`, safe to show, in at most `columns`; where something had to go, `…` stands for it.
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    let text = escaped(text);
    if width(&text) <= columns {
        return text;
    }
    let mut short = String::new();
    let mut left = columns.saturating_sub(1);
    for c in text.chars() {
        match left.checked_sub(char_width(c)) {
            Some(rest) => left = rest,
            None => break,
        }
        short.push(c);
    }
    if columns > 0 {
        short.push('…');
    }
    Cow::Owned(short)
}

/// `text` cut or widened to exactly `columns`, at the left of them.
pub fn left(text: &str, columns: usize) -> String {
    let mut text = cut(text, columns).into_owned();
    text.extend(std::iter::repeat_n(' ', columns - width(&text)));
    text
}

/// `text` at the right of `columns`; never cut, since half a number is a wrong number.
pub fn right(text: &str, columns: usize) -> String {
    let mut out = " ".repeat(columns.saturating_sub(width(text)));
    out.push_str(text);
    out
}

/// A number with so many digits behind the point. What rounds to nothing is nothing, not a little less.
pub fn rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|digit| b"0.".contains(&digit)) => rest.to_owned(),
        _ => text,
    }
}

/// The same with its sign, `+` too; nothing has none.
pub fn signed(number: f64, digits: usize) -> String {
    let text = rounded(number, digits);
    let is_positive = text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) && !text.starts_with('-');
    if is_positive { format!("+{text}") } else { text }
}

/// `1 ply`, `2 plies`.
pub fn plies(number: usize) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// Points in their shortest form: `1`, `0.5`, `0.333333`.
pub fn points(points: f64) -> String {
    ((points * 1e6).round() / 1e6).to_string()
}

/// Exact points in the same form.
pub fn exact_points(points: &Exact) -> String {
    let text = decimal(points, 6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_can_move_the_cursor_or_turn_the_writing() {
        for (text, safe) in [
            ("alphabeta", "alphabeta"),
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
            ("a\tb\nc\rd\0", "a\\tb\\nc\\rd\\u{0}"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{202e}txt.exe", "\\u{202e}txt.exe"),
            ("Zoë 木 🙂", "Zoë 木 🙂"),
        ] {
            assert_eq!(escaped(text), safe);
        }
    }

    #[test]
    fn a_text_fits_its_columns_whatever_the_script() {
        for (text, columns, fitted) in [
            ("random", 8, "random  "),
            ("random", 6, "random"),
            ("alphabeta", 6, "alpha…"),
            ("木木木", 6, "木木木"),
            ("木木木", 5, "木木…"),
            ("木木木", 4, "木… "),
            ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"),
            ("🙂🙂", 5, "🙂🙂 "),
            ("한국", 3, "한…"),
            ("ab", 1, "…"),
            ("ab", 0, ""),
            ("", 2, "  "),
            ("\u{7}bell", 6, "\\u{7}…"),
        ] {
            assert_eq!(left(text, columns), fitted, "{text} in {columns}");
            assert_eq!(width(&left(text, columns)), columns, "{text} in {columns}");
        }
    }

    #[test]
    fn numbers_stand_at_the_right_and_are_never_cut() {
        assert_eq!(right("7", 3), "  7");
        assert_eq!(right("1000", 3), "1000");
    }

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        for (number, digits, text, with_sign) in [
            (-0.04, 1, "0.0", "0.0"),
            (0.04, 1, "0.0", "0.0"),
            (-0.0, 1, "0.0", "0.0"),
            (-0.4, 0, "0", "0"),
            (-0.06, 1, "-0.1", "-0.1"),
            (0.06, 1, "0.1", "+0.1"),
            (12.345, 2, "12.35", "+12.35"),
            (-10.0, 0, "-10", "-10"),
            (f64::INFINITY, 1, "inf", "inf"),
        ] {
            assert_eq!(
                (rounded(number, digits).as_str(), signed(number, digits).as_str()),
                (text, with_sign)
            );
        }
    }

    #[test]
    fn points_have_no_more_digits_than_they_need() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (12.5, "12.5"),
            (1.0 / 3.0, "0.333333"),
            (0.1 + 0.2, "0.3"),
        ] {
            assert_eq!(points(value), text);
            assert_eq!(exact_points(&crate::grades::exact(value)), text);
        }
    }
}
