//! What `--help` says of an engine.

use std::fmt::Write;

use crate::protocol::driver::{Engine, TYPED, uci};
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
    let mut rows = vec![
        ("-h, --help".to_owned(), "this text".to_owned()),
        ("-V, --version".to_owned(), "name and version".to_owned()),
    ];
    if plays_othello {
        rows.insert(0, ("--gtp".to_owned(), "play by GTP version 2 instead".to_owned()));
    }
    push(&mut text, rows);
    let options = engine.options();
    if !options.is_empty() {
        text.push_str("\nOptions; a line `setoption name NAME value VALUE` sets them too:\n");
        push(&mut text, options.iter().map(option).collect());
    }
    let typed: Vec<String> = TYPED.iter().chain(&engine.typed()).map(ToString::to_string).collect();
    let _ = writeln!(
        text,
        "\nTo be typed by hand: position startpos [moves MOVE ...], go movetime MILLISECONDS, go depth PLIES,\n\
         {}, quit.",
        typed.join(", ")
    );
    text
}

/// Rows of two columns.
fn push(text: &mut String, rows: Vec<(String, String)>) {
    let width = rows.iter().map(|(first, _)| first.len()).max().unwrap_or(0);
    for (first, second) in rows {
        let _ = writeln!(text, "{}", format!("  {first:width$}  {second}").trim_end());
    }
}

/// `Depth=NUMBER`, and which numbers.
fn option(option: &OptionDecl) -> (String, String) {
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
    (format!("{}{sign}", option.name), values.trim_end().to_owned())
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
        fn author(&self) -> String {
            String::new()
        }
        fn games(&self) -> &[&'static str] {
            &["othello", "domino"]
        }
        fn options(&self) -> Vec<OptionDecl> {
            let default = |text: &str| Some(text.to_owned());
            vec![
                OptionDecl { name: "Book".to_owned(), kind: Kind::Check, default: default("true") },
                OptionDecl::spin("Depth", 6, 1, 64),
                OptionDecl::combo("Style", &["solid", "wild"]),
                OptionDecl { name: "Weights".to_owned(), kind: Kind::String, default: default("") },
                OptionDecl { name: "Clear Hash".to_owned(), kind: Kind::Button, default: None },
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
            vec![Typed::with("solve", "milliseconds", 0..=u64::MAX)]
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
             Book=true|false  [default: true]\n  \
             Depth=NUMBER     1..64 [default: 6]\n  \
             Style=WORD       solid, wild [default: solid]\n  \
             Weights=TEXT     [default: <empty>]\n  \
             Clear Hash=\n\n\
             To be typed by hand: position startpos [moves MOVE ...], go movetime MILLISECONDS, go depth PLIES,\n\
             d, perft PLIES, solve [MILLISECONDS], quit.\n"
        );
    }
}
