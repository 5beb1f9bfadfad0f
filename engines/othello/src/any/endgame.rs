//! The endgame: exact results, in discs, without any evaluation.
//!
//! Far from the end the move that leaves the fewest replies is tried first: its tree is the smallest.
//! Near the end that costs more than it saves, and parity orders the moves.
//!
//! Both orders are in Andersson: "Writing an Othello program", 2007.

use arena::games::bits::Bits;
use arena::games::othello::{Move, Othello, Size};

use super::ordering::{Candidates, NO_MOVE, mobility_rank, square_rank};
use super::search::{Kind, Search, bound};
use arena::protocol::budget::Ended;

/// More than any difference of discs.
const INFINITE: i32 = 200;

/// With fewer empty squares than this, moves are not ordered by the replies they leave.
const RANKED_EMPTIES: u32 = 6;

/// From so many empty squares on, the midgame's table is asked for a move if the endgame's has none.
const ADVISED_EMPTIES: u32 = 10;

impl<S: Size> Search<'_, S> {
    /// The result of the game for the player who has just moved to `after`. If others have reached
    /// `best` before, it need only be known whether this is more, and if so, how much.
    pub(crate) fn solve_move(&mut self, after: &Othello<S>, best: Option<i32>) -> Result<i32, Ended> {
        let Some(best) = best else {
            return Ok(-self.solve(after, -INFINITE, INFINITE)?);
        };
        let value = -self.solve(after, -best - 1, -best)?;
        if value <= best { Ok(value) } else { Ok(-self.solve(after, -INFINITE, -best)?) }
    }

    /// The result of `position` with best play for the side to move; exact between `alpha` and
    /// `beta`, else a bound on that side of them.
    fn solve(&mut self, position: &Othello<S>, mut alpha: i32, beta: i32) -> Result<i32, Ended> {
        let empty = position.empty();
        let empties = empty.count();
        if empties < RANKED_EMPTIES {
            return self.solve_last(position, alpha, beta);
        }
        self.watch.node()?;
        let placements = position.placements();
        if placements.is_empty() {
            let passed = position.after(Move::Pass);
            return if passed.placements().is_empty() {
                Ok(position.difference())
            } else {
                Ok(-self.solve(&passed, -beta, -alpha)?)
            };
        }
        let key = Kind::Endgame.key(position);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| entry.settles(empties, alpha, beta)) {
            return Ok(value);
        }
        let first = match known {
            None if empties >= ADVISED_EMPTIES => self.advice(position),
            _ => known.map_or(NO_MOVE, |entry| entry.best),
        };
        let board = *self.evaluation.board();
        let odd = board.odd_quarters(empty);
        let candidates = Candidates::new(placements.squares(), first, |square| {
            let after = position.after(Move::Place(square));
            let parity = if odd.has(square) { 4 } else { 0 };
            3 * mobility_rank(&board, &after) + square_rank(&board, square) / 4 + parity
        });
        let (floor, mut best, mut value) = (alpha, NO_MOVE, -INFINITE);
        for square in candidates {
            let after = position.after(Move::Place(square));
            let mut found = alpha + 1;
            if best != NO_MOVE {
                found = -self.solve(&after, -alpha - 1, -alpha)?;
            }
            if best == NO_MOVE || (found > alpha && found < beta) {
                found = -self.solve(&after, -beta, -alpha)?;
            }
            if found > value {
                (value, best) = (found, square as u16);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.table.put(key, empties, value, bound(value, floor, beta), best);
        Ok(value)
    }

    /// The same for the last few squares, where even finding all placements first does not pay.
    fn solve_last(&mut self, position: &Othello<S>, mut alpha: i32, beta: i32) -> Result<i32, Ended> {
        self.watch.node()?;
        let empty = position.empty();
        if empty.is_empty() {
            return Ok(position.difference());
        }
        let odd = self.evaluation.board().odd_quarters(empty);
        let mut value = -INFINITE;
        for squares in [odd, empty & !odd] {
            for square in squares.squares() {
                let after = position.after(Move::Place(square));
                if after.mover() == position.opponent() {
                    // Nothing turns over: not a move.
                    continue;
                }
                value = value.max(-self.solve_last(&after, -beta, -alpha)?);
                alpha = alpha.max(value);
                if value >= beta {
                    return Ok(value);
                }
            }
        }
        if value > -INFINITE {
            return Ok(value);
        }
        let passed = position.after(Move::Pass);
        if passed.placements().is_empty() {
            Ok(position.difference())
        } else {
            Ok(-self.solve_last(&passed, -beta, -alpha)?)
        }
    }

    /// The move that the iterations before thought best, if they saw the position.
    fn advice(&self, position: &Othello<S>) -> u16 {
        self.table.get(Kind::Midgame.key(position)).map_or(NO_MOVE, |entry| entry.best)
    }
}
