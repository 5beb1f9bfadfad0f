//! A `games.csv`, of this program or of any other: rows in which a person or a program may have written anything,
//! read so that what a record says fits together.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::{bare, separator_hint, unquoted, whole_row};
use crate::cli::Failure;
use crate::games::{PlyText, Seat};
use crate::record::{Board, Fault, GameRecord, Outcome, Reason, VERSION};

/// What is wrong in a row, and in which column.
struct Wrong {
    column: String,
    what: String,
}

impl Wrong {
    fn at(column: impl Into<String>, what: impl Into<String>) -> Self {
        Self { column: column.into(), what: what.into() }
    }
}

/// The games of the file, in the order of their numbers.
///
/// # Errors
/// The first thing in it that is wrong, with its place.
pub(super) fn read(path: &Path) -> Result<Vec<GameRecord>, Failure> {
    let shown = path.display();
    let text = fs::read(path).map_err(|error| Failure::Wrong(format!("{shown}: {error}")))?;
    let wrong = |line: u64, what: String| Failure::Wrong(format!("{shown}:{line}: {what}"));
    let at = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        wrong(line, error.to_string())
    };
    let mut reader = csv::ReaderBuilder::new().from_reader(&text[..]);
    let columns: HashMap<String, usize> =
        reader.headers().map_err(at)?.iter().enumerate().map(|(at, name)| (bare(name), at)).collect();
    for needed in ["id", "game", "p1", "winner", "reason", "offender"] {
        if !columns.contains_key(needed) {
            let head: Vec<String> = columns.into_keys().collect();
            let hint = separator_hint(&head);
            return Err(wrong(1, format!("there is no column `{needed}`: this is no games.csv{hint}")));
        }
    }
    let mut records: Vec<(u64, GameRecord)> = Vec::new();
    let mut lines: HashMap<u64, usize> = HashMap::new();
    for row in reader.records() {
        let row = row.map_err(at)?;
        let (line, byte) = row.position().map_or((0, 0), |place| (place.line(), place.byte() as usize));
        // Where lines end with two bytes, a row is said to begin between the two.
        let line = line + u64::from(text.get(byte) == Some(&b'\n'));
        whole_row(&row).map_err(|what| wrong(line, what))?;
        let here = |error: Wrong| {
            let column = columns.get(&error.column).copied().unwrap_or(0);
            let column = sign(text.get(byte..).unwrap_or_default(), column);
            Failure::Wrong(format!("{shown}:{line}:{column}: {}", error.what))
        };
        let cell = |column: &str| columns.get(column).and_then(|&at| row.get(at)).unwrap_or_default();
        let record = Row { cell: &cell }.game().map_err(here)?;
        match lines.get(&record.id).map(|&at| &records[at]) {
            // A line that stands there twice is one game.
            Some((_, same)) if *same == record => continue,
            Some((other, _)) => {
                return Err(here(Wrong::at(
                    "id",
                    format!(
                        "game {} stands in line {other} already, and not the same; results of several championships \
                         belong in a file each",
                        record.id
                    ),
                )));
            }
            None => drop(lines.insert(record.id, records.len())),
        }
        records.push((line, record));
    }
    let mut records: Vec<GameRecord> = records.into_iter().map(|(_, record)| record).collect();
    records.sort_by_key(|record| record.id);
    number_encounters(&mut records);
    Ok(records)
}

/// The sign, from 1, at which a cell of the row begins with which `text` begins.
fn sign(text: &[u8], cell: usize) -> usize {
    let (mut before, mut quoted) = (0, false);
    let text = String::from_utf8_lossy(&text[..text.len().min(1 << 16)]);
    let text = text.trim_start_matches(['\r', '\n']);
    for (at, c) in text.chars().enumerate() {
        if before == cell {
            return at + 1;
        }
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => before += 1,
            _ => {}
        }
    }
    1
}

/// A row, cell by cell.
struct Row<'a, 'b> {
    cell: &'b dyn Fn(&str) -> &'a str,
}

impl Row<'_, '_> {
    /// The cell of a column; nothing if there is no such column.
    fn text(&self, column: &str) -> Option<String> {
        Some(unquoted((self.cell)(column))).filter(|text| !text.is_empty())
    }

    /// A number, if there is one.
    fn number<T: std::str::FromStr>(&self, column: &str) -> Result<Option<T>, Wrong> {
        let text = (self.cell)(column).trim();
        if text.is_empty() {
            return Ok(None);
        }
        let wrong =
            || Wrong::at(column, format!("`{column}` is `{}`, expected a number", text.escape_debug()));
        text.parse().map(Some).map_err(|_| wrong())
    }

    fn players(&self) -> Result<Vec<String>, Wrong> {
        let seats = (0..).map(|seat| Seat(seat).to_string());
        let players: Vec<String> = seats.map_while(|seat| self.text(&seat)).collect();
        match players.len() {
            0 => Err(Wrong::at("p1", "`p1` is empty: a game needs a name for every seat")),
            _ => Ok(players),
        }
    }

    /// Who is named in `column`, and at which seat by `column_seat`: the first one of that name if it is not said.
    fn person(&self, column: &str, players: &[String]) -> Result<(Option<String>, Option<usize>), Wrong> {
        let name = self.text(column);
        let seat_column = format!("{column}_seat");
        let seat = match self.text(&seat_column) {
            None => name.as_ref().and_then(|name| players.iter().position(|player| player == name)),
            Some(word) => {
                let seat = (0..players.len()).find(|&seat| Seat(seat).to_string() == word);
                let what = format!("`{seat_column}` is `{}`, and there is no such seat", word.escape_debug());
                Some(seat.ok_or_else(|| Wrong::at(seat_column, what))?)
            }
        };
        match (&name, seat) {
            (Some(name), Some(seat)) if players[seat] != *name => {
                let what = format!(
                    "`{column}` is `{}`, who is not at the table at {}",
                    name.escape_debug(),
                    Seat(seat)
                );
                Err(Wrong::at(column, what))
            }
            _ => Ok((name, seat)),
        }
    }

    fn game(&self) -> Result<GameRecord, Wrong> {
        let id = self.number("id")?.filter(|&id| id > 0);
        let id = id.ok_or_else(|| Wrong::at("id", "`id` is empty or 0, expected a number from 1"))?;
        let players = self.players()?;
        let game = self.text("game").ok_or_else(|| Wrong::at("game", "`game` is empty"))?;
        let reason = (self.cell)("reason");
        let reason: Reason = serde_json::from_value(reason.into()).map_err(|_| {
            Wrong::at("reason", format!("`reason` is `{}`, which is none", reason.escape_debug()))
        })?;
        let (winner, winner_seat) = self.person("winner", &players)?;
        let (offender, offender_seat) = self.person("offender", &players)?;
        let faults = faults(&players, reason, &winner, (&offender, offender_seat))?;
        let outcome = outcome(&players, reason, (&winner, winner_seat), &faults)?;
        let ply = |word: &str| {
            let what = || format!("`moves` has `{}`, which is no move of any game", word.escape_debug());
            PlyText::new(word).ok_or_else(|| Wrong::at("moves", what()))
        };
        Ok(GameRecord {
            v: VERSION,
            id,
            attempt: 1,
            round: self.number("round")?.unwrap_or(1),
            encounter: 0,
            game,
            board: Board::default(),
            opening: (self.cell)("opening").to_owned(),
            deal: None,
            seed: 0,
            moves: (self.cell)("moves").split_whitespace().map(ply).collect::<Result<_, _>>()?,
            ms: Vec::new(),
            thoughts: Vec::new(),
            movers: Vec::new(),
            points: outcome.points,
            winner_seat: outcome.winner_seat.map(|seat| seat.to_string()),
            winner,
            reason,
            offender,
            offender_seat: offender_seat.map(|seat| Seat(seat).to_string()),
            score: self.number("score")?,
            late: vec![0; players.len()],
            players,
            faults,
            excuse: None,
            void: false,
            restless: Vec::new(),
            started: String::new(),
            seconds: self.number("seconds")?.unwrap_or_default(),
        })
    }
}

/// The faults that a row tells of: one, or if nobody has won that of everybody.
fn faults(
    players: &[String],
    reason: Reason,
    winner: &Option<String>,
    (offender, seat): (&Option<String>, Option<usize>),
) -> Result<Vec<Fault>, Wrong> {
    let word = reason.word();
    let fault = |seat| Fault { seat, reason, detail: String::new() };
    match (reason.is_fault(), offender, seat) {
        (false, None, None) => Ok(Vec::new()),
        (false, Some(name), _) => Err(Wrong::at(
            "offender",
            format!("`reason` is `{word}`, and `offender` is `{}`", name.escape_debug()),
        )),
        (false, None, Some(_)) => {
            Err(Wrong::at("offender_seat", format!("`reason` is `{word}`, and there is an `offender_seat`")))
        }
        (true, None, _) => {
            Err(Wrong::at("offender", format!("`reason` is `{word}`, and `offender` is empty")))
        }
        (true, Some(name), None) => Err(Wrong::at(
            "offender",
            format!("`offender` is `{}`, who is not at the table", name.escape_debug()),
        )),
        (true, Some(_), Some(_)) if winner.is_none() => Ok((0..players.len()).map(fault).collect()),
        (true, Some(_), Some(seat)) => Ok(vec![fault(seat)]),
    }
}

/// What comes of it, if that is what the row says.
fn outcome(
    players: &[String],
    reason: Reason,
    (winner, seat): (&Option<String>, Option<usize>),
    faults: &[Fault],
) -> Result<Outcome, Wrong> {
    let outcome = match (winner.as_deref(), seat) {
        _ if !faults.is_empty() => {
            Outcome::faulty(players, |seat| faults.iter().any(|fault| fault.seat == seat.0))
        }
        (Some(_), Some(seat)) if reason != Reason::MaxPlies => Outcome::won(players, Seat(seat)),
        (None, _) => return Err(Wrong::at("winner", "there is neither a `winner` nor an `offender`")),
        (Some(name), None) if name != "draw" && name != "shared" => {
            return Err(Wrong::at(
                "winner",
                format!("`winner` is `{}`, who is not at the table", name.escape_debug()),
            ));
        }
        _ => Outcome::drawn(players),
    };
    let told = winner.as_deref().unwrap_or("nobody");
    let right = outcome.winner.as_deref().unwrap_or("nobody");
    if told != right {
        let what = format!(
            "`winner` is `{}`, and by `reason` and `offender` it is `{}`",
            told.escape_debug(),
            right.escape_debug()
        );
        return Err(Wrong::at("winner", what));
    }
    if seat.map(Seat) != outcome.winner_seat {
        return Err(Wrong::at(
            "winner_seat",
            format!("`winner_seat` is not that of `{}`", right.escape_debug()),
        ));
    }
    Ok(outcome)
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
