//! The rules of the games, and the small trait behind which the arena sees them.
//!
//! A game is a folder here with a concrete position type made for speed, which engines use directly,
//! and an implementation of [`Position`] on it, which is all that the arena knows. The vocabulary of
//! turns, observations and returns is that of OpenSpiel (Lanctot et al., 2019), so that games with
//! hidden hands, chance and any number of players fit: the arena decides chance when a position is
//! set up and records it, every player is sent only his own view, and a finished game has a return
//! for every player. Nothing here reads, writes or waits.

pub mod bits;
pub mod breakthrough;
pub mod domino;
pub mod grid;
pub mod line;
pub mod notation;
pub mod othello;
mod perft;
mod ply_text;
pub mod random;
pub mod shown;
mod square;

use std::fmt::{self, Debug, Display};

pub use line::{Line, Seat};
pub use perft::perft_while;
pub use ply_text::PlyText;
pub use square::{ParseError, Square};

/// A game on its board: what all games of a tournament, or one opening, are played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Othello on a square board.
    Othello {
        /// Rows and columns: one of [`othello::SIZES`].
        size: u8,
    },
    /// Breakthrough.
    Breakthrough {
        /// One of [`breakthrough::SIDES`].
        rows: u8,
        /// One of [`breakthrough::SIDES`].
        columns: u8,
    },
    /// Dominoes.
    Domino {
        /// One of [`domino::PLAYERS`].
        players: u8,
    },
}

impl Game {
    /// The names of all games, as files and commands write them.
    pub const NAMES: [&'static str; 3] = ["othello", "breakthrough", "domino"];

    /// The game called `name` on its default board, or `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "othello" => Some(Self::Othello { size: 8 }),
            "breakthrough" => Some(Self::Breakthrough { rows: 8, columns: 8 }),
            "domino" => Some(Self::Domino { players: 2 }),
            _ => None,
        }
    }

    /// The game's name: one of [`Game::NAMES`].
    pub fn name(self) -> &'static str {
        match self {
            Self::Othello { .. } => "othello",
            Self::Breakthrough { .. } => "breakthrough",
            Self::Domino { .. } => "domino",
        }
    }

    /// How many players sit at the board.
    pub fn players(self) -> usize {
        match self {
            Self::Othello { .. } | Self::Breakthrough { .. } => 2,
            Self::Domino { players } => players.into(),
        }
    }

    /// The colour of a player, as people call it and as positions write it; `None` where there are no
    /// colours.
    pub fn colour(self, player: usize) -> Option<(&'static str, char)> {
        let colours = match self {
            Self::Othello { .. } => [("Black", 'x'), ("White", 'o')],
            Self::Breakthrough { .. } => [("White", 'w'), ("Black", 'b')],
            Self::Domino { .. } => return None,
        };
        colours.get(player).copied()
    }

    /// A number of moves that no game exceeds, forced plies not counted.
    pub fn most_moves(self) -> u32 {
        match self {
            // Every move fills a square, and four are filled at the start.
            Self::Othello { size } => u32::from(size).pow(2) - 4,
            // Every move advances a piece by a row; two full rows a side have so many rows before them,
            // up to the last but one, and the last move may reach the end.
            Self::Breakthrough { rows, columns } => 2 * u32::from(columns) * (2 * u32::from(rows) - 5) + 1,
            Self::Domino { .. } => domino::TILES.into(),
        }
    }

    /// Whether this is the game's default board.
    pub fn is_default_board(self) -> bool {
        Self::named(self.name()) == Some(self)
    }

    /// Whether a game begins with chance: there is then no start that everybody knows, no `startpos`.
    pub fn is_dealt(self) -> bool {
        matches!(self, Self::Domino { .. })
    }

    /// Whether there is something that not every player sees. Who has played a game knows it afterwards, and
    /// with it all games that begin from the same opening.
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::Domino { .. })
    }

    /// The score of a game that ended by the rules, from p1's return: in Othello the difference of the
    /// discs, else 1, 0 or -1.
    pub fn score(self, returned: i32) -> i32 {
        match self {
            Self::Othello { .. } => returned,
            Self::Breakthrough { .. } | Self::Domino { .. } => returned.signum(),
        }
    }

    /// The position in which a game on this board begins, with `random` for the chance in it.
    ///
    /// # Panics
    /// As for [`Game::start`].
    pub fn begin(self, random: &mut random::Random) -> Box<dyn Position> {
        match self {
            Self::Domino { players } => domino::deal(players, random),
            Self::Othello { .. } | Self::Breakthrough { .. } => self.start(),
        }
    }

    /// The position in which a game on this board begins. Of a game that begins with chance: one of
    /// them, always the same.
    ///
    /// # Panics
    /// If the board is not one of the game's: see [`othello::SIZES`], [`breakthrough::SIDES`],
    /// [`domino::PLAYERS`].
    pub fn start(self) -> Box<dyn Position> {
        match self {
            Self::Othello { size } => othello::start(size).expect("an Othello board of 4, 6, 8 or 10"),
            Self::Breakthrough { rows, columns } => {
                breakthrough::start(rows, columns).expect("a Breakthrough board of 4..12 by 4..12")
            }
            Self::Domino { players } => domino::start(players).expect("1 to 5 players"),
        }
    }

    /// Reads the text of a position of this game, on any of its boards.
    ///
    /// # Errors
    /// What is wrong with `text`, and where.
    pub fn parse(self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        match self {
            Self::Othello { .. } => othello::parse(text),
            Self::Breakthrough { .. } => breakthrough::parse(text),
            Self::Domino { .. } => domino::parse(text),
        }
    }
}

/// As a person reads it: `othello 8x8`.
impl Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Othello { size } => write!(f, "othello {size}x{size}"),
            Self::Breakthrough { rows, columns } => {
                write!(f, "breakthrough, {rows} rows by {columns} columns")
            }
            Self::Domino { players: 1 } => f.write_str("domino, 1 player"),
            Self::Domino { players } => write!(f, "domino, {players} players"),
        }
    }
}

/// Who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observer {
    /// The player that it is.
    pub player: usize,
    /// Whether he also sees what the other players have. What nobody has he never sees.
    pub peeks: bool,
}

/// What comes next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Nothing: it is over.
    Over,
    /// This player makes the one ply that he has no choice about.
    Forced(usize),
    /// This player moves.
    Choice(usize),
}

/// A position of any game. Players are numbered from 0 in the order of the game's own turns (in
/// Othello 0 is Black); who sits where is a [`Line`]'s affair.
///
/// `Display` gives the position's text, which [`Game::parse`] reads back.
pub trait Position: Debug + Display + Send + Sync {
    /// The game and its board.
    fn game(&self) -> Game;

    /// The player to move; `None` once the game is over.
    fn player(&self) -> Option<usize>;

    /// The legal plies in their canonical text, in a fixed order; none once the game is over.
    fn plies(&self) -> Vec<String>;

    /// How many legal plies there are.
    fn choices(&self) -> usize {
        self.plies().len()
    }

    /// The legal ply of an index below [`Position::choices`], in the order of [`Position::plies`].
    fn choice(&self, index: usize) -> Option<String> {
        self.plies().into_iter().nth(index)
    }

    /// Plays `ply` and gives its canonical text; on an error the position is unchanged.
    ///
    /// # Errors
    /// Why `ply` is not legal here.
    fn play(&mut self, ply: &str) -> Result<PlyText, IllegalMove>;

    /// The one ply that the player to move has no choice about and is not asked for: a pass, a draw
    /// from the stack. `None` if he has a real move, even if it is the only one.
    fn forced(&self) -> Option<PlyText>;

    /// What comes next: [`Position::player`] and [`Position::forced`] in one look.
    fn turn(&self) -> Turn {
        match self.player() {
            None => Turn::Over,
            Some(player) if self.forced().is_some() => Turn::Forced(player),
            Some(player) => Turn::Choice(player),
        }
    }

    /// Whether this is the position that everybody knows as the start of the game on its board.
    fn is_start(&self) -> bool {
        !self.game().is_dealt() && self.to_string() == self.game().start().to_string()
    }

    /// What each player has won once the game is over, else `None`. The returns add up to nothing
    /// and the highest one, if nobody shares it, wins.
    fn returns(&self) -> Option<Vec<i32>>;

    /// Whether some of it is not known: it is what an observer sees, and no game can be refereed from it.
    fn is_hidden(&self) -> bool {
        false
    }

    /// How the tiles are dealt, if this is a game that has tiles, none is played yet and none hidden.
    fn deal(&self) -> Option<domino::Deal> {
        None
    }

    /// The position as `observer` may see it, as text.
    fn view(&self, _observer: Observer) -> String {
        self.to_string()
    }

    /// What `observer` may see of `ply`, which `player` made.
    fn ply_as_seen<'a>(&self, ply: &'a str, _player: usize, _observer: Observer) -> &'a str {
        ply
    }

    /// The number of leaves `depth` plies below, by the counting rule of the game.
    fn perft(&self, depth: u32) -> u64;

    /// The board as a picture for people, with coordinates; several lines.
    fn diagram(&self) -> String;

    /// A copy.
    fn boxed(&self) -> Box<dyn Position>;
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A ply that the rules do not allow, as it was given, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The ply as it was given.
    pub ply: String,
    /// The reason in a few words, such as `not empty`.
    pub reason: &'static str,
}

impl IllegalMove {
    #[cold]
    pub(crate) fn new(ply: &str, reason: &'static str) -> Self {
        Self { ply: ply.to_owned(), reason }
    }
}

impl Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", shown::start(&self.ply, shown::WORD), self.reason)
    }
}

impl std::error::Error for IllegalMove {}
