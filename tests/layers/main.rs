//! The layers of the library: each module knows only those of its own layer or below, nobody in a
//! ring, and what belongs to one room (the operating system, the command line, printing) stays in it.
//!
//! The check reads the source as tokens, which is enough for paths: `use` trees, `crate::` and
//! `super::` anywhere in the code, names that a `use` brought in. Comments, texts and what is compiled
//! for tests alone do not count. A path is followed through what a `mod.rs` re-exports.

mod source;
mod tokens;
mod tree;

use std::collections::BTreeSet;
use std::path::Path;

use tree::Tree;

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
    let dependencies = dependencies(include_str!("../../Cargo.toml"));
    assert!(dependencies.contains(&"clap") && dependencies.contains(&"wait-timeout"), "{dependencies:?}");
    let tree = Tree::read(files.iter().map(|(file, code)| (file.as_str(), code.as_str())), &dependencies);
    let faults: Vec<String> = tree.faults().into_iter().collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The words in `[` and `]` marks of links to items, in their order.
fn linked(head: &str) -> Vec<&str> {
    head.split("[`").skip(1).filter_map(|rest| rest.split_once("`]").map(|(name, _)| name)).collect()
}

/// The comment at the top of a file.
fn head_of(code: &str) -> String {
    code.lines().map_while(|line| line.strip_prefix("//!")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_head_of_the_house_names_every_room_in_its_layer() {
    let head = head_of(include_str!("../../src/lib.rs"));
    // ` 3. [`clock`]: ...`; what does not begin so goes on from the line before.
    let mut found: Vec<Vec<&str>> = Vec::new();
    for line in head.lines() {
        if line.starts_with(&format!(" {}. ", found.len() + 1)) {
            found.push(Vec::new());
        }
        if let Some(layer) = found.last_mut() {
            layer.extend(linked(line));
        }
    }
    let found: Vec<BTreeSet<&str>> = found.into_iter().map(|names| names.into_iter().collect()).collect();
    assert_eq!(found, LAYERS.map(|layer| layer.iter().copied().collect::<BTreeSet<&str>>()));
}

#[test]
fn the_head_of_a_library_names_all_that_is_public_in_it() {
    for (file, code) in [
        ("src/lib.rs", include_str!("../../src/lib.rs")),
        ("src/protocol/mod.rs", include_str!("../../src/protocol/mod.rs")),
        ("engines/othello/src/lib.rs", include_str!("../../engines/othello/src/lib.rs")),
        ("engines/breakthrough/src/lib.rs", include_str!("../../engines/breakthrough/src/lib.rs")),
    ] {
        let head = head_of(code);
        let named = linked(&head);
        let public = code.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        let missing: Vec<&str> = public.filter(|name| !named.contains(name)).collect();
        assert!(missing.is_empty(), "{file} says nothing of {missing:?}");
    }
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
