//! The same command makes the same files, whoever was faster and whatever came between.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a small plan in a folder with so many threads.
fn train(out: &Path, threads: &str) {
    let plan = ["--generations", "1", "--games", "512", "--depth", "1", "--passes", "1", "--seed", "5"];
    let status = Command::new(env!("CARGO_BIN_EXE_breakthrough-train"))
        .args(plan)
        .args(["--threads", threads, "--out"])
        .arg(out)
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "no training with {threads} threads");
}

#[test]
fn games_and_weights_depend_neither_on_threads_nor_on_interruptions() {
    let folder = std::env::temp_dir().join(format!("breakthrough-repeatable-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let (first, second) = (folder.join("first"), folder.join("second"));
    train(&first, "1");
    train(&second, "3");
    let games = |out: &Path| fs::read(out.join("games-1.bin")).unwrap();
    let weights = |out: &Path| fs::read(out.join("weights-1.bin")).unwrap();
    let expected = (games(&first), weights(&first));
    assert!((games(&second), weights(&second)) == expected, "threads matter");
    // As if it had been killed while it wrote the second batch.
    let file = OpenOptions::new().write(true).open(second.join("games-1.bin")).unwrap();
    file.set_len(expected.0.len() as u64 * 3 / 4 + 3).unwrap();
    fs::remove_file(second.join("weights-1.bin")).unwrap();
    train(&second, "2");
    assert!((games(&second), weights(&second)) == expected, "interruptions matter");
    fs::remove_dir_all(&folder).unwrap();
}
