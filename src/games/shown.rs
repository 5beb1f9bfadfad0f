//! Texts from elsewhere in messages: on one line, without escapes taking effect, and not for ever.

/// How many characters of a word are shown.
pub const WORD: usize = 60;

/// How many characters of a text are shown on either side of what is wrong in it.
const AROUND: usize = 60;

/// Texts of so many characters are shown whole.
const WHOLE: usize = 200;

/// The start of a text, of at most `most` characters; `...` stands for the rest.
pub fn start(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", escaped(&text[..end])),
        None => escaped(text),
    }
}

/// What stands around byte `at` of a text; `...` stands for what is left out.
pub(super) fn around(text: &str, at: usize) -> String {
    if text.char_indices().nth(WHOLE).is_none() {
        return escaped(text);
    }
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (before, behind) = text.split_at(at);
    let from = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(from, _)| from);
    let dots = if from > 0 { "..." } else { "" };
    format!("{dots}{}{}", escaped(&before[from..]), start(behind, AROUND))
}

fn escaped(text: &str) -> String {
    // Quotation marks do no harm, and a `\` before each would only be read as theirs.
    text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_and_its_escapes_take_no_effect() {
        for (text, shown) in [
            ("", ""),
            ("ab", "ab"),
            ("abc", "abc"),
            ("abcd", "abc..."),
            ("ééé", "ééé"),
            ("éééé", "ééé..."),
            ("\x1b[2", "\\u{1b}[2"),
            ("a\nb", "a\\nb"),
            ("'\"", "'\""),
        ] {
            assert_eq!(start(text, 3), shown);
        }
    }

    #[test]
    fn of_a_long_text_what_is_around_the_trouble_is_shown() {
        assert_eq!(around("8/8 z", 4), "8/8 z");
        let long = format!("{}é{}", "a".repeat(100), "b".repeat(200));
        let end = format!("...{}", "b".repeat(AROUND));
        assert_eq!(around(&long, long.len()), end);
        assert_eq!(around(&long, usize::MAX), end);
        assert_eq!(around(&long, 0), format!("{}...", "a".repeat(AROUND)));
        let middle = format!("...{}é{}...", "a".repeat(AROUND), "b".repeat(AROUND - 1));
        for inside in [100, 101] {
            assert_eq!(around(&long, inside), middle);
        }
    }
}
