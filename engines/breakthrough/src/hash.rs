//! The hash table: what is known of positions from iterations and moves before, shared by all threads.
//!
//! An entry is two words, the second of which is kept folded into the first: where two threads have
//! written halves of different entries the key does not fit and nothing is found (Hyatt and Mann, "A lockless
//! transposition table implementation for parallel search", 2002). A key is taken for its
//! position. With 64 bits a mistake is rarer than a failure of the machine, and cannot become an illegal
//! move: a move from the table is played only if it is legal.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

/// Four entries that share a line of the processor's cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// The table.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most `megabytes`; of 0 there is none, and nothing is ever found.
    pub fn new(megabytes: usize) -> Self {
        let room = megabytes * 1024 * 1024 / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(room);
        ask_for_large_pages(&mut buckets);
        buckets.resize_with(room, Bucket::default);
        Self { buckets, age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in self.buckets.iter_mut().flat_map(|bucket| bucket.0.iter_mut().flatten()) {
            *word.get_mut() = 0;
        }
        self.age = 0;
    }

    /// A new search begins: what older ones left may go first.
    pub fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
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

    /// Asks the processor for the bucket of `key`, which will soon be looked at.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.buckets.get(self.place(key)) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch of any address has no effect that a program could see; this one is of a bucket.
            #[expect(unsafe_code, reason = "the only way to prefetch")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
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

    #[inline]
    fn find(&self, key: u64) -> Option<u64> {
        let bucket = self.buckets.get(self.place(key))?;
        for [folded, word] in &bucket.0 {
            let word = word.load(Relaxed);
            if folded.load(Relaxed) ^ word == key && word != 0 {
                return Some(word);
            }
        }
        None
    }

    /// Keeps the low six bytes of `word` in the place of what is worth least: the same position, then what is
    /// worth little or from searches before.
    #[inline]
    fn keep(&self, key: u64, word: u64, worth: u64) {
        let Some(bucket) = self.buckets.get(self.place(key)) else { return };
        let (mut chosen, mut least) = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let word = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ word == key {
                chosen = slot;
                break;
            }
            let older = i32::from(self.age.wrapping_sub((word >> 48) as u8));
            let worth = if word == 0 { i32::MIN } else { worth_of(word) - 8 * older };
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let word = word | u64::from(self.age) << 48 | worth << 56;
        chosen[0].store(key ^ word, Relaxed);
        chosen[1].store(word, Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The product's high half is a number below the length.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// Asks the system to back memory that nothing has touched yet with pages of 2 MiB. A table is looked up
/// at random: with pages of 4 KiB nearly every look into a large one first has to look up where its page is.
/// Whether the system does so or not, all that changes is the speed.
fn ask_for_large_pages(buckets: &mut Vec<Bucket>) {
    #[cfg(target_os = "linux")]
    {
        let room = buckets.spare_capacity_mut();
        let inside = large_pages(room.as_ptr() as usize, size_of_val(room));
        if !inside.is_empty() {
            // SAFETY: the range is within the spare room of the vector, and the advice changes no content.
            #[expect(unsafe_code, reason = "there is no safe madvise")]
            unsafe {
                libc::madvise(inside.start as *mut libc::c_void, inside.len(), libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buckets;
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
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { value: -123, best: Move::new(8, 17), depth, bound: Bound::Upper }
    }

    #[test]
    fn what_was_put_is_found_until_it_is_cleared() {
        let mut table = Table::new(1);
        table.put(77, entry(5));
        assert_eq!(table.get(77), Some(entry(5)));
        assert_eq!(table.get(78), None);
        table.clear();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn deep_entries_outlast_shallow_ones_but_not_for_ever() {
        let mut table = Table::new(1);
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
    fn half_an_entry_is_none() {
        let table = Table::new(1);
        table.put(5, entry(5));
        table.buckets[0].0[0][1].fetch_xor(1 << 16, Relaxed);
        assert_eq!(table.get(5), None);
    }
}
