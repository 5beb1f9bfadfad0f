//! A recorded game played again by the rules: whether it is what they say.

use super::{GameRecord, Reason, flaw};
use crate::games::{Game, Line, Seat};

/// Where a record is not what the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The ply it is about, counted from 1 after the opening; `None` if it is about the whole game.
    pub ply: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.ply {
            Some(ply) => write!(f, "ply {ply}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// The opening of a recorded game, before its first ply.
///
/// # Errors
/// What is wrong with the game's name, the opening or the deal.
pub fn opening(record: &GameRecord) -> Result<Line, Mismatch> {
    let wrong = |what: String| Mismatch { ply: None, what };
    let game = Game::named(&record.game)
        .ok_or_else(|| wrong(format!("there is no game `{}`", record.game.escape_debug())))?;
    let line = Line::parse(game, &record.opening).map_err(|error| wrong(format!("opening: {error}")))?;
    if record.players.len() != line.seats() {
        return Err(wrong(format!("{} players at {} seats", record.players.len(), line.seats())));
    }
    match (&record.deal, line.base().deal()) {
        (Some(told), Some(dealt)) if *told != dealt.clone().into() => {
            Err(wrong("the deal is not that of the opening".to_owned()))
        }
        _ => Ok(line),
    }
}

/// Plays a recorded game again; gives it as far as the rules go along, and what is wrong, if anything is.
pub fn retrace(record: &GameRecord) -> Result<(Line, Option<Mismatch>), Mismatch> {
    let mut line = opening(record)?;
    for (number, ply) in (1..).zip(&record.moves) {
        let wrong = |what: String| Some(Mismatch { ply: Some(number), what });
        let mover = line.to_move();
        match line.play(ply) {
            Err(illegal) => return Ok((line, wrong(illegal.to_string()))),
            Ok(text) if *ply != text => {
                return Ok((line, wrong(format!("{}: written as {text}", ply.escape_debug()))));
            }
            Ok(_) => {}
        }
        if let (Some(Seat(mover)), Some(&told)) = (mover, record.movers.get(number - 1))
            && mover != told
        {
            let told = format!("made by {}, but {} was to move", Seat(told), Seat(mover));
            return Ok((line, wrong(told)));
        }
    }
    let mismatch = outcome(record, &line).err().or_else(|| flaw(record));
    let mismatch = mismatch.map(|what| Mismatch { ply: None, what });
    Ok((line, mismatch))
}

/// Sees that the result is that of the board, where the game ended by the rules.
fn outcome(record: &GameRecord, line: &Line) -> Result<(), String> {
    if record.reason != Reason::Normal {
        return Ok(());
    }
    let Some(returns) = line.returns() else {
        return Err(format!(
            "said to have ended by the rules, and is not over after {} plies",
            record.moves.len()
        ));
    };
    let winner = returns.iter().position(|&returned| returned > 0).map(|seat| Seat(seat).to_string());
    let told = |seat: &Option<String>| seat.clone().unwrap_or_else(|| "nobody".to_owned());
    if winner != record.winner_seat {
        return Err(format!("{} has won, not {}", told(&winner), told(&record.winner_seat)));
    }
    let score = returns.first().map(|&own| line.game().score(own));
    match (score, record.score) {
        (Some(score), Some(told)) if score != told => Err(format!("the score is {score}, not {told}")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::sample::{plies, won};

    fn record() -> GameRecord {
        let moves = plies(&["d3", "d2", "d1", "d4", "b4", "pass", "a1"]);
        GameRecord {
            opening: "4/1ox1/1xo1/4 x".to_owned(),
            movers: vec![0, 1, 0, 1, 0, 1, 0],
            ms: vec![1.0; 7],
            thoughts: vec![None; 7],
            moves,
            score: Some(8),
            ..won(1, &["a", "b"])
        }
    }

    fn told(change: impl FnOnce(&mut GameRecord)) -> String {
        let mut record = record();
        change(&mut record);
        match retrace(&record) {
            Ok((_, None)) => "right".to_owned(),
            Ok((_, Some(mismatch))) | Err(mismatch) => mismatch.to_string(),
        }
    }

    #[test]
    fn a_game_that_was_played_by_the_rules_is_right_and_any_other_is_told_where() {
        assert_eq!(told(|_| {}), "right");
        assert_eq!(told(|record| record.moves[2] = plies(&["d2"])[0]), "ply 3: d2: not empty");
        assert_eq!(told(|record| record.moves[2] = plies(&["D1"])[0]), "ply 3: D1: written as d1");
        assert_eq!(told(|record| record.movers[3] = 0), "ply 4: made by p1, but p2 was to move");
        assert_eq!(told(|record| record.score = Some(9)), "the score is 8, not 9");
        assert_eq!(told(|record| record.winner_seat = Some("p2".to_owned())), "p1 has won, not p2");
        assert_eq!(
            told(|record| record.points = vec![0.5, 0.5]),
            "the points are [1.0, 0.0], not [0.5, 0.5]"
        );
        assert_eq!(told(|record| record.ms.truncate(3)), "7 moves, and 3 entries of `ms`");
        assert!(told(|record| record.moves.truncate(6)).contains("not over after 6 plies"));
        assert!(told(|record| record.opening = "4/4 x".to_owned()).starts_with("opening: "));
        assert_eq!(told(|record| record.game = "go".to_owned()), "there is no game `go`");
        assert_eq!(told(|record| drop(record.players.pop())), "1 players at 2 seats");
    }
}
