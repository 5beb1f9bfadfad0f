//! `[openings]`, and files of openings.

use std::ops::Range;
use std::path::PathBuf;

use super::source::{reason, text};
use super::table::{Table, Value};
use super::words::shown;
use super::{FileError, FixedBoard, OpeningKind, Openings, Order, Place};
use crate::games::{Game, Line};
use crate::interchange;
use crate::openings::{PLIES, draw, has_choice};

/// How many broken lines of a file are shown.
const SHOWN: usize = 10;

/// How many openings are drawn to see that there are any.
const DRAWN: u64 = 16;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Standard,
    Random,
    File,
}

/// What games begin from, and the file that they are read from, if they are; the start where the file
/// says nothing.
///
/// Without a known game no more than the types of the values are checked.
pub(super) fn openings(
    top: &Table<'_>,
    game: Option<Game>,
    fixed: FixedBoard,
    seed: Option<u64>,
) -> (Openings, Option<PathBuf>) {
    let standard = Openings { kind: OpeningKind::Standard, one_for_all: false };
    let Some(table) = top.table("openings") else { return (standard, None) };
    let kinds = [("standard", Kind::Standard), ("random", Kind::Random), ("file", Kind::File)];
    let one_for_all = table.get("one_for_all").and_then(|value| value.boolean()).unwrap_or(false);
    let kind = match table.get("kind") {
        None => Some(Kind::Standard),
        Some(value) => value.word(&kinds),
    };
    let plies = table.get("plies").and_then(|value| Some((value.integer(1..=1000)? as u32, value)));
    let orders = [("sequential", Order::Sequential), ("shuffled", Order::Shuffled)];
    let order = table.get("order").and_then(|value| value.word(&orders));
    let (Some(kind), Some(game)) = (kind, game) else { return (standard, None) };
    let mut file = None;
    for (key, owners, name) in [
        ("plies", &[Kind::Random, Kind::File][..], "random"),
        ("file", &[Kind::File], "file"),
        ("order", &[Kind::File], "file"),
    ] {
        if !owners.contains(&kind)
            && let Some(value) = table.get(key)
        {
            value.fail_key(
                format!("`{key}` does not belong to openings of this kind"),
                format!("`{key}` goes with `kind = \"{name}\"`"),
            );
        }
    }
    let kind = match kind {
        Kind::Standard => OpeningKind::Standard,
        Kind::Random => match (&plies, game) {
            (Some((plies, _)), _) => OpeningKind::Random { plies: *plies },
            (None, Game::Othello { .. }) => OpeningKind::Random { plies: PLIES },
            (None, Game::Breakthrough { .. }) => OpeningKind::Configuration,
            (None, Game::Domino { .. }) => OpeningKind::Standard,
        },
        Kind::File => match table.get("file") {
            Some(value) => {
                let (lines, path) = lines(&value, game, plies.as_ref().map(|(plies, _)| *plies));
                file = path;
                OpeningKind::File { lines, order: order.unwrap_or(Order::Sequential) }
            }
            None => {
                let place = table.source.place(table.span());
                let error = FileError::new(place, "openings from a file, and no `file`");
                table.source.fail(error.help(r#"such as file = "openings.txt""#));
                OpeningKind::Standard
            }
        },
    };
    let openings = Openings { kind, one_for_all };
    if let OpeningKind::Random { plies: count } = openings.kind {
        let drawn = |number| draw(&openings, game, fixed, seed.unwrap_or(0), number);
        if let Some(none) = (0..DRAWN).find_map(|number| drawn(number).err()) {
            let message = format!("there are no openings of {count} random plies in {game}: {none}");
            match plies {
                Some((_, value)) => value.fail_help(message, "fewer plies leave more of the game to play"),
                // The number is ours then, and the board too small for it.
                None => table.source.fail(
                    FileError::new(table.source.place(table.span()), message).help("give fewer `plies`"),
                ),
            }
        }
    }
    (openings, file)
}

/// The openings of a file, as canonical texts, and the file. With `plies` each is cut to so many, and those
/// that are then alike are one.
fn lines(value: &Value<'_>, game: Game, plies: Option<u32>) -> (Vec<String>, Option<PathBuf>) {
    let Some(name) = value.text() else { return (Vec::new(), None) };
    let file = value.source.beside(name);
    let content = match text(&file) {
        Ok(content) => content,
        Err(error) => {
            value.fail(format!("cannot read {}: {}", file.display(), reason(&error)));
            return (Vec::new(), None);
        }
    };
    let content = content.strip_prefix('\u{feff}').unwrap_or(&content);
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for found in interchange::openings(game, content) {
        let place = |span: Range<usize>| Place::of(&file, content, span);
        let opening = match found.line {
            Ok(line) => {
                let line = plies.map_or(line.clone(), |plies| line.first(plies as usize));
                checked(&line, game, value.source.is_typed()).map_err(|(message, help)| {
                    let error = FileError::new(place(found.span), message);
                    if help.is_empty() { error } else { error.help(help) }
                })
            }
            Err(wrong) => Err(FileError::new(place(wrong.span), format!("not an opening: {}", wrong.reason))),
        };
        match opening {
            Ok(line) if plies.is_some() && lines.contains(&line) => {}
            Ok(line) => lines.push(line),
            Err(error) => errors.push(error),
        }
    }
    if lines.is_empty() && errors.is_empty() {
        value.fail_help(
            format!("there is no opening in {}", shown(&file.display().to_string())),
            "one opening a line: `startpos moves ...`, a position with or without moves, or `f5d6c3`; or games in \
             GGF, SGF or PGN",
        );
    }
    let more = errors.len().saturating_sub(SHOWN);
    errors.truncate(SHOWN);
    if more > 0
        && let Some(last) = errors.pop()
    {
        let also = format!("{more} more lines of this file are wrong");
        let help = last.help.as_ref().map_or(also.clone(), |help| format!("{help}; {also}"));
        errors.push(last.help(help));
    }
    for error in errors {
        value.source.fail(error);
    }
    (lines, Some(file))
}

/// The text of an opening that a game can begin from; or what is in the way, and what would help, in a file or where
/// the tournament `is_typed`.
fn checked(line: &Line, game: Game, is_typed: bool) -> Result<String, (String, String)> {
    let wrong = |message: &str, help: &str| Err((message.to_owned(), help.to_owned()));
    if line.game() != game {
        let board = match (line.game(), is_typed) {
            (Game::Othello { size }, false) => format!("size = {size} in [board]"),
            (Game::Othello { size }, true) => format!("--size {size}"),
            (Game::Breakthrough { rows, columns }, false) => {
                format!("rows = {rows} and columns = {columns} in [board]")
            }
            (Game::Breakthrough { rows, columns }, true) => format!("--rows {rows} --columns {columns}"),
            (Game::Domino { players }, false) => format!("players = {players} in [board]"),
            (Game::Domino { players }, true) => format!("{players} engines"),
        };
        let message = format!("an opening of {}, the tournament is {game}", line.game());
        return Err((message, format!("for this board give {board}")));
    }
    if line.base().is_hidden() {
        let help = "all hands, and the tiles of the stack from its top, in the place of their number";
        return wrong("a deal of which not all tiles are known", help);
    }
    if line.to_move().is_none() {
        let help = "with `plies = 8` games begin after the first eight plies of each line";
        return wrong("the game is over in this opening", help);
    }
    if !has_choice(line) {
        let help = "at least two moves must be legal at the first ply";
        return wrong("this opening leaves no choice", help);
    }
    Ok(line.to_string())
}
