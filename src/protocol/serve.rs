//! The start of an engine program: which protocol its command asks for.

use std::io::{self, Write};
use std::process::ExitCode;

use super::driver::{self, Engine};

/// Runs `engine` as its command line says: without arguments in our own protocol (and UCI, if it is asked in
/// that and plays Breakthrough), after `--gtp` in GTP, if it plays Othello. Options may follow as `Name=Value`.
///
/// Anything else is told on standard error, with exit code 2; what cannot be read or written with 1.
pub fn serve(engine: &mut dyn Engine, arguments: impl IntoIterator<Item = String>) -> ExitCode {
    match chosen(engine, arguments) {
        Ok(in_gtp) => {
            let ran = if in_gtp {
                driver::run_gtp(engine, io::stdin().lock(), &mut io::stdout().lock())
            } else {
                driver::run(engine)
            };
            failure(ran).map_or(ExitCode::SUCCESS, |error| told(&error.to_string(), 1))
        }
        Err(why) => told(&why, 2),
    }
}

/// Why the conversation could not go on. That nobody listens any more, as after `| head`, is only its end.
fn failure(ran: io::Result<()>) -> Option<io::Error> {
    ran.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe)
}

/// Sets the options; whether the engine speaks GTP.
fn chosen(engine: &mut dyn Engine, arguments: impl IntoIterator<Item = String>) -> Result<bool, String> {
    let mut in_gtp = false;
    for argument in arguments {
        if argument == "--gtp" {
            if !engine.games().contains(&"othello") {
                return Err("--gtp: only Othello is played in GTP".to_owned());
            }
            in_gtp = true;
        } else if argument.starts_with('-') || !argument.contains('=') {
            let usage = "expected --gtp, options as Name=Value, or nothing";
            return Err(format!("{}: {usage}", argument.escape_debug()));
        } else {
            driver::set(engine, &argument)?;
        }
    }
    Ok(in_gtp)
}

fn told(why: &str, code: u8) -> ExitCode {
    // Nobody is left to be told that this cannot be told.
    let _ = writeln!(io::stderr(), "error: {why}");
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use super::super::driver::Search;
    use super::super::{Limits, OptionDecl};
    use super::*;
    use crate::games::Line;

    struct Quiet(&'static [&'static str], Vec<String>);

    impl Engine for Quiet {
        fn name(&self) -> String {
            String::new()
        }
        fn author(&self) -> String {
            String::new()
        }
        fn games(&self) -> &[&'static str] {
            self.0
        }
        fn options(&self) -> Vec<OptionDecl> {
            vec![OptionDecl::spin("Depth", 1, 1, 9)]
        }
        fn set_option(&mut self, name: &str, value: &str) {
            self.1.push(format!("{name}={value}"));
        }
        fn new_game(&mut self) {}
        fn go(&mut self, _line: &Line, _limits: &Limits, _search: &mut Search<'_>) -> String {
            String::new()
        }
    }

    #[test]
    fn the_command_line_chooses_protocol_and_options() {
        let asked = |games, arguments: &[&str]| {
            let mut engine = Quiet(games, Vec::new());
            let chosen = chosen(&mut engine, arguments.iter().map(|&argument| argument.to_owned()));
            (chosen, engine.1)
        };
        assert_eq!(asked(&["othello"], &[]), (Ok(false), vec![]));
        assert_eq!(asked(&["othello"], &["--gtp", "depth=6"]), (Ok(true), vec!["Depth=6".to_owned()]));
        for (games, arguments, part) in [
            (&["domino"][..], &["--gtp"][..], "only Othello"),
            (&["othello"], &["--gpt"], "--gpt: expected --gtp"),
            (&["othello"], &["gtp"], "gtp: expected --gtp"),
            (&["othello"], &["Depth=60"], "takes a whole number from 1 to 9"),
            (&["othello"], &["Deep=6"], "no option Deep"),
        ] {
            let (chosen, _) = asked(games, arguments);
            assert!(chosen.as_ref().is_err_and(|why| why.contains(part)), "{chosen:?}");
        }
    }

    #[test]
    fn an_engine_to_which_nobody_listens_ends_quietly() {
        struct Gone(io::ErrorKind);
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(self.0.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for (kind, is_quiet) in [(io::ErrorKind::BrokenPipe, true), (io::ErrorKind::StorageFull, false)] {
            let mut engine = Quiet(&["othello"], Vec::new());
            let ran = driver::run_gtp(&mut engine, &b"name\n"[..], &mut Gone(kind));
            assert_eq!(failure(ran).is_none(), is_quiet, "{kind}");
        }
    }
}
