//! Results that lie about: folders of tournaments, and `games.csv` files, of this program or of any
//! other that writes the same columns. Both become records.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Failure;
use super::resume::no_results;
use crate::games::Seat;
use crate::journal::{self, Header};
use crate::record::{Board, Fault, GameRecord, Reason, VERSION};

/// One championship: a folder, or a file.
#[derive(Clone, Debug)]
pub(super) struct Championship {
    /// As it was named on the command line.
    pub(super) path: PathBuf,
    /// The tournament's name, or the path.
    pub(super) name: String,
    /// The game's name, unless there is no game in it.
    pub(super) game: Option<String>,
    /// The engines in the order of the tournament, where that is known.
    pub(super) engines: Vec<String>,
    /// When it began, ISO 8601, where that is known.
    pub(super) started: Option<String>,
    /// The last game that counts, if not all do.
    counted: Option<u64>,
    /// Whether all its games are there.
    pub(super) finished: bool,
}

impl Championship {
    /// A heading for it.
    pub(super) fn title(&self) -> String {
        let game = self.game.as_deref().map_or_else(String::new, |game| format!(", {game}"));
        let began = self.started.as_deref().and_then(|started| started.get(..10));
        let began = began.map_or_else(String::new, |day| format!(", {day}"));
        let place = self.path.display().to_string();
        let place = if place == self.name { String::new() } else { format!(" ({place})") };
        format!("{}{game}{began}{place}", self.name)
    }

    /// Reads the results at `path` and hands over each game that counts, in the order of their numbers.
    ///
    /// # Errors
    /// That there are none, or what is wrong with them and where.
    pub(super) fn read(path: &Path, mut each: impl FnMut(&GameRecord)) -> Result<Self, Failure> {
        let mut read = Self::open(path)?;
        let mut last: Option<GameRecord> = None;
        let records: Box<dyn Iterator<Item = io::Result<GameRecord>>> = if read.path.is_dir() {
            Box::new(journal::read_in_order(path).map_err(|error| no_results(&error, path))?)
        } else {
            Box::new(games_file(&read.path)?.into_iter().map(Ok))
        };
        for record in records {
            let record = record.map_err(|error| no_results(&error, path))?;
            if read.counted.is_some_and(|last| record.id > last) {
                break;
            }
            if let Some(last) = &last
                && last.id == record.id
            {
                if *last == record {
                    continue;
                }
                return Err(Failure::Wrong(format!(
                    "{}: game {} stands there twice, and not the same: {} - {}, and {} - {}; results of several \
                     championships belong in a folder each",
                    path.display(),
                    record.id,
                    last.players.join(", "),
                    last.winner.as_deref().unwrap_or("no winner"),
                    record.players.join(", "),
                    record.winner.as_deref().unwrap_or("no winner"),
                )));
            }
            match &read.game {
                None => read.game = Some(record.game.clone()),
                Some(game) if *game == record.game => {}
                Some(game) => {
                    return Err(Failure::Wrong(format!(
                        "{}: game {} is one of {}, the others of {game}",
                        path.display(),
                        record.id,
                        record.game
                    )));
                }
            }
            each(&record);
            last = Some(record);
        }
        Ok(read)
    }

    /// What is known without the games.
    fn open(path: &Path) -> Result<Self, Failure> {
        let file = |path: PathBuf, name: String| Self {
            path,
            name,
            game: None,
            engines: Vec::new(),
            started: None,
            counted: None,
            finished: true,
        };
        let shown = path.display().to_string();
        if !path.is_dir() {
            return match fs::metadata(path) {
                Ok(_) => Ok(file(path.to_owned(), shown)),
                Err(error) => Err(Failure::Wrong(format!("{shown}: {error}"))),
            };
        }
        let header = match Header::read(path) {
            Ok(header) => header,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let games = path.join("games.csv");
                if games.is_file() && !path.join(journal::FILE).exists() {
                    return Ok(file(games, shown));
                }
                let what = "is no folder of results: it has no tournament.json and no games.csv";
                return Err(Failure::Wrong(format!("{shown} {what}")));
            }
            Err(error) => return Err(Failure::wrong(error)),
        };
        Ok(Self {
            path: path.to_owned(),
            name: header.name,
            game: Some(header.game),
            engines: header.engines,
            started: Some(header.started),
            counted: header.counted,
            finished: header.finished.is_some(),
        })
    }
}

/// The folder that a championship's results lie in, whatever it was called on the command line.
fn place(championship: &Championship) -> PathBuf {
    let path = fs::canonicalize(&championship.path).unwrap_or_else(|_| championship.path.clone());
    let is_ours = path.file_name().is_some_and(|name| name == "games.csv");
    match path.parent() {
        Some(folder) if is_ours && folder.join(journal::FILE).is_file() => folder.to_owned(),
        _ => path,
    }
}

/// Sees that all championships are of one game, and none is there twice.
///
/// # Errors
/// Two that are not, or are the same.
pub(super) fn one_game(championships: &[Championship]) -> Result<(), Failure> {
    for (number, one) in championships.iter().enumerate() {
        if let Some(same) = championships[..number].iter().find(|other| place(other) == place(one)) {
            return Err(Failure::Wrong(format!(
                "{} and {} are the same championship, which would count twice",
                same.path.display(),
                one.path.display()
            )));
        }
    }
    let mut known = championships.iter().filter_map(|one| Some((one, one.game.as_deref()?)));
    let Some((first, game)) = known.next() else { return Ok(()) };
    match known.find(|(_, other)| *other != game) {
        None => Ok(()),
        Some((other, another)) => Err(Failure::Wrong(format!(
            "{} is a tournament of {game}, {} one of {another}: they have nothing to do with one another",
            first.path.display(),
            other.path.display()
        ))),
    }
}

/// The games of a `games.csv`, in the order of their numbers.
fn games_file(path: &Path) -> Result<Vec<GameRecord>, Failure> {
    let wrong = |line: u64, what: String| Failure::Wrong(format!("{}:{line}: {what}", path.display()));
    let at = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        wrong(line, error.to_string())
    };
    let mut reader = csv::ReaderBuilder::new().from_path(path).map_err(at)?;
    let columns: HashMap<String, usize> =
        reader.headers().map_err(at)?.iter().enumerate().map(|(at, name)| (bare(name), at)).collect();
    for needed in ["id", "game", "p1", "p2", "winner", "reason", "offender"] {
        if !columns.contains_key(needed) {
            return Err(wrong(1, format!("there is no column `{needed}`: this is no games.csv")));
        }
    }
    let mut records: Vec<GameRecord> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(at)?;
        let line = row.position().map_or(0, csv::Position::line);
        whole_row(&row).map_err(|what| wrong(line, what))?;
        let cell = |column: &str| columns.get(column).and_then(|&at| row.get(at)).unwrap_or_default();
        records.push(game(&cell).map_err(|what| wrong(line, what))?);
    }
    records.sort_by_key(|record| record.id);
    // A line that stands there twice is one game.
    records.dedup();
    number_encounters(&mut records);
    Ok(records)
}

/// Sees that no cell of a row has a line break: no name and no move has one, so that a quote was opened
/// there and not closed, and has swallowed the rows after it.
///
/// # Errors
/// What is wrong, in words.
pub(super) fn whole_row(row: &csv::StringRecord) -> Result<(), String> {
    match row.iter().find(|cell| cell.contains(['\n', '\r'])) {
        None => Ok(()),
        Some(cell) => {
            let begins: String = cell.chars().take(20).collect();
            Err(format!("a quote is opened and not closed on its line, at {:?}", begins))
        }
    }
}

/// A row of a `games.csv`.
fn game<'a>(cell: &dyn Fn(&str) -> &'a str) -> Result<GameRecord, String> {
    let integer = |column: &str| {
        cell(column)
            .parse::<u64>()
            .map_err(|_| format!("`{column}` is `{}`, expected a number", cell(column)))
    };
    let seats = (0..).map(|seat| Seat(seat).to_string());
    let players: Vec<String> =
        seats.map(|seat| unquoted(cell(&seat))).take_while(|name| !name.is_empty()).collect();
    if players.len() < 2 {
        return Err("a game needs a name for p1 and p2".to_owned());
    }
    if cell("game").is_empty() {
        return Err("`game` is empty".to_owned());
    }
    let text = |column: &str| Some(unquoted(cell(column))).filter(|text| !text.is_empty());
    let seat = |name: &Option<String>, column: &str| match (name, cell(column)) {
        (_, "") => Ok(name.as_ref().and_then(|name| players.iter().position(|player| player == name))),
        (_, word) => (0..players.len())
            .find(|&seat| Seat(seat).to_string() == word)
            .map(Some)
            .ok_or_else(|| format!("`{column}` is `{word}`, and there is no such seat")),
    };
    let reason: Reason = serde_json::from_value(cell("reason").into())
        .map_err(|_| format!("`reason` is `{}`, which is none", cell("reason")))?;
    let (winner, offender) = (text("winner"), text("offender"));
    let (winner_seat, offender_seat) = (seat(&winner, "winner_seat")?, seat(&offender, "offender_seat")?);
    if let (Some(offender), None) = (&offender, offender_seat) {
        return Err(format!("`offender` is `{offender}`, who is not at the table"));
    }
    for (column, name, seat) in [("winner", &winner, winner_seat), ("offender", &offender, offender_seat)] {
        if let (Some(name), Some(seat)) = (name, seat)
            && players[seat] != *name
        {
            return Err(format!("`{column}` is `{name}`, who is not at the table at {}", Seat(seat)));
        }
    }
    let count = players.len();
    let fault = |seat| Fault { seat, reason, detail: String::new() };
    let (points, faults) = match (winner.as_deref(), winner_seat, offender_seat) {
        (Some(_), Some(winner), offender) => {
            ((0..count).map(|seat| f64::from(seat == winner)).collect(), offender.map(fault))
        }
        (Some("draw"), ..) => (vec![1.0 / count as f64; count], None),
        (Some("shared"), _, Some(offender)) => {
            let share = 1.0 / (count - 1) as f64;
            (
                (0..count).map(|seat| if seat == offender { 0.0 } else { share }).collect(),
                Some(fault(offender)),
            )
        }
        (None, _, Some(offender)) => (vec![0.0; count], Some(fault(offender))),
        (None, ..) => return Err("there is neither a `winner` nor an `offender`".to_owned()),
        (Some(winner), ..) => return Err(format!("`winner` is `{winner}`, who is not at the table")),
    };
    // Nobody has a point only where nobody got ready.
    let faults = match (winner.is_none(), faults) {
        (true, _) => (0..count).map(fault).collect(),
        (false, faults) => faults.into_iter().collect(),
    };
    Ok(GameRecord {
        v: VERSION,
        id: integer("id")?,
        attempt: 1,
        round: integer("round").unwrap_or(1) as u32,
        encounter: 0,
        game: cell("game").to_owned(),
        board: Board::default(),
        opening: cell("opening").to_owned(),
        deal: None,
        seed: 0,
        moves: cell("moves").split_whitespace().map(str::to_owned).collect(),
        ms: Vec::new(),
        thoughts: Vec::new(),
        movers: Vec::new(),
        points,
        winner_seat: winner_seat.map(|seat| Seat(seat).to_string()),
        winner,
        reason,
        offender,
        offender_seat: offender_seat.map(|seat| Seat(seat).to_string()),
        score: cell("score").parse().ok(),
        late: vec![0; players.len()],
        players,
        faults,
        excuse: None,
        void: false,
        restless: Vec::new(),
        started: String::new(),
        seconds: cell("seconds").parse().unwrap_or_default(),
    })
}

/// The encounters, which a `games.csv` does not name: games that follow one another in a round, from
/// one opening, among the same engines with the seats changed.
fn number_encounters(records: &mut [GameRecord]) {
    let mut encounter = 0;
    let mut first = 0;
    for at in 0..records.len() {
        let same = at > 0 && {
            let (one, other) = (&records[first], &records[at]);
            let sorted = |record: &GameRecord| {
                let mut players = record.players.clone();
                players.sort();
                players
            };
            one.round == other.round
                && one.opening == other.opening
                && at - first < one.players.len()
                && records[first..at].iter().all(|earlier| earlier.players != other.players)
                && sorted(one) == sorted(other)
        };
        if !same {
            (encounter, first) = (encounter + 1, at);
        }
        records[at].encounter = encounter;
    }
}

/// A name without the `'` that keeps a spreadsheet from taking it for a formula.
pub(super) fn unquoted(text: &str) -> String {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r']) => rest.to_owned(),
        _ => text.to_owned(),
    }
}

/// The name of a column, without the mark that some programs put at the head of a file.
pub(super) fn bare(name: &str) -> String {
    name.trim_start_matches('\u{feff}').trim().to_owned()
}
