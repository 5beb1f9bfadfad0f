//! `arena opening`: openings, one position a line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::board::BoardArguments;
use super::{Failure, balance, say, start};
use crate::games::Game;
use crate::openings::{self, OpeningKind, Openings, configuration};

/// Prints openings, one position text a line, as `[openings] kind = "file"` reads them.
///
/// Breakthrough: random starting configurations, on random boards unless --rows and --columns fix
/// them. Othello: random plies from the start. Dominoes: deals, with all hands and the stack.
#[derive(Debug, Args)]
#[command(after_help = "Example: arena opening breakthrough --count 100 --seed 7\n         \
                        arena opening othello --count 50 --balanced target/release/othello > openings.txt")]
pub(super) struct Arguments {
    /// othello, breakthrough or domino
    #[arg(value_parser = super::game_name::GameName, hide_possible_values = true)]
    game: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// The seed; drawn and printed if it is not given
    #[arg(long, value_name = "S", value_parser = crate::cli::numbers::seed)]
    seed: Option<u64>,
    /// So many random plies from the start; Othello 8 if it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: Option<u32>,
    #[command(flatten)]
    board: BoardArguments,
    /// Ask this engine for its score, and keep openings that are near-even and not the same but for
    /// symmetry; a command as a shell splits it
    #[arg(long, value_name = "CMD")]
    balanced: Option<String>,
    /// With --balanced: what is near-even, in what the engine tells with `score cp`: Othello: hundredths of a disc, 200
    /// if it is not given, two discs; Breakthrough: what the engine likes, the arena's own hundredths of a logit (100:
    /// odds of 2.7 to 1), 50 if it is not given (odds of 1.6 to 1)
    #[arg(long, value_name = "CP", requires = "balanced")]
    within: Option<u32>,
    /// With --balanced: how long the engine may think of each, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200, requires = "balanced")]
    movetime: u64,
    /// Breakthrough: say of each line of a file whether it can be a configuration, and why not
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "plies", "balanced"])]
    check: Option<PathBuf>,
}

/// What is near-even where nobody says, in hundredths of what a score counts in the game.
fn near_even(game: Game) -> u32 {
    match game {
        Game::Breakthrough { .. } => 50,
        Game::Othello { .. } | Game::Domino { .. } => 200,
    }
}

/// What has been refused so often in a row that no more is to be expected.
const PATIENCE: u64 = 2000;

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (game, fixed) = arguments.board.game(&arguments.game)?;
    if game.is_dealt() && arguments.balanced.is_some() {
        return Err(Failure::Wrong("--balanced: no deal is near-even by its look".to_owned()));
    }
    if let Some(file) = &arguments.check {
        return check(game, file);
    }
    let kind = match (game, arguments.plies) {
        (_, Some(plies)) => OpeningKind::Random { plies },
        (Game::Breakthrough { .. }, None) => OpeningKind::Configuration,
        (Game::Domino { .. }, None) => OpeningKind::Standard,
        (_, None) => OpeningKind::Random { plies: openings::PLIES },
    };
    let openings = Openings { kind, one_for_all: false };
    let seed = arguments.seed.unwrap_or_else(start::drawn_seed);
    let draw = |number| openings::draw(&openings, game, fixed, seed, number).map_err(Failure::wrong);
    let Some(command) = &arguments.balanced else {
        for number in 0..arguments.count {
            say(draw(number)?.position().to_string());
        }
        return Ok(());
    };
    let limit = Duration::from_millis(arguments.movetime);
    let within = arguments.within.unwrap_or_else(|| near_even(game));
    let mut scorer = balance::Scorer::start(command, game, limit)?;
    let mut seen = BTreeSet::new();
    let (mut kept, mut refused, mut number) = (0, 0, 0);
    while kept < arguments.count {
        let line = draw(number)?;
        number += 1;
        let position = line.position().to_string();
        let even = seen.insert(openings::canonical(&position))
            && scorer.score(&line)?.is_some_and(|score| score.unsigned_abs() <= within);
        if even {
            say(position);
            (kept, refused) = (kept + 1, 0);
        } else {
            refused += 1;
        }
        if refused == PATIENCE {
            return Err(Failure::Failed(format!(
                "only {kept} openings were found: of the last {PATIENCE} drawn none was new and near-even; more \
                 --plies or a greater --within leave more to choose from"
            )));
        }
    }
    Ok(())
}

/// `--check`.
fn check(game: Game, file: &Path) -> Result<(), Failure> {
    if !matches!(game, Game::Breakthrough { .. }) {
        return Err(Failure::Wrong(format!(
            "--check is of the configurations of breakthrough, not {}",
            game.name()
        )));
    }
    let text =
        fs::read_to_string(file).map_err(|error| Failure::Wrong(format!("{}: {error}", file.display())))?;
    let mut wrong = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let verdict = match configuration::faults(line) {
            Err(error) => format!("no position: {error}"),
            Ok(faults) if faults.is_empty() => {
                say(format!("{number}: possible"));
                continue;
            }
            Ok(faults) => faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        };
        wrong += 1;
        say(format!("{number}: impossible: {verdict}"));
    }
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::Failed("1 line is no configuration".to_owned())),
        wrong => Err(Failure::Failed(format!("{wrong} lines are no configurations"))),
    }
}

#[cfg(test)]
mod tests {
    use clap::Args as _;

    use super::{Arguments, near_even};
    use crate::games::Game;

    fn help_of_within() -> String {
        let command = Arguments::augment_args(clap::Command::new("opening"));
        let within = command.get_arguments().find(|argument| argument.get_id() == "within");
        within.and_then(clap::Arg::get_help).expect("an argument with its help").to_string()
    }

    #[test]
    fn what_is_near_even_by_itself_is_near_even_in_each_game_and_told() {
        let (help, readme) = (help_of_within(), include_str!("../../README.md"));
        let named = |name| near_even(Game::named(name).expect("a game"));
        let discs = f64::from(named("othello")) / 100.0;
        // Of the 64 discs of a board.
        assert!(discs <= 2.0 && help.contains(&format!("{} if", named("othello"))), "{help}");
        let odds = (f64::from(named("breakthrough")) / 100.0).exp();
        assert!(odds < 2.0, "{odds}");
        let told = format!("odds of {odds:.1} to 1");
        assert!(help.contains(&format!("{} if it is not given ({told})", named("breakthrough"))), "{help}");
        assert!(readme.contains(&told) && readme.contains("two discs"), "{told}");
    }

    #[test]
    fn the_unit_of_a_score_is_told_for_each_game_as_the_protocol_has_it() {
        let protocol = include_str!("../../protocol.md");
        let help = help_of_within();
        for unit in ["hundredths of a disc", "hundredths of a logit", "odds of 2.7 to 1"] {
            assert!(protocol.contains(unit) && help.contains(unit), "{unit}: {help}");
        }
        assert!(!help.contains("piece"), "{help}");
    }
}
