//! `arena check` from end to end: every engine that misbehaves breaks the rule that it should and no
//! other, and those that are sound break none.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// `arena check` with these arguments, in a folder.
fn check(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(ARENA).current_dir(folder).arg("check").args(arguments).output().unwrap()
}

/// What `--json` gave: the verdicts by rule, and the whole object.
struct Checked {
    verdicts: BTreeMap<String, String>,
    object: Value,
}

impl Checked {
    #[track_caller]
    fn new(output: &Output, code: i32) -> Self {
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{}\n{stderr}", String::from_utf8_lossy(&output.stdout));
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["fit"], code == 0);
        let rules = object["rules"].as_array().or_else(|| object["engines"][0]["rules"].as_array());
        let word = |rule: &Value, key: &str| rule[key].as_str().unwrap().to_owned();
        let verdicts =
            rules.unwrap().iter().map(|rule| (word(rule, "rule"), word(rule, "verdict"))).collect();
        Self { verdicts, object }
    }

    fn with(&self, verdict: &str) -> Vec<&str> {
        self.verdicts.iter().filter(|(_, word)| *word == verdict).map(|(rule, _)| &**rule).collect()
    }

    fn rule(&self, name: &str) -> &Value {
        self.object["rules"].as_array().unwrap().iter().find(|rule| rule["rule"] == name).unwrap()
    }
}

/// A command as the shell splits it.
fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ")
}

/// Checks the engine of a command.
#[track_caller]
fn checked(words: &[&str], more: &[&str], code: i32) -> Checked {
    let command = quoted(words);
    let arguments: Vec<&str> = [&*command, "--json"].into_iter().chain(more.iter().copied()).collect();
    Checked::new(&check(Path::new(env!("CARGO_MANIFEST_DIR")), &arguments), code)
}

/// A broken engine breaks just these rules.
#[track_caller]
fn breaks(fault: &[&str], rules: &[&str], came: &str) {
    let words: Vec<&str> = [ARENA, "broken"].iter().chain(fault).copied().collect();
    let checked = checked(&words, &["--game", "othello"], 1);
    assert_eq!(checked.with("fail"), rules, "{fault:?}: {:#}", checked.object);
    let rule = checked.rule(rules[0]);
    assert!(rule["came"].as_str().unwrap().contains(came), "{rule:#}");
    assert!(!rule["cure"].as_str().unwrap().is_empty());
    assert!(!rule["traffic"].as_array().unwrap().is_empty(), "{rule:#}");
}

/// The same of several of which each takes long, because it is waited for: at the same time.
#[track_caller]
fn each_breaks(faults: &[&str], rules: &[&str], came: &str) {
    thread::scope(|scope| {
        for fault in faults {
            scope.spawn(move || breaks(&[*fault], rules, came));
        }
    });
}

/// A broken engine that is fit all the same.
#[track_caller]
fn is_fit(words: &[&str], warnings: &[&str]) {
    let checked = checked(words, &[], 0);
    // The machine may be busy; that is told as what it is.
    let told: Vec<&str> =
        checked.with("warning").into_iter().filter(|rule| !["movetime", "clocks"].contains(rule)).collect();
    assert_eq!(told, warnings, "{words:?}: {:#}", checked.object);
    assert!(checked.with("not-applicable").iter().all(|rule| ["info", "variant"].contains(rule)));
}

#[test]
fn who_dies_or_talks_nonsense_at_once_is_told_so() {
    breaks(&["dies-at-ugi"], &["start"], "exited with code 3");
    breaks(&["dies-at-ready"], &["isready"], "exited with code 4");
    breaks(&["endless-hello"], &["line-length"], "65536");
}

#[test]
fn who_never_gets_ready_is_told_so() {
    each_breaks(&["mute", "nonsense"], &["ugi"], "no `ugiok` within 10.0 s");
}

#[test]
fn who_is_ready_only_once_is_told_so() {
    breaks(&["one-game"], &["new-game"], "no `readyok`");
}

#[test]
fn who_does_not_answer_is_told_so() {
    each_breaks(&["hang", "chatty", "close-stdin"], &["go"], "no answer within 3.1 s");
}

#[test]
fn who_answers_late_is_told_by_how_much() {
    breaks(&["late", "--ms", "1500"], &["clocks", "movetime"], "too late, by 1");
}

#[test]
fn the_latest_answer_is_shown_whatever_came_after_it() {
    // Late once in every life, and in time from then on.
    let proxy = "import subprocess, sys, time\n\
        engine = subprocess.Popen([sys.executable, sys.argv[1]], stdin=subprocess.PIPE, text=True)\n\
        late = True\n\
        for line in sys.stdin:\n\
        \x20   if late and line.startswith('go movetime 50 depth 2'):\n\
        \x20       late = time.sleep(0.8)\n\
        \x20   print(line, end='', file=engine.stdin, flush=True)\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proxy.py");
    fs::write(&file, proxy).unwrap();
    let minimal = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");
    let checked = checked(&["python3", file.to_str().unwrap(), minimal], &["--game", "othello"], 1);
    let rule = checked.rule("movetime");
    assert_eq!(rule["verdict"], "fail", "{:#}", checked.object);
    let said: Vec<(f64, &str)> = rule["traffic"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap().trim_start_matches('+').split_once(' ').unwrap())
        .map(|(at, line)| (at.parse().unwrap(), line))
        .collect();
    let [.., (asked, go), (answered, best)] = said[..] else { panic!("{said:?}") };
    assert!(go.starts_with("> go movetime") && best.starts_with("< bestmove"), "{said:?}");
    assert!(answered - asked > 0.7, "{said:?}");
}

#[test]
fn who_dies_in_a_game_is_told_how() {
    breaks(&["exit"], &["alive"], "exited with code 5");
    breaks(&["abort"], &["alive"], "signal 6 (SIGABRT)");
    breaks(&["last-words"], &["alive"], "exited with code 0");
    breaks(&["orphan"], &["alive"], "exited with code 0");
    breaks(&["close-stdout"], &["alive"], "closed its standard output");
}

#[test]
fn wrong_answers_are_shown() {
    breaks(&["illegal"], &["othello"], "illegal: a1b9");
    breaks(&["garbled"], &["othello"], "illegal");
    breaks(&["empty"], &["bestmove"], "`bestmove` without a move");
    breaks(&["endless-line"], &["line-length"], "65536");
}

#[test]
fn answers_that_nobody_asked_for_are_shown() {
    breaks(&["twice"], &["bestmove"], "a second answer");
    breaks(&["early"], &["bestmove"], "a second answer");
}

#[test]
fn who_does_not_leave_is_told_so() {
    breaks(&["stays"], &["end-of-input", "quit"], "still there after a second");
}

#[test]
fn what_costs_no_game_is_no_failure() {
    is_fit(&[ARENA, "broken", "none"], &[]);
    is_fit(&[ARENA, "broken", "crlf"], &[]);
    is_fit(&[ARENA, "broken", "stderr"], &[]);
    is_fit(&[ARENA, "broken", "slow-start", "--ms", "20"], &[]);
    is_fit(&[ARENA, "broken", "ends"], &["alive"]);
}

#[test]
fn the_engines_to_be_copied_are_fit() {
    // Those in one file for all games; the others are checked where `arena new` writes them.
    is_fit(&["python3", "engines/python/minimal.py"], &[]);
    if Command::new("node").arg("--version").output().is_ok() {
        is_fit(&["node", "engines/js/minimal.js"], &[]);
    }
}

/// A Python engine for Othello that knows nothing but the start on 8x8, where `f5` is legal.
const FIRST_MOVE: &str = "import sys
for line in sys.stdin:
    word = (line.split() or [''])[0]
    answer = {'ugi': 'id name X\\nugiok', 'isready': 'readyok', 'go': 'bestmove f5'}.get(word)
    if answer: print(answer, flush=FLUSH)
    if word == 'quit': break
";

/// A tournament file with one engine in Python, which has so long to get ready, and what `--json` says.
#[track_caller]
fn python(source: &str, startup: &str, code: i32) -> (TempDir, Checked) {
    let folder = tempfile::tempdir().unwrap();
    let file = format!(
        "[tournament]\ngame = 'othello'\nself_play = true\n[time]\nstartup = '{startup}'\n\
         [[engine]]\nname = 'py'\ncommand = ['python3', 'engine.py']\n"
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    fs::write(folder.path().join("engine.py"), source).unwrap();
    let checked = Checked::new(&check(folder.path(), &["t.toml", "--json"]), code);
    (folder, checked)
}

#[test]
fn who_does_not_flush_is_told_so() {
    for (flush, startup) in [("False", "3s"), ("word != 'go'", "60s")] {
        let (_folder, checked) = python(&FIRST_MOVE.replace("FLUSH", flush), startup, 1);
        assert_eq!(checked.with("fail"), ["flush"], "{:#}", checked.object);
        let rules = checked.object["engines"][0]["rules"].as_array().unwrap();
        let flush = rules.iter().find(|rule| rule["rule"] == "flush").unwrap();
        assert!(flush["came"].as_str().unwrap().ends_with("it came when its input was closed"));
        assert!(flush["cure"].as_str().unwrap().starts_with("You did not flush standard output."));
    }
}

#[test]
fn an_illegal_move_hides_what_could_not_be_tried() {
    let (_folder, checked) = python(&FIRST_MOVE.replace("FLUSH", "True"), "60s", 1);
    assert_eq!(checked.with("fail"), ["othello"], "{:#}", checked.object);
    assert_eq!(checked.verdicts["move-lists"], "not-applicable");
}

/// The minimal engine in Python with a piece of it replaced.
fn changed(from: &str, to: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");
    let source = fs::read_to_string(path).unwrap();
    assert!(source.contains(from), "the minimal engine has changed: {from}");
    source.replace(from, to)
}

/// Checks such an engine for Othello by its command.
#[track_caller]
fn changed_breaks(from: &str, to: &str, verdict: &str, rules: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("engine.py"), changed(from, to)).unwrap();
    let code = i32::from(verdict == "fail");
    let output = check(folder.path(), &["python3 engine.py", "--game", "othello", "--json"]);
    let checked = Checked::new(&output, code);
    let found: Vec<&str> = checked
        .with(verdict)
        .into_iter()
        .filter(|rule| verdict == "fail" || !["movetime", "clocks"].contains(rule))
        .collect();
    assert_eq!(found, rules, "{:#}", checked.object);
}

/// Where the minimal engine answers a question.
const GO: &str = "elif words[0] == \"go\":\n";

/// The same for an engine that does `deed` first, whenever it is asked.
#[track_caller]
fn asked_breaks(deed: &str, verdict: &str, rules: &[&str]) {
    changed_breaks(GO, &format!("{GO}            {deed}\n"), verdict, rules);
}

#[test]
fn who_forgets_his_seed_is_told_that_games_do_not_repeat() {
    changed_breaks("chance = random.Random(seed)  # Forget", "pass  # Forget", "warning", &["repeat"]);
}

#[test]
fn who_does_not_know_quit_is_told_so() {
    changed_breaks("elif words[0] == \"quit\":", "elif words[0] == \"bye\":", "fail", &["quit"]);
}

#[test]
fn who_thinks_aloud_is_told_so() {
    let answer = "answer(\"readyok\")";
    changed_breaks(answer, "print('thinking...'); answer(\"readyok\")", "warning", &["unasked"]);
}

#[test]
fn information_that_is_none_is_told() {
    asked_breaks("answer('info depth lots')", "warning", &["info"]);
}

#[test]
fn who_does_not_stop_is_told_so() {
    asked_breaks("if len(words) == 1: continue", "warning", &["stop"]);
}

#[test]
fn who_plays_on_one_board_only_is_told_so() {
    asked_breaks("if len(position.rows) != 8: sys.exit('only 8x8')", "fail", &["othello-boards"]);
}

#[test]
fn who_dies_of_an_unknown_word_is_told_so() {
    let unknown = "# Every other word is ignored";
    let dies = format!("elif words[0] != 'stop': sys.exit('what?')\n        {unknown}");
    changed_breaks(unknown, &dies, "fail", &["unknown"]);
}

#[test]
fn who_does_not_look_at_his_clock_is_told_so() {
    let sleeps = "import time\n            if 'p1time' in words: time.sleep(int(words[2]) / 40000)";
    asked_breaks(sleeps, "fail", &["clocks"]);
}

#[test]
fn a_default_that_its_own_bounds_forbid_is_told() {
    let seed = "Seed type spin default 1 min 0";
    changed_breaks(seed, "Seed type spin default 1 min 2", "fail", &["options"]);
}

#[test]
fn a_value_that_is_refused_is_told_be_it_the_files_or_the_engines_own_default() {
    let answer = "answer(\"readyok\")";
    let refusing = |value: &str| {
        format!(
            "print('info string refused seed: unlucky' if seed == {value} else 'info string x'); {answer}"
        )
    };
    changed_breaks(answer, &refusing("1"), "fail", &["setoption"]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("engine.py"), changed(answer, &refusing("13"))).unwrap();
    for (seed, code) in [(12, 0), (13, 1)] {
        let file = format!(
            "[tournament]\ngame = 'othello'\nself_play = true\n[board]\nsize = 4\n[[engine]]\n\
             name = 'mine'\ncommand = ['python3', 'engine.py']\noptions = {{ Seed = {seed} }}\n"
        );
        fs::write(folder.path().join("t.toml"), file).unwrap();
        let checked = Checked::new(&check(folder.path(), &["t.toml", "--json"]), code);
        let fails = checked.with("fail");
        assert_eq!(fails, [&["setoption"][..code as usize]].concat(), "{:#}", checked.object);
        let told = format!("{:#}", checked.object);
        let says = "Seed = 13 is refused by the engine: unlucky";
        assert_eq!(told.contains(says), code == 1, "{told}");
    }
}

#[test]
fn a_tournament_file_gives_a_table_of_its_engines() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!(
        "[tournament]\ngame = 'othello'\n[board]\nsize = 6\n\
         [[engine]]\nname = 'sound'\ncommand = ['{ARENA}', 'broken', 'none']\n\
         [[engine]]\nname = 'wrong'\ncommand = ['{ARENA}', 'broken', 'illegal']\n\
         [[engine]]\nname = 'fitting'\ncommand = ['{ARENA}', 'broken', 'none']\noptions = {{ Depth = 3 }}\n"
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let output = check(folder.path(), &["t.toml"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |name: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        line.unwrap_or_else(|| panic!("no {name} in\n{text}")).split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("rule"), ["rule", "sound", "wrong", "fitting"]);
    assert_eq!(row("othello"), ["othello", "pass", "fail", "pass"]);
    assert_eq!(row("othello-boards"), ["othello-boards", "n/a", "n/a", "n/a"]);
    let table = text.split("\n\n").next().unwrap();
    let reasons = text.replace("\n     ", " ");
    let reasons: Vec<&str> = reasons.lines().filter_map(|line| line.strip_prefix("n/a: ")).collect();
    for line in table.lines().filter(|line| line.contains(" n/a")) {
        let rule = line.split_whitespace().next().unwrap();
        let explains = |reason: &&str| {
            let (rules, why) = reason.split_once(": ").unwrap();
            let names = rules.split(" (").next().unwrap();
            names.split(", ").any(|name| name == rule) && !why.is_empty()
        };
        assert!(reasons.iter().any(explains), "{rule}: {text}");
    }
    assert!(text.contains("\nwrong: not fit to play"), "{text}");
    assert!(text.contains("\nfitting: fit to play othello"), "{text}");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("not fit to play: wrong"), "{stderr}");
}

#[test]
fn with_keep_going_an_engine_that_cannot_be_started_keeps_no_other_from_being_checked() {
    let folder = tempfile::tempdir().unwrap();
    let engines = format!(
        "[[engine]]\nname = 'sound'\ncommand = ['{ARENA}', 'broken', 'none']\n\
         [[engine]]\nname = 'unbuilt'\ncommand = ['{ARENA}', 'broken', 'none']\nbuild = ['false']\n\
         [[engine]]\nname = 'missing'\ncommand = ['./nowhere']\n"
    );
    for (key, code) in [("", 2), ("keep_going = true\n", 1)] {
        let file = format!("[tournament]\ngame = 'othello'\n{key}[board]\nsize = 4\n{engines}");
        fs::write(folder.path().join("t.toml"), file).unwrap();
        let output = check(folder.path(), &["t.toml"]);
        let (text, stderr) =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).into();
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains("the build of unbuilt failed") && stderr.contains("nowhere"), "{stderr}");
        assert_eq!(text.contains("\nsound: fit to play othello"), code == 1, "{text}");
        assert_eq!(text.contains("\nmissing: cannot be started"), code == 1, "{text}");
        assert_eq!(stderr.contains("not fit to play: unbuilt, missing"), code == 1, "{stderr}");
    }
    let output = check(folder.path(), &["t.toml", "--json"]);
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let fit = |at: usize| object["engines"][at]["fit"].as_bool();
    assert_eq!(
        [fit(0), fit(1), fit(2), object["fit"].as_bool()],
        [Some(true), Some(false), Some(false), Some(false)]
    );
}

#[test]
fn a_wrong_command_line_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, told) in [
        (&["'x"][..], "is opened and not closed"),
        (&[""], "no command"),
        (&["no-such-program-anywhere"], "no-such-program-anywhere"),
        (&["nowhere.toml"], "nowhere.toml"),
        (&["x", "--game", "othelo"], "did you mean othello?"),
    ] {
        let output = check(folder.path(), arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(told), "{arguments:?}: {stderr}");
    }
}
