//! What an engine is and can be set to: told to whoever asks, set by a line or on the command line.

use std::io::{self, Write};

use super::{Engine, uci};
use crate::games::{Game, shown};
use crate::protocol::{OptionDecl, VARIANT_OPTION};

/// Sets an option, as `Name=Value`.
///
/// # Errors
/// Why it cannot be set so.
pub(in crate::protocol) fn set(engine: &mut dyn Engine, option: &str) -> Result<(), String> {
    let (name, value) = option
        .split_once('=')
        .ok_or_else(|| format!("{}: expected Name=Value", shown::start(option, shown::WORD)))?;
    set_option(engine, name, value).map(|_| ())
}

/// The answer to `ugi` or `uci`: with the option for the game, and the word that ends it.
pub(super) fn introduce(
    engine: &dyn Engine,
    (variant, end): (&str, &str),
    out: &mut dyn Write,
) -> io::Result<()> {
    let games = if variant == VARIANT_OPTION { engine.games() } else { &[uci::GAME] };
    writeln!(out, "id name {}\nid author {}", engine.name(), engine.author())?;
    writeln!(out, "{}", OptionDecl::combo(variant, games))?;
    for option in engine.options() {
        writeln!(out, "{option}")?;
    }
    writeln!(out, "{end}")
}

/// Sets an option; gives the game if that was the option.
///
/// # Errors
/// Why it cannot be set so.
pub(super) fn set_option(engine: &mut dyn Engine, name: &str, value: &str) -> Result<Option<Game>, String> {
    if name.is_empty() {
        return Err("an option has a name: `setoption name <option> value <value>`".to_owned());
    }
    let variant = OptionDecl::combo(VARIANT_OPTION, engine.games());
    let known: Vec<OptionDecl> = engine.options().into_iter().chain([variant]).collect();
    let Some(option) = known.iter().find(|option| option.is_called(name)) else {
        let names: Vec<&str> = known.iter().map(|option| option.name.as_str()).collect();
        return Err(format!("no option {}: there are {}", shown::start(name, shown::WORD), names.join(", ")));
    };
    let given = shown::start(value, shown::WORD);
    option.check(value).map_err(|why| format!("option {} {why}, not `{given}`", option.name))?;
    if option.name == VARIANT_OPTION {
        return Ok(Game::named(&value.to_ascii_lowercase()));
    }
    let refused = |why| format!("option {}: {given}: {why}", option.name);
    engine.set_option(&option.name, value).map_err(refused)?;
    Ok(None)
}
