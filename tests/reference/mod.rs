//! What is so of both reference engines that search, at a terminal. The program is the `ENGINE` of whoever takes
//! this in.

use std::path::Path;
use std::process::Command;

use arena::protocol::{Kind, OptionDecl, Reply};

use super::ENGINE;
use super::conversation::{Said, converse};

/// A conversation with the engine.
pub(crate) fn engine(arguments: &[&str], input: &str) -> Said {
    converse(Command::new(ENGINE).args(arguments), input)
}

/// What `--help` says.
pub(crate) fn help(flag: &str) -> String {
    let said = engine(&[flag], "");
    assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
    said.answers
}

#[test]
fn the_version_is_told_on_standard_output() {
    let name = Path::new(ENGINE).file_stem().and_then(|name| name.to_str()).unwrap();
    for flag in ["--version", "-V"] {
        let said = engine(&[flag], "");
        assert!(said.status.success() && said.complaints.is_empty(), "{}", said.complaints);
        assert_eq!(said.answers, format!("arena {name} {}\n", env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn help_has_every_option_that_is_declared_with_its_values_its_default_and_what_it_does() {
    let (help, said) = (help("--help"), engine(&[], "ugi\n"));
    let declared: Vec<&str> = said.answers.lines().filter_map(|line| line.strip_prefix("option ")).collect();
    let mut compared = 0;
    for text in declared {
        let option = OptionDecl::parse(text).unwrap();
        let (sign, range) = match &option.kind {
            // The game is the engine's.
            Kind::Combo { .. } => continue,
            Kind::Check => ("true|false", String::new()),
            Kind::Spin { min, max } => ("NUMBER", format!("{}..{} ", min.unwrap(), max.unwrap())),
            _ => ("TEXT", String::new()),
        };
        let begins = format!("{}={sign} ", option.name);
        let line = help.lines().find(|line| line.trim_start().starts_with(&begins));
        let line = line.unwrap_or_else(|| panic!("{begins}: {help}"));
        let values = format!("{range}[default: {}]", option.default.unwrap());
        let does = line.split_once(&values).unwrap_or_else(|| panic!("{values}: {line}")).1;
        assert!(does.trim().len() > 10, "{line}");
        compared += 1;
    }
    assert!(compared > 5, "{}", said.answers);
}

#[test]
fn what_may_be_typed_is_told_to_who_asks_as_it_is_on_the_command_line() {
    let asked = [engine(&[], "help\n"), engine(&[], "?\n"), engine(&[], "position nowhere\nhelp\n")];
    let [help, mark, lost] = asked.map(|said| said.answers);
    assert_eq!(help, mark);
    assert!(lost.ends_with(&help), "{lost}");
    assert!(self::help("--help").ends_with(&help), "{help}");
    for line in help.lines() {
        let (word, does) = line.trim_start().split_once("  ").unwrap_or_else(|| panic!("{line}"));
        assert!(!word.is_empty() && !does.trim().is_empty(), "{line}");
        assert_eq!(Reply::parse(line), Reply::Other, "{line}");
    }
    for word in [
        "position startpos",
        "position fen",
        "go movetime",
        "go depth",
        "d ",
        "perft",
        "eval",
        "solve",
        "bench",
    ] {
        assert!(
            help.contains(&format!("\n  {word}")) || help.starts_with(&format!("  {word}")),
            "{word}: {help}"
        );
    }
}

#[test]
fn weights_that_cannot_be_read_are_told_at_once_and_end_a_command_line() {
    for (path, why) in
        [("/no/such/file", "No such file"), ("/dev/zero", "it is a device"), ("/", "it is a folder")]
    {
        let said = engine(&[], &format!("ugi\nsetoption name Weights value {path}\nisready\n"));
        let mut lines = said.answers.lines().skip_while(|&line| line != "ugiok").skip(1);
        let info = lines.next().unwrap();
        assert!(info.starts_with(&format!("info string refused Weights: {why}")), "{info}");
        assert_eq!(lines.collect::<Vec<_>>(), ["readyok"]);
        let said = engine(&[&format!("Weights={path}")], "go depth 1\n");
        assert_eq!(said.status.code(), Some(2));
        assert!(
            said.complaints.starts_with(&format!("error: option Weights: {path}: {why}")),
            "{}",
            said.complaints
        );
        assert_eq!(said.answers, "");
    }
}

#[test]
fn threads_for_which_there_is_no_processor_are_told_once_and_do_not_search() {
    let processors = std::thread::available_parallelism().unwrap().get();
    let said = engine(&["Threads=64"], "go depth 3\ngo depth 3\nsolve 1\n");
    let told = format!("info string Threads 64: this process may use {processors} of the processors");
    assert_eq!(said.answers.matches(&told).count(), usize::from(processors < 64), "{}", said.answers);
    assert_eq!(said.answers.matches("bestmove").count(), 2, "{}", said.answers);
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_for_which_there_is_no_memory_is_told_and_the_engine_goes_on() {
    // In kilobytes: more than the program needs, less than the table.
    let limited = "ulimit -v 300000; exec \"$0\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, ENGINE]);
    let said = converse(&mut command, "setoption name Hash value 512\nisready\ngo depth 3\n");
    let told = "info string refused Hash: more memory than the system gives\nreadyok\n";
    assert!(
        said.answers.starts_with(told) && said.answers.contains("\nbestmove "),
        "{} {}",
        said.answers,
        said.complaints
    );
    assert!(said.status.success(), "{} {}", said.answers, said.complaints);
}

#[test]
fn to_make_a_large_table_is_told_once_and_who_quits_meanwhile_does_not_wait_for_it() {
    let said = engine(&[], "setoption name Hash value 1024\nisready\ngo depth 1\nisready\nquit\n");
    let told = "info string making 1024 MB of memory for the hash table, which may take some seconds";
    let lines: Vec<&str> = said.answers.lines().collect();
    assert_eq!(lines[..2], [told, "readyok"], "{}", said.answers);
    assert_eq!(lines.last(), Some(&"readyok"), "{}", said.answers);
    assert_eq!(said.answers.matches(told).count(), 1, "{}", said.answers);
    assert_eq!(said.answers.matches("bestmove ").count(), 1, "{}", said.answers);
    // What may be as large as that is not touched on the way to another size.
    let said = engine(&[], "setoption name Hash value 1024\nsetoption name Hash value 16\nisready\n");
    assert_eq!(said.answers, "readyok\n");
}

#[test]
fn whatever_takes_long_by_hand_ends_at_a_stop_and_tells_so() {
    let said = engine(&[], "perft 30\nstop\nbench\nstop\nsolve 86400000\nstop\nquit\n");
    let lines: Vec<&str> = said.answers.lines().collect();
    assert_eq!(lines[0], "info string perft 30 was stopped", "{}", said.answers);
    assert!(lines.contains(&"info string bench was stopped"), "{}", said.answers);
    assert!(lines.last().unwrap().starts_with("unsolved "), "{}", said.answers);
    assert!(!said.answers.contains("bench nodes") && said.status.success(), "{}", said.answers);
}
