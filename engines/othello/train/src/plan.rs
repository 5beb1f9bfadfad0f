//! The plan: which generation plays what, and learns from which games.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use arena::games::random::Random;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use othello::hash::Table;
use othello::packing::{pack, unpack};
use othello::weights::Weights;

use crate::folder::explain;
use crate::games::{self, Game};
use crate::labels::Labelling;
use crate::learn::{Lesson, learn};
use crate::selfplay::{self, Play};
use crate::{folder, plot, report, spreads};

/// Trains the evaluation of the Othello engine from the engine's own games, from nothing.
///
/// Generation 0 plays by rules of thumb. Each plays its games and then learns from them the weights by
/// which the next plays; from the third on, from the games of all but the first. The folder gets
/// games-N.txt, weights-N.bin, report-N.txt and error-N.svg; what is there is not made again, so a
/// run that was stopped goes on when it is started again. So does one with more generations, or with more games of
/// the last. A folder with games of other numbers, as its plan.txt has them, is refused.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Where games and weights are kept
    folder: PathBuf,
    /// What all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time; makes no difference to them
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Games of each generation, with commas between
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "20000,40000,120000")]
    games: Vec<usize>,
    /// Discs that each generation looks ahead, with commas between; the last number goes for all that follow
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "3,3,4")]
    depth: Vec<u32>,
    /// With so many empty squares each generation looks to the end; the same
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "10,12")]
    exact: Vec<u32>,
    /// How much a weight that differs from that of the stage after it costs, in positions with four
    /// empty squares; more where there are more, and results less certain
    #[arg(long, default_value_t = 4.0)]
    penalty: f32,
    /// How much of what is learned is the result of the game, from 0 to 1; the rest is what the next stage
    /// says
    #[arg(long, default_value_t = 0.15, value_parser = share)]
    trust: f32,
    /// Rounds of the fit
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// Positions of each kind that the spreads are fitted to, in the last generation; too few leave them as wide
    /// as without any
    #[arg(long, default_value_t = 1500)]
    positions: usize,
}

/// Games that are written down together.
const BATCH: usize = 100;

/// Does what is not done yet.
///
/// # Errors
/// Files that cannot be read or written, or are not what they should be.
pub(crate) fn run(arguments: &Arguments) -> io::Result<()> {
    fs::create_dir_all(&arguments.folder).map_err(|error| explain(&arguments.folder, error))?;
    let generations = arguments.games.len();
    let how = |generation: usize| {
        let of = |list: &[u32]| list.get(generation).or(list.last()).copied().unwrap_or(1);
        Play { depth: of(&arguments.depth).max(1), exact: of(&arguments.exact) }
    };
    let each: Vec<_> = (0..generations).map(|number| (arguments.games[number], how(number))).collect();
    let all = [
        ("seed", arguments.seed.to_string()),
        ("penalty", arguments.penalty.to_string()),
        ("trust", arguments.trust.to_string()),
        ("rounds", arguments.rounds.to_string()),
        ("positions", arguments.positions.to_string()),
    ];
    folder::keep(&arguments.folder, &all, &each)?;
    let mut weights = Weights::by_hand();
    let mut learned: Vec<Game> = Vec::new();
    let mut exact = u32::MAX;
    for generation in 0..generations {
        let file = |name: &str, kind: &str| arguments.folder.join(format!("{name}-{generation}.{kind}"));
        let how = how(generation);
        let games = play(arguments, generation, &weights, how, &file("games", "txt"))?;
        // The first generation plays too badly to learn from twice.
        if generation < 2 {
            learned.clear();
            exact = u32::MAX;
        }
        learned.extend(games);
        exact = exact.min(how.exact);
        let path = file("weights", "bin");
        if !path.exists() {
            let labelling = Labelling { exact, trust: arguments.trust, threads: arguments.threads };
            let Arguments { penalty, rounds, .. } = *arguments;
            let progress = bar(0, format!("fit to generation {generation}"));
            let (mut fitted, courses) = learn(&learned, Lesson { labelling, penalty, rounds }, &progress);
            if generation + 1 == generations {
                let bar = bar(2 * arguments.positions, "spreads".to_owned());
                let tick = || bar.inc(1);
                fitted.spreads = spreads::fit(&fitted, &learned, arguments.positions, arguments.seed, tick);
                bar.finish();
            }
            let text = report::text(generation, &courses, &fitted.spreads);
            write_whole(&file("report", "txt"), text.as_bytes())?;
            write_whole(&file("error", "svg"), plot::errors(&courses).as_bytes())?;
            write_whole(&path, &pack(&fitted))?;
        }
        // As it was rounded for the file, so that a run that was stopped goes on in the same way.
        weights = unpack(&fs::read(&path).map_err(|error| explain(&path, error))?).ok_or_else(|| {
            let reason =
                format!("{}: not weights of this version: remove it to have it made again", path.display());
            io::Error::new(io::ErrorKind::InvalidData, reason)
        })?;
    }
    report::print(&arguments.folder, generations)
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Writes a file that is there whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, bytes).map_err(|error| explain(&beside, error))?;
    fs::rename(&beside, path).map_err(|error| explain(path, error))
}

fn bar(length: usize, what: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length as u64).with_style(style).with_message(what)
}

/// Plays what is missing of a generation's games.
fn play(
    arguments: &Arguments,
    generation: usize,
    weights: &Weights,
    how: Play,
    path: &Path,
) -> io::Result<Vec<Game>> {
    let wanted = arguments.games[generation];
    let mut games = games::read(path)?;
    games.truncate(wanted);
    if games.len() < wanted {
        // A last line that was cut off goes.
        write_whole(path, lines(&games).as_bytes())?;
    }
    let bar = bar(wanted, format!("games of generation {generation}"));
    bar.set_position(games.len() as u64);
    while games.len() < wanted {
        let first = games.len();
        let count = BATCH.min(wanted - first);
        let (next, batch) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
        thread::scope(|scope| {
            for _ in 0..arguments.threads.max(1) {
                scope.spawn(|| {
                    let table = Table::new(2);
                    loop {
                        let index = next.fetch_add(1, Relaxed);
                        if index >= count {
                            break;
                        }
                        let number = (first + index) as u64;
                        let random = Random::derived(arguments.seed, &[generation as u64, number]);
                        let game = selfplay::play(weights, how, &table, random);
                        batch.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((index, game));
                        bar.inc(1);
                    }
                });
            }
        });
        let mut batch = batch.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        batch.sort_by_key(|&(index, _)| index);
        let batch: Vec<Game> = batch.into_iter().map(|(_, game)| game).collect();
        let file = OpenOptions::new().append(true).create(true).open(path);
        file.and_then(|mut file| file.write_all(lines(&batch).as_bytes()))
            .map_err(|error| explain(path, error))?;
        games.extend(batch);
    }
    bar.finish();
    Ok(games)
}

fn lines(games: &[Game]) -> String {
    games.iter().map(|game| game.text() + "\n").collect()
}
