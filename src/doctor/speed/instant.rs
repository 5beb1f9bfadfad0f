//! An engine that answers at once: always the first legal move, of Othello on the usual board. What a
//! game of two of it takes is the arena's time and the pipes'.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use crate::games::PlyText;
use crate::games::othello::{Eight, Othello};
use crate::protocol::{OptionDecl, VARIANT_OPTION};

/// Where the last question led to, so that the next one costs only what is new in it.
#[derive(Debug)]
pub struct Player {
    asked: Vec<u8>,
    position: Othello<Eight>,
}

impl Default for Player {
    fn default() -> Self {
        Self { asked: Vec::new(), position: Othello::start() }
    }
}

impl Player {
    /// Takes a `position` line, without its end.
    fn set(&mut self, line: &[u8]) {
        let known = self.asked.len();
        let goes_on =
            known > 0 && line.starts_with(&self.asked) && matches!(line.get(known), None | Some(b' '));
        let rest = if goes_on { &line[known..] } else { line };
        if !goes_on {
            self.position = Othello::start();
        }
        let mut words = rest.split(|&byte| byte == b' ').filter_map(|word| std::str::from_utf8(word).ok());
        while let Some(word) = words.next() {
            match word {
                "fen" => {
                    let text = words.next().zip(words.next()).map(|(rows, side)| format!("{rows} {side}"));
                    self.position = text.and_then(|text| text.parse().ok()).unwrap_or(self.position);
                }
                "" | "position" | "startpos" | "moves" => {}
                ply => {
                    if let Ok(mv) = self.position.read(ply) {
                        self.position = self.position.after(mv);
                    }
                }
            }
        }
        self.asked.clear();
        self.asked.extend_from_slice(line);
    }

    /// Writes the answer to `go`.
    fn answer(&self, out: &mut Vec<u8>) {
        let ply = self.position.moves().next().map(Othello::<Eight>::ply);
        out.extend_from_slice(b"bestmove ");
        out.extend_from_slice(ply.as_ref().map_or(b"none", PlyText::as_bytes));
        out.push(b'\n');
    }

    /// Plays on standard input and output, with `infos` lines of information before each answer.
    ///
    /// # Errors
    /// What the system says.
    pub fn serve(infos: usize) -> io::Result<()> {
        let info = b"info depth 12 score cp 150 nodes 1234567 time 100 pv f5 d6 c3 d3 c4 f4 c5 b3 c2 e3\n"
            .repeat(infos);
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let mut player = Self::default();
        let (mut line, mut out) = (Vec::new(), Vec::new());
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim_ascii_end();
            out.clear();
            match line.split(|&byte| byte == b' ').next() {
                Some(b"position") => player.set(line),
                Some(b"go") => {
                    out.extend_from_slice(&info);
                    player.answer(&mut out);
                }
                Some(b"ugi") => {
                    let variant = OptionDecl::combo(VARIANT_OPTION, &["othello"]);
                    writeln!(out, "id name Instant\nid author arena\n{variant}\nugiok")?;
                }
                Some(b"isready") => out.extend_from_slice(b"readyok\n"),
                Some(b"quit") => return Ok(()),
                _ => {}
            }
            if !out.is_empty() {
                output.write_all(&out)?;
                output.flush()?;
            }
        }
    }

    /// How long it takes over a question, without the pipes: the mean over a whole game.
    pub fn own_time() -> Duration {
        const GAMES: u32 = 200;
        let questions = game();
        let mut out = Vec::new();
        let begin = Instant::now();
        for _ in 0..GAMES {
            // Each of two engines is asked every other question.
            let mut players = [Self::default(), Self::default()];
            for (number, question) in questions.iter().enumerate() {
                let player = &mut players[number % 2];
                player.set(question);
                out.clear();
                player.answer(&mut out);
            }
        }
        begin.elapsed() / (GAMES * questions.len() as u32)
    }
}

/// The questions of a game.
fn game() -> Vec<Vec<u8>> {
    let mut position = Othello::<Eight>::start();
    let mut question = b"position startpos".to_vec();
    let mut questions = Vec::new();
    while let Some(mv) = position.moves().next() {
        questions.push(question.clone());
        if questions.len() == 1 {
            question.extend_from_slice(b" moves");
        }
        question.push(b' ');
        question.extend_from_slice(Othello::<Eight>::text(mv).as_bytes());
        position = position.after(mv);
    }
    questions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_does_not_depend_on_what_was_asked_before() {
        let mut kept = Player::default();
        for question in game() {
            let mut fresh = Player::default();
            let (mut first, mut second) = (Vec::new(), Vec::new());
            kept.set(&question);
            kept.answer(&mut first);
            fresh.set(&question);
            fresh.answer(&mut second);
            assert_eq!(first, second, "{}", String::from_utf8_lossy(&question));
        }
        let mut other = Vec::new();
        kept.set(b"position startpos moves f5");
        kept.answer(&mut other);
        assert_eq!(other, b"bestmove f4\n");
    }
}
