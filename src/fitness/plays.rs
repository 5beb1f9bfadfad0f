//! Games that the engine plays by itself, on one board and on others, and positions out of games.

use super::exam::Exam;
use super::findings::{Seen, Verdict};
use super::options::count;
use super::rules;
use super::session::{Session, Trouble};
use crate::games::random::Random;
use crate::games::{Game, Line};

/// For what only has to be legal: quick for those that know depth, and short for those that do not.
pub(super) const QUICK: &str = "movetime 100 depth 3";
const QUICKER: &str = "movetime 50 depth 2";
/// How many moves of a second game are asked for.
const SECOND_GAME: usize = 4;
/// How many random games the longest is taken from.
const GAMES: usize = 40;

/// Plays a whole game of each, and begins a second one. Gives the first that went well.
pub(super) fn whole_games(exam: &mut Exam<'_>) -> Option<Game> {
    let mut sound = None;
    for game in exam.games.clone() {
        let mut seen = None;
        match Session::ready(exam.setup(), game).and_then(|mut session| {
            seen = Some(whole_game(exam, &mut session, game, QUICK)?);
            next_game(exam, session, game)
        }) {
            Ok(()) => sound = sound.or(Some(game)),
            Err(trouble) => {
                let why = format!("not played to its end, because of `{}`", trouble.rule);
                if seen.is_none() {
                    exam.skip(game.name(), &why);
                }
                exam.skip(&rules::boards(game.name()), &why);
                exam.fault(trouble);
            }
        }
        if let Some(seen) = seen {
            exam.note(game.name(), Verdict::Pass, seen);
        }
    }
    if sound.is_some() {
        exam.pass(rules::FLUSH, "all questions", "answers at once");
        exam.pass(rules::LINE_LENGTH, "all questions", "short lines");
        exam.pass(rules::GO, "position ..., go ...", "bestmove ...");
        exam.pass(rules::BESTMOVE, "position ..., go ...", "one each");
        exam.pass(rules::ALIVE, "all games", "it lives");
        exam.pass(rules::NEW_GAME, "uginewgame, isready", "readyok, and a second game");
    }
    sound
}

/// The process that has played a game goes on to the next, as in a tournament.
fn next_game(exam: &mut Exam<'_>, mut session: Session, game: Game) -> Result<(), Trouble> {
    exam.hear_out(&mut session);
    if !session.is_alive() {
        let seen = session.seen("it ended after a game; a fresh process plays the next one");
        exam.note(rules::ALIVE, Verdict::Warning, seen);
        session = Session::ready(exam.setup(), game)?;
    }
    session.new_game().map_err(|trouble| match trouble.rule {
        rules::ISREADY => Trouble { rule: rules::NEW_GAME, ..trouble },
        _ => trouble,
    })?;
    let mut line = Line::new(game.start());
    for _ in 0..SECOND_GAME {
        if !play_ply(exam, &mut session, &mut line, QUICK)? {
            break;
        }
    }
    exam.hear_out(&mut session);
    Ok(())
}

/// Plays a game to its end, on both sides.
fn whole_game(exam: &mut Exam<'_>, session: &mut Session, game: Game, limits: &str) -> Result<Seen, Trouble> {
    let mut line = Line::new(game.start());
    let mut asked = 0;
    while play_ply(exam, session, &mut line, limits)? {
        asked += 1;
    }
    Ok(Seen::new(
        format!("a game, {}", board(game)),
        format!("{} legal moves of {}", asked, count(line.plies().len(), "plies", "ply")),
    ))
}

/// Plays the forced plies and one move; `false` when the game is over.
fn play_ply(
    exam: &mut Exam<'_>,
    session: &mut Session,
    line: &mut Line,
    limits: &str,
) -> Result<bool, Trouble> {
    pass(line);
    if line.to_move().is_none() {
        return Ok(false);
    }
    let ply = exam.ask(session, line, limits)?;
    Ok(line.play(&ply).is_ok())
}

/// Plays the plies that nobody is asked for.
pub(super) fn pass(line: &mut Line) {
    while let Some(forced) = line.forced() {
        if line.play(&forced).is_err() {
            return;
        }
    }
}

/// A whole game on each of the other boards.
pub(super) fn boards(exam: &mut Exam<'_>) {
    for game in exam.games.clone() {
        let rule = rules::boards(game.name());
        if exam.verdict(game.name()) != Some(Verdict::Pass) {
            continue;
        }
        if exam.request.one_board {
            exam.skip(&rule, &format!("all games are the tournament's: {}", board(game)));
            continue;
        }
        let (mut played, mut refused) = (Vec::new(), Vec::new());
        let mut first = None;
        for other in other_boards(game) {
            let result = Session::ready(exam.setup(), other).and_then(|mut session| {
                whole_game(exam, &mut session, other, QUICKER)?;
                exam.hear_out(&mut session);
                Ok(())
            });
            match result {
                Ok(()) => played.push(board(other)),
                Err(trouble) => {
                    if let Some(seen) = exam.own(&rule, trouble) {
                        refused.push(board(other));
                        first.get_or_insert(seen);
                    }
                }
            }
        }
        match first {
            None => exam.pass(&rule, "a game on each", played.join(", ")),
            Some(seen) => {
                let fine =
                    if played.is_empty() { String::new() } else { format!(" (fine: {})", played.join(", ")) };
                let came = format!("not on {}{fine}: {}", refused.join(", "), seen.came);
                exam.note(&rule, Verdict::Fail, Seen { came, ..seen });
            }
        }
    }
}

fn board(game: Game) -> String {
    match game {
        Game::Othello { size } => format!("{size}x{size}"),
        Game::Breakthrough { rows, columns } => format!("{rows}x{columns}"),
        Game::Domino { players: 1 } => "1 player".to_owned(),
        Game::Domino { players } => format!("{players} players"),
    }
}

/// Boards and tables that show who takes eight for granted, one digit for a number, or rows for columns.
fn other_boards(game: Game) -> Vec<Game> {
    match game {
        Game::Othello { .. } => [4, 6, 10].map(|size| Game::Othello { size }).to_vec(),
        Game::Breakthrough { .. } => [(4, 4), (5, 9), (10, 4), (4, 12), (12, 12)]
            .map(|(rows, columns)| Game::Breakthrough { rows, columns })
            .to_vec(),
        Game::Domino { .. } => [1, 3, 4, 5].map(|players| Game::Domino { players }).to_vec(),
    }
}

/// A line of so many random plies, at the end of which there is a choice; `None` if the game was over
/// before.
pub(super) fn random_line(base: Line, plies: usize, random: &mut Random) -> Option<Line> {
    let mut line = base;
    for _ in 0..plies {
        let ply = random.choose(&line.position().plies()).cloned()?;
        line.play(&ply).ok()?;
    }
    pass(&mut line);
    line.to_move().is_some().then_some(line)
}

/// The line from a position out of a game after so many random plies. A dealt game always comes as its
/// deal: there it is another deal.
pub(super) fn elsewhere(game: Game, plies: usize, random: &mut Random) -> Option<Line> {
    if game.is_dealt() {
        return Some(Line::new(game.begin(random)));
    }
    let line = random_line(Line::new(game.start()), plies, random)?;
    Some(Line::new(line.position().boxed()))
}

/// Positions that have nothing to do with each other: as bases, with either colour to move, some with
/// moves after them.
pub(super) fn positions(exam: &mut Exam<'_>, game: Game) {
    exam.rule(rules::POSITIONS, Verdict::Fail, game, |exam, session| {
        let mut random = Random::new(7);
        let mut asked = 0;
        for plies in [1, 2, 5, 20, 3, 8, 13, 30, 7, 4] {
            let Some(base) = elsewhere(game, plies, &mut random) else { continue };
            let after = random_line(base.clone(), plies % 3, &mut random).unwrap_or(base);
            exam.ask(session, &after, QUICK)?;
            asked += 1;
        }
        Ok(Seen::new("position fen ... moves ...", format!("{asked} legal moves")))
    });
}

/// The longest of some random games, with passes if there are any, asked near its end.
pub(super) fn move_lists(exam: &mut Exam<'_>, game: Game) {
    let other_boards_too = exam.verdict(&rules::boards(game.name())) == Some(Verdict::Pass);
    let largest = other_boards(game).pop().filter(|_| other_boards_too).unwrap_or(game);
    let passes = |line: &Line| line.plies().iter().filter(|ply| *ply == "pass").count();
    let mut random = Random::new(11);
    let longest = (0..GAMES).filter_map(|_| long_line(largest, &mut random)).max_by_key(|line| {
        // Passes are rare, and what an engine gets wrong.
        (passes(line).min(2), line.plies().len())
    });
    let Some(line) = longest else { return };
    exam.rule(rules::MOVE_LISTS, Verdict::Fail, largest, |exam, session| {
        for part in [3, 2, 1] {
            let mut earlier = Line::new(line.base().boxed());
            for ply in &line.plies()[..line.plies().len() / part] {
                earlier
                    .play(ply)
                    .map_err(|illegal| session.trouble(rules::MOVE_LISTS, &illegal.to_string()))?;
            }
            pass(&mut earlier);
            if earlier.to_move().is_some() {
                exam.ask(session, &earlier, QUICK)?;
            }
        }
        let plies = count(line.plies().len(), "plies", "ply");
        let passes = count(passes(&line), "passes", "pass");
        Ok(Seen::new(format!("{plies} with {passes}, {}", board(largest)), "legal moves"))
    });
}

/// A random game up to its last real move, which is left out.
fn long_line(game: Game, random: &mut Random) -> Option<Line> {
    let mut line = Line::new(game.begin(random));
    let mut last = None;
    while line.to_move().is_some() {
        if line.forced().is_none() {
            last = Some(line.clone());
        }
        let ply = random.choose(&line.position().plies()).cloned()?;
        line.play(&ply).ok()?;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_list_has_passes_and_leaves_a_move_to_ask_for() {
        let mut random = Random::new(11);
        let lines: Vec<Line> =
            (0..GAMES).filter_map(|_| long_line(Game::Othello { size: 8 }, &mut random)).collect();
        assert_eq!(lines.len(), GAMES);
        assert!(lines.iter().all(|line| line.to_move().is_some() && line.forced().is_none()));
        assert!(lines.iter().any(|line| line.plies().iter().any(|ply| ply == "pass")));
    }
}
