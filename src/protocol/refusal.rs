//! How an engine says that it does not use a value which its declaration allows: `info string refused <option>: <why>`.
//!
//! All else after `info string` is for people, and nothing follows from it. Hence a word of its own, which only counts
//! before the name of an option that was set: free text that happens to begin so refuses nothing.

use super::Words;

/// The first word of a refusal, after `info string`.
const REFUSED: &str = "refused";

/// The line that refuses the value of an option.
pub(super) fn write(option: &str, why: &str) -> String {
    format!("info string {REFUSED} {option}: {why}")
}

/// Why the value of `option` is not used, if that is what `text` says, the words after `info string`; empty if the
/// engine does not say why.
pub fn refusal<'a>(text: &'a str, option: &str) -> Option<&'a str> {
    let mut words = Words::new(text);
    words.next().filter(|word| *word == REFUSED)?;
    let mut rest = words.rest();
    for (at, word) in Words::new(option).enumerate() {
        // Behind a word of the name stands a blank, or several, before the next one does.
        let next = rest.trim_start();
        let (same, behind) = next.split_at_checked(word.len())?;
        if !same.eq_ignore_ascii_case(word) || (at > 0 && next.len() == rest.len()) {
            return None;
        }
        rest = behind;
    }
    let rest = rest.trim_start();
    match rest.strip_prefix(':') {
        Some(why) => Some(why.trim()),
        None => rest.is_empty().then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_its_option_and_is_read_as_it_is_written() {
        let line = write("Book File", "my.txt: no such file");
        let text = line.strip_prefix("info string ").unwrap();
        assert_eq!(refusal(text, "Book File"), Some("my.txt: no such file"));
        for (text, why) in [
            ("refused book file:  none ", Some("none")),
            (" refused  Book File", Some("")),
            ("refused Book File:", Some("")),
            ("refused\tBook   File : none", Some("none")),
            ("refused BookFile: none", None),
            ("refused Book: none", None),
            ("refused Book Files: none", None),
            ("refused Book File none", None),
            ("refused", None),
            ("refused é", None),
            ("Refused Book File: none", None),
            ("the book file was refused", None),
            ("refused to eat the Book File: none", None),
        ] {
            assert_eq!(refusal(text, "Book File"), why, "{text}");
        }
    }
}
