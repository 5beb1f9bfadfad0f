//! Games in GGF, as [`crate::protocol::ggf`] writes them, with who played and what came of it; and read.

use super::found::{by, start};
use super::tree::Tree;
use super::{Played, Wrong};
use crate::games::{Game, Line};
use crate::protocol::ggf;
use crate::record::Reason;

pub(super) fn write(played: &Played<'_>) -> String {
    let record = played.record;
    let heads = format!(
        "PC[arena]DT[{}]PB[{}]PW[{}]RE[{}]",
        plain(&record.started),
        plain(played.name_of(0)),
        plain(played.name_of(1)),
        result(played),
    );
    ggf::write(played.line, &heads, |number| played.seconds(number)) + "\n"
}

/// The discs that Black has won by; a loss on time is a loss of all squares, with `t`, one by another fault
/// with `r`, as if resigned.
fn result(played: &Played<'_>) -> String {
    if let Some(discs) = played.discs() {
        return format!("{discs:+}.00");
    }
    let flag = if played.record.reason == Reason::Time { 't' } else { 'r' };
    let Game::Othello { size } = played.line.game() else { return "?".to_owned() };
    let all = u32::from(size).pow(2);
    match (played.winner(), played.record.winner.as_deref()) {
        (Some(0), _) => format!("+{all}.00:{flag}"),
        (Some(_), _) => format!("-{all}.00:{flag}"),
        (None, Some("draw")) => "+0.00:s".to_owned(),
        (None, _) => "?".to_owned(),
    }
}

/// A name without what has a meaning in the format, which has no way to write that.
fn plain(text: &str) -> String {
    text.chars().map(|c| if "[]()\\;".contains(c) || c.is_control() { '_' } else { c }).collect()
}

/// Reads a game; of no `BO` the start, on the board of `TY`.
pub(super) fn read(tree: &Tree<'_>) -> Result<Line, Wrong> {
    let mut line = match tree.get("BO") {
        Some(board) => {
            let wrong = |reason: String| Wrong::new(board.at.clone(), reason);
            let mut words = board.value.split_whitespace();
            let size: usize = words
                .next()
                .and_then(|size| size.parse().ok())
                .filter(|size| (1..=99).contains(size))
                .ok_or_else(|| wrong("a board begins with its size, such as `8`".to_owned()))?;
            let mut squares: Vec<char> = words.flat_map(str::chars).collect();
            let side = squares.pop();
            if squares.len() != size * size {
                let count = squares.len();
                return Err(wrong(format!(
                    "{count} squares and the side to move, where {size}x{size} are due"
                )));
            }
            let letters = squares.iter().chain(&side).map(|sign| match sign {
                '*' => Ok('x'),
                'O' | 'o' => Ok('o'),
                '-' | '.' => Ok('.'),
                other => {
                    Err(wrong(format!("`{}` is no square: * is Black, O is White", other.escape_debug())))
                }
            });
            let letters = letters.collect::<Result<Vec<char>, _>>()?;
            let (rows, side) = letters.split_at(size * size);
            start(rows.chunks(size), side[0], &board.at)?
        }
        None => {
            let size = match tree.get("TY") {
                Some(kind) => {
                    let digits: String = kind.value.chars().take_while(char::is_ascii_digit).collect();
                    match digits.parse() {
                        Ok(size) if crate::games::othello::SIZES.contains(&size) => size,
                        _ => return Err(Wrong::new(kind.at.clone(), "there are boards of 4, 6, 8 and 10")),
                    }
                }
                None => 8,
            };
            Line::new(Game::Othello { size }.start())
        }
    };
    for property in &tree.properties {
        let player = match property.name {
            "B" => 0,
            "W" => 1,
            _ => continue,
        };
        let square = property.value.split('/').next().unwrap_or_default().trim();
        let is_pass = ["pa", "pass", "ps"].contains(&&*square.to_ascii_lowercase());
        by(&mut line, player, if is_pass { "pass" } else { square }, &property.at)?;
    }
    Ok(line)
}
