//! Whether an engine is fit to play: rule by rule of the protocol, what was sent, what came, and the
//! verdict.
//!
//! A fault in the handshake or in a plain game hides everything behind it, so that one mistake is one
//! failed rule and not twenty: what could not be tried is not applicable. From then on every rule has
//! a process of its own, and whatever goes wrong there is laid to that rule. Verdicts that hang on
//! time allow for a busy machine.
//!
//! Of engines that speak another protocol than ours only what a game needs is judged.

mod dialects;
mod exam;
mod findings;
mod manners;
mod options;
mod plays;
mod repeat;
mod rules;
mod session;
mod timing;

use std::time::Duration;

use crate::engine::Setup;
use crate::games::Game;
use crate::protocol::dialect::Dialect;

pub use findings::{Finding, Verdict};
pub use rules::{FLUSH_CURES, Rule, rules};

use exam::Exam;

/// What is to be checked.
#[derive(Clone, Debug)]
pub struct Request {
    /// How the engine is started; of its game nothing but the name counts.
    pub setup: Setup,
    /// The games that it is to play, each on the board where it must; if none, those that it declares.
    pub games: Vec<Game>,
    /// It need not play on other boards.
    pub one_board: bool,
    /// It is shown what the other players have.
    pub peek: bool,
    /// What a tournament adds to the limits.
    pub margin: Duration,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it calls itself; empty if it did not say.
    pub name: String,
    /// The games that it was to play.
    pub games: Vec<Game>,
    /// All rules in the order of `protocol.md`.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether no rule is broken.
    pub fn is_fit(&self) -> bool {
        self.count(Verdict::Fail) == 0
    }

    /// Whether both were held to the same rules.
    pub fn has_rules_of(&self, other: &Self) -> bool {
        let names =
            |report: &Self| report.findings.iter().map(|finding| finding.rule.clone()).collect::<Vec<_>>();
        names(self) == names(other)
    }

    /// How many rules have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == verdict).count()
    }
}

/// Puts an engine through all rules. Takes seconds, for one that uses all its time half a minute; each
/// silence costs its start-up time or three seconds.
pub fn check(request: &Request) -> Report {
    if request.setup.dialect != Dialect::Ugi {
        return dialects::check(request);
    }
    let mut exam = Exam::new(request);
    if let Some(introduced) = options::introduce(&mut exam) {
        options::judge(&mut exam, &introduced);
        if let Some(game) = plays::whole_games(&mut exam) {
            manners::judge(&mut exam, game);
            options::set_all(&mut exam, game, &introduced);
            plays::boards(&mut exam);
            plays::positions(&mut exam, game);
            plays::move_lists(&mut exam, game);
            timing::judge(&mut exam, game);
            repeat::judge(&mut exam, game);
            manners::end(&mut exam, game);
        }
    }
    exam.finished()
}
