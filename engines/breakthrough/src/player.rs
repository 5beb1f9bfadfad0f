//! The player: its options, what it keeps during a game, and its answers.

use std::time::Duration;

use arena::games::bits::Wide;
use arena::games::breakthrough::{Breakthrough, Word};

use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::driver::{Engine, Search};
use arena::protocol::{Limits, OptionDecl};

use crate::board::Board;
use crate::evaluation::Evaluation;
use crate::hash::Table;
use crate::search::{Manner, WON, think};
use arena::protocol::budget::{Budget, Host};

/// The time for `solve` if none is given.
const SOLVE_MS: u64 = 10_000;

/// Runs `$body` with `$position` being that of `$line`, in the narrowest word that holds its board.
macro_rules! on_its_board {
    ($line:expr, $position:ident => $body:expr) => {
        match $line.game() {
            Game::Breakthrough { rows, columns } if u32::from(rows) * u32::from(columns) > 128 => {
                let $position = &read::<Wide>($line);
                $body
            }
            Game::Breakthrough { rows, columns } if u32::from(rows) * u32::from(columns) > 64 => {
                let $position = &read::<u128>($line);
                $body
            }
            _ => {
                let $position = &read::<u64>($line);
                $body
            }
        }
    };
}

/// The position to which a line has come.
fn read<B: Word>(line: &Line) -> Breakthrough<B> {
    line.position().to_string().parse().expect("a position's own text in a word that holds its board")
}

/// A Breakthrough player.
pub(crate) struct Player {
    /// The deepest iteration; 0 is no limit.
    depth: u32,
    /// What the noise comes from; 0 is none.
    seed: u64,
    noise: u64,
    table: Table,
}

impl Player {
    /// A player with every option at its default.
    pub(crate) fn new() -> Self {
        Self { depth: 0, seed: 0, noise: 0, table: Table::new(16) }
    }

    /// The answer to a `go` line.
    pub(crate) fn choose(&mut self, line: &Line, limits: &Limits, host: &mut dyn Host) -> String {
        on_its_board!(line, position => self.choose_on(position, line, limits, host))
    }

    fn choose_on<B: Word>(
        &mut self,
        position: &Breakthrough<B>,
        line: &Line,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> String {
        let seat = line.to_move().expect("only asked while the game is on");
        let budget = Budget::new(limits, seat, moves_left(position)).no_deeper(self.depth);
        let mut moves = position.moves();
        if let (Some(only), None) = (moves.next(), moves.next())
            && budget.time.is_some()
        {
            // Not worth any time.
            return position.text(only);
        }
        let manner = Manner { noise: self.noise, reductions: true };
        position.text(think(position, &mut self.table, manner, budget, host).best)
    }

    /// The answer to `solve`, with what was typed after it.
    pub(crate) fn solve(&mut self, line: &Line, rest: &str, host: &mut dyn Host) -> String {
        let ms = rest.trim().parse().unwrap_or(SOLVE_MS);
        on_its_board!(line, position => self.solve_on(position, Duration::from_millis(ms), host))
    }

    fn solve_on<B: Word>(
        &mut self,
        position: &Breakthrough<B>,
        time: Duration,
        host: &mut dyn Host,
    ) -> String {
        // Questions piped in wait for one another: what they waited is not their time.
        let began = host.elapsed();
        let (score, best, nodes) = if let Some(winner) = position.winner() {
            (if winner == position.side() { 1 } else { -1 }, "none".to_owned(), 0)
        } else {
            let budget = Budget { time: Some(began + time), ..Budget::ENDLESS };
            let manner = Manner { noise: 0, reductions: true };
            let outcome = think(position, &mut self.table, manner, budget, host);
            let Some(score) = outcome.decided() else {
                let ms = (host.elapsed() - began).as_millis();
                return format!("unsolved nodes {} ms {ms}", outcome.nodes);
            };
            (score, position.text(outcome.best), outcome.nodes)
        };
        let ms = (host.elapsed() - began).as_millis();
        format!("solved score {score} bestmove {best} nodes {nodes} ms {ms}")
    }
}

/// The value of a position by itself, in hundredths of a piece.
fn evaluate<B: Word>(position: &Breakthrough<B>) -> i32 {
    match position.winner() {
        Some(winner) if winner == position.side() => WON,
        Some(_) => -WON,
        None => Evaluation::new(Board::new(position.shape()), 0).of(position),
    }
}

/// About how many moves the player to move still has to think about: some pieces will make several,
/// others none.
fn moves_left<B: Word>(position: &Breakthrough<B>) -> u32 {
    8 + position.pieces(position.side()).count()
}

impl Engine for Player {
    fn name(&self) -> String {
        format!("arena breakthrough {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "the arena's authors".to_owned()
    }

    fn games(&self) -> &[&'static str] {
        &["breakthrough"]
    }

    fn options(&self) -> Vec<OptionDecl> {
        vec![
            OptionDecl::spin("Depth", 0, 0, 250),
            OptionDecl::spin("Hash", 16, 0, 4096),
            OptionDecl::spin("Seed", 0, 0, i64::MAX),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) {
        // The driver lets only numbers through that the declarations allow.
        let Ok(number) = value.parse::<u64>() else { return };
        match name {
            "Depth" => self.depth = number as u32,
            "Hash" => self.table = Table::new(number as usize),
            _ => {
                self.seed = number;
                self.new_game();
            }
        }
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.noise = if self.seed == 0 { 0 } else { Random::new(self.seed).next_u64() };
    }

    fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String {
        self.choose(line, limits, search)
    }

    fn by_hand(&mut self, word: &str, rest: &str, line: &Line, search: &mut Search<'_>) -> Option<String> {
        match word {
            "eval" => Some(on_its_board!(line, position => format!("eval cp {}", evaluate(position)))),
            "solve" => Some(self.solve(line, rest, search)),
            _ => None,
        }
    }
}
