//! What UCI says otherwise than our own protocol, for Breakthrough engines that are asked in it.

use crate::games::Line;
use crate::protocol::{Clock, Info, Limits, Score, Words};

/// The game that is played in UCI.
pub(super) const GAME: &str = "breakthrough";
/// The option that names it.
pub(super) const VARIANT_OPTION: &str = "UCI_Variant";

/// Whether an engine for these games is asked in UCI.
pub(in crate::protocol) fn is_for(games: &[&str]) -> bool {
    games.contains(&GAME)
}

/// Whether this is the option that names the game.
pub(super) fn is_variant(name: &str) -> bool {
    name.eq_ignore_ascii_case(VARIANT_OPTION)
}

/// Whether a `go` line has clocks by colour.
pub(super) fn has_clocks(line: &str) -> bool {
    Words::new(line).any(|word| word == "wtime" || word == "btime")
}

/// The words after `position`, in ours: `P` and `p` are `w` and `b`, and what stands behind the side to move is
/// left out.
pub(super) fn position(text: &str) -> String {
    let mut words = Words::new(text);
    if words.next() != Some("fen") {
        return text.to_owned();
    }
    let (rows, side) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let piece = |letter| match letter {
        'P' => 'w',
        'p' => 'b',
        other => other,
    };
    let rows: String = rows.chars().map(piece).collect();
    words.until("moves");
    let moves = words.rest();
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
    format!("fen {rows} {side}{moves}")
}

/// The limits after `go`, with their clocks by seat, p1 first, and what is to be told of them: see [`Limits::read`].
pub(super) fn limits(go: &str, line: &Line) -> (Limits, Vec<String>) {
    let (mut limits, told) = Limits::read_with(go, |word| {
        let player = usize::from(word.starts_with('b'));
        let what = word.strip_prefix(['w', 'b']).filter(|what| ["time", "inc"].contains(what))?;
        Some((line.seat_of(player).0, what))
    });
    if !limits.clocks.is_empty() {
        limits.clocks.resize(line.seats(), Clock::default());
    }
    (limits, told)
}

/// The same news with `mate` in moves.
pub(super) fn in_moves(info: &Info) -> Info {
    let score = info.score.map(|score| match score {
        Score::Mate(plies) if plies > 0 => Score::Mate(plies / 2 + 1),
        Score::Mate(plies) => Score::Mate(plies / 2),
        other => other,
    });
    Info { score, ..info.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    #[test]
    fn positions_lose_what_only_chess_has() {
        for (uci, ours) in [
            ("startpos moves a2a3", "startpos moves a2a3"),
            ("fen 8/pP6/8/8/8/8/8/8 b - - 3 9", "fen 8/bw6/8/8/8/8/8/8 b"),
            ("fen 8/pP6/8/8/8/8/8/8 w", "fen 8/bw6/8/8/8/8/8/8 w"),
            ("fen 8/p7/8/8/8/8/8/P7 w 0 1 moves a1a2 a7a6", "fen 8/b7/8/8/8/8/8/w7 w moves a1a2 a7a6"),
        ] {
            assert_eq!(position(uci), ours);
        }
    }

    #[test]
    fn clocks_go_by_colour_and_what_they_were_taken_for_is_told() {
        let game = Game::Breakthrough { rows: 8, columns: 8 };
        for (base, ours) in [
            ("startpos", "p1time 9000 p2time 0 p1inc 20 p2inc 0"),
            ("8/8/b7/8/8/w7/8/8 b", "p1time 0 p2time 9000 p1inc 0 p2inc 20"),
        ] {
            let line = Line::parse(game, base).unwrap();
            let (limits, told) = limits("wtime 9000 btime 1e5 winc 20 binc -3", &line);
            assert_eq!(limits.to_string(), ours);
            assert_eq!(
                told,
                [
                    "btime takes a whole number, not `1e5`: taken as 0",
                    "binc is at least 0, not `-3`: taken as 0"
                ]
            );
        }
        let line = Line::parse(game, "startpos").unwrap();
        assert!(limits("", &line).0.is_infinite());
    }

    #[test]
    fn a_win_in_plies_is_one_in_moves() {
        for (plies, moves) in [(1, 1), (3, 2), (5, 3), (-2, -1), (-4, -2)] {
            let info = Info { score: Some(Score::Mate(plies)), ..Info::default() };
            assert_eq!(in_moves(&info).score, Some(Score::Mate(moves)));
        }
    }
}
