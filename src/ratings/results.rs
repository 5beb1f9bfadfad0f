//! What ratings need of the games, summed up as they come.

use std::collections::{BTreeMap, HashMap};

use crate::record::{GameRecord, Summand};

/// Sums over games, by who met whom.
#[derive(Clone, Debug, Default)]
pub struct Results {
    pub(super) engines: Vec<String>,
    index: HashMap<String, usize>,
    /// By the engines at the table, ascending.
    pub(super) tables: BTreeMap<Vec<usize>, Table>,
    /// The encounter that the last games belong to.
    open: Option<Open>,
}

/// The games of one set of engines.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) games: f64,
    pub(super) encounters: f64,
    /// By engine, in the order of the set.
    pub(super) points: Vec<f64>,
    /// Sums over encounters, of k games and the points s: of k * k, of k * s, of s times s transposed.
    pub(super) games_squared: f64,
    pub(super) games_points: Vec<f64>,
    pub(super) points_squared: Vec<f64>,
    /// Where two sit at the table: by who of them is p1.
    pub(super) first: [First; 2],
    /// Sums over encounters of the product of what p1 scored in games with either at p1, and of the
    /// numbers of games: the score squared, with each number, and the numbers squared.
    pub(super) first_squares: FirstSquares,
}

/// Games with one engine at p1.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct First {
    pub(super) games: f64,
    /// Of p1.
    pub(super) points: f64,
}

/// Sums over encounters in which p1 scored `s` in `k[0]` and `k[1]` games with either engine there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstSquares {
    pub(super) ss: f64,
    pub(super) sk: [f64; 2],
    /// Of k0 * k0, k0 * k1, k1 * k1.
    pub(super) kk: [f64; 3],
}

/// An encounter that is not over, as far as is known.
#[derive(Clone, Debug)]
struct Open {
    set: u64,
    encounter: u64,
    table: Vec<usize>,
    games: f64,
    points: Vec<f64>,
    first: [First; 2],
}

impl Results {
    /// Nothing played yet; these engines are known even if they never play.
    pub fn new(names: &[String]) -> Self {
        let mut results = Self::default();
        for name in names {
            results.engine(name);
        }
        results
    }

    /// Adds a game of tournament `set`. The games of a tournament must come in the order of their
    /// numbers, so that those of an encounter follow one another. Games of an engine against itself are
    /// left out.
    pub fn add(&mut self, set: u64, record: &GameRecord) {
        self.count(set, &record.summand());
    }

    /// The same with no more than is needed of it.
    pub fn count(&mut self, set: u64, game: &Summand) {
        let seats: Vec<usize> = game.seats.iter().map(|seated| self.engine(&seated.engine)).collect();
        let mut table = seats.clone();
        table.sort_unstable();
        table.dedup();
        if table.len() < seats.len() || seats.len() < 2 {
            return;
        }
        // A game without points, for which nobody got ready, is no result.
        if game.seats.iter().map(|seated| seated.points).sum::<f64>() < 0.5 {
            return;
        }
        let same = |open: &Open| (open.set, open.encounter) == (set, game.encounter) && open.table == table;
        if !self.open.as_ref().is_some_and(same) {
            self.close();
            let points = vec![0.0; table.len()];
            let first = [First::default(); 2];
            self.open = Some(Open { set, encounter: game.encounter, table, games: 0.0, points, first });
        }
        if let Some(open) = &mut self.open {
            open.games += 1.0;
            for (engine, seated) in seats.iter().zip(&game.seats) {
                if let Ok(at) = open.table.binary_search(engine) {
                    open.points[at] += seated.points;
                }
            }
            if let Ok(p1 @ 0..=1) = open.table.binary_search(&seats[0]) {
                open.first[p1].games += 1.0;
                open.first[p1].points += game.seats[0].points;
            }
        }
    }

    /// The same, with no game of an encounter still awaited.
    pub(super) fn complete(mut self) -> Self {
        self.close();
        self
    }

    fn close(&mut self) {
        let Some(Open { table, games, points, first, .. }) = self.open.take() else { return };
        let size = table.len();
        let sums = self.tables.entry(table).or_insert_with(|| Table {
            points: vec![0.0; size],
            games_points: vec![0.0; size],
            points_squared: vec![0.0; size * size],
            ..Table::default()
        });
        sums.games += games;
        sums.encounters += 1.0;
        sums.games_squared += games * games;
        for row in 0..size {
            sums.points[row] += points[row];
            sums.games_points[row] += games * points[row];
            for column in 0..size {
                sums.points_squared[row * size + column] += points[row] * points[column];
            }
        }
        let score = first[0].points + first[1].points;
        for (sum, one) in sums.first.iter_mut().zip(first) {
            sum.games += one.games;
            sum.points += one.points;
        }
        let squares = &mut sums.first_squares;
        squares.ss += score * score;
        squares.sk[0] += score * first[0].games;
        squares.sk[1] += score * first[1].games;
        squares.kk[0] += first[0].games * first[0].games;
        squares.kk[1] += first[0].games * first[1].games;
        squares.kk[2] += first[1].games * first[1].games;
    }

    fn engine(&mut self, name: &str) -> usize {
        if let Some(&engine) = self.index.get(name) {
            return engine;
        }
        self.index.insert(name.to_owned(), self.engines.len());
        self.engines.push(name.to_owned());
        self.engines.len() - 1
    }
}
