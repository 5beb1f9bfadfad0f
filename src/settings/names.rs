//! What an engine, and what a tournament, may be called.

/// The most characters that a name has.
const MOST: usize = 64;

/// What is wrong with the name of an engine, if anything: results use some words themselves.
pub fn engine_fault(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let is_seat = |digits: &str| {
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) && digits != "0"
    };
    if ["draw", "shared", "void"].contains(&&*lower) {
        return Some(format!("results use the word `{lower}` themselves"));
    }
    if lower.strip_prefix('p').is_some_and(is_seat) {
        return Some(format!("results use `{lower}` for a seat"));
    }
    fault(name)
}

/// A name as far as people, and spreadsheets that look one up, can tell it from others: without letter case, and
/// with one blank for any number of any kind.
pub fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Characters that are not seen: soft hyphens, joiners, marks of direction and of byte order.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// What is wrong with the name of a tournament, if anything: it becomes that of a folder.
pub fn tournament_fault(name: &str) -> Option<String> {
    if name.contains(['/', '\\']) {
        return Some("it becomes the name of a folder, in which there is no `/` and no `\\`".to_owned());
    }
    if name.starts_with(['.', '-']) {
        return Some("it becomes the name of a folder, and cannot begin with a dot or a dash".to_owned());
    }
    fault(name)
}

/// What is wrong with any name.
fn fault(name: &str) -> Option<String> {
    let characters = name.chars().count();
    if characters == 0 {
        Some("it is empty".to_owned())
    } else if characters > MOST {
        Some(format!("it has {characters} characters, {MOST} is the most"))
    } else if name.chars().any(char::is_control) {
        Some("it has a control character in it".to_owned())
    } else if name.chars().any(is_invisible) {
        Some("it has a character in it that is not seen".to_owned())
    } else if name.trim() != name {
        Some("it begins or ends with a blank".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_results_need_or_that_cannot_be_read_are_refused() {
        for good in ["a", "Ann's engine", "Müller", "p", "p0", "p100", "player", "drawn", &"x".repeat(64)] {
            assert_eq!(engine_fault(good), None, "{good}");
        }
        for bad in [
            "",
            " a",
            "a ",
            "a\nb",
            "a\u{200b}",
            "\u{202e}a",
            "draw",
            "Draw",
            "SHARED",
            "void",
            "p1",
            "P2",
            "p99",
            &"x".repeat(65),
        ] {
            assert!(engine_fault(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn a_tournament_can_be_the_name_of_a_folder() {
        for good in ["demo", "day 3", "a.b", "p1", "draw"] {
            assert_eq!(tournament_fault(good), None, "{good}");
        }
        for bad in ["", ".", "..", "a/b", "a\\b", "-x", ".x", "a\0", " a", &"x".repeat(65)] {
            assert!(tournament_fault(bad).is_some(), "{bad}");
        }
    }
}
