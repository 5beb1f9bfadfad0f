//! The engines of a match: commands, or short names of the reference engines.

use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::{Failure, words};
use crate::games::domino::strategy::Strategy;
use crate::protocol::dialect::Dialect;
use crate::settings::{engine_name_fault, folded_name};

/// An engine as it was asked for.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Asked {
    /// What it is called.
    pub(in crate::cli) name: String,
    /// Its program and arguments.
    pub(in crate::cli) command: Vec<String>,
    /// Options to set, name and value.
    pub(in crate::cli) options: Vec<(String, String)>,
    /// Whether it is shown the others' hands.
    pub(in crate::cli) peek: bool,
    /// The protocol that it speaks, if it was told.
    pub(in crate::cli) protocol: Option<String>,
    /// What it calls the game, if that was told.
    pub(in crate::cli) variant: Option<String>,
}

/// The reference engines by their programs.
const PROGRAMS: [&str; 3] = ["othello", "breakthrough", "domino"];

/// The interpreters whose first argument says more than they do.
const INTERPRETERS: [&str; 6] = ["python", "python3", "node", "java", "sh", "bash"];

/// What is said of single engines, each by its number.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct Told {
    /// An option of engine number N
    #[arg(short, long = "option", value_name = "N:Name=Value")]
    option: Vec<String>,
    /// Engine number N speaks uci, gtp or nboard
    #[arg(long, value_name = "N:gtp")]
    protocol: Vec<String>,
    /// What engine number N calls the game, if not by its name
    #[arg(long, value_name = "N:NAME")]
    variant: Vec<String>,
}

/// Reads the commands after `-e` and what is said of each.
pub(in crate::cli) fn read(commands: &[String], told: &Told) -> Result<Vec<Asked>, Failure> {
    let mut engines = commands.iter().map(|text| one(text)).collect::<Result<Vec<_>, _>>()?;
    let count = engines.len();
    let wrong = |what: &str, text: &str, form: &str| {
        let text = text.escape_debug();
        Failure::Wrong(format!("{what} {text}: expected {form}, with N from 1 to {count}"))
    };
    for text in &told.protocol {
        let form = "N:ugi, N:uci, N:gtp or N:nboard, such as 1:gtp";
        let (index, name) = numbered(text, count).ok_or_else(|| wrong("--protocol", text, form))?;
        Dialect::named(name).ok_or_else(|| wrong("--protocol", text, form))?;
        engines[index].protocol = Some(name.to_owned());
    }
    for text in &told.variant {
        let (index, name) = numbered(text, count)
            .ok_or_else(|| wrong("--variant", text, "N:name, such as 1:breakthrough"))?;
        engines[index].variant = Some(name.to_owned());
    }
    let mut set_by: Vec<(usize, &str, &str)> = Vec::new();
    for text in &told.option {
        let wrong = || wrong("-o", text, "N:Name=Value, such as 1:Depth=6");
        let (index, option) = numbered(text, count).ok_or_else(wrong)?;
        let (name, value) = option.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
        let same = set_by.iter().find(|(at, other, _)| *at == index && other.eq_ignore_ascii_case(name));
        if let Some((_, _, before)) = same {
            let (before, text) = (before.escape_debug(), text.escape_debug());
            return Err(Failure::Wrong(format!(
                "-o {before} and -o {text} set one option of one engine: give it once"
            )));
        }
        set_by.push((index, name, text));
        let options = &mut engines[index].options;
        options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        options.push((name.to_owned(), value.to_owned()));
    }
    tell_apart(&mut engines);
    Ok(engines)
}

/// What is set of an engine by words of its command and by options, name and value.
fn set(engine: &Asked) -> Vec<(&str, &str)> {
    let words = engine.command.iter().skip(1).filter(|word| !word.starts_with('-'));
    let words = words.filter_map(|word| word.split_once('='));
    words.chain(engine.options.iter().map(|(name, value)| (name.as_str(), value.as_str()))).collect()
}

/// Calls engines that would have the same name by the options that set them apart, such as `othello Level=5`, and
/// numbers those that are still called the same.
fn tell_apart(engines: &mut [Asked]) {
    let names: Vec<String> = engines.iter().map(|engine| name_among(engine, engines)).collect();
    // A number makes no name that another engine has by itself, be it before this one or behind it.
    let mut taken: HashSet<String> = names.iter().map(|name| folded_name(name)).collect();
    let mut seen = HashSet::new();
    for (engine, name) in engines.iter_mut().zip(names) {
        engine.name = if seen.insert(folded_name(&name)) {
            name
        } else {
            (2..)
                .map(|number| with_number(&name, number))
                .find(|name| taken.insert(folded_name(name)))
                .unwrap_or(name)
        };
    }
}

/// A name with a number behind it, cut before that if it would be too long for a name.
fn with_number(name: &str, number: u64) -> String {
    let (mut name, number) = (name.to_owned(), format!("-{number}"));
    loop {
        let numbered = format!("{name}{number}");
        // What else is wrong with the name is told by whoever reads it.
        if engine_name_fault(&numbered).is_none()
            || engine_name_fault(&name).is_some()
            || name.pop().is_none()
        {
            return numbered;
        }
    }
}

/// The name of an engine with the options that not all of the same name have, if together they can be a name.
fn name_among(engine: &Asked, engines: &[Asked]) -> String {
    let is_set = |other: &Asked, (name, value): &(&str, &str)| {
        set(other).iter().any(|(its, to)| its.eq_ignore_ascii_case(name) && to == value)
    };
    let others: Vec<&Asked> =
        engines.iter().filter(|other| folded_name(&other.name) == folded_name(&engine.name)).collect();
    let own = set(engine).into_iter().filter(|option| !others.iter().all(|other| is_set(other, option)));
    let own: Vec<String> = own.map(|(name, value)| format!(" {name}={value}")).collect();
    let name = format!("{}{}", engine.name, own.concat());
    if engine_name_fault(&name).is_none() { name } else { engine.name.clone() }
}

/// The index and the rest of `N:rest`, where N is the number of one of `count` engines.
fn numbered(text: &str, count: usize) -> Option<(usize, &str)> {
    let (number, rest) = text.split_once(':')?;
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    (index < count && !rest.is_empty()).then_some((index, rest))
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
        protocol: None,
        variant: None,
    };
    // With the words behind it, as any other command.
    let of_reference = |name: &str| {
        let words = command.iter().skip(1).cloned();
        reference(name).map(|program| [program].into_iter().chain(words).collect::<Vec<_>>())
    };
    let name = program.as_str();
    if let Some(strategy) = Strategy::named(name) {
        return Ok(Asked {
            command: of_reference("domino")?,
            options: vec![("Strategy".to_owned(), strategy.name().to_owned())],
            peek: strategy.peeks(),
            ..asked(strategy.name())
        });
    }
    if PROGRAMS.contains(&name) {
        return Ok(Asked { command: of_reference(name)?, ..asked(name) });
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
        read(&commands, &Told::default()).unwrap().into_iter().map(|engine| engine.name).collect()
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
    fn a_number_makes_no_name_that_another_engine_has() {
        let long = "x".repeat(64);
        let numbered = format!("{}-2", "x".repeat(62));
        for (commands, called) in [
            (&["./a-2", "./a"][..], &["a-2", "a"][..]),
            (&["./a", "./a", "./a-2"], &["a", "a-3", "a-2"]),
            (&["./a-2", "./a", "./a"], &["a-2", "a", "a-3"]),
            (&["a", "a-2", "A", "A-2"], &["a", "a-2", "A-3", "A-2-2"]),
            (&["a", "a", "a-3", "a", "a"], &["a", "a-2", "a-3", "a-4", "a-5"]),
            (&[&long, &long], &[&long, &numbered]),
            (&[&long, &long, &numbered], &[&long, &format!("{}-3", "x".repeat(62)), &numbered]),
        ] {
            let names = names(commands);
            assert_eq!(names, called, "{commands:?}");
            assert!(names.iter().all(|name| engine_name_fault(name).is_none()), "{names:?}");
        }
    }

    #[test]
    fn engines_of_one_program_are_called_by_what_sets_them_apart() {
        let long = format!("2:Book={}", "x".repeat(64));
        for (commands, options, called) in [
            (&["a", "a"][..], &["1:Level=5", "2:Level=9"][..], &["a Level=5", "a Level=9"][..]),
            (&["a", "b/A"], &["1:Level=5", "2:level=9"], &["a Level=5", "A level=9"]),
            (&["a", "a"], &["2:Level=9"], &["a", "a Level=9"]),
            (&["a", "a"], &["1:Hash=64", "2:Hash=64"], &["a", "a-2"]),
            (&["a Level=5", "a Level=9"], &[], &["a Level=5", "a Level=9"]),
            (&["a Level=5 --fast", "a"], &["2:Level=9"], &["a Level=5", "a Level=9"]),
            (&["a --level=5", "a --level=9"], &[], &["a", "a-2"]),
            (&["a", "a"], &["1:Hash=64", "2:hash=64", "2:Level=3"], &["a", "a Level=3"]),
            (&["a", "a"], &["1:Level=5", "2:Seed=1"], &["a Level=5", "a Seed=1"]),
            (&["a", "a", "a"], &["1:Level=5", "2:Level=5"], &["a Level=5", "a Level=5-2", "a"]),
            (&["a", "b"], &["1:Level=5", "2:Level=9"], &["a", "b"]),
            (&["a", "a"], &[&long], &["a", "a-2"]),
            (&["a", "a"], &["2:Book=\n"], &["a", "a-2"]),
        ] {
            let commands: Vec<String> = commands.iter().map(|&command| command.to_owned()).collect();
            let option = options.iter().map(|&option| option.to_owned()).collect();
            let engines = read(&commands, &Told { option, ..Told::default() }).unwrap();
            let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
            assert_eq!(names, called, "{options:?}");
        }
    }

    #[test]
    fn options_go_to_the_engine_of_their_number() {
        let commands = ["a".to_owned(), "b".to_owned()];
        let options = ["2:Use Book=a=b".to_owned()];
        let engines = read(&commands, &Told { option: options.to_vec(), ..Told::default() }).unwrap();
        assert!(engines[0].options.is_empty());
        assert_eq!(engines[1].options, [("Use Book".to_owned(), "a=b".to_owned())]);
        for wrong in ["Depth=3", "0:Depth=3", "3:Depth=3", "1:Depth", "1:=3", "x:Depth=3"] {
            let told = Told { option: vec![wrong.to_owned()], ..Told::default() };
            assert!(read(&commands, &told).is_err(), "{wrong}");
        }
        for wrong in ["", "  ", "'a"] {
            assert!(read(&[wrong.to_owned()], &Told::default()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_option_of_an_engine_that_is_given_twice_is_refused_and_both_are_named() {
        let commands = ["a".to_owned(), "b".to_owned()];
        let read = |options: [&str; 2]| {
            let option = options.map(str::to_owned).to_vec();
            read(&commands, &Told { option, ..Told::default() })
        };
        for options in [["1:Level=5", "1:Level=6"], ["2:Use Book=a=b", "2:use book=c"], ["1:Level=5"; 2]] {
            let Err(Failure::Wrong(why)) = read(options) else { panic!("{options:?} is taken") };
            let both = options.map(|option| format!("-o {option}")).join(" and ");
            assert!(why.starts_with(&both), "{why}");
        }
        for options in [["1:Level=5", "2:Level=6"], ["1:Level=5", "1:Levels=6"]] {
            assert!(read(options).is_ok(), "{options:?}");
        }
    }

    #[test]
    fn protocols_and_variants_go_to_the_engine_of_their_number() {
        let commands = ["a".to_owned(), "b".to_owned()];
        let (protocols, variants) = (["2:gtp".to_owned()], ["1:race".to_owned()]);
        let told = Told { protocol: protocols.to_vec(), variant: variants.to_vec(), ..Told::default() };
        let engines = read(&commands, &told).unwrap();
        assert_eq!(engines[0].variant.as_deref(), Some("race"));
        assert_eq!(engines[1].protocol.as_deref(), Some("gtp"));
        for wrong in ["gtp", "3:gtp", "1:", "1:usi", "1:GTP"] {
            let told = Told { protocol: vec![wrong.to_owned()], ..Told::default() };
            assert!(read(&commands, &told).is_err(), "{wrong}");
        }
        let told = Told { variant: vec!["breakthrough".to_owned()], ..Told::default() };
        assert!(read(&commands, &told).is_err());
    }
}
