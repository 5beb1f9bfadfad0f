//! Which game, and on which board: what commands that need no tournament file have in common.

use clap::Args;

use super::Failure;
use crate::games::{Game, breakthrough, domino, othello};
use crate::openings::FixedBoard;
use crate::settings::nearest;

/// The measures of a board, as options of a command.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct BoardArguments {
    /// Othello: squares a side, 4, 6, 8 or 10
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// Breakthrough: rows of the board, 4 to 12
    #[arg(long, value_name = "N")]
    rows: Option<u8>,
    /// Breakthrough: columns of the board, 4 to 12
    #[arg(long, value_name = "N")]
    columns: Option<u8>,
    /// Dominoes: players at the table, 1 to 5
    #[arg(long, value_name = "N")]
    players: Option<u8>,
}

impl BoardArguments {
    /// The game called `name` on the board that was asked for, and which of a Breakthrough board's
    /// measures were given.
    ///
    /// # Errors
    /// A game or a board that there is not, a measure that is another game's.
    pub(super) fn game(self, name: &str) -> Result<(Game, FixedBoard), Failure> {
        let game = game(name)?;
        let Self { size, rows, columns, players } = self;
        let given = [
            ("--size", size, matches!(game, Game::Othello { .. })),
            ("--rows", rows, matches!(game, Game::Breakthrough { .. })),
            ("--columns", columns, matches!(game, Game::Breakthrough { .. })),
            ("--players", players, matches!(game, Game::Domino { .. })),
        ];
        if let Some((option, ..)) = given.iter().find(|(_, given, is_its)| given.is_some() && !is_its) {
            return Err(Failure::Wrong(format!("{option} is no measure of {}", game.name())));
        }
        let side = |option: &str, given: Option<u8>, default: u8| match given {
            Some(side) if !breakthrough::SIDES.contains(&side) => {
                Err(Failure::Wrong(format!("{option} {side}: a Breakthrough board has 4 to 12")))
            }
            _ => Ok(given.unwrap_or(default)),
        };
        Ok(match game {
            Game::Domino { players: default } => {
                let players = players.unwrap_or(default);
                if !domino::PLAYERS.contains(&players) {
                    return Err(Failure::Wrong(format!("--players {players}: there are 1 to 5")));
                }
                (Game::Domino { players }, FixedBoard::default())
            }
            Game::Othello { size: default } => {
                let size = size.unwrap_or(default);
                if !othello::SIZES.contains(&size) {
                    return Err(Failure::Wrong(format!("--size {size}: there are 4, 6, 8 and 10")));
                }
                (Game::Othello { size }, FixedBoard::default())
            }
            Game::Breakthrough { rows: default_rows, columns: default_columns } => {
                let fixed = FixedBoard { rows: rows.is_some(), columns: columns.is_some() };
                let (rows, columns) =
                    (side("--rows", rows, default_rows)?, side("--columns", columns, default_columns)?);
                (Game::Breakthrough { rows, columns }, fixed)
            }
        })
    }

    /// Whether the number of players was given.
    pub(super) fn has_players(self) -> bool {
        self.players.is_some()
    }

    /// The same with so many players.
    pub(super) fn with_players(self, players: u8) -> Self {
        Self { players: Some(players), ..self }
    }

    /// The measures that were given as a tournament file writes them; the players of `game` in any case.
    pub(super) fn given(self, game: Game) -> String {
        // An engine alone at the table plays nobody but the deal.
        let players = if let Game::Domino { players } = game { Some(players) } else { None };
        let all = [("size", self.size), ("rows", self.rows), ("columns", self.columns), ("players", players)];
        all.iter().filter_map(|(key, given)| Some(format!("{key} = {}\n", (*given)?))).collect()
    }

    /// Sees that a position given besides is on the board that was asked for, if one was.
    ///
    /// # Errors
    /// That it is on another.
    pub(super) fn agree(self, found: Game) -> Result<(), Failure> {
        let is = match found {
            Game::Othello { size } => [("--size", self.size, size)].to_vec(),
            Game::Breakthrough { rows, columns } => {
                [("--rows", self.rows, rows), ("--columns", self.columns, columns)].to_vec()
            }
            Game::Domino { players } => [("--players", self.players, players)].to_vec(),
        };
        match is.into_iter().find(|&(_, given, found)| given.is_some_and(|given| given != found)) {
            Some((option, given, found_measure)) => Err(Failure::Wrong(format!(
                "{option} {}, but the position given is one of {found} ({option} {found_measure})",
                given.unwrap_or_default()
            ))),
            None => Ok(()),
        }
    }
}

/// The game of a name typed by a user.
pub(super) fn game(name: &str) -> Result<Game, Failure> {
    Game::named(&name.to_ascii_lowercase()).ok_or_else(|| {
        let hint = match nearest(name, Game::NAMES) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("the games are {}", Game::NAMES.join(", ")),
        };
        Failure::Wrong(format!("there is no game `{}`: {hint}", name.escape_debug()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_of_its_own_game_and_within_its_range() {
        let asked = |size, rows, columns, players| BoardArguments { size, rows, columns, players };
        for (name, board, game) in [
            ("othello", asked(Some(6), None, None, None), Game::Othello { size: 6 }),
            ("Breakthrough", asked(None, Some(5), None, None), Game::Breakthrough { rows: 5, columns: 8 }),
            ("domino", asked(None, None, None, Some(1)), Game::Domino { players: 1 }),
        ] {
            assert_eq!(board.game(name).unwrap().0, game);
        }
        for (name, board) in [
            ("othello", asked(Some(5), None, None, None)),
            ("othello", asked(None, Some(8), None, None)),
            ("breakthrough", asked(Some(8), None, None, None)),
            ("breakthrough", asked(None, None, Some(13), None)),
            ("domino", asked(None, None, None, Some(6))),
            ("domino", asked(None, None, Some(5), None)),
            ("othelo", asked(None, None, None, None)),
        ] {
            assert!(matches!(board.game(name), Err(Failure::Wrong(_))), "{name} {board:?}");
        }
    }

    #[test]
    fn a_position_on_another_board_than_the_one_asked_for_is_told() {
        let asked = BoardArguments { rows: Some(5), ..BoardArguments::default() };
        assert!(asked.agree(Game::Breakthrough { rows: 5, columns: 7 }).is_ok());
        let Err(Failure::Wrong(told)) = asked.agree(Game::Breakthrough { rows: 6, columns: 7 }) else {
            panic!("agreed")
        };
        assert!(told.contains("--rows 5") && told.contains("6 rows by 7 columns"), "{told}");
    }
}
