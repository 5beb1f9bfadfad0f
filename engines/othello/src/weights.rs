//! The weights of the evaluation: for every stage of the game a table for every shape, and small
//! tables for what is counted rather than seen.
//!
//! A stage is five moves long. All tables of a stage lie one after the other in one row of numbers, in
//! hundredths of a disc.

use crate::board::Board;
use crate::parity::count_odd;
use crate::patterns::{ALL, SHAPES, Sights, WINDOWS};
use crate::spreads::Spreads;

/// Moves of a stage.
const STAGE_MOVES: u32 = 5;
/// The number of stages.
pub const STAGES: usize = 12;

/// Entries of the tables for mobility: more moves than that have not been seen to matter.
const MOST_MOVES: usize = 32;

/// Where the table of each shape begins.
pub const SHAPE_AT: [usize; SHAPES.len() + 1] = {
    let mut at = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        at[shape + 1] = at[shape] + SHAPES[shape].sights();
        shape += 1;
    }
    at
};
/// Where the table by the mover's moves begins.
pub const MOVER_MOVES_AT: usize = SHAPE_AT[SHAPES.len()];
/// Where the table by the opponent's moves begins.
pub const OPPONENT_MOVES_AT: usize = MOVER_MOVES_AT + MOST_MOVES;
/// Where the table by the number of quarters with an odd number of empty squares begins.
pub const QUARTERS_AT: usize = OPPONENT_MOVES_AT + MOST_MOVES;
/// Where the table by the number of empty squares within the stage begins.
pub const EMPTIES_AT: usize = QUARTERS_AT + 5;
/// Weights of a stage.
pub const ENTRIES: usize = EMPTIES_AT + STAGE_MOVES as usize;
/// How many weights are added up for a value.
pub const TERMS: usize = WINDOWS + 4;

/// The middle of the table of each window's shape.
static MIDDLES: [i32; WINDOWS] = {
    let mut middles = [0; WINDOWS];
    let mut window = 0;
    while window < WINDOWS {
        let shape = ALL[window].shape;
        middles[window] = (SHAPE_AT[shape] + SHAPES[shape].middle()) as i32;
        window += 1;
    }
    middles
};

/// The stage of a position with so many empty squares.
#[inline(always)]
pub fn stage_of(empties: u32) -> usize {
    ((60 - empties.min(60)) / STAGE_MOVES).min(STAGES as u32 - 1) as usize
}

/// How many moves there are to the beginning of the next stage.
pub fn moves_of_stage_left(empties: u32) -> u32 {
    STAGE_MOVES - (60 - empties.min(60)) % STAGE_MOVES
}

/// The weights of all stages.
#[derive(Clone, Debug)]
pub struct Weights {
    stages: Vec<Box<[i16; ENTRIES]>>,
    /// How far searches that use them are off.
    pub spreads: Spreads,
}

/// The numbers of the four weights for what is counted; `None` if the game is over.
#[inline(always)]
fn counted(board: &Board, empties: u32) -> Option<[usize; 4]> {
    let (moves, replies) = (board.moves(), board.pass().moves());
    if moves | replies == 0 {
        return None;
    }
    let count = |moves: u64| (moves.count_ones() as usize).min(MOST_MOVES - 1);
    Some([
        MOVER_MOVES_AT + count(moves),
        OPPONENT_MOVES_AT + count(replies),
        QUARTERS_AT + count_odd(board.empty()),
        EMPTIES_AT + (empties % STAGE_MOVES) as usize,
    ])
}

impl Weights {
    /// Weights from rows of [`ENTRIES`] numbers, one a stage, in the order of the game.
    pub fn new(stages: Vec<Box<[i16; ENTRIES]>>, spreads: Spreads) -> Self {
        assert_eq!(stages.len(), STAGES, "stages of the weights");
        Self { stages, spreads }
    }

    /// The weights of one stage.
    pub fn stage(&self, stage: usize) -> &[i16; ENTRIES] {
        &self.stages[stage]
    }

    /// The same, for who learns them.
    pub fn stage_mut(&mut self, stage: usize) -> &mut [i16; ENTRIES] {
        &mut self.stages[stage]
    }

    /// The value of a position for the side to move, in hundredths of a disc; `sights` are its own.
    #[inline(always)]
    pub fn value(&self, board: &Board, sights: &Sights) -> i32 {
        let empties = board.empties();
        let Some(counted) = counted(board, empties) else { return 100 * board.difference() };
        let stage: &[i16; ENTRIES] = &self.stages[stage_of(empties)];
        let numbers = sights.numbers();
        let mut value = 0;
        for window in 0..WINDOWS {
            value += i32::from(stage[(MIDDLES[window] + i32::from(numbers[window])) as usize]);
        }
        for term in counted {
            value += i32::from(stage[term]);
        }
        value.clamp(-6300, 6300)
    }

    /// The numbers of all weights that are added up for a position that is not over, for who wants to
    /// learn them.
    pub fn terms(board: &Board) -> Option<[u32; TERMS]> {
        let counted = counted(board, board.empties())?;
        let (sights, mut terms) = (Sights::of(board), [0; TERMS]);
        for window in 0..WINDOWS {
            terms[window] = (MIDDLES[window] + i32::from(sights.numbers()[window])) as u32;
        }
        for (term, at) in terms[WINDOWS..].iter_mut().zip(counted) {
            *term = at as u32;
        }
        Some(terms)
    }

    /// What can be said of the game without having played it: corners are good, the squares beside
    /// empty ones are not, and many moves are better than few. The first generation plays by it.
    pub fn by_hand() -> Self {
        let mut row = vec![0_i16; ENTRIES];
        let corner = &SHAPES[2];
        for number in 0..corner.sights() {
            let digit = |place: u32| (number / 3_usize.pow(place) % 3) as i16 - 1;
            // In the order of the shape: corner, C squares, X square.
            let beside = if digit(0) == 0 { -150 * (digit(1) + digit(3)) - 400 * digit(4) } else { 0 };
            let along = if digit(0) == 0 { 0 } else { 120 * (digit(1) + digit(3)) };
            row[SHAPE_AT[2] + number] = 600 * digit(0) + beside + along;
        }
        for count in 0..MOST_MOVES {
            row[MOVER_MOVES_AT + count] = 70 * count as i16;
            row[OPPONENT_MOVES_AT + count] = -70 * count as i16;
        }
        let stage: Box<[i16; ENTRIES]> = row.into_boxed_slice().try_into().expect("as long as made");
        Self::new(vec![stage; STAGES], Spreads::UNKNOWN)
    }
}
