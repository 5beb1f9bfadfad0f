//! A source file: which module it is, and which paths it names.

use std::collections::BTreeMap;

use super::tokens::{Token, closing, sign, tokens, without_tests, word};

/// The words of a path; within the crate it begins with `crate`.
pub(super) type Names = Vec<String>;

/// A path as it stands in the code.
#[derive(Debug)]
pub(super) struct Mention {
    pub(super) path: Names,
    /// The inline modules it stands in.
    pub(super) around: Names,
    /// Whether it stands in a `use`.
    pub(super) imported: bool,
}

/// A source file: where its module is, what it names.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub(super) file: String,
    /// The module's path from the top, empty for `lib.rs`; `main` for `main.rs`.
    pub(super) module: Names,
    pub(super) lines: usize,
    pub(super) mentions: Vec<Mention>,
    /// What `use` binds to a name.
    pub(super) bindings: BTreeMap<String, Names>,
    /// The modules declared inline.
    pub(super) inline: Vec<String>,
    /// The modules in files of their own that are compiled for tests alone.
    pub(super) test_modules: Vec<String>,
}

impl Source {
    pub(super) fn read(file: &str, code: &str) -> Self {
        let stem = file.strip_suffix(".rs").unwrap_or(file);
        let mut module: Names = stem.split('/').map(str::to_owned).collect();
        if module.last().is_some_and(|last| last == "mod" || (last == "lib" && module.len() == 1)) {
            module.pop();
        }
        let mut source =
            Self { file: file.to_owned(), module, lines: code.lines().count(), ..Self::default() };
        let (tokens, test_modules) = without_tests(&tokens(code));
        source.test_modules = test_modules;
        source.scan(&tokens);
        source
    }

    fn scan(&mut self, tokens: &[Token]) {
        let mut within: Vec<(String, usize)> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            within.retain(|&(_, end)| at < end);
            let around: Names = within.iter().map(|(name, _)| name.clone()).collect();
            let previous = at.checked_sub(1).and_then(|before| tokens.get(before));
            match word(tokens.get(at)) {
                Some("use") if !sign(tokens.get(at + 1), '<') => {
                    let mut found = Vec::new();
                    at = use_tree(tokens, at + 1, &[], &mut found);
                    for (path, name) in found {
                        if path.first() != Some(&name) || path.len() > 1 {
                            self.bindings.insert(name, path.clone());
                        }
                        self.mentions.push(Mention { path, around: around.clone(), imported: true });
                    }
                }
                Some("mod") if sign(tokens.get(at + 2), '{') => {
                    let name = word(tokens.get(at + 1)).unwrap_or_default().to_owned();
                    self.inline.push(name.clone());
                    within.push((name, closing(tokens, at + 2)));
                    at += 3;
                }
                Some(first) if !matches!(previous, Some(Token::Sign('.'))) => {
                    let mut path = vec![first.to_owned()];
                    at += 1;
                    while tokens.get(at) == Some(&Token::Colons) {
                        let Some(next) = word(tokens.get(at + 1)) else { break };
                        path.push(next.to_owned());
                        at += 2;
                    }
                    self.mentions.push(Mention { path, around, imported: false });
                }
                _ => at += 1,
            }
        }
    }
}

/// Reads the tree of a `use` from `at`: all paths with the names they bind; gives where it ends.
fn use_tree(tokens: &[Token], mut at: usize, before: &[String], found: &mut Vec<(Names, String)>) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(Token::Colons) => at += 1,
            Some(Token::Word(name)) => {
                // `self` at the end of a tree is the module itself.
                if name != "self" || path.is_empty() {
                    path.push(name.clone());
                }
                at += 1;
                if tokens.get(at) == Some(&Token::Colons) {
                    continue;
                }
                let mut bound = path.last().cloned().unwrap_or_default();
                if word(tokens.get(at)) == Some("as") {
                    bound = word(tokens.get(at + 1)).unwrap_or_default().to_owned();
                    at += 2;
                }
                found.push((path, bound));
                return at;
            }
            Some(Token::Sign('*')) => {
                path.push("*".to_owned());
                found.push((path, "*".to_owned()));
                return at + 1;
            }
            Some(Token::Sign('{')) => {
                let close = closing(tokens, at);
                at += 1;
                while at < close {
                    if sign(tokens.get(at), ',') {
                        at += 1;
                    } else {
                        at = use_tree(tokens, at, &path, found).max(at + 1);
                    }
                }
                return close + 1;
            }
            _ => return at + 1,
        }
    }
}
