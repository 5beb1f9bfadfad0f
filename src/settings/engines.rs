//! All engines: the list of `[[engine]]`, and `engines`, a pattern of files with one each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::engine::{Inherited, engine};
use super::source::{self, Report, Source};
use super::table::{Table, Value};
use super::time::Time;
use super::words::shown;
use super::{EnginePlaces, EngineSettings, FileError, Restart, names};
use crate::protocol::dialect::Dialect;

/// The engines of a file for games of `seats` seats. At least `least` of them must be there; with `keep_going` one whose own file
/// is wrong is there too, and unfit.
pub(super) fn read_all(top: &Table<'_>, seats: usize, least: usize, keep_going: bool) -> Vec<EngineSettings> {
    let mut inherited = Inherited::default();
    if let Some(time) = top.table("time") {
        inherited.time = Time::read(&time, inherited.time);
    }
    if let Some(each) = top.table("each") {
        inherited = Inherited::read(&each, inherited);
    }
    let source = top.source;
    let tables = top.get("engine").and_then(|list| list.tables("engine"));
    let here: Vec<Option<EngineSettings>> =
        tables.iter().flatten().map(|table| engine(table, &inherited, None)).collect();
    let elsewhere = match top.get("engines") {
        Some(pattern) => handed_in(&pattern, &inherited, keep_going),
        None => Vec::new(),
    };
    let is_broken = (tables.is_none() && top.get("engine").is_some())
        || (elsewhere.is_empty() && top.get("engines").is_some());
    let count = here.len() + elsewhere.len();
    if count < least && !is_broken {
        let spans =
            [top.get("engines").map(|value| value.span()), tables.iter().flatten().next().map(Table::span)];
        let span = spans.into_iter().flatten().next().unwrap_or_else(|| source.end());
        let message = match count {
            0 => "there are no engines".to_owned(),
            1 => "there is one engine, and nobody to play against".to_owned(),
            _ => format!("there are {count} engines for {seats} seats"),
        };
        let help = match (seats, least) {
            (_, 1) => "at least one [[engine]] is needed",
            (2, _) => "at least two [[engine]] are needed, or one with `self_play = true`",
            _ => {
                "an [[engine]] for every seat is needed; with `several_seats = true` in [tournament] one may sit at several"
            }
        };
        source.fail(FileError::new(source.place(span), message).help(help));
    }
    let engines: Vec<EngineSettings> = here.into_iter().chain(elsewhere).flatten().collect();
    for (at, engine) in engines.iter().enumerate() {
        let folded = names::folded(&engine.name);
        if let Some(other) = engines[..at].iter().find(|other| names::folded(&other.name) == folded) {
            let name = shown(&engine.name);
            let message = match other.name == engine.name {
                true => format!("two engines are called {name}"),
                false => {
                    format!("an engine is called {name} and another {}, which look alike", shown(&other.name))
                }
            };
            let help = format!("the other one is at {}", other.places.name);
            source.fail(FileError::new(engine.places.name.clone(), message).help(help));
        }
    }
    engines
}

/// The engines whose files match a pattern, in the order of their paths.
fn handed_in(pattern: &Value<'_>, inherited: &Inherited, keep_going: bool) -> Vec<Option<EngineSettings>> {
    let Some(text) = pattern.text() else { return Vec::new() };
    let source = pattern.source;
    // The folder of the file is a name, not a pattern, whatever characters it has.
    let folder = source.beside("").to_string_lossy().into_owned();
    let whole = if Path::new(text).is_absolute() {
        text.to_owned()
    } else {
        Path::new(&glob::Pattern::escape(&folder)).join(text).to_string_lossy().into_owned()
    };
    let options = glob::MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: true,
    };
    let paths = match glob::glob_with(&whole, options) {
        Ok(paths) => paths,
        Err(error) => {
            let help = r#"such as "handed-in/*/engine.toml""#;
            pattern.fail_help(format!("{} is not a pattern of files: {}", shown(text), error.msg), help);
            return Vec::new();
        }
    };
    let mut files = Vec::new();
    for path in paths {
        match path {
            Ok(path) => files.push(path),
            Err(error) => {
                pattern.fail(format!(
                    "cannot look into {}: {}",
                    error.path().display(),
                    source::reason(error.error())
                ));
            }
        }
    }
    files.sort();
    if files.is_empty() {
        pattern.fail_help(
            format!("no file matches {}", shown(text)),
            format!("looked for in {}", source.folder().display()),
        );
    }
    let folders: Vec<PathBuf> =
        files.iter().filter_map(|file| fs::canonicalize(file.parent()?).ok()).collect();
    let alone = |file: &PathBuf| {
        let (engine, report) = in_own_file(file, pattern, inherited, &folders);
        if !keep_going || report.errors.is_empty() {
            source.absorb(report);
            return engine;
        }
        let unfit = engine.map_or_else(|| unreadable(file, pattern), Some);
        let Some(unfit) = unfit else {
            source.absorb(report);
            return None;
        };
        source.absorb(Report { errors: Vec::new(), ..report });
        Some(EngineSettings { unfit: report.errors, ..unfit })
    };
    files.iter().map(alone).collect()
}

/// The engine whose keys stand at the top of `file`, and what is wrong there; `folders` are those of all such files.
fn in_own_file(
    file: &Path,
    pattern: &Value<'_>,
    inherited: &Inherited,
    folders: &[PathBuf],
) -> (Option<EngineSettings>, Report) {
    let text = match source::text(file) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("cannot read {}: {}", file.display(), source::reason(&error));
            let errors = vec![FileError::new(pattern.place(), message)];
            return (None, Report { errors, ..Report::default() });
        }
    };
    let source = Source::new(file, &text);
    let engine = source.document().and_then(|entries| {
        let table = Table::new(&source, "engine", &entries, 0..1);
        keep_to_itself(&table);
        keep_out_of_others(&table, &source.folder(), folders);
        engine(&table, inherited, Some(&folder_name(&source.folder())))
    });
    (engine, source.into_report())
}

/// What all engines should have alike, and so is not for one's own file to say.
const COMMON: [&str; 6] = ["per_move", "base", "increment", "margin", "startup", "peek"];

/// Sees that an engine in a file of its own, which its author has written, takes nothing that is not its own.
fn keep_to_itself(table: &Table<'_>) {
    for value in COMMON.iter().filter_map(|key| table.get(key)) {
        value.fail_key(
            format!("{} is not for an engine's own file to say", shown(value.key)),
            "in the tournament file it holds for all in [time] or [each], and for one in its [[engine]]",
        );
    }
    if let Some(value) = table.get("dir")
        && let Some(text) = value.text()
        && (Path::new(text).is_absolute()
            || Path::new(text).components().any(|part| part == Component::ParentDir))
    {
        value.fail_help(
            format!("{} leads out of the engine's own folder", shown(text)),
            "it is relative to this file",
        );
    }
}

/// Sees that nothing that the file of an engine in `own` names lies in the folder of another: whoever copies is to
/// copy by himself, and who is copied is not to play twice.
fn keep_out_of_others(table: &Table<'_>, own: &Path, folders: &[PathBuf]) {
    let own = resolved(own);
    let dir = table.get("dir").and_then(|value| value.string()).map_or(own.clone(), |dir| own.join(dir));
    let other = |word: &str| {
        // Of an argument such as `--script=PATH` too.
        let paths = [Some(word), word.split_once('=').map(|(_, path)| path)];
        let paths = paths.into_iter().flatten().flat_map(|path| [own.join(path), dir.join(path)]);
        let mut paths = paths.map(|path| resolved(&path)).filter(|path| !path.starts_with(&own));
        paths.find_map(|path| folders.iter().find(|folder| **folder != own && path.starts_with(folder)))
    };
    for value in ["command", "build", "dir"].iter().filter_map(|key| table.get(key)) {
        let words = value.strings();
        let Some((word, folder)) = words.iter().find_map(|word| Some((word, other(word)?))) else { continue };
        value.fail_help(
            format!("{} lies in the folder of another engine, {}", shown(word), shown(&folder_name(folder))),
            "an engine's own file names what lies in its own folder, or what is there for all",
        );
    }
}

/// A path as the system sees it, as far as there is anything.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => resolved(parent).join(name),
        _ => path.to_owned(),
    })
}

/// Stands for an engine whose file says too little: it has the name of its folder. `None` if that is
/// no name.
fn unreadable(file: &Path, pattern: &Value<'_>) -> Option<EngineSettings> {
    let folder = Source::new(file, "").folder();
    let name = folder_name(&folder);
    if names::engine_fault(&name).is_some() {
        return None;
    }
    let place = pattern.place();
    let time = Time::default();
    Some(EngineSettings {
        command: vec![name.clone()],
        program: folder.join(&name),
        name,
        dir: folder.clone(),
        folder,
        env: BTreeMap::new(),
        build: None,
        dialect: Dialect::Ugi,
        variant: None,
        options: Vec::new(),
        time: time.control(),
        startup: time.startup(),
        peek: false,
        restart: Restart::Auto,
        unfit: Vec::new(),
        places: EnginePlaces {
            name: place.clone(),
            command: place.clone(),
            build: place.clone(),
            protocol: place.clone(),
            dir: place,
            options: Vec::new(),
        },
    })
}

fn folder_name(folder: &Path) -> String {
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
