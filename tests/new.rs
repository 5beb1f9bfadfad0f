//! `arena new`, as a newcomer uses it: every engine that can be built here is written, built, checked
//! and played with, and those that cannot are said to be untested.

mod ended;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

use tempfile::TempDir;

use ended::{refused, succeeds};

const ARENA: &str = env!("CARGO_BIN_EXE_arena");
const GAMES: [&str; 3] = ["othello", "breakthrough", "domino"];

/// The languages, each with the programs that it needs.
const LANGUAGES: [(&str, &[&str]); 7] = [
    ("python", &["python3"]),
    ("c", &["cc"]),
    ("cpp", &["c++"]),
    ("java", &["javac", "java"]),
    ("js", &["node"]),
    ("rust", &["cargo"]),
    ("go", &["go"]),
];

/// What a house needs in order to hold reference engines: these need not be built for the tests.
const STAND_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");

/// An arena in a folder of its own, where it looks for reference engines and finds no others.
struct House(TempDir);

impl House {
    fn empty() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let program = folder.path().join("arena");
        if fs::hard_link(ARENA, &program).is_err() {
            fs::copy(ARENA, &program).expect("a copy");
        }
        Self(folder)
    }

    /// One with reference engines beside the arena.
    fn furnished() -> Self {
        let house = Self::empty();
        let engine = fs::read_to_string(STAND_IN).expect("the minimal engine");
        let option = "answer(\"option name Strategy type combo default child var child\")";
        let engine = engine.replace(
            "            answer(\"ugiok\")",
            &format!("            {option}\n            answer(\"ugiok\")"),
        );
        for game in GAMES {
            let program = house.program(game);
            fs::write(&program, &engine).expect("a file");
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a file of ours");
        }
        house
    }

    fn program(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn arena(&self, folder: &Path, words: &[&str]) -> Output {
        let mut arena = Command::new(self.program("arena"));
        if env::var_os("HOME").is_none() {
            // Go does not build without a place for what it has built.
            arena.env("HOME", env!("CARGO_TARGET_TMPDIR"));
        }
        arena.current_dir(folder).args(words).output().expect("the arena")
    }
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Whether all programs are on this machine.
fn are_here(programs: &[&str]) -> bool {
    let is_here = |program: &&str| {
        // `go --version` is a mistake; that it can be started is enough.
        Command::new(program).arg("--version").output().is_ok()
    };
    programs.iter().all(is_here)
}

/// Writes an engine in `language` for each game, and lets it play and be checked.
fn plays_in(language: &str) {
    let (_, needs) = LANGUAGES.iter().find(|(name, _)| *name == language).expect("a language");
    if !are_here(needs) {
        // Past the test's own output, which nobody sees when it succeeds.
        let _ = writeln!(io::stderr(), "UNTESTED: {language}, for {needs:?} are not all on this machine");
        return;
    }
    // Most of the time of a check is waiting.
    thread::scope(|scope| {
        for game in GAMES {
            scope.spawn(move || plays(language, game));
        }
    });
}

fn plays(language: &str, game: &str) {
    let house = House::furnished();
    let program = house.program("arena").display().to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let new = ["new", "mine", "--lang", language, "--game", game];
    let told = succeeds(&house.arena(folder.path(), &new));
    assert!(told.contains(&format!("\nnow: cd mine && {program} run arena.toml\n")), "{told}");
    assert_eq!(names(folder.path()), ["mine"]);
    let mine = folder.path().join("mine");
    // Of the games few; a busy machine is no fault of the engine.
    let file = fs::read_to_string(mine.join("arena.toml")).expect("a file");
    let file = file.replace("rounds = 2", "rounds = 1").replace("[time]", "[time]\nmargin = \"10s\"");
    fs::write(mine.join("arena.toml"), &file).expect("a file");
    let told = succeeds(&house.arena(&mine, &["run", "arena.toml", "--quiet"]));
    let games = fs::read_to_string(mine.join("results/mine/games.csv")).expect("results");
    assert_eq!(games.lines().count(), 3, "{games}");
    assert!(games.lines().skip(1).all(|game| game.contains(",normal,,,")), "{told}\n{games}");

    let (alone, _) = file.split_once("[[engine]]\nname = \"reference\"").expect("the reference engine");
    let alone = alone.replace("rounds = 1", "self_play = true\nrounds = 1");
    fs::write(mine.join("alone.toml"), alone).expect("a file");
    let told = succeeds(&house.arena(&mine, &["check", "alone.toml", "--no-build"]));
    assert!(told.contains("mine: fit to play"), "{told}");
    assert!(!told.contains("warning"), "{told}");
}

#[test]
fn an_engine_in_python_plays_every_game() {
    plays_in("python");
}

#[test]
fn an_engine_in_c_plays_every_game() {
    plays_in("c");
}

#[test]
fn an_engine_in_cpp_plays_every_game() {
    plays_in("cpp");
}

#[test]
fn an_engine_in_java_plays_every_game() {
    plays_in("java");
}

#[test]
fn an_engine_in_js_plays_every_game() {
    plays_in("js");
}

#[test]
fn an_engine_in_rust_plays_every_game() {
    plays_in("rust");
}

#[test]
fn an_engine_in_go_plays_every_game() {
    plays_in("go");
}

#[test]
fn a_project_speaks_of_its_own_game_and_its_own_name_alone() {
    let house = House::furnished();
    let folder = tempfile::tempdir().expect("a folder");
    for (language, _) in LANGUAGES {
        for game in GAMES {
            let name = format!("{language}-{game}");
            let words = ["new", &name, "--lang", language, "--game", game, "--name", "Ann 1.0"];
            succeeds(&house.arena(folder.path(), &words));
            let project = folder.path().join(&name);
            let files = names(&project);
            let all = ["README.md", "arena.toml"].iter().all(|file| files.iter().any(|other| other == file));
            assert!(all, "{name}: {files:?}");
            let mut sources = String::new();
            let mut folders = vec![project];
            while let Some(folder) = folders.pop() {
                for entry in names(&folder) {
                    let path = folder.join(entry);
                    if path.is_dir() {
                        folders.push(path);
                        continue;
                    }
                    let text = fs::read_to_string(&path).expect("a text");
                    assert!(!text.contains(['{', '}']) || !path.ends_with("README.md"), "{name}: {text}");
                    assert!(
                        !["# ", "// "].iter().any(|comment| text.contains(&format!("{comment}>>>"))),
                        "{text}"
                    );
                    if !path.ends_with("README.md") && !path.ends_with("arena.toml") {
                        sources += &text;
                    }
                }
            }
            assert!(sources.contains("id name Ann 1.0"), "{name}: {sources}");
            assert_eq!(sources.matches("YOUR THINKING GOES HERE").count(), 1, "{name}");
            let sources = sources.to_lowercase();
            for other in GAMES.into_iter().filter(|other| *other != game) {
                assert!(!sources.contains(other), "{name} speaks of {other}: {sources}");
            }
            assert!(sources.contains(game) && !sources.contains("minimal"), "{name}: {sources}");
        }
    }
}

#[test]
fn nothing_that_is_there_is_touched() {
    let house = House::furnished();
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("full")).expect("a folder");
    fs::write(folder.path().join("full/a"), "kept").expect("a file");
    let with = |dir: &str| house.arena(folder.path(), &["new", dir, "--lang", "python", "--game", "othello"]);
    refused(&with("full"), "full is there already, with something in it");
    assert_eq!(names(&folder.path().join("full")), ["a"]);
    refused(&with("full/a"), "full/a is no folder");

    // An empty folder is as good as none, also the one that one is in; so are folders not yet made.
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    succeeds(&with("empty"));
    fs::create_dir(folder.path().join("here")).expect("a folder");
    let here = folder.path().join("here");
    succeeds(&house.arena(&here, &["new", ".", "--lang", "python", "--game", "othello"]));
    succeeds(&with("a/b/c"));
    for made in ["empty", "here", "a/b/c"] {
        assert_eq!(names(&folder.path().join(made)), ["README.md", "arena.toml", "engine.py"], "{made}");
    }
    let toml = fs::read_to_string(here.join("arena.toml")).expect("a file");
    assert!(toml.contains("name = \"here\""), "{toml}");
    assert_eq!(names(folder.path()), ["a", "empty", "full", "here"]);
}

#[test]
fn a_wrong_command_line_makes_no_folder() {
    let house = House::furnished();
    let folder = tempfile::tempdir().expect("a folder");
    let long = "x".repeat(65);
    for (words, told) in [
        (&["mine", "--lang", "python", "--game", "othelo"][..], "did you mean othello?"),
        (&["mine", "--lang", "cobol", "--game", "othello"], "invalid value 'cobol'"),
        (&["mine", "--game", "othello"], "--lang"),
        (
            &["p1", "--lang", "python", "--game", "othello"],
            "cannot be called `p1`: results use `p1` for a seat",
        ),
        (&["a\"b", "--lang", "python", "--game", "othello"], "give another --name"),
        (&["mine", "--lang", "python", "--game", "othello", "--name", "%s"], "fit into every language"),
        (&["mine", "--lang", "python", "--game", "othello", "--name", ""], "it is empty"),
        (&["mine", "--lang", "python", "--game", "othello", "--name", &long], "64 is the most"),
    ] {
        refused(&house.arena(folder.path(), &[&["new"], words].concat()), told);
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn without_the_reference_engine_it_plays_itself_and_says_so() {
    let house = House::empty();
    let folder = tempfile::tempdir().expect("a folder");
    for game in GAMES {
        let output = house.arena(folder.path(), &["new", game, "--lang", "python", "--game", game]);
        succeeds(&output);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let told = format!("`{game}` is not built: cargo build --release -p {game}");
        assert!(stderr.contains(&told), "{stderr}");
        assert!(stderr.contains("until then arena.toml lets the engine play itself"), "{stderr}");
        let project = folder.path().join(game);
        let played = || succeeds(&house.arena(&project, &["run", "arena.toml", "--quiet"]));
        played();
        let games = fs::read_to_string(project.join(format!("results/{game}/games.csv"))).expect("results");
        let mut rows = games.lines().skip(1);
        assert!(games.lines().count() > 1 && rows.all(|game| game.contains(",normal,,,")), "{games}");

        // To do what it says makes it a tournament against the reference engine.
        let file = project.join("arena.toml");
        let text = fs::read_to_string(&file).expect("a file");
        let (own, other) = text.split_once("#\n# [[engine]]").expect("the reference engine");
        let own = own.replace("self_play = true\n", "");
        let other = format!("[[engine]]{}", other.replace("\n# ", "\n"));
        let furnished = House::furnished();
        let path = furnished.program(game).display().to_string();
        let other = other.replace(&format!("/path/to/arena/target/release/{game}"), &path);
        fs::write(&file, own + &other).expect("a file");
        assert!(played().contains("reference"));
    }
}
