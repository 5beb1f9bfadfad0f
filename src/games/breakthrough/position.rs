//! What the arena knows of the game: [`Position`], on a board of any measures.

use super::super::bits::Wide;
use super::super::{Game, IllegalMove, ParseError, PlyText, Position};
use super::shape::by_squares;
use super::text::diagram;
use super::{Breakthrough, Colour, Move, Word};

/// The start on a board, or `None` if there is no such board.
pub(in crate::games) fn start(rows: u8, columns: u8) -> Option<Box<dyn Position>> {
    by_squares!(u32::from(rows) * u32::from(columns), B => {
        Breakthrough::<B>::start(rows, columns).map(|start| Box::new(start) as Box<dyn Position>)
    })
}

/// Reads a position on a board of any measures.
pub(in crate::games) fn parse(text: &str) -> Result<Box<dyn Position>, ParseError> {
    let diagram = diagram(text)?;
    by_squares!(diagram.rows.len() * diagram.rows[0].len(), B => {
        Breakthrough::<B>::of(&diagram, text).map(|position| Box::new(position) as Box<dyn Position>)
    })
}

impl<B: Word> Position for Breakthrough<B> {
    fn game(&self) -> Game {
        Game::Breakthrough { rows: self.shape.rows, columns: self.shape.columns }
    }

    fn player(&self) -> Option<usize> {
        self.winner().is_none().then_some(self.side as usize)
    }

    fn plies(&self) -> Vec<String> {
        let mut moves: Vec<Move> = self.moves().collect();
        moves.sort_by_key(|mv| (mv.from, mv.to));
        moves.into_iter().map(|mv| self.text(mv)).collect()
    }

    fn play(&mut self, ply: &str) -> Result<PlyText, IllegalMove> {
        let mv = self.read(ply)?;
        let text = self.ply(mv);
        *self = self.after(mv);
        Ok(text)
    }

    fn choices(&self) -> usize {
        self.mobility() as usize
    }

    fn forced(&self) -> Option<PlyText> {
        None
    }

    fn is_start(&self) -> bool {
        Self::start(self.shape.rows, self.shape.columns) == Some(*self)
    }

    fn returns(&self) -> Option<Vec<i32>> {
        self.winner().map(|side| match side {
            Colour::White => vec![1, -1],
            Colour::Black => vec![-1, 1],
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        self.perft_below(depth)
    }

    fn diagram(&self) -> String {
        let width = u32::from(self.shape.columns);
        let mut picture = String::new();
        for row in (0..u32::from(self.shape.rows)).rev() {
            picture += &format!("{:>2}", row + 1);
            for column in 0..width {
                picture.push(' ');
                picture.push(char::from(self.letter(row * width + column)));
            }
            picture.push('\n');
        }
        picture += "  ";
        for column in 0..self.shape.columns {
            picture.push(' ');
            picture.push(char::from(b'a' + column));
        }
        picture
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(*self)
    }
}
