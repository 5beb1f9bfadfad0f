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
use crate::ordering::{Guess, Memory, Ranked, move_of, next_best, rank_all};
use crate::race::{Verdict, verdict};
use crate::set::Set;

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

struct Solver<'a, S> {
    board: &'a Board<S>,
    table: &'a Table,
    watch: Watch<'a>,
    memory: Memory,
    /// The moves yet to be searched at all plies of the line under way.
    stack: Vec<Ranked>,
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
    let memory = Memory::new(board.squares());
    let mut solver =
        Solver { board, table, watch: Watch::new(host, budget), memory, stack: Vec::with_capacity(4096) };
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
        let board = self.board;
        let begin = self.stack.len();
        let ahead = board.ahead::<M>(at.of::<M>());
        // What a search that estimates thought best is tried first.
        let first = self.table.get(at.key).map_or(Move::NONE, |entry| entry.best);
        let guess = Guess { first, memory: &self.memory, ply };
        rank_all::<S, M>(board, at, ahead, squares, &guess, &mut self.stack);
        // A look at all of them; those that are won by the opponent fall out.
        let mut end = begin;
        for i in begin..self.stack.len() {
            let mv = move_of(self.stack[i]);
            match self.known::<M>(at, mv) {
                Some(true) => {
                    self.stack.truncate(begin);
                    return Ok(mv);
                }
                Some(false) => {}
                None => {
                    self.stack[end] = self.stack[i];
                    end += 1;
                }
            }
        }
        self.stack.truncate(end);
        let (mut next, mut won) = (begin, Move::NONE);
        while let Some(mv) = next_best(&mut self.stack[next..end]) {
            next += 1;
            let (after, captured) = at.after::<M>(board, mv);
            let ahead = board.ahead::<M::Other>(after.of::<M::Other>());
            let squares = match verdict::<S, M::Other>(board, &after, ahead) {
                Verdict::Threatened(by) => by,
                _ => board.all,
            };
            // It may have been proved since the look.
            let lost = match self.table.win(after.key.min(after.mirrored)) {
                Some(win) => !win,
                None => self.wins::<M::Other>(&after, squares, ply + 1)? == Move::NONE,
            };
            if lost {
                won = mv;
                let depth = (self.watch.nodes() - begun + 2).ilog2() as i32;
                if !captured {
                    self.memory.cut(M::INDEX, mv, board.way(mv), ply, depth);
                }
                break;
            }
        }
        self.stack.truncate(begin);
        self.table.put_win(at.key.min(at.mirrored), won != Move::NONE, self.watch.nodes() - begun);
        Ok(won)
    }

    /// Whether a move of `M` is known to win or to lose.
    #[inline]
    fn known<M: Side>(&self, at: &Position<S>, mv: Move) -> Option<bool> {
        let (board, (after, _)) = (self.board, at.after::<M>(self.board, mv));
        if after.won::<M>(board) {
            return Some(true);
        }
        let ahead = board.ahead::<M::Other>(after.of::<M::Other>());
        match verdict::<S, M::Other>(board, &after, ahead) {
            Verdict::Won(_) => Some(false),
            Verdict::Lost(_) => Some(true),
            _ => self.table.win(after.key.min(after.mirrored)).map(|win| !win),
        }
    }
}
