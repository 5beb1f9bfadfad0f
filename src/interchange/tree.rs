//! The syntax that GGF and SGF share: `(;NAME[value][value]NAME[value];...)`.

use std::ops::Range;

use super::Wrong;

/// A name and a value of it.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    /// As it stands between the brackets.
    pub(super) value: &'a str,
    /// Where the value stands in the text.
    pub(super) at: Range<usize>,
}

/// A game: the properties of its main line, in their order; one with several values stands there several
/// times.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub(super) span: Range<usize>,
    pub(super) properties: Vec<Property<'a>>,
}

impl Tree<'_> {
    pub(super) fn get(&self, name: &str) -> Option<&Property<'_>> {
        self.properties.iter().find(|property| property.name == name)
    }
}

/// The games of a text; what stands between them is passed over.
pub(super) fn trees(text: &str) -> Vec<Result<Tree<'_>, Wrong>> {
    let mut trees = Vec::new();
    let mut at = 0;
    while let Some(skip) = text[at..].find('(') {
        let from = at + skip;
        match tree(text, from) {
            Ok(tree) => {
                at = tree.span.end;
                trees.push(Ok(tree));
            }
            Err(wrong) => {
                trees.push(Err(wrong));
                // The next game begins where one can.
                at = text[from + 1..].find("(;").map_or(text.len(), |skip| from + 1 + skip);
            }
        }
    }
    trees
}

/// The game that begins with the `(` at `from`.
fn tree(text: &str, from: usize) -> Result<Tree<'_>, Wrong> {
    let mut properties = Vec::new();
    let (mut at, mut depth, mut main, mut name) = (from, 0, true, 0..0);
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                // What comes behind are variations.
                main = false;
                if depth == 0 {
                    return Ok(Tree { span: from..next, properties });
                }
            }
            ';' => {}
            '[' => {
                let end =
                    closing(text, next).ok_or_else(|| Wrong::new(at..next, "this `[` is not closed"))?;
                if main {
                    properties.push(Property {
                        name: &text[name.clone()],
                        value: &text[next..end],
                        at: next..end,
                    });
                }
                at = end + 1;
                continue;
            }
            _ if c.is_whitespace() => {}
            _ if c.is_ascii_alphabetic() => {
                let letters = text[at..].bytes().take_while(u8::is_ascii_alphabetic).count();
                name = at..at + letters;
                at += letters;
                continue;
            }
            _ => return Err(Wrong::new(at..next, format!("`{}` is nothing here", c.escape_debug()))),
        }
        at = next;
    }
    Err(Wrong::new(from..from + 1, "this game has no end: a `)` is missing"))
}

/// Where the `]` is that ends a value; a backslash takes its meaning from the next character.
fn closing(text: &str, from: usize) -> Option<usize> {
    let mut escaped = false;
    text[from..].char_indices().find_map(|(at, c)| {
        let ends = c == ']' && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(from + at)
    })
}
