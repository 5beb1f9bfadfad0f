//! The player: its options, what it keeps during a game, and its answers.

use std::time::Duration;

use arena::games::bits::Bits;
use arena::games::othello::{Eight, Four, Othello, Six, Size, Ten};
use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::driver::{Engine, Search};
use arena::protocol::{Limits, OptionDecl};

use crate::evaluation::Evaluation;
use crate::hash::Table;
use crate::search::think;
use arena::protocol::budget::{Budget, Host};

/// The time for `solve` if none is given.
const SOLVE_MS: u64 = 10_000;

/// Runs `$body` with `$position` being that of `$line`, in the type of its size.
macro_rules! on_its_board {
    ($line:expr, $position:ident => $body:expr) => {
        match $line.game() {
            Game::Othello { size: 4 } => {
                let $position = &read::<Four>($line);
                $body
            }
            Game::Othello { size: 6 } => {
                let $position = &read::<Six>($line);
                $body
            }
            Game::Othello { size: 10 } => {
                let $position = &read::<Ten>($line);
                $body
            }
            _ => {
                let $position = &read::<Eight>($line);
                $body
            }
        }
    };
}

/// The position to which a line has come.
fn read<S: Size>(line: &Line) -> Othello<S> {
    line.position().to_string().parse().expect("a position's own text on a board of its size")
}

/// An Othello player.
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

    fn choose_on<S: Size>(
        &mut self,
        position: &Othello<S>,
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
            return Othello::<S>::text(only);
        }
        Othello::<S>::text(think(position, &mut self.table, self.noise, budget, host).best)
    }

    /// The answer to `solve`, with what was typed after it.
    pub(crate) fn solve(&mut self, line: &Line, rest: &str, host: &mut dyn Host) -> String {
        let ms = rest.trim().parse().unwrap_or(SOLVE_MS);
        on_its_board!(line, position => self.solve_on(position, Duration::from_millis(ms), host))
    }

    fn solve_on<S: Size>(&mut self, position: &Othello<S>, time: Duration, host: &mut dyn Host) -> String {
        // Questions piped in wait for one another: what they waited is not their time.
        let began = host.elapsed();
        let (score, best, nodes) = if position.is_over() {
            (position.difference(), "none".to_owned(), 0)
        } else {
            let budget = Budget { time: Some(began + time), ..Budget::ENDLESS };
            let outcome = think(position, &mut self.table, 0, budget, host);
            if !outcome.solved {
                let ms = (host.elapsed() - began).as_millis();
                return format!("unsolved nodes {} ms {ms}", outcome.nodes);
            }
            (outcome.value / 100, Othello::<S>::text(outcome.best), outcome.nodes)
        };
        let ms = (host.elapsed() - began).as_millis();
        format!("solved score {score} bestmove {best} nodes {nodes} ms {ms}")
    }
}

/// The value of a position by itself, in hundredths of a disc.
fn evaluate<S: Size>(position: &Othello<S>) -> i32 {
    if position.is_over() { 100 * position.difference() } else { Evaluation::new(0).of(position) }
}

/// About how many moves the player to move has to think about until the end: the last few, seen to
/// the end, take no time.
fn moves_left<S: Size>(position: &Othello<S>) -> u32 {
    (position.empty().count() / 2).saturating_sub(4).max(2)
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
            OptionDecl::spin("Depth", 0, 0, 100),
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
