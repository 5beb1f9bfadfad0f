//! Games in the formats of other programs: written from records, and read as openings.
//!
//! | format | games | |
//! |---|---|---|
//! | GGF | Othello | of the Generic Game Server, as NBoard and most Othello programs read it |
//! | SGF | Othello | of the Smart Game Board, `GM[2]` |
//! | transcript | Othello | the squares without blanks, `f5d6c3`; passes are left out |
//! | PGN | Breakthrough | tags and numbered moves, as in chess |
//! | JSON | all | the records as they stand in the journal, a line each |

mod found;
mod ggf;
mod pgn;
mod read;
mod sgf;
mod tree;

pub use found::{Found, Wrong};
pub use read::openings;

use crate::games::{Game, Line, PlyText, Seat};
use crate::record::GameRecord;

/// A format to write games in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The Generic Game Format of Michael Buro's Generic Game Server.
    Ggf,
    /// Squares and nothing else.
    Transcript,
    /// Tags and numbered moves.
    Pgn,
    /// The Smart Game Format, FF\[4\].
    Sgf,
    /// Records.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Ggf, Self::Transcript, Self::Pgn, Self::Sgf, Self::Json];

    /// Its name in a command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ggf => "ggf",
            Self::Transcript => "transcript",
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Json => "json",
        }
    }

    /// Whether games of this kind can be written so.
    pub fn fits(self, game: Game) -> bool {
        match self {
            Self::Ggf | Self::Transcript | Self::Sgf => matches!(game, Game::Othello { .. }),
            Self::Pgn => matches!(game, Game::Breakthrough { .. }),
            Self::Json => true,
        }
    }
}

/// A recorded game, and the whole line that was played in it, the opening's plies included.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The record.
    pub record: &'a GameRecord,
    /// As [`crate::record::retrace`] gives it.
    pub line: &'a Line,
}

impl Played<'_> {
    /// The game in `format`, with a newline at its end.
    ///
    /// # Errors
    /// Why this game cannot be said in the format.
    pub fn written(&self, format: Format) -> Result<String, String> {
        let game = self.line.game();
        if !format.fits(game) {
            let fit: Vec<&str> = Format::ALL.into_iter().filter(|f| f.fits(game)).map(Format::name).collect();
            return Err(format!(
                "{} does not know {}: it is written as {}",
                format.name(),
                game.name(),
                fit.join(", ")
            ));
        }
        match format {
            Format::Ggf => Ok(ggf::write(self)),
            Format::Sgf => Ok(sgf::write(self)),
            Format::Pgn => Ok(pgn::write(self)),
            Format::Transcript => self.transcript(),
            Format::Json => {
                serde_json::to_string(self.record).map(|line| line + "\n").map_err(|error| error.to_string())
            }
        }
    }

    fn transcript(&self) -> Result<String, String> {
        if !self.begins_at_the_start() {
            return Err("a transcript begins at the start of the game, and this game does not: \
                        ggf, sgf and json know other positions"
                .to_owned());
        }
        let squares: String =
            self.line.plies().iter().map(PlyText::as_str).filter(|&ply| ply != "pass").collect();
        Ok(squares + "\n")
    }

    fn begins_at_the_start(&self) -> bool {
        self.line.base().to_string() == self.line.game().start().to_string()
    }

    /// The name of who plays the side that moves first in the game (0) or the other.
    fn name_of(&self, player: usize) -> &str {
        &self.record.players[self.line.seat_of(player).0]
    }

    /// The player who made ply number `number`, from 0, of the line.
    fn mover(&self, number: usize) -> usize {
        self.line.player_at(Seat(number % self.line.seats()))
    }

    /// How long ply number `number` of the line took, in seconds; `None` where nobody was asked.
    fn seconds(&self, number: usize) -> Option<f64> {
        let opening = self.line.plies().len() - self.record.moves.len().min(self.line.plies().len());
        let ms = *self.record.ms.get(number.checked_sub(opening)?)?;
        (ms > 0.0).then_some(ms / 1000.0)
    }

    /// The player who won, if one did.
    fn winner(&self) -> Option<usize> {
        let seat: usize = self.record.winner_seat.as_deref()?.strip_prefix('p')?.parse().ok()?;
        Some(self.line.player_at(Seat(seat.checked_sub(1)?)))
    }

    /// The difference of the discs for Black of a game that ended by the rules.
    fn discs(&self) -> Option<i32> {
        self.record.score.map(|score| if self.line.player_at(Seat(0)) == 0 { score } else { -score })
    }
}

#[cfg(test)]
mod tests;
