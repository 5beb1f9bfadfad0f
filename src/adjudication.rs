//! Games that the arena ends early: too long, agreed by both engines, or decided by the rules. Pure: it is
//! shown the game ply by ply, and says when it is over.

use crate::games::{Line, Seat};
use crate::record::{Reason, Thought};

/// When games are ended early; by default never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A game of so many plies after the opening is a draw.
    pub max_plies: Option<u32>,
    /// What both engines agree about.
    pub agreement: Option<Agreement>,
    /// Othello: as soon as no moves can change the winner. Proved by the rules, not believed of engines.
    pub decided: bool,
}

/// Both engines say so many times in a row that the same one is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// By at least so much, in the hundredths in which engines tell scores; a mate is more than any.
    pub score: u32,
    /// In so many answers in a row, of both together; at least 2.
    pub plies: u32,
}

/// An early end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// [`Reason::Adjudication`] or [`Reason::MaxPlies`].
    pub reason: Reason,
    /// Who wins; nobody in a draw.
    pub winner: Option<Seat>,
}

/// One game, watched.
#[derive(Clone, Debug)]
pub struct Watch {
    adjudication: Adjudication,
    /// There is nothing to look for.
    never: bool,
    plies: u32,
    /// Who is ahead by the last answers, and who gave them.
    ahead: Option<Seat>,
    answers: Vec<Seat>,
}

impl Watch {
    /// Before the first ply.
    pub fn new(adjudication: Adjudication) -> Self {
        let never = adjudication == Adjudication::default();
        Self { adjudication, never, plies: 0, ahead: None, answers: Vec::new() }
    }

    /// Looks at a ply that `seat` has played, and with what thought; forced plies have none. `line` is the game
    /// after it. A game that is over by the rules is not ruled about.
    pub fn look(&mut self, line: &Line, seat: Seat, thought: Option<&Thought>) -> Option<Ruling> {
        self.plies += 1;
        if self.never {
            return None;
        }
        if let (Some(agreement), Some(thought)) = (self.adjudication.agreement, thought) {
            self.answer(agreement, line.seats(), seat, thought);
        }
        line.to_move()?;
        let wins = |winner| Ruling { reason: Reason::Adjudication, winner: Some(winner) };
        if self.adjudication.decided
            && let Some(player) = decided(&line.position().to_string())
        {
            return Some(wins(line.seat_of(player)));
        }
        if let (Some(agreement), Some(winner)) = (self.adjudication.agreement, self.ahead)
            && self.answers.len() >= agreement.plies as usize
            && (0..line.seats()).all(|seat| self.answers.contains(&Seat(seat)))
        {
            return Some(wins(winner));
        }
        let too_long = self.adjudication.max_plies.is_some_and(|most| self.plies >= most);
        too_long.then_some(Ruling { reason: Reason::MaxPlies, winner: None })
    }

    fn answer(&mut self, agreement: Agreement, seats: usize, seat: Seat, thought: &Thought) {
        let other = Seat(1 - seat.0.min(1));
        let ahead = match thought.score.as_deref().map(balance) {
            Some(Some(score)) if seats == 2 && score >= i64::from(agreement.score) => Some(seat),
            Some(Some(score)) if seats == 2 && score <= -i64::from(agreement.score) => Some(other),
            _ => None,
        };
        if ahead != self.ahead {
            self.answers.clear();
        }
        self.ahead = ahead;
        if ahead.is_some() {
            self.answers.push(seat);
        }
    }
}

/// A score as one number: `120`, or `mate -7`, which is beyond all.
fn balance(score: &str) -> Option<i64> {
    match score.strip_prefix("mate") {
        Some(plies) if plies.trim().starts_with('-') => Some(-i64::from(u32::MAX)),
        Some(_) => Some(i64::from(u32::MAX)),
        None => score.trim().parse().ok(),
    }
}

/// The player (0 is x) who wins a position of Othello whatever is played; `None` if that is not proved.
///
/// A disc is stable, which no move can turn, if on each of the four lines through it the line is full, or
/// a neighbour is the border or a stable disc of its own colour. Whoever has more stable discs than half of
/// the squares wins.
pub fn decided(position: &str) -> Option<usize> {
    let board: Vec<Vec<char>> = position.split(' ').next()?.split('/').map(row).collect();
    let size = board.len() as i32;
    if board.iter().any(|row| row.len() as i32 != size) {
        return None;
    }
    let at = |row: i32, column: i32| {
        (0..size).contains(&row).then(|| board[row as usize].get(column as usize).copied()).flatten()
    };
    let is_full = |row: i32, column: i32, down: i32, right: i32| {
        [1, -1].into_iter().all(|sign| {
            (0..size)
                .map(|steps| at(row + sign * steps * down, column + sign * steps * right))
                .all(|square| square != Some('.'))
        })
    };
    let mut stable = vec![vec![false; board.len()]; board.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for row in 0..size {
            for column in 0..size {
                let (place, disc) = ((row as usize, column as usize), at(row, column));
                if disc == Some('.') || stable[place.0][place.1] {
                    continue;
                }
                let anchored = |row: i32, column: i32| match at(row, column) {
                    None => true,
                    square => square == disc && stable[row as usize][column as usize],
                };
                let firm = [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().all(|(down, right)| {
                    anchored(row + down, column + right)
                        || anchored(row - down, column - right)
                        || is_full(row, column, down, right)
                });
                if firm {
                    (stable[place.0][place.1], changed) = (true, true);
                }
            }
        }
    }
    let count = |disc: char| {
        let squares = board.iter().flatten().zip(stable.iter().flatten());
        squares.filter(|&(&square, &stable)| square == disc && stable).count() as i32
    };
    ['x', 'o'].into_iter().position(|disc| 2 * count(disc) > size * size)
}

/// The squares of a row, in which a number stands for so many empty ones.
fn row(text: &str) -> Vec<char> {
    let mut squares = Vec::new();
    let mut empty = 0;
    for c in text.chars().chain([' ']) {
        match c.to_digit(10) {
            Some(digit) => empty = (10 * empty + digit as usize).min(100),
            None => {
                squares.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
                squares.extend((c != ' ').then_some(c));
            }
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::random::Random;

    const OTHELLO: Game = Game::Othello { size: 6 };

    /// Plays random moves; each engine tells the score that `score` gives for its seat and ply.
    fn play(
        adjudication: Adjudication,
        seed: u64,
        score: impl Fn(usize, usize) -> Option<String>,
    ) -> (Line, Option<Ruling>) {
        let mut random = Random::new(seed);
        let mut line = Line::new(OTHELLO.start());
        let mut watch = Watch::new(adjudication);
        while let Some(seat) = line.to_move() {
            let forced = line.forced();
            let thought = forced
                .is_none()
                .then(|| Thought { score: score(seat.0, line.plies().len()), ..Thought::default() });
            let plies = line.position().plies();
            let ply = forced.as_deref().unwrap_or_else(|| random.choose(&plies).unwrap());
            line.play(ply).unwrap();
            if let Some(ruling) = watch.look(&line, seat, thought.as_ref()) {
                return (line, Some(ruling));
            }
        }
        (line, None)
    }

    #[test]
    fn without_rules_no_game_ends_early() {
        for seed in 0..20 {
            assert_eq!(play(Adjudication::default(), seed, |_, _| Some("mate 1".to_owned())).1, None);
        }
    }

    #[test]
    fn a_game_that_is_too_long_is_a_draw() {
        let adjudication = Adjudication { max_plies: Some(10), ..Adjudication::default() };
        let (line, ruling) = play(adjudication, 1, |_, _| None);
        assert_eq!(
            (line.plies().len(), ruling),
            (10, Some(Ruling { reason: Reason::MaxPlies, winner: None }))
        );
    }

    #[test]
    fn engines_that_agree_long_enough_end_the_game() {
        let agreement = Agreement { score: 500, plies: 6 };
        let adjudication = Adjudication { agreement: Some(agreement), ..Adjudication::default() };
        let by = |winner| Some(Ruling { reason: Reason::Adjudication, winner: Some(Seat(winner)) });
        // p1 is ahead for both from the fourth ply on.
        let agreed = |seat: usize, ply: usize| {
            Some(
                if ply < 4 {
                    0
                } else if seat == 0 {
                    500
                } else {
                    -700
                }
                .to_string(),
            )
        };
        let (line, ruling) = play(adjudication, 1, agreed);
        assert_eq!((line.plies().len(), ruling), (10, by(0)));
        let mates = |seat: usize, _: usize| Some(if seat == 0 { "mate -4" } else { "mate 3" }.to_owned());
        assert_eq!(play(adjudication, 1, mates).1, by(1));
        for (what, score) in [
            (
                "each thinks he is ahead",
                (|_, _| Some("900".to_owned())) as fn(usize, usize) -> Option<String>,
            ),
            ("too little", |seat, _| Some(if seat == 0 { "499" } else { "-499" }.to_owned())),
            ("one is silent", |seat, _| (seat == 0).then(|| "900".to_owned())),
            ("changing minds", |seat, ply| {
                Some(if (ply / 5 % 2 == 0) == (seat == 0) { "900" } else { "-900" }.to_owned())
            }),
        ] {
            assert_eq!(play(adjudication, 1, score).1, None, "{what}");
        }
    }

    #[test]
    fn what_is_decided_is_never_changed_by_any_play() {
        let adjudication = Adjudication { decided: true, ..Adjudication::default() };
        let mut early = 0;
        for seed in 0..300 {
            let (line, ruling) = play(adjudication, seed, |_, _| None);
            let Some(Ruling { winner: Some(winner), .. }) = ruling else { continue };
            early += 1;
            for other in 0..20 {
                let mut random = Random::new(other);
                let mut rest = line.clone();
                while rest.to_move().is_some() {
                    let plies = rest.position().plies();
                    rest.play(random.choose(&plies).unwrap()).unwrap();
                }
                let returns = rest.returns().unwrap();
                assert!(returns[winner.0] > 0, "seed {seed}: {} became {}", line.position(), rest.position());
            }
        }
        assert!(early > 30, "{early} of 300");
    }

    #[test]
    fn stable_discs_decide_and_others_do_not() {
        for (position, winner) in [
            ("xxxx/xxxx/xx2/o3 o", Some(0)),
            ("xxxx/xxxx/4/4 o", None),
            ("1xxx/xxxx/xxxx/4 o", None),
            ("oooo/oooo/o3/x3 x", Some(1)),
            ("4/1ox1/1xo1/4 x", None),
            ("bbbb/bbbb/4/wwww/wwww w", None),
        ] {
            assert_eq!(decided(position), winner, "{position}");
        }
    }
}
