//! Mistakes in a file: each is shown at its place, with what would be right.

use super::*;

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
