//! What `--help` says of an engine.

use std::fmt::Write;

use crate::protocol::driver::{Engine, columns, commands, uci};
use crate::protocol::{Kind, OptionDecl};

/// How the engine is called, what may be set and what may be typed.
pub(super) fn usage(engine: &dyn Engine) -> String {
    let games = engine.games();
    let mut text = format!("{}\n\n", engine.name());
    let plays_othello = games.contains(&"othello");
    let uci = if uci::is_for(games) { ", or UCI if asked in that," } else { "" };
    let gtp = if plays_othello { " [--gtp]" } else { "" };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "Plays {} by the arena's protocol (UGI){uci} on standard input and output.\n\n\
         Usage: <engine>{gtp} [NAME=VALUE ...]\n",
        games.join(", ")
    );
    let row = |flag: &str, does: &str| [flag.to_owned(), does.to_owned()];
    let mut rows = vec![row("-h, --help", "this text"), row("-V, --version", "name and version")];
    if plays_othello {
        rows.insert(0, row("--gtp", "play by GTP version 2 instead"));
    }
    text.push_str(&columns(rows));
    let options = engine.options();
    if !options.is_empty() {
        text.push_str("\nOptions; a line `setoption name NAME value VALUE` sets them too:\n");
        text.push_str(&columns(options.iter().map(option).collect()));
    }
    text.push_str("\nTo be typed by hand:\n");
    text.push_str(&commands(engine));
    text
}

/// `Depth=NUMBER`, which numbers, and what it does.
fn option(option: &OptionDecl) -> [String; 3] {
    let (sign, values) = match &option.kind {
        Kind::Check => ("=true|false", String::new()),
        Kind::Spin { min, max } => {
            let bound = |bound: &Option<i64>| bound.map_or_else(String::new, |bound| bound.to_string());
            ("=NUMBER", format!("{}..{}", bound(min), bound(max)))
        }
        Kind::Combo { vars } => ("=WORD", vars.join(", ")),
        Kind::String => ("=TEXT", String::new()),
        Kind::Button => ("=", String::new()),
    };
    let default = option.default.as_deref().map_or_else(String::new, |default| {
        format!("[default: {}]", if default.is_empty() { "<empty>" } else { default })
    });
    let values = if values.is_empty() { default } else { format!("{values} {default}") };
    [format!("{}{sign}", option.name), values.trim_end().to_owned(), option.about.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Line;
    use crate::protocol::Limits;
    use crate::protocol::driver::{Search, Typed};

    struct Choosy;

    impl Engine for Choosy {
        fn name(&self) -> String {
            "choosy 1.0".to_owned()
        }
        fn games(&self) -> &[&'static str] {
            &["othello", "domino"]
        }
        fn options(&self) -> Vec<OptionDecl> {
            vec![
                OptionDecl::switch("Book", true).about("openings out of a book"),
                OptionDecl::spin("Depth", 6, 1, 64).about("plies"),
                OptionDecl::combo("Style", &["solid", "wild"]),
                OptionDecl::string("Weights", ""),
                OptionDecl::button("Clear Hash").about("forgets all"),
            ]
        }
        fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), String> {
            Ok(())
        }
        fn new_game(&mut self) {}
        fn go(&mut self, _line: &Line, _limits: &Limits, _search: &mut Search<'_>) -> String {
            String::new()
        }
        fn typed(&self) -> Vec<Typed> {
            vec![
                Typed::with("solve", "milliseconds", 0..=u64::MAX).about("who wins"),
                Typed::with("bench", "plies", 1..=250).about("how fast it is"),
            ]
        }
    }

    #[test]
    fn usage_has_all_that_may_be_said_to_the_engine_with_its_range() {
        assert_eq!(
            usage(&Choosy),
            "choosy 1.0\n\n\
             Plays othello, domino by the arena's protocol (UGI) on standard input and output.\n\n\
             Usage: <engine> [--gtp] [NAME=VALUE ...]\n\n  \
             --gtp          play by GTP version 2 instead\n  \
             -h, --help     this text\n  \
             -V, --version  name and version\n\n\
             Options; a line `setoption name NAME value VALUE` sets them too:\n  \
             Book=true|false  [default: true]               openings out of a book\n  \
             Depth=NUMBER     1..64 [default: 6]            plies\n  \
             Style=WORD       solid, wild [default: solid]\n  \
             Weights=TEXT     [default: <empty>]\n  \
             Clear Hash=                                    forgets all\n\n\
             To be typed by hand:\n"
                .to_owned()
                + &commands(&Choosy)
        );
    }

    #[test]
    fn each_word_that_may_be_typed_stands_on_a_line_with_what_it_does() {
        let text = commands(&Choosy);
        for (word, does) in [
            ("position fen POSITION [moves MOVE ...]", "this position, then these moves"),
            ("go movetime MILLISECONDS", "for so long"),
            ("d", "the board, the position's text, the legal moves"),
            ("perft PLIES", "how many games of so many plies there are"),
            ("solve [MILLISECONDS]", "who wins"),
            ("bench [PLIES]", "how fast it is; 1 to 250"),
            ("quit", "end at once; a file of commands without it is answered whole"),
        ] {
            let line = text.lines().find(|line| line.trim_start().starts_with(&format!("{word}  ")));
            assert!(line.is_some_and(|line| line.ends_with(does)), "{word}: {text}");
        }
        // Nothing of it could be taken for an answer by whoever reads along.
        assert!(text.lines().all(|line| line.starts_with("  ") && line.len() <= 120), "{text}");
    }
}
