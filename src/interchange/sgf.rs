//! SGF, the Smart Game Format FF\[4\], for Othello (`GM[2]`): a point is two letters, column and row from the
//! upper left, a pass has no point. `d3`, as some programs write it, is understood too.

use std::fmt::Write;

use super::found::{by, start};
use super::tree::{Property, Tree};
use super::{Played, Wrong};
use crate::games::grid::spelled;
use crate::games::othello::SIZES;
use crate::games::{Game, Line, Square};
use crate::record::Reason;

pub(super) fn write(played: &Played<'_>) -> String {
    let record = played.record;
    let base = played.line.base().to_string();
    let (rows, side) = spelled(&base);
    let mut text = format!(
        "(;FF[4]GM[2]CA[UTF-8]AP[arena:{}]SZ[{}]PB[{}]PW[{}]DT[{}]RO[{}]RE[{}]",
        env!("CARGO_PKG_VERSION"),
        rows.len(),
        escaped(played.name_of(0)),
        escaped(played.name_of(1)),
        escaped(record.started.get(..10).unwrap_or_default()),
        record.round,
        result(played)
    );
    if !played.begins_at_the_start() {
        for (name, disc) in [("AB", 'x'), ("AW", 'o')] {
            let mut points = String::new();
            for (row, squares) in rows.iter().enumerate() {
                for (column, _) in squares.chars().enumerate().filter(|&(_, square)| square == disc) {
                    let _ = write!(points, "[{}{}]", letter(column), letter(row));
                }
            }
            if !points.is_empty() {
                text += name;
                text += &points;
            }
        }
        text += if side == "o" { "PL[W]" } else { "PL[B]" };
    }
    for (number, ply) in played.line.plies().iter().enumerate() {
        let color = if played.mover(number) == 0 { 'B' } else { 'W' };
        let point = Square::parse(ply)
            .map(|square| format!("{}{}", letter(square.column.into()), letter(square.row.into())));
        let _ = write!(text, ";{color}[{}]", point.unwrap_or_default());
    }
    text + ")\n"
}

fn letter(number: usize) -> char {
    char::from(b'a' + number as u8)
}

fn result(played: &Played<'_>) -> String {
    let color = |player: usize| if player == 0 { 'B' } else { 'W' };
    match (played.discs(), played.winner()) {
        (Some(0), _) => "0".to_owned(),
        (Some(discs), _) => format!("{}+{}", color(usize::from(discs < 0)), discs.abs()),
        (None, Some(winner)) => {
            let why = match played.record.reason {
                Reason::Time => "T",
                Reason::Adjudication => "",
                _ => "F",
            };
            format!("{}+{why}", color(winner))
        }
        (None, None) if played.record.winner.as_deref() == Some("draw") => "0".to_owned(),
        (None, None) => "?".to_owned(),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "]\\:".contains(c) {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

/// Reads a game's main line; without stones that are set the start, on the board of `SZ`.
pub(super) fn read(tree: &Tree<'_>) -> Result<Line, Wrong> {
    let size = match tree.get("SZ") {
        Some(size) => match size.value.trim().parse::<u8>() {
            Ok(number) if SIZES.contains(&number) => number,
            _ => return Err(Wrong::new(size.at.clone(), "there are boards of 4, 6, 8 and 10")),
        },
        None => 8,
    };
    let mut line = Line::new(Game::Othello { size }.start());
    let mut set: Option<Vec<Vec<char>>> = None;
    for property in &tree.properties {
        let disc = match property.name {
            "AB" => 'x',
            "AW" => 'o',
            _ => continue,
        };
        let size = usize::from(size);
        let square = point(property)?
            .filter(|square| usize::from(square.row.max(square.column)) < size)
            .ok_or_else(|| Wrong::new(property.at.clone(), "no square of the board"))?;
        let board = set.get_or_insert_with(|| vec![vec!['.'; size]; size]);
        board[usize::from(square.row)][usize::from(square.column)] = disc;
    }
    if let Some(board) = set {
        let side = match tree.get("PL").map(|side| side.value.trim()) {
            Some("W" | "w" | "white") => 'o',
            _ => 'x',
        };
        line = start(board.iter().map(Vec::as_slice), side, &tree.span)?;
    }
    for property in &tree.properties {
        let player = match property.name {
            "B" => 0,
            "W" => 1,
            _ => continue,
        };
        let ply = point(property)?.map_or_else(|| "pass".to_owned(), |square| square.to_string());
        by(&mut line, player, &ply, &property.at)?;
    }
    Ok(line)
}

/// The square of a value; `None` is a pass.
fn point(property: &Property<'_>) -> Result<Option<Square>, Wrong> {
    let value = property.value.trim();
    if value.is_empty() || value == "tt" {
        return Ok(None);
    }
    if let [column @ b'a'..=b'j', row @ b'a'..=b'j'] = value.as_bytes() {
        return Ok(Some(Square { column: column - b'a', row: row - b'a' }));
    }
    let wrong = || Wrong::new(property.at.clone(), "no point: two letters, such as `dc` for d3");
    Square::parse(value).map(Some).ok_or_else(wrong)
}
