//! Our own protocol.

use std::borrow::Cow;

use super::super::{Reply, VARIANT_OPTION, write_go, write_position_for};
use super::handshake::{Handshake, READYOK, Vocabulary};
use super::{Conversation, Hearing, Question};
use crate::games::Game;
use crate::protocol::{Limits, OptionDecl};

const UGIOK: &str = "ugiok";
const WORDS: Vocabulary =
    Vocabulary { hello: ("ugi", UGIOK), new_game: "uginewgame", variant: VARIANT_OPTION };

/// A conversation in UGI.
#[derive(Debug)]
pub(super) struct Ugi {
    handshake: Handshake,
    /// The last `go` line and what it says: where the time is that of a move, all are alike.
    go: (Limits, String),
}

impl Ugi {
    pub(super) fn new(variant: Option<String>) -> Self {
        Self { handshake: Handshake::new(&WORDS, variant), go: Default::default() }
    }
}

impl Conversation for Ugi {
    fn greet(&mut self, out: &mut String) {
        self.handshake.greet(out);
    }

    fn set_up(
        &mut self,
        game: Game,
        declared: &[OptionDecl],
        options: &[(String, String)],
        out: &mut String,
    ) {
        self.handshake.set_up(game, declared, options, out);
    }

    fn new_game(&mut self, out: &mut String) {
        self.handshake.new_game(out);
    }

    fn synchronize(&mut self, out: &mut String) {
        self.handshake.synchronize(out);
    }

    fn ask(&mut self, question: &Question<'_>, out: &mut String) -> Result<(), &'static str> {
        let observer = question.line.observer(question.seat, question.peeks);
        write_position_for(out, question.line, observer);
        let (limits, text) = &mut self.go;
        if text.is_empty() || limits != question.limits {
            limits.clone_from(question.limits);
            text.clear();
            write_go(text, limits);
        }
        out.push_str(text);
        self.handshake.asked();
        Ok(())
    }

    fn hear<'a>(&mut self, line: &'a str) -> Hearing<'a> {
        match Reply::parse(line) {
            Reply::Info(info) => Hearing::Info(info.into()),
            // The engine room knows whether one is owed, and what becomes of it if not.
            Reply::BestMove(word) => Hearing::of_move(word),
            Reply::UgiOk if self.handshake.owed() == UGIOK => Hearing::Ready,
            Reply::ReadyOk if self.handshake.owed() == READYOK => Hearing::Ready,
            Reply::Name(name) => Hearing::Name(name.into()),
            Reply::Author(author) => Hearing::Author(author),
            Reply::Option(text) => Hearing::Option(text),
            Reply::UgiOk | Reply::ReadyOk | Reply::Other => Hearing::Other,
        }
    }

    fn owed(&self) -> Cow<'static, str> {
        format!("`{}`", self.handshake.owed()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Line, Seat};

    #[test]
    fn a_conversation_is_that_of_the_specification() {
        let mut ugi = Ugi::new(None);
        let mut said = String::new();
        ugi.greet(&mut said);
        assert_eq!(ugi.hear("readyok"), Hearing::Other, "not what is owed");
        assert_eq!(ugi.hear("ugiok"), Hearing::Ready);
        let declared = [OptionDecl::combo(VARIANT_OPTION, &["othello"])];
        let depth = ("Depth".to_owned(), "6".to_owned());
        let game = Game::Othello { size: 8 };
        ugi.set_up(game, &declared, std::slice::from_ref(&depth), &mut said);
        ugi.new_game(&mut said);
        assert_eq!(ugi.hear("readyok"), Hearing::Ready);
        let line = Line::parse(game, "startpos moves f5").unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        ugi.ask(&Question { line: &line, seat: Seat(1), peeks: false, limits: &limits }, &mut said).unwrap();
        assert_eq!(
            said,
            "ugi\nsetoption name UGI_Variant value othello\nsetoption name Depth value 6\nisready\n\
             uginewgame\nisready\nposition startpos moves f5\ngo depth 3\n"
        );
        assert_eq!(ugi.hear("bestmove d6 ponder c3"), Hearing::of_move("d6"));
    }

    #[test]
    fn a_variant_goes_by_the_name_that_the_file_gives() {
        for (variant, declared, said) in [
            (None, true, "setoption name UGI_Variant value breakthrough\nisready\n"),
            (Some("race"), true, "setoption name UGI_Variant value race\nisready\n"),
            (Some("race"), false, "isready\n"),
        ] {
            let mut out = String::new();
            let declared: Vec<_> =
                declared.then(|| OptionDecl::combo(VARIANT_OPTION, &["x"])).into_iter().collect();
            let game = Game::Breakthrough { rows: 8, columns: 8 };
            Ugi::new(variant.map(str::to_owned)).set_up(game, &declared, &[], &mut out);
            assert_eq!(out, said);
        }
    }
}
