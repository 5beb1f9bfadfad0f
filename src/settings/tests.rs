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

/// Where a mistake is, and what is said of it.
#[test]
fn a_mistake_is_shown_at_its_place() {
    let cases: &[(String, &str, usize, usize)] = &[
        // TOML itself.
        (with("rounds ="), "this is not TOML: a value is missing", 3, 9),
        (with("rounds = 1\nrounds = 2"), "duplicate key", 4, 1),
        (with("[tournament"), "this is not TOML", 3, 12),
        (with("name = \"x"), "this is not TOML", 3, 10),
        (with("name = x"), "this is not TOML: text stands in quotes", 3, 8),
        // Keys.
        (with("ruonds = 1"), "unknown key `ruonds` in [tournament]", 3, 1),
        (with("[baord]"), "unknown key `baord`", 3, 2),
        (with("[board]\nsizes = 8"), "unknown key `sizes` in [board]", 4, 1),
        (with("[time]\nrounds = 8"), "unknown key `rounds` in [time]", 4, 1),
        (with("[each]\nname = \"x\""), "unknown key `name` in [each]", 4, 1),
        (with("[sandbox]\nlevels = 1"), "unknown key `levels` in [sandbox]", 4, 1),
        (with("[adjudication]\nmoves = 1"), "unknown key `moves` in [adjudication]", 4, 1),
        (engine_with("per_mvoe = \"1s\""), "unknown key `per_mvoe` in [[engine]]", 9, 1),
        (with("\"a\\u001b\\nb\" = 1"), "unknown key `a\\u{1b}\\nb` in [tournament]", 3, 1),
        // Types and ranges.
        (with("rounds = \"2\""), "`rounds` is a string, expected a whole number from 1 to 1000000", 3, 10),
        (with("rounds = 0"), "`rounds` is 0, expected a whole number", 3, 10),
        (with("rounds = 1000001"), "`rounds` is 1000001", 3, 10),
        (with("rounds = 99999999999999999999"), "`rounds` is 99999999999999999999", 3, 10),
        (with("rounds = 1.5"), "`rounds` is a decimal number", 3, 10),
        (with("seed = -1"), "`seed` is -1", 3, 8),
        (with("seed = 9007199254740992"), "expected a whole number from 0 to 9007199254740991", 3, 8),
        (with("concurrency = 0"), "`concurrency` is 0", 3, 15),
        (with("cores_per_game = 0"), "`cores_per_game` is 0", 3, 18),
        (with("self_play = 1"), "`self_play` is a whole number, expected true or false", 3, 13),
        (with("pin = \"no\""), "`pin` is a string, expected true, false or a list of cores", 3, 7),
        (with("pin = []"), "`pin` has no core", 3, 7),
        (with("pin = [0, -1]"), "`pin` is -1, expected a whole number from 0", 3, 11),
        (with("pin = [1, \"a\"]"), "`pin` is a string", 3, 11),
        (with("pin = [1, 0, 1]"), "core 1 twice", 3, 14),
        (with("board = 8"), "`board`", 3, 1),
        (format!("board = 8\n{}", with("")), "`board` is a whole number, expected a table", 1, 9),
        (with("[board]\nsize = []"), "`size` is a list", 4, 8),
        // The tournament.
        (TWO.to_owned(), "no `game` in [tournament]", 1, 1),
        (format!("[tournament]\n{TWO}"), "no `game` in [tournament]", 1, 1),
        (
            with("").replace("othello", "otello"),
            "`game` is `otello`, expected `othello`, `breakthrough` or `domino`",
            2,
            8,
        ),
        (with("[board]\nplayers = 0").replace("othello", "domino"), "cannot be played by 0 players", 4, 11),
        (with("[board]\nplayers = 6").replace("othello", "domino"), "cannot be played by 6 players", 4, 11),
        (with("[board]\nplayers = 3").replace("othello", "domino"), "there are 2 engines for 3 seats", 5, 1),
        (with("[board]\nsize = 8").replace("othello", "domino"), "`size` is a measure of othello", 4, 1),
        (with("format = \"round robin\""), "`format` is `round robin`, expected `round-robin`", 3, 10),
        (with("time_budget = 1"), "`time_budget` is a whole number, expected a duration", 3, 15),
        (with("seeds = 1"), "`seeds` does not belong to this format", 3, 1),
        (with("format = \"gauntlet\"\nseeds = 2"), "`seeds` is 2, expected a whole number from 1 to 1", 4, 9),
        (with("format = \"swiss\"\nrounds = 2"), "2 rounds of 2 engines, of which no two meet twice", 4, 10),
        (with("format = \"swiss\"\nself_play = true"), "no engine meets itself", 4, 1),
        (with("format = \"knockout\"\ntime_budget = \"1h\""), "ends when it is decided", 4, 1),
        (with("repeat = 0"), "`repeat` is 0", 3, 10),
        (with("repeat = 3\n[sprt]\nelo0 = 0\nelo1 = 5"), "[sprt] counts pairs of games", 3, 10),
        (with("self_play = true\n[sprt]\nelo0 = 0\nelo1 = 5"), "a match of two engines", 4, 1),
        (with("name = \"a/b\""), "a tournament cannot be called `a/b`", 3, 8),
        (with("name = \"\""), "it is empty", 3, 8),
        (with("name = \"..\""), "a tournament cannot be called `..`", 3, 8),
        (with("name = \"-x\""), "a tournament cannot be called `-x`", 3, 8),
        // Boards.
        (with("[board]\nsize = 9"), "there is no Othello board of size 9", 4, 8),
        (with("[board]\nrows = 9"), "`rows` is a measure of breakthrough, the game is othello", 4, 1),
        (with("[board]\nplayers = 2"), "`players` is a measure of domino", 4, 1),
        (
            with("[board]\nsize = 8").replace("othello", "breakthrough"),
            "`size` is a measure of othello",
            4,
            1,
        ),
        (
            with("[board]\nrows = 3").replace("othello", "breakthrough"),
            "`rows` is 3, expected a whole number from 4 to 12",
            4,
            8,
        ),
        // Openings.
        (
            with("[openings]\nkind = \"randon\""),
            "`kind` is `randon`, expected `standard`, `random` or `file`",
            4,
            8,
        ),
        (with("[openings]\nplies = 3"), "`plies` does not belong to openings of this kind", 4, 1),
        (with("[openings]\nkind = \"random\"\nfile = \"x\""), "`file` does not belong", 5, 1),
        (with("[openings]\nkind = \"random\"\nplies = 0"), "`plies` is 0", 5, 9),
        (
            with("[openings]\nkind = \"random\"\nplies = 80"),
            "there are no openings of 80 random plies in othello 8x8",
            5,
            9,
        ),
        (with("[openings]\nkind = \"file\""), "openings from a file, and no `file`", 3, 1),
        (with("[openings]\nkind = \"file\"\nfile = \"no/such\""), "cannot read no/such: No such file", 5, 8),
        (with("[openings]\nkind = \"file\"\nfile = \"/\""), "cannot read /: Is a directory", 5, 8),
        // Time.
        (with("[time]\nper_move = 1000"), "`per_move` is a whole number, expected a duration", 4, 12),
        (with("[time]\nper_move = \"1000\""), "`per_move` is `1000`, a duration without its unit", 4, 12),
        (with("[time]\nper_move = \"0s\""), "`per_move` is zero", 4, 12),
        (with("[time]\nstartup = \"0s\""), "`startup` is zero", 4, 11),
        (with("[time]\nbase = \"25h\""), "`base` is `25h`, longer than a day", 4, 8),
        (with("[time]\nbase = \"1m\"\nper_move = \"1s\""), "`base` beside `per_move`", 4, 1),
        (with("[time]\nper_move = \"1s\"\nincrement = \"1s\""), "`increment` beside `per_move`", 5, 1),
        (with("[time]\nincrement = \"1s\""), "`increment` without `base`", 4, 1),
        (with("[time]\nper_move = \"1s\"\n[each]\nincrement = \"1s\""), "`increment` without `base`", 6, 1),
        (with("[time]\ndepth = 0"), "`depth` is 0", 4, 9),
        (with("[time]\nnodes = 0"), "`nodes` is 0", 4, 9),
        // What this version has not.
        (with("[sprt]\nelo0 = 1"), "[sprt] needs `elo0` and `elo1`", 3, 1),
        (with("[sprt]\nelo0 = 5\nelo1 = 0"), "`elo1` is 0, expected more than `elo0`, which is 5", 5, 8),
        (with("[sprt]\nelo0 = 0\nelo1 = 5\nalpha = 0.6"), "`alpha` is 0.6, expected a number from", 6, 9),
        (with("[sprt]\nelo0 = 0\nelo1 = 5\nmodel = \"bayes\""), "`model` is `bayes`", 6, 9),
        (with("[sprt]\nelo0 = \"0\"\nelo1 = 5"), "`elo0` is a string, expected a number from", 4, 8),
        (with("[adjudication]\nmax_plies = 0"), "`max_plies` is 0", 4, 13),
        (with("[adjudication]\nscore = 500"), "`score` without `plies`", 4, 1),
        (with("[adjudication]\nplies = 6"), "`plies` without `score`", 4, 1),
        (
            with("[adjudication]\nscore = 500\nplies = 1"),
            "`plies` is 1, expected a whole number from 2",
            5,
            9,
        ),
        (with("[adjudication]\ndecided = 1"), "`decided` is a whole number, expected true or false", 4, 11),
        (with("[sandbox]\nmemory = \"1 heap\""), "`memory` is `1 heap`, which is not a size", 4, 10),
        (with("[sandbox]\ndisk = \"4KiB\""), "`disk` is 4KiB, expected 1MiB or more", 4, 8),
        (with("[sandbox]\nwritable = [\"no-such-folder\"]"), "`writable`: there is no ", 4, 12),
        (with("[sandbox]\nwritable = [1]"), "a whole number, expected a string", 4, 13),
        (with("[sandbox]\nfreeze = true"), "expected", 4, 10),
        (with("[sandbox]\nlevel = \"high\""), "`level` is `high`, expected `off`, `basic` or `strict`", 4, 9),
        (with("[sandbox]\nmemory = true"), "`memory` is not a size", 4, 10),
        (engine_with("variant = \" \""), "` ` cannot be the name of a variant", 9, 11),
        (engine_with("protocol = \"usi\""), "`protocol` is `usi`, expected", 9, 12),
        // Engines.
        (LEAST.to_owned(), "there are no engines", 2, 17),
        (
            format!("{LEAST}[[engine]]\nname = \"a\"\ncommand = [\"a\"]"),
            "there is one engine, and nobody",
            3,
            1,
        ),
        (
            format!("{LEAST}[engine]\nname = \"a\"\ncommand = [\"a\"]"),
            "`engine` is a table, expected a list of tables",
            3,
            1,
        ),
        (engine_with("[[engine]]\ncommand = [\"c\"]"), "an engine without `name`", 9, 1),
        (engine_with("[[engine]]\nname = \"c\""), "an engine without `command`", 9, 1),
        (engine_with("[[engine]]\nname = \"a\"\ncommand = [\"c\"]"), "two engines are called `a`", 10, 8),
        (engine_with("").replace("\"b\"", "\"Draw\""), "an engine cannot be called `Draw`", 7, 8),
        (engine_with("").replace("\"b\"", "\"p2\""), "results use `p2` for a seat", 7, 8),
        (engine_with("").replace("\"b\"", "\"b \""), "it begins or ends with a blank", 7, 8),
        (
            engine_with("").replace("[\"a\"]", "\"a\""),
            "`command` is a string, expected a list of strings",
            5,
            11,
        ),
        (engine_with("").replace("[\"a\"]", "[]"), "`command` is empty", 5, 11),
        (engine_with("").replace("[\"a\"]", "[\"\"]"), "a program without a name", 5, 12),
        (
            engine_with("").replace("[\"a\"]", "[\"a\", 1]"),
            "`command` is a whole number, expected a string",
            5,
            17,
        ),
        (engine_with("").replace("[\"a\"]", "[\"a\\u0000\"]"), "NUL", 5, 12),
        (engine_with("build = []"), "`build` is empty", 9, 9),
        (engine_with("restart = \"never\""), "`restart` is `never`, expected `auto` or `always`", 9, 11),
        (
            engine_with("options = { A = [] }"),
            "`A` is a list, expected a string, a number, true or false",
            9,
            17,
        ),
        (engine_with("options = { A = \"x\\nquit\" }"), "`A` has a control character in it", 9, 17),
        (engine_with("options = { \"A\\n\" = 1 }"), "cannot be the name of an option", 9, 13),
        (engine_with("options = { Hash = 1, hash = 2 }"), "the option `hash` is set twice", 9, 23),
        (engine_with("env = { \"A=B\" = 1 }"), "`A=B` cannot be the name of a variable", 9, 9),
        (engine_with("env = \"A=B\""), "`env` is a string, expected a table", 9, 7),
        (format!("engines = \"no/*/such.toml\"\n{}", with("")), "no file matches `no/*/such.toml`", 1, 11),
        (format!("engines = \"a***\"\n{}", with("")), "is not a pattern of files", 1, 11),
    ];
    for (source, message, line, column) in cases {
        let errors = wrong(source);
        let found = errors.iter().any(|error| {
            error.message.contains(message) && (error.place.line, error.place.column) == (*line, *column)
        });
        let told = ReadError::Wrong(errors).to_string();
        assert!(found, "{source}\nexpected {line}:{column}: {message}\nfound {told}");
    }
}

#[test]
fn a_mistake_is_told_with_what_would_be_right() {
    for (source, help) in [
        (with("ruonds = 1"), "did you mean `rounds`?"),
        (with("xyz = 1"), "known are `name`, `game`, `format`, "),
        (format!("seed = 1\n{}", with("")), "`seed` belongs in [tournament]"),
        (with("per_move = \"1s\""), "`per_move` belongs in [time]"),
        (with("command = [\"x\"]"), "`command` belongs in an [[engine]]"),
        (with("[board]\nrows = 9"), "othello has `size`"),
        (with("[time]\nper_move = 1"), "such as \"500ms\", \"1s\""),
        (engine_with("[[engine]]\nname = \"a\"\ncommand = [\"c\"]"), "the other one is at arena.toml:4:8"),
        (LEAST.to_owned(), "at least two [[engine]] are needed, or one with `self_play = true`"),
    ] {
        let errors = wrong(&source);
        let found = errors[0].help.clone().unwrap_or_default();
        assert!(found.contains(help), "{source}\n{found}");
    }
}

#[test]
fn all_mistakes_are_shown_at_once_in_the_order_of_the_file() {
    let errors =
        wrong("[board]\nsize = 9\n[tournament]\ngame = \"othello\"\nrounds = 0\n[[engine]]\nname = \"p1\"\n");
    let lines: Vec<usize> = errors.iter().map(|error| error.place.line).collect();
    assert_eq!(lines, [2, 5, 6, 6, 7]);
    let told = ReadError::Wrong(errors).to_string();
    assert!(told.starts_with("there is no Othello board of size 9\n --> arena.toml:2:8\n"), "{told}");
    assert!(told.contains("= 4, 6, 8 or 10\n\n`rounds` is 0"), "{told}");
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
fn engines_are_handed_in_one_a_file() {
    let folder = tempfile::tempdir().unwrap();
    // A folder whose name would be a pattern.
    let root = folder.path().join("cup [1]*");
    for (name, text) in [
        ("zoe", "command = [\"./run\", \"x\"]\nbuild = [\"make\"]\n"),
        ("ann", "command = [\"python3\"]\nname = \"Ann\"\ndir = \"src\"\ndepth = 2\n"),
        ("bob", "\u{feff}command = [\"bin/bob\"]\noptions = { Depth = 9 }\n"),
    ] {
        fs::create_dir_all(root.join("handed-in").join(name)).unwrap();
        fs::write(root.join("handed-in").join(name).join("engine.toml"), text).unwrap();
    }
    let file = root.join("arena.toml");
    let source = format!(
        "engines = \"handed-in/*/engine.toml\"\n{LEAST}[each]\noptions = {{ Depth = 3 }}\n[[engine]]\nname = \"house\"\ncommand = [\"house\"]\n"
    );
    let settings = parse(&file, &source).unwrap();
    let names: Vec<&str> = settings.engines.iter().map(|engine| &*engine.name).collect();
    assert_eq!(names, ["house", "Ann", "bob", "zoe"]);
    let [_, ann, bob, zoe] = &settings.engines[..] else { panic!() };
    let own = |name: &str| root.join("handed-in").join(name);
    assert_eq!((&zoe.folder, &zoe.dir), (&own("zoe"), &own("zoe")));
    assert_eq!(zoe.program, own("zoe").join("run"));
    assert_eq!((&ann.dir, ann.program.as_path()), (&own("ann").join("src"), Path::new("python3")));
    assert_eq!(ann.time.depth, Some(2));
    assert_eq!(
        (&bob.program, &*bob.options[0].1, &*zoe.options[0].1),
        (&own("bob").join("bin/bob"), "9", "3")
    );

    fs::write(own("bob").join("engine.toml"), "command = [\"b\"]\ncommnad = []\n[[engine]]\n").unwrap();
    fs::write(own("zoe").join("engine.toml"), "command = \n").unwrap();
    fs::create_dir_all(own("void")).unwrap();
    fs::write(own("void").join("engine.toml"), "command = [\"v\"]\n").unwrap();
    let lenient = source.replace("[each]", "keep_going = true\n[each]");
    let errors = wrong_at(&file, &lenient);
    assert_eq!(errors.len(), 1, "nobody can be called void, and so nobody can forfeit for it");
    fs::rename(own("void"), own("vera")).unwrap();
    let unfit = |engine: &EngineSettings| engine.unfit.len();
    let settings = parse(&file, &lenient).unwrap();
    let names: Vec<(&str, usize)> =
        settings.engines.iter().map(|engine| (&*engine.name, unfit(engine))).collect();
    assert_eq!(names, [("house", 0), ("Ann", 0), ("bob", 2), ("vera", 0), ("zoe", 1)]);
    fs::rename(own("vera"), own("void")).unwrap();

    let told: Vec<String> = wrong_at(&file, &source)
        .iter()
        .map(|error| {
            format!("{}: {}", error.place.file.strip_prefix(&root).unwrap().display(), error.message)
        })
        .collect();
    assert_eq!(
        told,
        [
            "handed-in/bob/engine.toml: unknown key `commnad` in [[engine]]",
            "handed-in/bob/engine.toml: unknown key `engine` in [[engine]]",
            "handed-in/void/engine.toml: an engine cannot be called `void` after its folder: results use the word `void` themselves",
            "handed-in/zoe/engine.toml: this is not TOML: a value is missing",
        ]
    );
}

#[test]
fn an_engine_s_own_file_gives_it_no_more_time_or_sight_than_others_have() {
    let folder = tempfile::tempdir().unwrap();
    let (file, own) = (folder.path().join("arena.toml"), folder.path().join("in/own"));
    fs::create_dir_all(&own).unwrap();
    let source = "engines = \"in/*/engine.toml\"\n".to_owned()
        + LEAST
        + "[[engine]]\nname = \"a\"\ncommand = [\"a\"]\n";
    for (more, message) in [
        ("per_move = \"10s\"", "`per_move` is not for an engine's own file to say"),
        ("base = \"60s\"", "`base` is not for"),
        ("increment = \"1s\"", "`increment` is not for"),
        ("margin = \"1s\"", "`margin` is not for"),
        ("startup = \"60s\"", "`startup` is not for"),
        ("peek = true", "`peek` is not for"),
        ("dir = \"../other\"", "`../other` leads out of the engine's own folder"),
        ("dir = \"/\"", "`/` leads out of"),
    ] {
        fs::write(own.join("engine.toml"), format!("command = [\"own\"]\n{more}\n")).unwrap();
        let errors = wrong_at(&file, &source);
        assert!(errors.iter().any(|error| error.message.starts_with(message)), "{more}: {errors:?}");
        assert!(errors.iter().all(|error| error.place.line == 2), "{more}: {errors:?}");
    }
    let allowed =
        "command = [\"own\"]\ndir = \"data\"\ndepth = 3\nrestart = \"always\"\nbuild = [\"make\"]\n";
    fs::write(own.join("engine.toml"), allowed).unwrap();
    assert_eq!(parse(&file, &source).unwrap().engines.len(), 2);
}

#[cfg(unix)]
#[test]
fn an_engine_s_own_file_names_nothing_in_the_folder_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let (file, entered) = (folder.path().join("arena.toml"), folder.path().join("in"));
    let (own, other) = (entered.join("own"), entered.join("other"));
    fs::create_dir_all(own.join("src")).unwrap();
    fs::create_dir_all(&other).unwrap();
    fs::write(other.join("engine.py"), "").unwrap();
    fs::write(other.join("engine.toml"), "command = [\"python3\", \"engine.py\"]\n").unwrap();
    fs::write(entered.join("everybody.py"), "").unwrap();
    std::os::unix::fs::symlink(other.join("engine.py"), own.join("mine.py")).unwrap();
    let source = format!("engines = \"in/*/engine.toml\"\n{LEAST}");
    let whole = other.join("engine.py").display().to_string();
    for (line, word) in [
        ("command = [\"../other/engine.py\"]", "../other/engine.py"),
        ("command = [\"python3\", \"-u\", \"../other/engine.py\"]", "../other/engine.py"),
        ("command = [\"python3\", \"../../in/./other/engine.py\"]", "../../in/./other/engine.py"),
        ("command = [\"python3\", \"../other/not-built-yet\"]", "../other/not-built-yet"),
        ("command = [\"python3\", \"--script=../other/engine.py\"]", "--script=../other/engine.py"),
        ("command = [\"python3\", \"mine.py\"]", "mine.py"),
        (&format!("command = [\"python3\", \"{whole}\"]"), &whole[..60.min(whole.len())]),
        ("dir = \"src\"\ncommand = [\"python3\", \"../../other/engine.py\"]", "../../other/engine.py"),
        ("command = [\"own\"]\nbuild = [\"cp\", \"-r\", \"../other\", \".\"]", "../other"),
    ] {
        fs::write(own.join("engine.toml"), format!("{line}\n")).unwrap();
        let errors = wrong_at(&file, &source);
        let [error] = &errors[..] else { panic!("{line}: {errors:?}") };
        assert!(error.message.starts_with(&format!("`{word}")), "{line}: {error}");
        assert!(error.message.ends_with(" lies in the folder of another engine, `other`"), "{line}: {error}");
        assert_eq!(error.place.file, own.join("engine.toml"), "{line}");
        let lenient = format!("{source}keep_going = true\n");
        let settings = parse(&file, &lenient).unwrap_or_else(|error| panic!("{line}: {error}"));
        let unfit: Vec<(&str, usize)> =
            settings.engines.iter().map(|engine| (&*engine.name, engine.unfit.len())).collect();
        assert_eq!(unfit, [("other", 0), ("own", 1)], "{line}");
    }
    for line in [
        "command = [\"python3\", \"../everybody.py\"]",
        "command = [\"python3\", \"src/other/engine.py\", \"other\", \"Depth=6\", \"/\", \"\"]",
        "command = [\"own\"]\nbuild = [\"make\", \"-C\", \"src/..\"]",
    ] {
        fs::write(own.join("engine.toml"), format!("{line}\n")).unwrap();
        assert_eq!(parse(&file, &source).unwrap().engines.len(), 2, "{line}");
    }
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
