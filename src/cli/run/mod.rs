//! `arena run`: a tournament from a file.

mod before;
mod interruption;
mod play;
mod played;
mod tournament;

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use clap::Args;

use super::amounts::count;
use super::hidden::RESULTS;
use super::prepare::Housing;
use super::programs::{all_there, programs, warn_of_changes};
use super::{Failure, resume, say, warn};
use crate::journal::{self, Lock, Place};
use crate::process;
use crate::record::timestamp;
use crate::settings::{self, Level};
use crate::tournament::Contestant;
use tournament::Tournament;

/// Plays the tournament of a file.
///
/// Builds and starts every engine, referees all games and writes journal.jsonl, games.csv, moves.csv,
/// standings.csv, crosstable.csv and grades.csv to results/NAME.
#[derive(Debug, Args)]
#[command(after_help = "Example: arena run arena.toml --seed 7")]
pub(super) struct Arguments {
    /// The tournament file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder for the results, a new one, instead of results/NAME
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with a tournament that was stopped
    #[arg(long, conflicts_with_all = ["fresh", "dry_run"])]
    resume: bool,
    /// With --resume: set damaged lines of the journal aside, and play their games again, and games that are missing
    #[arg(long, requires = "resume")]
    repair: bool,
    /// Move an unfinished tournament that is in the way aside, and begin anew
    #[arg(long)]
    fresh: bool,
    /// Games at a time
    #[arg(long, value_name = "N", value_parser = crate::cli::numbers::positive::<NonZeroUsize>)]
    concurrency: Option<NonZeroUsize>,
    /// Play only the games with these numbers
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    games: Option<Vec<u64>>,
    /// The seed, instead of the file's
    #[arg(long, value_name = "S", value_parser = crate::cli::numbers::seed)]
    seed: Option<u64>,
    /// Print the schedule and the longest it can take, and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not run the build commands
    #[arg(long)]
    no_build: bool,
    /// Show no progress and no line a game
    #[arg(long)]
    quiet: bool,
}

impl Arguments {
    /// As `arena run FILE --out OUT --quiet`.
    pub(super) fn quietly(file: PathBuf, out: PathBuf) -> Self {
        Self {
            file,
            out: Some(out),
            resume: false,
            repair: false,
            fresh: false,
            concurrency: None,
            games: None,
            seed: None,
            dry_run: false,
            no_build: false,
            quiet: true,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    process::share_memory();
    let interrupted = process::interruption().map_err(Failure::failed)?;
    let settings = settings::read(&arguments.file).map_err(Failure::wrong)?;
    for (place, text) in &settings.without_effect {
        warn(format!("{place}: {text}"));
    }
    if settings.game.is_dealt() && settings.sandbox.level == Level::Off {
        warn(format!(
            "without a sandbox an engine can read the deal and all hands in the journal of the results: in {} \
             trust the engines, or their results say nothing",
            settings.game.name()
        ));
    }
    let place = match &arguments.out {
        Some(folder) => Place::Exactly(folder.clone()),
        None => Place::Numbered(Path::new(RESULTS).join(&settings.name)),
    };
    if arguments.dry_run {
        return Tournament::new(arguments, settings, None)?.show_schedule();
    }
    if arguments.resume {
        let folder = resume::folder(&place, arguments.repair)?;
        let header = resume::header(&folder)?;
        let tournament = Tournament::new(arguments, settings, Some(header.seed))?;
        let decisive = tournament.settings.decisive();
        resume::same_tournament(&header, &folder, &decisive, tournament.games())?;
        // Before anything is built or started: the folder may be another arena's.
        let lock = Lock::take(&folder).map_err(Failure::wrong)?;
        journal::look(&folder).map_err(Failure::wrong)?;
        let repaired = arguments.repair && tournament.repair(&folder)?;
        let played = tournament.played_already(&folder)?;
        if header.finished.is_some() && !repaired {
            let missing = header.played.unwrap_or_default().saturating_sub(played.standings.games());
            if missing == 0 {
                say(format!(
                    "{} holds a finished tournament, and nothing in its journal is damaged or missing",
                    folder.display()
                ));
                return Ok(());
            }
            warn(format!("{} of the journal are missing, and are played again", count(missing, "game")));
        }
        let before = header.programs.clone();
        let housing = tournament.housing()?;
        let contestants = tournament.prepare(&housing)?;
        if !tournament.settings.keep_going {
            all_there(&before, &contestants)?;
        }
        warn_of_changes(&before, &programs(&contestants), "since the tournament was begun");
        let start = Start { contestants: &contestants, housing: &housing, interrupted: &interrupted };
        return tournament.play(&start, &folder, lock, header.started, played);
    }
    let tournament = Tournament::new(arguments, settings, None)?;
    // A folder that is in the way is told of before anything is built, and made after all engines are
    // known to run.
    if arguments.fresh {
        journal::idle(&place).map_err(Failure::wrong)?;
    } else {
        journal::choose(&place, false).map_err(Failure::wrong)?;
    }
    let housing = tournament.housing()?;
    let contestants = tournament.prepare(&housing)?;
    let (folder, aside) = journal::choose(&place, arguments.fresh).map_err(Failure::wrong)?;
    if let Some(aside) = aside {
        say(format!("the unfinished tournament is now in {}", aside.display()));
    }
    make_folder(&folder).map_err(Failure::failed)?;
    let lock = Lock::take(&folder).map_err(Failure::wrong)?;
    let start = Start { contestants: &contestants, housing: &housing, interrupted: &interrupted };
    let started = timestamp(SystemTime::now());
    tournament.play(&start, &folder, lock, started, tournament.begun())
}

/// What a tournament is played with.
struct Start<'a> {
    contestants: &'a [Contestant],
    housing: &'a Housing,
    interrupted: &'a AtomicBool,
}

/// Makes the folder, with those it is in.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))
}
