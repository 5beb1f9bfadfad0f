//! Every example in `protocol.md` is run against the code, and the conversations in it are held
//! with the minimal engines.

mod abnf;
mod conversation;
mod minimal;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use arena::games::{Game, Line, Position};
use arena::protocol::dialect::{Conversation as Spoken, Dialect, Hearing, Question};
use arena::protocol::driver::{Engine, Search, run_gtp};
use arena::protocol::{
    Command, Info, MAX_LINE, OptionDecl, Reply, VARIANT_OPTION, write_go, write_position_for,
};

use abnf::Grammar;
use minimal::{best_moves, engines};

const TEXT: &str = include_str!("../protocol.md");

/// The kinds of blocks, and whether a block names its game.
const KINDS: [(&str, bool); 15] = [
    ("session", true),
    ("by-hand", true),
    ("position", true),
    ("input", true),
    ("moves", true),
    ("arena-lines", false),
    ("typed-lines", false),
    ("engine-lines", false),
    ("dropped-lines", false),
    ("option-lines", false),
    ("abnf", false),
    ("in-uci", false),
    ("in-gtp", false),
    ("in-nboard", false),
    ("gtp-by-hand", false),
];

/// A fenced block.
#[derive(Debug)]
struct Block {
    kind: &'static str,
    game: Option<Game>,
    /// Its lines, each with its number in the file.
    lines: Vec<(usize, &'static str)>,
}

impl Block {
    fn game(&self) -> Game {
        self.game.expect("a block of this kind names its game")
    }
}

/// All fenced blocks; panics on one of no known kind.
fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(TEXT.lines()) {
        let Some(info) = line.strip_prefix("```") else {
            if let Some(block) = &mut open {
                block.lines.push((number, line));
            }
            continue;
        };
        if let Some(block) = open.take() {
            assert_eq!(info, "", "line {number}: a block begins within another");
            assert!(!block.lines.is_empty(), "line {number}: an empty block");
            blocks.push(block);
            continue;
        }
        let (kind, game) = info.split_once(' ').unwrap_or((info, ""));
        let known = KINDS.into_iter().find(|(known, _)| *known == kind);
        let (kind, has_game) = known.unwrap_or_else(|| panic!("line {number}: no test for `{info}`"));
        let game = Game::named(game);
        assert_eq!(game.is_some(), has_game, "line {number}: `{info}`");
        open = Some(Block { kind, game, lines: Vec::new() });
    }
    assert!(open.is_none(), "the last block has no end");
    blocks
}

/// The blocks of one kind; there is at least one.
fn blocks_of(kind: &str) -> Vec<Block> {
    let found: Vec<Block> = blocks().into_iter().filter(|block| block.kind == kind).collect();
    assert!(!found.is_empty(), "no block of kind {kind}");
    found
}

/// The lines of all blocks of one kind that names no game.
fn lines_of(kind: &str) -> Vec<&'static str> {
    blocks_of(kind).iter().flat_map(|block| block.lines.iter().map(|&(_, line)| line)).collect()
}

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
    for line in lines_of("engine-lines").into_iter().chain(lines_of("option-lines")) {
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

/// A conversation of another protocol, as the arena holds it.
struct OldConversation {
    spoken: Box<dyn Spoken>,
    game: Game,
    options: Vec<OptionDecl>,
    /// What is to be said before the engine speaks.
    words: String,
    /// How often it has got ready: after the first words, the options, and each new game.
    ready: usize,
    moves: usize,
}

impl OldConversation {
    fn begin(dialect: Dialect) -> Self {
        let game = Game::NAMES.iter().filter_map(|name| Game::named(name));
        let game = game.clone().find(|&game| dialect.check_game(game).is_ok()).expect("a game");
        let mut spoken = dialect.begin(None);
        let mut words = String::new();
        spoken.greet(&mut words);
        Self { spoken, game, options: Vec::new(), words, ready: 0, moves: 0 }
    }

    fn said(&mut self, line: &str) {
        let (next, rest) = self.words.split_once('\n').expect("there is nothing to say");
        assert_eq!(next, line);
        self.words = rest.to_owned();
    }

    fn heard(&mut self, line: &str) {
        // An empty line ends an answer of GTP that has been understood already.
        assert!(line.is_empty() || self.words.is_empty(), "still to be said: {:?}", self.words);
        match self.spoken.hear(line) {
            Hearing::Option(text) => self.options.push(OptionDecl::parse(text).expect("an option")),
            Hearing::Ready => {
                self.ready += 1;
                match self.ready {
                    1 => self.spoken.set_up(self.game, &self.options, &[], &mut self.words),
                    2 => self.spoken.new_game(&mut self.words),
                    _ => {}
                }
            }
            Hearing::Move { word, .. } => {
                assert!(!word.is_empty());
                self.moves += 1;
            }
            Hearing::Refused(what) | Hearing::Unplayable(what) => panic!("{what}"),
            Hearing::Stray => panic!("not asked for"),
            _ => {}
        }
    }

    fn asked(&mut self, question: &str) {
        assert_eq!((self.words.as_str(), self.ready), ("", 3), "not ready for a question");
        let (opening, limits) = question.split_once("; ").expect("`position; limits`");
        let line = Line::parse(self.game, opening).unwrap_or_else(|error| panic!("{error}"));
        let limits = arena::protocol::Limits::parse(limits);
        let seat = line.to_move().expect("a seat to move");
        let question = Question { line: &line, seat, peeks: false, limits: &limits };
        self.spoken.ask(&question, &mut self.words).expect("can be asked");
    }
}

#[test]
fn engines_of_other_protocols_are_spoken_to_as_the_text_says() {
    for dialect in [Dialect::Uci, Dialect::Gtp, Dialect::NBoard] {
        for block in blocks_of(&format!("in-{}", dialect.word())) {
            let mut conversation = OldConversation::begin(dialect);
            for &(number, line) in &block.lines {
                let part = std::panic::AssertUnwindSafe(|| match line.split_at(1) {
                    (">", text) => conversation.said(&text[1..]),
                    ("<", text) => conversation.heard(text.trim_start()),
                    (":", text) => conversation.asked(&text[1..]),
                    _ => panic!("neither side says this"),
                });
                assert!(std::panic::catch_unwind(part).is_ok(), "line {number}: {line}");
            }
            assert_eq!(conversation.moves, 2, "{dialect:?}");
        }
    }
}

/// An engine in Rust that plays the first legal move.
struct First;

impl Engine for First {
    fn name(&self) -> String {
        "first 1.0".to_owned()
    }
    fn author(&self) -> String {
        "nobody".to_owned()
    }
    fn games(&self) -> &[&'static str] {
        &["othello"]
    }
    fn options(&self) -> Vec<OptionDecl> {
        Vec::new()
    }
    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), String> {
        Ok(())
    }
    fn new_game(&mut self) {}
    fn go(&mut self, line: &Line, _limits: &arena::protocol::Limits, _search: &mut Search<'_>) -> String {
        line.position().plies().swap_remove(0)
    }
}

#[test]
fn our_engines_answer_gtp_as_the_text_says() {
    for block in blocks_of("gtp-by-hand") {
        let lines = |mark: &str| {
            let lines = block.lines.iter().filter_map(move |(_, line)| line.strip_prefix(mark));
            lines.map(str::trim).map(str::to_owned).collect::<Vec<_>>()
        };
        let mut out = Vec::new();
        run_gtp(&mut First, lines(">").join("\n").as_bytes(), &mut out).expect("it can be read and written");
        let out = String::from_utf8(out).expect("text");
        let answers: Vec<&str> = out.lines().map(str::trim).collect();
        assert_eq!(answers, lines("<"));
    }
}

/// What an engine owes, and what it was asked for, while a session is read.
#[derive(Default)]
struct Conversation {
    options: Option<Vec<OptionDecl>>,
    owed: Vec<&'static str>,
    line: Option<Line>,
    /// The line so far in this game, our move included.
    game: Option<Line>,
    told: bool,
    ready: bool,
    quit: bool,
}

impl Conversation {
    fn hear_arena(&mut self, text: &'static str, game: Game) {
        assert_eq!(rewritten(text, game), text);
        assert!(!self.quit, "after quit");
        assert!(self.owed.is_empty(), "{:?} is owed", self.owed);
        let told = std::mem::take(&mut self.told);
        match Command::parse(text) {
            Command::Ugi => {
                self.options = Some(Vec::new());
                self.owed.push("ugiok");
            }
            Command::IsReady => {
                self.ready = true;
                self.owed.push("readyok");
            }
            Command::NewGame => {
                assert!(self.ready, "options and isready come before the first game");
                self.game = None;
            }
            Command::SetOption { name, value } => {
                let declared = self.options.as_ref().expect("options are set after ugi");
                let option = declared.iter().find(|option| option.is_called(name)).expect("declared");
                assert_eq!(option.check(value), Ok(()));
                assert!(name != VARIANT_OPTION || value == game.name());
            }
            Command::Position(text) => {
                let line = Line::parse(game, text).unwrap_or_else(|error| panic!("{error}"));
                if let Some(before) = &self.game {
                    assert!(line.to_string().starts_with(&before.to_string()), "does not go on: {line}");
                }
                self.line = Some(line);
                self.told = true;
            }
            Command::Go(_) => {
                assert!(told, "the position comes right before every go");
                let line = self.line.as_ref().expect("told");
                assert!(line.to_move().is_some() && line.forced().is_none(), "nobody is asked here");
                self.owed.push("bestmove");
            }
            Command::Quit => self.quit = true,
            Command::Stop => panic!("never sent"),
            Command::Other(..) => panic!("no command"),
        }
    }

    fn hear_engine(&mut self, text: &'static str) {
        let question = *self.owed.last().expect("nothing was asked");
        let done = match Reply::parse(text) {
            Reply::Name(name) | Reply::Author(name) => {
                assert!(question == "ugiok" && !name.is_empty());
                false
            }
            Reply::Option(declared) => {
                let option = OptionDecl::parse(declared).expect("an option");
                assert_eq!((option.to_string().as_str(), question), (text, "ugiok"));
                self.options.as_mut().expect("asked").push(option);
                false
            }
            Reply::UgiOk => question == "ugiok",
            Reply::ReadyOk => question == "readyok",
            Reply::Info(words) => {
                let info = Info::parse(words);
                assert!(words.starts_with("string ") || info.to_string() == text);
                let mut line = self.line.clone().expect("a position");
                for ply in &info.pv {
                    line.play(ply).unwrap_or_else(|illegal| panic!("pv: {illegal}"));
                }
                assert_eq!(question, "bestmove");
                false
            }
            Reply::BestMove(ply) => {
                let mut line = self.line.clone().expect("a position");
                assert_eq!(line.play(ply).as_deref(), Ok(ply));
                self.game = Some(line);
                question == "bestmove"
            }
            Reply::Other => panic!("no reply"),
        };
        if done {
            self.owed.pop();
        }
    }
}

#[test]
fn sessions_are_conversations_by_the_rules() {
    for block in blocks_of("session") {
        let mut conversation = Conversation::default();
        for &(number, line) in &block.lines {
            let part = std::panic::AssertUnwindSafe(|| match line.split_at(2) {
                ("> ", text) => conversation.hear_arena(text, block.game()),
                ("< ", text) => conversation.hear_engine(text),
                _ => panic!("a line begins with `> ` or `< `"),
            });
            if let Err(panic) = std::panic::catch_unwind(part) {
                eprintln!("protocol.md, line {number}: {line}");
                std::panic::resume_unwind(panic);
            }
        }
        assert!(conversation.owed.is_empty(), "{:?} is owed at the end", conversation.owed);
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
fn the_minimal_engines_hold_every_conversation() {
    for block in blocks_of("session") {
        let said = |mark| block.lines.iter().filter_map(move |(_, line)| line.strip_prefix(mark));
        let game = block.game();
        // Some sessions leave the options out; the game must then be set.
        let mut input = format!("setoption name {VARIANT_OPTION} value {}\n", game.name());
        input.extend(said("> ").map(|line| format!("{line}\n")));
        let positions: Vec<Line> = said("> ")
            .filter_map(|line| match Command::parse(line) {
                Command::Position(text) => Some(Line::parse(game, text).expect("legal")),
                _ => None,
            })
            .collect();
        for engine in engines().into_iter().filter(|engine| engine.plays(game)) {
            let answers = engine.answers(&input);
            for word in ["ugiok", "readyok"] {
                let owed = said("< ").filter(|line| *line == word).count();
                let given = answers.iter().filter(|line| *line == word).count();
                assert_eq!(given, owed, "{}: {word} in {answers:?}", engine.language);
            }
            let moves = best_moves(&answers);
            assert_eq!(moves.len(), positions.len(), "{}: {answers:?}", engine.language);
            for (line, ply) in positions.iter().zip(moves) {
                assert_eq!(line.clone().play(ply).as_deref(), Ok(ply), "{}: {line}", engine.language);
            }
        }
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
