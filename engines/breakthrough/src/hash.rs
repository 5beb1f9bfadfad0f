//! The hash table: what is known of positions from iterations and moves before, shared by all threads.
//!
//! An entry is two words, the second of which is kept folded into the first: where two threads have
//! written halves of different entries the key does not fit and nothing is found (Hyatt and Mann, "A lockless
//! transposition table implementation for parallel search", 2002). A key is taken for its
//! position. With 64 bits a mistake is rarer than a failure of the machine, and cannot become an illegal
//! move: a move from the table is played only if it is legal. For a new game nothing is written at all: an entry of
//! another game than the table's counts as empty.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use arena::protocol::driver::Search;
use arena::protocol::lines::{Line, Lines};

use crate::board::Move;

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
    /// It is that.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value for the side to move.
    pub value: i32,
    /// The best move, or [`Move::NONE`].
    pub best: Move,
    /// Plies searched below the position.
    pub depth: i32,
    /// What `value` says.
    pub bound: Bound,
}

impl Entry {
    /// The value, if it settles a search to `depth` with the window from `alpha` to `beta`.
    #[inline]
    pub fn settles(&self, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let holds = match self.bound {
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
            Bound::Exact => true,
        };
        (holds && self.depth >= depth).then_some(self.value)
    }

    /// From the lowest bits: value, move, bound with 1 added so that no entry is 0.
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.value as u16) | u64::from(self.best.0) << 16 | bound << 32
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 32 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let depth = worth_of(word);
        Some(Self { value: i32::from(word as u16 as i16), best: Move((word >> 16) as u16), depth, bound })
    }
}

/// What makes the key of a proof, which is kept beside the entry of the same position.
const PROOF: u64 = 0x51_7c_c1_b7_27_22_0a_95;

/// In the highest byte of a word, what it is worth: the depth of an entry. The age is in the next.
fn worth_of(word: u64) -> i32 {
    (word >> 56) as i32
}

/// The bits of a word that say in which game it was written: modulo 2 to the power of 14.
const GAME: u64 = 0x3fff << GAME_AT;
const GAME_AT: u32 = 34;

/// The table: in each line of the processor's cache four entries of two words.
#[derive(Debug)]
pub struct Table {
    lines: Lines,
    /// How many lines there are.
    count: usize,
    age: AtomicU8,
    /// How often everything was forgotten, in the bits of [`GAME`]: what was written before counts as not there.
    game: AtomicU64,
}

impl Table {
    /// A table of at most `megabytes`; of 0 there is none, and nothing is ever found. The same is true if the system does
    /// not give so much.
    pub fn new(megabytes: usize) -> Self {
        let table = Self::try_new(megabytes).or_else(|| Self::try_new(0)).expect("a line");
        table.lines.touch();
        table
    }

    /// A table of at most `megabytes`, or `None` if the system does not give so much. Its memory is still to be
    /// [made](Self::make).
    pub fn try_new(megabytes: usize) -> Option<Self> {
        Lines::of_megabytes(megabytes).map(Self::of)
    }

    fn of(lines: Lines) -> Self {
        ask_for_large_pages(lines.all());
        Self { count: lines.all().len(), lines, age: AtomicU8::new(0), game: AtomicU64::new(0) }
    }

    /// Has the system make its memory, unless it has.
    pub fn make(&self, search: &mut Search<'_>) {
        self.lines.make(search);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.age.store(0, Relaxed);
        // To write so much memory takes a while.
        let game = (self.game.load(Relaxed) + (1 << GAME_AT)) & GAME;
        self.game.store(game, Relaxed);
        if game == 0 {
            // All numbers of games have been used.
            self.lines.clear();
        }
    }

    /// A new search begins: what older ones left may go first.
    pub fn next_search(&self) {
        self.age.store(self.age.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// What is known of the position with `key`.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.find(key).and_then(Entry::unpack)
    }

    /// Asks the processor for what [`Table::win`] will look at.
    #[inline(always)]
    pub fn prefetch_win(&self, key: u64) {
        self.prefetch(key ^ PROOF);
    }

    /// Asks the processor for the line of `key`, which will soon be looked at.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(line) = self.lines.all().get(self.place(key)) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch of any address has no effect that a program could see; this one is of a line.
            #[expect(unsafe_code, reason = "the only way to prefetch")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
            }
        }
    }

    /// Keeps what a search found.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        self.keep(key, entry.pack(), entry.depth.clamp(0, 255) as u64);
    }

    /// Whether the position with `key` is proved won for the side to move, or lost.
    #[inline]
    pub fn win(&self, key: u64) -> Option<bool> {
        self.find(key ^ PROOF).map(|word| word & 1 == 1)
    }

    /// Keeps that it is, proved by visiting so many `nodes`.
    #[inline]
    pub fn put_win(&self, key: u64, win: bool, nodes: u64) {
        self.keep(key ^ PROOF, 2 | u64::from(win), u64::from(4 * (nodes + 1).ilog2()).min(255));
    }

    /// The line of a key.
    #[inline]
    fn line(&self, key: u64) -> Option<&[[AtomicU64; 2]]> {
        self.lines.all().get(self.place(key)).map(|line| line.as_chunks().0)
    }

    #[inline]
    fn find(&self, key: u64) -> Option<u64> {
        for [folded, word] in self.line(key)? {
            let word = word.load(Relaxed);
            if folded.load(Relaxed) ^ word == key && self.is_of_this_game(word) {
                return Some(word);
            }
        }
        None
    }

    /// Whether a word is of an entry, written in this game.
    #[inline]
    fn is_of_this_game(&self, word: u64) -> bool {
        word & GAME == self.game.load(Relaxed) && word != 0
    }

    /// Keeps the bits of `word` below those of [`GAME`] in the place of what is worth least: the same position, then
    /// what is worth little or from searches before.
    #[inline]
    fn keep(&self, key: u64, word: u64, worth: u64) {
        let Some(slots) = self.line(key) else { return };
        let [first, ..] = slots else { return };
        let (mut chosen, mut least) = (first, i32::MAX);
        let age = self.age.load(Relaxed);
        for slot in slots {
            let word = slot[1].load(Relaxed);
            let worth = if self.is_of_this_game(word) {
                if slot[0].load(Relaxed) ^ word == key {
                    chosen = slot;
                    break;
                }
                let older = i32::from(age.wrapping_sub((word >> 48) as u8));
                worth_of(word) - 8 * older
            } else {
                i32::MIN
            };
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let word = word | self.game.load(Relaxed) | u64::from(age) << 48 | worth << 56;
        chosen[0].store(key ^ word, Relaxed);
        chosen[1].store(word, Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The product's high half is a number below the count.
        ((u128::from(key) * self.count as u128) >> 64) as usize
    }
}

/// Asks the system to back memory that nothing has touched yet with pages of 2 MiB. A table is looked up
/// at random: with pages of 4 KiB nearly every look into a large one first has to look up where its page is.
/// Whether the system does so or not, all that changes is the speed.
fn ask_for_large_pages(lines: &[Line]) {
    #[cfg(target_os = "linux")]
    {
        let inside = large_pages(lines.as_ptr() as usize, size_of_val(lines));
        if !inside.is_empty() {
            // SAFETY: the range is within the lines, and the advice changes no content.
            #[expect(unsafe_code, reason = "there is no safe madvise")]
            unsafe {
                libc::madvise(inside.start as *mut libc::c_void, inside.len(), libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = lines;
}

/// A large page, on most machines.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// The whole large pages within `length` bytes from an address.
#[cfg(target_os = "linux")]
fn large_pages(start: usize, length: usize) -> std::ops::Range<usize> {
    start.next_multiple_of(LARGE)..(start + length) / LARGE * LARGE
}

#[cfg(test)]
mod tests {
    use arena::games::random::Random;

    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { value: -123, best: Move::new(8, 17), depth, bound: Bound::Upper }
    }

    #[test]
    fn what_was_put_is_found_until_it_is_cleared() {
        let table = Table::new(1);
        table.put(77, entry(5));
        assert_eq!(table.get(77), Some(entry(5)));
        assert_eq!(table.get(78), None);
        table.clear();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn deep_entries_outlast_shallow_ones_but_not_for_ever() {
        let table = Table::new(1);
        // Keys of one bucket.
        table.put(1, entry(20));
        (2..40).for_each(|key| table.put(key, entry(3)));
        assert_eq!(table.get(1), Some(entry(20)));
        (0..10).for_each(|_| table.next_search());
        (2..40).for_each(|key| table.put(key, entry(3)));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_table_of_nothing_finds_nothing() {
        let table = Table::new(0);
        table.put(1, entry(1));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_table_that_has_forgotten_a_game_is_as_a_new_one() {
        let small = || Table::of(Lines::new(64).expect("4 KiB"));
        let play = |table: &Table, seed| {
            let mut random = Random::new(seed);
            let mut seen = Vec::new();
            for _ in 0..10 {
                table.next_search();
                for _ in 0..500 {
                    // Few enough for a position to come again, many enough for others to have to go.
                    let key = (random.below(1000) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    seen.push((table.get(key), table.win(key)));
                    table.put(key, entry(random.below(30) as i32));
                    table.put_win(key, random.below(2) == 1, random.below(1000) as u64);
                }
            }
            seen
        };
        let (fresh, used) = (play(&small(), 1), small());
        // Past the end of the numbers that games have.
        for game in 0..(GAME >> GAME_AT) + 10 {
            if game % 1000 < 5 {
                play(&used, 2 + game);
                used.clear();
                assert!(play(&used, 1) == fresh, "after {game} games");
            }
            used.clear();
        }
    }

    #[test]
    fn half_an_entry_is_none() {
        let table = Table::new(1);
        table.put(5, entry(5));
        table.lines.all()[0][1].fetch_xor(1 << 16, Relaxed);
        assert_eq!(table.get(5), None);
    }
}
