//! The plan of a folder: the numbers that decide its games and weights, kept beside them in `plan.txt`.
//!
//! What is there is not made again, so with other numbers the old games would be learned from and reported as
//! if they were the new ones. Another plan is refused before anything is touched.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::plan::write_whole;
use crate::selfplay::Play;

/// How many games a generation plays, and how.
pub(crate) type Generation = (usize, Play);

/// Sees that the folder has no other plan, and keeps this one there: the numbers that hold for `all` generations, and
/// those of each. Weights that were learned from fewer games than are now asked for go, to be learned again;
/// that can be the last generation's only.
///
/// # Errors
/// The folder has games of another plan, or of one that is not known, or cannot be read or written.
pub(crate) fn keep(folder: &Path, all: &[(&str, String)], generations: &[Generation]) -> io::Result<()> {
    let mut plan: BTreeMap<String, String> =
        all.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    for (number, (games, how)) in generations.iter().enumerate() {
        plan.insert(format!("games of generation {number}"), games.to_string());
        plan.insert(format!("depth of generation {number}"), how.depth.to_string());
        plan.insert(format!("exact of generation {number}"), how.exact.to_string());
    }
    let file = |name: &str, number: usize| folder.join(format!("{name}-{number}"));
    let begun = |number: usize| file("games", number).with_extension("txt").exists();
    let path = folder.join("plan.txt");
    let kept = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound && begun(0) => {
            let why = "has games, but no plan.txt that says of which plan: choose another folder";
            return Err(refusal(folder, why));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(explain(&path, error)),
    };
    let kept: BTreeMap<String, String> = kept
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let (mut others, mut grown) = (Vec::new(), Vec::new());
    for (name, asked) in &plan {
        let of = name.rsplit_once(" of generation ");
        let number = of.and_then(|(_, number)| number.parse().ok());
        // A generation that was not begun may be as one likes.
        let decided = begun(number.unwrap_or(0));
        let has = kept.get(name);
        if !decided || has == Some(asked) {
            continue;
        }
        let more = |has: &String| has.parse::<usize>().ok() < asked.parse().ok();
        match number {
            // What the next generation plays depends on what was learned from this one.
            Some(number) if name.starts_with("games") && !begun(number + 1) && has.is_some_and(more) => {
                grown.push(file("weights", number).with_extension("bin"));
            }
            _ => others.push(format!("{name}: {}, not {asked}", has.map_or("unknown", String::as_str))),
        }
    }
    if !others.is_empty() {
        let what = format!("has games of another plan ({})", others.join("; "));
        return Err(refusal(folder, &format!("{what}: choose another folder, or go on with what it has")));
    }
    for weights in grown.iter().filter(|weights| weights.exists()) {
        fs::remove_file(weights).map_err(|error| explain(weights, error))?;
    }
    let plan: BTreeMap<_, _> = kept.into_iter().chain(plan).collect();
    let text: String = plan.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
    write_whole(&path, text.as_bytes())
}

/// An error that says which file it is about.
pub(crate) fn explain(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn refusal(folder: &Path, why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, format!("{} {why} (nothing was changed)", folder.display()))
}
