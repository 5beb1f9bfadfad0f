//! Engines that speak another protocol than ours: whether they play here, as they do in a tournament.
//!
//! Their protocols have rules of their own, which their authors had other people test; what is judged
//! is what a game here needs. So they are spoken to by the very code that does it in a tournament.

use std::time::{Duration, Instant};

use super::exam::Timed;
use super::findings::{Findings, Seen, Verdict};
use super::plays::{self, elsewhere, random_line};
use super::rules::{self, Rule};
use super::timing::lateness;
use super::{Report, Request};
use crate::engine::{Answer, Engine, Failure, LEAVE, Objection};
use crate::games::random::Random;
use crate::games::{Game, Line};
use crate::protocol::Limits;
use crate::protocol::dialect::{Dialect, Question};
use crate::record::Reason;

const HANDSHAKE: &str = "handshake";
const GAME: &str = "game";
/// How much longer than its limit an answer is waited for, to say how late it is.
const OVERTIME: Duration = Duration::from_secs(3);
/// The time for a move where only its being legal counts: the shortest that all protocols can tell.
const MOVETIME: &str = "movetime 1000 depth 3";
/// How many moves are asked for with their time looked at, how many of a second game.
const TIMED: usize = 3;
const SECOND_GAME: usize = 4;
/// How many lines said are shown.
const LINES: usize = 24;

/// What went wrong: the rule that it breaks, and what was seen.
struct Trouble(&'static str, Box<Seen>);

/// The rules for an engine that speaks `dialect`.
pub(super) fn rules(dialect: Dialect, game: Game) -> Vec<Rule> {
    let (hello, ready) = match dialect {
        Dialect::Ugi => ("ugi", "isready"),
        Dialect::Uci => ("uci", "isready"),
        Dialect::Gtp => ("list_commands", "boardsize` and `clear_board"),
        Dialect::NBoard => ("nboard 2", "ping"),
    };
    let kept = ["start", "flush", "go", "positions", "movetime", "new-game", "alive", "repeat", "quit"];
    let common = |name: &str| rules::rules(&[]).into_iter().find(|rule| rule.name == name);
    let mut all: Vec<Rule> = kept.into_iter().filter_map(common).collect();
    let own = |name: &str, says: String, cure: String| Rule { name: name.to_owned(), says, cure };
    all.insert(
        1,
        own(
            HANDSHAKE,
            format!("it answers `{hello}` and `{ready}` within the start-up time"),
            format!("Try it by hand: it must speak {}. Is this the right protocol?", dialect.word()),
        ),
    );
    all.insert(
        2,
        own(
            GAME,
            format!("it plays {game}"),
            "Give it another `variant`, a board that it plays on, or options that it has.".to_owned(),
        ),
    );
    all.insert(
        4,
        own(
            game.name(),
            format!("it plays a whole game of {}, and every move is legal", game.name()),
            format!(
                "The answer is no legal move by the rules of {} in protocol.md, in the position shown; or it \
                 refused a move that is legal there.",
                game.name()
            ),
        ),
    );
    for rule in &mut all {
        match rule.name.as_str() {
            rules::GO => rule.says = "a question for a move is answered in time".to_owned(),
            rules::MOVETIME => rule.says = "a second a move is kept".to_owned(),
            rules::POSITIONS if dialect == Dialect::Gtp => {
                rule.says = "moves played before it is asked are understood".to_owned();
                "Play every move of `play` on the board; begin anew at `clear_board`."
                    .clone_into(&mut rule.cure);
            }
            rules::NEW_GAME => rule.says = "one process plays a second game".to_owned(),
            rules::REPEAT => rule.says = "in a new game the same questions get the same answers".to_owned(),
            _ => {}
        }
    }
    all
}

/// Puts an engine through them.
pub(super) fn check(request: &Request) -> Report {
    let setup = &request.setup;
    let game = request.games.first().copied().unwrap_or(setup.game);
    let mut exam = Exam {
        request,
        game,
        name: String::new(),
        findings: Findings::new(rules(setup.dialect, game)),
        timed: Vec::new(),
    };
    if let Err(Trouble(rule, seen)) = exam.run() {
        exam.findings.note(rule, Verdict::Fail, *seen);
    }
    Report { name: exam.name, games: vec![game], findings: exam.findings.finished() }
}

struct Exam<'a> {
    request: &'a Request,
    game: Game,
    name: String,
    findings: Findings,
    timed: Vec<Timed>,
}

impl Exam<'_> {
    fn pass(&mut self, rule: &str, sent: &str, came: impl Into<String>) {
        self.findings.note(rule, Verdict::Pass, Seen::new(sent, came));
    }

    fn run(&mut self) -> Result<(), Trouble> {
        let setup = &self.request.setup;
        if let Err(why) = setup.dialect.check_game(self.game) {
            return Err(Trouble(GAME, Box::new(Seen::new("", why))));
        }
        let mut engine = self.introduced()?;
        let plies = self.game_of(&mut engine, usize::MAX)?;
        self.pass(self.game.name(), "a whole game", format!("{plies} plies, all legal"));
        self.pass(rules::FLUSH, "all questions", "answers at once");
        self.pass(rules::GO, "questions", "a move each");
        self.new_game(&mut engine)?;
        self.game_of(&mut engine, SECOND_GAME)?;
        self.pass(rules::NEW_GAME, "a new game", "it plays on");
        self.positions(&mut engine)?;
        self.times(&mut engine)?;
        self.repeats(&mut engine)?;
        self.pass(rules::ALIVE, "all games", "it lives");
        let begin = Instant::now();
        Engine::dismiss(vec![engine]);
        let used = begin.elapsed();
        let came = format!("it ended after {} ms", used.as_millis());
        match used < LEAVE {
            true => self.pass(rules::QUIT, "quit", came),
            false => {
                let came = "it was still there after a second";
                self.findings.note(rules::QUIT, Verdict::Warning, Seen::new("quit", came));
            }
        }
        Ok(())
    }

    /// Starts it, learns who it is, and makes it ready for a game.
    fn introduced(&mut self) -> Result<Engine, Trouble> {
        let begin = Instant::now();
        let setup = crate::engine::Setup { game: self.game, ..self.request.setup.clone() };
        let started = Engine::start(&setup).map_err(|failure| {
            let rule = if failure.reason == Reason::Crash { rules::START } else { HANDSHAKE };
            trouble(rule, &failure)
        });
        let mut engine = started?;
        let ms = begin.elapsed().as_millis();
        self.name.clone_from(&engine.identity().name);
        self.pass(rules::START, "its command", "it runs");
        let objection = engine.identity().objections(self.game, &setup.options).into_iter().next();
        if let Some(objection) = objection {
            let came = match objection {
                Objection::Game(says) => says,
                Objection::Option(at, why) => {
                    let (name, value) = &setup.options[at];
                    format!("option {name} = {value} {why}")
                }
            };
            return Err(Trouble(GAME, Box::new(seen(&came, &engine.evidence()))));
        }
        engine.new_game().map_err(|failure| trouble(HANDSHAKE, &failure))?;
        self.pass(HANDSHAKE, "who are you?", format!("ready after {ms} ms"));
        self.pass(GAME, "the game", self.game.to_string());
        Ok(engine)
    }

    fn new_game(&mut self, engine: &mut Engine) -> Result<(), Trouble> {
        engine.new_game().map_err(|failure| trouble(rules::NEW_GAME, &failure))
    }

    /// Asks for a legal move.
    fn ask(&mut self, engine: &mut Engine, line: &Line, limits: &str) -> Result<(String, Answer), Trouble> {
        let limits = Limits::parse(limits);
        let Some(seat) = line.to_move() else {
            return Err(Trouble(rules::GO, Box::new(Seen::new("", "the game is over"))));
        };
        let question = Question { line, seat, peeks: false, limits: &limits };
        let patience = limits.movetime.unwrap_or(OVERTIME) + OVERTIME;
        let answer = engine
            .prepare(&question, patience, OVERTIME)
            .and_then(|()| engine.think(patience, OVERTIME))
            .map_err(|failure| trouble(self.rule_of(failure.reason), &failure))?;
        match line.clone().play(&answer.word) {
            Ok(ply) => Ok((ply.to_string(), answer)),
            Err(illegal) => {
                let came = format!("illegal: {illegal}, in {}", line.position());
                let failure = engine.fail(Reason::IllegalMove, came);
                Err(trouble(self.game.name(), &failure))
            }
        }
    }

    /// The rule that an engine breaks by such a fault in a game.
    fn rule_of(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::Crash | Reason::Memory => rules::ALIVE,
            Reason::Time => rules::GO,
            _ => self.game.name(),
        }
    }

    /// Plays a game by itself, at most so many moves of it; gives the number of plies.
    fn game_of(&mut self, engine: &mut Engine, most: usize) -> Result<usize, Trouble> {
        let mut line = Line::new(self.game.start());
        for _ in 0..most {
            plays::pass(&mut line);
            if line.to_move().is_none() {
                break;
            }
            let (ply, _) = self.ask(engine, &line, MOVETIME)?;
            if line.play(&ply).is_err() {
                break;
            }
        }
        Ok(line.plies().len())
    }

    /// Asks about positions that have nothing to do with each other; with moves alone where there is no
    /// word for a position.
    fn positions(&mut self, engine: &mut Engine) -> Result<(), Trouble> {
        let mut random = Random::new(7);
        let dialect = self.request.setup.dialect;
        let mut asked = 0;
        for plies in [1, 2, 5, 20, 3, 8] {
            self.new_game(engine)?;
            let base = elsewhere(self.game, plies, &mut random)
                .filter(|base| dialect.check_opening(base).is_ok())
                .unwrap_or_else(|| Line::new(self.game.start()));
            let Some(line) = random_line(base, plies, &mut random) else { continue };
            self.ask(engine, &line, MOVETIME).map_err(|Trouble(rule, seen)| {
                Trouble(if rule == self.game.name() { rules::POSITIONS } else { rule }, seen)
            })?;
            asked += 1;
        }
        self.pass(rules::POSITIONS, "positions out of games", format!("{asked} legal moves"));
        Ok(())
    }

    /// Looks at the time of some answers.
    fn times(&mut self, engine: &mut Engine) -> Result<(), Trouble> {
        let mut random = Random::new(23);
        for _ in 0..TIMED {
            self.new_game(engine)?;
            let Some(line) = random_line(Line::new(self.game.start()), 6, &mut random) else { continue };
            let (_, answer) = self.ask(engine, &line, "movetime 1000")?;
            let asked = "a second".to_owned();
            self.timed.push(Timed { allowed: Duration::from_secs(1), used: answer.used, asked });
        }
        let (verdict, came) = lateness(&self.timed, self.request.margin);
        self.findings.note(rules::MOVETIME, verdict, Seen::new("a second a move", came));
        Ok(())
    }

    /// Asks the same in two games.
    fn repeats(&mut self, engine: &mut Engine) -> Result<(), Trouble> {
        let mut random = Random::new(31);
        let Some(line) = random_line(Line::new(self.game.start()), 6, &mut random) else { return Ok(()) };
        let mut answers = Vec::new();
        for _ in 0..2 {
            self.new_game(engine)?;
            answers.push(self.ask(engine, &line, MOVETIME)?.0);
        }
        let (verdict, came) = if answers[0] == answers[1] {
            (Verdict::Pass, "the same answer".to_owned())
        } else {
            (Verdict::Warning, format!("{}, then {}", answers[0], answers[1]))
        };
        self.findings.note(rules::REPEAT, verdict, Seen::new("the same in two games", came));
        Ok(())
    }
}

fn trouble(rule: &'static str, failure: &Failure) -> Trouble {
    let mut seen = seen(&failure.detail, &failure.evidence);
    if let Some(said) = failure.evidence.input.last() {
        seen.sent.clone_from(said);
    }
    Trouble(rule, Box::new(seen))
}

fn seen(came: &str, evidence: &crate::engine::Evidence) -> Seen {
    let skipped = evidence.traffic.len().saturating_sub(LINES);
    Seen {
        came: came.to_owned(),
        traffic: evidence.traffic[skipped..].to_vec(),
        stderr: evidence.stderr.clone(),
        ..Seen::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_that_is_judged_is_there() {
        for dialect in Dialect::ALL {
            let names: Vec<String> =
                rules(dialect, Game::Othello { size: 8 }).into_iter().map(|rule| rule.name).collect();
            assert_eq!(
                names,
                [
                    "start",
                    "handshake",
                    "game",
                    "flush",
                    "othello",
                    "go",
                    "positions",
                    "movetime",
                    "new-game",
                    "alive",
                    "repeat",
                    "quit"
                ]
            );
        }
    }
}
