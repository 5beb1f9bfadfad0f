//! The start of an engine program: which protocol its command asks for.

mod usage;

use std::io::{self, Write};
use std::process::ExitCode;

use super::driver::{self, Engine};
use crate::games::shown;
use usage::usage;

/// What a command line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// To play by our own protocol.
    Ugi,
    /// To play by GTP.
    Gtp,
    /// How it is called and what may be set.
    Help,
    /// Its name and version.
    Version,
}

/// Runs `engine` as its command line says: without arguments in our own protocol (and UCI, if it is asked in
/// that and plays Breakthrough), after `--gtp` in GTP, if it plays Othello. Options may follow as `Name=Value`.
/// `--help` and `--version` are answered on standard output.
///
/// Anything else is told on standard error, with exit code 2; what cannot be read or written with 1.
pub fn serve(engine: &mut dyn Engine, arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let ran = match asked(engine, arguments) {
        Ok(Asked::Ugi) => driver::run(engine),
        Ok(Asked::Gtp) => driver::run_gtp(engine, io::stdin().lock(), &mut io::stdout().lock()),
        Ok(Asked::Help) => print(&usage(engine)),
        Ok(Asked::Version) => print(&format!("{}\n", engine.name())),
        Err(why) => return told(&why, 2),
    };
    failure(ran).map_or(ExitCode::SUCCESS, |error| told(&error.to_string(), 1))
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Why the conversation could not go on. That nobody listens any more, as after `| head`, is only its end.
fn failure(ran: io::Result<()>) -> Option<io::Error> {
    ran.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe)
}

/// Sets the options; what is asked for besides.
fn asked(engine: &mut dyn Engine, arguments: impl IntoIterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked::Ugi;
    for argument in arguments {
        match argument.as_str() {
            // Whoever asks for help is not told of what is wrong behind it.
            "--help" | "-h" => return Ok(Asked::Help),
            "--version" | "-V" => return Ok(Asked::Version),
            "--gtp" if !engine.games().contains(&"othello") => {
                return Err("--gtp: only Othello is played in GTP".to_owned());
            }
            "--gtp" => asked = Asked::Gtp,
            _ if argument.starts_with('-') || !argument.contains('=') => {
                let gtp = if engine.games().contains(&"othello") { "--gtp, " } else { "" };
                let shown = shown::start(&argument, shown::WORD);
                return Err(format!("{shown}: expected {gtp}--help, options as Name=Value, or nothing"));
            }
            _ => driver::set(engine, &argument)?,
        }
    }
    Ok(asked)
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
        fn games(&self) -> &[&'static str] {
            self.0
        }
        fn options(&self) -> Vec<OptionDecl> {
            vec![OptionDecl::spin("Depth", 1, 1, 9)]
        }
        fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
            if value == "7" {
                return Err("it brings bad luck".to_owned());
            }
            self.1.push(format!("{name}={value}"));
            Ok(())
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
            let asked = super::asked(&mut engine, arguments.iter().map(|&argument| argument.to_owned()));
            (asked, engine.1)
        };
        assert_eq!(asked(&["othello"], &[]), (Ok(Asked::Ugi), vec![]));
        assert_eq!(asked(&["othello"], &["--gtp", "depth=6"]), (Ok(Asked::Gtp), vec!["Depth=6".to_owned()]));
        for (arguments, answer) in [
            (&["--help"][..], Asked::Help),
            (&["-h", "nonsense"], Asked::Help),
            (&["Depth=6", "--version"], Asked::Version),
            (&["-V"], Asked::Version),
        ] {
            assert_eq!(asked(&["domino"], arguments).0, Ok(answer), "{arguments:?}");
        }
        for (games, arguments, part) in [
            (&["domino"][..], &["--gtp"][..], "only Othello"),
            (&["othello"], &["--gpt"], "--gpt: expected --gtp, --help"),
            (&["othello"], &["gtp"], "gtp: expected --gtp, --help"),
            (&["domino"], &["gtp"], "gtp: expected --help"),
            (&["othello"], &["Depth=60"], "option Depth: takes a whole number from 1 to 9, not `60`"),
            (&["othello"], &["Depth=7"], "option Depth: 7: it brings bad luck"),
            (&["othello"], &["Deep=6"], "option Deep: there is no such option; there are Depth"),
            (&["othello"], &["=6"], "=6: an option has a name"),
        ] {
            let (asked, _) = asked(games, arguments);
            assert!(asked.as_ref().is_err_and(|why| why.contains(part)), "{asked:?}");
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
