//! 3. The conversation with the arena, line by line, as protocol.md describes it.

mod chance;
mod position;
mod thinking;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use chance::Chance;
use position::{Position, GAME, START};

struct Engine {
    position: Position,
    seed: u64,
    chance: Chance,
}

fn main() {
    let position = Position::parse(START).expect("the start is a position");
    let mut engine = Engine { position, seed: 1, chance: Chance::new(1) };
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    // Ends when the arena closes our input. Strange bytes must not kill us.
    while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&line).into_owned();
        let words: Vec<&str> = text.split_whitespace().collect(); // takes `\n` and `\r` away as well
        if !engine.hear(&words) {
            return;
        }
        line.clear();
    }
}

/// Writes a line for the arena. Without the flush it might wait in a buffer for ever.
fn answer(line: &str) {
    let mut output = io::stdout();
    // The arena has gone if it cannot be written; then our input ends, too.
    let _ = writeln!(output, "{line}");
    let _ = output.flush();
}

impl Engine {
    /// Hears the words of a line; false when it is the last.
    fn hear(&mut self, words: &[&str]) -> bool {
        match words {
            ["ugi", ..] => introduce(),
            ["isready", ..] => answer("readyok"),
            // Forget the last game: the same seed, the same moves.
            ["uginewgame", ..] => self.chance = Chance::new(self.seed),
            ["setoption", "name", "Seed", "value", value] => {
                self.seed = value.parse().unwrap_or(self.seed);
                self.chance = Chance::new(self.seed);
            }
            ["position", rest @ ..] => self.hear_position(rest),
            ["go", rest @ ..] => self.hear_go(rest),
            ["quit", ..] => return false,
            _ => {} // every other word is ignored, as the protocol wants
        }
        true
    }

    /// `position startpos|fen <position> [moves <move> ...]`
    fn hear_position(&mut self, words: &[&str]) {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let text = match &words[..end] {
            ["fen", fields @ ..] => fields.join(" "),
            _ => START.to_owned(),
        };
        let told = Position::parse(&text).and_then(|mut position| {
            words.iter().skip(end + 1).try_for_each(|word| position.play_text(word))?;
            Ok(position)
        });
        match told {
            Ok(position) => self.position = position,
            // A mistyped line; the arena sends none.
            Err(why) => answer(&format!("info string cannot read that position: {why}")),
        }
    }

    /// `go`, then pairs of a word and a number: `movetime 1000`, `p1time 60000`, `depth 6`.
    fn hear_go(&mut self, words: &[&str]) {
        let pairs = words.windows(2).filter_map(|pair| Some((pair[0].to_owned(), pair[1].parse().ok()?)));
        let limits: HashMap<String, u64> = pairs.collect();
        if self.position.moves().is_empty() {
            answer("bestmove none"); // the arena never asks when the game is over; a person might
        } else {
            let best = thinking::choose(&self.position, &limits, &mut self.chance);
            answer(&format!("bestmove {best}"));
        }
    }
}

fn introduce() {
    answer("id name Minimal Rust");
    answer("id author the arena's authors");
    answer(&format!("option name UGI_Variant type combo default {GAME} var {GAME}"));
    answer("option name Seed type spin default 1 min 0 max 2147483647");
    answer("ugiok");
}
