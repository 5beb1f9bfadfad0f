mod handed_in;
mod mistakes;

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::*;
use crate::clock::Budget;
use crate::games::random::Random;

/// The least that a file can have.
const LEAST: &str = "[tournament]\ngame = \"othello\"\n";
const TWO: &str =
    "[[engine]]\nname = \"a\"\ncommand = [\"a\"]\n[[engine]]\nname = \"b\"\ncommand = [\"./b\"]\n";

/// The example that users begin with.
const EXAMPLE: &str = r#"
[tournament]
name = "demo"                # the folder of the results
game = "othello"             # othello | breakthrough | domino
format = "round-robin"       # round-robin | gauntlet | swiss | knockout
rounds = 2                   # round-robin: each round gives every pairing one encounter
self_play = false            # one extra game of every engine against itself a round
seed = 42                    # openings, deals, everything; drawn, printed and stored when absent
concurrency = 2              # games at a time
cores_per_game = 1           # a game's arena thread and its engines share these

[board]                      # size (othello) | rows, columns (breakthrough) | players (domino)
size = 8

[openings]
kind = "random"              # standard | random | file
plies = 8                    # random: so many random plies from the start
one_for_all = false          # true: one opening for every game of the tournament

[time]
per_move = "1s"              # or base = "60s", increment = "1s"; depth / nodes may stand beside
margin = "50ms"
startup = "10s"

[sandbox]
level = "basic"              # off | basic | strict
memory = "1GiB"              # also processes, files, disk, readable, writable, required, freeze

[[engine]]
name = "alphabeta"
command = ["target/release/othello"]      # a list: no shell, no quoting; relative to this file
build = ["cargo", "build", "--release", "-p", "othello"]   # optional
options = { Depth = 6 }

[[engine]]
name = "minimal"
command = ["python3", "engines/python/minimal.py"]
"#;

fn good(source: &str) -> Settings {
    parse(Path::new("/cup/day1.toml"), source).unwrap_or_else(|error| panic!("{source}\n{error}"))
}

fn wrong_at(file: &Path, source: &str) -> Vec<FileError> {
    match parse(file, source) {
        Err(ReadError::Wrong(errors)) => errors,
        other => panic!("{source}\n{other:?}"),
    }
}

fn wrong(source: &str) -> Vec<FileError> {
    wrong_at(Path::new("arena.toml"), source)
}

/// A good file but for lines put in after `[tournament]` and the game.
fn with(lines: &str) -> String {
    format!("{LEAST}{lines}\n{TWO}")
}

/// A good file but for lines put in the last engine's table.
fn engine_with(lines: &str) -> String {
    format!("{LEAST}{TWO}{lines}\n")
}

#[test]
fn the_example_is_read() {
    let settings = good(EXAMPLE);
    assert_eq!((&*settings.name, settings.game), ("demo", Game::Othello { size: 8 }));
    assert_eq!((settings.rounds, settings.seed, settings.concurrency), (2, Some(42), Some(2)));
    assert_eq!(settings.openings, Openings { kind: OpeningKind::Random { plies: 8 }, one_for_all: false });
    let engine = &settings.engines[0];
    assert_eq!(engine.program, Path::new("/cup/target/release/othello"));
    assert_eq!(engine.build.as_ref().unwrap()[..2], ["cargo", "build"]);
    assert_eq!(engine.options, [("Depth".to_owned(), "6".to_owned())]);
    assert_eq!(engine.places.options[0].column, 13);
    assert_eq!(settings.engines[1].program, Path::new("python3"));
    assert!(settings.without_effect.is_empty());
    assert_eq!((settings.sandbox.level, settings.sandbox.memory), (Level::Basic, 1 << 30));
}

#[test]
fn everything_has_a_default_but_the_game_and_the_engines() {
    let settings = good(&with(""));
    assert_eq!(settings.file, Path::new("/cup/day1.toml"));
    assert_eq!((settings.folder.as_path(), &*settings.name), (Path::new("/cup"), "day1"));
    assert_eq!((settings.format, settings.rounds, settings.self_play), (Format::RoundRobin, 1, false));
    assert_eq!((settings.seed, settings.concurrency, settings.cores_per_game), (None, None, 1));
    assert_eq!(settings.pin, Pin::Chosen);
    assert!(!settings.keep_going && settings.without_effect.is_empty());
    assert_eq!(settings.openings, Openings { kind: OpeningKind::Standard, one_for_all: false });
    let engine = &settings.engines[1];
    assert_eq!((engine.program.as_path(), engine.dir.as_path()), (Path::new("/cup/./b"), Path::new("/cup")));
    assert_eq!((engine.folder.as_path(), engine.restart), (Path::new("/cup"), Restart::Auto));
    assert!(engine.env.is_empty() && engine.build.is_none() && engine.options.is_empty());
    let margin = Duration::from_millis(50);
    let budget = Some(Budget::PerMove(Duration::from_secs(1)));
    assert_eq!(engine.time, TimeControl { budget, depth: None, nodes: None, margin });
    assert_eq!(engine.startup, Duration::from_secs(10));
    assert_eq!(engine.places.build, engine.places.command);
}

#[test]
fn random_openings_follow_the_game_and_its_board() {
    let file = |game: &str, lines: &str| {
        good(&format!("[tournament]\ngame = \"{game}\"\n[openings]\nkind = \"random\"\n{lines}\n{TWO}"))
    };
    assert_eq!(file("othello", "").openings.kind, OpeningKind::Random { plies: 8 });
    assert_eq!(file("breakthrough", "").openings.kind, OpeningKind::Configuration);
    assert_eq!(file("breakthrough", "plies = 4").openings.kind, OpeningKind::Random { plies: 4 });
    assert_eq!(file("breakthrough", "").fixed_board, FixedBoard::default());
    let fixed = file("breakthrough", "[board]\ncolumns = 5");
    assert_eq!(fixed.game, Game::Breakthrough { rows: 8, columns: 5 });
    assert_eq!(fixed.fixed_board, FixedBoard { rows: false, columns: true });
    assert_eq!(file("othello", "[board]\nsize = 10").game, Game::Othello { size: 10 });
}

#[test]
fn every_key_of_the_format_is_known() {
    let all = r#"
        engines = "x/*.toml"
        [tournament]
        name = "n"
        game = "breakthrough"
        format = "round-robin"
        rounds = 1_000_000
        self_play = false
        seed = 9007199254740991
        concurrency = 3
        cores_per_game = 2
        pin = false
        keep_going = true
        repeat = 2
        time_budget = "30m"
        log = true
        [board]
        rows = 4
        columns = 12
        [openings]
        kind = "standard"
        one_for_all = true
        [time]
        base = "60s"
        increment = "1s"
        depth = 3
        nodes = 1000
        margin = "0ms"
        startup = "1m"
        [sandbox]
        level = "strict"
        memory = 2000000
        processes = 10
        files = 20
        disk = "1GiB"
        readable = ["/usr"]
        writable = []
        required = false
        freeze = "always"
        [adjudication]
        [sprt]
        elo0 = 0
        elo1 = 2.5
        alpha = 0.05
        beta = 0.1
        model = "logistic"
        [each]
        build = ["make"]
        options = {}
        dir = "d"
        env = { A = "1" }
        protocol = "ugi"
        variant = "v"
        peek = false
        restart = "always"
        [[engine]]
        name = "a"
        command = ["a"]
        build = ["make"]
        options = { A = "x", B = 2, C = true, D = 0.5, E = 0x10 }
        dir = "e"
        env = { B = 2 }
        protocol = "ugi"
        variant = "v"
        peek = false
        restart = "auto"
        per_move = "1s"
        depth = 3
        nodes = 4
        margin = "1ms"
        startup = "1s"
        [[engine]]
        name = "b"
        command = ["b"]
        base = "1m"
        increment = "0s"
    "#;
    // All but the pattern, which needs files.
    let settings = good(&all.replacen("engines = ", "# ", 1));
    let told: Vec<&str> =
        settings.without_effect.iter().map(|(_, what)| what.split_once(' ').unwrap().0).collect();
    assert_eq!(told, [""; 0]);
    assert_eq!(settings.engines[0].variant.as_deref(), Some("v"));
    let options: Vec<&str> = settings.engines[0].options.iter().map(|(_, value)| &**value).collect();
    assert_eq!(options, ["x", "2", "true", "0.5", "16"]);
}

#[test]
fn cores_are_chosen_or_given_or_left_to_the_system() {
    let pin = |value: &str| good(&format!("{LEAST}pin = {value}\n{TWO}")).pin;
    assert_eq!((pin("true"), pin("false")), (Pin::Chosen, Pin::System));
    let Pin::Given(given) = pin("[2, 0x10]") else { panic!("no list") };
    assert_eq!(given.cores, [2, 16]);
    assert_eq!((given.place.column, given.places[0].column, given.places[1].column), (7, 8, 11));
}

#[test]
fn each_engine_has_what_is_said_for_all_and_its_own_wins() {
    let settings = good(
        r#"
        [tournament]
        game = "othello"
        [time]
        base = "60s"
        increment = "1s"
        margin = "20ms"
        [each]
        startup = "3s"
        restart = "always"
        dir = "work"
        build = ["make"]
        options = { Hash = 16, Depth = 4 }
        env = { A = "each", B = "each" }
        [[engine]]
        name = "own"
        command = ["bin/own"]
        per_move = "250ms"
        margin = "0s"
        restart = "auto"
        dir = "elsewhere"
        options = { Style = "wild", depth = 6 }
        env = { B = "own" }
        [[engine]]
        name = "none"
        command = ["none"]
        [[engine]]
        name = "base"
        command = ["base"]
        base = "30s"
        depth = 5
        "#,
    );
    let [own, none, base] = &settings.engines[..] else { panic!() };
    let (secs, ms) = (Duration::from_secs, Duration::from_millis);
    assert_eq!(own.time.budget, Some(Budget::PerMove(ms(250))));
    assert_eq!(none.time.budget, Some(Budget::Clock { base: secs(60), increment: secs(1) }));
    assert_eq!(base.time.budget, Some(Budget::Clock { base: secs(30), increment: secs(1) }));
    assert_eq!((own.time.margin, none.time.margin), (ms(0), ms(20)));
    assert_eq!((own.time.depth, base.time.depth), (None, Some(5)));
    assert_eq!((own.startup, own.restart, none.restart), (secs(3), Restart::Auto, Restart::Always));
    assert_eq!(
        (own.dir.as_path(), none.dir.as_path()),
        (Path::new("/cup/elsewhere"), Path::new("/cup/work"))
    );
    assert_eq!(own.build, none.build);
    assert_eq!((own.places.dir.line, none.places.dir.line), (21, 11));
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(own.options, [option("Hash", "16"), option("depth", "6"), option("Style", "wild")]);
    assert_eq!(none.options, [option("Hash", "16"), option("Depth", "4")]);
    let env: Vec<(&str, &str)> = own.env.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(env, [("A", "each"), ("B", "own")]);
}

#[test]
fn a_depth_alone_leaves_the_clock_out_and_beside_a_time_keeps_it() {
    let budget = |source: &str| good(source).engines[1].time.budget;
    assert_eq!(budget(&engine_with("depth = 3")), None);
    assert_eq!(budget(&with("[time]\nnodes = 100")), None);
    let second = Some(Budget::PerMove(Duration::from_secs(2)));
    assert_eq!(budget(&with("[time]\nper_move = \"2s\"\n[each]\ndepth = 3")), second);
    let clock = Budget::Clock { base: Duration::from_secs(60), increment: Duration::ZERO };
    assert_eq!(budget(&with("[time]\nper_move = \"2s\"\n[each]\nbase = \"1m\"")), Some(clock));
}

#[test]
fn a_sandbox_that_is_off_is_no_matter_and_one_engine_may_play_itself() {
    assert!(good(&with("[sandbox]\nlevel = \"off\"\nrequired = true")).without_effect.is_empty());
    let alone = format!("{LEAST}self_play = true\n[[engine]]\nname = \"a\"\ncommand = [\"a\"]\n");
    assert_eq!(good(&alone).engines.len(), 1);
}

#[test]
fn a_byte_order_mark_and_line_ends_of_windows_do_no_harm() {
    let source = format!("\u{feff}{}", EXAMPLE.replace('\n', "\r\n"));
    assert_eq!(good(&source).engines.len(), 2);
    let errors = wrong(&format!("\u{feff}x = 1\r\n{}", with("")));
    assert_eq!((errors[0].place.line, errors[0].place.column, &*errors[0].place.text), (1, 1, "x = 1"));
}

#[test]
fn a_file_that_cannot_be_read_is_told_without_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.toml");
    let said =
        |path: &Path| read(path).unwrap_err().to_string().replace(&folder.path().display().to_string(), "");
    assert_eq!(said(&file), "cannot read /arena.toml: No such file or directory");
    assert_eq!(said(folder.path()), "cannot read : Is a directory");
    fs::write(&file, b"[tournament]\nname = \"\xff\"\n").unwrap();
    assert_eq!(said(&file), "cannot read /arena.toml: line 2 is not UTF-8 text");
    fs::write(&file, with("")).unwrap();
    assert_eq!(read(&file).unwrap().name, "arena");
}

#[test]
fn openings_are_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.toml");
    let openings = folder.path().join("x.txt");
    let source = with("[openings]\nkind = \"file\"\nfile = \"x.txt\"\norder = \"shuffled\"");
    fs::write(
        &openings,
        "\u{feff}# the book\r\n\r\nstartpos moves F5 d6  # diagonal\r\n  startpos\r\n8/8/8/3ox3/3xo3/8/8/8 o\n",
    )
    .unwrap();
    let lines = ["startpos moves f5 d6", "startpos", "8/8/8/3ox3/3xo3/8/8/8 o"].map(str::to_owned).to_vec();
    let settings = parse(&file, &source).unwrap();
    assert_eq!(settings.openings.kind, OpeningKind::File { lines, order: Order::Shuffled });

    let mistakes = [
        ("startpos moves f5 a1 d6", "a1", 19),
        ("  nonsense", "not an opening", 3),
        ("4/1ox1/1xo1/4 x", "an opening of othello 4x4, the tournament is othello 8x8", 1),
        (" x7/8/8/8/8/8/8/8 x", "the game is over in this opening", 2),
        ("xo6/8/8/8/8/8/8/8 o", "this opening leaves no choice", 1),
        ("xo6/8/8/8/8/8/8/8 x", "this opening leaves no choice", 1),
    ];
    fs::write(&openings, mistakes.map(|(line, ..)| format!("{line}\n")).concat()).unwrap();
    let errors = wrong_at(&file, &source);
    assert_eq!(errors.len(), mistakes.len());
    for ((error, (text, message, column)), line) in errors.iter().zip(mistakes).zip(1..) {
        assert!(error.message.contains(message), "{text}: {error}");
        assert_eq!(
            (error.place.line, error.place.column, &error.place.file),
            (line, column, &openings),
            "{error}"
        );
    }
    assert_eq!(errors[2].help.as_deref(), Some("for this board give size = 4 in [board]"));

    fs::write(&openings, "wrong\n".repeat(25)).unwrap();
    let errors = wrong_at(&file, &source);
    assert_eq!(errors.len(), 10);
    assert_eq!(errors[9].help.as_deref(), Some("15 more lines of this file are wrong"));
    fs::write(&openings, "# nothing\n\n").unwrap();
    assert!(wrong_at(&file, &source)[0].message.starts_with("there is no opening in"));
    fs::write(&openings, b"startpos\n\xff\n").unwrap();
    assert!(wrong_at(&file, &source)[0].message.ends_with("line 2 is not UTF-8 text"));
}

#[test]
fn whatever_the_file_has_in_it_nothing_panics() {
    let mut random = Random::new(1);
    let mut refused = 0;
    for _ in 0..4_000 {
        let mut bytes = EXAMPLE.replace("plies = 8", "plies = 2").into_bytes();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            let other = bytes[random.below(bytes.len())];
            match random.below(5) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes[at] = other,
                2 => bytes.insert(at, other),
                3 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        match parse(Path::new("arena.toml"), &String::from_utf8_lossy(&bytes)) {
            Ok(settings) => assert!(settings.engines.len() >= 2),
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!((1_000..4_000).contains(&refused), "{refused} of 4000");
}
