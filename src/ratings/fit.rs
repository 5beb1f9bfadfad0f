//! From sums to ratings: the most likely strengths, their covariance, and what follows from them.

use std::collections::{BTreeMap, HashMap};

use super::matrix::{Factor, Matrix};
use super::results::{Results, Table};
use super::{Estimate, expected, normal};

/// How much of a drawn game every engine is given, in all.
pub const PRIOR: f64 = 0.25;

/// How much the variance that all pairings have in common weighs against a pairing's own: as much as
/// four games between equals tell.
const COMMON: f64 = 1.0;

/// The ratings of a set of games.
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    /// By engine, in the order in which they became known.
    engines: Vec<Rated>,
    index: HashMap<String, usize>,
    parts: Vec<Part>,
    first_mover: Option<Estimate>,
}

/// An engine and its rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Its name.
    pub engine: String,
    /// Its Elo with the 95 % error, if it has played a game that counts.
    pub elo: Option<Estimate>,
    /// Engines of the same number are connected by games; ratings of different parts say nothing about
    /// one another. 0 for those without games, else from 1.
    pub part: usize,
}

/// Engines that are connected by games.
#[derive(Clone, Debug)]
struct Part {
    /// Ascending.
    members: Vec<usize>,
    strengths: Vec<f64>,
    covariance: Matrix,
}

impl Ratings {
    /// Rates all engines of `results`.
    pub fn new(results: Results) -> Self {
        let results = results.complete();
        let sets = connected(results.engines.len(), results.tables.keys());
        let parts: Vec<Part> = sets.into_iter().map(|members| Part::new(members, &results)).collect();
        let rated = |engine: String| Rated { engine, elo: None, part: 0 };
        let mut ratings = Self {
            engines: results.engines.iter().cloned().map(rated).collect(),
            index: results.engines.iter().cloned().zip(0..).collect(),
            parts,
            first_mover: None,
        };
        for (number, part) in ratings.parts.iter().enumerate() {
            for (at, &member) in part.members.iter().enumerate() {
                let variance = part.covariance.get(at, at);
                ratings.engines[member].elo = Some(Estimate::elo(part.strengths[at], variance));
                ratings.engines[member].part = number + 1;
            }
        }
        ratings.first_mover = ratings.first_mover_of(&results);
        ratings
    }

    /// The rating of an engine; `None` if it is not known.
    pub fn of(&self, engine: &str) -> Option<&Rated> {
        self.engines.get(*self.index.get(engine)?)
    }

    /// All engines, in the order in which they became known.
    pub fn engines(&self) -> &[Rated] {
        &self.engines
    }

    /// How many sets of engines there are that no game connects.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// How much stronger `one` is than `other`, in Elo; `None` where no games connect them.
    pub fn difference(&self, one: &str, other: &str) -> Option<Estimate> {
        let (value, variance) = self.compare(one, other)?;
        Some(Estimate::elo(value, variance))
    }

    /// The likelihood that `one` is stronger than `other`, 0..=1; `None` where no games connect them.
    pub fn superiority(&self, one: &str, other: &str) -> Option<f64> {
        let (value, variance) = self.compare(one, other)?;
        Some(if variance > 0.0 { normal::below(value / variance.sqrt()) } else { 0.5 })
    }

    /// What it is worth to be p1, in Elo: with so much more the first player would be expected to score
    /// what he scored. For games of two players; `None` without any.
    pub fn first_mover(&self) -> Option<Estimate> {
        self.first_mover
    }

    /// The difference of two on the natural scale, and its variance.
    fn compare(&self, one: &str, other: &str) -> Option<(f64, f64)> {
        let (one, other) = (*self.index.get(one)?, *self.index.get(other)?);
        let part = self.parts.iter().find(|part| part.members.contains(&one))?;
        let (one, other) = (part.members.binary_search(&one).ok()?, part.members.binary_search(&other).ok()?);
        let covariance = |a, b| part.covariance.get(a, b);
        let variance = covariance(one, one) + covariance(other, other) - 2.0 * covariance(one, other);
        Some((part.strengths[one] - part.strengths[other], variance))
    }

    fn strength(&self, engine: usize) -> f64 {
        let part = self.parts.iter().find(|part| part.members.binary_search(&engine).is_ok());
        part.and_then(|part| Some(part.strengths[part.members.binary_search(&engine).ok()?])).unwrap_or(0.0)
    }

    /// The most likely advantage, the strengths being what they are, and its error from the encounters.
    fn first_mover_of(&self, results: &Results) -> Option<Estimate> {
        let strengths: Vec<f64> = (0..self.engines.len()).map(|engine| self.strength(engine)).collect();
        let pairs: Vec<(f64, &Table)> = results
            .tables
            .iter()
            .filter(|(table, _)| table.len() == 2)
            .map(|(table, sums)| (strengths[table[0]] - strengths[table[1]], sums))
            .collect();
        let games: f64 = pairs.iter().map(|(_, sums)| sums.games).sum();
        if games == 0.0 {
            return None;
        }
        let mut advantage = 0.0;
        let mut information = 1.0;
        for _ in 0..100 {
            // The same small prior as for a strength.
            let even = expected(advantage);
            let mut slope = PRIOR * (0.5 - even);
            information = PRIOR * even * (1.0 - even);
            for (difference, sums) in &pairs {
                for (first, difference) in sums.first.iter().zip([*difference, -*difference]) {
                    let p = expected(difference + advantage);
                    slope += first.points - first.games * p;
                    information += first.games * p * (1.0 - p);
                }
            }
            let step: f64 = (slope / information).clamp(-1.0, 1.0);
            advantage += step;
            if step.abs() < 1e-10 {
                break;
            }
        }
        let mut squares = 0.0;
        for (difference, sums) in &pairs {
            let p = [expected(difference + advantage), expected(advantage - difference)];
            let first = &sums.first_squares;
            squares += first.ss - 2.0 * (first.sk[0] * p[0] + first.sk[1] * p[1])
                + first.kk[0] * p[0] * p[0]
                + 2.0 * first.kk[1] * p[0] * p[1]
                + first.kk[2] * p[1] * p[1];
        }
        let encounters: f64 = pairs.iter().map(|(_, sums)| sums.encounters).sum();
        let spread = correction(encounters, 1.0) * squares;
        let spread = (spread + COMMON) * information / (information + COMMON);
        Some(Estimate::elo(advantage, spread / (information * information)))
    }
}

/// The sets of at least two engines that games connect, each ascending.
fn connected<'a>(engines: usize, tables: impl Iterator<Item = &'a Vec<usize>>) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..engines).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for table in tables {
        for &member in &table[1..] {
            let (one, other) = (root(&mut parent, table[0]), root(&mut parent, member));
            parent[one.max(other)] = one.min(other);
        }
    }
    let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for engine in 0..engines {
        sets.entry(root(&mut parent, engine)).or_default().push(engine);
    }
    sets.into_values().filter(|members| members.len() > 1).collect()
}

/// What makes a sum of squares right on average when so many numbers were fitted to it.
fn correction(encounters: f64, fitted: f64) -> f64 {
    if encounters > fitted { encounters / (encounters - fitted) } else { 1.0 }
}

/// A table's engines as places among the members of a part, with its sums.
type Seated<'a> = (Vec<usize>, &'a Table);

impl Part {
    fn new(members: Vec<usize>, results: &Results) -> Self {
        let place = |engine: &usize| members.binary_search(engine).ok();
        let tables: Vec<Seated<'_>> = results
            .tables
            .iter()
            .filter_map(|(table, sums)| Some((table.iter().map(place).collect::<Option<_>>()?, sums)))
            .collect();
        let prior = prior(members.len(), &tables);
        let (strengths, information) = fit(members.len(), &tables, &prior);
        let covariance = covariance(&strengths, &tables, &prior, &information);
        Self { members, strengths, covariance }
    }
}

/// The drawn games that are given: pairs of places, and how much of a game.
fn prior(members: usize, tables: &[Seated<'_>]) -> Vec<(usize, usize, f64)> {
    let mut met: BTreeMap<(usize, usize), ()> = BTreeMap::new();
    for (table, _) in tables {
        for (at, &one) in table.iter().enumerate() {
            met.extend(table[at + 1..].iter().map(|&other| ((one, other), ())));
        }
    }
    let mut opponents = vec![0.0; members];
    for &(one, other) in met.keys() {
        opponents[one] += 1.0;
        opponents[other] += 1.0;
    }
    let share = |one: usize, other: usize| PRIOR / 2.0 * (1.0 / opponents[one] + 1.0 / opponents[other]);
    met.into_keys().map(|(one, other)| (one, other, share(one, other))).collect()
}

/// The share of the points that each of a table is expected to have.
fn shares(strengths: &[f64], table: &[usize]) -> Vec<f64> {
    let most = table.iter().map(|&at| strengths[at]).fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<f64> = table.iter().map(|&at| (strengths[at] - most).exp()).collect();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// The logarithm of the likelihood.
fn likelihood(strengths: &[f64], tables: &[Seated<'_>], prior: &[(usize, usize, f64)]) -> f64 {
    let mut sum = 0.0;
    for (table, sums) in tables {
        for (share, points) in shares(strengths, table).iter().zip(&sums.points) {
            sum += points * share.max(f64::MIN_POSITIVE).ln();
        }
    }
    for &(one, other, games) in prior {
        let p = expected(strengths[one] - strengths[other]);
        sum += games / 2.0 * (p * (1.0 - p)).max(f64::MIN_POSITIVE).ln();
    }
    sum
}

/// The most likely strengths, with mean 0, and the matrix of information there; the constant direction,
/// about which games say nothing, is filled up so that it can be inverted.
fn fit(members: usize, tables: &[Seated<'_>], prior: &[(usize, usize, f64)]) -> (Vec<f64>, Factor) {
    let mut strengths = vec![0.0; members];
    let mut likely = likelihood(&strengths, tables, prior);
    loop {
        let mut slope = vec![0.0; members];
        let mut information = Matrix::filled(members, 1.0 / members as f64);
        for (table, sums) in tables {
            let shares = shares(&strengths, table);
            for (at, (&row, share)) in table.iter().zip(&shares).enumerate() {
                slope[row] += sums.points[at] - sums.games * share;
            }
            add_information(&mut information, table, &shares, sums.games);
        }
        for &(one, other, games) in prior {
            let p = expected(strengths[one] - strengths[other]);
            slope[one] += games * (0.5 - p);
            slope[other] -= games * (0.5 - p);
            add_information(&mut information, &[one, other], &[p, 1.0 - p], games);
        }
        let factor = information.factor();
        let mut step = slope;
        factor.solve(&mut step);
        // Far from the top a whole step may lead beyond it.
        let mut scale = 1.0;
        let climbed = loop {
            let next: Vec<f64> = strengths.iter().zip(&step).map(|(now, step)| now + scale * step).collect();
            let now = likelihood(&next, tables, prior);
            if now > likely || scale < 1e-9 {
                break (now > likely).then_some((next, now));
            }
            scale /= 2.0;
        };
        let length = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        if let Some((next, now)) = climbed {
            (strengths, likely) = (next, now);
        }
        if climbed_no_more(length, scale) {
            let mean = strengths.iter().sum::<f64>() / members as f64;
            strengths.iter_mut().for_each(|strength| *strength -= mean);
            return (strengths, factor);
        }
    }
}

/// Whether the last step was so short, or so fruitless, that this is the top.
fn climbed_no_more(length: f64, scale: f64) -> bool {
    length < 1e-9 || scale < 1e-9
}

/// Adds what so many games of a table tell about the strengths.
fn add_information(information: &mut Matrix, table: &[usize], shares: &[f64], games: f64) {
    for (&row, one) in table.iter().zip(shares) {
        for (&column, other) in table.iter().zip(shares) {
            let own = if row == column { *one } else { 0.0 };
            information.add(row, column, games * (own - one * other));
        }
    }
}

/// The covariance of the strengths: the inverse of the information, on either side of how much the
/// encounters really scattered.
fn covariance(
    strengths: &[f64],
    tables: &[Seated<'_>],
    prior: &[(usize, usize, f64)],
    information: &Factor,
) -> Matrix {
    let members = strengths.len();
    let encounters: f64 = tables.iter().map(|(_, sums)| sums.encounters).sum();
    let correction = correction(encounters, members as f64 - 1.0);
    // By table: what the scatter should be by the model, and what it is; half of the sum of the
    // diagonal, which for a pair is the variance of its score.
    let scatters: Vec<(Vec<f64>, Matrix, f64, f64)> = tables
        .iter()
        .map(|(table, sums)| {
            let shares = shares(strengths, table);
            let size = table.len();
            let mut scatter = Matrix { size, cells: sums.points_squared.clone() };
            for row in 0..size {
                for column in 0..size {
                    let mixed =
                        sums.games_points[row] * shares[column] + shares[row] * sums.games_points[column];
                    let square = sums.games_squared * shares[row] * shares[column];
                    scatter.add(row, column, square - mixed);
                }
            }
            scatter.cells.iter_mut().for_each(|cell| *cell *= correction);
            let is = (0..size).map(|at| scatter.get(at, at)).sum::<f64>() / 2.0;
            let should = sums.games * shares.iter().map(|p| p * (1.0 - p)).sum::<f64>() / 2.0;
            (shares, scatter, is, should)
        })
        .collect();
    let (is, should) =
        scatters.iter().fold((0.0, 0.0), |sum, (_, _, is, should)| (sum.0 + is, sum.1 + should));
    let common = (is + COMMON) / (should + COMMON);
    let mut middle = Matrix::filled(members, 0.0);
    for ((table, sums), (shares, scatter, _, should)) in tables.iter().zip(&scatters) {
        let own = should / (should + COMMON);
        for (at, &row) in table.iter().enumerate() {
            for (beside, &column) in table.iter().enumerate() {
                middle.add(row, column, own * scatter.get(at, beside));
            }
        }
        add_information(&mut middle, table, shares, sums.games * common * COMMON / (should + COMMON));
    }
    for &(one, other, games) in prior {
        let p = expected(strengths[one] - strengths[other]);
        add_information(&mut middle, &[one, other], &[p, 1.0 - p], games);
    }
    let inverse = information.inverse();
    inverse.times(&middle).times(&inverse)
}
