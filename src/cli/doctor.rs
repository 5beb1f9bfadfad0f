//! `arena doctor`: what this machine offers, and whether broken engines do any harm on it.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use super::{Failure, say, speed};
use crate::doctor::{self, CASES, Case, Machine, Order, Outcome};
use crate::process::launcher::Features;
use crate::process::{self, Cores, Scratch, pin_thread};
use crate::report::text::{escaped, left, right};
use crate::report::{Style, Waiting};

/// Lets engines that misbehave play on this machine, and says what came of it.
///
/// First what the machine offers: the parts of the sandbox, the cores, how late timers are and what
/// starting an engine costs. Then every broken engine that is built in plays two games against a sound
/// one: its name, what it does, what must come of it, how many seconds it took, processes left behind, the memory
/// that the arena needed for it, and what came of it. Exit code 1 if anything is not as it must be.
///
/// With --speed: microseconds a ply beside the floor that pipes set, system calls, memory, games a second.
#[derive(Debug, Args)]
#[command(after_help = "Example: arena doctor")]
pub(super) struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Only these broken engines, by their names in the table, without the measurements
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', value_parser = case)]
    only: Vec<&'static Case>,
    /// Measure how fast the arena is, instead
    #[arg(long, conflicts_with = "only")]
    speed: bool,
    /// Of the speed, only count the system calls a ply
    #[arg(long, hide = true, requires = "speed")]
    only_calls: bool,
}

/// What is to be played in this process.
#[derive(Debug, Args)]
pub(super) struct CaseArguments {
    /// A case
    #[arg(value_parser = case)]
    case: &'static Case,
    /// An order, as JSON
    order: String,
}

/// How many cases are played at a time.
const AT_ONCE: usize = 2;

fn case(name: &str) -> Result<&'static Case, String> {
    CASES.iter().find(|case| case.name == name).ok_or_else(|| {
        let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
        let near = crate::settings::nearest(name, names.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        format!("there is no such engine{near} (there are {})", names.join(", "))
    })
}

/// Plays one case and prints what was seen, as JSON.
pub(super) fn play_case(arguments: &CaseArguments) -> Result<(), Failure> {
    let order: Order = serde_json::from_str(&arguments.order).map_err(Failure::wrong)?;
    let seen = doctor::trial(arguments.case, &order).map_err(|error| error.to_string());
    say(serde_json::to_string(&seen).map_err(Failure::failed)?);
    Ok(())
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let interrupted = process::interruption().map_err(Failure::failed)?;
    let arena = env::current_exe().map_err(Failure::failed)?;
    let folder =
        Scratch::new("doctor").map_err(|error| Failure::Failed(format!("a temporary folder: {error}")))?;
    if arguments.speed {
        return speed::show(folder.path(), arguments.json, arguments.only_calls);
    }
    let doctor = Doctor {
        features: Features::probe(&arena),
        arena,
        folder: folder.path(),
        json: arguments.json,
        style: Style::for_terminal(io::stdout().is_terminal()),
        interrupted,
    };
    let begin = Instant::now();
    let mut bad = Vec::new();
    let mut all = json!({ "v": 1 });
    if arguments.only.is_empty() {
        let waiting = Waiting::new("measuring this machine");
        let machine = Machine::measure(&doctor.order("machine"));
        waiting.done();
        let machine = machine.map_err(Failure::failed)?;
        doctor.show_machine(&machine);
        bad.extend(machine.differences());
        all["machine"] = serde_json::to_value(&machine).map_err(Failure::failed)?;
    }
    let cases: Vec<&Case> =
        if arguments.only.is_empty() { CASES.iter().collect() } else { arguments.only.clone() };
    let shown = doctor.play_all(&cases);
    if doctor.interrupted.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted("interrupted".to_owned()));
    }
    bad.extend(shown.iter().filter(|shown| shown["ok"] == json!(false)).map(|shown| {
        let differs: Vec<&str> =
            shown["differs"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        format!("{}: {}", shown["name"].as_str().unwrap_or_default(), differs.join("; "))
    }));
    let untested = shown.iter().filter(|shown| shown["ok"].is_null()).count();
    let tested = shown.len() - untested;
    all["cases"] = Value::Array(shown);
    all["ok"] = json!(bad.is_empty());
    all["seconds"] = json!(round(begin.elapsed().as_secs_f64()));
    if arguments.json {
        say(all.to_string());
    } else {
        let not_here =
            if untested > 0 { format!(", {untested} cannot be tested here") } else { String::new() };
        let verdict = if bad.is_empty() { "all is as it must be" } else { "not all is as it must be" };
        say(format!(
            "\n{verdict}: {tested} broken engines, {:.0} s{not_here}",
            begin.elapsed().as_secs_f64()
        ));
    }
    if bad.is_empty() { Ok(()) } else { Err(Failure::Failed(escaped(&bad.join("\n")).into_owned())) }
}

struct Doctor<'a> {
    arena: PathBuf,
    features: Features,
    folder: &'a Path,
    json: bool,
    style: Style,
    interrupted: Arc<AtomicBool>,
}

impl Doctor<'_> {
    fn order(&self, name: &str) -> Order {
        Order {
            arena: self.arena.clone(),
            features: self.features,
            folder: self.folder.join(name),
            mark: format!("{}-{name}", std::process::id()),
        }
    }

    fn show_machine(&self, machine: &Machine) {
        if self.json {
            return;
        }
        let Machine { features, timers, starts, .. } = machine;
        let yes = |there: bool| if there { "yes" } else { "NO" };
        let landlock = match features.landlock {
            0 => "NO".to_owned(),
            version => format!("version {version}"),
        };
        let ms = |ms: f64| format!("{ms:.1} ms");
        let over = |ms: f64| format!("{:+.1} ms, {:.1} times", ms - starts.direct_ms, ms / starts.direct_ms);
        let rows = [
            ("process namespaces", yes(features.processes).to_owned()),
            ("mount namespaces", yes(features.mounts).to_owned()),
            ("read-only mounts", yes(features.read_only).to_owned()),
            ("a /dev of their own", yes(features.devices).to_owned()),
            ("network namespaces", yes(features.network).to_owned()),
            ("Landlock", landlock),
            ("system call filters", yes(features.syscalls).to_owned()),
            ("cores", machine.cores.to_string()),
            (
                "a sleep of 1 ms is late by",
                format!(
                    "median {:.0} us, 99 % {:.0} us, worst {:.0} us",
                    timers.median_us, timers.most_us, timers.worst_us
                ),
            ),
            ("a program's start, alone", ms(starts.direct_ms)),
            ("by the launcher, off", format!("{} ({})", ms(starts.off_ms), over(starts.off_ms))),
            ("by the launcher, basic", format!("{} ({})", ms(starts.basic_ms), over(starts.basic_ms))),
            ("a question and its answer", format!("{:.0} us", machine.round_trip_us)),
            ("8 engines that ignore quit", format!("gone after {:.2} s together", machine.quit_ms / 1e3)),
        ];
        say(self.style.head("This machine"));
        for (what, found) in rows {
            say(format!("{}  {found}", left(what, 28)));
        }
        say(String::new());
    }

    /// Plays the cases, a few at a time, and shows each in its turn. Gives what is known of each.
    fn play_all(&self, cases: &[&Case]) -> Vec<Value> {
        let room = process::terminal_size().filter(|_| io::stdout().is_terminal());
        let layout = Layout::new(cases, room.map(|(columns, _)| columns.into()));
        if !self.json {
            let head = format!(
                "     {}  {:>6} {:>4} {:>8}  what came of it",
                layout.row(["name", "the engine ...", "must"]),
                "time",
                "left",
                "memory"
            );
            say(self.style.head(&head));
        }
        let waiting = Waiting::new(&format!("{} broken engines play, {AT_ONCE} at a time", cases.len()));
        let cores = Cores::available();
        let next = Mutex::new(cases.iter().enumerate());
        let (sender, done) = mpsc::channel();
        let shown = thread::scope(|scope| {
            for worker in 0..AT_ONCE {
                let (sender, next, cores) = (sender.clone(), &next, &cores);
                scope.spawn(move || {
                    if let Some(cores) = cores.share(worker, AT_ONCE, 1) {
                        pin_thread(cores);
                    }
                    let take = || next.lock().map_or(None, |mut next| next.next());
                    while let Some((number, case)) =
                        take().filter(|_| !self.interrupted.load(Ordering::Relaxed))
                    {
                        let missing = case.needs.iter().find(|need| !need.is_met(&self.features));
                        let outcome = match missing {
                            Some(need) => Err(need.word()),
                            None => Ok(doctor::apart(case, &self.order(case.name), &self.interrupted)),
                        };
                        if sender.send((number, outcome)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut shown = Vec::new();
            for (number, outcome) in done {
                early.insert(number, outcome);
                while let Some(outcome) = early.remove(&shown.len()) {
                    let case = cases[shown.len()];
                    if !self.json {
                        waiting.suspend(|| say(self.line(case, &outcome, &layout)));
                    }
                    shown.push(value(case, &outcome));
                }
            }
            shown
        });
        waiting.done();
        shown
    }

    fn line(&self, case: &Case, outcome: &Result<Outcome, &str>, layout: &Layout) -> String {
        let does = layout.row([case.name, case.does, &case.must_words()]);
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(missing) => {
                let mark = self.style.warning("-   ");
                return format!("{mark} {does}  {:>20}  not testable here: no {missing}", "");
            }
        };
        let mark = match case.differences(outcome).is_empty() {
            true => "ok  ".to_owned(),
            false => self.style.fault("BAD "),
        };
        let memory =
            outcome.seen.as_ref().map_or(String::new(), |seen| format!("{:.1} MiB", mebibytes(seen.memory)));
        format!(
            "{mark} {does}  {:>4.1} s {:>4} {}  {}",
            outcome.seconds,
            outcome.left,
            right(&memory, 8),
            escaped(&outcome.words())
        )
    }
}

/// How wide the columns of the table are, before those of numbers.
struct Layout {
    widths: [usize; 3],
    /// A case has two lines.
    is_narrow: bool,
}

impl Layout {
    /// What numbers, and most of what came, take behind them.
    const BEHIND: usize = 60;

    /// For a terminal of so many columns, or no terminal.
    fn new(cases: &[&Case], room: Option<usize>) -> Self {
        let widths = [
            cases.iter().map(|case| case.name.len()).max().unwrap_or(0).max("name".len()),
            cases.iter().map(|case| case.does.len()).max().unwrap_or(0).max("the engine ...".len()),
            cases.iter().map(|case| case.must_words().len()).max().unwrap_or(0).max("must".len()),
        ];
        let wide = "ok   ".len() + widths.iter().map(|width| width + 2).sum::<usize>() + Self::BEHIND;
        Self { widths, is_narrow: room.is_some_and(|room| room < wide) }
    }

    fn row(&self, texts: [&str; 3]) -> String {
        let [name, does, must] = [0, 1, 2].map(|at| left(texts[at], self.widths[at]));
        match self.is_narrow {
            true => format!("{name}  {}\n     {must}", does.trim_end()),
            false => format!("{name}  {does}  {must}"),
        }
    }
}

/// All that is known of a case.
fn value(case: &Case, outcome: &Result<Outcome, &str>) -> Value {
    let mut value = json!({ "name": case.name, "does": case.does, "must": case.must_words() });
    match outcome {
        Err(missing) => {
            value["ok"] = Value::Null;
            value["missing"] = json!(missing);
        }
        Ok(outcome) => {
            let differs = case.differences(outcome);
            value["ok"] = json!(differs.is_empty());
            value["differs"] = json!(differs);
            value["happened"] = json!(outcome.words());
            value["seconds"] = json!(round(outcome.seconds));
            value["left"] = json!(outcome.left);
            if let Ok(seen) = &outcome.seen {
                value["memory"] = json!(seen.memory);
                value["void"] = json!(seen.void);
                value["games"] = json!(seen.games);
            }
        }
    }
    value
}

fn round(seconds: f64) -> f64 {
    (seconds * 1e3).round() / 1e3
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::text::width;

    #[test]
    fn a_case_has_a_line_where_there_is_room_and_else_two_that_fit() {
        let cases: Vec<&Case> = doctor::CASES.iter().collect();
        for (room, lines) in [(None, 1), (Some(200), 1), (Some(120), 2), (Some(80), 2)] {
            let layout = Layout::new(&cases, room);
            for case in &cases {
                let row = layout.row([case.name, case.does, &case.must_words()]);
                assert_eq!(row.lines().count(), lines, "{room:?}: {row}");
                // Before it stands the verdict, and behind it are the numbers.
                let room = room.unwrap_or(200) - "ok   ".len();
                assert!(row.lines().all(|line| width(line) <= room), "{room}: {row}");
            }
        }
    }
}
