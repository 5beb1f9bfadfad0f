//! UCI, the protocol of chess engines, for those that play Breakthrough as a variant
//! (Fairy-Stockfish and its relatives).
//!
//! Its clocks go by colour and not by seat, its `mate` counts moves and not plies, and its position
//! text has chess letters: White's pieces are `P`, Black's `p`. Moves are written as ours.

use std::borrow::Cow;
use std::fmt::Write;

use super::super::{Reply, Words};
use super::handshake::{Handshake, READYOK, Vocabulary};
use super::{Conversation, Hearing, Question};
use crate::games::{Game, Line};
use crate::protocol::{Clock, OptionDecl};

/// The option by which an engine is told its game.
pub(super) const VARIANT_OPTION: &str = "UCI_Variant";

const UCIOK: &str = "uciok";
const WORDS: Vocabulary =
    Vocabulary { hello: ("uci", UCIOK), new_game: "ucinewgame", variant: VARIANT_OPTION };

/// A conversation in UCI.
#[derive(Debug)]
pub(super) struct Uci(Handshake);

impl Uci {
    pub(super) fn new(variant: Option<String>) -> Self {
        Self(Handshake::new(&WORDS, variant))
    }
}

impl Conversation for Uci {
    fn greet(&mut self, out: &mut String) {
        self.0.greet(out);
    }

    fn set_up(
        &mut self,
        game: Game,
        declared: &[OptionDecl],
        options: &[(String, String)],
        out: &mut String,
    ) {
        self.0.set_up(game, declared, options, out);
    }

    fn new_game(&mut self, out: &mut String) {
        self.0.new_game(out);
    }

    fn synchronize(&mut self, out: &mut String) {
        self.0.synchronize(out);
    }

    fn ask(&mut self, question: &Question<'_>, out: &mut String) -> Result<(), &'static str> {
        let Question { line, limits, .. } = question;
        write_position(out, line);
        out.push_str("go");
        let mut pair = |word: &str, value: u128| {
            // Writing to a string cannot fail.
            let _ = write!(out, " {word} {value}");
        };
        if let Some(movetime) = limits.movetime {
            pair("movetime", movetime.as_millis());
        }
        let clock = |player: usize| limits.clocks.get(line.seat_of(player).0).copied();
        for (player, time, increment) in [(0, "wtime", "winc"), (1, "btime", "binc")] {
            if let Some(Clock { time: left, increment: added }) = clock(player) {
                pair(time, left.as_millis());
                pair(increment, added.as_millis());
            }
        }
        if let Some(depth) = limits.depth {
            pair("depth", depth.into());
        }
        if let Some(nodes) = limits.nodes {
            pair("nodes", nodes.into());
        }
        out.push('\n');
        self.0.asked();
        Ok(())
    }

    fn hear<'a>(&mut self, line: &'a str) -> Hearing<'a> {
        if line.trim() == UCIOK {
            return if self.0.owed() == UCIOK { Hearing::Ready } else { Hearing::Other };
        }
        match Reply::parse(line) {
            Reply::Info(info) => board(info).unwrap_or_else(|| Hearing::Info(in_plies(info))),
            Reply::BestMove(word) => Hearing::of_move(word),
            Reply::ReadyOk if self.0.owed() == READYOK => Hearing::Ready,
            Reply::Name(name) => Hearing::Name(name.into()),
            Reply::Author(author) => Hearing::Author(author),
            Reply::Option(text) => Hearing::Option(text),
            Reply::UgiOk | Reply::ReadyOk | Reply::Other => Hearing::Other,
        }
    }

    fn owed(&self) -> Cow<'static, str> {
        format!("`{}`", self.0.owed()).into()
    }
}

/// Appends the `position` line.
fn write_position(out: &mut String, line: &Line) {
    let base = line.base();
    if base.to_string() == base.game().start().to_string() && base.game().is_default_board() {
        out.push_str("position startpos");
    } else {
        out.push_str("position fen ");
        out.push_str(&fen(&base.to_string()));
    }
    if !line.plies().is_empty() {
        out.push_str(" moves");
        for ply in line.plies() {
            out.push(' ');
            out.push_str(ply);
        }
    }
    out.push('\n');
}

/// Our text of a position in the letters of chess, with all fields.
pub(crate) fn fen(position: &str) -> String {
    let (rows, side) = position.split_once(' ').unwrap_or((position, "w"));
    let letter = |piece| match piece {
        'w' => 'P',
        'b' => 'p',
        other => other,
    };
    format!("{} {side} - - 0 1", rows.chars().map(letter).collect::<String>())
}

/// The board in `string variant breakthrough files 8 ranks 8 ...`, which Fairy-Stockfish says when it is
/// told the variant.
fn board(info: &str) -> Option<Hearing<'static>> {
    let mut words = Words::new(info.strip_prefix("string variant ")?);
    let (mut rows, mut columns) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "ranks" => rows = words.next()?.parse().ok(),
            "files" => columns = words.next()?.parse().ok(),
            _ => {}
        }
    }
    Some(Hearing::Board { rows: rows?, columns: columns? })
}

/// The same news with `mate` in plies: UCI counts the moves of the side that mates.
fn in_plies(info: &str) -> Cow<'_, str> {
    const MATE: &str = " mate ";
    let found = info.split_once(MATE).and_then(|(before, rest)| {
        let (number, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let moves: i32 = number.parse().ok().filter(|_| before.ends_with("score"))?;
        let plies = if moves > 0 { moves.saturating_mul(2) - 1 } else { moves.saturating_mul(2) };
        Some(format!("{before}{MATE}{plies} {after}"))
    });
    found.map_or(Cow::Borrowed(info), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::Seat;
    use crate::protocol::{Info, Limits, Score};

    const GAME: Game = Game::Breakthrough { rows: 8, columns: 8 };

    fn asked(opening: &str, limits: &str) -> String {
        let line = Line::parse(GAME, opening).unwrap();
        let limits = Limits::parse(limits);
        let mut out = String::new();
        let question = Question { line: &line, seat: Seat(0), peeks: false, limits: &limits };
        Uci::new(None).ask(&question, &mut out).unwrap();
        out
    }

    #[test]
    fn the_handshake_is_that_of_chess_with_the_variant() {
        let mut uci = Uci::new(None);
        let mut said = String::new();
        uci.greet(&mut said);
        assert_eq!(uci.hear("ugiok"), Hearing::Other);
        assert_eq!(uci.hear("uciok"), Hearing::Ready);
        uci.set_up(GAME, &[OptionDecl::combo(VARIANT_OPTION, &["chess"])], &[], &mut said);
        assert_eq!(uci.hear("uciok"), Hearing::Other);
        assert_eq!(uci.hear("readyok"), Hearing::Ready);
        uci.new_game(&mut said);
        assert_eq!(
            said,
            "uci\nsetoption name UCI_Variant value breakthrough\nisready\nucinewgame\nisready\n"
        );
    }

    #[test]
    fn positions_have_the_letters_of_chess_and_clocks_go_by_colour() {
        assert_eq!(
            asked("startpos moves a2a3", "movetime 1000"),
            "position startpos moves a2a3\ngo movetime 1000\n"
        );
        let (blacks, whites) = ("8/bb6/8/8/8/8/6ww/8 b moves a7a6", "8/bb6/8/8/8/8/6ww/8 w");
        assert_eq!(
            asked(blacks, "p1time 5 p2time 9000 p1inc 1 p2inc 20 depth 7"),
            "position fen 8/pp6/8/8/8/8/6PP/8 b - - 0 1 moves a7a6\n\
             go wtime 9000 winc 20 btime 5 binc 1 depth 7\n"
        );
        assert_eq!(
            asked(whites, "p1time 5 p2time 9000 p1inc 1 p2inc 20 nodes 3"),
            "position fen 8/pp6/8/8/8/8/6PP/8 w - - 0 1\ngo wtime 5 winc 1 btime 9000 binc 20 nodes 3\n"
        );
        assert_eq!(fen("12/b2wb7/12/12 w"), "12/p2Pp7/12/12 w - - 0 1");
        assert_eq!(Limits::parse("movetime 1000").movetime, Some(Duration::from_secs(1)));
    }

    #[test]
    fn mate_in_moves_becomes_mate_in_plies() {
        let mut uci = Uci::new(None);
        for (line, score) in [
            ("info depth 9 score mate 3 nodes 5 pv a2a3", Score::Mate(5)),
            ("info depth 9 score mate 1", Score::Mate(1)),
            ("info depth 9 score mate -2 nodes 5", Score::Mate(-4)),
            ("info depth 9 score cp -13 nodes 159", Score::Cp(-13)),
        ] {
            let Hearing::Info(info) = uci.hear(line) else { panic!("{line}") };
            let info = Info::parse(&info);
            assert_eq!((info.score, info.depth), (Some(score), Some(9)), "{line}");
        }
    }

    #[test]
    fn the_board_of_a_variant_is_heard() {
        let told = "info string variant breakthrough files 8 ranks 9 pocket 0 template fairy startpos x";
        assert_eq!(Uci::new(None).hear(told), Hearing::Board { rows: 9, columns: 8 });
        assert!(matches!(Uci::new(None).hear("info string variant unknown"), Hearing::Info(_)));
    }
}
