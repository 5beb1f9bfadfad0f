//! The rules of dominoes a second time, on lists of texts.

use std::collections::{BTreeMap, VecDeque};

use arena::games::random::Random;
use arena::games::{Game, Position, domino};

use super::{after, playout};

/// The tables of dominoes with tiles as texts: chain, hands, stack with the top first, the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) chain: VecDeque<String>,
    pub(super) hands: Vec<Vec<String>>,
    pub(super) stack: VecDeque<String>,
    pub(super) turn: usize,
}

impl Table {
    pub(super) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let tiles = |list: &str| -> Vec<String> {
            list.split(',').filter(|tile| tile.len() == 3).map(str::to_owned).collect()
        };
        Self {
            chain: tiles(fields[0]).into(),
            hands: fields[1].split('/').map(tiles).collect(),
            stack: tiles(fields[2]).into(),
            turn: fields[3][1..].parse::<usize>().expect("a number") - 1,
        }
    }

    fn turned(tile: &str) -> String {
        tile.chars().rev().collect()
    }

    /// The ways in which `tile` goes to the chain.
    fn ways(&self, tile: &str) -> Vec<String> {
        let mut ways = Vec::new();
        for lying in [tile.to_owned(), Self::turned(tile)] {
            match (self.chain.front(), self.chain.back()) {
                (Some(first), Some(last)) => {
                    if lying[2..] == first[..1] {
                        ways.push(format!("{lying}L"));
                    }
                    if lying[..1] == last[2..] {
                        ways.push(format!("{lying}R"));
                    }
                }
                _ => ways.push(format!("{lying}R")),
            }
        }
        ways.sort();
        ways.dedup();
        ways
    }

    /// The table after each legal ply.
    fn after_plies(&self) -> BTreeMap<String, Self> {
        let fits = |hand: &Vec<String>| hand.iter().any(|tile| !self.ways(tile).is_empty());
        let stuck = self.stack.is_empty() && !self.hands.iter().any(fits);
        if stuck || self.hands.iter().any(Vec::is_empty) {
            return BTreeMap::new();
        }
        let mut next = self.clone();
        next.turn = (self.turn + 1) % self.hands.len();
        let mut all = BTreeMap::new();
        for tile in &self.hands[self.turn] {
            for way in self.ways(tile) {
                let mut next = next.clone();
                next.hands[self.turn].retain(|other| other != tile);
                match way.strip_suffix('L') {
                    Some(lying) => next.chain.push_front(lying.to_owned()),
                    None => next.chain.push_back(way[..3].to_owned()),
                }
                all.insert(way, next);
            }
        }
        if all.is_empty() {
            let ply = match next.stack.pop_front() {
                Some(tile) => {
                    next.hands[self.turn].push(tile.clone());
                    next.hands[self.turn].sort();
                    format!("draw:{tile}")
                }
                None => "pass".to_owned(),
            };
            all.insert(ply, next);
        }
        all
    }
}

/// Compares the legal plies of dominoes and where they lead.
pub(super) fn agree_on_tiles(position: &dyn Position) {
    let found: BTreeMap<String, Table> = position
        .plies()
        .into_iter()
        .map(|ply| {
            let next = after(position, &ply).to_string();
            (ply, Table::read(&next))
        })
        .collect();
    assert_eq!(found, Table::read(&position.to_string()).after_plies(), "{position}");
}

#[test]
fn dominoes_agree_with_plain_ones_along_many_games() {
    let mut random = Random::new(11);
    for players in domino::PLAYERS {
        for _ in 0..60 {
            playout(Game::Domino { players }, &mut random)
                .iter()
                .for_each(|position| agree_on_tiles(&**position));
        }
    }
}
