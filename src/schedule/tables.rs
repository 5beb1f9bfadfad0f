//! Games for any number of players: every table of so many engines.
//!
//! A table is an encounter: its engines play from one opening, and so with one deal, until everybody
//! has had every place. For up to three seats these are all orders of the engines; for more the
//! rotations of one order, since there would be too many. Luck of the deal and of the seat then cancels
//! within a table. Alone at the table nobody changes seats: there all engines play one deal, which
//! makes a round one encounter.
//!
//! With fewer engines than seats, and if that is allowed, engines sit at several seats of a table;
//! every such table has at least two engines. An order that looks like another is left out.

use super::{Fixture, round_of};

/// The schedule of a tournament for tables of so many seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tables {
    engines: u64,
    seats: u64,
    rounds: u32,
    /// How many games an engine plays against itself a round.
    selves: u64,
    /// Whether engines sit at several seats, of which there are too many.
    repeated: bool,
}

impl Tables {
    /// `rounds` rounds among so many engines, at least one seat. `repeat` lets an engine sit at several
    /// seats where there are too few; with `self_play` every engine also has a table of its own a round,
    /// at which it plays one game.
    pub fn new(engines: usize, seats: usize, rounds: u32, repeat: bool, self_play: bool) -> Self {
        let seats = seats.max(1);
        Self {
            engines: engines as u64,
            seats: seats as u64,
            rounds,
            selves: u64::from(self_play && seats > 1),
            repeated: repeat && engines < seats,
        }
    }

    /// The tables with engines at several seats, each with its games: a few, since so are the engines.
    fn mixed(&self) -> Vec<Vec<Vec<usize>>> {
        let is_mixed = |table: &Vec<usize>| table.first() != table.last();
        let tables = ascending(self.engines as usize, self.seats as usize).into_iter().filter(is_mixed);
        tables.map(|table| orders(&table)).collect()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        u64::from(self.rounds) * self.games_a_round()
    }

    /// Game number `id`, from 1; `None` if there is no such game.
    pub fn fixture(&self, id: u64) -> Option<Fixture> {
        let (round, game) = round_of(id, self.games(), self.games_a_round())?;
        let (encounter, seats) = self.in_round(game)?;
        let opening = round * self.encounters_a_round() + encounter;
        Some(Fixture { id, round: round as u32 + 1, encounter: opening + 1, seats, opening })
    }

    /// All games in order.
    pub fn iter(&self) -> impl Iterator<Item = Fixture> + '_ {
        (1..=self.games()).filter_map(|id| self.fixture(id))
    }

    /// How many orders of different engines a table plays.
    fn orders_a_table(&self) -> u64 {
        if self.seats == 3 { 6 } else { self.seats }
    }

    /// How many tables of different engines there are.
    fn choices(&self) -> u64 {
        choose(self.engines, self.seats)
    }

    fn table_games(&self) -> u64 {
        if self.repeated {
            self.mixed().iter().map(|games| games.len() as u64).sum()
        } else {
            self.choices().saturating_mul(self.orders_a_table())
        }
    }

    /// How many games a round has.
    pub fn games_a_round(&self) -> u64 {
        self.table_games().saturating_add(self.selves * self.engines)
    }

    fn encounters_a_round(&self) -> u64 {
        let tables = match (self.seats, self.repeated) {
            (1, _) => 1,
            (_, false) => self.choices(),
            (_, true) => self.mixed().len() as u64,
        };
        tables + self.selves * self.engines
    }

    /// Game `game` of a round, from 0: its encounter's number in the round, and who sits where.
    fn in_round(&self, game: u64) -> Option<(u64, Vec<usize>)> {
        if let Some(engine) = game.checked_sub(self.table_games()) {
            let encounter = self.encounters_a_round() - self.selves * self.engines + engine;
            return Some((encounter, vec![engine as usize; self.seats as usize]));
        }
        if self.seats == 1 {
            return Some((0, vec![game as usize]));
        }
        if !self.repeated {
            let (table, order) = (game / self.orders_a_table(), game % self.orders_a_table());
            let seats = orders(&self.choice(table)).into_iter().nth(order as usize)?;
            return Some((table, seats));
        }
        let mut before = 0;
        for (table, games) in (0..).zip(self.mixed()) {
            let after = before + games.len() as u64;
            if game < after {
                return Some((table, games[(game - before) as usize].clone()));
            }
            before = after;
        }
        None
    }

    /// Table number `number`, from 0, of different engines, in the order in which a dictionary has them.
    fn choice(&self, number: u64) -> Vec<usize> {
        let (mut left, mut next) = (number, 0);
        let mut table = Vec::new();
        for seats_left in (0..self.seats).rev() {
            loop {
                // So many tables go on with this engine.
                let with_it = choose(self.engines - next - 1, seats_left);
                next += 1;
                if left < with_it {
                    table.push(next as usize - 1);
                    break;
                }
                left -= with_it;
            }
        }
        table
    }
}

/// In how many ways `some` can be chosen of `all`; the highest number there is if it is higher.
fn choose(all: u64, some: u64) -> u64 {
    if some > all {
        return 0;
    }
    let ways = (0..some)
        .try_fold(1_u128, |ways, step| Some(ways.checked_mul((all - step).into())? / u128::from(step + 1)));
    ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
}

/// All ascending lists of `seats` engines, engines coming several times or not.
fn ascending(engines: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |list: &Vec<usize>| {
            let list = list.clone();
            let from = list.last().copied().unwrap_or(0);
            (from..engines).map(move |engine| list.iter().copied().chain([engine]).collect())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

/// The orders in which a table plays: each once, rotations first.
fn orders(table: &[usize]) -> Vec<Vec<usize>> {
    let rotations = |table: &[usize]| {
        let table = table.to_vec();
        (0..table.len()).map(move |by| {
            let mut turned = table.clone();
            turned.rotate_left(by);
            turned
        })
    };
    let mut orders: Vec<Vec<usize>> = Vec::new();
    let turned_round: Vec<usize> = table.iter().rev().copied().collect();
    let others = if table.len() <= 3 { turned_round } else { Vec::new() };
    for order in rotations(table).chain(rotations(&others)) {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn seats(schedule: &Tables) -> Vec<Vec<usize>> {
        schedule.iter().map(|fixture| fixture.seats).collect()
    }

    #[test]
    fn three_engines_at_three_seats_play_all_orders_with_one_deal() {
        let schedule = Tables::new(3, 3, 2, false, false);
        let fixtures: Vec<Fixture> = schedule.iter().collect();
        assert_eq!(fixtures.len(), 12);
        for (round, games) in (1..).zip(fixtures.chunks(6)) {
            let orders: BTreeSet<&Vec<usize>> = games.iter().map(|game| &game.seats).collect();
            assert_eq!(orders.len(), 6);
            assert!(games.iter().all(|game| game.encounter == round && game.opening == round - 1));
            assert!(games.iter().all(|game| u64::from(game.round) == round));
        }
    }

    #[test]
    fn every_table_is_an_encounter_in_which_everybody_has_every_seat_as_often() {
        for engines in 1..=7 {
            for players in 1..=5 {
                for (repeat, self_play) in [(false, false), (true, false), (false, true), (true, true)] {
                    let schedule = Tables::new(engines, players, 2, repeat, self_play);
                    let fixtures: Vec<Fixture> = schedule.iter().collect();
                    assert_eq!(fixtures.len() as u64, schedule.games());
                    assert!((1..).zip(&fixtures).all(|(id, fixture)| fixture.id == id));
                    let encounters = fixtures.chunk_by(|a, b| a.encounter == b.encounter);
                    for (encounter, games) in (1..).zip(encounters) {
                        assert_eq!(games[0].encounter, encounter, "{schedule:?}");
                        assert!(games.iter().all(|game| game.opening + 1 == encounter));
                        if players == 1 {
                            continue;
                        }
                        let mut table = games[0].seats.clone();
                        table.sort_unstable();
                        let mut places = BTreeMap::new();
                        for game in games {
                            let mut sorted = game.seats.clone();
                            sorted.sort_unstable();
                            assert_eq!(sorted, table, "one table");
                            for place in game.seats.iter().copied().enumerate() {
                                *places.entry(place).or_insert(0) += 1;
                            }
                        }
                        for (&(seat, engine), &times) in &places {
                            assert_eq!(times, places[&(0, engine)], "{games:?}: seat {seat}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_choice_of_engines_is_a_table() {
        for (engines, players) in [(5, 3), (6, 4), (5, 5), (7, 2), (4, 1)] {
            let schedule = Tables::new(engines, players, 1, false, false);
            let tables: BTreeSet<BTreeSet<usize>> =
                seats(&schedule).into_iter().map(BTreeSet::from_iter).collect();
            assert_eq!(tables.len() as u64, choose(engines as u64, players as u64));
            assert!(tables.iter().all(|table| table.len() == players));
        }
    }

    #[test]
    fn with_too_few_engines_one_sits_at_several_seats_if_that_is_allowed() {
        assert_eq!(Tables::new(2, 3, 1, false, false).games(), 0);
        let expected = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 1], [1, 1, 0], [1, 0, 1]];
        assert_eq!(seats(&Tables::new(2, 3, 1, true, false)), expected);
        let alone = seats(&Tables::new(1, 2, 1, false, true));
        assert_eq!(alone, [[0, 0]]);
        // With enough engines nobody needs to.
        assert_eq!(seats(&Tables::new(3, 3, 1, true, false)).len(), 6);
    }

    #[test]
    fn alone_at_the_table_all_engines_play_one_deal() {
        let openings: Vec<u64> = Tables::new(3, 1, 2, false, true).iter().map(|game| game.opening).collect();
        assert_eq!(openings, [0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn millions_of_tables_are_computed_not_stored() {
        let schedule = Tables::new(1000, 5, 1, false, false);
        let last = schedule.fixture(schedule.games()).unwrap();
        assert_eq!(last.seats, [999, 995, 996, 997, 998]);
    }
}
