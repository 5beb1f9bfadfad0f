//! The hash table: what is known of positions from iterations, moves and threads before.
//!
//! An entry holds the whole position, so that what is found is never another's: 128 bits of board and
//! 64 of knowledge. Threads share the table without locks. Each of the two halves of the board is
//! stored mixed with the knowledge (Hyatt and Mann: "A lock-less transposition table implementation for
//! parallel search", ICGA Journal, 2002): an entry of which another thread has written a part meanwhile
//! no longer reads as any position that is asked for. For a new game nothing is written at all: a line of another
//! game than the table's counts as empty.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use arena::protocol::driver;
use arena::protocol::lines::{Line, Lines};

use crate::board::Board;

/// The number for no move.
pub const NO_MOVE: u8 = 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its value for the side to move is at least that, in hundredths of a disc.
    pub lower: i16,
    /// It is at most that.
    pub upper: i16,
    /// Discs placed below it in the search that found out.
    pub depth: u8,
    /// How sure that search was: the higher the surer; see [`crate::probcut`].
    pub sureness: u8,
    /// The best move, and the one that was best before; [`NO_MOVE`] if there is none.
    pub best: [u8; 2],
}

impl Known {
    /// The value, if it is settled for a window from `alpha` to `beta` by a search as deep as `depth`
    /// and as sure as `sureness`.
    #[inline(always)]
    pub fn settles(&self, depth: u32, sureness: u8, alpha: i32, beta: i32) -> Option<i32> {
        if u32::from(self.depth) < depth || self.sureness < sureness {
            return None;
        }
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower >= beta || lower == upper {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    fn pack(&self, age: u8) -> u64 {
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.sureness & 7) << 40
            | u64::from(age & 31) << 43
            | u64::from(self.best[0]) << 48
            | u64::from(self.best[1]) << 56
    }

    fn unpack(data: u64) -> Self {
        Self {
            lower: data as i16,
            upper: (data >> 16) as i16,
            depth: (data >> 32) as u8,
            sureness: (data >> 40) as u8 & 7,
            best: [(data >> 48) as u8, (data >> 56) as u8],
        }
    }
}

/// The search in which an entry was last written, modulo 32.
fn age_of(data: u64) -> u8 {
    (data >> 43) as u8 & 31
}

/// Where an entry is.
#[derive(Clone, Copy)]
struct Slot<'a> {
    mover: &'a AtomicU64,
    opponent: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl<'a> Slot<'a> {
    /// The two of a line of the processor's cache, and the word that says in which game they were written.
    #[inline(always)]
    fn of(line: &'a Line) -> ([Self; 2], &'a AtomicU64) {
        let [m0, o0, d0, m1, o1, d1, game, _] = line;
        let slot = |mover, opponent, data| Self { mover, opponent, data };
        ([slot(m0, o0, d0), slot(m1, o1, d1)], game)
    }

    #[inline(always)]
    fn read(self, board: &Board) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (self.mover.load(Relaxed) ^ data == board.mover
            && self.opponent.load(Relaxed) ^ data == board.opponent
            && data != 0)
            .then_some(data)
    }

    #[inline(always)]
    fn write(self, board: &Board, data: u64) {
        self.mover.store(board.mover ^ data, Relaxed);
        self.opponent.store(board.opponent ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// The table.
#[derive(Debug)]
pub struct Table {
    lines: Lines,
    /// One less than there are lines used, a power of two; all bits if there are none.
    mask: usize,
    age: AtomicU8,
    /// How often everything was forgotten: what was written before counts as not there.
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

    pub(crate) fn of(lines: Lines) -> Self {
        let count = lines.all().len();
        let mask = count.checked_ilog2().map_or(usize::MAX, |bits| (1 << bits) - 1);
        Self { lines, mask, age: AtomicU8::new(1), game: AtomicU64::new(0) }
    }

    /// Has the system make its memory, unless it has.
    pub fn make(&self, search: &mut driver::Search<'_>) {
        self.lines.make(search);
    }

    /// Its memory, for boards of other sizes while there are none of 8x8.
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Forgets everything, and what others have kept in its memory.
    pub(crate) fn wipe(&self) {
        self.lines.clear();
        self.clear();
    }

    /// Forgets everything.
    pub fn clear(&self) {
        // To write so much memory takes a while.
        self.game.fetch_add(1, Relaxed);
        self.age.store(1, Relaxed);
    }

    /// A new search begins: what older ones left may go first.
    pub fn next_search(&self) {
        // Never 0, so that no knowledge at all packs to 0.
        self.age.store(self.age.load(Relaxed) % 31 + 1, Relaxed);
    }

    #[inline(always)]
    fn line(&self, board: &Board) -> Option<&Line> {
        // Multiplied by odd constants without pattern, the high bits depend on all of the board.
        let mixed = board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opponent.rotate_left(32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xe703_7ed1_a0b4_28db);
        self.lines.all().get((mixed >> 20) as usize & self.mask)
    }

    /// What is known of `board`.
    #[inline(always)]
    pub fn get(&self, board: &Board) -> Option<Known> {
        let (slots, game) = Slot::of(self.line(board)?);
        let data = slots.into_iter().find_map(|slot| slot.read(board))?;
        (game.load(Relaxed) == self.game.load(Relaxed)).then(|| Known::unpack(data))
    }

    /// Keeps that a search to `depth` and of `sureness`, with a window from `alpha` to `beta`, gave
    /// `value` with the move `best`.
    #[inline(always)]
    pub fn put(&self, board: &Board, found: Found) {
        let Some(line) = self.line(board) else { return };
        let ((slots, game), now) = (Slot::of(line), self.game.load(Relaxed));
        if game.load(Relaxed) != now {
            slots.into_iter().for_each(|slot| slot.data.store(0, Relaxed));
            game.store(now, Relaxed);
        }
        let here = slots.into_iter().find(|slot| slot.read(board).is_some());
        let age = self.age.load(Relaxed);
        let slot = here.unwrap_or_else(|| {
            let worth = |slot: Slot<'_>| {
                let data = slot.data.load(Relaxed);
                (age_of(data) == age, Known::unpack(data).depth)
            };
            // The one of older searches, or the shallower, has to go.
            if worth(slots[0]) <= worth(slots[1]) { slots[0] } else { slots[1] }
        });
        let before = here.and_then(|slot| slot.read(board)).map(Known::unpack);
        slot.write(board, found.joined(before).pack(age));
    }
}

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Discs placed below it.
    pub depth: u32,
    /// How sure the search was.
    pub sureness: u8,
    /// The window: outside of it the value is a bound.
    pub alpha: i32,
    /// The window's upper end.
    pub beta: i32,
    /// The value in hundredths of a disc.
    pub value: i32,
    /// The best move.
    pub best: u8,
}

impl Found {
    /// All that is known, with what was known `before`.
    #[inline(always)]
    fn joined(&self, before: Option<Known>) -> Known {
        let value = self.value as i16;
        let mut known = Known {
            lower: if self.value > self.alpha { value } else { i16::MIN },
            upper: if self.value < self.beta { value } else { i16::MAX },
            depth: self.depth.min(64) as u8,
            sureness: self.sureness,
            best: [self.best, NO_MOVE],
        };
        if let Some(before) = before {
            if before.depth == known.depth && before.sureness == known.sureness {
                // Bounds of the same search add up, unless they exclude one another: after cuts that
                // are not sure they may, and then the later is believed.
                let (lower, upper) = (known.lower.max(before.lower), known.upper.min(before.upper));
                if lower <= upper {
                    (known.lower, known.upper) = (lower, upper);
                }
            }
            known.best = match (self.value > self.alpha || before.best[0] == NO_MOVE, self.best) {
                (true, best) if best != before.best[0] => [best, before.best[0]],
                (true, best) => [best, before.best[1]],
                // All moves failed: which was least bad says little.
                (false, best) if best == before.best[0] => before.best,
                (false, best) => [before.best[0], best],
            };
        }
        known
    }
}
