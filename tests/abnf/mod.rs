//! A reader of ABNF grammars (RFC 5234) that tells whether a line matches: just as much of ABNF as
//! the grammar of `protocol.md` uses, with quoted text in exact letter case.

use std::collections::{BTreeMap, BTreeSet};

/// An expression of the grammar.
enum Node {
    Text(Vec<char>),
    Range(char, char),
    Rule(String),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat { least: usize, most: usize, of: Box<Node> },
}

pub(crate) struct Grammar(BTreeMap<String, Vec<Node>>);

impl Grammar {
    /// Reads rules, one a line or continued on lines that begin with a blank.
    pub(crate) fn read(lines: &[&str]) -> Self {
        let mut rules: Vec<String> = Vec::new();
        for line in lines {
            let line = without_comment(line);
            if line.starts_with(' ') && !rules.is_empty() {
                let last = rules.len() - 1;
                rules[last].push_str(line);
            } else if !line.trim().is_empty() {
                rules.push(line.to_owned());
            }
        }
        let mut grammar: BTreeMap<String, Vec<Node>> = BTreeMap::new();
        for rule in rules {
            let (name, definition) = rule.split_once('=').expect("a rule has `=`");
            let (more, definition) =
                definition.strip_prefix('/').map_or((false, definition), |rest| (true, rest));
            let mut reader = Reader { rest: definition };
            let node = reader.choice();
            assert!(reader.rest.is_empty(), "in rule {name}: {:?} is left", reader.rest);
            let choices = grammar.entry(name.trim().to_owned()).or_default();
            assert_eq!(more, !choices.is_empty(), "rule {name} is defined twice, or continued before it is");
            choices.push(node);
        }
        Self(grammar)
    }

    /// Whether the whole of `line` is one of `rule`.
    pub(crate) fn matches(&self, rule: &str, line: &str) -> bool {
        let text: Vec<char> = line.chars().collect();
        self.ends(&Node::Rule(rule.to_owned()), &text, 0).contains(&text.len())
    }

    /// All places where a match of `node` that begins at `from` can end.
    fn ends(&self, node: &Node, text: &[char], from: usize) -> BTreeSet<usize> {
        match node {
            Node::Text(wanted) => {
                let found = text[from..].starts_with(wanted);
                found.then_some(from + wanted.len()).into_iter().collect()
            }
            Node::Range(low, high) => {
                let found = text.get(from).is_some_and(|c| (low..=high).contains(&c));
                found.then_some(from + 1).into_iter().collect()
            }
            Node::Rule(name) => {
                let choices = self.0.get(name).unwrap_or_else(|| panic!("no rule {name}"));
                choices.iter().flat_map(|choice| self.ends(choice, text, from)).collect()
            }
            Node::Sequence(parts) => parts.iter().fold(BTreeSet::from([from]), |starts, part| {
                starts.into_iter().flat_map(|start| self.ends(part, text, start)).collect()
            }),
            Node::Choice(choices) => {
                choices.iter().flat_map(|choice| self.ends(choice, text, from)).collect()
            }
            Node::Repeat { least, most, of } => {
                let mut all = BTreeSet::new();
                let mut starts = BTreeSet::from([from]);
                for round in 0..=*most {
                    if round >= *least {
                        // Where one has been before, nothing new can come.
                        starts = starts.difference(&all).copied().collect();
                        all.extend(&starts);
                    }
                    if starts.is_empty() {
                        break;
                    }
                    starts = starts.into_iter().flat_map(|start| self.ends(of, text, start)).collect();
                }
                all
            }
        }
    }
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let comment = line.find(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    &line[..comment.unwrap_or(line.len())]
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn takes(&mut self, mark: char) -> bool {
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn choice(&mut self) -> Node {
        let mut choices = vec![self.sequence()];
        while self.takes('/') {
            choices.push(self.sequence());
        }
        Node::Choice(choices)
    }

    fn sequence(&mut self) -> Node {
        let mut parts = Vec::new();
        loop {
            self.take(|c| c == ' ');
            if self.rest.is_empty() || self.rest.starts_with(['/', ')', ']']) {
                return Node::Sequence(parts);
            }
            parts.push(self.repetition());
        }
    }

    fn repetition(&mut self) -> Node {
        let least = self.take(|c| c.is_ascii_digit());
        let number = |text: &str| text.parse().expect("a number of repetitions");
        let (least, most) = if self.takes('*') {
            let most = self.take(|c| c.is_ascii_digit());
            (
                if least.is_empty() { 0 } else { number(least) },
                if most.is_empty() { usize::MAX - 1 } else { number(most) },
            )
        } else if least.is_empty() {
            return self.element();
        } else {
            (number(least), number(least))
        };
        Node::Repeat { least, most, of: Box::new(self.element()) }
    }

    fn code_point(&mut self) -> char {
        let digits = self.take(|c| c.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).expect("a code point")
    }

    fn element(&mut self) -> Node {
        if self.takes('(') {
            let group = self.choice();
            assert!(self.takes(')'), "no `)` before {:?}", self.rest);
            group
        } else if self.takes('[') {
            let option = self.choice();
            assert!(self.takes(']'), "no `]` before {:?}", self.rest);
            Node::Repeat { least: 0, most: 1, of: Box::new(option) }
        } else if self.takes('"') {
            let text = self.take(|c| c != '"');
            assert!(self.takes('"'), "a quotation without end");
            Node::Text(text.chars().collect())
        } else if self.takes('%') {
            assert!(self.takes('x'), "only %x is known, before {:?}", self.rest);
            let low = self.code_point();
            let high = if self.takes('-') { self.code_point() } else { low };
            Node::Range(low, high)
        } else {
            let name = self.take(|c| c.is_ascii_alphanumeric() || c == '-');
            assert!(!name.is_empty(), "expected an element, found {:?}", self.rest);
            Node::Rule(name.to_owned())
        }
    }
}
