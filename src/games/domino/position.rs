//! What the arena knows of the game: [`Position`], for any number of players.

use super::super::random::Random;
use super::super::{Game, IllegalMove, Observer, ParseError, PlyText, Position};
use super::{Deal, Domino, PLAYERS, Ply, Stack, Tile, deal};

/// The position before the first ply of the deal that stands for all deals where none is drawn.
pub(in crate::games) fn start(players: u8) -> Option<Box<dyn Position>> {
    PLAYERS.contains(&players).then(|| deal(players, &mut Random::new(0)))
}

/// Reads a position, with or without hidden hands, for any number of players.
pub(in crate::games) fn parse(text: &str) -> Result<Box<dyn Position>, ParseError> {
    text.parse::<Domino>().map(|position| Box::new(position) as Box<dyn Position>)
}

impl Position for Domino {
    fn game(&self) -> Game {
        Game::Domino { players: self.players }
    }

    fn player(&self) -> Option<usize> {
        (!self.is_over()).then(|| self.turn())
    }

    fn plies(&self) -> Vec<String> {
        self.legal().into_iter().map(|ply| ply.to_string()).collect()
    }

    fn play(&mut self, ply: &str) -> Result<PlyText, IllegalMove> {
        let fault = |reason| IllegalMove::new(ply, reason);
        if self.is_over() {
            return Err(fault("the game is over"));
        }
        if let Some(tile) = Tile::parse(ply) {
            return Err(fault(self.without_end(tile)));
        }
        let given = Ply::parse(ply)
            .ok_or_else(|| fault("not a move: expected a tile and an end such as 2-6R, draw:2-6 or pass"))?;
        let given = self.judge(given).map_err(fault)?;
        self.make(given);
        Ok(PlyText::of(&given))
    }

    fn forced(&self) -> Option<PlyText> {
        (!self.is_over() && self.playable().is_empty()).then(|| PlyText::of(&self.idle()))
    }

    fn returns(&self) -> Option<Vec<i32>> {
        let others = i32::from(self.players) - 1;
        match self.winner() {
            Some(winner) => {
                let each = |player| if player == winner { others.max(1) } else { -1 };
                Some((0..self.players()).map(each).collect())
            }
            None => self.is_blocked().then(|| vec![0; self.players()]),
        }
    }

    fn is_hidden(&self) -> bool {
        matches!(self.stack, Stack::Hidden(_))
    }

    fn deal(&self) -> Option<Deal> {
        if !self.chain.is_empty() {
            return None;
        }
        let hands = self.hands().iter().map(|hand| hand.known.iter().collect());
        Some(Deal { hands: hands.collect(), stack: self.stack()?.collect() })
    }

    fn view(&self, observer: Observer) -> String {
        self.seen_by(observer).to_string()
    }

    fn ply_as_seen<'a>(&self, ply: &'a str, player: usize, observer: Observer) -> &'a str {
        let is_own = player == observer.player || observer.peeks;
        match ply.split_once(':') {
            Some((draw, _)) if !is_own => draw,
            _ => ply,
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        self.perft_below(depth)
    }

    fn diagram(&self) -> String {
        self.picture()
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}
