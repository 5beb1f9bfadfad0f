//! The solver: who wins a position, proved, by a search that knows nothing but winning and losing.
//!
//! A position is won if one of its moves leads to one that is lost for the opponent; the search goes down to
//! the end, where [`crate::race`] has the answer many plies early, and never estimates anything. Before
//! it goes into any move it looks at what is known of all: one that is lost at once, or was
//! proved before by another order of moves, ends the matter ("enhanced transposition cutoffs": Schaeffer and
//! Plaat, "New advances in alpha-beta searching", 1996). A position and its mirror image are kept as one.
//!
//! A game cannot repeat a position, every piece only goes forward, so what is kept needs no history, and what
//! is proved is proved.

use arena::protocol::budget::{Budget, Ended, Host, Watch};

use crate::board::{Black, Board, Move, Position, Side, White};
use crate::ground::{Ground, Stand};
use crate::hash::Table;
use crate::ordering::{Memory, Safety};
use crate::race::{Verdict, verdict};
use crate::set::Set;

/// The rank of the move that the search that estimates thinks best.
const FIRST: i32 = 40_000;
/// Of a capture; of one that only trades pieces; of a killer.
const CAPTURE: i32 = 28_000;
const TRADE: i32 = 22_000;
const KILLER: i32 = 20_000;
/// What a quiet move is put back for losing its piece.
const LOSES: i32 = 4_000;

/// What the solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Whether the side to move wins; `None` if the budget was used up before.
    pub wins: Option<bool>,
    /// A move that wins, if one was found.
    pub best: Move,
    /// Positions visited.
    pub nodes: u64,
}

/// A move that is not known to win or to lose, and where it leads.
#[derive(Clone, Copy, Debug)]
struct Child<S> {
    rank: i32,
    mv: Move,
    captured: bool,
    at: Position<S>,
    /// The squares the opponent has to move to.
    squares: S,
}

impl<S> Child<S> {
    /// The key under which it and its mirror image are kept.
    fn key(&self) -> u64 {
        self.at.key.min(self.at.mirrored)
    }
}

struct Solver<'a, S> {
    board: &'a Board<S>,
    table: &'a Table,
    watch: Watch<'a>,
    memory: Memory,
    /// The moves yet to be searched at all plies of the line under way.
    stack: Vec<Child<S>>,
}

/// Who wins a position that is not over, if that can be found within `budget`.
pub fn solve<S: Set>(
    ground: &Ground<S>,
    stand: &Stand<S>,
    table: &Table,
    budget: Budget,
    host: &mut dyn Host,
) -> Solved {
    let board = &ground.board;
    let mut solver = Solver {
        board,
        table,
        watch: Watch::new(host, budget),
        memory: Memory::new(board),
        stack: Vec::with_capacity(4096),
    };
    let position = stand.position(board);
    let found = match stand.side {
        0 => solver.wins::<White>(&position, board.all, 0),
        _ => solver.wins::<Black>(&position, board.all, 0),
    };
    let (wins, best) = match found {
        Ok(best) => (Some(best != Move::NONE), best),
        Err(Ended) => (None, Move::NONE),
    };
    Solved { wins, best, nodes: solver.watch.nodes() }
}

impl<S: Set> Solver<'_, S> {
    /// A move into `squares` that wins for `M`, or none if he loses by all of them.
    fn wins<M: Side>(&mut self, at: &Position<S>, squares: S, ply: i32) -> Result<Move, Ended> {
        self.watch.node()?;
        let begun = self.watch.nodes();
        let (board, begin) = (self.board, self.stack.len());
        let mut won = match self.look::<M>(at, squares, begin) {
            Some(winning) => {
                self.stack.truncate(begin);
                return Ok(winning);
            }
            None => Move::NONE,
        };
        let end = self.stack.len();
        self.rank::<M>(at, begin, ply);
        for i in begin..end {
            let child = self.stack[i];
            // It may have been proved since the look.
            let lost = match self.table.win(child.key()) {
                Some(win) => !win,
                None => self.wins::<M::Other>(&child.at, child.squares, ply + 1)? == Move::NONE,
            };
            if lost {
                won = child.mv;
                let depth = (self.watch.nodes() - begun + 2).ilog2() as i32;
                if !child.captured {
                    self.memory.cut::<S, M>(board, won, ply, depth);
                }
                break;
            }
        }
        self.stack.truncate(begin);
        self.table.put_win(at.key.min(at.mirrored), won != Move::NONE, self.watch.nodes() - begun);
        Ok(won)
    }

    /// Puts the moves on the stack of which it is not known whether they win or lose, or gives one that wins.
    fn look<M: Side>(&mut self, at: &Position<S>, squares: S, begin: usize) -> Option<Move> {
        let (board, table, stack) = (self.board, self.table, &mut self.stack);
        let mut winning = None;
        at.each_move::<M>(board, board.ahead::<M>(at.of::<M>()), squares, |mv| {
            if winning.is_some() {
                return;
            }
            let (after, captured) = at.after::<M>(board, mv);
            if after.won::<M>(board) {
                return winning = Some(mv);
            }
            let own = board.ahead::<M>(after.of::<M>());
            let theirs = board.ahead::<M::Other>(after.of::<M::Other>());
            let squares = match verdict::<S, M::Other, false>(board, &after, theirs, own) {
                Verdict::Lost(_) => return winning = Some(mv),
                Verdict::Won(_) => return,
                Verdict::Threatened(by) => by,
                Verdict::Open => board.all,
            };
            let child = Child { rank: 0, mv, captured, at: after, squares };
            table.prefetch_win(child.key());
            stack.push(child);
        });
        let mut end = begin;
        for i in begin..stack.len() {
            let child = stack[i];
            match table.win(child.key()) {
                Some(false) => winning = Some(child.mv),
                Some(true) => {}
                None => {
                    stack[end] = child;
                    end += 1;
                }
            }
        }
        stack.truncate(end);
        winning
    }

    /// Sorts the moves on the stack, the most promising first.
    fn rank<M: Side>(&mut self, at: &Position<S>, begin: usize, ply: i32) {
        let (board, children) = (self.board, &mut self.stack[begin..]);
        if children.len() < 2 {
            return;
        }
        let first = self.table.get(at.key).map_or(Move::NONE, |entry| entry.best);
        let ahead = board.ahead::<M>(at.of::<M>());
        let lost = Safety::new(ahead, board.ahead::<M::Other>(at.of::<M::Other>()));
        let killers = self.memory.killers(ply);
        for child in children.iter_mut() {
            let is_lost = if board.direction::<M>(child.mv) == 1 { lost.straight } else { lost.diagonal }
                .has(child.mv.to());
            child.rank = self.memory.rank::<S, M>(board, child.mv)
                + match child.mv {
                    mv if mv == first => FIRST,
                    _ if child.captured => {
                        if is_lost {
                            TRADE
                        } else {
                            CAPTURE
                        }
                    }
                    mv if killers.contains(&mv) => KILLER,
                    _ if is_lost => -LOSES,
                    _ => 0,
                };
        }
        children.sort_unstable_by_key(|child| -child.rank);
    }
}
