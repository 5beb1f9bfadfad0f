//! What an engine is and can be set to: told to whoever asks, set by a line or on the command line.

use std::io::{self, Write};

use super::{Engine, uci};
use crate::games::{Game, shown};
use crate::protocol::{OptionDecl, VARIANT_OPTION, refusal};

/// How an option is set by a line.
pub(super) const SETOPTION: &str = "setoption takes `name <option> value <value>`";

/// Why an option is not set.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// Its name.
    option: String,
    /// The value, where `why` does not tell what would be right.
    given: Option<String>,
    why: String,
}

impl Refusal {
    /// The line that says so. The value is known to whoever has just set it.
    pub(super) fn line(&self) -> String {
        refusal::write(&self.option, &self.why)
    }

    /// The same for a command line.
    fn complaint(&self) -> String {
        let given = self.given.as_ref().map_or_else(String::new, |given| format!(" {given}:"));
        format!("option {}:{given} {}", self.option, self.why)
    }
}

/// Sets an option, as `Name=Value`.
///
/// # Errors
/// Why it cannot be set so.
pub(in crate::protocol) fn set(engine: &mut dyn Engine, option: &str) -> Result<(), String> {
    let (name, value) = option
        .split_once('=')
        .ok_or_else(|| format!("{}: expected Name=Value", shown::start(option, shown::WORD)))?;
    if name.trim().is_empty() {
        return Err(format!("{}: an option has a name: Name=Value", shown::start(option, shown::WORD)));
    }
    set_option(engine, name, value).map(|_| ()).map_err(|refusal| refusal.complaint())
}

/// The answer to `ugi` or `uci`: with the option for the game, and the word that ends it.
pub(super) fn introduce(
    engine: &dyn Engine,
    (variant, end): (&str, &str),
    out: &mut dyn Write,
) -> io::Result<()> {
    let games = if variant == VARIANT_OPTION { engine.games() } else { &[uci::GAME] };
    writeln!(out, "id name {}", engine.name())?;
    let author = engine.author();
    if !author.is_empty() {
        writeln!(out, "id author {author}")?;
    }
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
pub(super) fn set_option(engine: &mut dyn Engine, name: &str, value: &str) -> Result<Option<Game>, Refusal> {
    let variant = OptionDecl::combo(VARIANT_OPTION, engine.games());
    let known: Vec<OptionDecl> = engine.options().into_iter().chain([variant]).collect();
    let Some(option) = known.iter().find(|option| option.is_called(name)) else {
        let names: Vec<&str> = known.iter().map(|option| option.name.as_str()).collect();
        let why = format!("there is no such option; there are {}", names.join(", "));
        return Err(Refusal { option: shown::start(name, shown::WORD), given: None, why });
    };
    let given = shown::start(value, shown::WORD);
    option.check(value).map_err(|why| Refusal {
        option: option.name.clone(),
        given: None,
        why: format!("{why}, not `{given}`"),
    })?;
    if option.name == VARIANT_OPTION {
        return Ok(Game::named(&value.to_ascii_lowercase()));
    }
    let refused = |why| Refusal { option: option.name.clone(), given: Some(given), why };
    engine.set_option(&option.name, value).map_err(refused)?;
    Ok(None)
}
