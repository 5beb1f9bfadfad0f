//! Dominoes for one to five players, with a double-six set.
//!
//! Everybody has five tiles, the rest lies face down on a stack. In turn, who can play a tile at
//! either end of the chain must; who cannot draws one tile, which ends the turn; with the stack empty
//! he passes. Whoever plays his last tile wins. When the stack is empty and nobody can play it is a
//! draw at once.
//!
//! A [`Domino`] is what somebody knows of a position: the arena everything, a player his own hand and
//! how many tiles the others have. Both are played on by the same rules, so that an engine which is
//! told its view of the deal and the plies since follows the game with the very code that referees it.
//! Chance is decided when the tiles are dealt: the stack has an order, and drawing takes its top.

mod deal;
mod ply;
mod position;
pub mod strategy;
mod text;
mod tile;

use std::collections::VecDeque;

use deal::Stack;
pub use deal::{Deal, Hand, deal};
pub use ply::{End, Play, Ply};
pub(super) use position::{parse, start};
pub use tile::{HIGHEST, Lying, TILES, Tile, Tiles};

use super::Observer;

/// How many players there can be.
pub const PLAYERS: std::ops::RangeInclusive<u8> = 1..=5;

/// The tiles that each player is dealt.
pub const DEALT: u8 = 5;

/// The most players.
const MOST: usize = *PLAYERS.end() as usize;

/// A position of a game of dominoes, over or not, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domino {
    chain: VecDeque<Lying>,
    hands: [Hand; MOST],
    players: u8,
    stack: Stack,
    turn: u8,
    /// The tiles that are neither on the chain nor known to be in a hand or at a place of the stack.
    unseen: Tiles,
}

impl Domino {
    /// The position before the first ply; `None` if this is no deal: a wrong number of players, hands
    /// that are not of [`DEALT`] tiles, a tile that is missing or there twice.
    pub fn new(deal: &Deal) -> Option<Self> {
        let players = u8::try_from(deal.hands.len()).ok().filter(|players| PLAYERS.contains(players))?;
        let mut hands = [Hand::default(); MOST];
        for (hand, tiles) in hands.iter_mut().zip(&deal.hands) {
            if tiles.len() != usize::from(DEALT) {
                return None;
            }
            hand.known = tiles.iter().copied().collect();
        }
        let stack: Vec<Tile> = deal.stack.iter().rev().copied().collect();
        let dealt = deal.hands.iter().flatten().chain(&stack).copied();
        let is_whole = dealt.clone().count() == usize::from(TILES) && dealt.collect::<Tiles>() == Tiles::ALL;
        is_whole.then(|| Self {
            chain: VecDeque::with_capacity(TILES.into()),
            hands,
            players,
            stack: Stack::Known(stack),
            turn: 0,
            unseen: Tiles::NONE,
        })
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// The tiles on the table, from the left.
    pub fn chain(&self) -> impl Iterator<Item = Lying> {
        self.chain.iter().copied()
    }

    /// The numbers at the left and right end of the chain; `None` while it is empty.
    #[inline]
    pub fn ends(&self) -> Option<(u8, u8)> {
        Some((self.chain.front()?.left, self.chain.back()?.right))
    }

    /// The hands, the first player's first.
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..self.players()]
    }

    /// The tiles that may be in any hidden place.
    pub fn unseen(&self) -> Tiles {
        self.unseen
    }

    /// How many tiles the stack has.
    pub fn stack_count(&self) -> u8 {
        match &self.stack {
            Stack::Known(tiles) => tiles.len() as u8,
            Stack::Hidden(count) => *count,
        }
    }

    /// The tiles of the stack, the top first, if they are known.
    pub fn stack(&self) -> Option<impl Iterator<Item = Tile>> {
        match &self.stack {
            Stack::Known(tiles) => Some(tiles.iter().rev().copied()),
            Stack::Hidden(_) => None,
        }
    }

    /// The player whose turn it is, or would be if the game is over; from 0.
    #[inline]
    pub fn turn(&self) -> usize {
        self.turn.into()
    }

    /// The player whose turn comes after that.
    #[inline]
    pub fn next_turn(&self) -> usize {
        (self.turn() + 1) % self.players()
    }

    /// The player who has no tiles left.
    pub fn winner(&self) -> Option<usize> {
        self.hands().iter().position(|hand| hand.count() == 0)
    }

    /// Whether nobody can go on: the stack is empty and no tile outside the chain fits.
    fn is_blocked(&self) -> bool {
        // With the stack empty, what is not on the chain is in somebody's hand.
        let held = self.hands().iter().fold(self.unseen, |held, hand| held.or(hand.known));
        self.stack_count() == 0 && held.and(Tiles::fitting(self.ends())).is_empty()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.winner().is_some() || self.is_blocked()
    }

    /// The tiles that the player to move may have and could play now.
    fn playable(&self) -> Tiles {
        let hand = self.hands[self.turn()];
        let may_have = if hand.hidden > 0 { hand.known.or(self.unseen) } else { hand.known };
        may_have.and(Tiles::fitting(self.ends()))
    }

    /// The tiles that the player to move can play, each in every way, in ascending order. Where his hand
    /// is hidden: all that he might be able to play. None when the game is over.
    pub fn plays(&self) -> Vec<Play> {
        let mut plays = Vec::with_capacity(12);
        if self.is_over() {
            return plays;
        }
        let ends = self.ends();
        for tile in self.playable().iter() {
            let (low, high) = tile.numbers();
            let mut push = |left, right, end| plays.push(Play { tile: Lying { left, right }, end });
            match ends {
                None => {
                    push(low, high, End::Right);
                    if low != high {
                        push(high, low, End::Right);
                    }
                }
                Some((left, right)) => {
                    if left == low || left == high {
                        push(tile.beside(left), left, End::Left);
                    }
                    if right == low || right == high {
                        push(right, tile.beside(right), End::Right);
                    }
                }
            }
        }
        plays.sort_unstable();
        plays
    }

    /// What the player to move must do who plays no tile: draw, from an empty stack pass.
    fn idle(&self) -> Ply {
        match &self.stack {
            Stack::Known(tiles) => tiles.last().map_or(Ply::Pass, |&top| Ply::Draw(Some(top))),
            Stack::Hidden(0) => Ply::Pass,
            Stack::Hidden(_) => Ply::Draw(None),
        }
    }

    /// The legal plies in a fixed order; where the hand of the player to move is hidden, all that may
    /// be legal.
    pub fn legal(&self) -> Vec<Ply> {
        if self.is_over() {
            return Vec::new();
        }
        let mut plies: Vec<Ply> = self.plays().into_iter().map(Ply::Play).collect();
        let surely = self.hands[self.turn()].known.and(Tiles::fitting(self.ends()));
        if surely.is_empty() {
            plies.push(self.idle());
        }
        plies
    }

    /// Judges a ply; gives it as it will be played, a drawn tile named if it is known.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn judge(&self, ply: Ply) -> Result<Ply, &'static str> {
        if self.is_over() {
            return Err("the game is over");
        }
        let hand = self.hands[self.turn()];
        let ends = self.ends();
        let surely = !hand.known.and(Tiles::fitting(ends)).is_empty();
        match ply {
            Ply::Play(Play { tile: lying, end }) => {
                let tile = lying.tile().ok_or("there is no such tile")?;
                if !hand.known.has(tile) && (hand.hidden == 0 || !self.unseen.has(tile)) {
                    return Err("the tile is not in the hand");
                }
                let (at_end, inner, outer) = match (ends, end) {
                    (None, End::Right) => return Ok(ply),
                    (None, End::Left) => return Err("the first tile is played at R"),
                    (Some((left, _)), End::Left) => (left, lying.right, lying.left),
                    (Some((_, right)), End::Right) => (right, lying.left, lying.right),
                };
                if inner == at_end {
                    Ok(ply)
                } else if outer == at_end {
                    Err("the tile lies the wrong way round")
                } else {
                    Err("the tile does not fit that end")
                }
            }
            Ply::Draw(_) if surely => Err("a draw while a tile can be played"),
            Ply::Pass if surely => Err("a pass while a tile can be played"),
            Ply::Pass if self.stack_count() > 0 => Err("a pass while there are tiles to draw"),
            Ply::Draw(_) if self.stack_count() == 0 => Err("the stack is empty"),
            Ply::Draw(None) => Ok(self.idle()),
            Ply::Draw(Some(tile)) => match &self.stack {
                Stack::Known(tiles) if tiles.last() != Some(&tile) => Err("not the tile on top of the stack"),
                Stack::Hidden(_) if !self.unseen.has(tile) => Err("the tile is not in the stack"),
                _ => Ok(ply),
            },
            Ply::Pass => Ok(ply),
        }
    }

    /// Plays a ply that [`Domino::judge`] allowed, as it gave it.
    pub fn make(&mut self, ply: Ply) {
        let turn = self.turn();
        let hand = &mut self.hands[turn];
        match ply {
            Ply::Play(Play { tile: lying, end }) => {
                if let Some(tile) = lying.tile() {
                    if hand.known.has(tile) {
                        hand.known.remove(tile);
                    } else {
                        hand.hidden = hand.hidden.saturating_sub(1);
                        self.unseen.remove(tile);
                    }
                }
                match end {
                    End::Left => self.chain.push_front(lying),
                    End::Right => self.chain.push_back(lying),
                }
            }
            Ply::Draw(tile) => {
                match tile {
                    Some(tile) => hand.known.insert(tile),
                    None => hand.hidden += 1,
                }
                match &mut self.stack {
                    Stack::Known(tiles) => drop(tiles.pop()),
                    Stack::Hidden(count) => {
                        *count = count.saturating_sub(1);
                        if let Some(tile) = tile {
                            self.unseen.remove(tile);
                        }
                    }
                }
            }
            Ply::Pass => {}
        }
        self.turn = self.next_turn() as u8;
    }

    /// What `observer` may see: his own hand, with [`Observer::peeks`] the others' too, and never the
    /// stack.
    #[must_use]
    pub fn seen_by(&self, observer: Observer) -> Self {
        let mut seen = self.clone();
        for (player, hand) in seen.hands.iter_mut().enumerate().take(self.players.into()) {
            if player != observer.player && !observer.peeks {
                seen.unseen = seen.unseen.or(hand.known);
                *hand = Hand { known: Tiles::NONE, hidden: hand.count() };
            }
        }
        if let Stack::Known(tiles) = &self.stack {
            seen.unseen = seen.unseen.or(tiles.iter().copied().collect());
            if !tiles.is_empty() || seen.hands().iter().any(|hand| hand.hidden > 0) {
                seen.stack = Stack::Hidden(tiles.len() as u8);
            }
        }
        seen
    }

    /// Why a tile named without the end it goes to is no ply.
    fn without_end(&self, tile: Tile) -> &'static str {
        let hand = self.hands[self.turn()];
        if !hand.known.has(tile) && (hand.hidden == 0 || !self.unseen.has(tile)) {
            "the tile is not in the hand"
        } else if !self.playable().has(tile) {
            "the tile fits at neither end"
        } else {
            "it is not said at which end, L or R"
        }
    }

    fn perft_below(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let leaves = self.legal().into_iter().map(|ply| {
            let mut next = self.clone();
            next.make(ply);
            next.perft_below(depth - 1)
        });
        leaves.sum()
    }
}
