//! What UCI says otherwise than our own protocol, for Breakthrough engines that are asked in it.

use std::time::Duration;

use crate::games::{Line, Seat};
use crate::protocol::{Clock, Info, Score, Words};

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

/// The clocks of a `go` line by seat, p1 first; none if it has none.
pub(super) fn clocks(go: &str, line: &Line) -> Vec<Clock> {
    if !has_clocks(go) {
        return Vec::new();
    }
    let mut clocks = vec![Clock::default(); line.seats()];
    let mut words = Words::new(go);
    while let Some(word) = words.next() {
        let player = match word {
            "wtime" | "winc" => 0,
            "btime" | "binc" => 1,
            _ => continue,
        };
        let Seat(seat) = line.seat_of(player);
        let ms = words.next().and_then(|number| number.parse::<i64>().ok()).unwrap_or(0);
        let time = Duration::from_millis(ms.max(0) as u64);
        let clock = &mut clocks[seat];
        *(if word.ends_with("time") { &mut clock.time } else { &mut clock.increment }) = time;
    }
    clocks
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
    fn a_win_in_plies_is_one_in_moves() {
        for (plies, moves) in [(1, 1), (3, 2), (5, 3), (-2, -1), (-4, -2)] {
            let info = Info { score: Some(Score::Mate(plies)), ..Info::default() };
            assert_eq!(in_moves(&info).score, Some(Score::Mate(moves)));
        }
    }
}
