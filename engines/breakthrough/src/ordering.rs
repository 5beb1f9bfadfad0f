//! Move ordering: alpha-beta visits the fewest nodes when the best move comes first.
//!
//! First what the hash table holds for the best, then captures that cannot be taken back with profit, those
//! that can, then quiet moves: *killers*, which have cut off a sister position (Huberman 1968; Akl and
//! Newborn 1977), then by the *history* of cuts by the same move anywhere (Schaeffer 1983). All pieces are
//! worth the same, so an exchange on a square is settled by counting: who comes second there loses
//! a piece for nothing if he has fewer attackers.

use crate::board::{Ahead, Board, Move, Position, Side};
use crate::set::Set;

/// Ranks fit 15 bits. That of the move from the hash table.
const FIRST: i32 = 32_000;
/// Of a capture that wins a piece.
const WINS: i32 = 28_000;
/// Of a capture that trades pieces.
const TRADES: i32 = 22_000;
/// Of a killer.
const KILLER: i32 = 20_000;
/// History counts stay below this, either way.
const MOST_HISTORY: i32 = 8_000;
/// What a move is put back for losing a piece.
const LOSES: i32 = 4_000;

/// Which squares a side can go to without losing the piece.
#[derive(Clone, Copy, Debug)]
pub struct Safety<S> {
    /// Squares where a piece that came straight would be lost.
    pub straight: S,
    /// Squares where a piece that came diagonally would be lost; a capture there is a trade.
    pub diagonal: S,
}

impl<S: Set> Safety<S> {
    /// From the squares ahead of the mover's pieces and of the enemy's.
    #[inline(always)]
    pub fn new(own: Ahead<S>, enemies: Ahead<S>) -> Self {
        let (once, twice) = (enemies.attacked(), enemies.twice());
        Self {
            straight: (once & !own.attacked()) | (twice & !own.twice()),
            // The piece that comes does not cover its own square any more.
            diagonal: (once & !own.twice()) | twice,
        }
    }
}

/// What earlier cuts tell of quiet moves.
#[derive(Clone, Debug)]
pub struct Memory {
    /// By ply: the last two quiet moves that cut.
    killers: Box<[[Move; 2]; 512]>,
    /// By side and way.
    history: [Vec<i16>; 2],
}

impl Memory {
    /// Nothing known yet, on a board of so many squares.
    pub fn new(squares: u32) -> Self {
        let ways = || vec![0; 3 * squares as usize];
        Self { killers: Box::new([[Move::NONE; 2]; 512]), history: [ways(), ways()] }
    }

    /// Notes that a quiet move of a side has cut.
    pub fn cut(&mut self, side: usize, mv: Move, way: usize, ply: i32, depth: i32) {
        let killers = &mut self.killers[ply as usize & 511];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        self.learn(side, way, (depth * depth).min(400));
    }

    /// Notes that a quiet move was tried in vain before the one that cut.
    pub fn failed(&mut self, side: usize, way: usize, depth: i32) {
        self.learn(side, way, -(depth * depth).min(400));
    }

    /// Moves a count towards its limit by the share that `by` is of it.
    fn learn(&mut self, side: usize, way: usize, by: i32) {
        let count = &mut self.history[side][way];
        let old = i32::from(*count);
        *count = (old + by * 8 - old * by.abs() * 8 / MOST_HISTORY) as i16;
    }

    /// Whether a move is a killer at `ply`.
    #[inline]
    pub fn is_killer(&self, mv: Move, ply: i32) -> bool {
        self.killers[ply as usize & 511].contains(&mv)
    }

    /// The count of a side's way.
    #[inline]
    pub fn history(&self, side: usize, way: usize) -> i32 {
        i32::from(self.history[side][way])
    }
}

/// A move with its rank in the high half.
pub type Ranked = i32;

/// The move of a ranked one.
#[inline(always)]
pub fn move_of(ranked: Ranked) -> Move {
    Move(ranked as u16)
}

#[inline(always)]
fn ranked(rank: i32, mv: Move) -> Ranked {
    rank << 16 | i32::from(mv.0)
}

/// Moves the best of `left` to its front and gives it: after a cut most of them never need to be sorted.
#[inline]
pub fn next_best(left: &mut [Ranked]) -> Option<Move> {
    let (mut best, mut at) = (*left.first()?, 0);
    for (i, &candidate) in left.iter().enumerate().skip(1) {
        if candidate > best {
            (best, at) = (candidate, i);
        }
    }
    left.swap(0, at);
    Some(move_of(best))
}

/// What is guessed of the best move of a position.
#[derive(Clone, Copy, Debug)]
pub struct Guess<'m> {
    /// The move that goes before all others.
    pub first: Move,
    /// What is known of the rest.
    pub memory: &'m Memory,
    /// Moves since the root.
    pub ply: i32,
}

/// Ranks all moves of `at` that enter `squares`, on to `stack`.
#[inline]
pub fn rank_all<S: Set, M: Side>(
    board: &Board<S>,
    at: &Position<S>,
    own: Ahead<S>,
    squares: S,
    guess: &Guess<'_>,
    stack: &mut Vec<Ranked>,
) {
    let &Guess { first, memory, ply } = guess;
    let enemies = at.of::<M::Other>();
    let lost = Safety::new(own, board.ahead::<M::Other>(enemies));
    at.each_move::<M>(board, own, squares, |mv| {
        let to = mv.to();
        let rank = if mv == first {
            FIRST
        } else if enemies.has(to) {
            // The further the captured piece had come, the better.
            let danger = 12 - board.distance::<M::Other>(to) as i32;
            danger * 64 + if lost.diagonal.has(to) { TRADES } else { WINS }
        } else if memory.is_killer(mv, ply) {
            KILLER
        } else {
            let is_straight = board.way(mv) % 3 == 1;
            let is_lost = if is_straight { lost.straight.has(to) } else { lost.diagonal.has(to) };
            let progress = 12 - board.distance::<M>(to) as i32;
            memory.history(M::INDEX, board.way(mv)) + progress * 16 - if is_lost { LOSES } else { 0 }
        };
        stack.push(ranked(rank, mv));
    });
}

/// Ranks the captures of `at` on `squares`, those that win a piece first; the others only with `trades`.
#[inline]
pub fn rank_captures<S: Set, M: Side>(
    board: &Board<S>,
    at: &Position<S>,
    own: Ahead<S>,
    squares: S,
    trades: bool,
    stack: &mut Vec<Ranked>,
) {
    let enemies = at.of::<M::Other>();
    let lost = Safety::new(own, board.ahead::<M::Other>(enemies));
    let squares = if trades { squares } else { squares & !lost.diagonal };
    at.each_move::<M>(board, own, squares & enemies, |mv| {
        let danger = 12 - board.distance::<M::Other>(mv.to()) as i32;
        let rank = danger * 64 + if lost.diagonal.has(mv.to()) { TRADES } else { WINS };
        stack.push(ranked(rank, mv));
    });
}
