//! `arena match`: games between engines named on the command line.
//!
//! What was typed becomes the text of a tournament file, so that everything is checked, and every
//! mistake told, by the same code as there.

pub(super) mod engines;
pub(super) mod file;
mod results;
mod show;
mod study;
mod tally;

use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use clap::Args;

use super::board::BoardArguments;
use super::hidden::hidden;
use super::interruption::Interruption;
use super::pinning::Pinning;
use super::prepare::{Housing, prepare};
use super::{Failure, say, warn};
use crate::games::{Game, Line, domino};
use crate::journal::Header;
use crate::openings::{self, OpeningKind};
use crate::process::{self, Cores};
use crate::record::{GameRecord, timestamp};
use crate::report::text::points;
use crate::report::{Progress, Style, incident, table};
use crate::schedule::Tables;
use crate::settings::{self, COMMAND_LINE, Settings};
use crate::tournament::{self, Event, Follower, Plan, Room, Slot};

use engines::Told;
pub(super) use engines::reference;
use file::File;
use results::Results;
use show::Show;
use tally::Tally;

/// The most games of a sequential test where nobody says how many.
const MOST_GAMES: u64 = 100_000;

/// What a sequential test begins its games from where nobody says.
const SPRT_OPENINGS: &str = "random:8";

/// Plays games between engines named on the command line.
///
/// By default one game in the given order; with --games every opening, and every deal, is played from all
/// orders of the seats before the next, and with --sprt until it is clear which of two engines is stronger.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples: arena match othello -e othello -e 'python3 my.py' --games 10 --openings random:8\n          \
                  arena match othello -e othello -e 'gtp-rhino -b 0' --protocol 2:gtp\n          \
                  arena match othello -e ./new -e ./old --sprt 0,5 --time 200ms\n          \
                  arena match domino -e child -e pupil -e student --seed 7 --show\n          \
                  arena match domino -e child -e pupil -e student --internal --games 100000"
)]
pub(super) struct Arguments {
    /// othello, breakthrough or domino
    #[arg(value_name = "GAME", value_parser = crate::cli::game_name::GameName, hide_possible_values = true)]
    game: String,
    #[command(flatten)]
    board: BoardArguments,
    /// An engine: a command, or a reference engine: othello, breakthrough, domino; child, pupil, student
    /// or counter, who play dominoes
    #[arg(short, long = "engine", value_name = "CMD", required = true)]
    engine: Vec<String>,
    #[command(flatten)]
    told: Told,
    /// Dominoes: engine number N is shown the others' hands, as pupil and student are anyway
    #[arg(long, value_name = "N")]
    peek: Vec<usize>,
    /// Time for a move, or base time and increment; a number without a unit is seconds
    #[arg(long, value_name = "1s|60+1", default_value = "1s", allow_hyphen_values = true)]
    time: String,
    /// How late an answer may come all the same, without a unit in seconds; old engines may need 200ms
    #[arg(long, value_name = "50ms", allow_hyphen_values = true)]
    margin: Option<String>,
    /// standard, random:PLIES, random, or a file: positions, transcripts, GGF, SGF or PGN, with FILE:PLIES only
    /// the first plies of each; random:8 with --sprt, else standard
    #[arg(long, value_name = "random:8|FILE[:8]")]
    openings: Option<String>,
    /// How many games; 1, with --sprt at most 100000
    #[arg(long, value_name = "N", value_parser = crate::cli::numbers::positive::<NonZeroU64>)]
    games: Option<NonZeroU64>,
    /// Play until it is clear whether the first of two engines is stronger than the other by ELO1 or by ELO0
    /// only (normalized Elo, wrong in at most 5 %); 0,5 takes some 30000 games, 0,20 some 2000
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// The seed of openings, deals and all else that is drawn
    #[arg(long, value_name = "S", value_parser = crate::cli::numbers::seed)]
    seed: Option<u64>,
    /// Games at a time; as many as there are processors, with --show 1
    #[arg(long, value_name = "N", value_parser = crate::cli::numbers::positive::<NonZeroUsize>, conflicts_with = "show")]
    concurrency: Option<NonZeroUsize>,
    /// Show the board, in dominoes the table and every hand, after every ply
    #[arg(long)]
    show: bool,
    /// Write JSON, one object a line: every game as in journal.jsonl, with --show every ply
    #[arg(long)]
    json: bool,
    /// Folder for the results, a new one; without it none are kept
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Dominoes: play the strategies within this process, and show their shares of the wins
    #[arg(long, conflicts_with_all = ["option", "protocol", "variant", "peek", "show", "out", "openings", "time", "margin", "sprt", "concurrency"])]
    internal: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (game, _) = arguments.board.game(&arguments.game)?;
    let seats = arguments.engine.len();
    let game = match game {
        Game::Domino { players } if arguments.board.has_players() && seats != usize::from(players) => {
            return Err(Failure::Wrong(format!("--players {players}, but there are {seats} engines")));
        }
        Game::Domino { .. } => match u8::try_from(seats).ok().filter(|seats| domino::PLAYERS.contains(seats))
        {
            Some(players) => Game::Domino { players },
            None => {
                return Err(Failure::Wrong(format!("dominoes cannot be played by {seats} players: 1 to 5")));
            }
        },
        _ if seats == game.players() => game,
        _ => {
            let players = game.players();
            return Err(Failure::Wrong(format!(
                "{} is played by {players} engines, not {seats}",
                game.name()
            )));
        }
    };
    // A hasher's keys are as random as the system can make them, and need no crate.
    let drawn = || std::hash::RandomState::new().build_hasher().finish() >> 11;
    let seed = arguments.seed.unwrap_or_else(drawn);
    if arguments.internal {
        if !game.is_dealt() {
            return Err(Failure::Wrong(
                "--internal: only the strategies of dominoes play in this process".to_owned(),
            ));
        }
        return study::run(
            &arguments.engine,
            arguments.games.map_or(1, NonZeroU64::get),
            seed,
            arguments.json,
        );
    }
    let mut engines = engines::read(&arguments.engine, &arguments.told)?;
    for &number in &arguments.peek {
        let engine = number.checked_sub(1).and_then(|index| engines.get_mut(index));
        let Some(engine) = engine else {
            return Err(Failure::Wrong(format!("--peek {number}: the engines are numbered 1 to {seats}")));
        };
        engine.peek = true;
    }
    // From the start of the game engines that answer alike would play the same game again and again.
    let openings = match (&arguments.openings, arguments.sprt) {
        (Some(openings), _) => openings,
        (None, Some(_)) if !game.is_dealt() => SPRT_OPENINGS,
        (None, _) => "standard",
    };
    let file = File {
        name: "match",
        game: game.name(),
        alone: false,
        board: arguments.board.given(game),
        openings,
        time: &arguments.time,
        margin: arguments.margin.as_deref(),
        sprt: arguments.sprt,
        engines: &engines,
    };
    let settings = settings::parse(Path::new(COMMAND_LINE), &file.text()).map_err(Failure::wrong)?;
    file.without_unit().iter().for_each(warn);
    play(arguments, &settings, seed)
}

/// The two numbers of a sequential test.
fn bounds(text: &str) -> Result<(f64, f64), String> {
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|elo| elo.is_finite());
    let both = text.split_once(',').and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)));
    both.filter(|(elo0, elo1)| elo0 < elo1)
        .ok_or_else(|| "expected two numbers of Elo, the lower first, such as 0,5".to_owned())
}

/// Plays the games and shows what came of them.
fn play(arguments: &Arguments, settings: &Settings, seed: u64) -> Result<(), Failure> {
    let interrupted = process::interruption().map_err(Failure::failed)?;
    let cores = Cores::available();
    let games = match (arguments.games, settings.sprt) {
        (Some(games), _) => games.get(),
        (None, Some(_)) => MOST_GAMES,
        (None, None) => 1,
    };
    let seats = settings.engines.len();
    let orders = Tables::new(seats, seats, 1, false, false).games().max(1);
    let rounds =
        u32::try_from(games.div_ceil(orders)).map_err(|_| Failure::Wrong("--games: too many".to_owned()))?;
    let schedule = Tables::new(seats, seats, rounds, false, false);
    let names: Vec<String> = settings.engines.iter().map(|engine| engine.name.clone()).collect();
    if games > orders && !settings.game.is_dealt() && settings.openings.kind == OpeningKind::Standard {
        warn(
            "every game begins from the start of the game, and engines that answer alike play the same one again \
             and again: --openings random:8 gives each encounter its own",
        );
    }
    let mut results = match &arguments.out {
        Some(folder) => Some(Results::prepare(folder)?),
        None => None,
    };
    let housing = Housing::new(settings, hidden(settings, arguments.out.as_deref()))?;
    let at_once = if arguments.show { 1 } else { cores.count() };
    let at_once = arguments.concurrency.map_or(at_once, NonZeroUsize::get);
    let at_once = at_once.min(usize::try_from(games).unwrap_or(usize::MAX)).max(1);
    let room = Room::new(process::most_open_files(), at_once, seats, at_once).map_err(|needed| {
        Failure::Wrong(format!("{needed} open files are needed: raise the limit of this process (ulimit -n) or lower --concurrency"))
    })?;
    let contestants = prepare(settings, true, room.starting.min(cores.count() * 2), &housing)?;
    if let Some(results) = &mut results {
        let header = Header {
            v: 1,
            name: settings.name.clone(),
            game: settings.game.name().to_owned(),
            seed,
            games,
            engines: names.clone(),
            settings: settings.decisive(),
            sandbox: housing.in_force(settings.sandbox.level),
            cores: String::new(),
            programs: super::programs::programs(&contestants),
            started: timestamp(SystemTime::now()),
            finished: None,
            counted: None,
            played: None,
        };
        results.open(header)?;
    }
    if settings.game.is_dealt() && contestants.iter().any(|contestant| contestant.peek) && !arguments.json {
        let peeking = contestants.iter().filter(|contestant| contestant.peek);
        let peeking: Vec<&str> = peeking.map(|contestant| contestant.name.as_str()).collect();
        say(format!("shown the others' hands: {}", peeking.join(", ")));
    }
    let quiet = arguments.show || arguments.json;
    if !quiet {
        let until = settings.sprt.map_or_else(String::new, |sprt| {
            let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(points);
            format!(", until SPRT decides between {elo0} and {elo1} Elo")
        });
        say(format!("{}{until}, seed {seed}", settings.game));
    }
    let pinning = Pinning::take(&settings.pin, &cores, at_once, 1);
    let slots: Vec<Slot> = (0..at_once).map(|_| Slot::default()).collect();
    let seated = schedule.iter().take(orders as usize).map(|fixture| fixture.seats);
    let seated = seated.map(|seats| seats.into_iter().map(|index| names[index].clone()).collect());
    let show = arguments.show.then(|| Show::new(seated.collect(), arguments.json));
    let follow = |id: u64, line: &Line| {
        if let Some(show) = &show {
            show.follow(id, line);
        }
    };
    let mut tally = Tally::new(&names, settings.sprt);
    let decided = tally.decided();
    let plan = Plan {
        contestants: &contestants,
        ids: &|| {
            let decided = Arc::clone(&decided);
            Box::new((1..=games).take_while(move |_| !decided.load(Ordering::Relaxed)))
        },
        fixture: &|id| schedule.fixture(id),
        opening: &|number| {
            openings::draw(&settings.openings, settings.game, settings.fixed_board, seed, number)
        },
        adjudication: settings.adjudication,
        make: &|_| (),
        follower: show.as_ref().map(|_| &follow as &Follower<'_>),
        seed,
        slots: &slots,
        cores: pinning.cores(),
        cores_per_game: pinning.per_game(),
        kept: room.kept,
        keep_going: settings.keep_going,
        log: false,
        stop: &interrupted,
        abandon: housing.abandoned(),
    };
    let mut progress = Progress::new(games, &names, quiet);
    let mut interruption = Interruption::default();
    let played = tournament::play(&plan, |event| {
        if let Event::GameOver { record, evidence, .. } = &event {
            if let Some(results) = &mut results {
                if !evidence.is_empty() {
                    incident::write(&results.folder, record, evidence, &[])?;
                }
                results.append(record)?;
            }
            if let Some(show) = &show {
                show.over(whole(record).as_ref(), record);
            }
        }
        progress.event(&event);
        if let Event::GameOver { record, .. } = &event
            && !record.void
        {
            let news = tally.add(record, |record| {
                if arguments.json && show.is_none() {
                    say(serde_json::to_string(record).unwrap_or_default());
                }
            });
            if let Some(news) = news {
                progress.note(&news);
            }
        }
        if interrupted.load(Ordering::Relaxed) {
            interruption.look(&mut progress, housing.abandoned(), None);
        }
        Ok::<(), io::Error>(())
    });
    progress.finish();
    played.map_err(|stopped| Failure::Failed(stopped.to_string()))?;
    if !arguments.json && games > 1 {
        let style = Style::for_terminal(io::stdout().is_terminal());
        say(format!("\n{}", table::standings(&tally.sums(), style)));
    }
    if let Some(results) = results {
        results.finish(&names, tally.counted())?;
    }
    if let Some(verdict) = tally.verdict(arguments.json) {
        say(verdict);
    }
    let played = tally.games();
    if interrupted.load(Ordering::Relaxed) && tally.counted().is_none() && played < games {
        let kept = arguments
            .out
            .as_ref()
            .map_or_else(String::new, |folder| format!("; those are in {}", folder.display()));
        let advice = "a match cannot be gone on with, a tournament (arena run) can";
        return Err(Failure::Interrupted(format!(
            "interrupted after {played} of {games} games{kept}; {advice}"
        )));
    }
    let absent: Vec<String> = contestants
        .iter()
        .filter_map(|contestant| {
            let failure = contestant.absent.as_ref()?;
            Some(format!("{} never got ready: {}", contestant.name, failure.detail))
        })
        .collect();
    if absent.is_empty() { Ok(()) } else { Err(Failure::Failed(absent.join("\n"))) }
}

/// The whole game of a record; `None` if it cannot be read, which cannot be.
fn whole(record: &GameRecord) -> Option<Line> {
    let mut line = Line::parse(Game::named(&record.game)?, &record.opening).ok()?;
    for ply in &record.moves {
        line.play(ply).ok()?;
    }
    Some(line)
}
