//! The scripts of `.ci` tell who calls them wrongly what would be right.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// All of them: what can be executed in `.ci`.
fn scripts() -> Vec<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut scripts: Vec<PathBuf> =
        files.filter(|file| fs::metadata(file).unwrap().permissions().mode() & 0o111 != 0).collect();
    scripts.sort();
    scripts
}

#[test]
fn a_word_that_a_script_does_not_know_is_told_with_those_that_it_does() {
    let told = |name: &str| match name {
        "decided" => "No such file or directory; it should be in a folder of results",
        "endurance" => "expected any of kills, clocks, moves",
        "guard" => "expected one, or none for that of .ci/baseline",
        "long" | "run" => "it takes no words",
        "scale" => "expected any of start, resume, course, engines",
        _ => panic!("no test for .ci/{name}"),
    };
    for script in scripts() {
        let name = script.file_name().unwrap().to_str().unwrap();
        // Any word can be the name of an engine, but not of a folder.
        let words: &[&str] = if name == "decided" { &["othello", "fnord"] } else { &["fnord"] };
        let output = Command::new(&script).args(words).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{name}: {stderr}");
        assert!(stderr.contains("fnord") && stderr.contains(told(name)), "{name}: {stderr}");
        assert_eq!(output.stdout, [], "{name}");
    }
}
