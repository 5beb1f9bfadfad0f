//! 2. The rules of dominoes, for one to five players.
//!
//! Only the engine's own moves are worked out in full: the arena asks only when we can play a tile, and
//! tells what the others did.

use std::collections::VecDeque;
use std::fmt;

pub const GAME: &str = "domino";
/// Games never begin so: the arena tells us the deal.
pub const START: &str = "- 0-0,0-1,0-2,0-3,0-4/?5 18 p1";

const TILES: usize = 28;

/// A tile, two numbers from 0 to 6, as it lies.
#[derive(Clone, Copy, PartialEq)]
pub struct Tile {
    pub left: u8,
    pub right: u8,
}

/// What the engine knows of the table.
#[derive(Clone)]
pub struct Position {
    /// From its left end to its right one.
    pub chain: VecDeque<Tile>,
    /// The players' tiles, p1 first. `None` is one that we do not see; with `peek` the others' are known.
    pub hands: Vec<Vec<Option<Tile>>>,
    /// How many tiles are left to draw.
    pub stack: usize,
    /// To move: 0 is p1.
    pub player: usize,
}

/// A move.
#[derive(Clone, Copy)]
pub enum Move {
    /// A tile at the left end of the chain, as it will lie.
    Left(Tile),
    /// The same at the right end.
    Right(Tile),
    /// What another draws is not told.
    Draw(Option<Tile>),
    Pass,
}

/// As the protocol writes it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left(tile) => write!(f, "{}-{}L", tile.left, tile.right),
            Self::Right(tile) => write!(f, "{}-{}R", tile.left, tile.right),
            Self::Draw(_) => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl Tile {
    /// Reads `2-6`.
    fn parse(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            [left @ b'0'..=b'6', b'-', right @ b'0'..=b'6'] => {
                Ok(Self { left: left - b'0', right: right - b'0' })
            }
            _ => Err(format!("{text} is no tile")),
        }
    }

    fn turned(self) -> Self {
        Self { left: self.right, right: self.left }
    }
}

/// Reads tiles such as `0-2,2-1`, `?5` for five hidden ones, `-` for none.
fn read_tiles(text: &str) -> Result<Vec<Option<Tile>>, String> {
    let mut tiles = Vec::new();
    for part in text.split(',').filter(|part| *part != "-") {
        match part.strip_prefix('?') {
            Some(count) => match count.parse() {
                Ok(count) if count <= TILES => tiles.extend(vec![None; count]),
                _ => return Err(format!("{part} is no number of tiles")),
            },
            None => tiles.push(Some(Tile::parse(part)?)),
        }
    }
    Ok(tiles)
}

impl Position {
    /// Reads the text of a position.
    pub fn parse(text: &str) -> Result<Self, String> {
        let no_position = || format!("{text} is no position");
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [chain, hands, stack, player] = fields[..] else { return Err(no_position()) };
        let hands = hands.split('/').map(read_tiles).collect::<Result<Vec<_>, _>>()?;
        let seat = player.strip_prefix('p').and_then(|seat| seat.parse().ok());
        let seat = seat.filter(|seat| (1..=hands.len()).contains(seat)).ok_or_else(no_position)?;
        Ok(Self {
            chain: read_tiles(chain)?.into_iter().flatten().collect(),
            hands,
            stack: stack.parse().map_err(|_| no_position())?,
            player: seat - 1,
        })
    }

    /// The legal moves; none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        if self.hands.iter().any(|hand| hand.is_empty()) {
            return found; // somebody has won
        }
        for &tile in self.hands[self.player].iter().flatten() {
            self.add_moves(tile, &mut found);
            if tile != tile.turned() {
                self.add_moves(tile.turned(), &mut found);
            }
        }
        if found.is_empty() {
            found.push(if self.stack > 0 { Move::Draw(None) } else { Move::Pass });
        }
        found
    }

    /// Adds the ways in which a tile that lies so can be played.
    fn add_moves(&self, tile: Tile, found: &mut Vec<Move>) {
        if self.chain.back().is_none_or(|last| last.right == tile.left) {
            found.push(Move::Right(tile));
        }
        if self.chain.front().is_some_and(|first| first.left == tile.right) {
            found.push(Move::Left(tile));
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: &Move) {
        match *mv {
            Move::Left(tile) => {
                self.take(tile);
                self.chain.push_front(tile);
            }
            Move::Right(tile) => {
                self.take(tile);
                self.chain.push_back(tile);
            }
            Move::Draw(tile) => {
                self.hands[self.player].push(tile);
                self.stack = self.stack.saturating_sub(1);
            }
            Move::Pass => {}
        }
        self.player = (self.player + 1) % self.hands.len();
    }

    /// Takes a tile out of the mover's hand, or a hidden one if we do not see it there.
    fn take(&mut self, tile: Tile) {
        let hand = &mut self.hands[self.player];
        let seen = hand.iter().position(|&held| held == Some(tile) || held == Some(tile.turned()));
        if let Some(at) = seen.or_else(|| hand.iter().position(|held| held.is_none())) {
            hand.remove(at);
        }
    }

    /// Plays the move that is written so.
    pub fn play_text(&mut self, word: &str) -> Result<(), String> {
        let mv = if let Some(tile) = word.strip_suffix('L') {
            Move::Left(Tile::parse(tile)?)
        } else if let Some(tile) = word.strip_suffix('R') {
            Move::Right(Tile::parse(tile)?)
        } else if let Some(tile) = word.strip_prefix("draw:") {
            Move::Draw(Some(Tile::parse(tile)?))
        } else if word == "draw" {
            Move::Draw(None)
        } else if word == "pass" {
            Move::Pass
        } else {
            return Err(format!("{word} is no move"));
        };
        self.play(&mv);
        Ok(())
    }
}
