//! Marks: of one championship, and the final mark over several.
//!
//! The rules are those of the assignment that the Breakthrough championships come from. All
//! arithmetic is exact, so that no student's mark depends on the order of additions; numbers are
//! rounded only when they are written.

use num_rational::BigRational;

/// An exact number: points, a mark.
pub type Exact = BigRational;

/// The best mark; the worst of group A is half of it.
const BEST: i64 = 10;
/// The part of the games that must be valid for group A: nine in ten.
const VALID: (u64, u64) = (9, 10);

/// What a player did in a championship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Performance {
    /// Its name.
    pub engine: String,
    /// The sum of its points.
    pub points: Exact,
    /// Games played; one against itself counts as one.
    pub games: u64,
    /// Games of these in which it made no fault.
    pub valid_games: u64,
}

/// The two kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// At least nine in ten games valid, and at least one game: marked by points.
    A,
    /// The others: marked by their share of valid games.
    B,
}

/// A player's mark in a championship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// What it is for.
    pub performance: Performance,
    /// How it was reckoned.
    pub group: Group,
    /// 5..=10 in group A, 0..5 in group B.
    pub mark: Exact,
}

/// A student's mark over several championships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Final {
    /// The championships he has a mark in.
    pub championships: usize,
    /// The sum of a tenth of each mark; a championship without one counts nothing.
    pub p: Exact,
    /// 0..=10.
    pub mark: Exact,
}

/// A whole number.
pub fn whole(number: impl Into<i64>) -> Exact {
    Exact::from_integer(number.into().into())
}

/// The exact number behind a sum of points. A game's points are halves, thirds, quarters or fifths, so
/// their sum is a whole number of sixtieths, which a float of this size tells without doubt.
pub fn exact(points: f64) -> Exact {
    Exact::new(((points * 60.0).round() as i64).into(), 60.into())
}

/// A number as decimals, `digits` behind the point; half a last digit is rounded away from zero.
pub fn decimal(number: &Exact, digits: u32) -> String {
    let scale = 10_i64.pow(digits);
    let scaled = (number * whole(scale)).round().to_integer();
    let sign = if scaled < 0.into() { "-" } else { "" };
    let text = scaled.magnitude().to_string();
    let text = format!("{text:0>width$}", width = digits as usize + 1);
    let (before, behind) = text.split_at(text.len() - digits as usize);
    if behind.is_empty() { format!("{sign}{before}") } else { format!("{sign}{before}.{behind}") }
}

impl Performance {
    /// Which group it belongs to.
    pub fn group(&self) -> Group {
        let enough = VALID.1 * self.valid_games >= VALID.0 * self.games;
        if self.games > 0 && enough { Group::A } else { Group::B }
    }

    /// Percentage of its games that are valid, 0..=100; 0 where there are none.
    pub fn valid_percent(&self) -> Exact {
        match self.games {
            0 => whole(0),
            games => Exact::new((100 * self.valid_games).into(), games.into()),
        }
    }
}

/// The marks of a championship, in the order of `performances`.
///
/// In group A the most points are worth 10 and the fewest 5, the rest linearly between; 10 for all if
/// all have the same. In group B: five times the share of valid games, nothing without a game.
pub fn championship(performances: Vec<Performance>) -> Vec<Grade> {
    let in_a = || performances.iter().filter(|one| one.group() == Group::A).map(|one| one.points.clone());
    let (least, most) = (in_a().min(), in_a().max());
    let range = least.zip(most);
    let mark = |one: &Performance| match (one.group(), &range) {
        (Group::A, Some((least, most))) if least < most => {
            whole(BEST / 2) + whole(BEST / 2) * (&one.points - least) / (most - least)
        }
        (Group::A, _) => whole(BEST),
        (Group::B, _) if one.games == 0 => whole(0),
        (Group::B, _) => whole(BEST / 2) * Exact::new(one.valid_games.into(), one.games.into()),
    };
    let marks: Vec<Exact> = performances.iter().map(mark).collect();
    performances
        .into_iter()
        .zip(marks)
        .map(|(performance, mark)| Grade { group: performance.group(), mark, performance })
        .collect()
}

/// The final marks over so many `championships`, in the order of `students`: of each, the marks of
/// those championships in which he has one.
///
/// With P the sum of a tenth of each mark, Max the highest P and Min half the number of championships:
/// 5 at P = Min, 10 at P = Max, linear between, and linear down to 0 at P = 0. Where Max is Min, 10 for
/// those who have it.
pub fn finals(championships: usize, students: &[Vec<Exact>]) -> Vec<Final> {
    let p = |marks: &Vec<Exact>| marks.iter().sum::<Exact>() / whole(BEST);
    let sums: Vec<Exact> = students.iter().map(p).collect();
    let most = sums.iter().max().cloned().unwrap_or_else(|| whole(0));
    let least = Exact::new(championships.into(), 2.into());
    let half = whole(BEST / 2);
    let mark = |p: &Exact| {
        if *p < least {
            p / &least * &half
        } else if most == least {
            whole(BEST)
        } else {
            (p - &least) / (&most - &least) * &half + &half
        }
    };
    let marks: Vec<Exact> = sums.iter().map(mark).collect();
    let all = students.iter().zip(sums).zip(marks);
    all.map(|((marks, p), mark)| Final { championships: marks.len(), p, mark }).collect()
}

#[cfg(test)]
mod tests;
