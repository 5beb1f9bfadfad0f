//! Two games in a row, in both orders: an answer must not depend on the game before.

use super::exam::Exam;
use super::findings::{Seen, Verdict};
use super::plays::elsewhere;
use super::rules;
use super::session::{Session, Trouble};
use crate::games::random::Random;
use crate::games::{Game, Line};

/// How many moves of each game are asked for.
const MOVES: usize = 8;
/// Depth ends the search, so that time does not matter; who knows no depth is not held up for ever.
const LIMITS: &str = "movetime 500 depth 2";

/// Plays two games in one process, then the other way round in a fresh one.
pub(super) fn judge(exam: &mut Exam<'_>, game: Game) {
    let start = Line::new(game.start());
    let mut random = Random::new(31);
    let Some(other) = (0..10).find_map(|_| elsewhere(game, 6, &mut random)) else { return };
    exam.rule(rules::REPEAT, Verdict::Fail, game, |exam, session| {
        let before = [begin(exam, session, &start)?, begin(exam, session, &other)?];
        let again = begin(exam, session, &start)?;
        let mut fresh = Session::ready(exam.setup(), game)?;
        let [second, first] = [begin(exam, &mut fresh, &other)?, begin(exam, &mut fresh, &start)?];
        let pairs = [
            (&before[0], &again, "in a second game"),
            (&before[0], &first, "after another game"),
            (&before[1], &second, "after another game"),
        ];
        for (one, two, when) in pairs {
            if let Some(at) = (0..one.len().max(two.len())).find(|&at| one.get(at) != two.get(at)) {
                let word = |moves: &[String]| moves.get(at).cloned().unwrap_or_default();
                let came = format!("move {}: {}, but {} {when}", at + 1, word(one), word(two));
                let seen = fresh.seen(&came);
                exam.note(rules::REPEAT, Verdict::Warning, Seen { sent: format!("go {LIMITS}"), ..seen });
                break;
            }
        }
        Ok(Seen::new("two games, in both orders", "the same moves"))
    });
}

/// The engine's moves from `base` on, both sides.
fn begin(exam: &mut Exam<'_>, session: &mut Session, base: &Line) -> Result<Vec<String>, Trouble> {
    session.new_game()?;
    let mut line = base.clone();
    let mut moves = Vec::new();
    while moves.len() < MOVES && line.to_move().is_some() {
        if let Some(forced) = line.forced() {
            if line.play(&forced).is_err() {
                break;
            }
            continue;
        }
        let ply = exam.ask(session, &line, LIMITS)?;
        if line.play(&ply).is_err() {
            break;
        }
        moves.push(ply);
    }
    Ok(moves)
}
