//! What the arena knows of the game: [`Position`], on a board of any size.

use super::super::bits::Bits;
use super::super::{Game, IllegalMove, ParseError, PlyText, Position, Turn};
use super::size::by_size;
use super::text::diagram;
use super::{Colour, Eight, Four, Move, Othello, Six, Size, Ten};

/// The start on a board of `size`, or `None` if there is no such board.
pub(in crate::games) fn start(size: u8) -> Option<Box<dyn Position>> {
    by_size!(size, S => Box::new(Othello::<S>::start()) as Box<dyn Position>)
}

/// Reads a position on a board of any size.
pub(in crate::games) fn parse(text: &str) -> Result<Box<dyn Position>, ParseError> {
    let diagram = diagram(text)?;
    by_size!(diagram.rows.len(), S => Box::new(Othello::<S>::of(&diagram)) as Box<dyn Position>)
        .ok_or_else(|| ParseError::new(text, 0, "no such board"))
}

impl<S: Size> Position for Othello<S> {
    fn game(&self) -> Game {
        Game::Othello { size: S::SIDE as u8 }
    }

    fn player(&self) -> Option<usize> {
        (!self.is_over()).then_some(self.side as usize)
    }

    fn plies(&self) -> Vec<String> {
        self.moves().map(Self::text).collect()
    }

    fn choices(&self) -> usize {
        match self.placements().count() {
            0 => self.moves().count(),
            placements => placements as usize,
        }
    }

    fn choice(&self, index: usize) -> Option<String> {
        let placements = self.placements();
        if placements.is_empty() {
            return self.moves().nth(index).map(Self::text);
        }
        let index = u32::try_from(index).ok().filter(|&index| index < placements.count())?;
        Some(Self::text(Move::Place(placements.nth(index))))
    }

    fn play(&mut self, ply: &str) -> Result<PlyText, IllegalMove> {
        let (mv, flips) = self.judge(ply)?;
        *self = self.turned(mv, flips);
        Ok(Self::ply(mv))
    }

    fn forced(&self) -> Option<PlyText> {
        self.moves().next().filter(|&mv| mv == Move::Pass).map(Self::ply)
    }

    fn turn(&self) -> Turn {
        let player = self.side as usize;
        match self.is_stuck() {
            false => Turn::Choice(player),
            true if self.opponent_is_stuck() => Turn::Over,
            true => Turn::Forced(player),
        }
    }

    fn is_start(&self) -> bool {
        *self == Self::start()
    }

    fn returns(&self) -> Option<Vec<i32>> {
        let mover = self.difference();
        self.is_over().then(|| match self.side {
            Colour::Black => vec![mover, -mover],
            Colour::White => vec![-mover, mover],
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        self.perft_below(depth)
    }

    fn diagram(&self) -> String {
        let mut picture = String::from("  ");
        for column in 0..S::SIDE as u8 {
            picture.push(' ');
            picture.push(char::from(b'a' + column));
        }
        for row in 0..S::SIDE {
            picture += &format!("\n{:>2}", row + 1);
            for column in 0..S::SIDE {
                picture.push(' ');
                picture.push(char::from(self.letter(row * S::SIDE + column)));
            }
        }
        picture
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(*self)
    }
}
