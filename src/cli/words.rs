//! A command as one types it: words as a shell splits them, without anything else that a shell does.

use std::path::Path;

/// Splits `text` at blanks that are not within quotes or after a backslash.
///
/// # Errors
/// That a quote has no end, or that nothing follows a backslash.
pub(super) fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return Err("a `'` is opened and not closed".to_owned()),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('"') => break,
                        Some('\\') => match chars.next() {
                            Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                            Some(c) => word.extend(['\\', c]),
                            None => return Err("a `\"` is opened and not closed".to_owned()),
                        },
                        Some(c) => word.push(c),
                        None => return Err("a `\"` is opened and not closed".to_owned()),
                    }
                }
            }
            '\\' => match chars.next() {
                Some(c) => word.get_or_insert_default().push(c),
                None => return Err("a `\\` without what it stands before".to_owned()),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// A path as a word that a shell reads as it is.
pub(super) fn quoted(path: &Path) -> String {
    let word = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "_-+./=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_path_is_one_word_again() {
        for path in ["results/demo", "day 1", "it's", "a\"b\\", "", "Übung"] {
            assert_eq!(split(&quoted(Path::new(path))).unwrap(), [path]);
        }
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (text, words) in [
            ("child", &["child"][..]),
            ("  python3  my.py -x ", &["python3", "my.py", "-x"]),
            ("'a b' \"c d\"e f\\ g", &["a b", "c de", "f g"]),
            ("a''b '' \"\"", &["ab", "", ""]),
            (r#""a\"b\\c\d" 'a\b'"#, &[r#"a"b\c\d"#, r"a\b"]),
            ("", &[]),
        ] {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
        for text in ["'a", "\"a", "\"a\\", "a\\"] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
