//! The hash table: what is known of positions from iterations and moves before.
//!
//! A key is taken for its position. With 64 bits a mistake is rarer than a failure of the machine,
//! and cannot become an illegal move: a move from the table is played only if it is found among the
//! legal ones.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arena::protocol::lines::Lines;

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The slot is empty.
    None,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
    /// It is that.
    Exact,
}

impl Bound {
    fn of(number: u8) -> Self {
        match number {
            1 => Self::Lower,
            2 => Self::Upper,
            3 => Self::Exact,
            _ => Self::None,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    /// The value for the side to move.
    pub(crate) value: i16,
    /// The best move; what the number means is the search's affair.
    pub(crate) best: u16,
    /// Plies searched below the position.
    pub(crate) depth: u8,
    /// What `value` says.
    pub(crate) bound: Bound,
    age: u8,
}

impl Entry {
    const EMPTY: Self = Self { key: 0, value: 0, best: 0, depth: 0, bound: Bound::None, age: 0 };

    /// All but the key, with the game it is of in the highest byte.
    fn pack(&self, game: u8) -> u64 {
        u64::from(self.value as u16)
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 32
            | (self.bound as u64) << 40
            | u64::from(self.age) << 48
            | u64::from(game) << 56
    }

    /// What two words hold; an entry of another game is none.
    #[inline]
    fn read([key, word]: [u64; 2], game: u8) -> Self {
        if (word >> 56) as u8 != game {
            return Self::EMPTY;
        }
        Self {
            key,
            value: word as i16,
            best: (word >> 16) as u16,
            depth: (word >> 32) as u8,
            bound: Bound::of((word >> 40) as u8),
            age: (word >> 48) as u8,
        }
    }

    /// The value, if it settles a search to `depth` with the window from `alpha` to `beta`.
    #[inline]
    pub(crate) fn settles(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let value = i32::from(self.value);
        let holds = match self.bound {
            Bound::None => false,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
            Bound::Exact => true,
        };
        (holds && u32::from(self.depth) >= depth).then_some(value)
    }
}

/// When an entry was written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Time {
    age: u8,
    /// How often everything was forgotten: what was written before counts as not there.
    game: u8,
}

/// Pairs of slots in memory that is at first all zero: one for the entry that took longest, one for the latest. Two pairs
/// share a line of the processor's cache. In no lines nothing is ever found.
pub(crate) struct Table<'l> {
    lines: &'l Lines,
    now: &'l mut Time,
}

impl<'l> Table<'l> {
    /// What has been kept in `lines` until `now`.
    pub(crate) fn of(lines: &'l Lines, now: &'l mut Time) -> Self {
        Self { lines, now }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self.now = Time { age: 0, game: self.now.game.wrapping_add(1) };
        if self.now.game == 0 {
            // All numbers of games have been used.
            self.lines.clear();
        }
    }

    /// A new search begins: what older ones left may go first.
    pub(crate) fn next_search(&mut self) {
        self.now.age = self.now.age.wrapping_add(1);
    }

    /// What is known of the position with `key`.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let pair = self.pair(key)?.each_ref().map(|slot| self.read(slot));
        pair.into_iter().find(|entry| entry.key == key && entry.bound != Bound::None)
    }

    /// Keeps what a search to `depth` found.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, depth: u32, value: i32, bound: Bound, best: u16) {
        let Time { age, game } = *self.now;
        let Some([deep, latest]) = self.pair(key) else { return };
        let before = self.read(deep);
        let entry = Entry { key, value: value as i16, best, depth: depth.min(255) as u8, bound, age };
        let write = |slot: &Slot, entry: Entry| {
            slot[0].store(entry.key, Relaxed);
            slot[1].store(entry.pack(game), Relaxed);
        };
        if before.key == key || before.age != age || before.depth <= entry.depth {
            if before.key != key {
                write(latest, before);
            }
            write(deep, entry);
        } else {
            write(latest, entry);
        }
    }

    #[inline]
    fn read(&self, slot: &Slot) -> Entry {
        Entry::read(slot.each_ref().map(|word| word.load(Relaxed)), self.now.game)
    }

    #[inline]
    fn pair(&self, key: u64) -> Option<&[Slot; 2]> {
        let lines = self.lines.all();
        // The product's high half is a number below the count.
        let place = ((u128::from(key) * (2 * lines.len()) as u128) >> 64) as usize;
        lines.get(place / 2)?.as_chunks().0.as_chunks().0.get(place % 2)
    }
}

/// A key, and what is known of its position.
type Slot = [AtomicU64; 2];

/// A key for `position`, different for every `salt`.
#[inline]
pub(crate) fn key(position: &impl Hash, salt: u64) -> u64 {
    let mut hasher = Folding(salt);
    position.hash(&mut hasher);
    hasher.finish()
}

/// Folds words into a state by multiplication (as in wyhash): bitboards need few words and the
/// standard hasher is slow on them.
struct Folding(u64);

impl Folding {
    #[inline]
    fn fold(left: u64, right: u64) -> u64 {
        let product = u128::from(left) * u128::from(right);
        (product >> 64) as u64 ^ product as u64
    }
}

impl Hasher for Folding {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 =
            Self::fold(self.0 ^ word ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db) ^ word.rotate_left(32);
    }
    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn finish(&self) -> u64 {
        Self::fold(self.0 ^ 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3)
    }
}
