//! The player: its options, what it keeps during a game, and its answers.

use std::sync::Arc;
use std::time::Duration;

use arena::games::random::Random;
use arena::games::{Game, Line};
use arena::protocol::budget::{Budget, Host, Quiet};
use arena::protocol::crew::Crew;
use arena::protocol::driver::{Engine, Search, Typed};
use arena::protocol::gaps::expected;
use arena::protocol::{Info, Limits, OptionDecl, Score};

use crate::board::Move;
use crate::ground::{AnyGround, Ground, Stand, stand};
use crate::hash::Table;
use crate::search::{Manner, Outcome, think, think_together};
use crate::sequel::Sequel;
use crate::set::Set;
use crate::solver::solve;
use crate::weights::Weights;

/// The time for `solve` if none is given.
const SOLVE_MS: u64 = 10_000;

/// Runs `$body` with `$ground` being that of `$line`, in the narrowest sets that hold its board.
macro_rules! on_its_ground {
    ($player:expr, $line:expr, $ground:ident => $body:expr) => {{
        let ground = $player.take_ground($line);
        let answer = match &ground {
            AnyGround::Narrow($ground) => $body,
            AnyGround::Middle($ground) => $body,
            AnyGround::Wide($ground) => $body,
        };
        $player.ground = Some(($line.game(), ground));
        answer
    }};
}

/// On boards of so many squares a move begins with a quarter of its time, or of its nodes, for the solver.
const SMALL: u32 = 36;

/// Nodes of the first turn of a proof.
const FIRST_TURN: u64 = 50_000;

/// A turn as short as that is not worth beginning.
const SPARE: Duration = Duration::from_millis(2);

/// How deep anybody may ask it to search.
const DEEPEST: u64 = 250;

/// The depth of a bench if none is given: enough for some seconds, so that a difference can be seen.
const BENCH_DEPTH: u32 = 13;

/// The size of the table, if no other is chosen.
const DEFAULT_MEGABYTES: usize = 16;

/// What is said of a larger table than there is room for.
const NO_ROOM: &str = "more memory than the system gives";

/// The value of the option `Weights` that stands for the engine's own, as UCI has it for no text.
const OWN: &str = "<empty>";

/// The level that plays as well as it can.
const FULL_LEVEL: u64 = 10;

/// A Breakthrough player.
#[derive(Debug)]
pub struct Player {
    /// The deepest iteration; 0 is no limit.
    depth: u32,
    /// 1 to [`FULL_LEVEL`].
    level: u64,
    /// What chance comes from; 0 is none at full level.
    seed: u64,
    /// How long others have lately kept the processor to themselves.
    gap: Duration,
    /// Who searches.
    crew: Crew,
    megabytes: usize,
    table: Arc<Table>,
    weights: Weights,
    /// The last board asked about.
    ground: Option<(Game, AnyGround)>,
}

impl Default for Player {
    fn default() -> Self {
        Self::new()
    }
}

impl Player {
    /// A player with every option at its default.
    pub fn new() -> Self {
        Self {
            depth: 0,
            level: FULL_LEVEL,
            seed: 0,
            gap: Duration::ZERO,
            crew: Crew::default(),
            megabytes: DEFAULT_MEGABYTES,
            table: Arc::new(Table::new(DEFAULT_MEGABYTES)),
            weights: Weights::trained(),
            ground: None,
        }
    }

    /// Takes out the ground for a line, to be put back.
    fn take_ground(&mut self, line: &Line) -> AnyGround {
        let game = line.game();
        if let Some((of, ground)) = self.ground.take()
            && of == game
        {
            return ground;
        }
        let Game::Breakthrough { rows, columns } = game else {
            unreachable!("the driver plays no other game")
        };
        AnyGround::new(rows, columns, &self.weights)
    }

    /// How the next search goes about it.
    fn manner(&self) -> Manner {
        let chance = self.seed != 0 || self.level < FULL_LEVEL;
        Manner {
            noise: if chance { Random::new(self.seed).next_u64() | 1 } else { 0 },
            waver: if self.level < FULL_LEVEL { 20 * (FULL_LEVEL - self.level) } else { 8 },
            reductions: true,
            gap: self.gap,
        }
    }

    /// The answer to a `go` line.
    pub fn choose(&mut self, line: &Line, limits: &Limits, host: &mut dyn Host) -> String {
        on_its_ground!(self, line, ground => self.choose_on(ground, line, limits, host))
    }

    fn choose_on<S: Set>(
        &mut self,
        ground: &Arc<Ground<S>>,
        line: &Line,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> String {
        let board = &ground.board;
        let seat = line.to_move().expect("only asked while the game is on");
        let stand = stand::<S>(line);
        let mut budget = Budget::new(limits, seat, moves_left(&stand)).no_deeper(self.depth);
        if self.level < FULL_LEVEL {
            budget = budget.no_deeper(self.level as u32);
        }
        let moves = stand.moves(board);
        if moves.len() == 1 && budget.time.is_some() {
            // Not worth any time, and looked at to have something to tell.
            let glance = budget.no_deeper(1);
            return board.text(think(ground, &stand, &self.table, self.manner(), glance, host).best);
        }
        // What the solver has visited is told with what the search visits.
        let host = &mut Sequel::new(host);
        let mut lost = false;
        let is_limited = budget.time.is_some() || budget.nodes < u64::MAX;
        if is_limited && budget.depth == u32::MAX && board.squares() <= SMALL {
            // Where the whole game can be seen through, a proof is the best move there is.
            self.table.next_search();
            let share = Budget { time: budget.time.map(|time| time / 4), nodes: budget.nodes / 4, ..budget };
            let solved = solve(ground, &stand, &self.table, share, host);
            host.ended(solved.nodes);
            if solved.wins == Some(true) {
                let best = board.text(solved.best);
                // Who proves has no depth, and does not look for the shortest win.
                let score = Some(Score::Mate(stand.longest_win(board) as i32));
                host.info(&Info { score, pv: vec![best.clone()], ..Info::default() });
                return best;
            }
            lost = solved.wins == Some(false);
            budget.nodes = budget.nodes.saturating_sub(solved.nodes);
        }
        let outcome = self.think(ground, &stand, self.manner(), budget, host);
        self.gap = expected(self.gap, outcome.gap);
        let best = board.text(outcome.best);
        if lost && outcome.decided().is_none() {
            // The search does not know what the solver has proved. How long it takes the enemy nobody knows.
            let longest = 1 + stand.after(board, outcome.best).longest_win(board);
            let score = Some(Score::Mate(-(longest as i32)));
            host.info(&Info { score, nodes: Some(outcome.nodes), pv: vec![best.clone()], ..Info::default() });
        }
        best
    }

    /// Searches with what the player has.
    fn think<S: Set>(
        &mut self,
        ground: &Arc<Ground<S>>,
        stand: &Stand<S>,
        manner: Manner,
        budget: Budget,
        host: &mut dyn Host,
    ) -> Outcome {
        self.table.next_search();
        think_together(ground, stand, &self.table, &mut self.crew, manner, budget, host)
    }

    /// The answer to `solve`, with the milliseconds it may take if any were typed.
    pub fn solve(&mut self, line: &Line, ms: Option<u64>, host: &mut dyn Host) -> String {
        let time = Duration::from_millis(ms.unwrap_or(SOLVE_MS));
        on_its_ground!(self, line, ground => self.solve_on(ground, line, time, host))
    }

    fn solve_on<S: Set>(
        &mut self,
        ground: &Arc<Ground<S>>,
        line: &Line,
        time: Duration,
        host: &mut dyn Host,
    ) -> String {
        // Questions piped in wait for one another: what they waited is not their time.
        let began = host.elapsed();
        let stand = stand::<S>(line);
        let (score, best, nodes) = if let Some(winner) = stand.winner(&ground.board) {
            (if winner == stand.side { 1 } else { -1 }, "none".to_owned(), 0)
        } else {
            let budget = Budget { time: Some(began + time), ..Budget::ENDLESS };
            let (decided, nodes) = self.decide(ground, &stand, budget, host);
            let Some((score, best)) = decided else {
                let ms = (host.elapsed() - began).as_millis();
                return format!("unsolved nodes {nodes} ms {ms}");
            };
            (score, ground.board.text(best), nodes)
        };
        let ms = (host.elapsed() - began).as_millis();
        format!("solved score {score} bestmove {best} nodes {nodes} ms {ms}")
    }

    /// Proves who wins, by turns with the search that estimates, which is good at short wins on large boards, and
    /// with the solver, which is good at long ones on small boards. Each goes on where it was, by
    /// way of the hash table, and has twice the nodes of its last turn.
    fn decide<S: Set>(
        &mut self,
        ground: &Arc<Ground<S>>,
        stand: &Stand<S>,
        budget: Budget,
        host: &mut dyn Host,
    ) -> (Option<(i32, Move)>, u64) {
        let (mut turn, host) = (FIRST_TURN, &mut Sequel::new(host));
        loop {
            let outcome = self.think(ground, stand, Manner::STEADY, Budget { nodes: turn, ..budget }, host);
            host.ended(outcome.nodes);
            if let Some(score) = outcome.decided() {
                return (Some((score, outcome.best)), host.nodes());
            }
            let solved = solve(ground, stand, &self.table, Budget { nodes: 4 * turn, ..budget }, host);
            host.ended(solved.nodes);
            if let Some(wins) = solved.wins {
                let best = if wins { solved.best } else { outcome.best };
                return (Some((if wins { 1 } else { -1 }, best)), host.nodes());
            }
            turn *= 2;
            if host.stopped() || budget.time.is_some_and(|time| host.elapsed() + SPARE >= time) {
                return (None, host.nodes());
            }
        }
    }

    /// The answer to `bench`: how fast it searches the starts of three boards to some depth, 13 if none is given, by
    /// one thread from an empty hash table.
    pub fn bench(&mut self, depth: Option<u32>, host: &mut dyn Host) -> String {
        let depth = depth.unwrap_or(BENCH_DEPTH);
        let mut lines = Vec::new();
        for (rows, columns) in [(8, 8), (10, 10), (12, 12)] {
            let line = Line::new(Game::Breakthrough { rows, columns }.start());
            self.new_game();
            self.table.next_search();
            let began = host.elapsed();
            let budget = Budget { depth, ..Budget::ENDLESS };
            let nodes = on_its_ground!(self, &line, ground => {
                think(ground, &stand(&line), &self.table, Manner::STEADY, budget, &mut Quiet(host)).nodes
            });
            if host.stopped() {
                // What it has visited says nothing.
                lines.push("info string bench was stopped".to_owned());
                break;
            }
            let time = (host.elapsed() - began).as_secs_f64();
            let speed = nodes as f64 / time.max(1e-6);
            lines.push(format!(
                "bench {rows}x{columns} depth {depth} nodes {nodes} ms {:.0} nps {speed:.0}",
                1e3 * time
            ));
        }
        lines.join("\n")
    }

    /// Says what has to be said of the threads.
    fn tell(&mut self, search: &mut Search<'_>) {
        if let Some(few) = self.crew.complaint() {
            search.say(&few);
        }
    }

    /// The answer to `eval`.
    pub fn evaluate(&mut self, line: &Line) -> String {
        on_its_ground!(self, line, ground => evaluate(ground, line))
    }
}

/// The value of a position by itself.
fn evaluate<S: Set>(ground: &Arc<Ground<S>>, line: &Line) -> String {
    let stand = stand::<S>(line);
    if let Some(winner) = stand.winner(&ground.board) {
        return format!("eval mate {}", if winner == stand.side { 0 } else { -1 });
    }
    let worth = ground.evaluation.sum(&ground.board, stand.pieces).worth;
    let mover = if stand.side == 0 { worth } else { -worth };
    format!("eval cp {}", mover + ground.evaluation.tempo)
}

/// About how many moves the player to move still has to think about: some pieces will make several,
/// others none.
fn moves_left<S: Set>(stand: &Stand<S>) -> u32 {
    8 + stand.pieces[stand.side].count()
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
            OptionDecl::spin("Depth", 0, 0, DEEPEST as i64).about("search no more plies ahead; 0: no limit"),
            OptionDecl::spin("Hash", DEFAULT_MEGABYTES as i64, 0, 4096)
                .about("megabytes of the table; thousands take seconds to make"),
            OptionDecl::spin("Level", FULL_LEVEL as i64, 1, FULL_LEVEL as i64)
                .about("how well it plays; 1: a beginner"),
            OptionDecl::spin("Seed", 0, 0, i64::MAX)
                .about("another number plays other games; 0: always the best"),
            OptionDecl::spin("Threads", 1, 1, 64).about("search with so many, if there are the processors"),
            OptionDecl::string("Weights", OWN).about("a file of breakthrough-train's; <empty>: its own"),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "Weights" {
            self.weights = if value == OWN { Weights::trained() } else { Weights::from_file(value)? };
            self.ground = None;
            self.new_game();
            return Ok(());
        }
        // The driver lets only numbers through that the declarations allow.
        let number = value.parse::<u64>().map_err(|error| error.to_string())?;
        match name {
            "Depth" => self.depth = number as u32,
            "Hash" => {
                // Not the old one and the new one at a time.
                self.crew.wait();
                self.table = Arc::new(Table::new(0));
                let Some(table) = Table::try_new(number as usize) else {
                    self.table = Arc::new(Table::new(self.megabytes));
                    return Err(NO_ROOM.to_owned());
                };
                (self.megabytes, self.table) = (number as usize, Arc::new(table));
            }
            "Level" => self.level = number,
            "Threads" => self.crew.set(number as usize),
            _ => self.seed = number,
        }
        // What was found with the old value may be the answer no more.
        self.new_game();
        Ok(())
    }

    fn new_game(&mut self) {
        // What a helper of the last search would still write is as old.
        self.crew.wait();
        self.table.clear();
    }

    fn prepare(&mut self, search: &mut Search<'_>) {
        self.table.make(search);
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
            Typed::with("bench", "plies", 1..=DEEPEST).about("how fast it is, on the starts of three boards"),
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
            "eval" => Some(self.evaluate(line)),
            "solve" => Some(self.solve(line, number, search)),
            "bench" => Some(self.bench(number.map(|depth| depth as u32), search)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
