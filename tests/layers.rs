//! The layers of the library: each module knows only those of its own layer or below, nobody in a
//! ring, and what belongs to one room (the operating system, the command line, printing) stays in it.
//!
//! The check reads the source as tokens, which is enough for paths: `use` trees, `crate::` and
//! `super::` anywhere in the code, names that a `use` brought in. Comments, texts and what is compiled
//! for tests alone do not count. A path is followed through what a `mod.rs` re-exports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules at the top, the lowest layer first.
const LAYERS: [&[&str]; 9] = [
    &["games"],
    &["protocol"],
    &[
        "clock",
        "record",
        "openings",
        "schedule",
        "interchange",
        "standings",
        "ratings",
        "grades",
        "adjudication",
        "settings",
    ],
    &["process"],
    &["engine"],
    &["referee"],
    &["tournament", "journal", "doctor", "fitness"],
    &["report"],
    &["cli"],
];

/// Paths (macros with a `!`) and the only modules that may use them; `main` is `main.rs`.
const ROOMS: [(&[&str], &[&str]); 16] = [
    (&["clap"], &["cli", "main"]),
    (&["clap_complete"], &["cli"]),
    (&["clap_mangen"], &["cli"]),
    (&["crossterm"], &["cli"]),
    (&["rustix"], &["process"]),
    (&["wait_timeout"], &["process"]),
    (&["libc"], &["process"]),
    (&["std", "os"], &["process"]),
    (&["std", "process", "Command"], &["process"]),
    (&["indicatif"], &["report", "cli"]),
    (&["csv"], &["report", "cli"]),
    (&["print!"], &["report", "cli", "main"]),
    (&["println!"], &["report", "cli", "main"]),
    (&["eprint!"], &["report", "cli", "main"]),
    (&["eprintln!"], &["report", "cli", "main"]),
    (&["dbg!"], &[]),
];

/// What the rules never touch: they neither read nor write nor wait.
const NOT_FOR_RULES: [&[&str]; 7] = [
    &["std", "time"],
    &["std", "io"],
    &["std", "fs"],
    &["std", "thread"],
    &["std", "net"],
    &["std", "env"],
    &["std", "process"],
];

/// The modules that have no dependency, so that an engine written in Rust needs nothing but them.
const WITHOUT_DEPENDENCIES: [&str; 2] = ["games", "protocol"];

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 5] = ["utils", "helpers", "common", "manager", "imp"];

/// Files that may use a path of [`ROOMS`] all the same: (file, path).
const EXCEPTIONS: [(&str, &str); 0] = [];

/// How long `main.rs` may be, in lines.
const MAIN_LINES: usize = 25;

// ---- Tokens ----

/// A token, as far as paths need it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A name or keyword; with its `!` where a macro is called.
    Word(String),
    /// `::`.
    Colons,
    /// Any other sign.
    Sign(char),
    /// A text, letter or number.
    Literal,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How many bytes the text at the start of `code` takes, if there is one: `"…"`, `r#"…"#`, `b'…'`.
fn literal(code: &str) -> Option<usize> {
    let rest = code.trim_start_matches(['b', 'c']);
    let prefix = code.len() - rest.len();
    if prefix > 1 {
        return None;
    }
    if let Some(raw) = rest.strip_prefix('r') {
        let body = raw.trim_start_matches('#');
        let hashes = raw.len() - body.len();
        let body = body.strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(prefix + 1 + hashes + 1 + length);
    }
    let quote = rest.chars().next().filter(|&c| c == '"' || c == '\'')?;
    if quote == '\'' {
        // A lifetime is a quote and a name without a second quote behind its first letter.
        let mut after = rest[1..].chars();
        let (first, second) = (after.next()?, after.next());
        if first != '\\' && second != Some('\'') {
            return None;
        }
    }
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(prefix + at + 1),
            _ => {}
        }
    }
    Some(code.len())
}

/// How many bytes the comment at the start of `code` takes, if there is one.
fn comment(code: &str) -> Option<usize> {
    if code.starts_with("//") {
        return Some(code.find('\n').unwrap_or(code.len()));
    }
    let mut depth = 0;
    let mut at = 0;
    while code.starts_with("/*") && at < code.len() {
        let rest = &code[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    (at > 0).then_some(at)
}

fn tokens(code: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if let Some(length) = comment(rest) {
            length
        } else if let Some(length) = literal(rest) {
            tokens.push(Token::Literal);
            length
        } else if is_word(c) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let is_macro = rest[length..].starts_with('!') && !rest[length..].starts_with("!=");
            if c.is_numeric() {
                tokens.push(Token::Literal);
            } else if is_macro {
                tokens.push(Token::Word(format!("{}!", &rest[..length])));
            } else {
                tokens.push(Token::Word(rest[..length].to_owned()));
            }
            length + usize::from(is_macro)
        } else if rest.starts_with("::") {
            tokens.push(Token::Colons);
            2
        } else {
            tokens.push(Token::Sign(c));
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

fn sign(token: Option<&Token>, wanted: char) -> bool {
    token == Some(&Token::Sign(wanted))
}

fn word(token: Option<&Token>) -> Option<&str> {
    match token {
        Some(Token::Word(word)) => Some(word),
        _ => None,
    }
}

/// Where the bracket opened at `open` is closed.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// The tokens without the items behind `#[cfg(test)]`, and the modules so declared whose code is in
/// files of their own.
fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let (mut kept, mut test_modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let inner = sign(tokens.get(at + 1), '!');
        let open = at + 1 + usize::from(inner);
        if !sign(tokens.get(at), '#') || !sign(tokens.get(open), '[') {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let close = closing(tokens, open);
        let words: Vec<&str> =
            tokens[open..close.min(tokens.len())].iter().filter_map(|token| word(Some(token))).collect();
        let for_tests = words.first() == Some(&"cfg") && words.contains(&"test") && !words.contains(&"not");
        if for_tests && inner {
            return (Vec::new(), test_modules);
        }
        if !for_tests {
            kept.extend_from_slice(&tokens[at..(close + 1).min(tokens.len())]);
            at = close + 1;
            continue;
        }
        at = close + 1;
        // The item ends with its block or, without one, at a semicolon.
        while at < tokens.len() {
            match tokens[at] {
                Token::Sign(';') => {
                    if word(tokens.get(at - 2)) == Some("mod") {
                        test_modules.extend(word(tokens.get(at - 1)).map(str::to_owned));
                    }
                    break;
                }
                Token::Sign('{') => {
                    at = closing(tokens, at);
                    break;
                }
                Token::Sign('(' | '[') => at = closing(tokens, at) + 1,
                _ => at += 1,
            }
        }
        at += 1;
    }
    (kept, test_modules)
}

// ---- Paths ----

/// The words of a path; within the crate it begins with `crate`.
type Names = Vec<String>;

/// A path as it stands in the code.
#[derive(Debug)]
struct Mention {
    path: Names,
    /// The inline modules it stands in.
    around: Names,
    /// Whether it stands in a `use`.
    imported: bool,
}

/// A source file: where its module is, what it names.
#[derive(Debug, Default)]
struct Source {
    file: String,
    /// The module's path from the top, empty for `lib.rs`; `main` for `main.rs`.
    module: Names,
    lines: usize,
    mentions: Vec<Mention>,
    /// What `use` binds to a name.
    bindings: BTreeMap<String, Names>,
    /// The modules declared inline.
    inline: Vec<String>,
    /// The modules in files of their own that are compiled for tests alone.
    test_modules: Vec<String>,
}

impl Source {
    fn read(file: &str, code: &str) -> Self {
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

// ---- The check ----

/// All source files by their modules, and what dependencies there are.
struct Tree {
    sources: Vec<Source>,
    modules: BTreeMap<Names, usize>,
    dependencies: Vec<String>,
}

impl Tree {
    /// A tree of (file below `src/`, code).
    fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>, dependencies: &[&str]) -> Self {
        let mut sources: Vec<Source> =
            files.into_iter().map(|(file, code)| Source::read(file, code)).collect();
        let for_tests: Vec<Names> = sources
            .iter()
            .flat_map(|source| {
                source
                    .test_modules
                    .iter()
                    .map(|name| [&source.module[..], std::slice::from_ref(name)].concat())
            })
            .collect();
        sources.retain(|source| !for_tests.iter().any(|module| source.module.starts_with(module)));
        let mut modules = BTreeMap::new();
        for (number, source) in sources.iter().enumerate() {
            modules.insert(source.module.clone(), number);
        }
        let dependencies = dependencies.iter().map(|name| name.replace('-', "_")).collect();
        Self { sources, modules, dependencies }
    }

    /// The longest beginning of a path from the top that is a module.
    fn module_of<'a>(&self, path: &'a [String]) -> &'a [String] {
        let length = (0..=path.len()).rev().find(|&n| self.modules.contains_key(&path[..n])).unwrap_or(0);
        &path[..length]
    }

    /// The path from the top (`crate`) or from outside (`std`, a dependency) that `path` is when read
    /// in `source`, inside the inline modules `around`; what a module re-exports is followed.
    fn resolve(&self, source: &Source, around: &[String], path: &[String], depth: u32) -> Names {
        let here = || -> Names { [source.module.as_slice(), around].concat() };
        let first = path.first().map(String::as_str).unwrap_or_default();
        let mut from_top = match first {
            "crate" => path[1..].to_vec(),
            "self" | "super" => {
                let mut base = here();
                let ups = path.iter().take_while(|name| *name == "self" || *name == "super");
                let ups: Vec<&String> = ups.collect();
                for _ in ups.iter().filter(|name| **name == "super") {
                    base.pop();
                }
                base.extend_from_slice(&path[ups.len()..]);
                base
            }
            _ => {
                let child = [source.module.as_slice(), &path[..1.min(path.len())]].concat();
                if source.module != ["main"] && self.modules.contains_key(&child) {
                    [source.module.as_slice(), path].concat()
                } else if let Some(bound) = source.bindings.get(first).filter(|_| depth < 8) {
                    let whole = [bound.as_slice(), &path[1..]].concat();
                    return self.resolve(source, &[], &whole, depth + 1);
                } else {
                    return path.to_vec();
                }
            }
        };
        // A name that the module there has from elsewhere.
        let module = self.module_of(&from_top);
        if let (Some(&owner), Some(name)) = (self.modules.get(module), from_top.get(module.len()))
            && let Some(bound) = self.sources[owner].bindings.get(name).filter(|_| depth < 8)
            && !std::ptr::eq(&self.sources[owner], source)
        {
            let whole = [bound.as_slice(), &from_top[module.len() + 1..]].concat();
            return self.resolve(&self.sources[owner], &[], &whole, depth + 1);
        }
        from_top.insert(0, "crate".to_owned());
        from_top
    }

    /// Everything that is wrong.
    fn faults(&self) -> BTreeSet<String> {
        let mut faults = BTreeSet::new();
        let mut edges: BTreeMap<Names, BTreeSet<Names>> = BTreeMap::new();
        for source in &self.sources {
            self.names(source, &mut faults);
            for Mention { path, around, imported } in &source.mentions {
                let resolved = self.resolve(source, around, path, 0);
                // A word alone is a keyword, a variable or a macro; as a crate it stands in a `use`.
                if *imported || path.len() > 1 || path[0].ends_with('!') {
                    self.rooms(source, &resolved, &mut faults);
                }
                if resolved.first().is_some_and(|first| first == "crate") {
                    self.arrow(source, &resolved[1..], &mut edges, &mut faults);
                }
            }
        }
        for ring in rings(&edges) {
            faults.insert(format!("a ring: {ring}"));
        }
        faults
    }

    /// Judges the names and the lengths of files.
    fn names(&self, source: &Source, faults: &mut BTreeSet<String>) {
        let file = &source.file;
        for name in source.module.iter().chain(&source.inline).filter(|n| EMPTY_NAMES.contains(&n.as_str())) {
            faults.insert(format!("{file}: `{name}` says nothing about what is inside"));
        }
        if source.module == ["main"] {
            if source.lines > MAIN_LINES {
                faults.insert(format!("{file}: {} lines, at most {MAIN_LINES}", source.lines));
            }
        } else if let Some(top) = source.module.first().filter(|top| layer(top).is_none()) {
            faults.insert(format!("{file}: `{top}` is in no layer"));
        }
    }

    /// Judges what a file uses from outside.
    fn rooms(&self, source: &Source, path: &[String], faults: &mut BTreeSet<String>) {
        let file = &source.file;
        let top = source.module.first().map(String::as_str).unwrap_or_default();
        let shown = path.join("::");
        for (room, allowed) in ROOMS {
            let excepted =
                EXCEPTIONS.iter().any(|&(file, path)| file == source.file && path == room.join("::"));
            if names_it(path, room) && !allowed.contains(&top) && !excepted {
                faults.insert(format!("{file}: {shown} belongs to {allowed:?}"));
            }
        }
        if top == "games" && NOT_FOR_RULES.iter().any(|room| names_it(path, room)) {
            faults.insert(format!("{file}: {shown} is not for rules"));
        }
        let is_dependency = path.first().is_some_and(|first| self.dependencies.contains(first));
        if WITHOUT_DEPENDENCIES.contains(&top) && is_dependency {
            faults.insert(format!("{file}: {shown}: `{top}` has no dependencies"));
        }
    }

    /// Judges a path to another module and notes the arrow.
    fn arrow(
        &self,
        source: &Source,
        path: &[String],
        edges: &mut BTreeMap<Names, BTreeSet<Names>>,
        faults: &mut BTreeSet<String>,
    ) {
        // `lib.rs` and `main.rs` know everyone.
        let Some(from) = source.module.first().filter(|_| source.module != ["main"]) else { return };
        let file = &source.file;
        let Some(to) = path.first() else { return };
        let target = self.module_of(path);
        if target.is_empty() {
            if layer(to).is_none() {
                faults.insert(format!("{file}: crate::{to} is no module"));
            }
            return;
        }
        if let (Some(own), Some(other)) = (layer(from), layer(to))
            && other > own
        {
            faults.insert(format!("{file}: `{from}` must not know `{to}`, which is above it"));
        }
        let shared = source.module.iter().zip(target).take_while(|(one, other)| one == other).count();
        // A parent and its child may know each other.
        if shared < source.module.len() && shared < target.len() {
            let (one, other) = (source.module[..=shared].to_vec(), target[..=shared].to_vec());
            edges.entry(one).or_default().insert(other);
        }
    }
}

/// Whether `path` is `room` or inside it; a glob names all that is beside it.
fn names_it(path: &[String], room: &[&str]) -> bool {
    let begins = |long: &[&str], short: &[&str]| long.starts_with(short);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path.split_last() {
        Some((&"*", parent)) => begins(parent, room) || begins(room, parent),
        // A macro is one wherever it is taken from: `std::println!`.
        Some((last, _)) if last.ends_with('!') => [*last] == *room,
        _ => begins(&path, room),
    }
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The rings among modules, each written once, from its first member.
fn rings(edges: &BTreeMap<Names, BTreeSet<Names>>) -> BTreeSet<String> {
    let mut rings = BTreeSet::new();
    for start in edges.keys() {
        // The shortest way from `start` back to it.
        let mut ways = vec![vec![start]];
        let mut seen = BTreeSet::new();
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            for to in way.last().and_then(|last| edges.get(*last)).into_iter().flatten() {
                if to == start {
                    let least = way.iter().enumerate().min_by_key(|(_, name)| **name).map_or(0, |(at, _)| at);
                    let turned = way.iter().cycle().skip(least).take(way.len() + 1);
                    let names: Vec<String> = turned.map(|name| name.join("::")).collect();
                    rings.insert(names.join(" -> "));
                } else if seen.insert(to) {
                    ways.push([way.as_slice(), &[to]].concat());
                }
            }
        }
    }
    rings
}

// ---- The tests ----

/// All Rust files below a folder, by their paths below `root`.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name =
                path.strip_prefix(root).expect("a file below src").to_string_lossy().replace('\\', "/");
            files.push((name, std::fs::read_to_string(&path).expect("a readable file")));
        }
    }
}

/// The names under `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<&str> {
    let section = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    section
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once(['=', '.']).map(|(name, _)| name.trim()))
        .filter(|name| !name.starts_with('#'))
        .collect()
}

#[test]
fn the_source_keeps_its_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    assert!(files.iter().any(|(file, _)| file == "games/mod.rs"), "{root:?} holds the source");
    let dependencies = dependencies(include_str!("../Cargo.toml"));
    assert!(dependencies.contains(&"clap") && dependencies.contains(&"wait-timeout"), "{dependencies:?}");
    let tree = Tree::read(files.iter().map(|(file, code)| (file.as_str(), code.as_str())), &dependencies);
    let faults: Vec<String> = tree.faults().into_iter().collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The faults of a small tree.
fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
    Tree::read(files.iter().copied(), &["clap", "csv", "serde", "wait-timeout"])
        .faults()
        .into_iter()
        .collect()
}

#[test]
fn the_check_finds_no_fault_where_there_is_none() {
    let files = [
        ("lib.rs", "pub mod games; pub mod process; pub mod referee; pub mod cli; use cli::Late;"),
        ("main.rs", "use std::process::ExitCode; fn main() -> ExitCode { println!(); arena::cli::run() }"),
        (
            "games/mod.rs",
            "mod line; mod square; pub use line::Line; pub use square::Square; pub trait Position {}",
        ),
        (
            "games/line.rs",
            "use super::{Position, Square}; fn f() -> impl Iterator + use<'_> { crate::games::x() }",
        ),
        (
            "games/square.rs",
            "use std::fmt::{self, Display}; fn f<'a>(csv: &'a str, clap: u8) { csv.len(); clap; }",
        ),
        ("protocol/mod.rs", "use crate::games::Line; use std::io::Write; pub struct Command;"),
        (
            "clock.rs",
            "//! Unlike [`crate::cli`], println!() and std::os::fd.\n/* crate::cli /* nested */ crate::cli */\n\
             const A: &str = \"crate::cli \\\" crate::cli\"; const B: &str = r#\"crate::cli \" crate::cli\"#;\n\
             const C: char = '\"'; const D: char = '\\''; fn f<'a>(x: &'a str) { g::<'a>(x != \"println!\") }\n\
             #[cfg(test)] use crate::cli::X;\n#[cfg(test)] mod tests;\n#[cfg(test)] #[rustfmt::skip] fn h(x: [u8; 3]) { crate::cli::f() }\n\
             #[cfg(test)]\nmod inside { use super::*; use crate::cli; fn f() { println!(); } }\n",
        ),
        ("clock/tests.rs", "use crate::cli;"),
        ("clock/tests/more.rs", "fn f() { println!(); }"),
        ("openings.rs", "use crate::{clock, protocol::Command}; fn f() { Command::new(); }"),
        ("process/mod.rs", "use std::process::{Command, Stdio}; use wait_timeout::ChildExt; use rustix::fd;"),
        ("engine.rs", "use crate::process; fn f() { process::Program::new(); std::process::id(); }"),
        ("tournament.rs", "use crate::journal::Journal; pub(crate) struct A; pub(super) struct B;"),
        ("journal.rs", "mod csv { pub fn f() {} } use crate::record::Record;"),
        ("report/mod.rs", "mod csv; mod table; pub(crate) use table::Table; fn f() { print!(\"\"); }"),
        ("report/csv.rs", "use csv::Writer; use super::Table;"),
        ("report/table.rs", "use crate::engine::E;"),
        (
            "cli/mod.rs",
            "use clap::Parser; use crate::{report, engine, process}; fn f() { eprintln!(\"{}\", 1); }",
        ),
    ];
    assert_eq!(faults_of(&files), [""; 0]);
}

#[test]
fn the_check_finds_each_fault() {
    let long = "//\n".repeat(MAIN_LINES + 1);
    // What must be said, and the file that must have it said; each stands with `OTHERS` around it.
    let cases: &[(&str, &[(&str, &str)])] = &[
        // Arrows.
        ("`games` must not know `protocol`", &[("games/mod.rs", "use crate::protocol::Command;")]),
        ("`clock` must not know `cli`", &[("clock.rs", "use super::cli;")]),
        ("`clock` must not know `cli`", &[("clock.rs", "use crate::{games::{self}, cli::{run as go}};")]),
        ("`clock` must not know `cli`", &[("clock.rs", "fn f() { let x = crate::cli::run(); }")]),
        ("`clock` must not know `cli`", &[("clock.rs", "fn f(x: &super::cli::Run) {}")]),
        (
            "`clock` must not know `cli`",
            &[("clock.rs", "mod inside { fn f() { super::super::cli::run() } }")],
        ),
        ("`clock` must not know `cli`", &[("clock.rs", "#[cfg(not(test))] use crate::cli;")]),
        ("`clock` must not know `cli`", &[("clock.rs", "#[cfg(test)] use crate::games; use crate::cli;")]),
        (
            "`clock` must not know `cli`",
            &[("clock.rs", "#[cfg(test)] mod tests {} fn f() { crate::cli::f() }")],
        ),
        ("`clock` must not know `cli`", &[("clock.rs", "macro_rules! m { () => { $crate::cli::run() } }")]),
        (
            "`clock` must not know `cli`",
            &[("clock.rs", "const A: char = '\"'; use crate::cli; const B: char = '\"';")],
        ),
        ("`clock` must not know `cli`", &[("clock.rs", "mod tests;"), ("clock/tests.rs", "use crate::cli;")]),
        ("`report` must not know `cli`", &[("report/table.rs", "impl crate::cli::Run for X {}")]),
        ("`engine` must not know `referee`", &[("engine.rs", "use crate::referee;"), ("referee.rs", "")]),
        ("crate::Anything is no module", &[("clock.rs", "use crate::Anything;")]),
        ("crate::* is no module", &[("clock.rs", "use super::*;")]),
        ("`extra` is in no layer", &[("extra.rs", "")]),
        ("`extra` is in no layer", &[("extra/deep/mod.rs", "")]),
        // Rings.
        (
            "a ring: clock -> openings -> clock",
            &[("clock.rs", "use crate::openings;"), ("openings.rs", "use crate::clock::Clock;")],
        ),
        (
            "a ring: clock -> ratings -> openings -> clock",
            &[
                ("clock.rs", "use crate::ratings;"),
                ("openings.rs", "use crate::clock;"),
                ("ratings.rs", "use crate::openings;"),
            ],
        ),
        (
            "a ring: report::page -> report::table -> report::page",
            &[("report/page.rs", "use super::table;"), ("report/table.rs", "use crate::report::page::Page;")],
        ),
        (
            "a ring: report::page -> report::table -> report::page",
            &[
                (
                    "report/mod.rs",
                    "mod page; mod table; pub use page::Page; pub use self::table::Table as T;",
                ),
                ("report/page.rs", "fn f(_: super::T) {}"),
                ("report/table.rs", "use super::Page;"),
            ],
        ),
        (
            "a ring: report::deep::one -> report::deep::two -> report::deep::one",
            &[("report/deep/one.rs", "use super::two::X;"), ("report/deep/two.rs", "use super::one::X;")],
        ),
        // Rooms.
        ("clap::Parser belongs to", &[("settings.rs", "use clap::Parser;")]),
        ("clap::ValueEnum belongs to", &[("settings.rs", "#[derive(clap::ValueEnum)] enum A {}")]),
        ("clap::* belongs to", &[("settings.rs", "use ::clap::*;")]),
        ("rustix::process belongs to", &[("engine.rs", "use rustix::process;")]),
        ("wait_timeout::ChildExt belongs to", &[("engine.rs", "use wait_timeout::ChildExt as _;")]),
        ("std::os::fd::OwnedFd belongs to", &[("engine.rs", "use std::{io, os::fd::OwnedFd};")]),
        ("std::process::Command belongs to", &[("engine.rs", "use std::process::{Child, Command};")]),
        (
            "std::process::Command::new belongs to",
            &[("cli/mod.rs", "use std::process; fn f() { process::Command::new() }")],
        ),
        (
            "std::process::Command::new belongs to",
            &[("engine.rs", "use std::process as p; fn f() { p::Command::new() }")],
        ),
        ("std::process::* belongs to", &[("engine.rs", "use std::process::*;")]),
        ("indicatif::ProgressBar belongs to", &[("tournament.rs", "use indicatif::ProgressBar;")]),
        ("csv::Writer::from_path belongs to", &[("journal.rs", "fn f() { csv::Writer::from_path(x) }")]),
        ("csv belongs to", &[("journal.rs", "use csv;")]),
        (
            "std::process::Command belongs to",
            &[
                ("process/mod.rs", "pub use std::process::Command;"),
                ("engine.rs", "use crate::process::Command;"),
            ],
        ),
        ("println! belongs to", &[("tournament.rs", "fn f() { println!(\"a\"); }")]),
        ("eprintln! belongs to", &[("lib.rs", "fn f() { eprintln!(\"a\"); }")]),
        ("print! belongs to", &[("engine.rs", "fn f() { print! {\"a\"} }")]),
        ("std::print! belongs to", &[("engine.rs", "fn f() { std::print!(\"a\") }")]),
        // Rules.
        ("std::time::Instant is not for rules", &[("games/x.rs", "use std::time::Instant;")]),
        ("std::io::Read is not for rules", &[("games/x.rs", "use std::{fmt, io::{Read}};")]),
        ("std::fs::read is not for rules", &[("games/x.rs", "fn f() { std::fs::read(x) }")]),
        (
            "std::thread::sleep is not for rules",
            &[("games/x.rs", "use std::thread; fn f() { thread::sleep(x) }")],
        ),
        ("serde::Serialize: `games` has no dependencies", &[("games/x.rs", "use serde::Serialize;")]),
        (
            "serde::Serialize: `protocol` has no dependencies",
            &[("protocol/x.rs", "#[derive(serde::Serialize)] struct A;")],
        ),
        // Names and lengths.
        ("`utils` says nothing", &[("report/utils.rs", "")]),
        ("`common` says nothing", &[("report/common/mod.rs", "")]),
        ("`imp` says nothing", &[("engine.rs", "mod imp { fn f() {} }")]),
        ("26 lines, at most 25", &[("main.rs", &long)]),
    ];
    const OTHERS: [(&str, &str); 6] = [
        ("lib.rs", ""),
        ("games/mod.rs", ""),
        ("protocol/mod.rs", ""),
        ("clock.rs", ""),
        ("report/mod.rs", ""),
        ("cli/mod.rs", ""),
    ];
    for &(expected, files) in cases {
        let others = OTHERS.iter().filter(|(file, _)| files.iter().all(|(given, _)| given != file));
        let whole: Vec<_> = others.chain(files).copied().collect();
        let faults = faults_of(&whole);
        assert!(faults.iter().any(|fault| fault.contains(expected)), "{expected}: {faults:?} in {files:?}");
        // A path may be at fault both where it is brought in and where it is used, but nothing else is.
        let kind = expected.rsplit("::").next().unwrap();
        let kind = kind.split_once(' ').map_or(kind, |(_, kind)| kind);
        assert!(faults.iter().all(|fault| fault.contains(kind)), "{expected}: {faults:?} in {files:?}");
    }
}
