//! The plan of a folder: the numbers that decide its games, kept beside them in `plan.txt`.
//!
//! Games of one plan that go on with another would be reported as if they were of the other, and the last batch,
//! which is played again after an interruption, would be lost to it. So another plan is refused before
//! anything is touched.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use breakthrough::weights::Weights;

use crate::{BATCH, Settings, explain};

/// Sees that the folder has no other plan, and keeps this one there.
///
/// # Errors
/// The folder has games of another plan, or of one that is not known, or cannot be read or written.
pub(crate) fn keep(settings: &Settings, begin: &Weights) -> io::Result<()> {
    let folder = &settings.out;
    let games = settings.games.div_ceil(BATCH) * BATCH;
    let plan =
        [("seed", settings.seed), ("depth", settings.depth.into()), ("passes", settings.passes.into())];
    let plan = plan.into_iter().chain([("games", u64::from(games))]);
    let path = folder.join("plan.txt");
    let begun = folder.join("games-1.bin").exists();
    if let Some(kept) = read(&path)?.filter(|_| begun) {
        let mut others = Vec::new();
        for (name, asked) in plan.clone() {
            let has = kept.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
            let number = has.and_then(|has| has.parse().ok());
            // What the second generation plays depends on what was learned from the first.
            let may_grow = name == "games" && !folder.join("games-2.bin").exists();
            if number != Some(asked) && !(may_grow && number.is_some_and(|number| number < asked)) {
                others.push(format!("{name} {}, not {asked}", has.unwrap_or("unknown")));
            }
        }
        let first = folder.join("weights-0.bin");
        if first.exists() && fs::read(&first).map_err(|error| explain(&first, error))? != begin.to_bytes() {
            others.push("other weights to begin with (weights-0.bin)".to_owned());
        }
        if !others.is_empty() {
            let what = format!("has games of another plan: {}", others.join("; "));
            return Err(refusal(
                folder,
                &format!("{what}: choose another folder, or go on with what it has"),
            ));
        }
    } else if begun {
        return Err(refusal(
            folder,
            "has games, but no plan.txt that says of which plan: choose another folder",
        ));
    }
    let text: String = plan.map(|(name, number)| format!("{name} = {number}\n")).collect();
    let beside = folder.join("plan.part");
    fs::write(&beside, text).map_err(|error| explain(&beside, error))?;
    fs::rename(&beside, &path).map_err(|error| explain(&path, error))
}

/// The text of a file that does not have to be there.
fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(explain(path, error)),
    }
}

fn refusal(folder: &Path, why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, format!("{} {why} (nothing was changed)", folder.display()))
}
