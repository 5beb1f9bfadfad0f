//! The protocol of NBoard, version 2, which the Othello programs NTest and Edax speak.
//!
//! A game is sent whole, as GGF, when it is new, and from then on move by move, the engine's own moves
//! too. `ping` before each `go` divides what was said before from the answer, so that no line of
//! an earlier search is taken for it. There is no time in this protocol: an engine is given a depth.

use std::borrow::Cow;
use std::fmt::Write;

use super::{Conversation, Dialect, Hearing, Question};
use crate::games::{Game, PlyText};
use crate::protocol::{Limits, OptionDecl, Words, ggf};

const PASS: &str = "pass";

/// What a game that is under way has to say of itself.
const HEADS: &str = "PC[arena]PB[Black]PW[White]RE[?]TI[0]";

/// What is waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Owed {
    #[default]
    Nothing,
    /// `pong` with the last number.
    Pong,
    /// `pong` and then a move.
    PongAndMove,
    Move,
}

/// A conversation by the protocol of NBoard.
#[derive(Debug, Default)]
pub(super) struct NBoard {
    owed: Owed,
    pings: u32,
    depth: Option<u32>,
    /// The depth that it has last told in this search.
    reached: Option<u32>,
    /// The text of the base and the plies that the engine knows of; `None` before its first game.
    known: Option<(String, Vec<PlyText>)>,
}

impl NBoard {
    fn ping(&mut self, out: &mut String) {
        self.pings += 1;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "ping {}", self.pings);
        self.owed = Owed::Pong;
    }
}

impl Conversation for NBoard {
    fn greet(&mut self, out: &mut String) {
        out.push_str("nboard 2\n");
        self.ping(out);
    }

    fn options(&self) -> Vec<OptionDecl> {
        vec![OptionDecl::spin("depth", 6, 1, 60), OptionDecl::spin("contempt", 0, -1000, 1000)]
    }

    fn set_up(
        &mut self,
        _game: Game,
        _declared: &[OptionDecl],
        options: &[(String, String)],
        out: &mut String,
    ) {
        for (name, value) in options {
            let _ = writeln!(out, "set {} {value}", name.to_ascii_lowercase());
        }
        self.ping(out);
    }

    fn new_game(&mut self, out: &mut String) {
        self.known = None;
        self.ping(out);
    }

    fn synchronize(&mut self, out: &mut String) {
        self.ping(out);
    }

    fn ask(&mut self, question: &Question<'_>, out: &mut String) -> Result<(), &'static str> {
        let Question { line, limits, .. } = question;
        Dialect::NBoard.check_game(line.game())?;
        let Limits { depth, .. } = **limits;
        if let Some(depth) = depth.filter(|_| depth != self.depth) {
            let _ = writeln!(out, "set depth {depth}");
            self.depth = Some(depth);
        }
        let base = line.base().to_string();
        match &self.known {
            Some((known, plies)) if *known == base && line.plies().starts_with(plies) => {
                for ply in &line.plies()[plies.len()..] {
                    let _ = writeln!(out, "move {}", ggf::square(ply));
                }
            }
            _ => {
                let _ = writeln!(out, "set game {}", ggf::write(line, HEADS, |_| None));
            }
        }
        self.known = Some((base, line.plies().to_vec()));
        self.ping(out);
        out.push_str("go\n");
        self.owed = Owed::PongAndMove;
        self.reached = None;
        Ok(())
    }

    fn hear<'a>(&mut self, line: &'a str) -> Hearing<'a> {
        let line = line.trim();
        if let Some(answer) = line.strip_prefix("===") {
            return match self.owed {
                Owed::Move => {
                    self.owed = Owed::Nothing;
                    answered(answer.trim(), self.reached)
                }
                // One that came before the pong belongs to what was asked before.
                _ => Hearing::Stray,
            };
        }
        let mut words = Words::new(line);
        match words.next() {
            Some("pong") if words.next().and_then(|number| number.parse().ok()) == Some(self.pings) => {
                match self.owed {
                    Owed::Pong => {
                        self.owed = Owed::Nothing;
                        Hearing::Ready
                    }
                    Owed::PongAndMove => {
                        self.owed = Owed::Move;
                        Hearing::Part
                    }
                    Owed::Nothing | Owed::Move => Hearing::Other,
                }
            }
            Some("set") if words.next() == Some("myname") => Hearing::Name(words.rest().into()),
            Some("search") if self.owed == Owed::Move => {
                let Some((depth, info)) = search(words.rest()) else { return Hearing::Other };
                self.reached = Some(depth);
                Hearing::Info(info.into())
            }
            _ => Hearing::Other,
        }
    }

    fn take_back(&mut self) {
        if self.owed == Owed::Nothing {
            self.owed = Owed::Move;
        }
    }

    fn owed(&self) -> Cow<'static, str> {
        match self.owed {
            Owed::Pong | Owed::PongAndMove => format!("`pong {}`", self.pings).into(),
            Owed::Nothing | Owed::Move => "`===`".into(),
        }
    }
}

/// The answer in `F5/-0.90/0.01`: move, value in discs, seconds; all but the move may be missing.
fn answered(answer: &str, reached: Option<u32>) -> Hearing<'static> {
    let mut parts = answer.split('/');
    let word = parts.next().unwrap_or("").trim().to_ascii_lowercase();
    let word = if word == "pa" || word == PASS { PASS.to_owned() } else { word };
    let depth = reached.map_or(String::new(), |depth| format!("depth {depth} "));
    let info = parts.next().and_then(hundredths).map(|value| format!("{depth}score cp {value}"));
    Hearing::Move { word: word.into(), info }
}

/// The news in `search F5D6 -0.9 0 8`: the play expected, value, always 0, depth; and the depth alone.
fn search(words: &str) -> Option<(u32, String)> {
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let [pv, value, _, depth] = words[..] else { return None };
    let depth: u32 = depth.trim_end_matches('%').parse().ok()?;
    let value = hundredths(value)?;
    let squares = pv.as_bytes().chunks(2).map(|square| String::from_utf8_lossy(square).to_ascii_lowercase());
    let pv: Vec<String> = squares.map(|ply| if ply == "pa" { PASS.to_owned() } else { ply }).collect();
    Some((depth, format!("depth {depth} score cp {value} pv {}", pv.join(" "))))
}

/// Discs in hundredths.
fn hundredths(discs: &str) -> Option<i32> {
    let value: f64 = discs.trim().parse().ok()?;
    (value.abs() < 1e6).then(|| (value * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Line, Seat};

    const GAME: Game = Game::Othello { size: 8 };
    const START: &str = "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

    fn asked(nboard: &mut NBoard, opening: &str, limits: &str) -> String {
        let line = Line::parse(GAME, opening).unwrap();
        let limits = Limits::parse(limits);
        let mut out = String::new();
        let question = Question { line: &line, seat: Seat(0), peeks: false, limits: &limits };
        nboard.ask(&question, &mut out).unwrap();
        out
    }

    #[test]
    fn a_game_is_sent_whole_and_then_move_by_move() {
        let mut nboard = NBoard::default();
        let mut said = String::new();
        nboard.greet(&mut said);
        assert_eq!(nboard.hear("set myname Old One"), Hearing::Name("Old One".into()));
        assert_eq!(nboard.hear("pong 1"), Hearing::Ready);
        nboard.set_up(GAME, &[], &[("Depth".to_owned(), "6".to_owned())], &mut said);
        assert_eq!(nboard.hear("pong 1"), Hearing::Other);
        assert_eq!(nboard.hear("pong 2"), Hearing::Ready);
        nboard.new_game(&mut said);
        assert_eq!(nboard.hear("pong 3"), Hearing::Ready);
        assert_eq!(said, "nboard 2\nping 1\nset depth 6\nping 2\nping 3\n");
        assert_eq!(
            asked(&mut nboard, "startpos moves f5", "movetime 1000"),
            format!(
                "set game (;GM[Othello]PC[arena]PB[Black]PW[White]RE[?]TI[0]TY[8]BO[8 {START}]B[F5];)\n\
                 ping 4\ngo\n"
            )
        );
        assert_eq!(nboard.hear("=== C3/1/1"), Hearing::Stray, "before the pong");
        assert_eq!(nboard.hear("status Thinking"), Hearing::Other);
        assert_eq!(nboard.hear("pong 4"), Hearing::Part);
        assert_eq!(
            nboard.hear("search F6D6 -0.9 0 8"),
            Hearing::Info("depth 8 score cp -90 pv f6 d6".into())
        );
        assert_eq!(
            nboard.hear("=== F6/-0.90/0.01"),
            Hearing::Move { word: "f6".into(), info: Some("depth 8 score cp -90".to_owned()) }
        );
        assert_eq!(
            asked(&mut nboard, "startpos moves f5 f6 e6", "depth 8"),
            "set depth 8\nmove F6\nmove E6\nping 5\ngo\n"
        );
        nboard.hear("pong 5");
        assert_eq!(nboard.hear("===D6"), Hearing::Move { word: "d6".into(), info: None });
        assert!(
            asked(&mut nboard, "startpos moves f5 d6", "depth 8").starts_with("set game "),
            "another game"
        );
    }

    #[test]
    fn any_position_can_be_set_up_and_passes_are_told() {
        let told = asked(&mut NBoard::default(), "xo6/8/8/8/8/8/8/7x o moves pass", "");
        let board = "*O------ -------- -------- -------- -------- -------- -------- -------* O";
        assert!(told.contains(&format!("BO[8 {board}]W[PA];)")), "{told}");
        let mut nboard = NBoard { owed: Owed::Move, ..NBoard::default() };
        assert_eq!(nboard.hear("=== PA"), Hearing::Move { word: "pass".into(), info: None });
        nboard.take_back();
        assert_eq!(nboard.hear("==="), Hearing::Move { word: "".into(), info: None });
    }

    #[test]
    fn only_eight_by_eight_can_be_asked_about() {
        let line = Line::parse(GAME, "4/1ox1/1xo1/4 x").unwrap();
        let question = Question { line: &line, seat: Seat(0), peeks: false, limits: &Limits::default() };
        assert!(NBoard::default().ask(&question, &mut String::new()).is_err());
    }
}
