//! A folder has games of one plan: it grows with that plan, and no other touches it.

#[path = "../../../../tests/trainer/mod.rs"]
mod trainer;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use trainer::{files, refused};

/// Trains in a folder with a small plan, of which some numbers are others.
fn train(folder: &Path, others: &[(&str, &str)]) -> Output {
    let mut plan: BTreeMap<&str, &str> = [
        ("games", "40"),
        ("depth", "1"),
        ("exact", "4"),
        ("rounds", "1"),
        ("positions", "5"),
        ("seed", "5"),
        ("trust", "1"),
    ]
    .into();
    plan.extend(others.iter().copied());
    Command::new(env!("CARGO_BIN_EXE_othello-train"))
        .arg(folder)
        .args(plan.iter().map(|(name, value)| format!("--{name}={value}")))
        .stdin(Stdio::null())
        .output()
        .expect("the trainer starts")
}

#[test]
fn lists_are_shown_as_they_are_to_be_given() {
    let output = Command::new(env!("CARGO_BIN_EXE_othello-train")).arg("--help").output().expect("it starts");
    let help = String::from_utf8(output.stdout).expect("a text");
    for list in ["games", "depth", "exact"] {
        let shown = help.split(&format!("--{list} <N,N>")).nth(1).expect(list);
        let shown = shown.split("[default: ").nth(1).and_then(|rest| rest.split(']').next()).expect(list);
        let numbers: Vec<&str> = shown.split(',').collect();
        assert!(numbers.len() > 1 && numbers.iter().all(|number| number.parse::<u32>().is_ok()), "{shown}");
    }
}

#[test]
fn a_folder_goes_on_with_more_of_its_plan_and_refuses_every_other_untouched() {
    let root = std::env::temp_dir().join(format!("othello-plan-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    let (out, fresh) = (root.join("out"), root.join("fresh"));
    assert!(train(&out, &[]).status.success());
    let before = files(&out);
    for (name, value, told) in [
        ("seed", "6", "seed: 5, not 6"),
        ("depth", "2", "depth of generation 0: 1, not 2"),
        ("exact", "5", "exact of generation 0: 4, not 5"),
        ("trust", "0.5", "trust: 1, not 0.5"),
        ("rounds", "2", "rounds: 1, not 2"),
        ("penalty", "1", "penalty: 4, not 1"),
        ("games", "20", "games of generation 0: 40, not 20"),
    ] {
        let message = refused(&train(&out, &[(name, value)]));
        for part in [told, "another folder", out.to_str().unwrap()] {
            assert!(message.contains(part), "no {part} in {message}");
        }
        assert!(files(&out) == before, "another {name} changed the folder");
    }
    let more = [("games", "60,20"), ("depth", "1,2")];
    assert!(train(&out, &more).status.success());
    assert!(train(&fresh, &more).status.success());
    assert!(files(&out) == files(&fresh), "grown is not the same as made at once");
    // The second generation was played with what was learned from so many games.
    let message = refused(&train(&out, &[("games", "80,20"), ("depth", "1,2")]));
    assert!(message.contains("games of generation 0: 60, not 80"), "{message}");
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
