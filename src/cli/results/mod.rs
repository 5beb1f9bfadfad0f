//! Results that lie about: folders of tournaments, and `games.csv` files, of this program or of any
//! other that writes the same columns. Both become records.

mod games_csv;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Failure;
use super::amounts::count;
use super::resume::no_results;
use crate::journal::{self, Header};
use crate::record::{self, GameRecord};

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
    /// How many games there must be at least, where that is known.
    played: Option<u64>,
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
        let mut games = 0;
        let is_journal = read.path.is_dir();
        let records: Box<dyn Iterator<Item = io::Result<GameRecord>>> = if is_journal {
            Box::new(journal::read_in_order(path).map_err(|error| no_results(&error, path))?)
        } else {
            Box::new(games_csv::read(&read.path)?.into_iter().map(Ok))
        };
        for record in records {
            let record = record.map_err(|error| no_results(&error, path))?;
            if let Some(flaw) = record::flaw(&record).filter(|_| is_journal) {
                return Err(contradicts_itself(path, &record, &flaw));
            }
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
            games += 1;
            last = Some(record);
        }
        if let Some(played) = read.played.filter(|&played| played > games) {
            let what = format!("{} of its {} are not in the journal", played - games, count(played, "game"));
            return Err(no_results(&io::Error::new(io::ErrorKind::InvalidData, what), path));
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
            played: None,
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
                return Err(Failure::Wrong(format!("{shown} {what}{}", inside(path))));
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
            played: header.played,
            finished: header.finished.is_some(),
        })
    }
}

/// Which folders of results there are in one that is none; goes behind a message.
fn inside(path: &Path) -> String {
    let entries = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<String> = entries
        .filter(|entry| journal::is_results(entry) || entry.join("games.csv").is_file())
        .map(|entry| entry.display().to_string())
        .collect();
    found.sort();
    match found.as_slice() {
        [] => String::new(),
        [one] => format!("; there is {one}"),
        [first, ..] => format!("; there are {} in it, such as {first}", found.len()),
    }
}

/// A line of a journal that can be read, and whose result is not what its own words lead to.
fn contradicts_itself(path: &Path, record: &GameRecord, flaw: &str) -> Failure {
    let file = path.join(journal::FILE);
    let flaw = format!("{}: game {}: {flaw}", file.display(), record.id);
    no_results(&io::Error::new(io::ErrorKind::InvalidData, flaw), path)
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

/// That the columns of a file whose first line has these are not separated by commas, if it looks so; goes behind a
/// message.
pub(super) fn separator_hint(head: &[String]) -> String {
    let [only] = head else { return String::new() };
    let others = [(';', "semicolons"), ('\t', "tabs"), ('|', "bars")];
    match others.into_iter().find(|(sign, _)| only.contains(*sign)) {
        Some((_, signs)) => format!(
            "; its columns are separated by {signs}, not commas: a spreadsheet asks for the separator when it saves a file \
             as CSV"
        ),
        None => String::new(),
    }
}
