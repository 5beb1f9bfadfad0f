//! The record of a game: plain data, as it stands in the journal, from which every result is derived.

pub(crate) mod digits;
mod moment;
mod outcome;
mod ply_text;
mod retrace;
mod soundness;
mod summand;

use serde::{Deserialize, Serialize};

pub use moment::timestamp;
pub use outcome::Outcome;
pub use retrace::{Mismatch, opening, retrace, retrace_with};
pub(crate) use soundness::may_be_at_the_start;
pub use soundness::{Lengths, flaw, flaw_in_outline};
pub use summand::{Seated, Summand};

use crate::games::{Game, PlyText, domino};

/// The version of the records that this program writes.
pub const VERSION: u32 = 1;

/// How often a game is played until its verdict stands, if its faults may have been the machine's.
pub const ATTEMPTS: u32 = 3;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules.
    Normal,
    /// An answer that is no legal move.
    IllegalMove,
    /// No answer within the limit and its margin.
    Time,
    /// The engine died or closed its output.
    Crash,
    /// The engine broke its memory limit.
    Memory,
    /// The engine never got ready for the game.
    Stall,
    /// The engine broke the protocol: `bestmove` without a move, a line too long.
    Protocol,
    /// The arena decided it early.
    Adjudication,
    /// The game was longer than the file allows, and is a draw.
    MaxPlies,
}

impl Reason {
    /// Whether this ends a game by somebody's fault.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Normal | Self::Adjudication | Self::MaxPlies)
    }

    /// The word for it in all files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::IllegalMove => "illegal-move",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Memory => "memory",
            Self::Stall => "stall",
            Self::Protocol => "protocol",
            Self::Adjudication => "adjudication",
            Self::MaxPlies => "max-plies",
        }
    }
}

/// The board of a game, as its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Othello: squares a side.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<u8>,
    /// Breakthrough.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rows: Option<u8>,
    /// Breakthrough.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub columns: Option<u8>,
    /// Dominoes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub players: Option<u8>,
}

impl From<Game> for Board {
    fn from(game: Game) -> Self {
        match game {
            Game::Othello { size } => Self { size: Some(size), ..Self::default() },
            Game::Breakthrough { rows, columns } => {
                Self { rows: Some(rows), columns: Some(columns), ..Self::default() }
            }
            Game::Domino { players } => Self { players: Some(players), ..Self::default() },
        }
    }
}

/// How the tiles were dealt; each as `2-6`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal {
    /// Every player's tiles, p1 first.
    pub hands: Vec<Vec<String>>,
    /// The rest; the first one is the top.
    pub stack: Vec<String>,
}

impl From<domino::Deal> for Deal {
    fn from(deal: domino::Deal) -> Self {
        let texts = |tiles: &Vec<domino::Tile>| tiles.iter().map(ToString::to_string).collect();
        Self { hands: deal.hands.iter().map(texts).collect(), stack: texts(&deal.stack) }
    }
}

/// What an engine last told of its search before a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// Plies looked ahead.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// `120` for hundredths, `mate 7` for plies to the end, seen by the mover.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<String>,
    /// Positions visited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

/// A fault that an engine made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Index of the seat, from 0.
    pub seat: usize,
    /// One of the reasons that are faults.
    pub reason: Reason,
    /// What happened, in words.
    pub detail: String,
}

/// A finished game. Lists by seat have p1 first; lists by ply have an entry for each of `moves`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// [`VERSION`].
    pub v: u32,
    /// The number of the game in schedule order, from 1.
    pub id: u64,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// The round, from 1.
    pub round: u32,
    /// The number of the encounter that the game belongs to, from 1.
    pub encounter: u64,
    /// The game's name.
    pub game: String,
    /// Its board.
    pub board: Board,
    /// `startpos` or a position, then optionally ` moves ...`.
    pub opening: String,
    /// Dominoes: how the tiles were dealt.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub deal: Option<Deal>,
    /// The game's own seed, below 2^53 so that every reader of JSON keeps it whole.
    pub seed: u64,
    /// The engines' names by seat.
    pub players: Vec<String>,
    /// The plies after the opening, those the arena made included.
    pub moves: Vec<PlyText>,
    /// Milliseconds by ply, to the microsecond; 0 where nobody was asked.
    pub ms: Vec<f64>,
    /// What the engines told of each ply; `None` where nobody was asked.
    pub thoughts: Vec<Option<Thought>>,
    /// The seat that made each ply, an index from 0.
    pub movers: Vec<usize>,
    /// Points by seat.
    pub points: Vec<f64>,
    /// A name, `draw`, `shared` (all but the offender, three or more at the table), or nothing when no
    /// seat got ready.
    pub winner: Option<String>,
    /// The winner's seat, `p1` and so on, if one seat won.
    pub winner_seat: Option<String>,
    /// Why the game ended.
    pub reason: Reason,
    /// Whose fault ended it.
    pub offender: Option<String>,
    /// The offender's seat.
    pub offender_seat: Option<String>,
    /// The score of a game that ended by the rules: Othello's disc difference for p1, else 1, 0, -1.
    pub score: Option<i32>,
    /// Every fault, the one that ended the game first. More than one only if several engines did not
    /// get ready.
    pub faults: Vec<Fault>,
    /// Why the fault may have been the machine's. The game is void then and was played again, unless
    /// it was the last attempt.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub excuse: Option<String>,
    /// The game does not count: it stands only in the journal.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub void: bool,
    /// By seat: the engine was seen to work on its opponents' time, and is stopped while they think
    /// unless the file says otherwise.
    #[serde(default)]
    pub restless: Vec<bool>,
    /// Answers late within the margin, by seat.
    pub late: Vec<u32>,
    /// When the game began: ISO 8601, UTC.
    pub started: String,
    /// How long it took, to the millisecond.
    pub seconds: f64,
}
