//! Move ordering: alpha-beta visits the fewest nodes when the best move comes first.
//!
//! First what the hash table holds for the best, before any other move is even made, then captures that cannot be taken back with profit, those
//! that can, then quiet moves: *killers*, which have cut off a sister position (Huberman 1968; Akl and
//! Newborn 1977), then by the *history* of cuts by the same move anywhere (Schaeffer 1983). All pieces are
//! worth the same, so an exchange on a square is settled by counting: who comes second there loses
//! a piece for nothing if he has fewer attackers.

use std::ops::Range;

use crate::board::{Ahead, Black, Board, Move, Position, Side, White};
use crate::set::Set;

/// Ranks fit 15 bits. That of a capture that wins a piece.
const WINS: i32 = 28_000;
/// Of a capture that trades pieces.
const TRADES: i32 = 22_000;
/// History counts stay below this, either way.
const MOST_HISTORY: i32 = 8_000;

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
    /// By side and [`entry`]: the rank of a quiet move, its history and its progress.
    ranks: [Box<[i16; ENTRIES]>; 2],
    /// By side and square entered: how much the nearness of the far row is worth.
    progress: [[i16; 256]; 2],
}

/// Squares, in all bytes so that no index is out of bounds, times four directions.
const ENTRIES: usize = 1024;

/// A number for a way to enter a square, which for one side is a number for a move.
#[inline(always)]
fn entry(to: u32, direction: u32) -> usize {
    ((to & 255) << 2 | direction & 3) as usize
}

impl Memory {
    /// Nothing known yet, on a board.
    pub fn new<S: Set>(board: &Board<S>) -> Self {
        let progress = |distance: &dyn Fn(u32) -> u32| {
            let mut progress = [0; 256];
            for (square, worth) in (0..board.squares()).zip(&mut progress) {
                *worth = 16 * (12 - distance(square) as i16);
            }
            progress
        };
        let progress =
            [progress(&|to| board.distance::<White>(to)), progress(&|to| board.distance::<Black>(to))];
        let ranks = progress.map(|progress| {
            let mut ranks = Box::new([0; ENTRIES]);
            ranks.iter_mut().enumerate().for_each(|(entry, rank)| *rank = progress[entry / 4]);
            ranks
        });
        Self { killers: Box::new([[Move::NONE; 2]; 512]), ranks, progress }
    }

    /// Notes that a quiet move of `M` has cut.
    pub fn cut<S: Set, M: Side>(&mut self, board: &Board<S>, mv: Move, ply: i32, depth: i32) {
        let killers = &mut self.killers[ply as usize & 511];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        self.learn::<S, M>(board, mv, (depth * depth).min(400));
    }

    /// Notes that a quiet move was tried in vain before the one that cut.
    pub fn failed<S: Set, M: Side>(&mut self, board: &Board<S>, mv: Move, depth: i32) {
        self.learn::<S, M>(board, mv, -(depth * depth).min(400));
    }

    /// Moves a count towards its limit by the share that `by` is of it.
    fn learn<S: Set, M: Side>(&mut self, board: &Board<S>, mv: Move, by: i32) {
        let progress = i32::from(self.progress[M::INDEX][mv.to() as usize & 255]);
        let rank = &mut self.ranks[M::INDEX][entry(mv.to(), board.direction::<M>(mv))];
        let old = i32::from(*rank) - progress;
        *rank = (progress + old + by * 8 - old * by.abs() * 8 / MOST_HISTORY) as i16;
    }

    /// The killers at `ply`.
    #[inline]
    pub fn killers(&self, ply: i32) -> [Move; 2] {
        self.killers[ply as usize & 511]
    }

    /// The rank of a quiet move of `M`.
    #[inline]
    pub fn rank<S: Set, M: Side>(&self, board: &Board<S>, mv: Move) -> i32 {
        i32::from(self.ranks[M::INDEX][entry(mv.to(), board.direction::<M>(mv))])
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

/// The most moves of a position: fewer than three into each square.
const MOST_MOVES: usize = 512;

/// The moves yet to be searched at all plies of the line under way, each ply's from where those of the one before end.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    moves: Vec<Ranked>,
    /// Where the next ply's begin.
    pub top: usize,
}

/// The moves of one position, being made.
#[derive(Debug)]
pub struct List<'s> {
    room: &'s mut [Ranked; MOST_MOVES],
    /// How many there are.
    len: usize,
}

impl List<'_> {
    #[inline(always)]
    fn push(&mut self, ranked: Ranked) {
        self.room[self.len & (MOST_MOVES - 1)] = ranked;
        self.len += 1;
    }
}

impl Stack {
    /// Puts the moves that `make` makes on to it; gives where they are.
    #[inline]
    pub fn put(&mut self, make: impl FnOnce(&mut List<'_>)) -> Range<usize> {
        let begin = self.top;
        if self.moves.len() < begin + MOST_MOVES {
            self.moves.resize(begin + 16 * MOST_MOVES, 0);
        }
        let room = self.moves[begin..].first_chunk_mut().expect("so long");
        let mut list = List { room, len: 0 };
        make(&mut list);
        self.top += list.len;
        begin..self.top
    }

    /// Some moves that were put there.
    #[inline]
    pub fn of(&mut self, range: Range<usize>) -> &mut [Ranked] {
        &mut self.moves[range]
    }
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

/// Ranks the moves of `M` to empty `squares`, on to `list`: those that do not lose the piece, or those that do.
/// `aheads` are the squares ahead of his pieces and of the enemy's.
#[inline]
pub fn rank_quiet<S: Set, M: Side>(
    board: &Board<S>,
    at: &Position<S>,
    [own, enemy]: [Ahead<S>; 2],
    squares: S,
    losing: bool,
    memory: &Memory,
    list: &mut List<'_>,
) {
    let lost = Safety::new(own, enemy);
    let ranks = &memory.ranks[M::INDEX];
    let free = squares & !(at.of::<M>() | at.of::<M::Other>());
    let directions =
        [(own.to_first, lost.diagonal), (own.straight, lost.straight), (own.to_last, lost.diagonal)];
    for (direction, (entered, lost)) in (0..).zip(directions) {
        for to in (entered & free & if losing { lost } else { !lost }).squares() {
            let rank = i32::from(ranks[entry(to, direction)]);
            list.push(ranked(rank, Move::new(board.back::<M>(to, direction), to)));
        }
    }
}

/// Ranks the captures of `at` on `squares`, those that win a piece first; the others only with `trades`.
#[inline]
pub fn rank_captures<S: Set, M: Side>(
    board: &Board<S>,
    at: &Position<S>,
    [own, enemy]: [Ahead<S>; 2],
    squares: S,
    trades: bool,
    list: &mut List<'_>,
) {
    let enemies = at.of::<M::Other>() & squares & own.attacked();
    if enemies.is_empty() {
        return;
    }
    let lost = Safety::new(own, enemy).diagonal;
    let enemies = if trades { enemies } else { enemies & !lost };
    for (direction, entered) in [(0, own.to_first), (2, own.to_last)] {
        for to in (entered & enemies).squares() {
            // The further the captured piece had come, the better.
            let danger = 12 - board.distance::<M::Other>(to) as i32;
            let rank = danger * 64 + if lost.has(to) { TRADES } else { WINS };
            list.push(ranked(rank, Move::new(board.back::<M>(to, direction), to)));
        }
    }
}
