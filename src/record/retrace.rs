//! A recorded game played again by the rules: whether it is what they say.

use super::soundness::may_be_at_the_start;
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
///
/// # Errors
/// As for [`opening`].
pub fn retrace(record: &GameRecord) -> Result<(Line, Option<Mismatch>), Mismatch> {
    retrace_with(record, |_, _| {})
}

/// The same, and shows the game after each ply and the ply's number, from 1.
///
/// # Errors
/// As for [`opening`].
pub fn retrace_with(
    record: &GameRecord,
    mut show: impl FnMut(&Line, usize),
) -> Result<(Line, Option<Mismatch>), Mismatch> {
    let mut line = opening(record)?;
    for (number, ply) in (1..).zip(&record.moves) {
        let wrong = |what: String| Some(Mismatch { ply: Some(number), what });
        let mover = line.to_move();
        if line.forced().is_some() && was_asked(record, number - 1) {
            return Ok((line, wrong("it was the only one, for which nobody is asked".to_owned())));
        }
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
        show(&line, number);
    }
    let mismatch = outcome(record, &line).err().or_else(|| flaw(record));
    let mismatch = mismatch.map(|what| Mismatch { ply: None, what });
    Ok((line, mismatch))
}

/// Whether an engine took time for a ply, or told anything of it.
fn was_asked(record: &GameRecord, at: usize) -> bool {
    record.ms.get(at).is_some_and(|&ms| ms > 0.0) || record.thoughts.get(at).is_some_and(Option::is_some)
}

/// Sees that the game ended by the rules where it is said to have, with the result of the board, and nowhere else.
fn outcome(record: &GameRecord, line: &Line) -> Result<(), String> {
    let (plies, reason) = (record.moves.len(), record.reason);
    let Some(returns) = line.returns() else {
        return match reason {
            Reason::Normal => {
                Err(format!("said to have ended by the rules, and is not over after {plies} plies"))
            }
            _ => offence(record, line),
        };
    };
    if reason != Reason::Normal {
        return Err(format!("said to have ended by `{}`, and is over after {plies} plies", reason.word()));
    }
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

/// Sees that whoever made the fault was asked for a move.
fn offence(record: &GameRecord, line: &Line) -> Result<(), String> {
    let (Some(fault), Some(mover)) = (record.faults.first(), line.to_move()) else { return Ok(()) };
    if record.moves.is_empty() && may_be_at_the_start(fault.reason) {
        return Ok(());
    }
    let told = Seat(fault.seat);
    if told != mover {
        return Err(format!("`{}` of {told}, but {mover} was to move", fault.reason.word()));
    }
    match line.forced() {
        Some(ply) => {
            Err(format!("`{}` of {told}, who could only play {ply} and is not asked", fault.reason.word()))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::sample::{faulty, plies, won};

    fn record() -> GameRecord {
        let moves = plies(&["d3", "d2", "d1", "d4", "b4", "pass", "a1"]);
        GameRecord {
            opening: "4/1ox1/1xo1/4 x".to_owned(),
            movers: vec![0, 1, 0, 1, 0, 1, 0],
            ms: vec![1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0],
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

    /// The same game, ended by such a fault after so many plies.
    fn offended(plies: usize, seat: usize, reason: Reason) -> String {
        told(|record| {
            let mut whole = record.clone();
            whole.moves.truncate(plies);
            whole.ms.truncate(plies);
            whole.thoughts.truncate(plies);
            whole.movers.truncate(plies);
            let ended = faulty(1, &["a", "b"], seat, reason, "x");
            *record = GameRecord {
                opening: whole.opening,
                moves: whole.moves,
                ms: whole.ms,
                thoughts: whole.thoughts,
                movers: whole.movers,
                ..ended
            };
        })
    }

    #[test]
    fn a_fault_stands_only_where_the_offender_was_asked() {
        const ASKED: [Reason; 3] = [Reason::IllegalMove, Reason::Time, Reason::Protocol];
        const ANYWHERE: [Reason; 2] = [Reason::Crash, Reason::Memory];
        for reason in ASKED.into_iter().chain(ANYWHERE) {
            let word = reason.word();
            assert_eq!(offended(4, 0, reason), "right", "{word}");
            assert_eq!(offended(0, 0, reason), "right", "{word}");
            let turn = format!("`{word}` of p2, but p1 was to move");
            assert_eq!(offended(4, 1, reason), turn);
            let over = format!("said to have ended by `{word}`, and is over after 7 plies");
            assert_eq!(offended(7, 1, reason), over);
            let forced = format!("`{word}` of p2, who could only play pass and is not asked");
            assert_eq!(offended(5, 1, reason), forced);
            let start = offended(0, 1, reason);
            assert_eq!(start, if ASKED.contains(&reason) { turn } else { "right".to_owned() });
        }
        assert_eq!(offended(0, 1, Reason::Stall), "right");
        assert_eq!(offended(4, 0, Reason::Stall), "a `stall` after 4 moves: who has begun was ready");
    }

    #[test]
    fn no_other_end_stands_where_the_board_is_full() {
        for reason in [Reason::Adjudication, Reason::MaxPlies] {
            let told = told(|record| (record.reason, record.score) = (reason, None));
            assert_eq!(told, format!("said to have ended by `{}`, and is over after 7 plies", reason.word()));
        }
    }

    #[test]
    fn for_a_ply_without_a_choice_nobody_is_asked() {
        let only = "ply 6: it was the only one, for which nobody is asked";
        assert_eq!(told(|record| record.ms[5] = 3.0), only);
        assert_eq!(told(|record| record.thoughts[5] = Some(Default::default())), only);
    }
}
