//! A folder has games of one plan: it grows with that plan, and no other touches it.

#[path = "../../../../tests/trainer/mod.rs"]
mod trainer;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use trainer::{files, refused};

/// Trains in a folder with a small plan, of which some numbers are others.
fn train(out: &Path, others: &[(&str, &str)]) -> Output {
    let mut plan: BTreeMap<&str, &str> =
        [("generations", "1"), ("games", "512"), ("depth", "1"), ("passes", "1"), ("seed", "5")].into();
    plan.extend(others.iter().copied());
    Command::new(env!("CARGO_BIN_EXE_breakthrough-train"))
        .args(plan.iter().map(|(name, value)| format!("--{name}={value}")))
        .arg("--out")
        .arg(out)
        .stdin(Stdio::null())
        .output()
        .expect("the trainer starts")
}

#[test]
fn a_folder_goes_on_with_more_of_its_plan_and_refuses_every_other_untouched() {
    let root = std::env::temp_dir().join(format!("breakthrough-plan-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    let (out, fresh) = (root.join("out"), root.join("fresh"));
    assert!(train(&out, &[]).status.success());
    let before = files(&out);
    let begin = out.join("weights-1.bin");
    for (name, value, told) in [
        ("seed", "6", "seed 5, not 6"),
        ("depth", "2", "depth 1, not 2"),
        ("passes", "2", "passes 1, not 2"),
        ("games", "256", "games 512, not 256"),
        ("begin", begin.to_str().unwrap(), "weights-0.bin"),
    ] {
        let message = refused(&train(&out, &[(name, value)]));
        for part in [told, "another folder", out.to_str().unwrap()] {
            assert!(message.contains(part), "no {part} in {message}");
        }
        assert!(files(&out) == before, "another {name} changed the folder");
    }
    let more = [("generations", "2"), ("games", "768")];
    assert!(train(&out, &more).status.success());
    assert!(train(&fresh, &more).status.success());
    let without_command = |folder: &Path| {
        let mut files = files(folder);
        files.remove("report.md");
        files
    };
    assert!(without_command(&out) == without_command(&fresh), "grown is not the same as made at once");
    // The second generation was played with what was learned from so many games.
    assert!(refused(&train(&out, &[("games", "1024")])).contains("games 768, not 1024"));
    fs::remove_file(out.join("plan.txt")).unwrap();
    let before = files(&out);
    assert!(refused(&train(&out, &more)).contains("plan.txt"));
    assert!(files(&out) == before, "games of an unknown plan were touched");
    let file = root.join("file");
    fs::write(&file, "").unwrap();
    let within = file.join("out");
    assert!(refused(&train(&within, &[])).contains(within.to_str().unwrap()));
    fs::remove_dir_all(&root).unwrap();
}
