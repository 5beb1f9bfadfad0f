//! The search: iterative deepening, in each iteration a principal variation search with a hash table.
//!
//! Wins need not be searched out to the last move: [`crate::race`] proves many. With an enemy a step
//! from home only the captures of it are left; those cost no depth. Late quiet moves are searched less deep
//! first. All of that keeps proofs proofs: a value of a decided game is true whatever was reduced on
//! the way, since it was handed up from a proved end through every answer there is.

mod captures;
mod deepen;
mod node;
mod picker;
mod pruning;

use std::sync::Arc;
use std::time::Duration;

use arena::protocol::Score;
use arena::protocol::budget::{Budget, Host, Patient, Watch};
use arena::protocol::crew::{Crew, Helper};

use crate::board::{Black, Board, Move, Side, White};
use crate::evaluation::Evaluation;
use crate::ground::{Ground, Stand};
use crate::hash::Table;
use crate::ordering::{Memory, Stack};
use crate::search::pruning::reductions;
use crate::set::Set;

/// The value of having won; a win so many plies away is worth so much less.
pub const WON: i32 = 30_000;
/// More than any value.
const INFINITE: i32 = 32_000;
/// Values beyond this, either way, are those of decided games. No game is so long.
pub const DECIDED: i32 = 29_000;
/// Estimates stay within this, either way.
const MOST: i32 = 20_000;

/// The deepest iteration: the hash table counts no further.
const DEEPEST: i32 = 250;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to make.
    pub best: Move,
    /// Its value for the side to move in hundredths of a logit, or near [`WON`].
    pub value: i32,
    /// The last whole iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The longest time between two looks at the clock.
    pub gap: Duration,
}

impl Outcome {
    /// 1 if the game is proved won, -1 if lost.
    pub fn decided(&self) -> Option<i32> {
        (self.value.abs() > DECIDED).then(|| self.value.signum())
    }

    /// The value for people.
    fn score(&self) -> Score {
        match self.decided() {
            Some(1) => Score::Mate(WON - self.value),
            Some(_) => Score::Mate(-WON - self.value),
            None => Score::Cp(self.value),
        }
    }
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The key of the evaluation's noise; 0 is none.
    pub noise: u64,
    /// The most that noise adds or takes.
    pub waver: u64,
    /// Whether late moves are searched less deep.
    pub reductions: bool,
    /// How long others have kept the processor to themselves in the moves before.
    pub gap: Duration,
}

impl Manner {
    /// As strong as it can be, without noise.
    pub const STEADY: Self = Self { noise: 0, waver: 0, reductions: true, gap: Duration::ZERO };
}

/// A search under way.
struct Search<'a, S> {
    board: &'a Board<S>,
    evaluation: &'a Evaluation,
    table: &'a Table,
    watch: Watch<'a>,
    manner: Manner,
    memory: Memory,
    /// The moves yet to be searched at all plies of the line under way.
    stack: Stack,
    /// Plies taken off by depth and number of the move.
    reductions: &'static [[u8; 64]; 64],
}

/// The best move of a position that is not over that can be found within `budget` by one thread.
pub fn think<S: Set>(
    ground: &Ground<S>,
    stand: &Stand<S>,
    table: &Table,
    manner: Manner,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    think_from(1, ground, stand, table, manner, budget, host)
}

/// The same by all threads of a crew.
pub fn think_together<S: Set>(
    ground: &Arc<Ground<S>>,
    stand: &Stand<S>,
    table: &Arc<Table>,
    crew: &mut Crew,
    manner: Manner,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    let shift = crew.begin(|number| {
        let (ground, stand, table) = (Arc::clone(ground), stand.clone(), Arc::clone(table));
        // Every other helper is a ply ahead, so that they do not all do the same.
        let from = 1 + number as i32 % 2;
        let budget = Budget { time: None, ..budget };
        move |helper: &mut Helper| {
            think_from(from, &ground, &stand, &table, manner, budget, helper);
        }
    });
    let mut outcome = think(ground, stand, table, manner, budget, &mut shift.leading(host));
    outcome.nodes += shift.end();
    outcome
}

/// The same, beginning with an iteration of depth `from`.
fn think_from<S: Set>(
    from: i32,
    ground: &Ground<S>,
    stand: &Stand<S>,
    table: &Table,
    manner: Manner,
    budget: Budget,
    host: &mut dyn Host,
) -> Outcome {
    let deepest = budget.depth.min(DEEPEST as u32) as i32;
    let position = stand.position(&ground.board);
    let mut search = Search::new(ground, table, manner, budget, host);
    match stand.side {
        0 => search.deepen::<White>(&position, from, deepest),
        _ => search.deepen::<Black>(&position, from, deepest),
    }
}

/// Whether a position that is not over is one that estimates are made for: nothing is decided, and no
/// capture changes the estimate.
pub fn is_quiet<S: Set>(ground: &Ground<S>, stand: &Stand<S>) -> bool {
    let manner = Manner { reductions: false, ..Manner::STEADY };
    let (table, mut nobody) = (Table::new(0), Patient);
    let mut search = Search::new(ground, &table, manner, Budget::ENDLESS, &mut nobody);
    let at = stand.position(&ground.board);
    match stand.side {
        0 => search.is_quiet::<White>(at),
        _ => search.is_quiet::<Black>(at),
    }
}

impl<'a, S: Set> Search<'a, S> {
    /// A search on a ground.
    fn new(
        ground: &'a Ground<S>,
        table: &'a Table,
        manner: Manner,
        budget: Budget,
        host: &'a mut dyn Host,
    ) -> Self {
        Self {
            board: &ground.board,
            evaluation: &ground.evaluation,
            table,
            watch: Watch::expecting(host, budget, manner.gap),
            manner,
            memory: Memory::new(&ground.board),
            stack: Stack::default(),
            reductions: reductions(),
        }
    }

    /// The estimate of a position with `M` to move, which is worth so much to White.
    #[inline]
    fn estimate<M: Side>(&self, worth: i32, key: u64) -> i32 {
        let worth = if M::INDEX == 0 { worth } else { -worth };
        (worth + self.evaluation.tempo + waver(key, self.manner)).clamp(-MOST, MOST)
    }
}

/// A little noise for a position, a different one for every key; none for 0.
#[inline]
fn waver(key: u64, Manner { noise, waver, .. }: Manner) -> i32 {
    if noise == 0 {
        return 0;
    }
    let mixed = (key ^ noise).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    (mixed % (2 * waver + 1)) as i32 - waver as i32
}
