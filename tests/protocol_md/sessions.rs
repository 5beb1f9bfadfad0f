//! Whole conversations: by the rules, and held with the minimal engines.

use arena::games::{Game, Line};
use arena::protocol::{Command, Info, OptionDecl, Reply, VARIANT_OPTION};

use super::blocks::blocks_of;
use super::minimal::{best_moves, engines};
use super::rewritten;

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
