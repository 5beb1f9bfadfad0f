//! A tournament in a folder of its own, and what came of it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::rc::Rc;
use std::time::Duration;

use arena::record::GameRecord;
use tempfile::TempDir;

/// Time enough that a slow machine is not taken for a slow engine.
pub(crate) const PATIENT: &str = "per_move = '60s'\nstartup = '60s'";

/// Longer than anything that is waited for takes, however slow and busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Passes every line on to the engine that follows, but no question after so many games, until there is a file `open`.
/// Without a sandbox there is a file `waiting` from then on.
const GATE: &str = r#"
games=$1
shift
while IFS= read -r line; do
    case $line in
    uginewgame) games=$((games - 1)) ;;
    go*)
        [ $games -ge 0 ] || touch waiting 2>/dev/null
        while [ $games -lt 0 ] && [ ! -e open ]; do sleep 0.01; done
        ;;
    esac
    printf '%s\n' "$line"
done | "$@"
"#;

/// The program under test.
pub(crate) const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// A folder with a tournament file, to which engines are added.
pub(crate) struct Tournament {
    folder: Rc<TempDir>,
    text: String,
}

impl Tournament {
    /// A tournament file that begins with `head`: `[tournament]` and what should stand before the engines.
    pub(crate) fn new(head: &str) -> Self {
        Self { folder: Rc::new(tempfile::tempdir().unwrap()), text: format!("{head}\n") }
    }

    /// Two engines, `good` and `bad`, on a small Othello board; `bad` has the fault described by `words` and the
    /// times of `time`. Those are no concern of `good`, which a busy machine may make slow.
    pub(crate) fn against_a_broken_engine(time: &str, words: &[&str]) -> Self {
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 6\n[time]\n{PATIENT}\n"
        );
        Self::new(&head).broken("good", &["none"], "").broken("bad", words, time)
    }

    /// Adds an engine with `command` and further lines of its table.
    pub(crate) fn engine(mut self, name: &str, command: &[&str], more: &str) -> Self {
        self.text += &format!("[[engine]]\nname = {name:?}\ncommand = {command:?}\n{more}\n");
        self
    }

    /// Adds the arena's own misbehaving engine.
    pub(crate) fn broken(self, name: &str, words: &[&str], more: &str) -> Self {
        let command: Vec<&str> = [ARENA, "broken"].iter().chain(words).copied().collect();
        self.engine(name, &command, more)
    }

    /// Adds a sound engine whose process plays so many games and then does not answer until [`Tournament::open`]: what
    /// happens to a tournament under way happens while it waits, however fast or slow the machine is.
    pub(crate) fn gated(self, name: &str, games: u32) -> Self {
        let games = games.to_string();
        self.engine(name, &["sh", "gate.sh", &games, ARENA, "broken", "none"], "").file("gate.sh", GATE)
    }

    /// From now on the gated engine answers.
    pub(crate) fn open(&self) {
        fs::write(self.path().join("open"), "").unwrap();
    }

    /// Adds the minimal engine in Python.
    pub(crate) fn python(self, name: &str, more: &str) -> Self {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");
        self.engine(name, &["python3", program], more)
    }

    /// Engines that are kept from nothing.
    pub(crate) fn without_sandbox(mut self) -> Self {
        self.text += "[sandbox]\nlevel = 'off'\n";
        self
    }

    /// Openings from a file.
    pub(crate) fn openings(mut self, file: &str) -> Self {
        self.text += &format!("[openings]\nkind = 'file'\nfile = {file:?}\n");
        self
    }

    /// The folder of the tournament file.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file into the folder.
    pub(crate) fn file(self, name: &str, text: &str) -> Self {
        fs::write(self.path().join(name), text).unwrap();
        self
    }

    /// The command `arena run arena.toml` in the folder, with the file written.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        fs::write(self.path().join("arena.toml"), &self.text).unwrap();
        let mut command = Command::new(ARENA);
        command.current_dir(self.path()).arg("run").arg("arena.toml").args(arguments);
        command
    }

    /// The folder for other commands.
    pub(crate) fn desk(&self) -> Desk {
        Desk(Rc::clone(&self.folder))
    }

    /// Runs it.
    pub(crate) fn run(&self, arguments: &[&str]) -> Finished {
        let output = self.command(arguments).output().unwrap();
        Finished::new(output, Rc::clone(&self.folder))
    }
}

/// Runs a command with `input`: its exit code, standard output, standard error.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> (Option<i32>, String, String) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // One that has seen enough does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A folder in which commands other than `run` are tried.
pub(crate) struct Desk(Rc<TempDir>);

impl Desk {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self(Rc::new(tempfile::tempdir().unwrap()))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file into it, with the folders it is in.
    pub(crate) fn file(self, name: &str, text: &str) -> Self {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Runs `arena` with these arguments in it.
    pub(crate) fn arena(&self, arguments: &[&str]) -> Finished {
        let output = Command::new(ARENA).current_dir(self.path()).args(arguments).output().unwrap();
        Finished { folder: self.path().to_owned(), ..Finished::new(output, Rc::clone(&self.0)) }
    }

    /// The names of all that is in it.
    pub(crate) fn listing(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// What a run left behind.
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) folder: PathBuf,
    /// Keeps the folder until nobody looks into it any more.
    pub(crate) _kept: Rc<TempDir>,
}

impl Finished {
    /// What a run of `tournament` that was started otherwise left behind.
    pub(crate) fn of(output: Output, tournament: &Tournament) -> Self {
        Self::new(output, Rc::clone(&tournament.folder))
    }

    fn new(output: Output, kept: Rc<TempDir>) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            folder: kept.path().join("results/t"),
            _kept: kept,
        }
    }

    /// Sees that it ended with `code`.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Sees that standard error has all of `parts`.
    #[track_caller]
    pub(crate) fn complains(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stderr.contains(part), "no {part:?} in:\n{}", self.stderr);
        }
        self
    }

    /// Sees that standard output has all of `parts`.
    #[track_caller]
    pub(crate) fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stdout.contains(part), "no {part:?} in:\n{}", self.stdout);
        }
        self
    }

    /// The games in the order of their numbers.
    pub(crate) fn games(&self) -> Vec<GameRecord> {
        arena::journal::read_in_order(&self.folder).unwrap().map(Result::unwrap).collect()
    }

    /// A results file as it stands.
    pub(crate) fn text(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap()
    }

    /// A results file as rows of named cells.
    pub(crate) fn rows(&self, file: &str) -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(self.folder.join(file)).unwrap();
        reader.deserialize().map(Result::unwrap).collect()
    }

    /// A results file without the columns that hold times.
    pub(crate) fn timeless(&self, file: &str) -> Vec<BTreeMap<String, String>> {
        let mut rows = self.rows(file);
        for row in &mut rows {
            for time in ["ms", "seconds", "max_ms", "late"] {
                row.remove(time);
            }
        }
        rows
    }
}
