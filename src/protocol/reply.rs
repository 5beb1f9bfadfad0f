//! What an engine says.

use super::Words;

/// A line of an engine, by its first word. The rest is kept as it came, to be read when it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `id name <text>`.
    Name(&'a str),
    /// `id author <text>`.
    Author(&'a str),
    /// `option ...`: the words after it, for [`OptionDecl::parse`](super::OptionDecl::parse).
    Option(&'a str),
    /// `ugiok`.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `info ...`: the words after it, for [`Info::parse`](super::Info::parse).
    Info(&'a str),
    /// `bestmove <move>`: the move, empty if there is none. Words after it are dropped.
    BestMove(&'a str),
    /// Anything else.
    Other,
}

impl<'a> Reply<'a> {
    /// Reads a line.
    pub fn parse(line: &'a str) -> Self {
        // What comes at every ply, as it nearly always comes.
        if let Some(word) = line.strip_prefix("bestmove ")
            && !word.bytes().any(|byte| byte.is_ascii_whitespace())
        {
            return Self::BestMove(word);
        }
        let mut words = Words::new(line);
        match words.next() {
            Some("info") => Self::Info(words.rest()),
            Some("bestmove") => Self::BestMove(words.next().unwrap_or("")),
            Some("readyok") => Self::ReadyOk,
            Some("ugiok") => Self::UgiOk,
            Some("option") => Self::Option(words.rest()),
            Some("id") => match words.next() {
                Some("name") => Self::Name(words.rest()),
                Some("author") => Self::Author(words.rest()),
                _ => Self::Other,
            },
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reply_is_known_by_its_first_words() {
        for (line, reply) in [
            ("id name My Engine 2", Reply::Name("My Engine 2")),
            ("id author A. Author", Reply::Author("A. Author")),
            ("id", Reply::Other),
            ("option name X type button", Reply::Option("name X type button")),
            ("ugiok", Reply::UgiOk),
            ("readyok\r", Reply::ReadyOk),
            ("info depth 3", Reply::Info("depth 3")),
            ("bestmove f5 ponder d6", Reply::BestMove("f5")),
            ("\t bestmove  f5", Reply::BestMove("f5")),
            ("bestmove", Reply::BestMove("")),
            ("bestmovef5", Reply::Other),
            ("", Reply::Other),
        ] {
            assert_eq!(Reply::parse(line), reply, "{line:?}");
        }
    }
}
