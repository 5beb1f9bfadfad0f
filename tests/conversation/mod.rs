//! A conversation with a program: all lines are written, then all that it says is read.

use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long a whole conversation may take. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(240);

/// What a program said until it ended.
pub(crate) struct Said {
    pub(crate) status: ExitStatus,
    pub(crate) answers: String,
    pub(crate) complaints: String,
}

/// Starts the program, writes `input`, closes its input and waits until it has ended.
///
/// # Panics
/// If it cannot be started, writes what is no text, or does not end.
pub(crate) fn converse(command: &mut Command, input: &str) -> Said {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (mut stdin, input) = (child.stdin.take().expect("piped"), input.to_owned());
    // A program that has read `quit` closes its input: the rest cannot be written, and need not.
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
            panic!("{command:?}: not done after {PATIENCE:?}");
        };
        texts[number] = text.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }
    let status = child.wait().expect("a child of ours");
    let [answers, complaints] = texts;
    Said { status, answers, complaints }
}
