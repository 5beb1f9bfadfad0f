//! Games in files: one a line, so that a file that was cut off is good up to its last whole line.
//!
//! `12 -6 f5d6c3...`: twelve plies were drawn at random, black lost by six discs, the moves without
//! passes, which the rules imply.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use othello::board::Board;

use crate::folder::explain;

/// A game from start to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Plies at the beginning that were drawn: nothing is to be learned from who played them.
    pub(crate) random: usize,
    /// Black's discs less white's at the end.
    pub(crate) result: i32,
    /// The squares, passes left out.
    pub(crate) moves: Vec<u8>,
}

impl Game {
    /// The line for a file.
    pub(crate) fn text(&self) -> String {
        let moves: String = self.moves.iter().flat_map(|&square| name(square)).collect();
        format!("{} {} {moves}", self.random, self.result)
    }

    /// Reads a line; `None` if it is none that [`Game::text`] makes.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let random = words.next()?.parse().ok()?;
        let result = words.next()?.parse().ok()?;
        let moves = words.next()?.as_bytes().chunks(2).map(square).collect::<Option<_>>()?;
        words.next().is_none().then_some(Self { random, result, moves })
    }

    /// The positions from the first that was not drawn, each with the final difference of discs as its
    /// mover sees it; the finished game left out.
    pub(crate) fn positions(&self) -> Vec<(Board, i32)> {
        let (mut board, mut sign, mut positions) = (Board::START, 1, Vec::with_capacity(64));
        for (ply, &square) in self.moves.iter().enumerate() {
            if board.moves() == 0 {
                (board, sign) = (board.pass(), -sign);
            }
            if ply >= self.random {
                positions.push((board, sign * self.result));
            }
            let square = u32::from(square);
            (board, sign) = (board.place(square, board.flips(square)), -sign);
        }
        positions
    }
}

fn name(square: u8) -> [char; 2] {
    [char::from(b'a' + square % 8), char::from(b'1' + square / 8)]
}

fn square(text: &[u8]) -> Option<u8> {
    let &[column, row] = text else { return None };
    ((b'a'..=b'h').contains(&column) && (b'1'..=b'8').contains(&row))
        .then(|| (row - b'1') * 8 + column - b'a')
}

/// The games of a file that does not have to be there.
///
/// # Errors
/// It cannot be read, or has a line before the last that is no game.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Game>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.map_err(|error| explain(path, error))?,
    };
    let mut games = Vec::new();
    let mut lines = BufReader::new(file).lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        match Game::parse(&line?) {
            Some(game) => games.push(game),
            None if lines.peek().is_none() => break,
            None => {
                let reason = format!("{}: line {} is no game", path.display(), number + 1);
                return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
            }
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use arena::games::random::Random;
    use othello::hash::Table;
    use othello::weights::Weights;

    use super::*;
    use crate::selfplay::{Play, play};

    #[test]
    fn a_game_is_read_as_it_was_written_and_ends_with_its_result() {
        let weights = Weights::by_hand();
        for number in 0..5 {
            let how = Play { depth: 1, exact: 6 };
            let game = play(&weights, how, &Table::new(1), Random::derived(1, &[number]));
            assert_eq!(Game::parse(&game.text()).as_ref(), Some(&game));
            let again = play(&weights, how, &Table::new(1), Random::derived(1, &[number]));
            assert_eq!(again, game, "the same again");
            let positions = game.positions();
            assert_eq!(positions.len(), game.moves.len() - game.random);
            let (last, result) = positions.last().copied().unwrap();
            let square = u32::from(*game.moves.last().unwrap());
            assert_eq!(-last.place(square, last.flips(square)).difference(), result);
        }
    }

    #[test]
    fn lines_that_are_no_games_are_none() {
        for line in ["", "6", "6 4", "6 4 d3c", "6 4 d3x9", "6 4 d3 c5", "six 4 d3"] {
            assert_eq!(Game::parse(line), None, "{line}");
        }
    }
}
