//! `arena check`: whether an engine, or all engines of a tournament file, are fit to play.

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::board::game;
use super::hidden::hidden;
use super::prepare::{Housing, untried};
use super::{Failure, say, warn, words};
use crate::engine::Setup;
use crate::fitness::{self, Finding, Report, Request};
use crate::games::Game;
use crate::protocol::dialect::Dialect;
use crate::report::{Style, Waiting, fitness as shown, text};
use crate::settings::{self, Settings};

/// Tells whether an engine is fit to play: rule by rule of the protocol, what was sent, what came, the
/// verdict and the cure.
///
/// The engine runs as in a tournament, in the sandbox, and plays whole games by itself. A rule with a
/// warning costs no game. Of a tournament file all engines are built and checked for its game.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: arena check 'python3 my_engine.py' --game othello\n         arena check 'gtp-rhino -b 0' --protocol gtp\n         arena check arena.toml\n\n\
                  Exit codes: 0 fit, 1 a rule is broken, 2 the command line or the file is wrong."
)]
pub(super) struct Arguments {
    /// The engine's command, words as a shell splits them, or a tournament file (*.toml)
    #[arg(value_name = "CMD|FILE.toml")]
    what: String,
    /// Only this game: othello, breakthrough or domino; by default those that the engine declares
    #[arg(long, value_name = "G", value_parser = super::game_name::GameName, hide_possible_values = true)]
    game: Option<String>,
    /// What the engine speaks: ugi, uci, gtp or nboard; a tournament file says it of each
    #[arg(long, value_name = "P", default_value = "ugi")]
    protocol: String,
    /// What the engine calls the game, if not by its name
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Do not run the build commands of a tournament file
    #[arg(long)]
    no_build: bool,
}

/// The version of the JSON.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Engine<'a> {
    v: u32,
    engine: &'a str,
    command: &'a [String],
    fit: bool,
    games: Vec<&'static str>,
    rules: &'a [Finding],
}

#[derive(Serialize)]
struct Engines<'a> {
    v: u32,
    file: String,
    fit: bool,
    engines: Vec<Engine<'a>>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.game.as_deref().map(game).transpose()?;
    let is_file = Path::new(&arguments.what).extension().is_some_and(|extension| extension == "toml");
    if is_file { tournament(arguments, game) } else { command(arguments, game) }
}

/// Checks the engine of a command.
fn command(arguments: &Arguments, game: Option<Game>) -> Result<(), Failure> {
    let words = words::split(&arguments.what)
        .map_err(|why| Failure::Wrong(format!("{}: {why}", arguments.what.escape_debug())))?;
    let Some(program) = words.first().filter(|program| !program.is_empty()) else {
        return Err(Failure::Wrong("there is no command to check".to_owned()));
    };
    let dialect = Dialect::named(&arguments.protocol).ok_or_else(|| {
        let protocol = arguments.protocol.escape_debug();
        Failure::Wrong(format!("--protocol {protocol}: expected ugi, uci, gtp or nboard"))
    })?;
    // Those that cannot be asked which games they play are taken to play theirs.
    let game = game.or_else(|| match dialect {
        Dialect::Ugi => None,
        Dialect::Uci => Game::named("breakthrough"),
        Dialect::Gtp | Dialect::NBoard => Game::named("othello"),
    });
    let settings = alone(&words)?;
    // Told here, for no file can be pointed at.
    crate::process::find(&settings.engines[0].program).map_err(|missing| {
        let near = Path::new(program).is_file() && !program.contains('/');
        let hint =
            if near { format!(": a program in this folder is written ./{program}") } else { String::new() };
        Failure::Wrong(format!("{missing}{hint}"))
    })?;
    let housing = Housing::new(&settings, Vec::new())?;
    let setup = untried(&settings, true, &housing)?.into_iter().flatten().next();
    let Some(setup) = setup else { return Err(Failure::Wrong("there is nothing to check".to_owned())) };
    let request = Request {
        setup: Setup { dialect, variant: arguments.variant.clone(), ..setup },
        games: game.into_iter().collect(),
        one_board: false,
        peek: false,
        margin: settings.engines[0].time.margin,
    };
    let report = examined(&arguments.what, &request);
    if arguments.json {
        return print(&engine(&report.name, &words, &report))
            .and_then(|()| judged(&[(arguments.what.clone(), report)], &[]));
    }
    let is_terminal = io::stdout().is_terminal();
    let (style, room) = (Style::for_terminal(is_terminal), shown::room(is_terminal));
    let name = if report.name.is_empty() { "an engine without a name" } else { &report.name };
    // The name that it gives itself does not begin a line, which could be taken for the arena's.
    say(format!("{}: {}", text::escaped(&arguments.what), text::escaped(name)));
    say(shown::rules(&report, room, style));
    let cures = shown::cures(&report, room, style);
    if !cures.is_empty() {
        say(cures);
    }
    say(shown::verdict(&report, style));
    judged(&[(arguments.what.clone(), report)], &[])
}

/// The settings of a tournament of one engine in this folder.
fn alone(words: &[String]) -> Result<Settings, Failure> {
    let folder = env::current_dir().map_err(Failure::failed)?;
    // What JSON writes as a string or a list of strings, TOML reads as the same.
    let command = serde_json::to_string(words).map_err(Failure::failed)?;
    let source = format!(
        "[tournament]\nname = 'check'\ngame = 'othello'\nself_play = true\n\
         [[engine]]\nname = 'engine'\ncommand = {command}\n"
    );
    settings::parse(&folder.join("check.toml"), &source).map_err(Failure::wrong)
}

/// Checks the engines of a tournament file, for its game.
fn tournament(arguments: &Arguments, game: Option<Game>) -> Result<(), Failure> {
    let file = PathBuf::from(&arguments.what);
    let settings = settings::read(&file).map_err(Failure::wrong)?;
    for (place, text) in &settings.without_effect {
        warn(format!("{place}: {text}"));
    }
    let housing = Housing::new(&settings, hidden(&settings, None))?;
    let setups = untried(&settings, arguments.no_build, &housing)?;
    let any_board = settings.any_board();
    let mut reports = Vec::new();
    let mut unready = Vec::new();
    for (settings_of, setup) in settings.engines.iter().zip(setups) {
        let Some(setup) = setup else {
            unready.push(settings_of.name.clone());
            continue;
        };
        let request = Request {
            setup,
            games: vec![game.filter(|game| game.name() != settings.game.name()).unwrap_or(settings.game)],
            one_board: !any_board && game.is_none_or(|game| game.name() == settings.game.name()),
            peek: settings_of.peek,
            margin: settings_of.time.margin,
        };
        reports.push((settings_of.name.clone(), examined(&settings_of.name, &request)));
    }
    if arguments.json {
        let engines = settings.engines.iter().map(|settings| {
            match reports.iter().find(|(name, _)| *name == settings.name) {
                Some((name, report)) => engine(name, &settings.command, report),
                // What is wrong has been told; no rule could be looked at.
                None => Engine {
                    v: VERSION,
                    engine: &settings.name,
                    command: &settings.command,
                    fit: false,
                    games: Vec::new(),
                    rules: &[],
                },
            }
        });
        let engines = engines.collect();
        let fit = unready.is_empty() && reports.iter().all(|(_, report)| report.is_fit());
        let file = file.display().to_string();
        return print(&Engines { v: VERSION, file, fit, engines }).and_then(|()| judged(&reports, &unready));
    }
    let is_terminal = io::stdout().is_terminal();
    let (style, room) = (Style::for_terminal(is_terminal), shown::room(is_terminal));
    // Engines of other protocols have other rules.
    for group in reports.chunk_by(|(_, one), (_, other)| one.has_rules_of(other)) {
        say(shown::engines(group, room, style));
    }
    for (name, report) in &reports {
        let cures = shown::cures(report, room, style);
        if !cures.is_empty() {
            say(format!("{}\n{cures}", style.head(&text::escaped(name))));
        }
    }
    for (name, report) in &reports {
        say(format!("{}: {}", text::escaped(name), shown::verdict(report, style)));
    }
    for name in &unready {
        say(format!("{}: cannot be started, see above", text::escaped(name)));
    }
    judged(&reports, &unready)
}

fn examined(name: &str, request: &Request) -> Report {
    let waiting = Waiting::new(&format!("checking {}", text::escaped(name)));
    let report = fitness::check(request);
    waiting.done();
    report
}

fn engine<'a>(name: &'a str, command: &'a [String], report: &'a Report) -> Engine<'a> {
    Engine {
        v: VERSION,
        engine: name,
        command,
        fit: report.is_fit(),
        games: report.games.iter().map(|game| game.name()).collect(),
        rules: &report.findings,
    }
}

fn print(object: &impl Serialize) -> Result<(), Failure> {
    say(serde_json::to_string_pretty(object).map_err(Failure::failed)?);
    Ok(())
}

/// An engine that is not fit makes exit code 1, as does one that cannot be started.
fn judged(reports: &[(String, Report)], unready: &[String]) -> Result<(), Failure> {
    let unfit = reports.iter().filter(|(_, report)| !report.is_fit());
    let unfit: Vec<_> = unfit.map(|(name, _)| name).chain(unready).map(|name| text::escaped(name)).collect();
    if unfit.is_empty() {
        Ok(())
    } else {
        Err(Failure::Failed(format!("not fit to play: {}", unfit.join(", "))))
    }
}
