//! The command line: one file a subcommand. What was typed is turned into checked values of the
//! library before anything happens; clap's types stay here.

mod amounts;
mod balance;
mod board;
mod broken;
mod check;
mod closing;
mod doctor;
mod export;
mod game_name;
mod grade;
mod hidden;
mod interruption;
mod launch;
mod matches;
mod new;
mod numbers;
mod opening;
mod papers;
mod perft;
mod pinning;
mod play;
mod prepare;
mod programs;
mod referee;
mod replay;
mod results;
mod resume;
mod roster;
mod run;
mod screen;
mod speed;
mod standings;
mod start;
mod words;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::process::INTERRUPTED;
use crate::report::Style;
use crate::report::text::escaped;

/// Lets game-playing programs compete: referees every move, keeps the clocks, writes results.
#[derive(Debug, Parser)]
#[command(name = "arena", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done (faults of engines during games are results, not failures); \
    1 something failed on the way; 2 the command line or a file is wrong; 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Arguments),
    Check(check::Arguments),
    Standings(standings::Arguments),
    Grade(grade::Arguments),
    Opening(opening::Arguments),
    Match(matches::Arguments),
    New(new::Arguments),
    Export(export::Arguments),
    Perft(perft::Arguments),
    Play(play::Arguments),
    Referee(referee::Arguments),
    Replay(replay::Arguments),
    Completions(papers::Completions),
    Man(papers::Man),
    Doctor(doctor::Arguments),
    #[command(hide = true)]
    DoctorCase(doctor::CaseArguments),
    #[command(hide = true)]
    Broken(broken::Arguments),
    #[command(hide = true)]
    LaunchProbe,
    #[command(hide = true)]
    MeasuredRun(speed::MeasuredRun),
    #[command(hide = true)]
    Instant(speed::Instantly),
    #[command(hide = true)]
    SendBack,
}

/// Why a command did not do what it should.
#[derive(Debug)]
enum Failure {
    /// The command line or a file is wrong: exit code 2.
    Wrong(String),
    /// Something failed on the way: exit code 1.
    Failed(String),
    /// A signal asked to end: exit code 130.
    Interrupted(String),
    /// All has been told already; with this exit code.
    Told(u8),
}

impl Failure {
    fn wrong(error: impl ToString) -> Self {
        Self::Wrong(error.to_string())
    }

    fn failed(error: impl ToString) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Does what the command line of this process says.
pub fn main() -> ExitCode {
    let by_arguments = || parsed().and_then(|arguments| command(arguments.command));
    let done = launch::become_launcher().and_then(|()| speed::become_engine().unwrap_or_else(by_arguments));
    let (code, message) = match done {
        Ok(()) if UNSAID.load(Ordering::Relaxed) => (1, "standard output could not be written".to_owned()),
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Told(code)) => return ExitCode::from(code),
        Err(Failure::Failed(message)) => (1, message),
        Err(Failure::Wrong(message)) => (2, message),
        Err(Failure::Interrupted(message)) => {
            let _ = writeln!(io::stderr(), "{}", harmless(&message));
            return ExitCode::from(INTERRUPTED);
        }
    };
    let error = Style::for_terminal(io::IsTerminal::is_terminal(&io::stderr())).fault("error:");
    let _ = writeln!(io::stderr(), "{error} {}", harmless(&message));
    ExitCode::from(code)
}

fn command(command: Command) -> Result<(), Failure> {
    match command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Standings(arguments) => standings::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Opening(arguments) => opening::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Referee(arguments) => referee::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Completions(arguments) => papers::completions(&arguments),
        Command::Man(arguments) => papers::man(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::DoctorCase(arguments) => doctor::play_case(&arguments),
        Command::Broken(arguments) => broken::run(&arguments),
        Command::LaunchProbe => launch::probe(),
        Command::MeasuredRun(arguments) => speed::measured_run(&arguments),
        Command::Instant(arguments) => speed::play_instantly(arguments.infos),
        Command::SendBack => speed::send_back(),
    }
}

/// The command line. Help, the version and what is wrong with it are printed here.
fn parsed() -> Result<Arguments, Failure> {
    // What is less than nothing is for the option's own parser, who knows what would be right.
    let mut whole = Arguments::command().mut_subcommands(|one| {
        one.mut_args(
            |arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg },
        )
    });
    let matches = whole.try_get_matches_from_mut(env::args_os());
    let parsed = matches
        .and_then(|matches| Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut whole)));
    parsed.map_err(|told| {
        let printed = told.print().and_then(|()| io::stdout().flush());
        match printed {
            Err(error) if !told.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
                Failure::Failed("standard output could not be written".to_owned())
            }
            _ => Failure::Told(u8::try_from(told.exit_code()).unwrap_or(2)),
        }
    })
}

/// Whether something could not be written to standard output.
static UNSAID: AtomicBool = AtomicBool::new(false);

/// Writes a line to standard output. That nobody reads it any more (`arena ... | head`) is no failure;
/// that it could not be written (`> /dev/full`) is told at the end.
fn say(text: impl AsRef<str>) {
    match writeln!(io::stdout(), "{}", text.as_ref()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => UNSAID.store(true, Ordering::Relaxed),
        _ => {}
    }
}

/// What may stand on a terminal of a message that has strangers' words in it: nothing that moves the cursor. Its own
/// lines stay lines; no word that comes from a file or an engine has one.
fn harmless(message: &str) -> String {
    let message = message.replace('\t', "    ");
    message.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// Writes a warning to standard error.
fn warn(text: impl AsRef<str>) {
    let warning = Style::for_terminal(io::IsTerminal::is_terminal(&io::stderr())).warning("warning:");
    let _ = writeln!(io::stderr(), "{warning} {}", harmless(text.as_ref()));
}

/// Writes to standard error what somebody should know who need do nothing about it.
fn note(text: impl AsRef<str>) {
    let _ = writeln!(io::stderr(), "note: {}", harmless(text.as_ref()));
}

/// Makes a folder for files that are to be written; one that has something in it is never touched.
fn new_folder(folder: &Path) -> Result<(), Failure> {
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Failure::Wrong(format!(
            "{} is there already: give --out a new folder",
            folder.display()
        )));
    }
    fs::create_dir_all(folder).map_err(|error| Failure::Failed(format!("{}: {error}", folder.display())))
}
