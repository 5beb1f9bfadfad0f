//! What is done in turn: a tile played at an end of the chain, one drawn, or nothing.

use std::fmt;

use super::{Lying, Tile};

/// An end of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// The left one, `L`.
    Left,
    /// The right one, `R`; also where the first tile is played.
    Right,
}

/// A tile played: how it will lie, and at which end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Play {
    /// The tile as it will lie.
    pub tile: Lying,
    /// The end of the chain that it goes to.
    pub end: End,
}

impl Play {
    /// The numbers at the left and right end of the chain after this play; `ends` are those before.
    #[inline]
    pub fn ends_after(self, ends: Option<(u8, u8)>) -> (u8, u8) {
        match (ends, self.end) {
            (None, _) => (self.tile.left, self.tile.right),
            (Some((_, right)), End::Left) => (self.tile.left, right),
            (Some((left, _)), End::Right) => (left, self.tile.right),
        }
    }

    /// The number that becomes an end of the chain.
    #[inline]
    pub fn exposed(self) -> u8 {
        match self.end {
            End::Left => self.tile.left,
            End::Right => self.tile.right,
        }
    }
}

/// `6-2L`.
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.tile, if self.end == End::Left { 'L' } else { 'R' })
    }
}

/// Something done in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ply {
    /// A tile is played.
    Play(Play),
    /// A tile is drawn; which one, if that is known.
    Draw(Option<Tile>),
    /// Nothing can be done.
    Pass,
}

impl Ply {
    /// Reads `2-6R`, `draw:2-6`, `draw` or `pass`, in either letter case.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        match text.as_str() {
            "pass" => return Some(Self::Pass),
            "draw" => return Some(Self::Draw(None)),
            _ => {}
        }
        if let Some(tile) = text.strip_prefix("draw:") {
            return Some(Self::Draw(Some(Tile::parse(tile)?)));
        }
        let (tile, end) = match text.strip_suffix('l') {
            Some(tile) => (tile, End::Left),
            None => (text.strip_suffix('r')?, End::Right),
        };
        Some(Self::Play(Play { tile: Lying::parse(tile)?, end }))
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(play) => play.fmt(f),
            Self::Draw(Some(tile)) => write!(f, "draw:{tile}"),
            Self::Draw(None) => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
        }
    }
}
