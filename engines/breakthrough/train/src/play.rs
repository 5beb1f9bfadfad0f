//! Games of the engine against itself, from which it learns.
//!
//! A game begins with some random moves, so that no two are alike, on a board of any size, half of them
//! from a random configuration, and is played by shallow searches with a little noise. It ends as soon as a search has proved who wins. Learnt from are
//! quiet positions only: those in which no capture changes the estimate, for such are what the search estimates.

use arena::games::breakthrough::configuration;
use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::budget::{Budget, Patient};
use breakthrough::ground::{Ground, Stand, stand};
use breakthrough::hash::Table;
use breakthrough::search::{Manner, is_quiet, think};
use breakthrough::set::{Set, Words};
use breakthrough::weights::Weights;

use crate::sample::Sample;

/// The grounds of all boards with the same weights, made when they are first needed.
pub(crate) struct Grounds {
    weights: Weights,
    narrow: Vec<Option<Box<Ground<u64>>>>,
    middle: Vec<Option<Box<Ground<Words<2>>>>>,
    wide: Vec<Option<Box<Ground<Words<3>>>>>,
    table: Table,
}

impl Grounds {
    /// All of them, with these weights.
    pub(crate) fn new(weights: &Weights) -> Self {
        let none = 81;
        Self {
            weights: weights.clone(),
            narrow: (0..none).map(|_| None).collect(),
            middle: (0..none).map(|_| None).collect(),
            wide: (0..none).map(|_| None).collect(),
            table: Table::new(4),
        }
    }

    /// Plays the game with a number and gives samples of it.
    pub(crate) fn game(&mut self, seed: u64, number: u32, depth: u32) -> Vec<Sample> {
        let mut random = Random::derived(seed, &[u64::from(number)]);
        let line = beginning(number, &mut random);
        let Game::Breakthrough { rows, columns } = line.game() else { unreachable!("it begins so") };
        let at = usize::from(rows - 4) * 9 + usize::from(columns - 4);
        let weights = &self.weights;
        macro_rules! on {
            ($grounds:expr) => {{
                let new = || Box::new(Ground::new(rows, columns, weights));
                let ground = $grounds[at].get_or_insert_with(new);
                play(ground, stand(&line), &mut self.table, number, depth, &mut random)
            }};
        }
        match u32::from(rows) * u32::from(columns) {
            ..=64 => on!(self.narrow),
            65..=128 => on!(self.middle),
            _ => on!(self.wide),
        }
    }
}

/// What a game begins from. Every other begins as those of a championship do: on a board of any size, all as
/// likely, from a random configuration. Of the others a third are on 8 by 8, the rest on
/// boards of which the larger of two for either side is taken, because there is more to learn there.
fn beginning(number: u32, random: &mut Random) -> Line {
    let mut side = || random.below(9) as u8;
    if number % 2 == 1 {
        let (rows, columns) = (4 + side(), 4 + side());
        return Line::new(configuration(rows, columns, random));
    }
    let (rows, columns) = (4 + side().max(side()), 4 + side().max(side()));
    let (rows, columns) = if random.below(3) == 0 { (8, 8) } else { (rows, columns) };
    Line::new(Game::Breakthrough { rows, columns }.start())
}

/// Plays a game and gives samples of it.
fn play<S: Set>(
    ground: &Ground<S>,
    mut stand: Stand<S>,
    table: &mut Table,
    number: u32,
    depth: u32,
    random: &mut Random,
) -> Vec<Sample> {
    let board = &ground.board;
    let noise = random.next_u64() | 1;
    let manner = Manner { noise, waver: 10, ..Manner::STEADY };
    // A configuration is no longer the start; only that needs many random moves for no two games to be alike.
    let most = if number % 2 == 1 { 4 } else { usize::from(board.rows) * usize::from(board.columns) / 4 };
    let mut random_plies = 2 + random.below(most);
    let mut samples: Vec<Sample> = Vec::new();
    table.clear();
    let white_won = loop {
        if let Some(winner) = stand.winner(board) {
            break winner == 0;
        }
        let best = if random_plies > 0 {
            random_plies -= 1;
            let moves = stand.moves(board);
            *random.choose(&moves).expect("there is a move while the game is on")
        } else {
            table.next_search();
            let budget = Budget { depth, ..Budget::ENDLESS };
            let outcome = think(ground, &stand, table, manner, budget, &mut Patient);
            if let Some(decided) = outcome.decided() {
                break (decided > 0) == (stand.side == 0);
            }
            if is_quiet(ground, &stand) {
                samples.push(Sample {
                    game: number,
                    rows: board.rows,
                    columns: board.columns,
                    side: stand.side as u8,
                    white_won: false,
                    pieces: stand.pieces.map(Set::words),
                });
            }
            outcome.best
        };
        stand = stand.after(board, best);
    };
    samples.iter_mut().for_each(|sample| sample.white_won = white_won);
    samples
}
