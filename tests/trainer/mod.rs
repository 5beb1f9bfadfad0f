//! What a trainer leaves behind, for the tests of both: the files of its folder, and why it refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

/// All files of a folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| {
            (entry.file_name().into_string().expect("ASCII"), fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

/// A message that ends a run with exit code 2.
pub(crate) fn refused(output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    message
}
