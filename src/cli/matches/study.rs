//! `--internal`: many games of dominoes within this process, to study the strategies.
//!
//! Every deal is played from all orders of the seats, so the games of a deal hang together; errors are
//! reckoned from deal to deal.

use serde_json::json;

use crate::cli::{Failure, say};
use crate::games::domino::strategy::{Strategy, play_out};
use crate::games::domino::{Deal, Domino};
use crate::games::random::Random;
use crate::schedule::Tables;

/// Keeps these random streams apart from all others under the same seed.
const STUDY: u64 = 0x7374_7564;

/// One strategy's wins.
#[derive(Clone, Debug, Default)]
struct Wins {
    all: u64,
    /// Of the deal under way.
    open: f64,
    /// The sums over deals of wins squared, and of wins times games.
    squared: f64,
    times_games: f64,
}

/// What came of the games.
#[derive(Clone, Debug, Default)]
struct Study {
    games: u64,
    draws: u64,
    deals: u64,
    games_squared: f64,
    wins: Vec<Wins>,
}

impl Study {
    /// Plays `games` games. With one strategy they are different deals.
    fn play(strategies: &[Strategy], games: u64, seed: u64) -> Self {
        let count = strategies.len();
        let orders = Tables::new(count, count, 1, false, false).games();
        let rounds = games.div_ceil(orders).min(u64::from(u32::MAX)) as u32;
        let schedule = Tables::new(count, count, rounds, false, false);
        let mut study = Self { wins: vec![Wins::default(); count], ..Self::default() };
        let mut start = None;
        let mut open_games = 0.0;
        for fixture in schedule.iter().take(usize::try_from(games).unwrap_or(usize::MAX)) {
            if start.as_ref().is_none_or(|(opening, _)| *opening != fixture.opening) {
                study.close(&mut open_games);
                let mut random = Random::derived(seed, &[STUDY, fixture.opening, 0]);
                let dealt = Domino::new(&Deal::random(count as u8, &mut random));
                start = dealt.map(|position| (fixture.opening, position));
            }
            let Some((_, position)) = &start else { continue };
            let seats: Vec<Strategy> = fixture.seats.iter().map(|&index| strategies[index]).collect();
            let mut random = Random::derived(seed, &[STUDY, fixture.id, 1]);
            study.games += 1;
            open_games += 1.0;
            match play_out(&seats, position.clone(), &mut random) {
                Some(seat) => {
                    let wins = &mut study.wins[fixture.seats[seat]];
                    wins.all += 1;
                    wins.open += 1.0;
                }
                None => study.draws += 1,
            }
        }
        study.close(&mut open_games);
        study
    }

    /// Adds the deal under way to the sums.
    fn close(&mut self, games: &mut f64) {
        if *games == 0.0 {
            return;
        }
        self.deals += 1;
        self.games_squared += *games * *games;
        for wins in &mut self.wins {
            wins.squared += wins.open * wins.open;
            wins.times_games += wins.open * *games;
            wins.open = 0.0;
        }
        *games = 0.0;
    }

    /// A strategy's share of the games, and its standard error.
    fn share(&self, wins: &Wins) -> (f64, f64) {
        let (games, deals) = (self.games as f64, self.deals as f64);
        let share = wins.all as f64 / games.max(1.0);
        let spread = wins.squared - 2.0 * share * wins.times_games + share * share * self.games_squared;
        let error = (spread.max(0.0) * deals / (deals - 1.0).max(1.0)).sqrt() / games.max(1.0);
        (share, error)
    }
}

/// Plays and shows it.
pub(super) fn run(names: &[String], games: u64, seed: u64, as_json: bool) -> Result<(), Failure> {
    let strategy = |name: &String| {
        Strategy::named(name.trim()).ok_or_else(|| {
            let known = Strategy::ALL.map(Strategy::name).join(", ");
            Failure::Wrong(format!("--internal knows the strategies {known}, not {}", name.escape_debug()))
        })
    };
    let strategies = names.iter().map(strategy).collect::<Result<Vec<_>, _>>()?;
    let study = Study::play(&strategies, games, seed);
    let rows = strategies
        .iter()
        .zip(&study.wins)
        .map(|(strategy, wins)| (strategy.name(), wins.all, study.share(wins)));
    if as_json {
        let rows: Vec<_> = rows
            .map(|(name, wins, (share, error))| json!({"strategy": name, "wins": wins, "share": share, "error": error}))
            .collect();
        say(json!({"games": study.games, "deals": study.deals, "seed": seed, "draws": study.draws, "strategies": rows}).to_string());
        return Ok(());
    }
    say(format!("{} games of {} players, {} deals, seed {seed}", study.games, strategies.len(), study.deals));
    say("strategy      wins  share %     +-");
    for (name, wins, (share, error)) in rows {
        say(format!("{name:<8}  {wins:>8}  {:>7.2}  {:>5.2}", 100.0 * share, 100.0 * error));
    }
    let drawn = 100.0 * study.draws as f64 / study.games.max(1) as f64;
    say(format!("{:<8}  {:>8}  {drawn:>7.2}", "(draws)", study.draws));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_equals_are_equal_within_their_errors() {
        let study = Study::play(&[Strategy::Child; 3], 3001, 1);
        assert_eq!((study.games, study.deals), (3001, 501));
        assert_eq!(study.wins.iter().map(|wins| wins.all).sum::<u64>() + study.draws, 3001);
        let shares: Vec<(f64, f64)> = study.wins.iter().map(|wins| study.share(wins)).collect();
        for &(share, error) in &shares {
            assert!((0.005..0.012).contains(&error), "{shares:?}");
            assert!((share - (1.0 - study.draws as f64 / 3001.0) / 3.0).abs() < 4.0 * error, "{shares:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let wins = |seed| {
            let study = Study::play(&[Strategy::Child, Strategy::Counter], 400, seed);
            study.wins.iter().map(|wins| wins.all).collect::<Vec<_>>()
        };
        assert_eq!(wins(3), wins(3));
        assert_ne!(wins(3), wins(4));
    }
}
