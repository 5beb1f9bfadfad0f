//! An examination on its way.

use std::time::Duration;

use super::findings::{Findings, Seen, Verdict};
use super::rules;
use super::session::{Answer, Session, Trouble, allowed};
use super::{Report, Request};
use crate::engine::Setup;
use crate::games::{Game, Line};
use crate::protocol::{Info, Score};

/// How long an illegal answer is suspected to be a second one to the question before.
const STRAY: Duration = Duration::from_millis(50);

/// An answer's limit, the time it took, and what was asked.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub(super) allowed: Duration,
    pub(super) used: Duration,
    pub(super) asked: String,
}

#[derive(Debug)]
pub(super) struct Exam<'a> {
    pub(super) request: &'a Request,
    pub(super) games: Vec<Game>,
    pub(super) name: String,
    findings: Findings,
    pub(super) timed: Vec<Timed>,
    /// What was said when an answer was latest, and by how much it was too late.
    pub(super) latest: Option<(Duration, Seen)>,
    infos: usize,
    info_fault: Option<String>,
}

impl<'a> Exam<'a> {
    pub(super) fn new(request: &'a Request) -> Self {
        Self {
            request,
            games: request.games.clone(),
            name: String::new(),
            findings: Findings::new(rules::rules(&request.games)),
            timed: Vec::new(),
            latest: None,
            infos: 0,
            info_fault: None,
        }
    }

    /// The games are known only now; nothing was noted before.
    pub(super) fn plays(&mut self, games: Vec<Game>) {
        self.findings = Findings::new(rules::rules(&games));
        self.games = games;
    }

    pub(super) fn setup(&self) -> &'a Setup {
        &self.request.setup
    }

    pub(super) fn note(&mut self, rule: &str, verdict: Verdict, seen: Seen) {
        self.findings.note(rule, verdict, seen);
    }

    pub(super) fn pass(&mut self, rule: &str, sent: impl Into<String>, came: impl Into<String>) {
        self.note(rule, Verdict::Pass, Seen::new(sent, came));
    }

    pub(super) fn warn(&mut self, rule: &str, sent: impl Into<String>, came: impl Into<String>) {
        self.note(rule, Verdict::Warning, Seen::new(sent, came));
    }

    /// There is nothing to judge, and why.
    pub(super) fn skip(&mut self, rule: &str, why: &str) {
        self.note(rule, Verdict::NotApplicable, Seen::new("", why));
    }

    /// Lays a fault to the rule that it breaks.
    pub(super) fn fault(&mut self, trouble: Trouble) {
        self.note(trouble.rule, Verdict::Fail, trouble.seen);
    }

    pub(super) fn verdict(&self, rule: &str) -> Option<Verdict> {
        self.findings.verdict(rule)
    }

    /// Runs one rule with a process of its own, ready for `game`; gives what was sent and what came.
    /// Whatever goes wrong breaks this rule, as `verdict` says.
    pub(super) fn rule(
        &mut self,
        rule: &'static str,
        verdict: Verdict,
        game: Game,
        judge: impl FnOnce(&mut Self, &mut Session) -> Result<Seen, Trouble>,
    ) {
        let result = Session::ready(self.setup(), game).and_then(|mut session| {
            let result = judge(self, &mut session);
            self.hear_out(&mut session);
            result
        });
        match result {
            Ok(seen) => self.note(rule, Verdict::Pass, seen),
            Err(trouble) => {
                if let Some(seen) = self.own(rule, trouble) {
                    self.note(rule, verdict, seen);
                }
            }
        }
    }

    /// What is to be laid to `rule`, where trouble came up. An answer that is none, or a second one, has
    /// a rule of its own, whatever the question was.
    pub(super) fn own(&mut self, rule: &str, trouble: Trouble) -> Option<Seen> {
        if trouble.rule != rules::BESTMOVE {
            return Some(trouble.seen);
        }
        self.skip(rule, "not tried to the end, because of `bestmove`");
        self.fault(trouble);
        None
    }

    /// Asks for a legal move after `line`, and takes note of its time and its news.
    pub(super) fn ask(
        &mut self,
        session: &mut Session,
        line: &Line,
        limits: &str,
    ) -> Result<String, Trouble> {
        let answer = session.ask(line, limits, self.request.peek)?;
        self.look_at_infos(&answer, line);
        if let Some(allowed) = allowed(line, limits) {
            let asked = format!("go {limits}");
            let over = answer.used.saturating_sub(allowed);
            if over > self.request.margin && self.latest.as_ref().is_none_or(|(before, _)| over > *before) {
                self.latest = Some((over, session.seen("")));
            }
            self.timed.push(Timed { allowed, used: answer.used, asked });
        }
        legal(session, line, &answer)
    }

    /// What was said when an answer was latest, under the words for all that `came` too late.
    pub(super) fn seen_late(&mut self, session: &mut Session, came: &str) -> Seen {
        let seen = self.latest.take().map(|(_, seen)| Seen { came: came.to_owned(), ..seen });
        seen.unwrap_or_else(|| session.seen(came))
    }

    /// Notes what was said without being asked.
    pub(super) fn hear_out(&mut self, session: &mut Session) {
        session.listen(Duration::from_millis(5));
        if let Some(second) = session.second_answer.take() {
            let seen = session.seen(&format!("a second answer: {second}"));
            self.note(rules::BESTMOVE, Verdict::Fail, seen);
        }
        if let Some(first) = session.unasked.first().cloned() {
            let seen = session.seen(&format!("unknown: {first}"));
            self.note(rules::UNASKED, Verdict::Warning, seen);
        }
    }

    fn look_at_infos(&mut self, answer: &Answer, line: &Line) {
        self.infos += answer.infos.len();
        if self.info_fault.is_none() {
            self.info_fault = answer.infos.iter().find_map(|info| {
                let fault = info_fault(info, line)?;
                Some(format!("{fault}: info {info}"))
            });
        }
    }

    pub(super) fn finished(mut self) -> Report {
        match self.info_fault.take() {
            Some(fault) => self.warn(rules::INFO, "go", fault),
            None if self.infos > 0 => {
                let came = format!("{} well-formed lines", self.infos);
                self.pass(rules::INFO, "go", came);
            }
            None if self.verdict(rules::GO) == Some(Verdict::Pass) => self.skip(rules::INFO, "it sends none"),
            None => {}
        }
        Report { name: self.name, games: self.games, findings: self.findings.finished() }
    }
}

/// Sees that an answer is a legal move.
pub(super) fn legal(session: &mut Session, line: &Line, answer: &Answer) -> Result<String, Trouble> {
    let played = line.clone().play(&answer.word).map(|ply| ply.to_string());
    let game = line.game().name();
    played.map_err(|illegal| {
        // It may have answered the question before once more, and this one yet to come.
        session.listen(STRAY);
        if session.second_answer.is_some() {
            return session.trouble(rules::BESTMOVE, &format!("a second answer: bestmove {}", answer.word));
        }
        let rule = Game::NAMES.into_iter().find(|name| *name == game).unwrap_or(rules::BESTMOVE);
        let board = line.position();
        session.trouble(rule, &format!("illegal: {illegal}, in {board}"))
    })
}

/// What is wrong with the words after `info`.
fn info_fault(info: &str, line: &Line) -> Option<String> {
    let parsed = Info::parse(info);
    let words: Vec<&str> = info.split_ascii_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let value = words.get(at + 1).copied().unwrap_or_default();
        let understood = match *word {
            "string" => break,
            // What is hidden from the engine cannot be in its pv.
            "pv" if line.game().is_dealt() => break,
            "pv" => {
                let mut line = line.clone();
                let wrong = parsed.pv.iter().find_map(|ply| line.play(ply).err());
                return wrong.map(|illegal| format!("pv cannot be played, {illegal}"));
            }
            "depth" => parsed.depth.is_some(),
            "nodes" => parsed.nodes.is_some(),
            "time" => parsed.time.is_some(),
            "nps" => parsed.nps.is_some(),
            "score" => matches!(parsed.score, Some(Score::Cp(_) | Score::Mate(_))),
            _ => true,
        };
        if !understood {
            return Some(format!("`{word} {value}` cannot be read"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_info_says_is_read_as_the_results_read_it() {
        let line = Line::new(Game::Othello { size: 8 }.start());
        for (info, fault) in [
            ("depth 6 score cp -120 nodes 12345 time 17 nps 726176 pv f5 d6 c3", None),
            ("score mate 7 nodes 99", None),
            ("string depth many", None),
            ("hashfull 3 seldepth x depth 3", None),
            ("depth many", Some("`depth many` cannot be read")),
            ("depth 3 score 1.5", Some("`score 1.5` cannot be read")),
            ("nodes", Some("`nodes ` cannot be read")),
        ] {
            assert_eq!(info_fault(info, &line).as_deref(), fault, "{info}");
        }
        assert!(info_fault("depth 1 pv f5 f5", &line).unwrap().starts_with("pv cannot be played"));
    }
}
