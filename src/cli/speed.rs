//! `arena doctor --speed`, and the hidden subcommands that it starts.

use std::env;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::{Failure, run, say};
use crate::doctor::speed::{Bench, INSTANT, Pace, Player, Speed, Used};
use crate::process::{self, cpu_time, peak_memory};
use crate::report::text::left;
use crate::report::{Style, Waiting};

/// A tournament, and what the arena itself used for it.
#[derive(Debug, Args)]
pub(super) struct MeasuredRun {
    file: PathBuf,
    out: PathBuf,
}

/// An engine that answers at once.
#[derive(Debug, Args)]
pub(super) struct Instantly {
    /// Lines of information before each answer
    #[arg(default_value_t = 0)]
    pub(super) infos: usize,
}

/// If this process was started as the engine that answers at once, it is that. The command line is read
/// without clap, which would take longer than all else in the start of an engine, and starts are measured.
pub(super) fn become_engine() -> Option<Result<(), Failure>> {
    let mut words = env::args_os().skip(1);
    words.next().filter(|word| word == INSTANT)?;
    let infos = words.next().map_or(Some(0), |infos| infos.to_str()?.parse().ok())?;
    words.next().is_none().then(|| play_instantly(infos))
}

/// Plays at once, on standard input and output.
pub(super) fn play_instantly(infos: usize) -> Result<(), Failure> {
    Player::serve(infos).map_err(Failure::failed)
}

/// Sends lines back.
pub(super) fn send_back() -> Result<(), Failure> {
    process::send_back().map_err(Failure::failed)
}

/// Runs a tournament and says what that used.
pub(super) fn measured_run(arguments: &MeasuredRun) -> Result<(), Failure> {
    io::stdin().read_line(&mut String::new()).map_err(Failure::failed)?;
    let begin = Instant::now();
    run::run(&run::Arguments::quietly(arguments.file.clone(), arguments.out.clone()))?;
    let used = Used {
        seconds: begin.elapsed().as_secs_f64(),
        cpu: cpu_time().as_secs_f64(),
        memory: peak_memory().unwrap_or(0),
        plies: 0,
    };
    say(serde_json::to_string(&used).map_err(Failure::failed)?);
    Ok(())
}

/// Measures and shows.
pub(super) fn show(folder: &std::path::Path, as_json: bool, only_calls: bool) -> Result<(), Failure> {
    let arena = env::current_exe().map_err(Failure::failed)?;
    let bench = Bench { arena: &arena, folder };
    if only_calls {
        let [all, game] = bench.calls().map_err(Failure::failed)?;
        let told = json!({ "v": 1, "calls": all, "calls_of_game": game });
        say(if as_json { told.to_string() } else { format!("{all:.2}, {game:.2} of the game's thread") });
        return Ok(());
    }
    let waiting = Waiting::new("measuring the arena's speed, half a minute on a quiet machine");
    let speed = bench.measure(&mut |what| waiting.say(what));
    waiting.done();
    let speed = speed.map_err(Failure::failed)?;
    if as_json {
        let mut all = serde_json::to_value(&speed).map_err(Failure::failed)?;
        all["v"] = json!(1);
        say(all.to_string());
    } else {
        table(&speed);
    }
    Ok(())
}

fn table(speed: &Speed) {
    let pace = |pace: &Pace| {
        format!(
            "{:5.2} us a ply, floor {:5.2} us, ratio without the engine {:.2}",
            pace.ply_us, pace.floor_us, pace.ratio
        )
    };
    let rate = |rate: f64| format!("{rate:.0} games/s");
    let why = speed.not_counted.as_deref().unwrap_or_default();
    let calls =
        speed.calls.map_or_else(|| format!("cannot be counted here: {why}"), |calls| format!("{calls:.2}"));
    let two = match (&speed.two, speed.two_lose) {
        (Some(two), Some(lose)) => format!("{}, {:+.0} % against one", pace(two), lose * 100.0),
        _ => "this machine has one core".to_owned(),
    };
    let rows = [
        ("one game, on one core", pace(&speed.pinned)),
        ("one game, not pinned", pace(&speed.unpinned)),
        ("two games on two cores", two),
        ("the engine's own time", format!("{:5.2} us a ply", speed.engine_us)),
        (
            "computed by the arena",
            format!("{:.4} s for 1,000 plies, floor {:.4} s", speed.cpu_per_1000, speed.floor_cpu_per_1000),
        ),
        ("system calls a ply", calls),
        ("an `info` line", format!("{:.2} us", speed.info_us)),
        ("engines kept", rate(speed.kept)),
        ("both restarted, no sandbox", rate(speed.restarted_off)),
        ("both restarted, `basic`", rate(speed.restarted_basic)),
        ("memory for 10,000 games", format!("{:.1} MB", speed.memory as f64 / 1e6)),
    ];
    let style = Style::for_terminal(io::IsTerminal::is_terminal(&io::stdout()));
    say(style.head("Two engines that answer at once, Othello, medians"));
    for (what, found) in rows {
        say(format!("{}  {found}", left(what, 28)));
    }
}
