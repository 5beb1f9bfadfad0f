//! A hidden engine that misbehaves in one chosen way and is otherwise in order: what the arena is
//! tested against. It plays every game the arena knows, always the first legal move.

mod deeds;
mod fault;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::Failure;
use crate::games::{Game, Line};
use crate::process::launcher::FAILED;
use crate::process::{
    await_input, close_stdin, close_stdout, ignore_termination, kill_group, leave_orphan, stop_self,
};
use crate::protocol::{Command, OptionDecl, VARIANT_OPTION};
use deeds::forever;
use fault::Fault;

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
    /// How many megabytes something has, where that matters
    #[arg(long, default_value_t = 400)]
    megabytes: usize,
    /// What it tries to read, or to write to
    #[arg(long = "path")]
    paths: Vec<PathBuf>,
}

/// Runs the engine on standard input and output.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(done) = deeds::part(arguments.fault, arguments.ms) {
        return done.map_err(Failure::failed);
    }
    let broken = Broken {
        fault: arguments.fault,
        at: arguments.at,
        ms: arguments.ms,
        megabytes: arguments.megabytes,
        paths: arguments.paths.clone(),
        line: None,
        asked: 0,
        games: 0,
        twice: false,
    };
    broken.serve().map_err(Failure::failed)
}

struct Broken {
    fault: Fault,
    at: u32,
    ms: u64,
    megabytes: usize,
    paths: Vec<PathBuf>,
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
                Command::Quit if self.stays() => {}
                Command::Quit if self.fault == Fault::FloodAtQuit => loop {
                    self.say("info string good bye")?;
                },
                Command::Quit => return Ok(()),
                _ => {}
            }
        }
        if self.stays() { forever() } else { Ok(()) }
    }

    /// Whether it stays when told to quit.
    fn stays(&self) -> bool {
        matches!(self.fault, Fault::Stays | Fault::Stubborn)
    }

    fn say(&self, text: &str) -> io::Result<()> {
        let end = if self.fault == Fault::Crlf { "\r\n" } else { "\n" };
        // In one write, with all its lines: what comes later may meet the next question.
        Self::utter(format!("{text}{end}").as_bytes())
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
            Fault::UnstartedAtUgi => process::exit(FAILED),
            Fault::TakesBack => deeds::take_back()?,
            Fault::Nonsense => loop {
                self.say("hello, who is there?")?;
            },
            Fault::EndlessHello => loop {
                Self::utter(&[b'x'; 4096])?;
            },
            Fault::Options => loop {
                self.say("option name One More type check default true")?;
            },
            Fault::Stubborn => ignore_termination()?,
            _ => {}
        }
        self.say("id name Broken\nid author nobody")?;
        self.say(&OptionDecl::combo(VARIANT_OPTION, &Game::NAMES).to_string())?;
        self.say("option name Depth type spin default 1 min 1 max 9")?;
        self.say("option name Text type string default")?;
        self.say("ugiok")?;
        if self.fault == Fault::Deaf { forever() } else { Ok(()) }
    }

    fn ready(&self) -> io::Result<()> {
        match self.fault {
            Fault::DiesAtReady => process::exit(4),
            Fault::SlowStart => thread::sleep(Duration::from_millis(self.ms)),
            Fault::Dawdles if self.asked >= self.at => thread::sleep(Duration::from_millis(self.ms)),
            Fault::OneGame if self.games > 1 => return Ok(()),
            _ => {}
        }
        self.say(if self.fault == Fault::Answering { "readyok\nbestmove a1" } else { "readyok" })
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
        if self.fault == Fault::Noise {
            Self::utter(b"\0\0\0\ninfo string \xff\xfe\0\xc3\ninfo \0\n\xf0\x9f\n")?;
        }
        if self.asked == self.at {
            self.misbehave(&answer)?;
        }
        let repeated = if std::mem::take(&mut self.twice) { format!("{answer}\n{answer}") } else { answer };
        self.say(&repeated)?;
        if self.fault == Fault::Again {
            await_input()?;
            self.say(&repeated)?;
        }
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
            Fault::Flood => self.flood()?,
            Fault::StderrFlood => loop {
                io::stderr().write_all(&[b'e'; 1 << 16])?;
            },
            Fault::Unfinished => {
                Self::utter(answer.as_bytes())?;
                forever()
            }
            Fault::Stops => stop_self(),
            Fault::Burns => deeds::burn(),
            Fault::BurnsApart => deeds::burn_apart(),
            Fault::BurnsLate => deeds::burn_late(Duration::from_millis(self.ms)),
            Fault::KillsGroup => kill_group(),
            Fault::PretendsUnstarted => process::exit(FAILED),
            Fault::Exit => process::exit(5),
            Fault::Abort => process::abort(),
            Fault::LastWords => {
                Self::utter(answer.as_bytes())?;
                process::exit(0);
            }
            Fault::Farewell => {
                self.say(answer)?;
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
            Fault::Daemon => {
                deeds::leave(self.fault)?;
                process::exit(0);
            }
            Fault::Relay | Fault::Bomb => deeds::leave(self.fault)?,
            Fault::Hog => deeds::hog(Duration::from_millis(self.ms)),
            Fault::HogHeadless => deeds::hog_headless(Duration::from_millis(self.ms)),
            Fault::HogAtOnce => deeds::hog_at_once(self.megabytes),
            Fault::Nul => return self.replace("bestmove \0\0"),
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
            Fault::Twice | Fault::Dawdles => self.twice = true,
            Fault::Early => self.say(&format!("{answer}\n{answer}\n{answer}"))?,
            fault if deeds::is_possible(fault, &self.paths) => process::exit(deeds::POSSIBLE),
            _ => {}
        }
        Ok(())
    }

    /// Prints many megabytes of `info` lines.
    fn flood(&self) -> io::Result<()> {
        let block = "info depth 1 score cp 0 nodes 1 string and so on and so forth\n".repeat(1000);
        let blocks = (self.megabytes << 20) / block.len();
        let mut out = io::stdout().lock();
        (0..blocks).try_for_each(|_| out.write_all(block.as_bytes()))
    }

    /// Gives `wrong` for an answer and stays silent then.
    fn replace(&self, wrong: &str) -> io::Result<()> {
        self.say(wrong)?;
        forever()
    }
}
