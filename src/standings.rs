//! Standings and crosstable: the sums over the records of games. Pure arithmetic; the records may come
//! in any order, one at a time, and none is kept.
//!
//! Everything is counted by engine and not by seat: an engine that sits at several seats of a game has
//! played one game, and its seats' points are added. So a game of an engine against itself needs no
//! rule of its own: it is one game, won, with one point, whichever seat won it.

use std::collections::{BTreeMap, HashMap};

use crate::grades::{self, Grade, Performance, exact};
use crate::record::{GameRecord, Reason, Seated, Summand};

/// The sums so far.
#[derive(Clone, Debug)]
pub struct Standings {
    games: u64,
    /// In the order of the engines.
    totals: Vec<Row>,
    index: HashMap<String, usize>,
    versus: BTreeMap<(usize, usize), Versus>,
}

/// One engine's line of the standings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// From 1; engines with the same points share it, and the next has as many ranks less: 1, 1, 3.
    pub rank: usize,
    /// Its name.
    pub engine: String,
    /// Games it played, void ones not among them.
    pub games: u64,
    /// Games of which it had all the points.
    pub wins: u64,
    /// Games whose points it shared with others, or with itself.
    pub draws: u64,
    /// All others; a game in which nobody got a point is a loss for everybody.
    pub losses: u64,
    /// What its seats scored.
    pub points: f64,
    /// Games in which it made no fault.
    pub valid_games: u64,
    /// Answers late within the margin, which is no fault.
    pub late: u64,
    /// Faults: no answer within limit and margin.
    pub time_losses: u64,
    /// Faults: death, or a closed output.
    pub crashes: u64,
    /// Faults: answers that are no legal move.
    pub illegal_moves: u64,
    /// Faults: not ready for a game.
    pub stalls: u64,
    /// Faults: the protocol broken.
    pub protocol: u64,
    /// Faults: the memory limit broken.
    pub memory: u64,
    /// Its slowest move that was answered, in milliseconds; 0 without any.
    pub max_ms: f64,
}

impl Row {
    /// Percentage of its games that are valid, 0..=100; 0 where there are none.
    pub fn valid_percent(&self) -> f64 {
        percent(self.valid_games as f64, self.games)
    }

    /// Percentage of the points it could have, 0..=100; 0 where there are no games.
    pub fn score_percent(&self) -> f64 {
        percent(self.points, self.games)
    }

    /// What a mark is reckoned from.
    pub fn performance(&self) -> Performance {
        Performance {
            engine: self.engine.clone(),
            points: exact(self.points),
            games: self.games,
            valid_games: self.valid_games,
        }
    }

    /// All faults together.
    pub fn faults(&self) -> u64 {
        self.time_losses + self.crashes + self.illegal_moves + self.stalls + self.protocol + self.memory
    }

    fn count_fault(&mut self, reason: Reason) {
        let counter = match reason {
            Reason::Time => &mut self.time_losses,
            Reason::Crash => &mut self.crashes,
            Reason::IllegalMove => &mut self.illegal_moves,
            Reason::Stall => &mut self.stalls,
            Reason::Protocol => &mut self.protocol,
            Reason::Memory => &mut self.memory,
            Reason::Normal | Reason::Adjudication | Reason::MaxPlies => return,
        };
        *counter += 1;
    }
}

fn percent(part: f64, games: u64) -> f64 {
    if games == 0 { 0.0 } else { 100.0 * part / games as f64 }
}

/// How one engine did against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Versus {
    /// Games in which it came out above the other.
    pub wins: u64,
    /// Games in which both had the same points, and some.
    pub draws: u64,
    /// All others.
    pub losses: u64,
    /// Its points: 1 for a win, a half for a draw.
    pub points: f64,
}

/// Every engine against every other.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    /// The engines, in the order in which they stand in the tournament's file.
    pub engines: Vec<String>,
    /// A row for every engine, a cell for every opponent; `None` where they have not met. On the
    /// diagonal stand an engine's games against itself.
    pub cells: Vec<Vec<Option<Versus>>>,
}

/// What a game was for one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Win,
    Draw,
    Loss,
}

impl Standings {
    /// Nothing played yet. `names` are the engines in the order of the tournament's file; they have a
    /// row even if they never play.
    pub fn new(names: &[String]) -> Self {
        let mut standings =
            Self { games: 0, totals: Vec::new(), index: HashMap::new(), versus: BTreeMap::new() };
        for name in names {
            standings.engine(name);
        }
        standings
    }

    /// Gives engines a row even if they never play, those before all others and in this order.
    pub fn know(&mut self, names: &[String]) {
        for name in names {
            self.engine(name);
        }
        let place = |name: &String| names.iter().position(|known| known == name).unwrap_or(names.len());
        let mut order: Vec<usize> = (0..self.totals.len()).collect();
        order.sort_by_key(|&engine| place(&self.totals[engine].engine));
        let mut now = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            now[from] = to;
        }
        self.totals = order.iter().map(|&from| self.totals[from].clone()).collect();
        self.index.values_mut().for_each(|engine| *engine = now[*engine]);
        let versus = std::mem::take(&mut self.versus);
        self.versus = versus.into_iter().map(|((a, b), cell)| ((now[a], now[b]), cell)).collect();
    }

    /// How many games have been added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game. An engine that was not named before gets a row after the others.
    pub fn add(&mut self, record: &GameRecord) {
        self.count(&record.summand());
    }

    /// The same with no more than is needed of it.
    pub fn count(&mut self, game: &Summand) {
        self.games += 1;
        let engines: Vec<usize> = game.seats.iter().map(|seated| self.engine(&seated.engine)).collect();
        for (seat, (&engine, seated)) in engines.iter().zip(&game.seats).enumerate() {
            let first = engines.iter().position(|&other| other == engine) == Some(seat);
            if first {
                self.count_game(game, &engines, engine);
            }
            let row = &mut self.totals[engine];
            row.points += seated.points;
            row.late += u64::from(seated.late);
            row.max_ms = row.max_ms.max(seated.slowest);
        }
        let mut at_fault = Vec::new();
        for &(seat, reason) in &game.faults {
            // At both seats of a game an engine makes one fault: there is one game to make it in.
            if let Some(&engine) = engines.get(seat)
                && !at_fault.contains(&engine)
            {
                at_fault.push(engine);
                self.totals[engine].count_fault(reason);
            }
        }
        match engines[..] {
            [engine, ref others @ ..]
                if !others.is_empty() && others.iter().all(|&other| other == engine) =>
            {
                self.add_versus(engine, engine, outcome(game, &engines, engine));
            }
            _ => self.add_pairs(&game.seats, &engines),
        }
    }

    /// The lines, best first: by points, then by wins, then in the order of the engines.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = self.totals.clone();
        rows.sort_by_key(|row| std::cmp::Reverse((millionths(row.points), row.wins)));
        for at in 0..rows.len() {
            let shared = at > 0 && millionths(rows[at].points) == millionths(rows[at - 1].points);
            rows[at].rank = if shared { rows[at - 1].rank } else { at + 1 };
        }
        rows
    }

    /// The marks of all engines, the best first; equal ones in the order of the standings.
    pub fn grades(&self) -> Vec<Grade> {
        let mut grades = grades::championship(self.rows().iter().map(Row::performance).collect());
        grades.sort_by(|one, other| other.mark.cmp(&one.mark));
        grades
    }

    /// How every engine did against every other.
    pub fn crosstable(&self) -> Crosstable {
        let engines = 0..self.totals.len();
        Crosstable {
            engines: self.totals.iter().map(|row| row.engine.clone()).collect(),
            cells: engines
                .clone()
                .map(|row| engines.clone().map(|column| self.versus.get(&(row, column)).copied()).collect())
                .collect(),
        }
    }

    /// The index of an engine, which is made if it is new.
    fn engine(&mut self, name: &str) -> usize {
        if let Some(&engine) = self.index.get(name) {
            return engine;
        }
        self.index.insert(name.to_owned(), self.totals.len());
        self.totals.push(Row { engine: name.to_owned(), ..Row::default() });
        self.totals.len() - 1
    }

    /// Counts the game for an engine that sits at one or several of its seats.
    fn count_game(&mut self, game: &Summand, engines: &[usize], engine: usize) {
        let valid = game.faults.iter().all(|&(seat, _)| engines.get(seat) != Some(&engine));
        let row = &mut self.totals[engine];
        row.games += 1;
        row.valid_games += u64::from(valid);
        match outcome(game, engines, engine) {
            Outcome::Win => row.wins += 1,
            Outcome::Draw => row.draws += 1,
            Outcome::Loss => row.losses += 1,
        }
    }

    /// Compares every two seats of different engines.
    fn add_pairs(&mut self, seats: &[Seated], engines: &[usize]) {
        let points = |seat: usize| millionths(seats[seat].points);
        for (seat, &engine) in engines.iter().enumerate() {
            for (other, &opponent) in engines.iter().enumerate() {
                if engine == opponent {
                    continue;
                }
                let outcome = match points(seat).cmp(&points(other)) {
                    std::cmp::Ordering::Greater => Outcome::Win,
                    std::cmp::Ordering::Equal if points(seat) > 0 => Outcome::Draw,
                    _ => Outcome::Loss,
                };
                self.add_versus(engine, opponent, outcome);
            }
        }
    }

    fn add_versus(&mut self, engine: usize, opponent: usize, outcome: Outcome) {
        let versus = self.versus.entry((engine, opponent)).or_default();
        match outcome {
            Outcome::Win => {
                versus.wins += 1;
                versus.points += 1.0;
            }
            Outcome::Draw => {
                versus.draws += 1;
                versus.points += 0.5;
            }
            Outcome::Loss => versus.losses += 1,
        }
        if engine == opponent && outcome == Outcome::Draw {
            // Both halves are its own.
            versus.points += 0.5;
        }
    }
}

/// The game for `engine`: won if all the points are its own, drawn if it shares them.
fn outcome(game: &Summand, engines: &[usize], engine: usize) -> Outcome {
    let (mut own, mut others) = (0.0, 0.0);
    for (&who, seated) in engines.iter().zip(&game.seats) {
        *(if who == engine { &mut own } else { &mut others }) += seated.points;
    }
    if game.is_draw || own > 0.0 && others > 0.0 {
        Outcome::Draw
    } else if own > 0.0 {
        Outcome::Win
    } else {
        Outcome::Loss
    }
}

/// Points in whole millionths, so that thirds that add up to the same are the same.
fn millionths(points: f64) -> i64 {
    (points * 1e6).round() as i64
}

#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;
