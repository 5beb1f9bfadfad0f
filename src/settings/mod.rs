//! What a tournament is to be: the checked content of a tournament file.
//!
//! [`read`] gives [`Settings`] in which everything is known, in range and has its value, or a
//! [`FileError`] that points at the place. What can only be known later (whether a program exists
//! after its build, whether an engine has an option) is reported by others with the [`Place`]s that
//! are kept here.

mod adjudication;
mod decisive;
mod duration;
mod engine;
mod engines;
mod format;
mod keys;
mod names;
mod openings;
mod pin;
mod place;
mod read;
mod sandbox;
mod source;
mod table;
#[cfg(test)]
mod tests;
mod time;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

pub use names::{
    engine_fault as engine_name_fault, folded as folded_name, tournament_fault as tournament_name_fault,
};
pub use pin::{GivenCores, Pin};
pub use place::{COMMAND_LINE, FileError, Place, TYPED_AS, nearest};
pub use read::{ReadError, parse, read};
pub use sandbox::{Freeze, Level, Sandbox};

use crate::adjudication::Adjudication;
use crate::clock::TimeControl;
use crate::games::Game;
pub use crate::openings::{FixedBoard, OpeningKind, Openings, Order};
use crate::protocol::dialect::Dialect;
use crate::ratings::Sprt;
use crate::schedule::{Gauntlet, Knockout, RoundRobin, Schedule, Swiss, Tables};

/// A whole tournament.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The file it was read from.
    pub file: PathBuf,
    /// The folder of that file, absolute: what paths are relative to.
    pub folder: PathBuf,
    /// `name`; the file's name without its ending by default.
    pub name: String,
    /// The game and its board.
    pub game: Game,
    /// Whether the board was given; a random Breakthrough configuration chooses what was not.
    pub fixed_board: FixedBoard,
    /// How engines are paired.
    pub format: Format,
    /// At least 1. Encounters of every pairing; in a knockout, of every match.
    pub rounds: u32,
    /// Games of an encounter of two, at least 1. At other tables everybody has every seat.
    pub repeat: u32,
    /// An engine may sit at several seats of a table where there are more seats than engines.
    pub several_seats: bool,
    /// No new round is begun that would end later than this after the beginning, by the rounds before it.
    pub time_budget: Option<Duration>,
    /// The sequential test of the first of two engines against the other, which ends the tournament.
    pub sprt: Option<Sprt>,
    /// One extra game of every engine against itself a round.
    pub self_play: bool,
    /// The seed, if given; below 2^53.
    pub seed: Option<u64>,
    /// Games at a time, if given; at least 1.
    pub concurrency: Option<usize>,
    /// Cores that a game's arena thread and its engines share, at least 1.
    pub cores_per_game: usize,
    /// Which cores a game is bound to.
    pub pin: Pin,
    /// An engine that cannot play in this tournament forfeits instead of stopping it.
    pub keep_going: bool,
    /// A file in `logs/` for every game, not only for those that ended in a fault.
    pub log: bool,
    /// What engines are kept from.
    pub sandbox: Sandbox,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// What games begin from.
    pub openings: Openings,
    /// The file that openings come from, if they do.
    pub openings_file: Option<PathBuf>,
    /// The engines, of different names: enough for a table, with `several_seats` two, with `self_play` one.
    pub engines: Vec<EngineSettings>,
    /// What is understood but has no effect, each with its place: the user must be told.
    pub without_effect: Vec<(Place, String)>,
}

/// How engines are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody against everybody.
    RoundRobin,
    /// The first engines against the others.
    Gauntlet {
        /// How many of them, at least 1 and not all.
        first: usize,
    },
    /// Against others that have done as well, nobody twice.
    Swiss,
    /// Who loses a match is out.
    Knockout,
}

impl Settings {
    /// Whether games begin on boards of several sizes.
    pub fn any_board(&self) -> bool {
        let fixed = self.fixed_board;
        self.openings.kind == OpeningKind::Configuration && !(fixed.rows && fixed.columns)
    }

    /// Who meets whom.
    pub fn schedule(&self) -> Schedule {
        let &Self { rounds, repeat, self_play, .. } = self;
        let engines = self.engines.len();
        match self.format {
            Format::RoundRobin if self.game.players() != 2 => {
                let seats = self.game.players();
                Schedule::Tables(Tables::new(engines, seats, rounds, self.several_seats, self_play))
            }
            Format::RoundRobin => Schedule::RoundRobin(RoundRobin::new(engines, rounds, repeat, self_play)),
            Format::Gauntlet { first } => {
                Schedule::Gauntlet(Gauntlet::new(engines, first, rounds, repeat, self_play))
            }
            Format::Swiss => Schedule::Swiss(Swiss::new(engines, rounds, repeat)),
            Format::Knockout => Schedule::Knockout(Knockout::new(engines, rounds, repeat)),
        }
    }
}

/// One engine.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// 1..64 characters, no control characters, none of the words that results use.
    pub name: String,
    /// The program as given, not empty, and its arguments.
    pub command: Vec<String>,
    /// The program, with a relative path resolved against the folder of the file; a bare name is left
    /// for the search along PATH.
    pub program: PathBuf,
    /// The folder of the file that its table stands in, absolute.
    pub folder: PathBuf,
    /// The working directory, absolute.
    pub dir: PathBuf,
    /// Variables of its environment besides PATH, LANG, TZ, HOME and TMPDIR.
    pub env: BTreeMap<String, String>,
    /// Run once before the first game, program and arguments, in `folder`.
    pub build: Option<Vec<String>>,
    /// The protocol that it speaks.
    pub dialect: Dialect,
    /// What it calls the game, where that is not the game's name.
    pub variant: Option<String>,
    /// Options to set, in the order of the file: name and value.
    pub options: Vec<(String, String)>,
    /// Its time.
    pub time: TimeControl,
    /// What it may take for `ugiok` and for each `readyok`, or what stands for them in its protocol.
    pub startup: Duration,
    /// Whether it is shown what the other players have.
    pub peek: bool,
    /// When a fresh process plays.
    pub restart: Restart,
    /// What is wrong in the engine's own file, if it has one and `keep_going` lets the others play: it
    /// forfeits, and of the rest only `name` is sure to be as given.
    pub unfit: Vec<FileError>,
    /// Where all this stands.
    pub places: EnginePlaces,
}

/// When an engine gets a fresh process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// After a fault. In a game that hides something also for every game, since the next one may begin from
    /// the same deal, and the process of the last one has seen it.
    Auto,
    /// For every game.
    Always,
}

impl Restart {
    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
        }
    }

    /// Whether a process that has made no fault plays the next game too.
    pub fn keeps(self, game: Game) -> bool {
        self == Self::Auto && !game.is_hidden()
    }
}

/// Where the parts of an engine's table stand in the file.
#[derive(Clone, Debug)]
pub struct EnginePlaces {
    /// The value of `name`, or the table's head.
    pub name: Place,
    /// The value of `command`.
    pub command: Place,
    /// The value of `build`; that of `command` if there is none.
    pub build: Place,
    /// The value of `dir`; that of `command` if there is none.
    pub dir: Place,
    /// The value of `protocol`; that of `command` if there is none.
    pub protocol: Place,
    /// The key of each option, in the order of `options`.
    pub options: Vec<Place>,
}
