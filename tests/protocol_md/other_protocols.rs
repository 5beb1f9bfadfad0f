//! Conversations in the protocols of engines that were there before: the arena holds them as they stand, and our engines
//! answer GTP so.

use arena::games::{Game, Line};
use arena::protocol::OptionDecl;
use arena::protocol::dialect::{Conversation as Spoken, Dialect, Hearing, Question};
use arena::protocol::driver::{Engine, Search, run_gtp};

use super::blocks::blocks_of;

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
    fn games(&self) -> &[&'static str] {
        &["othello"]
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
