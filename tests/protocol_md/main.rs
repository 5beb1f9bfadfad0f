//! Every example in `protocol.md` is run against the code, and the conversations in it are held
//! with the minimal engines.

#[path = "../abnf/mod.rs"]
mod abnf;
mod blocks;
#[path = "../conversation/mod.rs"]
mod conversation;
#[path = "../minimal/mod.rs"]
mod minimal;
mod other_protocols;
mod sessions;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use arena::games::{Game, Line, Position};
use arena::protocol::{
    Command, MAX_LINE, OptionDecl, Reply, VARIANT_OPTION, refusal, write_go, write_position_for,
};

use abnf::Grammar;
use blocks::{KINDS, blocks, blocks_of, lines_of};

const TEXT: &str = include_str!("../../protocol.md");

fn grammar() -> Grammar {
    Grammar::read(&lines_of("abnf"))
}

/// What the code makes of a line to an engine: the same line, if the arena could have written it.
fn rewritten(line: &str, game: Game) -> String {
    let mut out = String::new();
    match Command::parse(line) {
        Command::Ugi => out.push_str("ugi\n"),
        Command::IsReady => out.push_str("isready\n"),
        Command::NewGame => out.push_str("uginewgame\n"),
        Command::Stop => out.push_str("stop\n"),
        Command::Quit => out.push_str("quit\n"),
        Command::SetOption { name, value: "" } => out = format!("setoption name {name}\n"),
        Command::SetOption { name, value } => out = format!("setoption name {name} value {value}\n"),
        Command::Position(text) => {
            let line = Line::parse(game, text).unwrap_or_else(|error| panic!("{error}"));
            // What is hidden in the text stays so, whoever looks; who peeks is shown all the rest.
            let told = line.observer(line.to_move().expect("a seat to move"), true);
            write_position_for(&mut out, &line, told);
        }
        Command::Go(limits) => write_go(&mut out, &limits),
        Command::Other(..) => panic!("no command: {line}"),
    }
    out.pop();
    out
}

/// The game by whose rules a line to an engine can be read.
fn game_of(line: &str) -> Game {
    let has = |letters: [char; 2]| line.split_once("fen ").is_some_and(|(_, text)| text.contains(letters));
    let name = match () {
        () if has(['?', '-']) => "domino",
        () if has(['w', 'W']) => "breakthrough",
        () => "othello",
    };
    Game::named(name).expect("a game")
}

#[test]
fn every_kind_of_block_is_there_for_every_game() {
    let found: BTreeSet<_> = blocks().iter().map(|b| (b.kind, b.game.map(Game::name))).collect();
    let wanted = KINDS.into_iter().flat_map(|(kind, has_game)| match has_game {
        true => Game::NAMES.map(|game| (kind, Some(game))).to_vec(),
        false => vec![(kind, None)],
    });
    assert_eq!(found, wanted.collect());
}

#[test]
fn what_the_arena_says_is_what_it_would_write() {
    for line in lines_of("arena-lines") {
        assert_eq!(rewritten(line, game_of(line)), line);
    }
}

#[test]
fn what_a_person_types_means_what_the_text_says() {
    for line in lines_of("typed-lines") {
        let (typed, meant) = line.split_once(" => ").expect("`typed => meant`");
        assert_eq!(rewritten(typed, game_of(typed)), meant);
    }
}

#[test]
fn what_an_engine_says_is_known_or_dropped_as_the_text_says() {
    let said = lines_of("engine-lines");
    for line in &said {
        assert_ne!(Reply::parse(line), Reply::Other, "{line}");
    }
    let kinds: BTreeSet<_> = said.iter().map(|line| line.split_whitespace().next()).collect();
    assert_eq!(kinds.len(), 6, "an example of every word an engine may begin a line with: {kinds:?}");
    for line in lines_of("dropped-lines") {
        assert_eq!(Reply::parse(line), Reply::Other, "{line}");
    }
}

#[test]
fn declared_options_are_read_as_they_are_written() {
    let mut types = BTreeSet::new();
    for line in lines_of("option-lines") {
        let Reply::Option(text) = Reply::parse(line) else { panic!("no option: {line}") };
        let option = OptionDecl::parse(text).unwrap_or_else(|| panic!("declares nothing: {line}"));
        assert_eq!(option.to_string(), line);
        types.insert(line.split_once(" type ").and_then(|(_, rest)| rest.split(' ').next()));
    }
    assert_eq!(types.len(), 5, "one of each type: {types:?}");
}

#[test]
fn what_is_said_of_an_option_refuses_it_or_not_as_the_text_says() {
    let options = lines_of("option-lines");
    let options = options.iter().filter_map(|line| OptionDecl::parse(line.strip_prefix("option ")?));
    let options: Vec<OptionDecl> = options.collect();
    for line in lines_of("refusal-lines") {
        let (said, meant) = line.split_once(" => ").expect("`line => meaning`");
        let text = said.strip_prefix("info string ").expect("an `info string`");
        let refused = options.iter().find_map(|option| Some((&option.name, refusal(text, &option.name)?)));
        let told = match refused {
            None => "nothing".to_owned(),
            Some((name, "")) => name.clone(),
            Some((name, why)) => format!("{name}: {why}"),
        };
        assert_eq!(told, meant, "{said}");
    }
}

#[test]
fn positions_are_canonical() {
    for block in blocks_of("position") {
        for &(number, line) in &block.lines {
            let position = block.game().parse(line).unwrap_or_else(|e| panic!("line {number}: {e}"));
            assert_eq!(position.to_string(), line, "line {number}");
        }
    }
}

#[test]
fn other_texts_of_positions_are_understood_or_refused_as_the_text_says() {
    for block in blocks_of("input") {
        for &(number, line) in &block.lines {
            let (input, meant) = line.split_once(" => ").expect("`input => meant`");
            match block.game().parse(input) {
                Ok(position) => assert_eq!(position.to_string(), meant, "line {number}"),
                Err(error) => assert!(meant.starts_with("refused: "), "line {number}: {error}"),
            }
        }
    }
}

#[test]
fn moves_are_legal_or_not_and_lead_where_the_text_says() {
    for block in blocks_of("moves") {
        let game = block.game();
        let mut position = game.start();
        for &(number, line) in &block.lines {
            let (word, rest) = line.split_once(' ').expect("a word and more");
            let (ply, after) = rest.split_once(' ').unwrap_or((rest, ""));
            let mut next = position.clone();
            match word {
                "position" => {
                    position = game.parse(rest).unwrap_or_else(|e| panic!("line {number}: {e}"));
                    assert_eq!(position.to_string(), rest, "line {number}");
                }
                "legal" => {
                    let told: BTreeSet<String> = rest.split(' ').map(str::to_owned).collect();
                    assert_eq!(told, position.plies().into_iter().collect(), "line {number}");
                }
                "illegal" => assert!(next.play(ply).is_err(), "line {number}: {ply} is legal"),
                "after" => {
                    assert_eq!(next.play(ply).as_deref(), Ok(ply), "line {number}");
                    assert_eq!(next.to_string(), after, "line {number}");
                }
                "over" => assert_eq!(outcome(&*position, after.is_empty()), rest, "line {number}"),
                _ => panic!("line {number}: what is `{word}`?"),
            }
        }
    }
}

/// The winner's letter, with the difference of discs if that is wanted; `draw`.
fn outcome(position: &dyn Position, winner_only: bool) -> String {
    let returns = position.returns().unwrap_or_else(|| panic!("{position} is not over"));
    let letters: &[&str] = match position.game() {
        Game::Othello { .. } => &["x", "o"],
        Game::Breakthrough { .. } => &["w", "b"],
        Game::Domino { .. } => &["p1", "p2", "p3", "p4", "p5"],
    };
    match (0..returns.len()).find(|&player| returns[player] > 0) {
        None => "draw".to_owned(),
        Some(winner) if winner_only => letters[winner].to_owned(),
        Some(winner) => format!("{} {:+}", letters[winner], returns[winner]),
    }
}

#[test]
fn the_grammar_accepts_every_line_of_the_examples_and_no_other() {
    let grammar = grammar();
    for line in lines_of("arena-lines") {
        assert!(grammar.matches("to-engine", line), "{line}");
    }
    let refusals = lines_of("refusal-lines").into_iter().filter_map(|line| line.split(" => ").next());
    let said = lines_of("engine-lines").into_iter().chain(lines_of("option-lines")).chain(refusals);
    for line in said {
        assert!(grammar.matches("from-engine", line), "{line}");
    }
    for block in blocks_of("session") {
        for &(number, line) in &block.lines {
            let (mark, text) = line.split_at(2);
            let rule = if mark == "> " { "to-engine" } else { "from-engine" };
            assert!(grammar.matches(rule, text), "line {number}: {text}");
        }
    }
    for block in blocks_of("position") {
        let rule = block.game().name();
        for &(number, line) in &block.lines {
            assert!(grammar.matches(rule, line), "line {number}: {line}");
        }
    }
    for line in lines_of("dropped-lines") {
        assert!(!grammar.matches("from-engine", line), "{line}");
    }
    for line in ["", "go", "ugi ", "position", "position fen x", "go movetime", "position startpos moves"] {
        assert!(!grammar.matches("to-engine", line), "{line}");
    }
    for line in ["", "bestmove", "id", "id name", "option name X", "option name X type list", "info depth\n"]
    {
        assert!(!grammar.matches("from-engine", line), "{line}");
    }
}

#[test]
fn what_is_typed_by_hand_is_answered_as_the_text_says() {
    for block in blocks_of("by-hand") {
        let mut line = Line::new(block.game().start());
        let mut wanted: Vec<String> = Vec::new();
        for &(number, text) in &block.lines {
            if let Some(answer) = text.strip_prefix("< ") {
                assert!(!wanted.is_empty(), "line {number}: nothing was asked");
                let wanted = wanted.remove(0);
                match Reply::parse(answer) {
                    Reply::BestMove(ply) => assert!(line.clone().play(ply).is_ok(), "line {number}"),
                    _ => assert_eq!(answer, wanted, "line {number}"),
                }
                continue;
            }
            assert!(wanted.is_empty(), "line {number}: {wanted:?} is missing");
            let typed = text.strip_prefix("> ").expect("`> ` or `< `");
            let position = line.position();
            match Command::parse(typed) {
                Command::SetOption { name, value } => {
                    assert_eq!((name, value), (VARIANT_OPTION, block.game().name()));
                }
                Command::Position(text) => line = Line::parse(block.game(), text).expect("a position"),
                Command::Go(_) => wanted.push("bestmove".to_owned()),
                Command::Other("d", "") => {
                    wanted.extend(position.diagram().lines().map(str::to_owned));
                    wanted.push(format!("position {position}"));
                    wanted.push(format!("legal {}", position.plies().join(" ")));
                }
                Command::Other("perft", depth) => {
                    let nodes = position.perft(depth.parse().expect("a depth"));
                    wanted.push(format!("perft {depth} nodes {nodes}"));
                }
                _ => panic!("line {number}: no test for {typed}"),
            }
        }
        assert!(wanted.is_empty());
    }
}

#[test]
fn numbers_in_the_text_are_those_of_the_code() {
    assert!(TEXT.contains(&format!("{} KiB ({MAX_LINE} bytes)", MAX_LINE / 1024)));
    let numbers = TEXT.split(|c: char| !c.is_ascii_digit()).filter(|number| number.starts_with("655"));
    assert!(numbers.clone().all(|number| number == MAX_LINE.to_string()));
    assert_eq!(arena::clock::UNTOLD, Duration::from_secs(60));
    assert!(TEXT.contains("60 seconds a move hold"));
    for (language, _) in arena::fitness::FLUSH_CURES {
        assert!(TEXT.contains(&format!("| {language} | `")), "how {language} flushes is not in the table");
    }
    for word in ["illegal-move", "time", "crash", "memory", "stall", "protocol"] {
        assert!(TEXT.contains(&format!("| `{word}` |")), "no fault {word} in the table");
    }
}

#[test]
fn links_lead_somewhere_and_named_files_exist() {
    let anchors: BTreeSet<String> = TEXT
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| heading.to_lowercase().replace(' ', "-").replace(',', ""))
        .collect();
    let linked: BTreeSet<String> =
        TEXT.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect();
    assert!(linked.is_subset(&anchors), "{:?}", linked.difference(&anchors));
    let files = TEXT.split('`').filter(|text| text.starts_with("engines/"));
    for file in files {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(file).is_file(), "{file}");
    }
}
