//! The protocols that engines speak: our own, and those of engines that were there before it.
//!
//! A [`Dialect`] names one; a [`Conversation`] is what is said in it with one process: what to say for
//! each purpose, and what a line of the engine means. It reads and writes nothing itself. Where a
//! dialect has a state (GTP engines keep the board), the conversation keeps what the engine knows, so
//! that an engine is never told a move twice, nor asked about a game it has not seen.

mod gtp;
mod handshake;
mod nboard;
mod uci;
mod ugi;

use std::borrow::Cow;
use std::fmt::Debug;

use super::{Limits, OptionDecl};
use crate::games::{Game, Line, Seat};

/// A protocol that an engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Our own, as in `protocol.md`.
    #[default]
    Ugi,
    /// The protocol of chess engines, with `UCI_Variant`.
    Uci,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The protocol of the Othello program NBoard, version 2.
    NBoard,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ugi, Self::Uci, Self::Gtp, Self::NBoard];

    /// Its name in files and on command lines.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Uci => "uci",
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.word() == name)
    }

    /// The option by which an engine is told its game, if the dialect has one.
    pub fn variant_option(self) -> Option<&'static str> {
        match self {
            Self::Ugi => Some(super::VARIANT_OPTION),
            Self::Uci => Some(uci::VARIANT_OPTION),
            Self::Gtp | Self::NBoard => None,
        }
    }

    /// Sees that a game on this board can be spoken of in the dialect.
    ///
    /// # Errors
    /// What it is for, and what else could be used.
    pub fn check_game(self, game: Game) -> Result<(), &'static str> {
        match (self, game) {
            (Self::Ugi, _) | (Self::Uci, Game::Breakthrough { .. }) | (Self::Gtp, Game::Othello { .. }) => {
                Ok(())
            }
            (Self::NBoard, Game::Othello { size: 8 }) => Ok(()),
            (Self::NBoard, Game::Othello { .. }) => Err("nboard is for Othello on 8 by 8 only"),
            (Self::Uci, _) => Err("uci is for Breakthrough here; other games are played in ugi"),
            (Self::Gtp, _) => Err("gtp is for Othello here; other games are played in ugi"),
            (Self::NBoard, _) => Err("nboard is for Othello; other games are played in ugi"),
        }
    }

    /// Sees that games can begin from the base position of `line`.
    ///
    /// # Errors
    /// Why not, and what can.
    pub fn check_opening(self, line: &Line) -> Result<(), &'static str> {
        match self {
            Self::Gtp if line.base().to_string() != line.game().start().to_string() => {
                Err("gtp cannot set up a position: games begin at the start, or after moves from there")
            }
            _ => Ok(()),
        }
    }

    /// A conversation with an engine that has just been started; `variant` is what it calls the game,
    /// where that is not the game's name.
    pub fn begin(self, variant: Option<&str>) -> Box<dyn Conversation> {
        let variant = variant.map(str::to_owned);
        match self {
            Self::Ugi => Box::new(ugi::Ugi::new(variant)),
            Self::Uci => Box::new(uci::Uci::new(variant)),
            Self::Gtp => Box::new(gtp::Gtp::new(variant)),
            Self::NBoard => Box::new(nboard::NBoard::default()),
        }
    }
}

/// A question for a move.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position, and all that was played before it.
    pub line: &'a Line,
    /// Who is asked; it is his move.
    pub seat: Seat,
    /// Whether he is shown what the others have.
    pub peeks: bool,
    /// How long he may think.
    pub limits: &'a Limits,
}

/// What a line of an engine means, by what was said to it before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hearing<'a> {
    /// Its name.
    Name(Cow<'a, str>),
    /// Who wrote it.
    Author(&'a str),
    /// An option that it declares: the words for [`OptionDecl::parse`].
    Option(&'a str),
    /// The only board on which it plays its variant.
    Board {
        /// Its rows.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// It does not play the game on its board; in its own words.
    Unplayable(String),
    /// A part of what was owed; there is more to come.
    Part,
    /// All that was said has been done.
    Ready,
    /// News of the search: the words for [`Info::parse`](super::Info::parse).
    Info(Cow<'a, str>),
    /// The answer to a question, in our notation as far as it could be read.
    Move {
        /// The move; empty if there is none.
        word: Cow<'a, str>,
        /// What it tells of the search beside it, as in [`Hearing::Info`].
        info: Option<String>,
    },
    /// It refuses what it was told or asked; what that was and what it says.
    Refused(String),
    /// An answer that nobody has asked for.
    Stray,
    /// Nothing that matters.
    Other,
}

impl<'a> Hearing<'a> {
    /// A move with nothing beside it.
    fn of_move(word: &'a str) -> Self {
        Self::Move { word: Cow::Borrowed(word), info: None }
    }
}

/// What is said with one engine process. Words for it are appended to `out`, whole lines, to be sent
/// in one write; then every line of the engine is given to [`Conversation::hear`] until what is owed
/// has come: [`Hearing::Ready`], or [`Hearing::Move`] after [`Conversation::ask`].
pub trait Conversation: Debug + Send {
    /// The first words: who are you?
    fn greet(&mut self, out: &mut String);

    /// Options that can be set although no engine declares them.
    fn options(&self) -> Vec<OptionDecl> {
        Vec::new()
    }

    /// Tells the game and sets options, of those that were `declared`.
    fn set_up(&mut self, game: Game, declared: &[OptionDecl], options: &[(String, String)], out: &mut String);

    /// Tells of a new game.
    fn new_game(&mut self, out: &mut String);

    /// Asks whether everything before has been done.
    fn synchronize(&mut self, out: &mut String);

    /// Asks for a move.
    ///
    /// # Errors
    /// Why this cannot be said in the dialect.
    fn ask(&mut self, question: &Question<'_>, out: &mut String) -> Result<(), &'static str>;

    /// What a line means.
    fn hear<'a>(&mut self, line: &'a str) -> Hearing<'a>;

    /// The last line that was an answer came before the engine can have read the question: it
    /// answered nothing, and is owed still.
    fn take_back(&mut self) {}

    /// What is waited for, as the author of an engine knows it, to stand after "no": "`readyok`".
    fn owed(&self) -> Cow<'static, str>;
}

/// The lines that set options: in UGI and UCI.
fn set_options(variant: Option<(&str, &str)>, options: &[(String, String)], out: &mut String) {
    let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in variant.into_iter().chain(options) {
        out.push_str("setoption name ");
        out.push_str(name);
        // A button has no value.
        if !value.is_empty() {
            out.push_str(" value ");
            out.push_str(value);
        }
        out.push('\n');
    }
}

/// Whether an option of this name is among those declared.
fn declares(declared: &[OptionDecl], name: &str) -> bool {
    declared.iter().any(|option| option.is_called(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_known_by_its_name() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::named(dialect.word()), Some(dialect));
        }
        assert_eq!((Dialect::named("usi"), Dialect::default()), (None, Dialect::Ugi));
    }

    #[test]
    fn a_dialect_has_words_for_some_games_only() {
        let plays = |dialect: Dialect, game| dialect.check_game(game).is_ok();
        let (six, eight) = (Game::Othello { size: 6 }, Game::Othello { size: 8 });
        let breakthrough = Game::Breakthrough { rows: 5, columns: 9 };
        let domino = Game::Domino { players: 2 };
        for (dialect, games) in [
            (Dialect::Ugi, [true, true, true, true]),
            (Dialect::Uci, [false, false, true, false]),
            (Dialect::Gtp, [true, true, false, false]),
            (Dialect::NBoard, [false, true, false, false]),
        ] {
            assert_eq!(
                [six, eight, breakthrough, domino].map(|game| plays(dialect, game)),
                games,
                "{dialect:?}"
            );
        }
    }

    #[test]
    fn gtp_begins_at_the_start_of_any_board_and_the_others_anywhere() {
        let game = Game::Othello { size: 8 };
        for (opening, by_gtp) in [
            ("startpos moves f5", true),
            ("4/1ox1/1xo1/4 x moves b1", true),
            ("8/8/8/3ox3/3xo3/8/8/8 o", false),
            ("xo2/4/4/4 x", false),
        ] {
            let line = Line::parse(game, opening).unwrap();
            assert_eq!(Dialect::Gtp.check_opening(&line).is_ok(), by_gtp, "{opening}");
            assert_eq!(Dialect::NBoard.check_opening(&line), Ok(()));
        }
    }
}
