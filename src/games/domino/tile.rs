//! The tiles of a double-six set, and sets of them.

use std::fmt;

/// The highest number on a tile.
pub const HIGHEST: u8 = 6;

/// How many tiles there are.
pub const TILES: u8 = 28;

/// The two numbers of each tile, the lower first, in ascending order.
const NUMBERS: [(u8, u8); TILES as usize] = {
    let mut all = [(0, 0); TILES as usize];
    let (mut low, mut index) = (0, 0);
    while low <= HIGHEST {
        let mut high = low;
        while high <= HIGHEST {
            all[index] = (low, high);
            (index, high) = (index + 1, high + 1);
        }
        low += 1;
    }
    all
};

/// For each number the tiles that bear it.
const BEARING: [Tiles; HIGHEST as usize + 1] = {
    let mut all = [Tiles::NONE; HIGHEST as usize + 1];
    let mut index = 0;
    while index < NUMBERS.len() {
        let (low, high) = NUMBERS[index];
        all[low as usize].0 |= 1 << index;
        all[high as usize].0 |= 1 << index;
        index += 1;
    }
    all
};

/// A tile, whichever way it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(u8);

impl Tile {
    /// The tile with these two numbers, in either order; `None` if one is higher than [`HIGHEST`].
    pub fn new(one: u8, other: u8) -> Option<Self> {
        let (low, high) = (one.min(other), one.max(other));
        // Before those that begin with `low` stand 7 + 6 + ... tiles.
        (high <= HIGHEST).then(|| Self(low * (15 - low) / 2 + high - low))
    }

    /// Its numbers, the lower first.
    pub fn numbers(self) -> (u8, u8) {
        NUMBERS[usize::from(self.0)]
    }

    /// The number beside `number` on this tile, which bears it.
    pub fn beside(self, number: u8) -> u8 {
        let (low, high) = self.numbers();
        if number == low { high } else { low }
    }

    /// Reads `2-6` or `6-2`.
    pub fn parse(text: &str) -> Option<Self> {
        Lying::parse(text)?.tile()
    }
}

/// The lower number first: `2-6`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.numbers();
        write!(f, "{low}-{high}")
    }
}

/// A tile as it lies on the table: its left number, its right number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lying {
    /// The number at its left.
    pub left: u8,
    /// The number at its right.
    pub right: u8,
}

impl Lying {
    /// Reads `6-2`.
    pub fn parse(text: &str) -> Option<Self> {
        let [left @ b'0'..=b'6', b'-', right @ b'0'..=b'6'] = *text.as_bytes() else { return None };
        Some(Self { left: left - b'0', right: right - b'0' })
    }

    /// Which tile it is; `None` if there is none with these numbers.
    pub fn tile(self) -> Option<Tile> {
        Tile::new(self.left, self.right)
    }

    /// The tile the other way round.
    pub fn turned(self) -> Self {
        Self { left: self.right, right: self.left }
    }
}

impl fmt::Display for Lying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.left, self.right)
    }
}

/// A set of tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiles(u32);

impl Tiles {
    /// No tile.
    pub const NONE: Self = Self(0);
    /// All tiles.
    pub const ALL: Self = Self((1 << TILES) - 1);

    /// The tiles that bear `number`.
    ///
    /// # Panics
    /// If it is higher than [`HIGHEST`].
    #[inline]
    pub fn bearing(number: u8) -> Self {
        BEARING[usize::from(number)]
    }

    /// The tiles that can be played at one of two ends; all of them on an empty chain.
    #[inline]
    pub fn fitting(ends: Option<(u8, u8)>) -> Self {
        ends.map_or(Self::ALL, |(left, right)| Self(Self::bearing(left).0 | Self::bearing(right).0))
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `tile` is one of them.
    #[inline]
    pub fn has(self, tile: Tile) -> bool {
        self.0 & 1 << tile.0 != 0
    }

    /// Those that are in `other` too.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// These and those of `other`.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are not in `other`.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Puts a tile in.
    #[inline]
    pub fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    /// Takes a tile out.
    #[inline]
    pub fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.0);
    }

    /// The tiles in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let tile = (left != 0).then(|| Tile(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            tile
        })
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut all = Self::NONE;
        tiles.into_iter().for_each(|tile| all.insert(tile));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_there_once_and_reads_back() {
        let texts: Vec<String> = Tiles::ALL.iter().map(|tile| tile.to_string()).collect();
        assert_eq!(texts.len(), 28);
        assert!(texts.is_sorted() && texts.first().unwrap() == "0-0" && texts.last().unwrap() == "6-6");
        for (tile, text) in Tiles::ALL.iter().zip(&texts) {
            let (low, high) = tile.numbers();
            assert_eq!(Tile::parse(text), Some(tile));
            assert_eq!((Tile::new(high, low), Tile::new(low, high)), (Some(tile), Some(tile)));
            assert_eq!((tile.beside(low), tile.beside(high)), (high, low));
        }
        for text in ["", "2", "2-", "7-1", "2-66", "2_6", "-2-6", "2 -6", "\u{e9}-"] {
            assert_eq!(Tile::parse(text), None, "{text}");
        }
    }

    #[test]
    fn seven_tiles_bear_each_number() {
        for number in 0..=HIGHEST {
            let bearing = Tiles::bearing(number);
            assert_eq!(bearing.count(), 7);
            assert!(bearing.iter().all(|tile| <[u8; 2]>::from(tile.numbers()).contains(&number)));
        }
        assert_eq!(Tiles::fitting(Some((2, 5))).count(), 13);
        assert_eq!(Tiles::fitting(Some((2, 2))).count(), 7);
        assert_eq!(Tiles::fitting(None), Tiles::ALL);
    }
}
