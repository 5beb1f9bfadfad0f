//! The endgame: exact results, in discs.
//!
//! Three layers, by the number of empty squares. Far from the end a position is worth much work: the
//! hash table, a bound from stable discs, moves ordered by short searches with the evaluation. In
//! the middle the move that leaves the fewest replies comes first: its tree is the smallest. Near the end
//! parity alone orders the moves, and the last four squares have code of their own ([`crate::last`]).
//!
//! Nearly all windows are one disc wide: the question is only whether a move is better than the best so
//! far (Knuth and Moore, 1975; the principal variation search of Marsland and Campbell, 1982).

use arena::protocol::budget::Ended;

use crate::board::{Board, squares};
use crate::hash::{Found, NO_MOVE};
use crate::instructions::{Instructions, compiled_twice};
use crate::ordering::{Candidates, SQUARE_RANK};
use crate::parity::odd_quarters;
use crate::probcut::SURE;
use crate::search::{Node, Search};

/// From so many empty squares on, moves are ordered with the help of the evaluation.
const EVALUATED_EMPTIES: u32 = 12;
/// From so many empty squares on, moves are ordered by the replies they leave.
const RANKED_EMPTIES: u32 = 7;
/// More than any result.
const INFINITE: i32 = 100;

impl<I: Instructions> Search<'_, I> {
    compiled_twice! {
        /// The result of `node` with best play for the side to move, in discs: exact between `alpha` and
        /// `beta`, else a bound on that side of them.
        ///
        /// # Errors
        /// The search has to end.
        pub(crate) fn solve(&mut self, node: &Node, alpha: i32, beta: i32) -> Result<i32, Ended> = solve_inlined
    }

    #[inline(always)]
    fn solve_inlined(&mut self, node: &Node, mut alpha: i32, mut beta: i32) -> Result<i32, Ended> {
        let board = &node.board;
        let empties = board.empties();
        if empties < EVALUATED_EMPTIES {
            return self.solve_alone(board, alpha, beta);
        }
        self.watch.visit()?;
        if let Some(value) = self.stability_cut(board, alpha, beta) {
            return Ok(value);
        }
        let moves = board.moves();
        if moves == 0 {
            return if board.pass().moves() == 0 {
                Ok(board.difference())
            } else {
                Ok(-self.solve(&node.pass(), -beta, -alpha)?)
            };
        }
        let known = self.table.get(board);
        if let Some(known) = known
            && known.settles(empties, self.sureness, 100 * alpha, 100 * beta).is_some()
        {
            return Ok(disc_bound(known.lower, known.upper, 100 * beta));
        }
        if beta - alpha == 1
            && let Some(value) = self.likely_result(node, empties, alpha)?
        {
            return Ok(value);
        }
        let best = known.map_or([NO_MOVE; 2], |known| known.best);
        let mut candidates = self.candidates(node, moves, best, empties, true)?;
        if self.transposes(board, &candidates, empties, 100 * beta) {
            return Ok(beta);
        }
        let (floor, ceiling) = (alpha, beta);
        let (mut best, mut value) = (NO_MOVE, -INFINITE);
        while let Some((square, flips)) = candidates.next() {
            let after = &node.place(square, flips);
            let mut found = alpha + 1;
            if best != NO_MOVE {
                found = -self.solve(after, -alpha - 1, -alpha)?;
            }
            if best == NO_MOVE || (found > alpha && found < beta) {
                found = -self.solve(after, -beta, -alpha)?;
            }
            if found > value {
                (value, best) = (found, square as u8);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        beta = ceiling;
        let found = Found {
            depth: empties,
            sureness: self.sureness,
            alpha: 100 * floor,
            beta: 100 * beta,
            value: 100 * value,
            best,
        };
        self.table.put(board, found);
        Ok(value)
    }

    /// The same without the evaluation.
    fn solve_alone(&mut self, board: &Board, alpha: i32, beta: i32) -> Result<i32, Ended> {
        if beta - alpha == 1 {
            return self.solve_narrow(board, alpha);
        }
        // A wide window is rare here: it is halved by narrow searches until it is a value.
        let (mut low, mut high) = (alpha, beta);
        while low < high {
            let middle = if low < 0 && high > 0 { 0 } else { (low + high).div_euclid(2) };
            let middle = middle.min(high - 1);
            let value = self.solve_narrow(board, middle)?;
            if value > middle {
                low = value.max(low);
                if value >= beta {
                    return Ok(value);
                }
            } else {
                high = value.min(high);
                if value <= alpha {
                    return Ok(value);
                }
            }
        }
        Ok(low)
    }

    compiled_twice! {
        /// Whether the result is more than `alpha`: a bound on that side of it.
        fn solve_narrow(&mut self, board: &Board, alpha: i32) -> Result<i32, Ended> = solve_narrow_inlined
    }

    #[inline(always)]
    fn solve_narrow_inlined(&mut self, board: &Board, alpha: i32) -> Result<i32, Ended> {
        let empties = board.empties();
        if empties < RANKED_EMPTIES {
            return self.solve_late(board, alpha);
        }
        self.watch.visit()?;
        if let Some(value) = self.stability_cut(board, alpha, alpha + 1) {
            return Ok(value);
        }
        let moves = board.moves();
        if moves == 0 {
            return if board.pass().moves() == 0 {
                Ok(board.difference())
            } else {
                Ok(-self.solve_narrow(&board.pass(), -alpha - 1)?)
            };
        }
        let known = self.table.get(board);
        if let Some(known) = known
            && known.settles(empties, self.sureness, 100 * alpha, 100 * alpha + 100).is_some()
        {
            return Ok(disc_bound(known.lower, known.upper, 100 * alpha + 100));
        }
        let first = known.map_or([NO_MOVE; 2], |known| known.best);
        let mut candidates = Candidates::<{ EVALUATED_EMPTIES as usize }>::by_replies(board, moves, first);
        let (mut best, mut value) = (NO_MOVE, -INFINITE);
        while let Some((square, flips)) = candidates.next() {
            let found = -self.solve_narrow(&board.place(square, flips), -alpha - 1)?;
            if found > value {
                (value, best) = (found, square as u8);
                if value > alpha {
                    break;
                }
            }
        }
        let found = Found {
            depth: empties,
            sureness: SURE,
            alpha: 100 * alpha,
            beta: 100 * alpha + 100,
            value: 100 * value,
            best,
        };
        self.table.put(board, found);
        Ok(value)
    }

    compiled_twice! {
        /// The same for the last few squares, where even finding all moves first does not pay.
        fn solve_late(&mut self, board: &Board, alpha: i32) -> Result<i32, Ended> = solve_late_inlined
    }

    #[inline(always)]
    fn solve_late_inlined(&mut self, board: &Board, alpha: i32) -> Result<i32, Ended> {
        let empty = board.empty();
        if empty.count_ones() <= 4 {
            return Ok(self.few_left(board, alpha));
        }
        self.watch.visit()?;
        if let Some(value) = self.stability_cut(board, alpha, alpha + 1) {
            return Ok(value);
        }
        let odd = odd_quarters(empty);
        let mut value = -INFINITE;
        for set in [empty & odd, empty & !odd] {
            for sets in [set & SQUARE_RANK[0], set & !SQUARE_RANK[0]] {
                for square in squares(sets) {
                    let flips = board.flips(square);
                    if flips == 0 {
                        continue;
                    }
                    value = value.max(-self.solve_late(&board.place(square, flips), -alpha - 1)?);
                    if value > alpha {
                        return Ok(value);
                    }
                }
            }
        }
        if value > -INFINITE {
            return Ok(value);
        }
        let passed = board.pass();
        if passed.moves() == 0 { Ok(board.difference()) } else { Ok(-self.solve_late(&passed, -alpha - 1)?) }
    }

    /// The value, if discs that can never be turned settle it.
    ///
    /// Who has so many of them cannot end with fewer, so the other cannot be ahead by more than all
    /// other squares.
    #[inline(always)]
    fn stability_cut(&mut self, board: &Board, alpha: i32, beta: i32) -> Option<i32> {
        // Only a result near the rim can be settled: with few stable discs it is not worth the look.
        const WORTH: i32 = 12;
        if alpha >= WORTH {
            let most = 64 - 2 * self.count_stable(board.opponent, board.mover);
            if most <= alpha {
                return Some(most);
            }
        }
        if beta <= -WORTH {
            let least = 2 * self.count_stable(board.mover, board.opponent) - 64;
            if least >= beta {
                return Some(least);
            }
        }
        None
    }
}

/// The bound, in discs, that an entry in hundredths gives.
fn disc_bound(lower: i16, upper: i16, beta: i32) -> i32 {
    let bound = if i32::from(lower) >= beta { lower } else { upper };
    i32::from(bound) / 100
}
