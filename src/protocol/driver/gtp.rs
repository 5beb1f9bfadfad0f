//! An Othello engine asked in GTP version 2, so that it plays in programs made for that (Quarry, GoGui's
//! tools, anybody's script).
//!
//! A pass may be told and may be left out: who moves while the other side must pass has let it pass.
//! There is no `stop` in GTP; a move for which no time was told is answered after [`UNTOLD`].

mod time;

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use super::{Engine, Search};
use crate::games::{Game, Line, othello};
use crate::protocol::vertex::{PASS, square, vertex};
use time::Time;

/// For a move about whose time nothing was said.
const UNTOLD: Duration = Duration::from_secs(1);

const COMMANDS: [&str; 19] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
    "list_games",
    "set_game",
    "reg_genmove",
];

const SYNTAX: &str = "syntax error";
const ILLEGAL: &str = "illegal move";

/// Answers the commands of `input` until `quit` or its end.
pub(super) fn answer(engine: &mut dyn Engine, input: impl BufRead, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(8);
    let (nobody, never) = (&mut io::sink(), AtomicU64::new(0));
    engine.prepare(&mut Search {
        started: Instant::now(),
        number: 1,
        stopped_up_to: &never,
        in_moves: false,
        out: nobody,
    });
    for line in input.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        let at = Instant::now();
        let line: String =
            line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let text = line.split('#').next().unwrap_or("");
        let mut words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let is_id = words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let id = if is_id { words.remove(0) } else { "" };
        let Some((command, arguments)) = words.split_first() else { continue };
        let (sign, said) = match table.does(engine, command, arguments, at) {
            Ok(said) => ('=', said),
            Err(why) => ('?', why.to_owned()),
        };
        write!(out, "{sign}{id} {said}\n\n")?;
        out.flush()?;
        if *command == "quit" {
            break;
        }
    }
    Ok(())
}

/// The board, and the clocks beside it.
struct Table {
    line: Line,
    /// The numbers of the plies that are passes which nobody told.
    unsaid: Vec<usize>,
    time: Time,
}

impl Table {
    fn new(size: u8) -> Self {
        Self { line: Line::new(Game::Othello { size }.start()), unsaid: Vec::new(), time: Time::default() }
    }

    fn size(&self) -> u8 {
        match self.line.game() {
            Game::Othello { size } => size,
            _ => 8,
        }
    }

    /// Does what a command asks.
    fn does(
        &mut self,
        engine: &mut dyn Engine,
        command: &str,
        arguments: &[&str],
        at: Instant,
    ) -> Result<String, &'static str> {
        let number =
            |index: usize| arguments.get(index).and_then(|word| word.parse::<u32>().ok()).ok_or(SYNTAX);
        let done = Ok(String::new());
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => {
                Ok(engine.name().rsplit_once(' ').map_or_else(|| engine.name(), |(name, _)| name.to_owned()))
            }
            "version" => {
                Ok(engine.name().rsplit_once(' ').map_or_else(String::new, |(_, last)| last.to_owned()))
            }
            "known_command" => Ok(arguments.first().is_some_and(|word| COMMANDS.contains(word)).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "list_games" => Ok("Othello".to_owned()),
            "set_game" if arguments.first().is_some_and(|game| game.eq_ignore_ascii_case("othello")) => done,
            "set_game" => Err("this engine plays Othello only"),
            "quit" | "komi" => done,
            "boardsize" => {
                let size = u8::try_from(number(0)?).ok().filter(|size| othello::SIZES.contains(size));
                let size = size.ok_or("unacceptable size")?;
                *self = Self { time: std::mem::take(&mut self.time), ..Self::new(size) };
                engine.new_game();
                done
            }
            "clear_board" => {
                let size = self.size();
                *self = Self { time: std::mem::take(&mut self.time), ..Self::new(size) };
                self.time.start();
                engine.new_game();
                done
            }
            "time_settings" => {
                self.time.set(number(0)?, number(1)?, number(2)?);
                done
            }
            "time_left" => {
                let player = player(arguments.first())?;
                self.time.left(player, number(1)?, number(2)?);
                done
            }
            "play" => {
                let player = player(arguments.first())?;
                let text = arguments.get(1).ok_or(SYNTAX)?;
                self.play(player, &square(text, self.size())).map(|()| String::new())
            }
            "genmove" | "reg_genmove" => {
                let player = player(arguments.first())?;
                let unsaid = self.unsaid.len();
                let ply = self.choose(engine, player, at)?;
                let text = vertex(&ply, self.size());
                if command == "reg_genmove" {
                    while self.unsaid.len() > unsaid {
                        self.take_back();
                    }
                } else if self.line.to_move().is_some() {
                    self.line.play(&ply).map_err(|_| ILLEGAL)?;
                    self.time.used(player, at.elapsed());
                }
                Ok(text)
            }
            "undo" => self.undo().map(|()| String::new()),
            "final_score" => self.score(),
            "showboard" => Ok(format!("\n{}", self.line.position().diagram().trim_end())),
            _ => Err("unknown command"),
        }
    }

    /// Lets the other side pass if it must, so that `player` is to move.
    fn turn_to(&mut self, player: usize) -> Result<(), &'static str> {
        if self.line.position().player() == Some(player) {
            return Ok(());
        }
        let pass = self.line.forced().ok_or(ILLEGAL)?;
        self.unsaid.push(self.line.plies().len());
        self.line.play(&pass).map(|_| ()).map_err(|_| ILLEGAL)
    }

    fn play(&mut self, player: usize, ply: &str) -> Result<(), &'static str> {
        let before = self.unsaid.len();
        self.turn_to(player)?;
        let played = self.line.play(ply).map(|_| ()).map_err(|_| ILLEGAL);
        if played.is_err() && self.unsaid.len() > before {
            self.take_back();
        }
        played
    }

    /// A move for `player`; a pass where he has none.
    fn choose(
        &mut self,
        engine: &mut dyn Engine,
        player: usize,
        at: Instant,
    ) -> Result<String, &'static str> {
        if self.line.to_move().is_none() {
            return Ok(PASS.to_owned());
        }
        self.turn_to(player)?;
        if let Some(pass) = self.line.forced() {
            return Ok(pass.to_string());
        }
        let limits = self.time.limits(player, UNTOLD);
        let stopped = AtomicU64::new(0);
        // Anything but the answer would be none of GTP.
        let mut nobody = io::sink();
        let mut search =
            Search { started: at, number: 1, stopped_up_to: &stopped, in_moves: false, out: &mut nobody };
        Ok(engine.go(&self.line, &limits, &mut search))
    }

    /// Takes the last ply back.
    fn take_back(&mut self) {
        let plies = self.line.plies().to_vec();
        let mut line = Line::new(self.line.base().boxed());
        for ply in &plies[..plies.len().saturating_sub(1)] {
            if line.play(ply).is_err() {
                return;
            }
        }
        self.line = line;
        let kept = self.line.plies().len();
        self.unsaid.retain(|&number| number < kept);
    }

    /// Takes the last move back, and the pass before it that nobody told.
    fn undo(&mut self) -> Result<(), &'static str> {
        if self.line.plies().is_empty() {
            return Err("cannot undo");
        }
        self.take_back();
        while self.unsaid.last().is_some_and(|&number| number + 1 == self.line.plies().len()) {
            self.take_back();
        }
        Ok(())
    }

    fn score(&self) -> Result<String, &'static str> {
        let returns = self.line.returns().ok_or("cannot score: the game is not over")?;
        let difference = returns.first().copied().unwrap_or(0);
        Ok(match difference {
            0 => "0".to_owned(),
            1.. => format!("B+{difference}"),
            _ => format!("W+{}", -difference),
        })
    }
}

/// The player of a colour.
fn player(word: Option<&&str>) -> Result<usize, &'static str> {
    match word.map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("b" | "black") => Ok(0),
        Some("w" | "white") => Ok(1),
        _ => Err(SYNTAX),
    }
}

#[cfg(test)]
mod tests;
