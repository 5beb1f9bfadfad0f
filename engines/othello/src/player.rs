//! The player: its options, what it keeps during a game, and its answers.

use std::sync::Arc;
use std::time::Duration;

use arena::games::bits::Bits;
use arena::games::othello::{Eight, Four, Move, Othello, Six, Size, Ten};
use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::budget::{Budget, Host};
use arena::protocol::crew::Crew;
use arena::protocol::driver::{Engine, Search, Typed, read_file};
use arena::protocol::gaps::expected;
use arena::protocol::{Info, Limits, OptionDecl, Score};

use crate::any;

use crate::bench::bench;
use crate::board::Board;
use crate::book::{Book, Entry};
use crate::hash::{NO_MOVE, Table};
use crate::levels::{FULL_LEVEL, style};
use crate::packing::{LARGEST, own_weights, unpack};
use crate::search::Node;
use crate::think::{Means, Style, think, think_together};

/// The size of the table, if no other is chosen.
const DEFAULT_MEGABYTES: usize = 16;

/// What is said of a larger table than there is room for.
const NO_ROOM: &str = "more memory than the system gives";

/// The value of the option `Weights` that stands for the engine's own, as UCI has it for no text.
const OWN: &str = "<empty>";

/// The time for `solve` if none is given.
const SOLVE_MS: u64 = 10_000;

/// Runs `$eight` with `$position` being that of `$line` on 8x8, or `$other` on a board of another size, in the type of
/// that size.
macro_rules! on_its_board {
    ($line:expr, $position:ident => $eight:expr, other => $other:expr) => {
        match $line.game() {
            Game::Othello { size: 4 } => {
                let $position = &read::<Four>($line);
                $other
            }
            Game::Othello { size: 6 } => {
                let $position = &read::<Six>($line);
                $other
            }
            Game::Othello { size: 10 } => {
                let $position = &read::<Ten>($line);
                $other
            }
            _ => {
                let $position = &read::<Eight>($line);
                $eight
            }
        }
    };
}

/// The position to which a line has come.
fn read<S: Size>(line: &Line) -> Othello<S> {
    line.position().to_string().parse().expect("a position's own text on a board of its size")
}

/// An Othello player.
pub struct Player {
    /// The deepest iteration; 0 is no limit.
    depth: u32,
    /// How well it plays.
    level: u32,
    /// Who searches.
    crew: Crew,
    /// What the noise comes from; 0 is none but what the level has.
    seed: u64,
    megabytes: usize,
    /// What they search with.
    means: Means,
    /// Whether the opening book is used.
    book: bool,
    /// How long others have lately kept the processor to themselves.
    gap: Duration,
    /// Until when something has been kept of boards of other sizes, in the memory of the same table.
    other: any::Time,
    /// Whether it is of 8x8 boards what is kept there; `None` if nothing has been.
    keeps_eight: Option<bool>,
}

impl Default for Player {
    fn default() -> Self {
        Self::new()
    }
}

impl Player {
    /// A player with every option at its default.
    pub fn new() -> Self {
        // Now, rather than in the time of the first move.
        own_weights();
        let megabytes = DEFAULT_MEGABYTES;
        Self {
            depth: 0,
            level: FULL_LEVEL,
            crew: Crew::default(),
            seed: 0,
            megabytes,
            means: Means { weights: None, table: Arc::new(Table::new(megabytes)) },
            book: false,
            gap: Duration::ZERO,
            other: any::Time::default(),
            keeps_eight: None,
        }
    }

    /// The answer to a `go` line.
    pub fn choose(&mut self, line: &Line, limits: &Limits, host: &mut dyn Host) -> String {
        let seat = line.to_move().expect("only asked while the game is on");
        self.keep(line);
        on_its_board!(
            line,
            position => {
                let budget = Budget::new(limits, seat, moves_left(position.empty().count()));
                name(self.choose_on_eight(position, budget, host))
            },
            other => {
                let budget = Budget::new(limits, seat, moves_left(position.empty().count()));
                self.choose_on_another(position, budget, host)
            }
        )
    }

    /// The move on the board of 8x8.
    fn choose_on_eight(&mut self, position: &Othello<Eight>, budget: Budget, host: &mut dyn Host) -> u8 {
        let (board, style) = (&Board::from(position), self.style());
        if has_only_one_move(position) && budget.time.is_some() {
            // Not worth any time, and looked at to have something to tell.
            let style = Style { depth: 1, exact: 0, ..style };
            return think(board, self.means.weights(), &self.means.table, style, budget, host).best;
        }
        if let Some(Entry { square, value, .. }) = self.open(board) {
            let (score, pv) = (Some(Score::Cp(value)), vec![name(square)]);
            host.info(&Info { score, pv, ..Info::default() });
            return square;
        }
        let style = Style { depth: style.depth.min(budget.depth), gap: self.gap, ..style };
        let outcome = think_together(board, &self.means, &mut self.crew, style, budget, host);
        self.gap = expected(self.gap, outcome.gap);
        outcome.best
    }

    /// The text of the move on a board of another size.
    fn choose_on_another<S: Size>(
        &mut self,
        position: &Othello<S>,
        budget: Budget,
        host: &mut dyn Host,
    ) -> String {
        let style = self.style();
        let budget = budget.no_deeper(style.depth);
        let is_forced = has_only_one_move(position) && budget.time.is_some();
        let budget = if is_forced { budget.no_deeper(1) } else { budget };
        let noise = if style.noise == 0 { 0 } else { Random::new(self.seed).next_u64() | 1 };
        text(position, self.think_on_another(position, noise, budget, host).best)
    }

    /// Searches a position on a board of another size, in the memory that there is for both.
    fn think_on_another<S: Size>(
        &mut self,
        position: &Othello<S>,
        noise: u64,
        budget: Budget,
        host: &mut dyn Host,
    ) -> any::Outcome {
        let table = any::Table::of(self.means.table.lines(), &mut self.other);
        any::think(position, table, noise, budget, host)
    }

    /// How to play, as the options have it.
    fn style(&self) -> Style {
        style(self.level, self.depth, self.seed)
    }

    /// What the book says, if it is to be used: at full strength only, and not where a seed is to make games
    /// differ.
    fn open(&self, board: &Board) -> Option<Entry> {
        let used = self.book && self.level == FULL_LEVEL && self.depth == 0 && self.seed == 0;
        if used { Book::own().get(board) } else { None }
    }

    /// The answer to `solve`, with the milliseconds it may take if any were typed.
    pub fn solve(&mut self, line: &Line, ms: Option<u64>, host: &mut dyn Host) -> String {
        self.keep(line);
        // Questions piped in wait for one another: what they waited is not their time.
        let began = host.elapsed();
        let time = began + Duration::from_millis(ms.unwrap_or(SOLVE_MS));
        let Solved { score, best, nodes } = match line.returns() {
            Some(returns) => {
                // The difference as the player sees it whose turn it would be.
                let mover = usize::from(line.position().to_string().ends_with('o'));
                Solved { score: Some(returns[mover]), best: "none".to_owned(), nodes: 0 }
            }
            None => self.solve_within(line, Budget { time: Some(time), ..Budget::ENDLESS }, host),
        };
        let ms = (host.elapsed() - began).as_millis();
        match score {
            Some(score) => format!("solved score {score} bestmove {best} nodes {nodes} ms {ms}"),
            None => format!("unsolved nodes {nodes} ms {ms}"),
        }
    }

    /// The result of a game that is not over, as far as it is found.
    fn solve_within(&mut self, line: &Line, budget: Budget, host: &mut dyn Host) -> Solved {
        on_its_board!(
            line,
            position => {
                let board = Board::from(position);
                let outcome =
                    think_together(&board, &self.means, &mut self.crew, Style::FULL, budget, host);
                let score = outcome.solved.then_some(outcome.value / 100);
                Solved { score, best: name(outcome.best), nodes: outcome.nodes }
            },
            other => {
                let outcome = self.think_on_another(position, 0, budget, host);
                let score = outcome.solved.then_some(outcome.value / 100);
                Solved { score, best: text(position, outcome.best), nodes: outcome.nodes }
            }
        )
    }

    /// Says what has to be said of the threads.
    fn tell(&mut self, search: &mut Search<'_>) {
        if let Some(few) = self.crew.complaint() {
            search.say(&few);
        }
    }

    /// Sees that the table keeps nothing but what is of use on the board of `line`: boards of 8x8 and others take turns in
    /// its memory, so that there is no more of it than was asked for.
    fn keep(&mut self, line: &Line) {
        let is_eight = line.game() == Game::Othello { size: 8 };
        if self.keeps_eight.replace(is_eight).is_some_and(|before| before != is_eight) {
            self.crew.wait();
            self.means.table.wipe();
            self.other = any::Time::default();
        }
    }

    /// Forgets what is in the table.
    fn forget(&mut self) {
        // What a helper of the last search would still write there is as old.
        self.crew.wait();
        if self.keeps_eight == Some(false) {
            any::Table::of(self.means.table.lines(), &mut self.other).clear();
        } else {
            self.means.table.clear();
        }
    }

    /// Uses the weights of a file that the trainer wrote, or its own.
    fn use_weights(&mut self, path: &str) -> Result<(), String> {
        self.means.weights = if path.is_empty() || path == OWN {
            None
        } else {
            let weights = unpack(&read_file(path, LARGEST)?);
            let weights = weights.ok_or("it is not a file of weights that this version's trainer wrote")?;
            Some(Arc::new(weights))
        };
        self.new_game();
        Ok(())
    }

    /// Sets the size of the table.
    fn use_megabytes(&mut self, megabytes: usize) -> Result<(), String> {
        self.crew.wait();
        // Not the old one and the new one at a time.
        self.means.table = Arc::new(Table::new(0));
        (self.other, self.keeps_eight) = (any::Time::default(), None);
        let Some(table) = Table::try_new(megabytes) else {
            self.means.table = Arc::new(Table::new(self.megabytes));
            return Err(NO_ROOM.to_owned());
        };
        (self.megabytes, self.means.table) = (megabytes, Arc::new(table));
        Ok(())
    }

    /// The answer to `eval`: the value of the position by itself, in hundredths of a disc.
    pub fn evaluate(&self, line: &Line) -> i32 {
        on_its_board!(
            line,
            position => {
                let node = Node::of(&Board::from(position));
                let is_over = position.is_over();
                if is_over { 100 * position.difference() } else { self.means.weights().value(&node.board, &node.sights) }
            },
            other => {
                let is_over = position.is_over();
                if is_over { 100 * position.difference() } else { any::Evaluation::new(0).of(position) }
            }
        )
    }
}

/// What `solve` came to.
struct Solved {
    /// The difference of the discs for the side to move; `None` if it was not found.
    score: Option<i32>,
    /// The text of the best move.
    best: String,
    nodes: u64,
}

/// The text of a move of a position.
fn text<S: Size>(_: &Othello<S>, mv: Move) -> String {
    Othello::<S>::text(mv)
}

/// The text of a move on the 8x8 board.
fn name(square: u8) -> String {
    Othello::<Eight>::text(if square == NO_MOVE { Move::Pass } else { Move::Place(u32::from(square)) })
}

/// Whether there is nothing to choose from.
fn has_only_one_move<S: Size>(position: &Othello<S>) -> bool {
    position.moves().nth(1).is_none()
}

/// About how many moves the player to move has to think about until the end: the last few, seen to
/// the end, take no time, and the ones before them decide the most.
fn moves_left(empties: u32) -> u32 {
    (empties / 2).saturating_sub(9).max(2)
}

impl Engine for Player {
    fn name(&self) -> String {
        format!("arena othello {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "the arena's authors".to_owned()
    }

    fn games(&self) -> &[&'static str] {
        &["othello"]
    }

    fn options(&self) -> Vec<OptionDecl> {
        vec![
            OptionDecl::switch("Book", false).about("play openings out of its own book"),
            OptionDecl::spin("Depth", 0, 0, 100).about("search no more plies ahead; 0: no limit"),
            OptionDecl::spin("Hash", DEFAULT_MEGABYTES as i64, 0, 4096)
                .about("megabytes of the table; thousands take seconds to make"),
            OptionDecl::spin("Level", i64::from(FULL_LEVEL), 1, i64::from(FULL_LEVEL))
                .about("how well it plays; 1: a beginner"),
            OptionDecl::spin("Seed", 0, 0, i64::MAX)
                .about("another number plays other games; 0: always the best"),
            OptionDecl::spin("Threads", 1, 1, 64).about("search with so many, if there are the processors"),
            OptionDecl::string("Weights", OWN).about("a file of othello-train's; <empty>: its own"),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "Weights" {
            return self.use_weights(value);
        }
        if name == "Book" {
            self.book = value == "true";
            if self.book {
                // Read now, rather than in the time of the first move.
                Book::own();
            }
            self.new_game();
            return Ok(());
        }
        // The driver lets only numbers through that the declarations allow.
        let number = value.parse::<u64>().map_err(|error| error.to_string())?;
        match name {
            "Depth" => self.depth = number as u32,
            "Hash" => self.use_megabytes(number as usize)?,
            "Level" => self.level = number as u32,
            "Threads" => self.crew.set(number as usize),
            _ => self.seed = number,
        }
        // What was found with the old value may be the answer no more.
        self.new_game();
        Ok(())
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn prepare(&mut self, search: &mut Search<'_>) {
        self.means.table.make(search);
    }

    fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String {
        self.tell(search);
        self.choose(line, limits, search)
    }

    fn typed(&self) -> Vec<Typed> {
        let solve = Typed::with("solve", "milliseconds", 0..=u64::MAX);
        vec![
            Typed::alone("eval").about("the value of the position without looking ahead"),
            solve.about("the result of best play, if it is found within so long; else within 10 s"),
            Typed::alone("bench").about("how fast it is, on positions of its own"),
        ]
    }

    fn by_hand(
        &mut self,
        word: &str,
        number: Option<u64>,
        line: &Line,
        search: &mut Search<'_>,
    ) -> Option<String> {
        if word == "solve" {
            self.tell(search);
        }
        match word {
            "eval" => Some(format!("eval cp {}", self.evaluate(line))),
            "solve" => Some(self.solve(line, number, search)),
            "bench" => Some(bench(self.means.weights(), search)),
            _ => None,
        }
    }
}
