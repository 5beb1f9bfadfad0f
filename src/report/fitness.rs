//! Whether engines are fit to play, for people: a table of the rules, and what to do about those that
//! are broken.

use super::style::Style;
use super::text::{cut, escaped, left, width};
use crate::fitness::{Finding, Report, Verdict};
use crate::process;

/// The widest that a table gets, and the narrowest that it can be read in.
const WIDTH: (usize, usize) = (60, 100);
/// The column of what was sent, at most.
const SENT: usize = 34;
/// The column of what came, at least.
const CAME: usize = 24;
/// A column for an engine's verdicts, at least and at most.
const NAME: (usize, usize) = (7, 14);
/// Between two columns.
const GAP: &str = "  ";

fn painted(verdict: Verdict, text: &str, style: Style) -> String {
    match verdict {
        Verdict::Fail => style.fault(text),
        Verdict::Warning => style.warning(text),
        Verdict::Pass | Verdict::NotApplicable => text.to_owned(),
    }
}

fn widest<'a>(texts: impl Iterator<Item = &'a str>, title: &str) -> usize {
    texts.map(|text| width(&escaped(text))).max().unwrap_or(0).max(title.len())
}

/// How many columns there are for what follows: those of the terminal, if it goes to one.
pub fn room(is_terminal: bool) -> usize {
    let columns =
        process::terminal_size().filter(|_| is_terminal).map_or(WIDTH.1, |(columns, _)| columns.into());
    columns.clamp(WIDTH.0, WIDTH.1)
}

/// The rules in their order, in so many columns: the verdict, what was sent and what came; ends with a newline.
pub fn rules(report: &Report, room: usize, style: Style) -> String {
    let findings = &report.findings;
    let name = widest(findings.iter().map(|finding| &*finding.rule), "rule");
    let verdict = Verdict::Warning.word().len();
    let sent = widest(findings.iter().map(|finding| &*finding.sent), "sent").min(SENT);
    let left_over = room.saturating_sub(name + verdict + 3 * GAP.len());
    let sent = sent.min(left_over.saturating_sub(CAME));
    let came = left_over - sent;
    let head = [left("rule", name), left("verdict", verdict), left("sent", sent), "came".to_owned()];
    let mut out = style.head(&head.join(GAP)) + "\n";
    for finding in findings {
        let word = left(finding.verdict.word(), verdict);
        let row = [
            left(&finding.rule, name),
            painted(finding.verdict, &word, style),
            left(&finding.sent, sent),
            cut(&finding.came, came).into_owned(),
        ];
        out += row.join(GAP).trim_end();
        out.push('\n');
    }
    out
}

/// What is to be said of each rule that is not kept: what came, the last lines said, the cure. Empty if
/// all are.
pub fn cures(report: &Report, room: usize, style: Style) -> String {
    let unkept = report.findings.iter().filter(|finding| finding.verdict >= Verdict::Warning);
    unkept.map(|finding| cure(finding, room, style)).collect::<Vec<_>>().join("\n")
}

fn cure(finding: &Finding, room: usize, style: Style) -> String {
    let head = format!("{}: {}", finding.verdict.word(), finding.rule);
    let mut out = format!("{} - {}\n", painted(finding.verdict, &head, style), finding.says);
    out += &format!("  came: {}\n", escaped(&finding.came));
    for line in &finding.traffic {
        out += &format!("    {}\n", escaped(line));
    }
    if !finding.stderr.is_empty() {
        out += "  standard error:\n";
        for line in finding.stderr.lines().rev().take(10).collect::<Vec<_>>().into_iter().rev() {
            out += &format!("    | {}\n", escaped(line));
        }
    }
    out += &wrapped("  cure: ", &finding.cure, room);
    out
}

/// `text` behind `head`, on lines of so many columns.
fn wrapped(head: &str, text: &str, room: usize) -> String {
    let mut lines = vec![head.trim_end().to_owned()];
    for word in text.split_ascii_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= room => *line += &format!(" {word}"),
            _ => lines.push(format!("{}{word}", " ".repeat(head.len()))),
        }
    }
    lines.join("\n") + "\n"
}

/// The verdict in a sentence.
pub fn verdict(report: &Report, style: Style) -> String {
    let games: Vec<&str> = report.games.iter().map(|game| game.name()).collect();
    let count = |verdict, what: &str| match report.count(verdict) {
        0 => String::new(),
        1 => format!(", 1 {what}"),
        number => format!(", {number} {what}s"),
    };
    let counts = format!(
        "{} rules kept{}{}{}",
        report.count(Verdict::Pass),
        count(Verdict::Warning, "warning"),
        count(Verdict::Fail, "failure"),
        match report.count(Verdict::NotApplicable) {
            0 => String::new(),
            number => format!(", {number} not applicable"),
        }
    );
    match report.is_fit() {
        true => format!("fit to play {}: {counts}", games.join(", ")),
        false => style.fault(&format!("not fit to play: {counts}")),
    }
}

/// Rules by engines, in blocks of as many engines as there is room for; ends with a newline. All
/// engines have the same rules.
pub fn engines(reports: &[(String, Report)], room: usize, style: Style) -> String {
    let Some((_, first)) = reports.first() else { return String::new() };
    let rule = widest(first.findings.iter().map(|finding| &*finding.rule), "rule");
    let names = widest(reports.iter().map(|(name, _)| &**name), "").clamp(NAME.0, NAME.1);
    let at_once = (room.saturating_sub(rule) / (names + GAP.len())).max(1);
    let blocks = reports.chunks(at_once).map(|block| {
        let head = block.iter().map(|(name, _)| left(name, names));
        let head: Vec<String> = std::iter::once(left("rule", rule)).chain(head).collect();
        let mut out = style.head(head.join(GAP).trim_end()) + "\n";
        for (at, finding) in first.findings.iter().enumerate() {
            let mut row = left(&finding.rule, rule);
            for (_, report) in block {
                let verdict = report.findings.get(at).map_or(Verdict::NotApplicable, |found| found.verdict);
                row += GAP;
                row += &painted(verdict, &left(verdict.word(), names), style);
            }
            out += row.trim_end();
            out.push('\n');
        }
        out
    });
    blocks.collect::<Vec<_>>().join("\n") + &not_judged(reports, room)
}

/// Why rules were not judged, each reason once: of which engines, and which rules.
fn not_judged(reports: &[(String, Report)], room: usize) -> String {
    let mut reasons: Vec<(&str, Vec<&str>, Vec<&str>)> = Vec::new();
    let rules = reports.first().map_or(&[][..], |(_, first)| &first.findings);
    for (at, rule) in rules.iter().enumerate() {
        let mut here: Vec<(&str, Vec<&str>)> = Vec::new();
        for (name, report) in reports {
            let Some(found) = report.findings.get(at) else { continue };
            if found.verdict != Verdict::NotApplicable {
                continue;
            }
            match here.iter_mut().find(|(why, _)| *why == found.came) {
                Some((_, names)) => names.push(name),
                None => here.push((&found.came, vec![name])),
            }
        }
        for (why, names) in here {
            match reasons.iter_mut().find(|(other, others, _)| *other == why && *others == names) {
                Some((_, _, rules)) => rules.push(&rule.rule),
                None => reasons.push((why, names, vec![&rule.rule])),
            }
        }
    }
    let mut out = String::new();
    for (why, names, rules) in reasons {
        let of = match names.len() < reports.len() {
            true => format!(" ({})", names.iter().map(|name| escaped(name)).collect::<Vec<_>>().join(", ")),
            false => String::new(),
        };
        out += &wrapped("n/a: ", &format!("{}{of}: {}", rules.join(", "), escaped(why)), room);
    }
    if out.is_empty() { out } else { format!("\n{out}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    fn finding(rule: &str, verdict: Verdict, sent: &str, came: &str) -> Finding {
        Finding {
            rule: rule.to_owned(),
            says: "it does as it should".to_owned(),
            verdict,
            sent: sent.to_owned(),
            came: came.to_owned(),
            cure: "Do as you should.".to_owned(),
            traffic: vec!["+0.001 > ugi".to_owned(), "+0.002 < \u{1b}[2J".to_owned()],
            stderr: "Traceback\n".to_owned(),
        }
    }

    fn report() -> Report {
        Report {
            name: "木 engine".to_owned(),
            games: vec![Game::Othello { size: 8 }],
            findings: vec![
                finding("start", Verdict::Pass, "its command", "it runs"),
                finding("othello-boards", Verdict::Fail, &"x".repeat(60), "\u{1b}[2J木"),
                finding("stop", Verdict::Warning, "go, then stop", &"no answer ".repeat(20)),
                finding("info", Verdict::NotApplicable, "", "it sends none"),
            ],
        }
    }

    #[test]
    fn the_rules_line_up_whatever_came() {
        for room in [WIDTH.0, 80, WIDTH.1] {
            lines_up(&rules(&report(), room, Style::PLAIN), room);
        }
    }

    fn lines_up(table: &str, room: usize) {
        let begins = |line: &str, what: &str| line.find(what).map(|at| width(&line[..at]));
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["rule", "verdict", "sent", "came"]);
        assert_eq!(begins(lines[0], "came"), begins(lines[1], "it runs"));
        assert_eq!(begins(lines[0], "came"), begins(lines[2], "\\u{1b}"));
        assert_eq!(begins(lines[0], "came"), begins(lines[4], "it sends"));
        assert_eq!(begins(lines[0], "verdict"), begins(lines[4], "n/a"));
        assert!(lines.iter().all(|line| width(line) <= room), "{table}");
    }

    #[test]
    fn a_rule_that_is_not_kept_has_its_cure() {
        let text = cures(&report(), 80, Style::PLAIN);
        assert!(text.starts_with("fail: othello-boards - it does as it should\n"), "{text}");
        for part in ["+0.001 > ugi", "Traceback", "  cure: Do as you should.", "warning: stop"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains('\u{1b}') && !text.contains("start"), "{text}");
        assert_eq!(
            verdict(&report(), Style::PLAIN),
            "not fit to play: 1 rules kept, 1 warning, 1 failure, 1 not applicable"
        );
    }

    #[test]
    fn engines_stand_side_by_side_in_blocks() {
        let reports: Vec<(String, Report)> =
            (0..9).map(|number| (format!("engine {number}"), report())).collect();
        for (room, blocks) in [(WIDTH.1, 2), (80, 2), (WIDTH.0, 3)] {
            let table = engines(&reports, room, Style::PLAIN);
            assert_eq!(table.matches("othello-boards").count(), blocks, "{table}");
            assert_eq!(table.matches("fail").count(), 9);
            assert!(table.ends_with("\n\nn/a: info: it sends none\n"), "{table}");
            assert!(table.lines().all(|line| width(line) <= room), "{table}");
        }
    }

    #[test]
    fn whatever_was_not_judged_has_its_reason_below_the_table() {
        let mut mute = report();
        for finding in &mut mute.findings[1..] {
            (finding.verdict, finding.came) =
                (Verdict::NotApplicable, "not tried, because of `start`".to_owned());
        }
        let reports =
            [("one".to_owned(), report()), ("mute\u{1b}".to_owned(), mute), ("two".to_owned(), report())];
        let table = engines(&reports, 80, Style::PLAIN);
        let reasons: Vec<&str> = table.lines().filter(|line| line.starts_with("n/a: ")).collect();
        assert_eq!(
            reasons,
            [
                "n/a: othello-boards, stop, info (mute\\u{1b}): not tried, because of `start`",
                "n/a: info (one, two): it sends none"
            ]
        );
    }

    #[test]
    fn colour_changes_nothing_but_the_colour() {
        let coloured = rules(&report(), 80, Style::COLOUR);
        let mut plain = coloured.clone();
        for code in ["1", "31", "33", "0"] {
            plain = plain.replace(&format!("\u{1b}[{code}m"), "");
        }
        assert!(coloured.contains("\u{1b}[31mfail   \u{1b}[0m"), "{coloured:?}");
        assert_eq!(plain, rules(&report(), 80, Style::PLAIN));
    }
}
