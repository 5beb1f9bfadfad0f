//! Reading a tournament file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::sandbox;
use super::source::{self, Source, reason};
use super::table::{Table, Value};
use super::words::{listed, shown};
use super::{FileError, FixedBoard, Pin, Settings, adjudication, engines, format, names, openings, pin};
use crate::games::{Game, breakthrough, domino, othello};

/// Why there are no settings.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file could not be read.
    #[error("cannot read {}: {}", path.display(), reason(source))]
    Unreadable {
        /// The file, as it was named.
        path: PathBuf,
        /// What the system said, or that the file is no text.
        source: io::Error,
    },
    /// The file was read, and is wrong; at least one error, in the order of the file.
    #[error("{}", paragraphs(.0))]
    Wrong(Vec<FileError>),
}

fn paragraphs(errors: &[FileError]) -> String {
    errors.iter().map(FileError::to_string).collect::<Vec<_>>().join("\n\n")
}

/// Reads a tournament file.
///
/// # Errors
/// That it cannot be read, or all that is wrong in it and in the files that it names.
pub fn read(path: &Path) -> Result<Settings, ReadError> {
    let text =
        source::text(path).map_err(|source| ReadError::Unreadable { path: path.to_owned(), source })?;
    parse(path, &text)
}

/// Reads `source`, the content of the tournament file `file`. The files that it names are read too.
///
/// # Errors
/// All that is wrong in it: [`ReadError::Wrong`].
pub fn parse(file: &Path, source: &str) -> Result<Settings, ReadError> {
    let source = Source::new(file, source);
    let settings = source.document().map(|entries| settings(&Table::new(&source, "", &entries, 0..0)));
    let mut report = source.into_report();
    match settings {
        Some(settings) if report.errors.is_empty() => {
            Ok(Settings { without_effect: report.without_effect, ..settings })
        }
        _ => {
            // Those of the file itself first, whatever the order in which it was read.
            report.errors.sort_by(|a, b| {
                let key =
                    |error: &FileError| (error.place.file != file, error.place.line, error.place.column);
                let files = || a.place.file.cmp(&b.place.file);
                key(a).0.cmp(&key(b).0).then_with(files).then_with(|| key(a).cmp(&key(b)))
            });
            Err(ReadError::Wrong(report.errors))
        }
    }
}

/// Everything at once. Where something is wrong a default stands in for it, and the report tells.
fn settings(top: &Table<'_>) -> Settings {
    let tournament = top.table("tournament");
    let get = |key: &str| tournament.as_ref()?.get(key);
    let integer = |key: &str, most: i64| get(key).and_then(|value| value.integer(1..=most));
    let boolean = |key: &str| get(key).and_then(|value| value.boolean());
    let game = match (get("game"), &tournament) {
        (Some(value), _) => self::game(&value),
        (None, tournament) => {
            // Without the table its absence is the error; a table of a wrong type is told already.
            if tournament.is_some() || top.get("tournament").is_none() {
                let place = top.source.place(tournament.as_ref().map_or(0..0, Table::span));
                let error = FileError::new(place, "no `game` in [tournament]");
                top.source.fail(error.help(r#"game = "othello", "breakthrough" or "domino""#));
            }
            None
        }
    };
    let (game, fixed_board) = board(top, game);
    let seed = get("seed").and_then(|value| value.integer(0..=(1 << 53) - 1)).map(|seed| seed as u64);
    let self_play = boolean("self_play").unwrap_or(false);
    let several_seats = several_seats(tournament.as_ref(), game);
    let seats = game.map_or(2, Game::players);
    let (openings, openings_file) = openings::openings(top, game, fixed_board, seed);
    let least = match (self_play, several_seats) {
        (true, _) => 1,
        (false, true) => seats.min(2),
        (false, false) => seats,
    };
    let keep_going = boolean("keep_going").unwrap_or(false);
    let engines = engines::read_all(top, seats, least, keep_going);
    let shape = format::read(top, tournament.as_ref(), engines.len(), self_play, game);
    Settings {
        file: top.source.file().to_owned(),
        folder: top.source.folder(),
        name: name(top, get("name")),
        format: shape.format,
        rounds: shape.rounds,
        repeat: shape.repeat,
        time_budget: shape.time_budget,
        sprt: shape.sprt,
        self_play,
        several_seats,
        seed,
        concurrency: integer("concurrency", 1024).map(|games| games as usize),
        cores_per_game: integer("cores_per_game", 1024).unwrap_or(1) as usize,
        pin: get("pin").map_or(Pin::Chosen, |value| pin::read(&value)),
        keep_going,
        log: boolean("log").unwrap_or(false),
        sandbox: sandbox::read(top),
        adjudication: adjudication::read(top, game),
        openings,
        openings_file,
        engines,
        game: game.unwrap_or(Game::Othello { size: 8 }),
        fixed_board,
        without_effect: Vec::new(),
    }
}

/// `several_seats`, which was once called `repeat` in dominoes.
fn several_seats(tournament: Option<&Table<'_>>, game: Option<Game>) -> bool {
    let get = |key: &str| tournament?.get(key);
    let is_dealt = game.is_some_and(Game::is_dealt);
    if let Some(value) = get("several_seats").filter(|_| game.is_some() && !is_dealt) {
        value.fail_key(
            "`several_seats` is for dominoes",
            "leave it out: an engine meets itself with `self_play`",
        );
    }
    if let Some(value) = get("repeat").filter(|value| is_dealt && value.is_boolean()) {
        if get("several_seats").is_some() {
            value.fail_key("`repeat` is the old word for `several_seats`", "leave it out");
        } else {
            value.old_word("`repeat` is a number of games now, and this is read as `several_seats`");
        }
        return value.boolean().unwrap_or(false);
    }
    get("several_seats").and_then(|value| value.boolean()).unwrap_or(false)
}

fn name(top: &Table<'_>, value: Option<Value<'_>>) -> String {
    if let Some(value) = value {
        let Some(name) = value.text() else { return String::new() };
        if let Some(fault) = names::tournament_fault(name) {
            value.fail(format!("a tournament cannot be called {}: {fault}", shown(name)));
        }
        return name.to_owned();
    }
    let stem = top.source.file().file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if let Some(fault) = names::tournament_fault(&stem) {
        let message = format!("a tournament cannot be called {} after its file: {fault}", shown(&stem));
        let error = FileError::new(top.source.place(0..0), message);
        top.source.fail(error.help(r#"give it another `name = "..."` in [tournament]"#));
    }
    stem
}

fn game(value: &Value<'_>) -> Option<Game> {
    let name = value.text()?;
    let game = Game::named(name);
    if game.is_none() {
        value.unknown_word(name, &Game::NAMES);
    }
    game
}

/// The game on its board, if that is known, and which measures the file gives. Without a known game no
/// more than the keys are checked.
fn board(top: &Table<'_>, game: Option<Game>) -> (Option<Game>, FixedBoard) {
    let mut fixed = FixedBoard::default();
    let (Some(board), Some(game)) = (top.table("board"), game) else { return (game, fixed) };
    let own: &[&str] = match game {
        Game::Othello { .. } => &["size"],
        Game::Breakthrough { .. } => &["rows", "columns"],
        Game::Domino { .. } => &["players"],
    };
    for (key, owner) in
        [("size", "othello"), ("rows", "breakthrough"), ("columns", "breakthrough"), ("players", "domino")]
    {
        if !own.contains(&key)
            && let Some(value) = board.get(key)
        {
            let message = format!("`{key}` is a measure of {owner}, the game is {}", game.name());
            let help = format!("{} has {}", game.name(), listed(own, "and"));
            value.fail_key(message, help);
        }
    }
    // A measure that is wrong leaves the board unknown, so that openings are not held against it.
    let side = |key: &str, default: u8| {
        let sides = i64::from(*breakthrough::SIDES.start())..=i64::from(*breakthrough::SIDES.end());
        board.get(key).map_or(Some(default), |value| value.integer(sides).map(|side| side as u8))
    };
    let game = match game {
        Game::Othello { size } => match board.get("size") {
            None => Some(size),
            Some(value) => self::size(&value),
        }
        .map(|size| Game::Othello { size }),
        Game::Breakthrough { rows, columns } => {
            fixed = FixedBoard { rows: board.get("rows").is_some(), columns: board.get("columns").is_some() };
            let (rows, columns) = (side("rows", rows), side("columns", columns));
            rows.zip(columns).map(|(rows, columns)| Game::Breakthrough { rows, columns })
        }
        Game::Domino { players } => match board.get("players") {
            None => Some(players),
            Some(value) => self::players(&value),
        }
        .map(|players| Game::Domino { players }),
    };
    (game, fixed)
}

fn players(value: &Value<'_>) -> Option<u8> {
    let players = value.integer(0..=100)?;
    let found = domino::PLAYERS.into_iter().find(|&number| i64::from(number) == players);
    if found.is_none() {
        value.fail_help(format!("dominoes cannot be played by {players} players"), "1 to 5");
    }
    found
}

fn size(value: &Value<'_>) -> Option<u8> {
    let size = value.integer(1..=100)?;
    let found = othello::SIZES.into_iter().find(|&known| i64::from(known) == size);
    if found.is_none() {
        value.fail_help(format!("there is no Othello board of size {size}"), "4, 6, 8 or 10");
    }
    found
}
