//! How UCI and UGI, its relative, begin: who are you, your options, are you ready. Only their words differ.

use super::{declares, set_options};
use crate::games::Game;
use crate::protocol::OptionDecl;

pub(super) const READYOK: &str = "readyok";
pub(super) const BESTMOVE: &str = "bestmove";

/// The words of a protocol.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// The first word, and what answers it.
    pub(super) hello: (&'static str, &'static str),
    /// Tells of a new game.
    pub(super) new_game: &'static str,
    /// The option by which an engine is told its game.
    pub(super) variant: &'static str,
}

/// The beginning of a conversation, and what is waited for in it.
#[derive(Debug)]
pub(super) struct Handshake {
    words: &'static Vocabulary,
    variant: Option<String>,
    owed: &'static str,
}

impl Handshake {
    /// `variant` is what the engine calls the game, where that is not the game's name.
    pub(super) fn new(words: &'static Vocabulary, variant: Option<String>) -> Self {
        Self { words, variant, owed: words.hello.1 }
    }

    pub(super) fn greet(&mut self, out: &mut String) {
        self.say(self.words.hello.0, out);
        self.owed = self.words.hello.1;
    }

    pub(super) fn set_up(
        &mut self,
        game: Game,
        declared: &[OptionDecl],
        options: &[(String, String)],
        out: &mut String,
    ) {
        let variant = (self.words.variant, self.variant.as_deref().unwrap_or(game.name()));
        set_options(declares(declared, self.words.variant).then_some(variant), options, out);
        self.synchronize(out);
    }

    pub(super) fn new_game(&mut self, out: &mut String) {
        self.say(self.words.new_game, out);
        self.synchronize(out);
    }

    pub(super) fn synchronize(&mut self, out: &mut String) {
        self.say("isready", out);
        self.owed = READYOK;
    }

    /// A move has been asked for.
    pub(super) fn asked(&mut self) {
        self.owed = BESTMOVE;
    }

    /// What is waited for.
    pub(super) fn owed(&self) -> &'static str {
        self.owed
    }

    fn say(&self, word: &str, out: &mut String) {
        out.push_str(word);
        out.push('\n');
    }
}
