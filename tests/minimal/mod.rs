//! Runs the minimal engines: those of `engines/` that are there for people to copy.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use arena::games::Game;

/// How long a whole conversation may take. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

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
        let mut child = Command::new(&self.command[0])
            .args(&self.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.language));
        let (mut stdin, input) = (child.stdin.take().expect("piped"), input.to_owned());
        // An engine that has read `quit` closes its input: the rest cannot be written, and need not.
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let (sender, output) = mpsc::channel();
        let pipes: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().expect("piped")), Box::new(child.stderr.take().expect("piped"))];
        for (number, mut pipe) in pipes.into_iter().enumerate() {
            let sender = sender.clone();
            thread::spawn(move || {
                let mut text = String::new();
                let read = pipe.read_to_string(&mut text);
                // Nobody listens any more if the test has failed.
                drop(sender.send((number, read.map(|_| text))));
            });
        }
        let mut texts = [String::new(), String::new()];
        for _ in 0..2 {
            let Ok((number, text)) = output.recv_timeout(PATIENCE) else {
                drop(child.kill());
                panic!("{}: not done after {PATIENCE:?}", self.language);
            };
            texts[number] = text.unwrap_or_else(|error| panic!("{}: {error}", self.language));
        }
        let status = child.wait().expect("a child of ours");
        let [answers, complaints] = texts;
        assert!(status.success() && complaints.is_empty(), "{}: {status}, {complaints}", self.language);
        answers.lines().map(str::to_owned).collect()
    }
}

/// The moves of the `bestmove` lines.
pub(crate) fn best_moves(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}
