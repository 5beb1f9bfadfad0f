//! The engines of a match: commands, or short names of the reference engines.

use std::env;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, words};
use crate::games::domino::strategy::Strategy;

/// An engine as it was asked for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// What it is called.
    pub(super) name: String,
    /// Its program and arguments.
    pub(super) command: Vec<String>,
    /// Options to set, name and value.
    pub(super) options: Vec<(String, String)>,
    /// Whether it is shown the others' hands.
    pub(super) peek: bool,
}

/// The reference engines by their programs.
const PROGRAMS: [&str; 3] = ["othello", "breakthrough", "domino"];

/// The interpreters whose first argument says more than they do.
const INTERPRETERS: [&str; 6] = ["python", "python3", "node", "java", "sh", "bash"];

/// Reads the commands after `-e` and the options after `-o`.
pub(super) fn read(commands: &[String], options: &[String]) -> Result<Vec<Asked>, Failure> {
    let mut engines: Vec<Asked> = Vec::new();
    for text in commands {
        let mut engine = one(text)?;
        let count = engines.iter().filter(|other| is_called(&other.name, &engine.name)).count();
        if count > 0 {
            engine.name += &format!("-{}", count + 1);
        }
        engines.push(engine);
    }
    for text in options {
        let wrong = || {
            Failure::Wrong(format!(
                "-o {}: expected N:Name=Value, such as 1:Depth=6, with N from 1 to {}",
                text.escape_debug(),
                engines.len()
            ))
        };
        let (number, option) = text.split_once(':').ok_or_else(wrong)?;
        let (name, value) = option.split_once('=').ok_or_else(wrong)?;
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let index = index.filter(|&index| index < engines.len() && !name.is_empty()).ok_or_else(wrong)?;
        let options = &mut engines[index].options;
        options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        options.push((name.to_owned(), value.to_owned()));
    }
    Ok(engines)
}

/// Whether `name` is `wanted`, with or without a number behind it.
fn is_called(name: &str, wanted: &str) -> bool {
    let rest = name.strip_prefix(wanted);
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.strip_prefix('-').is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

fn one(text: &str) -> Result<Asked, Failure> {
    let command =
        words::split(text).map_err(|why| Failure::Wrong(format!("-e {}: {why}", text.escape_debug())))?;
    let Some(program) = command.first().filter(|program| !program.is_empty()) else {
        return Err(Failure::Wrong("-e: expected a command or the name of a reference engine".to_owned()));
    };
    let asked = |name: &str| Asked {
        name: name.to_owned(),
        command: command.clone(),
        options: Vec::new(),
        peek: false,
    };
    if let [name] = &command[..] {
        if let Some(strategy) = Strategy::named(name) {
            return Ok(Asked {
                command: vec![reference("domino")?],
                options: vec![("Strategy".to_owned(), strategy.name().to_owned())],
                peek: strategy.peeks(),
                ..asked(strategy.name())
            });
        }
        if PROGRAMS.contains(&name.as_str()) {
            return Ok(Asked { command: vec![reference(name)?], ..asked(name) });
        }
    }
    let base = |word: &str| {
        Path::new(word)
            .file_name()
            .map_or_else(|| word.to_owned(), |name| name.to_string_lossy().into_owned())
    };
    let script = command.iter().skip(1).find(|word| !word.starts_with('-'));
    let name = match script {
        Some(script) if INTERPRETERS.contains(&base(program).as_str()) => base(script),
        _ => base(program),
    };
    Ok(asked(&name))
}

/// The program of a reference engine: beside this one, or where a build in this folder puts it.
pub(in crate::cli) fn reference(name: &str) -> Result<String, Failure> {
    let beside = env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join(name)));
    let built = PathBuf::from("target/release").join(name);
    let places: Vec<PathBuf> = beside.into_iter().chain([built]).collect();
    if let Some(program) = places.iter().find(|place| place.is_file()) {
        // A path, lest it be looked for along PATH.
        return Ok(env::current_dir().unwrap_or_default().join(program).display().to_string());
    }
    let looked: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    Err(Failure::Wrong(format!(
        "the reference engine `{name}` is not built: cargo build --release -p {name}\n(looked for {})",
        looked.join(" and ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(commands: &[&str]) -> Vec<String> {
        let commands: Vec<String> = commands.iter().map(|&command| command.to_owned()).collect();
        read(&commands, &[]).unwrap().into_iter().map(|engine| engine.name).collect()
    }

    #[test]
    fn engines_are_called_after_their_programs() {
        assert_eq!(
            names(&["./a/mine --fast", "python3 -B b/other.py", "mine"]),
            ["mine", "other.py", "mine-2"]
        );
        assert_eq!(names(&["x", "x", "x"]), ["x", "x-2", "x-3"]);
    }

    #[test]
    fn options_go_to_the_engine_of_their_number() {
        let commands = ["a".to_owned(), "b".to_owned()];
        let engines = read(&commands, &["2:Use Book=a=b".to_owned(), "2:use book=c".to_owned()]).unwrap();
        assert!(engines[0].options.is_empty());
        assert_eq!(engines[1].options, [("use book".to_owned(), "c".to_owned())]);
        for wrong in ["Depth=3", "0:Depth=3", "3:Depth=3", "1:Depth", "1:=3", "x:Depth=3"] {
            assert!(read(&commands, &[wrong.to_owned()]).is_err(), "{wrong}");
        }
        for wrong in ["", "  ", "'a"] {
            assert!(read(&[wrong.to_owned()], &[]).is_err(), "{wrong:?}");
        }
    }
}
