//! Runs the minimal engines: those of `engines/` that are there for people to copy.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use arena::games::Game;

use super::conversation::{Said, converse};

/// A minimal engine that can run on this machine.
pub(crate) struct Minimal {
    pub(crate) language: &'static str,
    command: Vec<PathBuf>,
}

/// The minimal engines for whose language there is an interpreter or compiler here, compiled once.
pub(crate) fn engines() -> Vec<&'static Minimal> {
    static ENGINES: OnceLock<Vec<Minimal>> = OnceLock::new();
    ENGINES.get_or_init(made).iter().collect()
}

fn made() -> Vec<Minimal> {
    let source = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("engines").join(path);
    let is_here = |program: &str| {
        let version = Command::new(program).arg("--version").stdin(Stdio::null()).output();
        version.is_ok_and(|output| output.status.success())
    };
    let mut engines = Vec::new();
    for (language, interpreter, path) in
        [("Python", "python3", "python/minimal.py"), ("JavaScript", "node", "js/minimal.js")]
    {
        if is_here(interpreter) {
            engines.push(Minimal { language, command: vec![interpreter.into(), source(path)] });
        }
    }
    if is_here("cc") {
        for (language, game) in
            [("C, othello", "othello"), ("C, breakthrough", "breakthrough"), ("C, domino", "domino")]
        {
            engines.push(Minimal { language, command: vec![compiled(&source("c"), game)] });
        }
    }
    engines
}

/// Compiles the engine in C for a game, without warnings, and gives the path of the result.
fn compiled(folder: &Path, game: &str) -> PathBuf {
    // Tests run side by side in processes, and each compiles its own.
    let name = format!("minimal-{game}-{}", std::process::id());
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let rules = folder.join(game);
    let output = Command::new("cc")
        .args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .args([folder, Path::new("-I"), &rules, Path::new("-o"), &program])
        .args([folder.join("engine.c"), folder.join("thinking.c"), rules.join("position.c")])
        .output()
        .expect("cc was here a moment ago");
    assert!(output.status.success(), "cc: {}", String::from_utf8_lossy(&output.stderr));
    program
}

impl Minimal {
    /// Whether the engine says that it plays `game`.
    pub(crate) fn plays(&self, game: Game) -> bool {
        let wanted = format!(" var {}", game.name());
        self.answers("ugi\n")
            .iter()
            .any(|line| line.starts_with("option name UGI_Variant") && line.contains(&wanted))
    }

    /// Starts the engine, writes `input`, closes its input and gives the lines that it wrote until it
    /// ended, as it must, by itself, with success and without a word on standard error.
    pub(crate) fn answers(&self, input: &str) -> Vec<String> {
        let mut command = Command::new(&self.command[0]);
        let said = converse(command.args(&self.command[1..]), input);
        let Said { status, answers, complaints } = said;
        assert!(status.success() && complaints.is_empty(), "{}: {status}, {complaints}", self.language);
        answers.lines().map(str::to_owned).collect()
    }
}

/// The moves of the `bestmove` lines.
pub(crate) fn best_moves(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}
