//! Whether a tournament that was stopped is the one that is to go on, and what is told of a journal that is
//! damaged.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::Failure;
use super::amounts::count;
use super::words::quoted;
use crate::journal::{self, Damage, FolderError, Header, Place, State};

/// The folder of the tournament that is to go on. With `repair` it may be a finished one too, if it is named:
/// games of its journal can be missing or wrong all the same.
///
/// # Errors
/// That there is none, or it is another arena's.
pub(super) fn folder(place: &Place, repair: bool) -> Result<PathBuf, Failure> {
    match (journal::unfinished(place), place) {
        (Err(FolderError::Nothing(..)), Place::Exactly(folder)) if repair => match journal::state(folder) {
            State::Finished => Ok(folder.clone()),
            _ => Err(Failure::wrong(FolderError::Nothing(folder.clone(), None))),
        },
        (Err(nothing @ FolderError::Nothing(_, Some(_))), _) => Err(Failure::Wrong(format!(
            "{nothing}; to repair the journal of a finished one name its folder with --out: \
             --out FOLDER --resume --repair"
        ))),
        (folder, _) => folder.map_err(Failure::wrong),
    }
}

/// The header of the tournament that is to go on.
///
/// # Errors
/// One that cannot be read, and what can be done then.
pub(super) fn header(folder: &Path) -> Result<Header, Failure> {
    Header::read(folder).map_err(|error| {
        Failure::Wrong(format!(
            "{error}
without it nobody knows the seed and the settings that the games in {} were played with; \
             --fresh moves the folder aside and begins anew",
            folder.display()
        ))
    })
}

/// How many different settings are shown.
const SHOWN: usize = 20;

/// Sees that an unfinished tournament was begun with these settings and has no more than so many games.
///
/// # Errors
/// What is different.
pub(super) fn same_tournament(
    header: &Header,
    folder: &Path,
    settings: &[String],
    games: u64,
) -> Result<(), Failure> {
    let gone = apart(&header.settings, settings, '-');
    let mut differences = [gone, apart(settings, &header.settings, '+')].concat();
    if !differences.is_empty() {
        let more = differences.len().saturating_sub(SHOWN);
        differences.truncate(SHOWN);
        if more > 0 {
            differences.push(format!("and {more} more"));
        }
        return Err(Failure::Wrong(format!(
            "the tournament in {} was begun with other settings:\n{}\nput them back, or begin anew with --fresh",
            folder.display(),
            differences.join("\n")
        )));
    }
    if games < header.games {
        return Err(Failure::Wrong(format!(
            "the tournament in {} has {} games, now there are only {games}: there may be more rounds, not fewer",
            folder.display(),
            header.games,
        )));
    }
    Ok(())
}

/// The lines that only `some` have, marked with `sign`; what several engines have alike is said once.
fn apart(some: &[String], others: &[String], sign: char) -> Vec<String> {
    let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
    // A file of openings has a line for each.
    let others: HashSet<&String> = others.iter().collect();
    for line in some.iter().filter(|line| !others.contains(line)) {
        let (who, what) = line.split_once(": ").unwrap_or(("", line));
        match shown.iter_mut().find(|(other, names)| *other == what && !names[0].is_empty()) {
            Some((_, names)) if !who.is_empty() => names.push(who),
            _ => shown.push((what, vec![who])),
        }
    }
    let line = |(what, names): (&str, Vec<&str>)| match names[..] {
        [""] => format!("{sign} {what}"),
        _ => format!("{sign} {}: {what}", names.join(", ")),
    };
    shown.into_iter().map(line).collect()
}

/// That lines of the journal in `folder` are damaged, and what can be done.
pub(super) fn damaged(damages: &[Damage], folder: &Path) -> Option<Failure> {
    let first = damages.first()?;
    let error = first.clone().in_file(&folder.join(journal::FILE));
    let more = match damages.len() - 1 {
        0 => String::new(),
        more => format!(", and {} more", count(more as u64, "line")),
    };
    Some(Failure::Wrong(format!("{error}{more}\n{}", way_out())))
}

/// What can be done about a damaged journal.
fn way_out() -> String {
    format!(
        "--resume --repair sets such lines aside (in {}) and plays their games again; --fresh begins anew",
        journal::SET_ASIDE
    )
}

/// Why the journal cannot be read, and what can be done if that is because it is damaged.
pub(super) fn unreadable(error: &io::Error) -> Failure {
    match Damage::is_in(error) {
        true => Failure::Wrong(format!("{error}\n{}", way_out())),
        false => Failure::failed(error),
    }
}

/// Why the results in `folder` cannot be read, and what can be done.
pub(super) fn no_results(error: &io::Error, folder: &Path) -> Failure {
    let shown = folder.display();
    Failure::Wrong(match (Damage::is_in(error), folder.is_dir()) {
        (true, _) => format!(
            "{error}\narena run FILE --out {} --resume --repair, with the tournament's file, sets damaged lines \
             aside (in {}) and plays again what is missing",
            quoted(folder),
            journal::SET_ASIDE
        ),
        (false, true) => format!("{error}: a folder of results has a {}", journal::FILE),
        (false, false) => {
            format!("{shown}: there is no such folder; a folder of results has a {}", journal::FILE)
        }
    })
}
