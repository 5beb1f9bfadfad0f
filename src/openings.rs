//! What games begin from: opening number so-and-so of a tournament, as a pure function of its
//! settings and its seed.
//!
//! No state is kept from one opening to the next. Games can so be played in any order, on any number
//! of slots, or again after an interruption, and still begin from the same positions.

pub mod configuration;
mod symmetry;

use thiserror::Error;

pub use symmetry::canonical;

use crate::games::random::Random;
use crate::games::{Game, Line, ParseError, breakthrough};

/// What games begin from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// Where they come from.
    pub kind: OpeningKind,
    /// One opening for every game of the tournament.
    pub one_for_all: bool,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningKind {
    /// The start of the game, on its board; in dominoes a new deal each.
    Standard,
    /// So many random plies from the start.
    Random {
        /// At least 1; forced plies count.
        plies: u32,
    },
    /// Breakthrough: a random starting configuration.
    Configuration,
    /// The lines of a file: texts that [`Line::parse`] accepted, at least one.
    File {
        /// The canonical texts, none over, each with a choice at its first ply.
        lines: Vec<String>,
        /// The order in which they are used.
        order: Order,
    },
}

/// The order of the openings of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they stand.
    Sequential,
    /// Shuffled by the seed, anew each time the file is used up.
    Shuffled,
}

/// Which measures of a Breakthrough board are given; a random configuration chooses the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedBoard {
    /// `rows` was given.
    pub rows: bool,
    /// `columns` was given.
    pub columns: bool,
}

/// Why there is no opening.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoOpening {
    /// Drawn again and again, and always over or without a choice.
    #[error("of {TRIES} random openings none leaves a choice at its first ply")]
    Drawn,
    /// A random configuration was asked of a game that knows none.
    #[error("{0} has no random configurations")]
    NoConfiguration(&'static str),
    /// The list of openings has none in it.
    #[error("there are no openings in the list")]
    Empty,
    /// A line of the list is no opening.
    #[error(transparent)]
    Line(#[from] ParseError),
}

/// How often an opening is drawn anew before there is said to be none.
pub const TRIES: u32 = 1000;

/// The random plies of an opening where nobody says how many.
pub const PLIES: u32 = 8;

/// Keeps these random streams apart from all others under the same seed.
const OPENING: u64 = 0x6f70_656e;
const ORDER: u64 = 0x6f72_6465;

/// Opening number `number`, from 0, of a tournament of `game` with `seed`.
///
/// A random configuration keeps those measures of the board that `fixed` names; all other openings
/// are on the board of `game`.
///
/// # Errors
/// That no opening with a choice at its first ply was found. For one that is read from a list also
/// what is wrong with it, which cannot be where [`OpeningKind::File`] keeps its promise.
pub fn draw(
    openings: &Openings,
    game: Game,
    fixed: FixedBoard,
    seed: u64,
    number: u64,
) -> Result<Line, NoOpening> {
    let number = if openings.one_for_all { 0 } else { number };
    let mut random = Random::derived(seed, &[OPENING, number]);
    match &openings.kind {
        OpeningKind::Standard => Ok(Line::new(game.begin(&mut random))),
        OpeningKind::Random { plies } => until_choice(|| walk(game, *plies, &mut random)),
        OpeningKind::Configuration => {
            let Game::Breakthrough { rows, columns } = game else {
                return Err(NoOpening::NoConfiguration(game.name()));
            };
            until_choice(|| {
                let mut side = |given: u8, is_fixed: bool| {
                    let (least, most) = (*breakthrough::SIDES.start(), *breakthrough::SIDES.end());
                    if is_fixed { given } else { least + random.below(usize::from(most - least) + 1) as u8 }
                };
                let (rows, columns) = (side(rows, fixed.rows), side(columns, fixed.columns));
                Some(Line::new(breakthrough::configuration(rows, columns, &mut random)))
            })
        }
        OpeningKind::File { lines, order } => {
            if lines.is_empty() {
                return Err(NoOpening::Empty);
            }
            let count = lines.len() as u64;
            let at = (number % count) as usize;
            let at = match order {
                Order::Sequential => at,
                Order::Shuffled => {
                    let mut all: Vec<usize> = (0..lines.len()).collect();
                    Random::derived(seed, &[ORDER, number / count]).shuffle(&mut all);
                    all[at]
                }
            };
            Ok(Line::parse(game, &lines[at])?)
        }
    }
}

/// Whether the side to move has at least two moves to choose from: the game is not over, and the
/// next ply is neither forced nor the only one.
pub fn has_choice(line: &Line) -> bool {
    line.forced().is_none() && line.position().choices() >= 2
}

/// Draws until an opening leaves a choice, within reason.
fn until_choice(mut draw: impl FnMut() -> Option<Line>) -> Result<Line, NoOpening> {
    (0..TRIES).find_map(|_| draw().filter(has_choice)).ok_or(NoOpening::Drawn)
}

/// `plies` random plies from the start; `None` if the game ends before.
fn walk(game: Game, plies: u32, random: &mut Random) -> Option<Line> {
    let mut line = Line::new(game.begin(random));
    for _ in 0..plies {
        let choices = line.position().choices();
        let drawn = (choices > 0).then(|| random.below(choices));
        let ply = line.position().choice(drawn?)?;
        line.play(&ply).ok()?;
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const OTHELLO: Game = Game::Othello { size: 8 };
    const BREAKTHROUGH: Game = Game::Breakthrough { rows: 8, columns: 8 };
    const FREE: FixedBoard = FixedBoard { rows: false, columns: false };

    fn each(kind: OpeningKind) -> Openings {
        Openings { kind, one_for_all: false }
    }

    fn text(openings: &Openings, game: Game, seed: u64, number: u64) -> String {
        draw(openings, game, FREE, seed, number).unwrap().to_string()
    }

    #[test]
    fn the_same_arguments_give_the_same_opening_and_others_another() {
        for (kind, game) in [
            (OpeningKind::Random { plies: 8 }, OTHELLO),
            (OpeningKind::Random { plies: 6 }, BREAKTHROUGH),
            (OpeningKind::Configuration, BREAKTHROUGH),
        ] {
            let openings = each(kind);
            let first: Vec<String> = (0..50).map(|number| text(&openings, game, 42, number)).collect();
            let again: Vec<String> = (0..50).rev().map(|number| text(&openings, game, 42, number)).collect();
            assert!(first.iter().eq(again.iter().rev()));
            assert!(first.iter().collect::<BTreeSet<_>>().len() > 45, "{first:?}");
            assert_ne!(first[0], text(&openings, game, 43, 0));
        }
    }

    #[test]
    fn one_for_all_is_the_first_for_all() {
        let openings = Openings { one_for_all: true, ..each(OpeningKind::Configuration) };
        let first = text(&each(OpeningKind::Configuration), BREAKTHROUGH, 7, 0);
        assert!((0..20).all(|number| text(&openings, BREAKTHROUGH, 7, number) == first));
    }

    #[test]
    fn the_standard_opening_is_the_start_on_the_board() {
        let standard = each(OpeningKind::Standard);
        assert_eq!(text(&standard, OTHELLO, 1, 5), "startpos");
        assert_eq!(text(&standard, Game::Othello { size: 4 }, 1, 5), "4/1ox1/1xo1/4 x");
    }

    #[test]
    fn a_random_opening_has_its_plies_and_leaves_a_choice() {
        for (game, plies) in
            [(OTHELLO, 1), (OTHELLO, 20), (Game::Othello { size: 4 }, 5), (Game::Othello { size: 6 }, 24)]
        {
            for number in 0..100 {
                let line = draw(&each(OpeningKind::Random { plies }), game, FREE, 3, number).unwrap_or_else(
                    |error| {
                        panic!("{game}, {plies} plies, number {number}: {error}");
                    },
                );
                assert_eq!(line.plies().len(), plies as usize);
                assert!(has_choice(&line), "{line}");
            }
        }
    }

    #[test]
    fn all_first_moves_are_drawn() {
        let openings = each(OpeningKind::Random { plies: 1 });
        let mut counts = std::collections::BTreeMap::new();
        for number in 0..400 {
            *counts.entry(text(&openings, OTHELLO, 0, number)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 4);
        assert!(counts.values().all(|count| (60..140).contains(count)), "{counts:?}");
    }

    #[test]
    fn an_opening_that_cannot_be_is_refused() {
        for (game, plies) in [(OTHELLO, 100), (Game::Othello { size: 4 }, 30), (BREAKTHROUGH, 1000)] {
            let nothing = draw(&each(OpeningKind::Random { plies }), game, FREE, 0, 0);
            assert_eq!(nothing.unwrap_err(), NoOpening::Drawn);
        }
        let configuration = draw(&each(OpeningKind::Configuration), OTHELLO, FREE, 0, 0);
        assert_eq!(configuration.unwrap_err(), NoOpening::NoConfiguration("othello"));
        let empty = OpeningKind::File { lines: vec![], order: Order::Shuffled };
        assert_eq!(draw(&each(empty), OTHELLO, FREE, 0, 0).unwrap_err(), NoOpening::Empty);
    }

    #[test]
    fn configurations_come_on_every_board_or_on_the_one_that_is_fixed() {
        let game = Game::Breakthrough { rows: 5, columns: 7 };
        for (rows, columns) in [(false, false), (true, false), (false, true), (true, true)] {
            let (mut all_rows, mut all_columns) = (BTreeSet::new(), BTreeSet::new());
            for number in 0..400 {
                let openings = each(OpeningKind::Configuration);
                let line = draw(&openings, game, FixedBoard { rows, columns }, 9, number).unwrap();
                assert!(has_choice(&line) && line.plies().is_empty());
                let Game::Breakthrough { rows, columns } = line.game() else { panic!("{line}") };
                all_rows.insert(rows);
                all_columns.insert(columns);
            }
            let expected = |fixed, given| if fixed { BTreeSet::from([given]) } else { (4..=12).collect() };
            assert_eq!(all_rows, expected(rows, 5));
            assert_eq!(all_columns, expected(columns, 7));
        }
    }

    #[test]
    fn a_file_is_used_up_before_a_line_comes_again() {
        let lines: Vec<String> =
            ["f5", "f5 d6", "f5 f6", "c4", "d3", "e6"].map(|moves| format!("startpos moves {moves}")).into();
        let count = lines.len() as u64;
        let pass = |order, seed, pass: u64| -> Vec<String> {
            let openings = each(OpeningKind::File { lines: lines.clone(), order });
            (0..count).map(|at| text(&openings, OTHELLO, seed, pass * count + at)).collect()
        };
        let mut orders = BTreeSet::new();
        for number in 0..20 {
            assert_eq!(pass(Order::Sequential, 5, number), lines);
            let shuffled = pass(Order::Shuffled, 5, number);
            assert_eq!(shuffled.iter().collect::<BTreeSet<_>>(), lines.iter().collect());
            orders.insert(shuffled);
        }
        assert!(orders.len() > 15, "the order is drawn anew for each pass");
        assert_ne!(pass(Order::Shuffled, 5, 0), pass(Order::Shuffled, 6, 0));
    }

    #[test]
    fn a_forced_pass_or_an_only_move_is_no_choice() {
        let choice = |text: &str| has_choice(&Line::parse(Game::Othello { size: 4 }, text).unwrap());
        assert!(choice("startpos"));
        assert!(!choice("xo2/4/4/4 o"), "must pass");
        assert!(!choice("xo2/4/4/4 x"), "one move");
        assert!(!choice("x3/4/4/4 x"), "over");
    }
}
