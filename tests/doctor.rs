//! `arena doctor` as a whole, as this user and as one without any rights, and that it would notice.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stderr, reason = "what cannot be tested here is said")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use arena::doctor::{CASES, Ended, Must, Order, Outcome, Seen, trial};
use arena::process::launcher::Features;
use arena::record::Reason;
use arena::settings::Level;
use serde_json::Value;

const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// Sees that all is well, and that nothing stands between the lines.
fn is_all_green(output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}\n{said}");
    let all: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(all["ok"], true);
    assert!(all["machine"]["quit_ms"].as_f64().unwrap() < 2000.0, "{}", all["machine"]);
    let cases = all["cases"].as_array().unwrap();
    assert_eq!(cases.len(), CASES.len());
    for case in cases.iter().filter(|case| case["ok"].is_null()) {
        eprintln!("not tested here: {} ({})", case["does"], case["missing"]);
    }
    for case in cases.iter().filter(|case| !case["ok"].is_null()) {
        assert!(case["memory"].as_u64().unwrap() < 16 << 20, "{case}");
        assert_eq!(case["left"], 0, "{case}");
    }
}

/// One doctor at a time: it plays two engines at once itself, some of which take all there is.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn every_broken_engine_leads_to_what_it_must() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    is_all_green(&Command::new(ARENA).args(["doctor", "--json"]).output().unwrap());
}

#[test]
fn the_same_holds_for_a_user_without_any_rights() {
    const NOBODY: &str = "65534";
    let id = Command::new("id").arg("-u").output().unwrap();
    if id.stdout.trim_ascii() != b"0" {
        return eprintln!("not tested: only root can become another user");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("arena");
    fs::copy(ARENA, &program).unwrap();
    let owned = folder.path().join("tmp");
    fs::create_dir(&owned).unwrap();
    for path in [folder.path(), &program] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    std::os::unix::fs::chown(&owned, Some(65534), Some(65534)).unwrap();
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let output = Command::new("setpriv")
        .args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"])
        .arg(&program)
        .args(["doctor", "--json"])
        .env("TMPDIR", &owned)
        .env("HOME", &owned)
        .current_dir(&owned)
        .output();
    match output {
        Ok(output) => is_all_green(&output),
        Err(error) => return eprintln!("not tested: setpriv: {error}"),
    }
    let left: Vec<_> = fs::read_dir(&owned).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn without_the_sandbox_the_same_engines_get_through() {
    // The other way round: what is refused in the sandbox is really attempted.
    let arena = Path::new(ARENA);
    for name in [
        "sockets",
        "reads-results",
        "reads-files",
        "changes",
        "hides-memory",
        "wakes-itself",
        "moves",
        "types",
    ] {
        if name == "moves" && arena::process::Cores::available().count() < 2 {
            eprintln!("not tested: there is one core only");
            continue;
        }
        let mut case = *CASES.iter().find(|case| case.name == name).unwrap();
        case.level = Level::Off;
        let folder = tempfile::tempdir().unwrap();
        let order = Order {
            arena: arena.to_owned(),
            features: Features::probe(arena),
            folder: folder.path().join(name),
            mark: format!("off-{}-{name}", std::process::id()),
        };
        let seen = trial(&case, &order).unwrap();
        assert!(seen.games.iter().all(|game| game.at_fault), "{name}: {seen:?}");
        assert!(seen.games.iter().all(|game| game.detail == "exited with code 66"), "{seen:?}");
    }
}

#[test]
fn whatever_is_not_as_it_must_be_is_told() {
    let case = CASES.iter().find(|case| case.name == "hang").unwrap();
    let Must::Loses { reason, detail, answers } = case.must[0] else { panic!("a hang loses") };
    let game = Ended {
        reason,
        at_fault: true,
        detail: detail.to_owned(),
        answers: answers.unwrap(),
        restless: false,
        verdict_ms: Some(3.0),
    };
    let seen = |game: &Ended| Seen { games: vec![game.clone(); 2], void: 0, memory: 0, late_ms: 1.0 };
    let good = Outcome { seen: Ok(seen(&game)), seconds: 1.0, left: 0 };
    assert_eq!(case.differences(&good), Vec::<String>::new());
    let with = |seen: Seen| Outcome { seen: Ok(seen), ..good.clone() };
    for (bad, told) in [
        (Outcome { seen: Err("the arena hangs".to_owned()), ..good.clone() }, "the arena hangs"),
        (Outcome { seconds: 100.0, ..good.clone() }, "it took more than 60 s"),
        (Outcome { left: 2, ..good.clone() }, "2 processes are left"),
        (with(Seen { games: vec![game.clone()], ..seen(&game) }), "1 of 2 games"),
        (with(Seen { memory: 17 << 20, ..seen(&game) }), "more bytes of memory"),
        (with(seen(&Ended { reason: Reason::Crash, ..game.clone() })), "it must be"),
        (with(seen(&Ended { at_fault: false, ..game.clone() })), "it must be"),
        (with(seen(&Ended { answers: 1, ..game.clone() })), "it must be"),
        (with(seen(&Ended { detail: "no reason".to_owned(), ..game.clone() })), "it must be"),
        (with(seen(&Ended { verdict_ms: Some(52.0), ..game.clone() })), "52 ms after limit and margin"),
    ] {
        let differences = case.differences(&bad);
        assert!(differences.iter().any(|text| text.contains(told)), "{told}: {differences:?}");
    }
}

#[test]
fn what_a_busy_machine_may_have_done_is_tried_again_and_nothing_else() {
    let case = CASES.iter().find(|case| case.name == "hang").unwrap();
    let Must::Loses { reason, detail, answers } = case.must[0] else { panic!("a hang loses") };
    let outcome = |verdict_ms: f64, answers: usize, void: u64, left: usize| {
        let detail = detail.to_owned();
        let ended = |verdict_ms| Ended {
            reason,
            at_fault: true,
            detail: detail.clone(),
            answers,
            restless: false,
            verdict_ms: Some(verdict_ms),
        };
        let games = vec![ended(verdict_ms), ended(verdict_ms + 9.0)];
        Outcome { seen: Ok(Seen { games, void, memory: 0, late_ms: 1.0 }), seconds: 1.0, left }
    };
    let right = answers.unwrap();
    for (outcome, again) in [
        (outcome(40.0, right, 0, 0), false),
        (outcome(40.0, right, 4, 0), false),
        (outcome(54.0, right, 0, 0), true),
        (outcome(40.0, 1, 2, 0), true),
        // What nobody but the arena can have done.
        (outcome(40.0, 1, 0, 0), false),
        (outcome(54.0, right, 0, 1), false),
        (Outcome { seen: Err("the arena hangs".to_owned()), ..outcome(54.0, right, 1, 0) }, false),
    ] {
        assert_eq!(case.is_worth_another_trial(&outcome), again, "{outcome:?}");
    }
    let burns = CASES.iter().find(|case| case.name == "burns").unwrap();
    for (restless, again) in [(false, true), (true, false)] {
        let game = Ended {
            reason: Reason::Normal,
            at_fault: false,
            detail: String::new(),
            answers: 16,
            restless,
            verdict_ms: None,
        };
        let seen = Seen { games: vec![game.clone(), game], void: 0, memory: 0, late_ms: 1.0 };
        let outcome = Outcome { seen: Ok(seen), seconds: 1.0, left: 0 };
        assert_eq!(burns.is_worth_another_trial(&outcome), again, "{outcome:?}");
    }
}

#[test]
fn a_case_has_a_name_of_its_own_and_time_enough() {
    for (number, case) in CASES.iter().enumerate() {
        assert!(CASES[..number].iter().all(|other| other.name != case.name), "{}", case.name);
        assert!(!case.must.is_empty() && case.within >= Duration::from_secs(10), "{}", case.name);
    }
}

#[test]
fn the_table_has_the_names_by_which_engines_are_chosen() {
    let output = Command::new(ARENA).args(["doctor", "--only", "none,exit"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().skip(1).take(2);
    let names: Vec<&str> = lines.filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names, ["none", "exit"], "{text}");
    let head = text.lines().next().unwrap_or_default();
    let begins = |line: &str, what: &str| line.find(what);
    assert_eq!(head.split_whitespace().next(), Some("name"), "{text}");
    assert_eq!(text.lines().nth(1).and_then(|line| begins(line, "none")), begins(head, "name"), "{text}");
}

#[test]
fn a_misspelt_engine_is_an_error() {
    for (name, cure) in
        [("hagn", "did you mean hang? (there are none, "), ("quxquux", "engine (there are none, ")]
    {
        let output = Command::new(ARENA).args(["doctor", "--only", name]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(cure), "{said}");
    }
}

#[test]
fn a_ply_takes_the_thread_of_its_game_four_system_calls() {
    let output = Command::new(ARENA).args(["doctor", "--speed", "--only-calls", "--json"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    // A write, a read, and two looks that keep a stray answer from counting; the rest is what a game has
    // besides, and answers that did not come at once because the calls were counted.
    let calls = told["calls_of_game"].as_f64().unwrap();
    assert!((3.0..4.5).contains(&calls), "{told}");
}
