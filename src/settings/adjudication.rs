//! `[adjudication]`: when games are ended early.

use super::table::Table;
use crate::adjudication::{Adjudication, Agreement};
use crate::games::Game;

/// What the file says; nothing ends a game early where it says nothing.
pub(super) fn read(top: &Table<'_>, game: Option<Game>) -> Adjudication {
    let Some(table) = top.table("adjudication") else { return Adjudication::default() };
    let integer = |key: &str, least: i64| table.get(key).and_then(|value| value.integer(least..=1_000_000));
    let (score, plies) = (integer("score", 1), integer("plies", 2));
    for (key, other) in [("score", "plies"), ("plies", "score")] {
        if let (Some(value), None) = (table.get(key), table.get(other)) {
            value.fail_key(
                format!("`{key}` without `{other}`"),
                "`score` is by how many hundredths both engines see one ahead, `plies` in how many answers in a row",
            );
        }
    }
    let decided = table.get("decided").and_then(|value| {
        let decided = value.boolean()?;
        if decided && !matches!(game, None | Some(Game::Othello { .. })) {
            value.fail("only in othello is a game decided before it is over");
        }
        Some(decided)
    });
    Adjudication {
        max_plies: integer("max_plies", 1).map(|plies| plies as u32),
        agreement: score
            .zip(plies)
            .map(|(score, plies)| Agreement { score: score as u32, plies: plies as u32 }),
        decided: decided.unwrap_or(false),
    }
}
