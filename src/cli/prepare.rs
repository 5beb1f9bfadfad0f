//! From the settings of a tournament to engines that are known to play in it: builds them, finds
//! their programs, starts each once.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::amounts::count;
use super::{Failure, note, warn};
use crate::engine::{Evidence, Objection, Setup};
use crate::games::Line;
use crate::openings::OpeningKind;
use crate::process::launcher::{Confinement, Features};
use crate::process::{self, Confined, Launch, Scratch};
use crate::protocol::dialect::Dialect;
use crate::record::Reason;
use crate::report::Waiting;
use crate::report::text::escaped;
use crate::settings::{EngineSettings, FileError, Level, Place, Sandbox, Settings};
use crate::tournament::{Contestant, probe};

/// The variables that an engine gets from the arena's environment.
const PASSED_ON: [&str; 5] = ["PATH", "LANG", "TZ", "HOME", "TMPDIR"];

/// How much of what an engine says of its options is passed on; who says more says it in vain.
const MOST_NOTICES: usize = 8;

/// Where engines are kept while they run.
pub(super) struct Housing {
    /// The arena's own program.
    arena: PathBuf,
    features: Features,
    /// The folder over which each engine's private one is laid; gone when this is.
    private: Scratch,
    hidden: Vec<PathBuf>,
    abandoned: Arc<AtomicBool>,
}

impl Housing {
    /// Finds out what can be done here; `hidden` are files and folders that engines must not see.
    ///
    /// # Errors
    /// What cannot be done although the file says that it must.
    pub(super) fn new(settings: &Settings, hidden: Vec<PathBuf>) -> Result<Self, Failure> {
        let arena = process::this_program().map_err(Failure::failed)?;
        let features = Features::probe(&arena);
        let missing = features.missing(settings.sandbox.level);
        if settings.sandbox.required && !missing.is_empty() {
            return Err(Failure::Wrong(format!(
                "{}: the sandbox is required, but this system has no {}",
                settings.file.display(),
                missing.join("; no ")
            )));
        }
        for missing in missing {
            warn(format!("this system has no {missing}"));
        }
        let private = Scratch::new("engines")
            .map_err(|error| Failure::Failed(format!("the engines' private folder: {error}")))?;
        let hidden = hidden.iter().filter_map(|path| std::path::absolute(path).ok()).collect();
        Ok(Self { arena, features, private, hidden, abandoned: Arc::default() })
    }

    /// Once this is set nobody waits for the engines any more.
    pub(super) fn abandoned(&self) -> &AtomicBool {
        &self.abandoned
    }

    /// What is in force, in a few words.
    pub(super) fn in_force(&self, level: Level) -> String {
        format!("{} ({})", level.word(), self.features.in_force(level))
    }

    fn confined(&self, sandbox: &Sandbox) -> Confined {
        let confinement = Confinement {
            level: sandbox.level,
            features: self.features,
            private: self.private.path().to_owned(),
            disk: sandbox.disk,
            writable: sandbox.writable.clone(),
            readable: sandbox.readable.clone(),
            hidden: self.hidden.clone(),
            memory: sandbox.memory,
            processes: sandbox.processes,
            files: sandbox.files,
        };
        Confined { arena: self.arena.clone(), confinement }
    }
}

/// Builds (unless `no_build`), finds and starts all engines, up to `at_once` at a time.
///
/// # Errors
/// Everything that is wrong with them, at its place in the file. With `keep_going`, such an engine
/// forfeits instead; but in a sequential test nobody does.
pub(super) fn prepare(
    settings: &Settings,
    no_build: bool,
    at_once: usize,
    housing: &Housing,
) -> Result<Vec<Contestant>, Failure> {
    let (setups, mut problems) = find(settings, no_build, housing);
    if !settings.keep_going {
        refuse(&problems)?;
    }
    let waiting = Waiting::new(&format!("starting {}", count(setups.len() as u64, "engine")));
    let sound: Vec<usize> = (0..setups.len()).filter(|&index| problems[index].is_empty()).collect();
    let probed = probe(&sound.iter().map(|&index| setups[index].clone()).collect::<Vec<_>>(), at_once);
    waiting.done();
    let mut absent: Vec<_> = setups.iter().map(|_| None).collect();
    for (index, result) in sound.into_iter().zip(probed) {
        let engine = &settings.engines[index];
        match result {
            Ok(probed) => {
                for notice in probed.identity.notices(&engine.options).take(MOST_NOTICES) {
                    note(format!("{} says of its options: {}", engine.name, escaped(notice)));
                }
                if let Some((rows, columns)) = probed.identity.board.filter(|_| settings.any_board()) {
                    let place = engine.places.command.clone();
                    let message = format!("{} does not play on every board of the file", engine.name);
                    let help = format!(
                        "it has {rows} rows and {columns} columns only: [board] rows = {rows}, columns = {columns}"
                    );
                    problems[index].push(FileError::new(place, message).help(help));
                    continue;
                }
                problems[index].extend(
                    probed
                        .objections
                        .into_iter()
                        .map(|objection| objected(engine, settings, objection, &probed.identity.options)),
                );
            }
            Err(failure) if failure.unstarted => {
                let place = engine.places.command.clone();
                let error = FileError::new(place, format!("{} {}", engine.name, failure.detail));
                problems[index].push(match unstarted(&failure.detail) {
                    Some(help) => error.help(help),
                    None => error,
                });
            }
            Err(failure) => {
                let said = failure.evidence.stderr.lines().rev().find(|line| !line.trim().is_empty());
                let said = said.map_or(String::new(), |line| format!(" (standard error: {})", escaped(line)));
                warn(format!("{} does not get ready: {}{said}", engine.name, failure.detail));
                // What is known now needs no second attempt at every game.
                absent[index] = Some(Box::new(crate::engine::Failure { excuse: None, ..*failure }));
            }
        }
    }
    if !settings.keep_going {
        refuse(&problems)?;
    }
    let contestants = settings.engines.iter().zip(setups).zip(absent).zip(&problems);
    let contestants = contestants.map(|(((engine, setup), absent), problems)| {
        let unfit = problems.first().map(|problem| {
            warn(format!("{} forfeits all its games: {problem}", engine.name));
            // The rest has been told, once, and stands in the logs.
            let (detail, rest) = problem.message.split_once('\n').unwrap_or((&problem.message, ""));
            Box::new(crate::engine::Failure {
                reason: Reason::Stall,
                detail: detail.trim_end_matches(':').to_owned(),
                excuse: None,
                unstarted: false,
                evidence: Evidence { stderr: end_of(rest), ..Evidence::default() },
            })
        });
        Contestant {
            name: engine.name.clone(),
            setup,
            time: engine.time,
            peek: engine.peek,
            restart: engine.restart,
            absent: unfit.or(absent),
        }
    });
    let contestants: Vec<Contestant> = contestants.collect();
    let absent =
        contestants.iter().find_map(|contestant| contestant.absent.as_ref().map(|why| (contestant, why)));
    // Games that nobody plays would decide it, and say nothing of strength.
    if let Some((Contestant { name, .. }, why)) = absent.filter(|_| settings.sprt.is_some()) {
        let why = &why.detail;
        return Err(Failure::Failed(format!(
            "{name} never got ready: {why}; a sequential test needs two engines that play"
        )));
    }
    Ok(contestants)
}

/// Builds (unless `no_build`) all engines and finds their programs: how each is started, and what is
/// in the way of it.
fn find(settings: &Settings, no_build: bool, housing: &Housing) -> (Vec<Setup>, Vec<Vec<FileError>>) {
    let mut problems: Vec<Vec<FileError>> =
        settings.engines.iter().map(|engine| engine.unfit.clone()).collect();
    if !no_build {
        build(settings, &mut problems);
    }
    let mut setups = Vec::new();
    for (engine, problems) in settings.engines.iter().zip(&mut problems) {
        let program = process::find(&engine.program).unwrap_or_else(|missing| {
            if problems.is_empty() {
                problems.push(missing_program(engine, &missing));
            }
            engine.program.clone()
        });
        problems.extend(unspoken(settings, engine));
        if !engine.dir.is_dir() {
            let place = engine.places.dir.clone();
            problems.push(FileError::new(place, format!("there is no folder {}", engine.dir.display())));
        }
        setups.push(setup(settings, engine, program, housing));
    }
    (setups, problems)
}

/// Why the games of the file cannot be played in an engine's protocol, if they cannot.
fn unspoken(settings: &Settings, engine: &EngineSettings) -> Option<FileError> {
    let dialect = engine.dialect;
    let wrong = |why: &str| {
        let place = engine.places.protocol.clone();
        let message = format!("{} cannot play this in the protocol `{}`", engine.name, dialect.word());
        FileError::new(place, message).help(why)
    };
    if let Err(why) = dialect.check_game(settings.game) {
        return Some(wrong(why));
    }
    let OpeningKind::File { lines, .. } = &settings.openings.kind else { return None };
    lines.iter().find_map(|text| {
        let line = Line::parse(settings.game, text).ok()?;
        let why = dialect.check_game(line.game()).and_then(|()| dialect.check_opening(&line)).err()?;
        Some(wrong(&format!("{why}; among the openings is `{text}`")))
    })
}

/// How each engine is started, built and found, but not tried; with `keep_going` nothing of one with which
/// something is wrong, which is told.
///
/// # Errors
/// Everything that is in the way, at its place in the file.
pub(super) fn untried(
    settings: &Settings,
    no_build: bool,
    housing: &Housing,
) -> Result<Vec<Option<Setup>>, Failure> {
    let (setups, problems) = find(settings, no_build, housing);
    if !settings.keep_going {
        refuse(&problems)?;
    }
    problems.iter().flatten().for_each(warn_of);
    Ok(setups
        .into_iter()
        .zip(problems)
        .map(|(setup, problems)| problems.is_empty().then_some(setup))
        .collect())
}

fn warn_of(problem: &FileError) {
    warn(problem.to_string());
}

/// Runs each build command once, however many engines name it.
fn build(settings: &Settings, problems: &mut [Vec<FileError>]) {
    let mut done: Vec<(&[String], &Path, bool)> = Vec::new();
    for (engine, problems) in settings.engines.iter().zip(problems) {
        let Some(command) = engine.build.as_ref().filter(|_| problems.is_empty()) else { continue };
        let folder = engine.folder.as_path();
        if let Some((.., succeeded)) = done.iter().find(|(other, dir, _)| *other == command && *dir == folder)
        {
            if !succeeded {
                let message = format!("the build of {} failed, see above", engine.name);
                problems.push(FileError::new(engine.places.build.clone(), message));
            }
            continue;
        }
        let waiting = Waiting::new(&format!("building {}: {}", engine.name, command.join(" ")));
        let built = process::build(command, folder);
        waiting.done();
        done.push((command, folder, built.is_ok()));
        if let Err(error) = built {
            let message = format!("the build of {} failed:\n{error}", engine.name);
            let error = FileError::new(engine.places.build.clone(), message);
            problems.push(if settings.keep_going { error } else { error.help(GO_ON) });
        }
    }
}

/// How many lines of a builder's words are kept for the logs.
const KEPT: usize = 40;

/// The end of what was told, without the bars before a program's words.
fn end_of(told: &str) -> String {
    let lines: Vec<&str> = told.lines().map(|line| line.strip_prefix("| ").unwrap_or(line)).collect();
    lines[lines.len().saturating_sub(KEPT)..].join("\n")
}

/// What lets the others play.
const GO_ON: &str = "with `keep_going = true` in [tournament] it forfeits its games, and the others play";

fn missing_program(engine: &EngineSettings, missing: &process::Missing) -> FileError {
    let error = FileError::new(engine.places.command.clone(), missing.to_string());
    match missing {
        process::Missing::NotExecutable(file) => error.help(format!("chmod +x {}", file.display())),
        process::Missing::OnPath(name) => {
            let folder = if error.place.is_typed() { "this folder" } else { "the file's own folder" };
            error.help(format!("a program in {folder} is written ./{}", name.display()))
        }
        _ if engine.build.is_some() => error.help("is this what its build makes?"),
        _ => error.help(format!("paths are relative to {}", engine.folder.display())),
    }
}

/// What is mostly the matter with a program that is there and does not start.
fn unstarted(detail: &str) -> Option<&'static str> {
    let known = [
        (
            "os error 8",
            "a script needs a first line such as `#!/usr/bin/env python3`, or its interpreter in `command`",
        ),
        ("os error 2", "it is there, but not what its first line or its system's loader names"),
        ("os error 13", "may this user, in this sandbox, execute it and what its first line names?"),
    ];
    known.iter().find(|(error, _)| detail.contains(error)).map(|(_, help)| *help)
}

fn objected(
    engine: &EngineSettings,
    settings: &Settings,
    objection: Objection,
    declared: &[crate::protocol::OptionDecl],
) -> FileError {
    match objection {
        Objection::Game(says) => {
            let place: Place = engine.places.command.clone();
            let message = match engine.dialect {
                Dialect::Ugi => format!("{} does not play {}", engine.name, settings.game.name()),
                _ => format!("{} does not play {}", engine.name, settings.game),
            };
            FileError::new(place, message).help(says)
        }
        Objection::Option(index, why) => {
            let (name, value) = &engine.options[index];
            let place = engine.places.options[index].clone();
            let names = declared.iter().map(|option| option.name.as_str());
            let error = FileError::new(place, format!("{}: option {name} = {value} {why}", engine.name));
            let known = names.clone().collect::<Vec<_>>().join(", ");
            match crate::settings::nearest(name, names) {
                Some(near) if !near.eq_ignore_ascii_case(name) => error.help(format!("did you mean {near}?")),
                Some(_) => error,
                None if engine.dialect == Dialect::Gtp => {
                    error.help("gtp has no options: an engine's settings stand in its command")
                }
                None if known.is_empty() => error.help("it declares none"),
                None => error.help(format!("it declares {known}")),
            }
        }
    }
}

fn refuse(problems: &[Vec<FileError>]) -> Result<(), Failure> {
    let all: Vec<String> = problems.iter().flatten().map(ToString::to_string).collect();
    if all.is_empty() { Ok(()) } else { Err(Failure::Wrong(all.join("\n\n"))) }
}

fn setup(settings: &Settings, engine: &EngineSettings, program: PathBuf, housing: &Housing) -> Setup {
    let inherited = PASSED_ON.iter().filter_map(|name| Some((name.into(), env::var_os(name)?)));
    let own = engine.env.iter().map(|(name, value)| (name.into(), value.into()));
    let words = engine.command.iter().skip(1);
    let needs = words.map(|word| engine.dir.join(word)).filter(|path| path.exists());
    Setup {
        launch: Launch {
            program,
            arguments: engine.command.iter().skip(1).cloned().collect(),
            dir: engine.dir.clone(),
            env: inherited.chain(own).collect(),
            confined: Some(housing.confined(&settings.sandbox)),
            needs: needs.collect(),
            abandoned: Arc::clone(&housing.abandoned),
        },
        dialect: engine.dialect,
        variant: engine.variant.clone(),
        options: engine.options.clone(),
        game: settings.game,
        startup: engine.startup,
        freeze: settings.sandbox.freeze,
        cores: settings.cores_per_game,
        log: settings.log,
    }
}
