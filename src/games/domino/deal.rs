//! The tiles as they are dealt: hands, and the stack.

use super::super::Position;
use super::super::random::Random;
use super::{DEALT, Domino, PLAYERS, Tile, Tiles};

/// A player's tiles, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Those that are known.
    pub known: Tiles,
    /// How many more there are.
    pub hidden: u8,
}

impl Hand {
    /// How many tiles it has.
    pub fn count(self) -> u8 {
        self.known.count() + self.hidden
    }
}

/// The tiles that nobody has yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stack {
    /// In their order; the top is the last.
    Known(Vec<Tile>),
    /// So many.
    Hidden(u8),
}

/// Tiles as they are dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Each player's tiles, the first player's first.
    pub hands: Vec<Vec<Tile>>,
    /// The rest; the first one is the top.
    pub stack: Vec<Tile>,
}

impl Deal {
    /// Deals to so many players.
    ///
    /// # Panics
    /// If `players` is none of [`PLAYERS`].
    pub fn random(players: u8, random: &mut Random) -> Self {
        assert!(PLAYERS.contains(&players), "{players} players");
        let mut tiles: Vec<Tile> = Tiles::ALL.iter().collect();
        random.shuffle(&mut tiles);
        let stack = tiles.split_off(usize::from(players * DEALT));
        let hands = tiles.chunks(DEALT.into()).map(|hand| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            hand
        });
        Self { hands: hands.collect(), stack }
    }
}

/// The position before the first ply of a random deal.
///
/// # Panics
/// If `players` is none of [`PLAYERS`].
pub fn deal(players: u8, random: &mut Random) -> Box<dyn Position> {
    Box::new(Domino::new(&Deal::random(players, random)).expect("a whole deal"))
}
