//! The keys that a tournament file can have, table by table.

use super::nearest;
use super::words::listed;

/// The tables by the names used in this module, each with its keys. The top level has no name.
pub(super) const TABLES: [(&str, &[&str]); 10] = [
    (
        "",
        &[
            "tournament",
            "board",
            "openings",
            "time",
            "sandbox",
            "adjudication",
            "sprt",
            "each",
            "engine",
            "engines",
        ],
    ),
    (
        "tournament",
        &[
            "name",
            "game",
            "format",
            "rounds",
            "self_play",
            "seed",
            "concurrency",
            "cores_per_game",
            "pin",
            "keep_going",
            "seeds",
            "repeat",
            "several_seats",
            "time_budget",
            "log",
        ],
    ),
    ("board", &["size", "rows", "columns", "players"]),
    ("openings", &["kind", "plies", "file", "order", "one_for_all"]),
    ("time", &["per_move", "base", "increment", "depth", "nodes", "margin", "startup"]),
    (
        "sandbox",
        &["level", "memory", "processes", "files", "disk", "readable", "writable", "required", "freeze"],
    ),
    ("sprt", &["elo0", "elo1", "alpha", "beta", "model"]),
    ("adjudication", &["max_plies", "score", "plies", "decided"]),
    ("engine", ENGINE),
    // Names and commands are each engine's own.
    ("each", ENGINE.split_at(2).1),
];

const ENGINE: &[&str] = &[
    "name",
    "command",
    "build",
    "options",
    "dir",
    "env",
    "protocol",
    "variant",
    "peek",
    "restart",
    "per_move",
    "base",
    "increment",
    "depth",
    "nodes",
    "margin",
    "startup",
];

/// Whether table `name` has the key `key`; if not, what may have been meant.
pub(super) fn check(name: &str, key: &str) -> Result<(), String> {
    let Some((_, known)) = TABLES.iter().find(|&&(table, _)| table == name) else { return Ok(()) };
    if known.contains(&key) {
        return Ok(());
    }
    if let Some(near) = nearest(key, known.iter().copied()) {
        return Err(format!("did you mean `{near}`?"));
    }
    let elsewhere = TABLES.iter().find(|(table, keys)| !table.is_empty() && keys.contains(&key));
    Err(match elsewhere {
        Some(&("engine", _)) => format!("`{key}` belongs in an [[engine]]"),
        Some((table, _)) => format!("`{key}` belongs in [{table}]"),
        None => format!("known are {}", listed(known, "and")),
    })
}

/// ` in [board]`.
pub(super) fn within(name: &str) -> String {
    match name {
        "" => String::new(),
        "engine" => " in [[engine]]".to_owned(),
        _ => format!(" in [{name}]"),
    }
}
