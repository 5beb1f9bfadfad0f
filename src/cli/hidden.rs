//! What engines must not see: results, in which a finished game of the same deal or opening may lie, and the
//! files that tell what is to come.

use std::fs;
use std::path::{Path, PathBuf};

use crate::journal;
use crate::settings::Settings;

/// Where results go if nobody says otherwise.
pub(super) const RESULTS: &str = "results";

/// The files and folders that engines of a tournament are kept from; `out` is the folder of its results where
/// that was said.
///
/// Besides its own results these are those of others that may have been played with the same seed: the folders
/// `results` here and beside the file, and what holds results beside `out`. The rest of that folder may be
/// anybody's, the engines' own among it.
pub(super) fn hidden(settings: &Settings, out: Option<&Path>) -> Vec<PathBuf> {
    let own = out.unwrap_or(Path::new(RESULTS)).to_owned();
    let mut others = vec![PathBuf::from(RESULTS), settings.folder.join(RESULTS)];
    others.extend(out.map_or_else(Vec::new, beside));
    let needed = needed(settings);
    others.retain(|folder| {
        let folder = whole(folder);
        folder.is_dir() && folder != whole(&own) && !needed.iter().any(|path| path.starts_with(&folder))
    });
    others.sort_by_key(|folder| whole(folder));
    others.dedup_by_key(|folder| whole(folder));
    // A file of deals tells all hands.
    let files = [settings.file.clone()].into_iter().chain(settings.openings_file.clone());
    [own].into_iter().chain(others).chain(files).collect()
}

/// The folders of results that lie where `out` does.
fn beside(out: &Path) -> Vec<PathBuf> {
    let whole = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let entries = whole.parent().and_then(|parent| fs::read_dir(parent).ok());
    let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(|path| journal::is_results(path)).collect()
}

/// What engines must be able to see, whatever it lies in. What an engine's own file says does not count but for its
/// folder: its author must not be the one who decides what is hidden.
fn needed(settings: &Settings) -> Vec<PathBuf> {
    let engines = settings.engines.iter().flat_map(|engine| {
        let is_own = engine.folder == settings.folder;
        [Some(&engine.folder), Some(&engine.dir), Some(&engine.program).filter(|_| is_own)]
    });
    let allowed = settings.sandbox.writable.iter().chain(&settings.sandbox.readable);
    engines.flatten().chain(allowed).map(|path| whole(path)).collect()
}

/// A path as the system sees it; as it stands if there is nothing.
fn whole(path: &Path) -> PathBuf {
    let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    fs::canonicalize(path).unwrap_or_else(|_| absolute())
}
