//! Move ordering: alpha-beta visits the fewest nodes when the best move comes first.

use arena::games::breakthrough::{Breakthrough, Colour, Move, Word};

use crate::board::{Board, attacked};

/// The number in the hash table for no move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// The most moves there can be: 24 pieces with three each.
const MOST: usize = 72;

/// The rank of the move that the hash table holds for the best.
const FIRST: i32 = 1 << 22;
/// The least rank of a capture.
const CAPTURE: i32 = 1 << 21;
/// The rank of a quiet move that has cut off a sister position.
const KILLER: i32 = 1 << 20;
/// History counts stay below this.
const HISTORY_LIMIT: i32 = 1 << 16;

/// A move as a number for the hash table.
#[inline]
pub(crate) fn number(mv: Move) -> u16 {
    u16::from(mv.from) << 8 | u16::from(mv.to)
}

/// What earlier cuts tell of quiet moves.
pub(crate) struct Memory {
    /// By ply: the last two quiet moves that cut.
    killers: Vec<[u16; 2]>,
    /// By side, square left and direction: how often and how far above the leaves the move has cut.
    history: [Vec<i32>; 2],
    columns: u8,
}

impl Memory {
    /// Nothing known yet, on a board with so many columns.
    pub(crate) fn new(columns: u8) -> Self {
        Self { killers: Vec::new(), history: [vec![0; 144 * 3], vec![0; 144 * 3]], columns }
    }

    /// Notes that a quiet move has cut.
    pub(crate) fn cut(&mut self, side: Colour, mv: Move, ply: usize, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NO_MOVE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != number(mv) {
            *killers = [number(mv), killers[0]];
        }
        let index = self.index(mv);
        let history = &mut self.history[side as usize];
        history[index] += (depth * depth) as i32;
        if history[index] >= HISTORY_LIMIT {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn index(&self, mv: Move) -> usize {
        let aside = (mv.from.abs_diff(mv.to) + 1).saturating_sub(self.columns);
        usize::from(mv.from) * 3 + usize::from(aside.min(2))
    }

    /// The rank of a quiet move.
    fn rank(&self, side: Colour, mv: Move, ply: usize) -> i32 {
        match self.killers.get(ply) {
            Some(killers) if killers.contains(&number(mv)) => KILLER,
            _ => self.history[side as usize][self.index(mv)],
        }
    }
}

/// The moves of a position, best rank first; of equal ones the one generated last.
pub(crate) struct Candidates {
    moves: [(i32, Move); MOST],
    count: usize,
}

impl Candidates {
    /// Ranks the moves of `position` that enter `squares`; the move numbered `first` comes before all.
    pub(crate) fn new<B: Word>(
        board: &Board<B>,
        position: &Breakthrough<B>,
        squares: B,
        first: u16,
        memory: &Memory,
        ply: usize,
    ) -> Self {
        let side = position.side();
        let shape = position.shape();
        let enemies = position.pieces(side.other());
        let guarded = attacked(position, side.other());
        let mut candidates = Self { moves: [(0, Move { from: 0, to: 0 }); MOST], count: 0 };
        for mv in position.moves() {
            let to = u32::from(mv.to);
            if !squares.has(to) {
                continue;
            }
            let progress = i32::from(shape.rows) - board.distance(shape, side, to) as i32;
            let rank = if number(mv) == first {
                FIRST
            } else if enemies.has(to) {
                // The further the captured piece had come, the better; one that is not guarded is free.
                let danger = i32::from(shape.rows) - board.distance(shape, side.other(), to) as i32;
                CAPTURE + 2 * danger - if guarded.has(to) { 5 } else { 0 }
            } else {
                let lost = if guarded.has(to) && !attacked(position, side).has(to) { 40 } else { 0 };
                2 * memory.rank(side, mv, ply) + progress * 2 - lost
            };
            candidates.moves[candidates.count] = (rank, mv);
            candidates.count += 1;
        }
        candidates
    }
}

impl Iterator for Candidates {
    type Item = Move;

    /// The best of those left: after a cut most of them never need to be sorted.
    #[inline]
    fn next(&mut self) -> Option<Move> {
        let left = &mut self.moves[..self.count];
        let (best, &(_, mv)) = left.iter().enumerate().max_by_key(|(_, (rank, _))| *rank)?;
        left.swap(best, left.len() - 1);
        self.count -= 1;
        Some(mv)
    }
}
