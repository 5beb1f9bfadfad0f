//! One engine: the keys of an `[[engine]]`, and those that it has from `[time]` and `[each]`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::table::{Table, Value};
use super::time::Time;
use super::words::shown;
use super::{EnginePlaces, EngineSettings, FileError, Place, Restart, names};
use crate::clock::TimeControl;
use crate::protocol::dialect::Dialect;

/// What engines have from `[time]` and `[each]` unless they say otherwise.
#[derive(Clone, Default)]
pub(super) struct Inherited {
    pub(super) time: Time,
    dir: Option<(PathBuf, Place)>,
    env: BTreeMap<String, String>,
    build: Option<(Vec<String>, Place)>,
    options: Vec<(String, String, Place)>,
    dialect: Option<(Dialect, Place)>,
    variant: Option<String>,
    peek: Option<bool>,
    restart: Option<Restart>,
}

impl Inherited {
    /// What `table` says, and where it says nothing, what was said `before`.
    pub(super) fn read(table: &Table<'_>, before: Self) -> Self {
        let build = table.get("build").and_then(|value| Some((value.command()?, value.place())));
        let dir = table
            .get("dir")
            .and_then(|value| Some((table.source.folder().join(value.text()?), value.place())));
        let restarts = [("auto", Restart::Auto), ("always", Restart::Always)];
        let dialects = Dialect::ALL.map(|dialect| (dialect.word(), dialect));
        let dialect = table
            .get("protocol")
            .and_then(|value| Some((value.word(&dialects)?, value.place())))
            .or(before.dialect);
        let mut env = before.env;
        if let Some(value) = table.get("env") {
            env.extend(variables(&value));
        }
        let mut options = before.options;
        if let Some(value) = table.get("options") {
            set_options(&mut options, &value);
        }
        Self {
            time: Time::read(table, before.time),
            dir: dir.or(before.dir),
            env,
            build: build.or(before.build),
            options,
            dialect,
            variant: table.get("variant").and_then(|value| variant(&value)).or(before.variant),
            peek: table.get("peek").and_then(|value| value.boolean()).or(before.peek),
            restart: table.get("restart").and_then(|value| value.word(&restarts)).or(before.restart),
        }
    }
}

/// One engine; `None` if what it cannot do without is missing or wrong. One that has a file to
/// itself is called `own_name` unless it says otherwise.
pub(super) fn engine(
    table: &Table<'_>,
    inherited: &Inherited,
    own_name: Option<&str>,
) -> Option<EngineSettings> {
    let source = table.source;
    let keys = Inherited::read(table, inherited.clone());
    let name = match (table.get("name"), own_name) {
        (Some(value), _) => value.text().and_then(|name| checked_name(name, &value)),
        (None, Some(name)) => match names::engine_fault(name) {
            None => Some((name.to_owned(), source.place(table.span()))),
            Some(fault) => {
                let message = format!("an engine cannot be called {} after its folder: {fault}", shown(name));
                let help = r#"give it another `name = "..."`"#;
                source.fail(FileError::new(source.place(table.span()), message).help(help));
                None
            }
        },
        (None, None) => {
            missing(table, "name", r#"name = "alphabeta""#);
            None
        }
    };
    let Some(value) = table.get("command") else {
        missing(table, "command", r#"command = ["python3", "engine.py"]"#);
        return None;
    };
    let command = value.command()?;
    let (name, name_place) = name?;
    let folder = source.folder();
    let program = if command[0].contains('/') {
        folder.join(&command[0]).components().collect()
    } else {
        PathBuf::from(&command[0])
    };
    let command_place = value.place();
    let (dialect, protocol_place) = keys.dialect.unzip();
    let dialect = dialect.unwrap_or_default();
    let time = keys.time.control();
    if let Some(what) = unspoken(dialect, &time, &keys.options) {
        source.without_effect(value.span(), format!("{name}: {what}"));
    }
    let (build, build_place) = keys.build.unzip();
    let (dir, dir_place) = keys.dir.unzip();
    let (mut options, mut option_places) = (Vec::new(), Vec::new());
    for (name, value, place) in keys.options {
        options.push((name, value));
        option_places.push(place);
    }
    Some(EngineSettings {
        name,
        program,
        dir: dir.unwrap_or_else(|| folder.clone()),
        folder,
        env: keys.env,
        build,
        dialect,
        // Nobody is told of one where there is no word for it: it may stand in [each].
        variant: keys.variant,
        options,
        time,
        startup: keys.time.startup(),
        peek: keys.peek.unwrap_or(false),
        restart: keys.restart.unwrap_or(Restart::Auto),
        unfit: Vec::new(),
        places: EnginePlaces {
            name: name_place,
            build: build_place.unwrap_or_else(|| command_place.clone()),
            dir: dir_place.unwrap_or_else(|| command_place.clone()),
            protocol: protocol_place.unwrap_or_else(|| command_place.clone()),
            command: command_place,
            options: option_places,
        },
        command,
    })
}

/// The name of a game, as an engine has it.
fn variant(value: &Value<'_>) -> Option<String> {
    let name = value.text()?;
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        value.fail_help(
            format!("{} cannot be the name of a variant", shown(name)),
            "it is what the engine itself calls the game",
        );
        return None;
    }
    Some(name.to_owned())
}

/// What an engine will not be told of, because its protocol has no word for it.
fn unspoken(
    dialect: Dialect,
    time: &TimeControl,
    options: &[(String, String, Place)],
) -> Option<&'static str> {
    let has_depth =
        time.depth.is_some() || options.iter().any(|(name, ..)| name.eq_ignore_ascii_case("depth"));
    match dialect {
        Dialect::Gtp if time.depth.is_some() || time.nodes.is_some() => {
            Some("gtp has no word for `depth` and `nodes`, it is told the time only")
        }
        Dialect::NBoard if time.nodes.is_some() => Some("nboard has no word for `nodes`"),
        Dialect::NBoard if !has_depth => {
            Some("nboard has no word for time; a `depth` that it manages in time would be of use")
        }
        _ => None,
    }
}

fn checked_name(name: &str, value: &Value<'_>) -> Option<(String, Place)> {
    if let Some(fault) = names::engine_fault(name) {
        value.fail(format!("an engine cannot be called {}: {fault}", shown(name)));
        return None;
    }
    Some((name.to_owned(), value.place()))
}

fn missing(table: &Table<'_>, key: &str, example: &str) {
    let place = table.source.place(table.span());
    table
        .source
        .fail(FileError::new(place, format!("an engine without `{key}`")).help(format!("such as {example}")));
}

/// The variables of an environment.
fn variables(value: &Value<'_>) -> Vec<(String, String)> {
    let mut variables = Vec::new();
    for pair in value.pairs().unwrap_or_default() {
        if pair.key.is_empty() || pair.key.contains(['=', '\0']) {
            pair.fail_key(
                format!("{} cannot be the name of a variable", shown(pair.key)),
                "a variable has a name, without `=`",
            );
        } else if let Some(text) = pair.scalar() {
            variables.push((pair.key.to_owned(), text));
        }
    }
    variables
}

/// Sets options over those that were set before, whose letter case the protocol does not regard.
fn set_options(options: &mut Vec<(String, String, Place)>, value: &Value<'_>) {
    let before = options.len();
    let mut own: Vec<Value<'_>> = Vec::new();
    for pair in value.pairs().unwrap_or_default() {
        let place = pair.source.place(pair.key_span.clone());
        if pair.key.trim().is_empty() || pair.key.chars().any(char::is_control) {
            pair.fail_key(
                format!("{} cannot be the name of an option", shown(pair.key)),
                "options are named as the engine declares them",
            );
            continue;
        }
        if let Some(same) = own.iter().find(|same| same.key.eq_ignore_ascii_case(pair.key)) {
            let first = pair.source.place(same.key_span.clone());
            pair.fail_key(
                format!("the option {} is set twice", shown(pair.key)),
                format!("the other one is at {first}"),
            );
            continue;
        }
        own.push(pair.clone());
        let Some(text) = pair.scalar() else { continue };
        let set = (pair.key.to_owned(), text, place);
        match options[..before].iter_mut().find(|(name, ..)| name.eq_ignore_ascii_case(pair.key)) {
            Some(option) => *option = set,
            None => options.push(set),
        }
    }
}
