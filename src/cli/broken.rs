//! A hidden engine that misbehaves in one chosen way and is otherwise in order: what the arena is
//! tested against. It plays every game the arena knows, always the first legal move.

use std::io::{self, BufRead, Write};
use std::process;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::Failure;
use crate::games::{Game, Line};
use crate::process::{close_stdin, close_stdout, leave_orphan};
use crate::protocol::{Command, OptionDecl, VARIANT_OPTION};

/// An engine that misbehaves, for tests.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What it does wrong
    #[arg(value_enum)]
    fault: Fault,
    /// At which `go` of its process it does so
    #[arg(long, default_value_t = 3)]
    at: u32,
    /// How many milliseconds something takes, where that matters
    #[arg(long, default_value_t = 0)]
    ms: u64,
}

/// One thing done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fault {
    /// Nothing.
    None,
    /// Says nothing at all, ever.
    Mute,
    /// Ends at `ugi` with exit code 3.
    DiesAtUgi,
    /// Ends at `isready` with exit code 4.
    DiesAtReady,
    /// Answers `ugi` with something else, for ever.
    Nonsense,
    /// Answers `ugi` with a line that does not end.
    EndlessHello,
    /// Is ready only after `--ms`.
    SlowStart,
    /// Takes `--ms` for every answer.
    Slow,
    /// Does not answer `go`.
    Hang,
    /// Answers `go` after `--ms`.
    Late,
    /// Prints `info` without end instead of an answer.
    Chatty,
    /// Ends with exit code 5.
    Exit,
    /// Ends by a signal.
    Abort,
    /// Answers without a newline and ends.
    LastWords,
    /// Closes standard output and lives on.
    CloseStdout,
    /// Closes standard input and lives on.
    CloseStdin,
    /// Leaves a child that holds standard output open, and ends.
    Orphan,
    /// Answers with a move that is not legal.
    Illegal,
    /// Answers with bytes that are no text.
    Garbled,
    /// Answers `bestmove` without a move.
    Empty,
    /// Answers with a line that does not end.
    EndlessLine,
    /// Answers twice.
    Twice,
    /// Answers in advance as well.
    Early,
    /// Ends its lines with `\r\n`.
    Crlf,
    /// Writes much to standard error before each answer.
    Stderr,
    /// Stays when told to quit.
    Stays,
    /// Is ready for the first game and never again.
    OneGame,
    /// Ends after each game, before the next.
    Ends,
}

/// Runs the engine on standard input and output.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match (Broken {
        fault: arguments.fault,
        at: arguments.at,
        ms: arguments.ms,
        line: None,
        asked: 0,
        games: 0,
        twice: false,
    })
    .serve()
    {
        Ok(()) => Ok(()),
        Err(error) => Err(Failure::failed(error)),
    }
}

struct Broken {
    fault: Fault,
    at: u32,
    ms: u64,
    line: Option<Line>,
    asked: u32,
    games: u32,
    /// The next answer is to be given twice.
    twice: bool,
}

impl Broken {
    fn serve(mut self) -> io::Result<()> {
        let mut game = Game::Othello { size: 8 };
        for line in io::stdin().lock().lines() {
            let line = line?;
            match Command::parse(&line) {
                Command::Ugi => self.introduce()?,
                Command::IsReady => self.ready()?,
                Command::NewGame => self.games += 1,
                Command::SetOption { name: VARIANT_OPTION, value } => {
                    game = Game::named(value).unwrap_or(game)
                }
                Command::Position(text) => self.line = Line::parse(game, text).ok(),
                Command::Go(_) => self.go()?,
                Command::Quit if self.fault == Fault::Stays => {}
                Command::Quit => return Ok(()),
                _ => {}
            }
        }
        if self.fault == Fault::Stays { forever() } else { Ok(()) }
    }

    fn say(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.write_all(if self.fault == Fault::Crlf { b"\r\n" } else { b"\n" })?;
        out.flush()
    }

    /// Writes what is no whole line.
    fn utter(bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }

    fn introduce(&self) -> io::Result<()> {
        match self.fault {
            Fault::Mute => return Ok(()),
            Fault::DiesAtUgi => process::exit(3),
            Fault::Nonsense => loop {
                self.say("hello, who is there?")?;
            },
            Fault::EndlessHello => loop {
                Self::utter(&[b'x'; 4096])?;
            },
            _ => {}
        }
        self.say("id name Broken\nid author nobody")?;
        self.say(&OptionDecl::combo(VARIANT_OPTION, &Game::NAMES).to_string())?;
        self.say("option name Depth type spin default 1 min 1 max 9")?;
        self.say("ugiok")
    }

    fn ready(&self) -> io::Result<()> {
        match self.fault {
            Fault::DiesAtReady => process::exit(4),
            Fault::SlowStart => thread::sleep(Duration::from_millis(self.ms)),
            Fault::OneGame if self.games > 1 => return Ok(()),
            _ => {}
        }
        self.say("readyok")
    }

    fn go(&mut self) -> io::Result<()> {
        self.asked += 1;
        let plies = self.line.as_ref().map(|line| line.position().plies()).unwrap_or_default();
        let answer = format!("bestmove {}", plies.first().map_or("none", String::as_str));
        if self.fault == Fault::Stderr {
            let noise = vec![b'e'; 1 << 20];
            io::stderr().write_all(&noise)?;
        }
        if self.fault == Fault::Slow {
            thread::sleep(Duration::from_millis(self.ms));
        }
        if self.asked == self.at {
            self.misbehave(&answer)?;
        }
        let repeated = if std::mem::take(&mut self.twice) { format!("{answer}\n{answer}") } else { answer };
        self.say(&repeated)?;
        if self.fault == Fault::Ends && self.is_last_move(&plies) {
            process::exit(0);
        }
        Ok(())
    }

    /// Whether the game is over once the first of `plies` is played.
    fn is_last_move(&self, plies: &[String]) -> bool {
        let Some((mut line, first)) = self.line.clone().zip(plies.first()) else { return false };
        line.play(first).is_ok() && line.to_move().is_none()
    }

    /// Does what is wrong; what returns leaves a right answer to be given.
    fn misbehave(&mut self, answer: &str) -> io::Result<()> {
        match self.fault {
            Fault::Hang => forever(),
            Fault::Late => thread::sleep(Duration::from_millis(self.ms)),
            Fault::Chatty => loop {
                self.say("info depth 1 score cp 0 nodes 1 pv a1")?;
            },
            Fault::Exit => process::exit(5),
            Fault::Abort => process::abort(),
            Fault::LastWords => {
                Self::utter(answer.as_bytes())?;
                process::exit(0);
            }
            Fault::CloseStdout => {
                close_stdout()?;
                forever()
            }
            Fault::CloseStdin => {
                close_stdin()?;
                self.say(answer)?;
                forever()
            }
            Fault::Orphan => {
                leave_orphan()?;
                process::exit(0);
            }
            Fault::Illegal => return self.replace("bestmove a1b9"),
            Fault::Garbled => {
                Self::utter(b"\0\xff\xfe\nbestmove \xff\0\xc3\n")?;
                forever()
            }
            Fault::Empty => return self.replace("bestmove"),
            Fault::EndlessLine => loop {
                Self::utter(&[b'x'; 4096])?;
            },
            // In one write: what comes while the arena is asking again is another's fault, a race.
            Fault::Twice => self.twice = true,
            Fault::Early => self.say(&format!("{answer}\n{answer}\n{answer}"))?,
            _ => {}
        }
        Ok(())
    }

    /// Gives `wrong` for an answer and stays silent then.
    fn replace(&self, wrong: &str) -> io::Result<()> {
        self.say(wrong)?;
        forever()
    }
}

fn forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}
