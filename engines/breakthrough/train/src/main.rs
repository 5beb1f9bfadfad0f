//! Trains the evaluation of the Breakthrough engine from games of the engine against itself.
//!
//! In each generation the engine plays with the weights of the one before, and the weights are fitted to the
//! games of the last two generations. Everything is kept in one folder, from which the same command goes on
//! after an interruption; what comes out depends on the seed only, not on threads or interruptions.

mod fit;
mod plan;
mod play;
mod report;
mod sample;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use arena::games::random::Random;
use breakthrough::weights::Weights;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use crate::fit::Fit;
use crate::play::Grounds;
use crate::report::Pass;
use crate::sample::Samples;

/// Trains the evaluation of the Breakthrough engine from its own games. The same command goes on where
/// it was interrupted; so does one with more generations, or with more games while the folder has no second
/// generation. A folder whose games are of another seed, depth or number of passes is refused. The last generation's
/// weights belong into engines/breakthrough/weights.bin.
#[derive(Debug, Parser)]
#[command(version)]
struct Settings {
    /// Folder for games, weights and the report.
    #[arg(long, default_value = "breakthrough-training")]
    out: PathBuf,
    /// The weights that the first generation plays with and its fit begins at; none: those of a beginner.
    #[arg(long)]
    begin: Option<PathBuf>,
    /// How often to play and fit.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    generations: u32,
    /// Games in each generation, rounded up to a whole batch of 256.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Plies each move of a game is searched.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Passes of the fit over its positions.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    passes: u32,
    /// What all chance comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Games that are kept together.
const BATCH: u32 = 256;

#[expect(clippy::print_stderr, reason = "the only place where a person is told")]
fn main() -> ExitCode {
    match train(&Settings::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Does what is not done yet.
fn train(settings: &Settings) -> io::Result<()> {
    let mut weights = match &settings.begin {
        Some(path) => Weights::from_bytes(&std::fs::read(path).map_err(|error| explain(path, error))?)
            .map_err(|why| explain(path, io::Error::new(io::ErrorKind::InvalidData, why)))?,
        None => Weights::untaught(),
    };
    std::fs::create_dir_all(&settings.out).map_err(|error| explain(&settings.out, error))?;
    plan::keep(settings, &weights)?;
    write(&weights_path(settings, 0), &weights.to_bytes())?;
    let (mut passes, mut games) = (Vec::new(), Vec::new());
    let mut before = Vec::new();
    for generation in 1..=settings.generations {
        let samples = play_games(settings, generation, &weights)?;
        games.push((samples.next_game, samples.all.len()));
        before.extend_from_slice(&samples.all);
        weights = fit_weights(settings, generation, &weights, &before, &mut passes);
        write(&weights_path(settings, generation), &weights.to_bytes())?;
        let command: Vec<String> = std::env::args().skip(1).collect();
        let command = format!("breakthrough-train {}", command.join(" "));
        write(&settings.out.join("report.md"), report::text(&command, &games, &passes).as_bytes())?;
        write(&settings.out.join("loss.svg"), report::picture(&passes).as_bytes())?;
        before = samples.all;
    }
    Ok(())
}

fn weights_path(settings: &Settings, generation: u32) -> PathBuf {
    settings.out.join(format!("weights-{generation}.bin"))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::write(path, bytes).map_err(|error| explain(path, error))
}

/// An error that says which file it is about.
fn explain(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Plays what is missing of a generation's games.
fn play_games(settings: &Settings, generation: u32, weights: &Weights) -> io::Result<Samples> {
    let path: &Path = &settings.out.join(format!("games-{generation}.bin"));
    let mut samples = Samples::open(path, BATCH).map_err(|error| explain(path, error))?;
    let seed = Random::derived(settings.seed, &[u64::from(generation)]).next_u64();
    let bar = progress(settings.games.into(), &format!("generation {generation}: games"));
    let threads = settings.threads.min(BATCH);
    let mut players: Vec<Grounds> = (0..threads).map(|_| Grounds::new(weights)).collect();
    while samples.next_game < settings.games {
        bar.set_position(samples.next_game.into());
        let first = samples.next_game;
        let next = &std::sync::atomic::AtomicU32::new(first);
        let mut batch = thread::scope(|scope| {
            let play = |player: &mut Grounds| {
                let mut played = Vec::new();
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= first + BATCH {
                        return played;
                    }
                    played.extend(player.game(seed, number, settings.depth));
                }
            };
            let working: Vec<_> =
                players.iter_mut().map(|player| scope.spawn(move || play(player))).collect();
            working
                .into_iter()
                .flat_map(|work| work.join().expect("a player does not panic"))
                .collect::<Vec<_>>()
        });
        // The order must not depend on who was faster.
        batch.sort_by_key(|sample| sample.game);
        samples.add(batch, first + BATCH).map_err(|error| explain(path, error))?;
    }
    bar.finish();
    Ok(samples)
}

/// Fits weights to samples, beginning at those of the generation before.
fn fit_weights(
    settings: &Settings,
    generation: u32,
    weights: &Weights,
    samples: &[sample::Sample],
    passes: &mut Vec<Pass>,
) -> Weights {
    let (test, known): (Vec<_>, Vec<_>) = samples.iter().partition(|sample| sample.is_for_test());
    let mut fit = Fit::new(weights);
    let mut random = Random::derived(settings.seed, &[u64::from(generation), 1]);
    let bar =
        progress(u64::from(settings.passes) * known.len() as u64, &format!("generation {generation}: fit"));
    passes.push(Pass { generation, pass: 0, unseen: fit.quality(&test) });
    for pass in 1..=settings.passes {
        let done = u64::from(pass - 1) * known.len() as u64;
        // Ever shorter steps, to settle down.
        let pace = 0.6_f32.powi(pass as i32 - 1);
        fit.learn(&known, pace, &mut random, |now| bar.set_position(done + now));
        let unseen = fit.quality(&test);
        bar.set_message(format!("generation {generation}: fit, loss {:.4}", unseen.loss));
        passes.push(Pass { generation, pass, unseen });
    }
    bar.finish();
    fit.weights()
}

fn progress(length: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(length).with_style(style).with_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
