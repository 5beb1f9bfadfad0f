//! What was found, rule by rule.

use serde::Serialize;

use super::rules::Rule;

/// What became of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There was nothing to judge.
    NotApplicable,
    /// It is kept.
    Pass,
    /// No game is lost by it, but it is worth a look.
    Warning,
    /// It is broken.
    Fail,
}

impl Verdict {
    /// The word for it in a table.
    pub fn word(self) -> &'static str {
        match self {
            Self::NotApplicable => "n/a",
            Self::Pass => "pass",
            Self::Warning => "warning",
            Self::Fail => "fail",
        }
    }
}

/// A rule and what was found of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule's short name.
    pub rule: String,
    /// What it says.
    pub says: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What was sent, in short.
    pub sent: String,
    /// What came, in short.
    pub came: String,
    /// What to do, unless it is kept; else empty.
    pub cure: String,
    /// The last lines said, `>` to the engine and `<` from it, with seconds; only for what is not kept.
    pub traffic: Vec<String>,
    /// The end of what it wrote to standard error, only for what is not kept.
    pub stderr: String,
}

/// What is seen on the way, until it is made a finding.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) sent: String,
    pub(super) came: String,
    pub(super) traffic: Vec<String>,
    pub(super) stderr: String,
}

impl Seen {
    pub(super) fn new(sent: impl Into<String>, came: impl Into<String>) -> Self {
        Self { sent: sent.into(), came: came.into(), ..Self::default() }
    }
}

/// The findings, one a rule, in their order; all not applicable at first.
#[derive(Debug)]
pub(super) struct Findings {
    findings: Vec<Finding>,
    cures: Vec<String>,
}

impl Findings {
    pub(super) fn new(rules: Vec<Rule>) -> Self {
        let (mut findings, mut cures) = (Vec::new(), Vec::new());
        for Rule { name, says, cure } in rules {
            findings.push(Finding {
                rule: name,
                says,
                verdict: Verdict::NotApplicable,
                sent: String::new(),
                came: String::new(),
                cure: String::new(),
                traffic: Vec::new(),
                stderr: String::new(),
            });
            cures.push(cure);
        }
        Self { findings, cures }
    }

    /// Notes a verdict on a rule, unless one as bad is there already.
    pub(super) fn note(&mut self, rule: &str, verdict: Verdict, seen: Seen) {
        let Some(at) = self.findings.iter().position(|finding| finding.rule == rule) else { return };
        let finding = &mut self.findings[at];
        if verdict < finding.verdict || (verdict == finding.verdict && !finding.came.is_empty()) {
            return;
        }
        let bad = verdict >= Verdict::Warning;
        finding.verdict = verdict;
        finding.sent = seen.sent;
        finding.came = seen.came;
        finding.cure = if bad { self.cures[at].clone() } else { String::new() };
        finding.traffic = if bad { seen.traffic } else { Vec::new() };
        finding.stderr = if bad { seen.stderr } else { String::new() };
    }

    /// The worst verdict so far on a rule.
    pub(super) fn verdict(&self, rule: &str) -> Option<Verdict> {
        self.findings.iter().find(|finding| finding.rule == rule).map(|finding| finding.verdict)
    }

    /// All of them. What was never tried says why not.
    pub(super) fn finished(mut self) -> Vec<Finding> {
        let first = self.findings.iter().find(|finding| finding.verdict == Verdict::Fail);
        let why = first
            .map_or("nothing to judge".to_owned(), |first| format!("not tried, because of `{}`", first.rule));
        for finding in &mut self.findings {
            if finding.verdict == Verdict::NotApplicable && finding.came.is_empty() {
                finding.came.clone_from(&why);
            }
        }
        self.findings
    }
}
