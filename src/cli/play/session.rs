//! A game with people at the board: whose turn it is, what engines answer, taking back, giving up, saving.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::SystemTime;

use crate::cli::start;
use crate::clock::{self, SeatClock, Timing};
use crate::engine::{Answer, Engine, Failure};
use crate::games::grid::Grid;
use crate::games::notation::Written;
use crate::games::{Line, Observer, PlyText, Seat};
use crate::protocol::dialect::Question;
use crate::record::{Thought, timestamp};
use crate::report::state;
use crate::report::text::{cut, escaped};

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// Somebody at the keyboard, by what he is called.
    Person(String),
    /// An engine, by its index.
    Engine(usize),
}

/// An engine in the room.
pub(super) struct Chair {
    pub(super) name: String,
    /// Whether it is shown the others' hands.
    pub(super) peek: bool,
    /// Absent while it thinks, and once it has made a fault.
    pub(super) engine: Option<Engine>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Nothing: the game is over.
    Over,
    /// A ply that nobody chooses.
    Forced(PlyText),
    /// Somebody at the keyboard.
    Person,
    /// An engine, by its index.
    Engine(usize),
}

/// How a game ended before its end.
enum Ending {
    Resigned(Seat),
    /// By a fault of an engine, in words.
    Fault(Seat, String),
}

/// An engine that thinks.
pub(super) struct Thinking {
    index: usize,
    handle: JoinHandle<(Engine, Result<Answer, Box<Failure>>)>,
    is_hint: bool,
}

impl Thinking {
    /// Whether it has answered.
    pub(super) fn is_done(&self) -> bool {
        self.handle.is_finished()
    }

    /// Whether it was asked for a hint.
    pub(super) fn is_hint(&self) -> bool {
        self.is_hint
    }
}

/// A game under way.
pub(super) struct Session {
    pub(super) line: Line,
    /// How many plies were there at the beginning, which nobody takes back.
    given: usize,
    players: Vec<Player>,
    chairs: Vec<Chair>,
    /// One an engine.
    clocks: Vec<SeatClock>,
    ending: Option<Ending>,
}

impl Session {
    pub(super) fn new(line: Line, players: Vec<Player>, chairs: Vec<Chair>, clocks: Vec<SeatClock>) -> Self {
        Self { given: line.plies().len(), line, players, chairs, clocks, ending: None }
    }

    /// Lets the engines go.
    pub(super) fn dismiss(&mut self) {
        Engine::dismiss(self.chairs.iter_mut().filter_map(|chair| chair.engine.take()).collect());
    }

    pub(super) fn turn(&self) -> Turn {
        let Some(seat) = self.line.to_move().filter(|_| self.ending.is_none()) else { return Turn::Over };
        if let Some(forced) = self.line.forced() {
            return Turn::Forced(forced);
        }
        match self.players[seat.0] {
            Player::Person(_) => Turn::Person,
            Player::Engine(index) => Turn::Engine(index),
        }
    }

    /// What who sits at `seat` is called.
    pub(super) fn name(&self, seat: Seat) -> String {
        match &self.players[seat.0] {
            Player::Person(name) => name.clone(),
            Player::Engine(index) => escaped(&self.chairs[*index].name).into_owned(),
        }
    }

    /// `White (o), othello`.
    pub(super) fn side(&self, seat: Seat) -> String {
        let name = self.name(seat);
        match self.line.game().colour(self.line.player_at(seat)) {
            Some((colour, letter)) => format!("{colour} ({letter}), {name}"),
            None if name == seat.to_string() => name,
            None => format!("{seat}, {name}"),
        }
    }

    /// Who looks at the board: in dominoes he sees his own hand only, until the game is over.
    pub(super) fn observer(&self) -> Observer {
        let people: Vec<usize> =
            (0..self.players.len()).filter(|&seat| matches!(self.players[seat], Player::Person(_))).collect();
        let mover = self.line.to_move().map(|seat| seat.0).filter(|seat| people.contains(seat));
        // Of several people the one to move, else the one who moved last.
        let before = (1..=self.players.len()).map(|back| {
            let seats = self.players.len();
            (self.line.to_move().map_or(0, |seat| seat.0) + seats * 2 - back) % seats
        });
        let seat = mover.or_else(|| before.into_iter().find(|seat| people.contains(seat))).unwrap_or(0);
        self.line.observer(Seat(seat), false)
    }

    /// The table as who looks at it may see it; of a board nothing is hidden.
    pub(super) fn table(&self) -> String {
        let position = self.line.position();
        if self.turn() == Turn::Over {
            return position.diagram();
        }
        let seen = position.game().parse(&position.view(self.observer()));
        seen.map_or_else(|_| position.diagram(), |seen| seen.diagram())
    }

    /// Ply number `number`, from 1, and who made it: `12. White (o), othello: f4`.
    fn caption(&self, number: usize) -> Option<String> {
        let ply = self.line.plies_as_seen(self.observer()).nth(number.checked_sub(1)?)?;
        // In every game the turn passes on with every ply.
        let seat = Seat((number - 1) % self.line.seats());
        Some(format!("{number}. {}: {ply}", self.side(seat)))
    }

    /// The last ply and who made it.
    pub(super) fn last(&self) -> Option<String> {
        self.caption(self.line.plies().len())
    }

    /// The plies since somebody at the keyboard last had a choice, his own first.
    pub(super) fn recent(&self) -> Vec<String> {
        let plies = self.line.plies().len();
        let is_person =
            |number: &usize| matches!(self.players[(number - 1) % self.line.seats()], Player::Person(_));
        let own = (1..=plies).rev().find(is_person).unwrap_or(1);
        (own..=plies).filter_map(|number| self.caption(number)).collect()
    }

    /// Whose turn it is, with what is on the board; or how the game ended.
    pub(super) fn standing(&self) -> String {
        let count = |grid: &Grid| {
            let game = self.line.game();
            let counts = (0..2).filter_map(|player| game.colour(player));
            let counts: Vec<String> =
                counts.map(|(name, letter)| format!("{name} {}", grid.count(letter))).collect();
            format!("  [{}]", counts.join(", "))
        };
        let counts = Grid::of(self.line.position()).map_or_else(String::new, |grid| count(&grid));
        match (&self.ending, self.line.to_move()) {
            (Some(Ending::Resigned(seat)), _) => {
                format!("given up by {}{}", self.side(*seat), self.others(*seat))
            }
            (Some(Ending::Fault(seat, what)), _) => {
                format!("a fault of {}: {what}{}", self.side(*seat), self.others(*seat))
            }
            (None, Some(mover)) => format!("{} to move{counts}", self.side(mover)),
            (None, None) => match state::winner(&self.line).flatten() {
                Some(winner) => format!("won by {}{counts}", self.side(winner)),
                None => format!("a draw{counts}"),
            },
        }
    }

    /// Who has won by what happened to the one at `seat`.
    fn others(&self, seat: Seat) -> String {
        match self.players.len() {
            2 => format!("; won by {}", self.side(Seat(1 - seat.0))),
            1 => String::new(),
            _ => "; the others share the point".to_owned(),
        }
    }

    /// Plays a move that was typed.
    pub(super) fn play(&mut self, written: &Written<'_>) -> Result<(), String> {
        match self.turn() {
            Turn::Over => Err("the game is over".to_owned()),
            _ => written.play(&mut self.line).map_err(|illegal| escaped(&illegal.to_string()).into_owned()),
        }
    }

    /// Makes a ply that nobody chooses.
    pub(super) fn make(&mut self, ply: &str) -> Result<(), String> {
        self.line.play(ply).map(drop).map_err(|illegal| illegal.to_string())
    }

    /// Lets engine `index` think of the position; `None` if it is not there.
    fn ask(&mut self, index: usize, is_hint: bool) -> Option<Thinking> {
        let seat = self.line.to_move()?;
        let chair = self.chairs.get_mut(index)?;
        let mut engine = chair.engine.take()?;
        // Who has no clock is taken to have the engine's.
        let clocks: Vec<SeatClock> = self
            .players
            .iter()
            .map(|player| match player {
                Player::Engine(other) => self.clocks[*other].clone(),
                Player::Person(_) => self.clocks[index].clone(),
            })
            .collect();
        let (line, peeks) = (self.line.clone(), chair.peek && !is_hint);
        let handle = std::thread::spawn(move || {
            let limits = clock::limits(&clocks, seat.0);
            let question = Question { line: &line, seat, peeks, limits: &limits };
            let (patience, margin) = (clocks[seat.0].deadline(), clocks[seat.0].control().margin);
            let prepared = engine.prepare(&question, patience, margin);
            let answer = prepared.and_then(|()| engine.think(patience, margin));
            (engine, answer)
        });
        Some(Thinking { index, handle, is_hint })
    }

    /// Lets the engine think whose turn it is; one that is gone has lost.
    pub(super) fn ask_mover(&mut self, index: usize) -> Option<Thinking> {
        let thinking = self.ask(index, false);
        if thinking.is_none() {
            self.fault(index, "it is no longer there".to_owned());
        }
        thinking
    }

    /// Lets an engine think of what the person to move might play.
    pub(super) fn ask_hint(&mut self) -> Result<Thinking, String> {
        if self.turn() != Turn::Person {
            return Err("there is nothing to choose now".to_owned());
        }
        let index = self.chairs.iter().position(|chair| chair.engine.is_some());
        index.and_then(|index| self.ask(index, true)).ok_or_else(|| "there is no engine to ask".to_owned())
    }

    /// Takes an answer; gives a hint in words, if it was one.
    pub(super) fn take(&mut self, thinking: Thinking) -> Option<String> {
        let Thinking { index, handle, is_hint } = thinking;
        let Ok((engine, answer)) = handle.join() else {
            self.fault(index, "it could not be asked".to_owned());
            return None;
        };
        match answer {
            Ok(answer) if is_hint => {
                self.chairs[index].engine = Some(engine);
                let name = escaped(&self.chairs[index].name).into_owned();
                Some(format!("{name} would play {}{}", cut(&answer.word, 30), thought(&answer.thought)))
            }
            Ok(answer) => {
                self.chairs[index].engine = Some(engine);
                if self.clocks[index].charge(answer.used) == Timing::Over {
                    self.fault(index, format!("time, after {:.3} s", answer.used.as_secs_f64()));
                } else if let Err(illegal) = self.line.play(&answer.word) {
                    self.fault(index, format!("illegal-move: {}", escaped(&illegal.to_string())));
                }
                None
            }
            Err(failure) if is_hint => Some(format!("no hint: {}", escaped(&failure.detail))),
            Err(failure) => {
                self.fault(index, format!("{}: {}", failure.reason.word(), escaped(&failure.detail)));
                None
            }
        }
    }

    fn fault(&mut self, index: usize, what: String) {
        let seat = self.players.iter().position(|player| *player == Player::Engine(index));
        if let Some(seat) = seat {
            self.ending = Some(Ending::Fault(Seat(seat), what));
        }
    }

    /// Goes back to where somebody at the keyboard last had a choice.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        if matches!(self.ending, Some(Ending::Resigned(_))) {
            self.ending = None;
            return Ok(());
        }
        let now = self.line.plies().len();
        for count in 1..=now.saturating_sub(self.given) {
            let earlier = start::without_last(&self.line, count);
            let is_person = |seat: Seat| matches!(self.players[seat.0], Player::Person(_));
            if earlier.forced().is_none() && earlier.to_move().is_some_and(is_person) {
                (self.line, self.ending) = (earlier, None);
                return Ok(());
            }
        }
        Err("there is nothing to take back".to_owned())
    }

    /// The person to move, or the only one, gives up.
    pub(super) fn resign(&mut self) -> Result<(), String> {
        let mover = self.line.to_move().filter(|_| self.ending.is_none()).ok_or("the game is over")?;
        let is_person = |seat: &usize| matches!(self.players[*seat], Player::Person(_));
        let seat = Some(mover.0).filter(is_person).or_else(|| (0..self.players.len()).find(is_person));
        self.ending = seat.map(|seat| Ending::Resigned(Seat(seat)));
        Ok(())
    }

    /// Writes the game to a new file, of a name that is free if none is given.
    pub(super) fn save(&self, file: Option<&str>) -> Result<PathBuf, String> {
        let free = || {
            let numbered =
                (1..).map(|number: u32| PathBuf::from(format!("{}-{number}.txt", self.line.game().name())));
            numbered.into_iter().find(|path| !path.exists()).unwrap_or_default()
        };
        let path = file.map_or_else(free, PathBuf::from);
        self.write(&path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => format!("{} is there already", path.display()),
            _ => format!("{}: {error}", path.display()),
        })?;
        Ok(fs::canonicalize(&path).unwrap_or(path))
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = File::create_new(path)?;
        let seats = (0..self.players.len()).map(|seat| format!("{} {}", Seat(seat), self.side(Seat(seat))));
        writeln!(file, "# {}, {}", self.line.game(), timestamp(SystemTime::now()))?;
        writeln!(file, "# {}", seats.collect::<Vec<_>>().join("; "))?;
        let whole = self.line.to_string();
        let base = whole.split(" moves ").next().unwrap_or_default();
        writeln!(file, "position {}{base}", if base == "startpos" { "" } else { "fen " })?;
        for plies in self.line.plies().chunks(10) {
            writeln!(file, "{}", plies.join(" "))?;
        }
        writeln!(file, "# {}", self.standing())
    }
}

/// What an engine told of its search.
fn thought(thought: &Thought) -> String {
    let score = thought.score.as_ref().map(|score| format!("score {}", cut(score, 20)));
    let depth = thought.depth.map(|depth| format!("depth {depth}"));
    let told: Vec<String> = score.into_iter().chain(depth).collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}
