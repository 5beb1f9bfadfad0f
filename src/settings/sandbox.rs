//! `[sandbox]`: what engines are kept from.

use std::path::{self, PathBuf};

use serde::{Deserialize, Serialize};
use toml::de::DeValue;

use super::table::{Table, Value};
use super::words::shown;

/// What an engine is kept from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Level {
    /// Nothing; it is only seen to that no process is left behind.
    Off,
    /// Network, files of others, signals, more than its share.
    #[default]
    Basic,
    /// Also reading anything but the system and what belongs to it.
    Strict,
}

impl Level {
    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Basic => "basic",
            Self::Strict => "strict",
        }
    }
}

/// Whether engines are stopped while others think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Freeze {
    /// Those that were seen to work on their opponents' time.
    #[default]
    Auto,
    /// None.
    Off,
    /// All.
    Always,
}

impl Freeze {
    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Off => "off",
            Self::Always => "always",
        }
    }
}

/// The sandbox of all engines of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// What they are kept from.
    pub level: Level,
    /// Bytes of memory that an engine's processes may use together.
    pub memory: u64,
    /// Processes and threads of an engine.
    pub processes: u64,
    /// Open files of a process.
    pub files: u64,
    /// Bytes that an engine's private folder holds.
    pub disk: u64,
    /// Strict: what they may read besides the system's and their own; absolute.
    pub readable: Vec<PathBuf>,
    /// Where they may write besides their private folder; absolute.
    pub writable: Vec<PathBuf>,
    /// It is an error if this system cannot do all of it.
    pub required: bool,
    /// Whether they are stopped while others think.
    pub freeze: Freeze,
}

impl Default for Sandbox {
    fn default() -> Self {
        Self {
            level: Level::default(),
            memory: 1 << 30,
            processes: 128,
            files: 1024,
            disk: 64 << 20,
            readable: Vec::new(),
            writable: Vec::new(),
            required: false,
            freeze: Freeze::default(),
        }
    }
}

/// Reads the table, if there is one.
pub(super) fn read(top: &Table<'_>) -> Sandbox {
    let default = Sandbox::default();
    let Some(table) = top.table("sandbox") else { return default };
    let number = |key: &str, least: i64| table.get(key).and_then(|value| value.integer(least..=1 << 20));
    let size = |key: &str| table.get(key).and_then(|value| self::size(&value));
    let places = |key: &str| table.get(key).map(|value| self::places(&value)).unwrap_or_default();
    let level = [("off", Level::Off), ("basic", Level::Basic), ("strict", Level::Strict)];
    let freeze = [("auto", Freeze::Auto), ("off", Freeze::Off), ("always", Freeze::Always)];
    Sandbox {
        level: table.get("level").and_then(|value| value.word(&level)).unwrap_or_default(),
        memory: size("memory").unwrap_or(default.memory),
        processes: number("processes", 1).map_or(default.processes, |number| number as u64),
        files: number("files", 16).map_or(default.files, |number| number as u64),
        disk: size("disk").unwrap_or(default.disk),
        readable: places("readable"),
        writable: places("writable"),
        required: table.get("required").and_then(|value| value.boolean()).unwrap_or(false),
        freeze: table.get("freeze").and_then(|value| value.word(&freeze)).unwrap_or_default(),
    }
}

/// Files and folders, which must be there: a misspelt one would allow nothing.
fn places(value: &Value<'_>) -> Vec<PathBuf> {
    let mut places = Vec::new();
    for text in value.texts().unwrap_or_default() {
        let place = value.source.beside(text);
        // Engines run in folders of their own.
        let place = path::absolute(&place).unwrap_or(place);
        if !place.exists() {
            value.fail(format!("{}: there is no {}", shown(value.key), place.display()));
        }
        places.push(place);
    }
    places
}

const FORMS: &str = r#"a size is a string such as "64MiB", "1GiB" or "500MB", or a number of bytes"#;
/// The least that anything runs with, and more than any machine has.
const SIZES: std::ops::RangeInclusive<u64> = (1 << 20)..=(1 << 46);

/// A number of bytes such as `64MiB`.
fn size(value: &Value<'_>) -> Option<u64> {
    let text = match value.node() {
        DeValue::String(text) => text,
        DeValue::Integer(_) => {
            return value.integer(*SIZES.start() as i64..=*SIZES.end() as i64).map(|bytes| bytes as u64);
        }
        _ => {
            value.fail_help(format!("{} is not a size", shown(value.key)), FORMS);
            return None;
        }
    };
    let unit_at = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let unit: Option<u64> = match unit.trim_start() {
        "KiB" => Some(1 << 10),
        "MiB" => Some(1 << 20),
        "GiB" => Some(1 << 30),
        "kB" | "KB" => Some(1_000),
        "MB" => Some(1_000_000),
        "GB" => Some(1_000_000_000),
        _ => None,
    };
    let bytes = number.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    match bytes {
        Some(bytes) if SIZES.contains(&bytes) => Some(bytes),
        Some(_) => {
            value.fail_help(format!("{} is {text}, expected 1MiB or more", shown(value.key)), FORMS);
            None
        }
        None => {
            value.fail_help(format!("{} is {}, which is not a size", shown(value.key), shown(text)), FORMS);
            None
        }
    }
}
