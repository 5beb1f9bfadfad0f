//! Engines that put into their words what the arena might say itself.

use std::fs;

use super::harness::{ARENA, Desk, Tournament};

/// What nobody may take for the arena's word: a line of its own, and one that is made by moving the cursor.
const FORGED: &str = "results: forged/";

/// An engine in Python that says such things in every word that it has, and does `deed` at its first question.
fn forger(deed: &str) -> String {
    format!(
        "import os, sys\n\
         BAD = '\\r\\x1b[2K\\x1b[31m{FORGED}\\x85\\u2028{FORGED}'\n\
         def say(text):\n    sys.stdout.buffer.write((text + '\\n').encode())\n    sys.stdout.flush()\n\
         sys.stderr.buffer.write(('\\n{FORGED} (games.csv)\\n' + BAD + '\\n').encode() * 3)\nsys.stderr.flush()\n\
         for line in sys.stdin:\n    word = line.split()[0]\n    \
         if word == 'ugi': say('id name ' + BAD); say('id author ' + BAD); say('option name ' + BAD + ' type check default true'); say('ugiok')\n    \
         elif word == 'isready': say('readyok')\n    \
         elif word == 'quit': break\n    \
         elif word == 'go': say('info string ' + BAD); say('info depth 1 score ' + BAD + ' pv ' + BAD); {deed}\n"
    )
}

/// Sees that nothing in `text` is forged: no line begins so, whatever it is indented by, and nothing moves the cursor.
#[track_caller]
fn is_honest(what: &str, text: &str) {
    for line in text.lines() {
        assert!(!line.trim_start().starts_with("results: forged"), "{what}: {text}");
        assert!(!line.contains(['\u{1b}', '\r', '\u{85}', '\u{2028}']), "{what}: {text:?}");
    }
}

#[test]
fn no_word_of_an_engine_can_be_taken_for_the_arena_s() {
    for (deed, more) in [
        ("say('bestmove ' + BAD)", ""),
        ("os._exit(3)", ""),
        ("say(BAD)", ""),
        ("say('bestmove')", "log = true"),
        // Before the first game: an option that nobody declared, and an exit that pretends to be the launcher's.
        ("os._exit(3)", "options"),
        ("os._exit(3)", "exits"),
        ("os._exit(3)", "builds"),
    ] {
        let log = if more == "log = true" { more } else { "" };
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n{log}\n[board]\nsize = 4\n[time]\nper_move = '500ms'\n"
        );
        let own = match more {
            "options" => "options = { Depth = 3 }",
            "builds" => "build = ['python3', 'builds.py']",
            _ => "",
        };
        let mut script = forger(deed);
        if more == "exits" {
            let said = format!("the arena\\'s launcher failed: \\x1b[2J\\r{FORGED}");
            script = format!("import sys\nsys.stderr.write('{said}\\n')\nsys.exit(125)\n");
        }
        let builds = format!("print('\\r\\x1b[2J{FORGED}')\nprint('{FORGED}')\nraise SystemExit(1)\n");
        let tournament = Tournament::new(&head)
            .broken("good", &["none"], "")
            .engine("forger", &["python3", "forger.py"], own)
            .file("forger.py", &script)
            .file("builds.py", &builds);
        let finished = tournament.run(&["--concurrency", "1"]);
        is_honest(deed, &finished.stdout.replace("results: results/t/", ""));
        is_honest(deed, &finished.stderr);
        for log in fs::read_dir(finished.folder.join("logs")).into_iter().flatten().flatten() {
            is_honest(deed, &fs::read_to_string(log.path()).unwrap());
        }
    }
}

#[test]
fn nor_where_an_engine_is_checked_or_plays_a_match() {
    let desk = Desk::new().file("forger.py", &forger("say('bestmove ' + BAD)"));
    for words in [
        &["check", "python3 forger.py", "--game", "othello"][..],
        &["match", "othello", "-e", "python3 forger.py", "-e", "random", "--time", "1s", "--show"],
        &["match", "othello", "-e", "python3 forger.py", "-o", "1:Depth=3", "-e", "random"],
    ] {
        let done = desk.arena(words);
        assert!(!(done.stdout.clone() + &done.stderr).is_empty(), "{ARENA} {words:?}");
        is_honest(words[0], &done.stdout);
        is_honest(words[0], &done.stderr);
    }
}
