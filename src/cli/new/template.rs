//! From an engine of this repository to one for a single game under a name of its own.

/// The part of `text` that `game` needs. What only some games need stands between a line with
/// `>>> names` and one with `<<<` (in comments of the language); these lines themselves are left out.
pub(super) fn part_for(game: &str, text: &str) -> String {
    let mut wanted = true;
    let mut part = String::new();
    for line in text.lines() {
        // A marker is a comment of nothing else.
        let comment = line.trim_start().trim_start_matches(['#', '/', '*', ' ']);
        if let Some(names) = comment.strip_prefix(">>> ") {
            wanted = names.split_whitespace().any(|name| name == game);
        } else if comment.trim_end_matches(['*', '/', ' ']) == "<<<" {
            wanted = true;
        } else if wanted {
            part += line;
            part.push('\n');
        }
    }
    part
}

/// Puts a value for each name in braces, in one pass: what was put in is not looked at again.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        filled += &rest[..at];
        rest = &rest[at..];
        let value = values.iter().find_map(|(name, value)| {
            let after = rest[1..].strip_prefix(name)?.strip_prefix('}')?;
            Some((value, after))
        });
        match value {
            Some((value, after)) => {
                filled += value;
                rest = after;
            }
            None => {
                filled.push('{');
                rest = &rest[1..];
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gets_its_own_parts_and_those_of_all() {
        let text = "a\n# >>> othello breakthrough\nb\n# <<<\n/* >>> domino */\nc\n/* <<< */\nd >>> e\n";
        assert_eq!(part_for("othello", text), "a\nb\nd >>> e\n");
        assert_eq!(part_for("domino", text), "a\nc\nd >>> e\n");
    }

    #[test]
    fn names_in_braces_are_filled_in_and_nothing_else() {
        let values = [("name", "{game}"), ("game", "x")];
        assert_eq!(filled("{name} {game} { name } {names} {", &values), "{game} x { name } {names} {");
    }
}
