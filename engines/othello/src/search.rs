//! The midgame: principal variation search to a depth, then the evaluation.
//!
//! Depth counts discs placed; a pass costs none. Values are hundredths of a disc for the side to move.
//! A search as deep as there are empty squares is the [`crate::endgame`]'s.
//!
//! The first move gets the whole window and every other one the question whether it is better at all (Marsland and
//! Campbell: "Parallel search of strongly ordered game trees", 1982; NegaScout of Reinefeld, 1983, is the same).

use arena::protocol::budget::Ended;

use crate::board::{Board, squares};
use crate::hash::{Found, NO_MOVE, Table};
use crate::instructions::{Instructions, compiled_twice};
use crate::ordering::{Candidates, MOST_MOVES};
use crate::patterns::Sights;
use crate::watch::Watch;
use crate::weights::Weights;

/// More than any value.
pub(crate) const INFINITE: i32 = 10_000;

/// Below this depth the hash table is not asked.
const HASHED_DEPTH: u32 = 3;

/// From this depth on, the hash table is asked about all moves before any is searched.
const TRANSPOSED_DEPTH: u32 = 5;

/// A position in the tree, with what is seen of it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The position.
    pub board: Board,
    /// Its patterns.
    pub sights: Sights,
}

impl Default for Node {
    #[inline(always)]
    fn default() -> Self {
        Self { board: Board::default(), sights: Sights::NONE }
    }
}

impl Node {
    /// The node of a position.
    pub fn of(board: &Board) -> Self {
        Self { board: *board, sights: Sights::of(board) }
    }

    /// The node after a move.
    #[inline(always)]
    pub fn after(&self, square: u32) -> Self {
        self.place(square, self.board.flips(square))
    }

    /// The same for a move whose flips are known.
    #[inline(always)]
    #[must_use]
    pub fn place(&self, square: u32, flips: u64) -> Self {
        Self { board: self.board.place(square, flips), sights: self.sights.place(square, flips) }
    }

    /// The node after a pass.
    #[inline(always)]
    pub fn pass(&self) -> Self {
        Self { board: self.board.pass(), sights: self.sights.pass() }
    }
}

/// A search under way.
pub struct Search<'a, I> {
    /// What it is compiled for.
    pub instructions: I,
    /// What positions are worth.
    pub weights: &'a Weights,
    /// What is known of them.
    pub table: &'a Table,
    /// When to end.
    pub watch: Watch<'a>,
    /// How sure cuts must be that are not proofs; see [`crate::probcut`].
    pub sureness: u8,
}

impl<I: Instructions> Search<'_, I> {
    /// The evaluation of a node.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, node: &Node) -> i32 {
        self.watch.leaf();
        self.weights.value(&node.board, &node.sights)
    }

    compiled_twice! {
        /// The value of `node` for the side to move, searched to `depth`: exact between `alpha` and
        /// `beta`, else a bound on that side of them.
        ///
        /// # Errors
        /// The search has to end.
        pub fn search(&mut self, node: &Node, depth: u32, alpha: i32, beta: i32) -> Result<i32, Ended> = search_inlined
    }

    #[inline(always)]
    fn search_inlined(&mut self, node: &Node, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Ended> {
        let board = &node.board;
        if depth == 0 {
            return Ok(self.evaluate(node));
        }
        let empties = board.empties();
        if depth >= empties {
            let (low, high) = (alpha.div_euclid(100).max(-65), (beta + 99).div_euclid(100).min(65));
            return Ok(100 * self.solve(node, low, high)?);
        }
        self.watch.visit()?;
        let moves = board.moves();
        if moves == 0 {
            return if board.pass().moves() == 0 {
                Ok(100 * board.difference())
            } else {
                Ok(-self.search(&node.pass(), depth, -beta, -alpha)?)
            };
        }
        if depth == 1 {
            return Ok(self.best_estimate(node, moves, beta));
        }
        let known = if depth >= HASHED_DEPTH { self.table.get(board) } else { None };
        if let Some(value) = known.and_then(|known| known.settles(depth, self.sureness, alpha, beta)) {
            return Ok(value);
        }
        if beta - alpha == 1
            && let Some(value) = self.likely_value(node, depth, alpha)?
        {
            return Ok(value);
        }
        let best = known.map_or([NO_MOVE; 2], |known| known.best);
        let mut candidates = self.candidates(node, moves, best, depth, false)?;
        if depth >= TRANSPOSED_DEPTH && self.transposes(board, &candidates, depth, beta) {
            return Ok(beta);
        }
        let floor = alpha;
        let (mut best, mut value) = (NO_MOVE, -INFINITE);
        while let Some((square, flips)) = candidates.next() {
            let after = &node.place(square, flips);
            let mut found = alpha + 1;
            if best != NO_MOVE {
                found = -self.search(after, depth - 1, -alpha - 1, -alpha)?;
            }
            if best == NO_MOVE || (found > alpha && found < beta) {
                found = -self.search(after, depth - 1, -beta, -alpha)?;
            }
            if found > value {
                (value, best) = (found, square as u8);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        if depth >= HASHED_DEPTH {
            let sureness = self.sureness;
            self.table.put(board, Found { depth, sureness, alpha: floor, beta, value, best });
        }
        Ok(value)
    }

    /// A search to depth 1.
    #[inline(always)]
    fn best_estimate(&mut self, node: &Node, moves: u64, beta: i32) -> i32 {
        let mut value = -INFINITE;
        for square in squares(moves) {
            value = value.max(-self.evaluate(&node.after(square)));
            if value >= beta {
                break;
            }
        }
        value
    }

    /// The value of a node by a search of little depth, to order moves by.
    pub(crate) fn estimate(&mut self, node: &Node, depth: u32) -> Result<i32, Ended> {
        self.search(node, depth, -INFINITE, INFINITE)
    }

    /// Enhanced transposition cutoff (Plaat and others: "Exploiting graph properties of game trees",
    /// 1996): whether the hash table knows a move that is at least `beta`, whatever its rank.
    #[inline(always)]
    pub(crate) fn transposes(
        &self,
        board: &Board,
        candidates: &Candidates<MOST_MOVES>,
        depth: u32,
        beta: i32,
    ) -> bool {
        candidates.all().any(|(square, flips)| {
            let known = self.table.get(&board.place(square, flips));
            known.is_some_and(|known| {
                u32::from(known.depth) >= depth - 1
                    && known.sureness >= self.sureness
                    && -i32::from(known.upper) >= beta
            })
        })
    }
}
