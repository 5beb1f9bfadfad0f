//! `arena referee`: moves typed or piped in, judged by the rules.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::Args;

use super::board::BoardArguments;
use super::{Failure, say, start};
use crate::games::{Line, notation};
use crate::report::state::{self, State};
use crate::report::text::cut;

/// Judges moves typed or piped in, and shows the position, the legal moves and the result.
///
/// Moves stand on any number of lines, with blanks or a line between them; `#` begins a comment. Understood
/// are `f5 d6`, `f5d6c3`, `F5`, in Breakthrough also `a2-a3`, `a2xb3`, `(2,1)(3,1)` and `2,1 3,1` (row,
/// column). A line `position startpos` or `position fen <position> moves ...` begins anew from there.
///
/// The referee makes no plies himself: `pass` and `draw:2-6` are typed, and stand among the legal moves;
/// only a transcript without blanks, such as `f5d6c3`, leaves passes out.
///
/// In a terminal every line is answered with the board, and a wrong move with the reason. In a pipe the
/// last position is printed; the first illegal move ends it, with its line and the reason, exit code 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples: echo f5d6c3 | arena referee othello\n          \
                        arena referee breakthrough --rows 5 --columns 4 < moves.txt\n          \
                        echo 'f5 d6' | arena referee othello --json | tail -1")]
pub(super) struct Arguments {
    /// othello, breakthrough or domino
    #[arg(value_parser = super::game_name::GameName, hide_possible_values = true)]
    game: String,
    #[command(flatten)]
    board: BoardArguments,
    /// The position to begin from, or `startpos moves ...`; the start of the game if it is not given
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Dominoes without --position: the seed of the deal; drawn and printed if it is not given
    #[arg(long, value_name = "S", value_parser = crate::cli::numbers::seed)]
    seed: Option<u64>,
    /// One object of JSON a ply, the start first: ply, move, position, to_move, legal, over, winner, score
    #[arg(long)]
    json: bool,
}

/// What can be typed.
const HELP: &str = "\
    moves: one or several on a line, as `legal` above writes them, or f5d6c3, a2-a3, (2,1)(3,1); # begins a comment
position startpos, position fen P moves ...: begin anew from there
undo: take the last ply back
quit: end";

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let line = start::line(&arguments.game, arguments.board, arguments.position.as_deref(), arguments.seed)?;
    if line.position().is_hidden() {
        return Err(Failure::Wrong(
            "--position hides some of the tiles, and nobody can referee what he does not see: give every hand and \
             the stack in its order, as `arena opening domino` prints them"
                .to_owned(),
        ));
    }
    let mut table = Table { line, as_json: arguments.json };
    if io::stdin().is_terminal() && !arguments.json { table.at_the_keyboard() } else { table.in_a_pipe() }
}

/// The game that is being judged.
struct Table {
    line: Line,
    as_json: bool,
}

impl Table {
    /// Takes one line of text.
    ///
    /// # Errors
    /// The first thing in it that is wrong; what stood before it has been played.
    fn take(&mut self, text: &str) -> Result<(), String> {
        if let Some(line) = start::position(self.line.game(), text)? {
            self.line = line;
            self.tell(1);
            return Ok(());
        }
        for written in notation::moves(self.line.game(), text) {
            let before = self.line.plies().len();
            // A word of megabytes is not told whole.
            written.play(&mut self.line).map_err(|illegal| cut(&illegal.to_string(), 200).into_owned())?;
            // A transcript may have left out passes, which are plies as well.
            self.tell(self.line.plies().len() - before);
        }
        Ok(())
    }

    /// Says to a program where the game stood after each of the last `plies` plies.
    fn tell(&self, plies: usize) {
        for missing in (0..plies).rev().filter(|_| self.as_json) {
            say(State::of(&start::without_last(&self.line, missing)).json());
        }
    }

    /// Judges all there is, until something is wrong.
    fn in_a_pipe(&mut self) -> Result<(), Failure> {
        self.tell(1);
        let mut input = io::stdin().lock();
        let mut bytes = Vec::new();
        let mut wrong = None;
        for number in 1.. {
            bytes.clear();
            let length = input.read_until(b'\n', &mut bytes).map_err(Failure::failed)?;
            if length == 0 {
                break;
            }
            if let Err(why) = self.take(String::from_utf8_lossy(&bytes).trim_end()) {
                wrong = Some(format!("line {number}: {why}"));
                break;
            }
        }
        if !self.as_json {
            say(format!("{}\n{}", self.line.position().diagram(), state::lines(&self.line)));
        }
        wrong.map_or(Ok(()), |wrong| Err(Failure::Failed(wrong)))
    }

    /// Talks with somebody, until he has enough.
    fn at_the_keyboard(&mut self) -> Result<(), Failure> {
        say("Type moves, or: undo, help, quit");
        self.show();
        loop {
            let prompt = self.line.to_move().map_or_else(String::new, |mover| state::seat(&self.line, mover));
            let _ = write!(io::stdout(), "{prompt}> ").and_then(|()| io::stdout().flush());
            let mut text = String::new();
            if io::stdin().read_line(&mut text).map_err(Failure::failed)? == 0 {
                say("");
                return Ok(());
            }
            match text.trim().to_ascii_lowercase().as_str() {
                "" => continue,
                "quit" | "exit" | "q" => return Ok(()),
                "help" | "?" => {
                    say(HELP);
                    continue;
                }
                "undo" => self.line = start::without_last(&self.line, 1),
                _ => {
                    if let Err(why) = self.take(&text) {
                        say(format!("{why}\n"));
                    }
                }
            }
            self.show();
        }
    }

    fn show(&self) {
        say(format!("\n{}\n{}", self.line.position().diagram(), state::lines(&self.line)));
    }
}
