//! `arena new`: an engine to start from, in a folder of its own.
//!
//! What is written are the engines of `engines/`, which play in the tests; a folder appears whole or
//! not at all.

mod language;
mod project;
mod sources;
mod template;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::board::game;
use super::matches::reference;
use super::{Failure, say, warn};
use crate::process;
use crate::settings::{engine_name_fault, tournament_name_fault};

use language::Language;
use project::Project;

/// Writes an engine to start from: legal moves at random, and a marked place for your own thinking.
///
/// The new folder has the engine, a README of one page and an arena.toml in which it plays the reference
/// engine.
#[derive(Debug, Args)]
#[command(after_help = "Example: arena new my-engine --lang python --game othello\n         \
                        cd my-engine && arena run arena.toml")]
pub(super) struct Arguments {
    /// The folder to make
    dir: PathBuf,
    /// The language of the engine
    #[arg(long, value_enum)]
    lang: Language,
    /// othello, breakthrough or domino
    #[arg(long, value_name = "G", value_parser = crate::cli::game_name::GameName, hide_possible_values = true)]
    game: String,
    /// What the engine is called; by default as the folder
    #[arg(long, value_name = "N")]
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = game(&arguments.game)?;
    let name = name(arguments)?;
    let found = reference(game.name());
    let project = Project {
        name: &name,
        game,
        language: arguments.lang,
        arena: &arena(),
        reference: found.as_deref().ok(),
    };
    write(&arguments.dir, &project.files())?;

    let dir = arguments.dir.display();
    say(format!("{dir}: an engine for {} in {}", project.game_name(), arguments.lang.name()));
    for (file, what) in project.contents() {
        say(format!("  {file:15} {what}"));
    }
    if let Err(Failure::Wrong(why) | Failure::Failed(why) | Failure::Interrupted(why)) = &found {
        warn(format!("{why}\nuntil then arena.toml lets the engine play itself"));
    }
    for program in arguments.lang.needs() {
        if process::find(Path::new(program)).is_err() {
            let install = arguments.lang.install();
            warn(format!("`{program}` is not on this machine, and the engine needs it: {install}"));
        }
    }
    say(format!("\nnow: cd {} && {} run arena.toml", quoted(&dir.to_string()), project.arena));
    Ok(())
}

/// The engine's name, which becomes a text in its source, a name in results, and that of a folder.
fn name(arguments: &Arguments) -> Result<String, Failure> {
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => {
            let dir = std::path::absolute(&arguments.dir).unwrap_or_else(|_| arguments.dir.clone());
            dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        }
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " -_.+".contains(c);
    let fault = if name.chars().all(is_plain) {
        engine_name_fault(&name).or_else(|| tournament_name_fault(&name))
    } else {
        Some("only letters from a to z, digits, blanks and - _ . + fit into every language".to_owned())
    };
    match fault {
        Some(fault) => {
            let shown = name.escape_debug();
            Err(Failure::Wrong(format!("an engine cannot be called `{shown}`: {fault}: give another --name")))
        }
        None => Ok(name),
    }
}

/// How this program is called: by its name where a shell finds it so, else by its path.
fn arena() -> String {
    let own = std::env::current_exe().unwrap_or_default();
    let is_own = |path: PathBuf| path.canonicalize().ok() == own.canonicalize().ok();
    if process::find(Path::new("arena")).is_ok_and(is_own) {
        "arena".to_owned()
    } else {
        quoted(&own.display().to_string())
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Writes the files into `dir`, which must not be there or be empty: first into a folder beside it,
/// so that nothing is ever left half-written.
fn write(dir: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    let failed = |path: &Path, error: &io::Error| Failure::Failed(format!("{}: {error}", path.display()));
    let is_there = match fs::read_dir(dir) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                let message =
                    format!("{} is there already, with something in it: give a new folder", dir.display());
                return Err(Failure::Wrong(message));
            }
            true
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(Failure::Wrong(format!("{} is no folder", dir.display())));
        }
        Err(error) => return Err(failed(dir, &error)),
    };
    // `..` and links are followed, so that the folder beside it is on the same disk.
    let whole = if is_there { dir.canonicalize() } else { std::path::absolute(dir) };
    let whole = whole.map_err(|error| failed(dir, &error))?;
    let parent = whole.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(parent).map_err(|error| failed(parent, &error))?;
    let staging = parent.join(format!(".arena-new-{}", std::process::id()));
    let done = fill(&staging, files).and_then(|()| {
        if is_there {
            fs::read_dir(&staging)?.try_for_each(|entry| {
                let entry = entry?;
                fs::rename(entry.path(), whole.join(entry.file_name()))
            })
        } else {
            fs::rename(&staging, &whole)
        }
    });
    let _ = fs::remove_dir_all(&staging);
    done.map_err(|error| failed(dir, &error))
}

fn fill(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    fs::create_dir(folder)?;
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}
