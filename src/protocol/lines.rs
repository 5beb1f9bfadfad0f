//! For engines in Rust: room for a hash table of any size, in lines of the processor's cache.
//!
//! Such a table may be a great part of the machine's memory. Memory that is new to a process is zero, so nobody has to
//! write zeros into it, but the system makes it page by page when it is first used. The trap is when that is: a
//! search looks everywhere in its table, so the first moves of a game would be spent on that (of 50 ms, all
//! but a hundred positions). What is large is therefore touched once, before any clock runs; since the system may take
//! seconds for some gigabytes, people are told, and who says `quit` meanwhile does not wait.
//! Another trap is a size that the machine does not have, which is not worth the life of the process.

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder};

use super::crew::processors;
use super::driver::Search;

/// The lines of a page, on most machines.
const PAGE: usize = 64;

/// From so many words on several threads touch them: 64 MB.
const SEVERAL: usize = 8 << 20;

/// From so many words on it is told that to make them takes a while: 1 GB.
const LONG: usize = 128 << 20;

/// Pages touched between two looks at whether to go on: 1 MB.
const PAGES_A_LOOK: usize = 256;

/// More threads than this would wait for the memory, not for one another.
const MOST: usize = 8;

/// What the processor fetches at a time, on most machines.
pub type Line = [AtomicU64; 8];

/// So many lines, at first all zero.
#[derive(Debug)]
pub struct Lines {
    words: Vec<AtomicU64>,
    /// The words before the first whole line.
    skipped: usize,
    /// Whether the system has made the memory.
    made: AtomicBool,
}

impl Lines {
    /// `count` lines, or `None` if the system does not give so much.
    pub fn new(count: usize) -> Option<Self> {
        let words = count.checked_add(1)?.checked_mul(8)?;
        let layout = Layout::array::<AtomicU64>(words).ok()?;
        // SAFETY: the layout is not of size 0. If there is a block, it is of the allocator and layout of a vector of
        // so many words, each of which has a value: all bits zero.
        #[expect(unsafe_code, reason = "there is no safe way to have zeros without writing them")]
        let words = unsafe {
            let block = alloc_zeroed(layout);
            if block.is_null() {
                return None;
            }
            Vec::from_raw_parts(block.cast::<AtomicU64>(), words, words)
        };
        let skipped = (words.as_ptr() as usize).next_multiple_of(size_of::<Line>()) - words.as_ptr() as usize;
        let mut lines = Self { words, skipped: skipped / size_of::<u64>(), made: AtomicBool::new(false) };
        lines.words.truncate(lines.skipped + 8 * count);
        Some(lines)
    }

    /// As many lines as `megabytes` hold, or `None` if the system does not give so much.
    pub fn of_megabytes(megabytes: usize) -> Option<Self> {
        Self::new(megabytes.checked_mul(1024 * 1024 / size_of::<Line>())?)
    }

    /// Has the system make all the memory now, while nothing is kept there.
    pub fn touch(&self) {
        self.touch_while(&|| true);
    }

    /// The same before a question is answered, unless it has been done; says so if it takes long, and does no more when the
    /// engine is to quit.
    pub fn make(&self, search: &mut Search<'_>) {
        if self.made.load(Relaxed) {
            return;
        }
        if self.words.len() >= LONG {
            let megabytes = size_of_val(self.all()) >> 20;
            search.say(&format!(
                "making {megabytes} MB of memory for the hash table, which may take some seconds"
            ));
        }
        let quits = search.quits();
        self.touch_while(&|| !quits());
    }

    fn touch_while(&self, go_on: &(dyn Fn() -> bool + Sync)) {
        let (lines, threads) =
            (self.all(), if self.words.len() < SEVERAL { 1 } else { processors().min(MOST) });
        let touch = |lines: &[Line]| {
            let shares = lines.chunks(PAGE * PAGES_A_LOOK).take_while(|_| go_on());
            shares.flat_map(|share| share.iter().step_by(PAGE)).for_each(|line| line[0].store(0, Relaxed));
        };
        self.made.store(true, Relaxed);
        let (first, others) = lines.split_at(lines.len() / threads);
        thread::scope(|scope| {
            for share in others.chunks(first.len().max(1)) {
                // If there cannot be another thread, it is done here.
                if Builder::new().spawn_scoped(scope, move || touch(share)).is_err() {
                    touch(share);
                }
            }
            touch(first);
        });
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[Line] {
        self.words.get(self.skipped..).unwrap_or_default().as_chunks().0
    }

    /// Writes zeros into all.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_where_lines_of_the_cache_do_and_are_zero() {
        for count in [0, 1, 2, 1000, 65_536] {
            let lines = Lines::new(count).expect("4 MB at most");
            assert_eq!(lines.all().len(), count);
            assert_eq!(lines.all().as_ptr() as usize % 64, 0);
            assert!(lines.all().iter().flatten().all(|word| word.load(Relaxed) == 0));
            lines.all().iter().flatten().for_each(|word| word.store(1, Relaxed));
            lines.clear();
            assert!(lines.all().iter().flatten().all(|word| word.load(Relaxed) == 0));
        }
    }

    #[test]
    fn a_size_that_no_machine_has_is_refused_and_ends_nothing() {
        for count in [usize::MAX, usize::MAX / 8, usize::MAX / 128] {
            assert!(Lines::new(count).is_none() && Lines::of_megabytes(count).is_none(), "{count}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_costs_nothing_until_it_is_touched() {
        // The pages that this process has in memory; other tests that run beside this one use a few.
        let pages = || {
            let text = std::fs::read_to_string("/proc/self/statm").expect("Linux");
            text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number of pages")
        };
        const BYTES: usize = 256 * 1024 * 1024;
        let half = BYTES / rustix::param::page_size() / 2;
        let before = pages();
        let lines = Lines::new(BYTES / 64).expect("256 MB");
        let made = pages();
        lines.touch_while(&|| false);
        let left = pages();
        lines.touch();
        let touched = pages();
        assert!(made < before + half && left < made + half, "{before} {made} {left}");
        assert!(touched > left + half, "{left} {touched}");
        assert!(lines.all().iter().step_by(1000).all(|line| line[0].load(Relaxed) == 0));
    }
}
