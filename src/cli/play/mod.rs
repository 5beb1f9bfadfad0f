//! `arena play`: a person at the keyboard against an engine, or several people.
//!
//! [`session`] is the game with its seats; [`dialogue`] plays it line by line, in a pipe too, and [`view`]
//! on the screen of a terminal.

mod command;
mod dialogue;
mod session;
mod view;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::board::BoardArguments;
use super::matches::engines::{self, Asked, Told};
use super::matches::file::File;
use super::prepare::{Housing, prepare};
use super::screen::Screen;
use super::{Failure, start, warn};
use crate::clock::SeatClock;
use crate::engine::Engine;
use crate::games::{Game, Line, Seat};
use crate::report::text::escaped;
use crate::settings::{self, COMMAND_LINE};
use crate::tournament::Contestant;

use session::{Chair, Player, Session};

/// Plays against an engine, or with others, on a board in the terminal.
///
/// On the screen the arrow keys or the mouse choose a square and Enter plays it; moves can be typed as well, and
/// words: moves, hint, undo, save FILE, resign, help, quit. In a pipe, and with --plain, the same words stand on
/// lines. At the dominoes only the own hand is shown, of several people that of the one to move.
///
/// Without -e the reference engine of the game plays. What `save` writes can be read by `arena referee`, and
/// by --load.
#[derive(Debug, Args)]
#[command(after_help = "Examples: arena play othello\n          \
                  arena play breakthrough --rows 6 --columns 5 --side black -e 'python3 my.py' --time 60+1\n          \
                  arena play domino --players 3 -e child -e student\n          \
                  arena play othello --people 2 --plain\n          \
                  printf 'f5\\nsave game.txt\\n' | arena play othello -o 1:Depth=2")]
pub(super) struct Arguments {
    /// othello, breakthrough or domino
    #[arg(value_parser = crate::cli::game_name::GameName, hide_possible_values = true)]
    game: String,
    #[command(flatten)]
    board: BoardArguments,
    /// An engine for a seat that nobody takes: a command, or a reference engine's name as in `arena match`
    #[arg(short, long = "engine", value_name = "CMD")]
    engine: Vec<String>,
    #[command(flatten)]
    told: Told,
    /// Your side: x or black, o or white, w, b, p1, p2 ...
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// How many people play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    people: u8,
    /// An engine's time for a move, or base time and increment, without a unit in seconds; people take their time
    #[arg(long, value_name = "1s|60+1", default_value = "1s", allow_hyphen_values = true)]
    time: String,
    /// The position to begin from, or `startpos moves ...`
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Go on with a game that `save` wrote
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    load: Option<PathBuf>,
    /// Dominoes: the seed of the deal; drawn and printed if it is not given
    #[arg(long, value_name = "S", value_parser = crate::cli::numbers::seed)]
    seed: Option<u64>,
    /// The plainest picture, `x`, `o` and `.`, line by line
    #[arg(long)]
    plain: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let line = begin(arguments)?;
    if line.position().is_hidden() {
        return Err(Failure::Wrong(
            "--position hides some of the tiles: every hand and the stack must be given".to_owned(),
        ));
    }
    let seats = line.seats();
    let people = people(arguments, &line)?;
    let free = seats - people.len();
    let asked = engines(arguments, &line, free)?;
    let room = match Room::open(&asked, line.game(), &arguments.time) {
        // Who plays with people only may do without an engine that gives hints.
        Err(_) if free == 0 => Room::default(),
        room => room?,
    };
    let name = |seat| if people.len() == 1 { "you".to_owned() } else { Seat(seat).to_string() };
    let mut engines = 0..;
    let players = (0..seats).map(|seat| match people.contains(&Seat(seat)) {
        true => Player::Person(name(seat)),
        false => Player::Engine(engines.next().unwrap_or_default()),
    });
    let mut session = Session::new(line, players.collect(), room.chairs, room.clocks);
    let played = if arguments.plain || !Screen::is_possible() {
        dialogue::play(&mut session, arguments.plain)
    } else {
        view::play(&mut session)
    };
    session.dismiss();
    drop(room.housing);
    played
}

/// The engines that are there, and where they are kept.
#[derive(Default)]
struct Room {
    chairs: Vec<Chair>,
    clocks: Vec<SeatClock>,
    housing: Option<Housing>,
}

impl Room {
    /// Starts the engines and makes them ready for a game.
    fn open(asked: &[Asked], game: Game, time: &str) -> Result<Self, Failure> {
        if asked.is_empty() {
            return Ok(Self::default());
        }
        let file = File {
            name: "play",
            game: game.name(),
            alone: true,
            board: board(game),
            openings: "standard",
            time,
            margin: None,
            sprt: None,
            engines: asked,
        };
        let settings = settings::parse(Path::new(COMMAND_LINE), &file.text()).map_err(Failure::wrong)?;
        file.without_unit().iter().for_each(warn);
        let housing = Housing::new(&settings, Vec::new())?;
        let mut room = Self::default();
        for Contestant { name, setup, time, peek, absent, .. } in prepare(&settings, true, 2, &housing)? {
            let ready = match absent {
                Some(failure) => Err(failure),
                None => Engine::start(&setup).and_then(|mut engine| {
                    engine.new_game()?;
                    Ok(engine)
                }),
            };
            let engine = ready.map_err(|failure| {
                Failure::Failed(format!("{name} never got ready: {}", escaped(&failure.detail)))
            })?;
            room.clocks.push(SeatClock::new(time));
            room.chairs.push(Chair { name, peek, engine: Some(engine) });
        }
        room.housing = Some(housing);
        Ok(room)
    }
}

/// What the game begins from.
fn begin(arguments: &Arguments) -> Result<Line, Failure> {
    let Some(file) = &arguments.load else {
        let board = engines_make_the_table(arguments);
        return start::line(&arguments.game, board, arguments.position.as_deref(), arguments.seed);
    };
    let text =
        fs::read_to_string(file).map_err(|error| Failure::Wrong(format!("{}: {error}", file.display())))?;
    // The deal is in the file.
    let mut line = start::line(&arguments.game, arguments.board, None, Some(0))?;
    for (number, part) in (1..).zip(text.lines()) {
        start::take(&mut line, part)
            .map_err(|why| Failure::Wrong(format!("{}:{number}: {why}", file.display())))?;
    }
    Ok(line)
}

/// At the dominoes everybody who is named has a seat, if nothing else is said.
fn engines_make_the_table(arguments: &Arguments) -> BoardArguments {
    let players = usize::from(arguments.people) + arguments.engine.len();
    let is_dealt = Game::named(&arguments.game.to_ascii_lowercase()).is_some_and(Game::is_dealt);
    match u8::try_from(players) {
        Ok(players) if is_dealt && !arguments.board.has_players() && players > 2 => {
            arguments.board.with_players(players)
        }
        _ => arguments.board,
    }
}

/// The seats of the people.
fn people(arguments: &Arguments, line: &Line) -> Result<Vec<Seat>, Failure> {
    let seats = line.seats();
    let count = usize::from(arguments.people);
    if count > seats {
        return Err(Failure::Wrong(format!("--people {count}: the game has {seats} players")));
    }
    let own = match &arguments.side {
        None => Seat(0),
        Some(side) => side_named(line, side).ok_or_else(|| {
            let known = (0..seats).map(|seat| match line.game().colour(line.player_at(Seat(seat))) {
                Some((name, letter)) => format!("{letter}, {} or {}", name.to_lowercase(), Seat(seat)),
                None => Seat(seat).to_string(),
            });
            let known = known.collect::<Vec<_>>().join("; ");
            Failure::Wrong(format!("--side {}: the sides are {known}", side.escape_debug()))
        })?,
    };
    Ok((0..count).map(|next| Seat((own.0 + next) % seats)).collect())
}

/// The seat that somebody calls so.
fn side_named(line: &Line, name: &str) -> Option<Seat> {
    (0..line.seats()).map(Seat).find(|&seat| {
        let colour = line.game().colour(line.player_at(seat));
        name.eq_ignore_ascii_case(&seat.to_string())
            || colour.is_some_and(|(colour, letter)| {
                name.eq_ignore_ascii_case(colour) || name.eq_ignore_ascii_case(&letter.to_string())
            })
    })
}

/// The engines for `wanted` seats; where there are none, one for hints if it is there.
fn engines(arguments: &Arguments, line: &Line, wanted: usize) -> Result<Vec<Asked>, Failure> {
    let given = arguments.engine.len();
    if given > wanted {
        let seats = line.seats();
        return Err(Failure::Wrong(format!(
            "-e: {given} engines and {} at the keyboard are too many for {seats} seats",
            arguments.people
        )));
    }
    let reference = match line.game() {
        Game::Domino { .. } => "counter",
        game => game.name(),
    };
    let missing = wanted - given;
    let named = arguments.engine.iter().cloned();
    let all: Vec<String> = named.chain(std::iter::repeat_n(reference.to_owned(), missing)).collect();
    if wanted == 0 {
        return Ok(engines::read(&[reference.to_owned()], &arguments.told).unwrap_or_default());
    }
    engines::read(&all, &arguments.told)
}

/// The measures of a board as a tournament file writes them.
fn board(game: Game) -> String {
    match game {
        Game::Othello { size } => format!("size = {size}\n"),
        Game::Breakthrough { rows, columns } => format!("rows = {rows}\ncolumns = {columns}\n"),
        Game::Domino { players } => format!("players = {players}\n"),
    }
}
