//! Whether limits are kept, and by how much not.

use std::time::Duration;

use super::exam::{Exam, Timed};
use super::findings::{Seen, Verdict};
use super::plays::{elsewhere, random_line};
use super::rules;
use super::session::Trouble;
use crate::games::random::Random;
use crate::games::{Game, Line};

/// No hiccup of a machine explains a single answer that is so much too late.
const NO_HICCUP: Duration = Duration::from_millis(500);
/// How often each is asked.
const TIMES: usize = 3;

/// Asks with short times, with clocks, and without either.
pub(super) fn judge(exam: &mut Exam<'_>, game: Game) {
    movetime(exam, game);
    clocks(exam, game);
    depth_nodes(exam, game);
}

fn some_lines(game: Game, number: usize) -> impl Iterator<Item = Line> {
    let mut random = Random::new(23);
    (0..number * 2).filter_map(move |_| random_line(Line::new(game.start()), 6, &mut random)).take(number)
}

fn movetime(exam: &mut Exam<'_>, game: Game) {
    let margin = exam.request.margin;
    exam.rule(rules::MOVETIME, Verdict::Fail, game, |exam, session| {
        for ms in [10, 50, 200] {
            for line in some_lines(game, TIMES) {
                exam.ask(session, &line, &format!("movetime {ms}"))?;
            }
        }
        let (verdict, came) = lateness(&exam.timed, margin);
        let seen = Seen::new("go movetime 10, 50, 200", &came);
        if verdict == Verdict::Pass {
            return Ok(seen);
        }
        let late = exam.seen_late(session, &came);
        exam.note(rules::MOVETIME, verdict, Seen { sent: seen.sent.clone(), ..late });
        Ok(seen)
    });
}

fn clocks(exam: &mut Exam<'_>, game: Game) {
    let margin = exam.request.margin;
    exam.rule(rules::CLOCKS, Verdict::Fail, game, |exam, session| {
        exam.timed.clear();
        exam.latest = None;
        let start = Line::new(game.start());
        let mut random = Random::new(29);
        // Either colour as p1, and either of them to move; the other one's clock is full.
        let second = elsewhere(game, 5, &mut random);
        let bases = [Some(start.clone()), second];
        for base in bases.into_iter().flatten() {
            for plies in [0, 1, 4, 3] {
                let Some(line) = random_line(base.clone(), plies, &mut random) else { continue };
                let Some(seat) = line.to_move() else { continue };
                let clock = |other: usize| if other == seat.0 { 300 } else { 60_000 };
                let times: Vec<String> =
                    (0..line.seats()).map(|other| format!("p{}time {}", other + 1, clock(other))).collect();
                let increments: Vec<String> =
                    (0..line.seats()).map(|other| format!("p{}inc 0", other + 1)).collect();
                exam.ask(session, &line, &format!("{} {}", times.join(" "), increments.join(" ")))?;
            }
        }
        for limits in ["p1time 2000 p2time 2000 p1inc 100 p2inc 100", "p1time 30 p2time 30 p1inc 0 p2inc 0"] {
            exam.ask(session, &start, limits)?;
        }
        let (verdict, came) = lateness(&exam.timed, margin);
        match verdict {
            Verdict::Pass => {}
            verdict => {
                let seen = exam.seen_late(session, &came);
                exam.note(rules::CLOCKS, verdict, seen);
            }
        }
        Ok(Seen::new("go p1time 300 p2time 60000 ...", came))
    });
}

fn depth_nodes(exam: &mut Exam<'_>, game: Game) {
    exam.rule(rules::DEPTH_NODES, Verdict::Fail, game, |exam, session| {
        for (limits, line) in ["depth 1", "nodes 100", "movetime 2000 depth 1", "movetime 2000 nodes 100"]
            .into_iter()
            .zip(some_lines(game, 4))
        {
            exam.ask(session, &line, limits)?;
        }
        Ok::<_, Trouble>(Seen::new("go depth 1; go nodes 100", "answered"))
    });
}

/// What is to be said of answers: a pass unless one is far too late, or most of a kind are over limit
/// and margin. A single one may be the machine's fault, and is only a warning.
pub(super) fn lateness(timed: &[Timed], margin: Duration) -> (Verdict, String) {
    let over = |timed: &Timed| timed.used.saturating_sub(timed.allowed);
    let ms = |duration: Duration| format!("{:.1} ms", duration.as_secs_f64() * 1e3);
    let Some(worst) = timed.iter().max_by_key(|timed| over(timed)) else {
        return (Verdict::Pass, "nothing was timed".to_owned());
    };
    let lost = timed.iter().filter(|timed| over(timed) > margin).count();
    if lost == 0 {
        let late = timed.iter().filter(|timed| over(timed) > Duration::ZERO).count();
        let came = match late {
            0 => format!("{} answers in time", timed.len()),
            _ => format!("{late} of {} late within the margin, by {} at most", timed.len(), ms(over(worst))),
        };
        return (Verdict::Pass, came);
    }
    let came = format!("{lost} of {} too late, by {} after `{}`", timed.len(), ms(over(worst)), worst.asked);
    let most_of_a_kind = timed.iter().any(|one| {
        let kind = timed.iter().filter(|other| other.allowed == one.allowed);
        let (late, all) =
            kind.fold((0, 0), |(late, all), other| (late + usize::from(over(other) > margin), all + 1));
        late * 2 > all
    });
    if over(worst) > NO_HICCUP || most_of_a_kind {
        (Verdict::Fail, came)
    } else {
        (Verdict::Warning, format!("{came}: was this machine busy?"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(answers: &[(u64, u64)]) -> Verdict {
        let ms = Duration::from_millis;
        let timed: Vec<Timed> = answers
            .iter()
            .map(|&(allowed, used)| Timed { allowed: ms(allowed), used: ms(used), asked: String::new() })
            .collect();
        lateness(&timed, ms(50)).0
    }

    #[test]
    fn a_hiccup_is_forgiven_and_a_habit_is_not() {
        assert_eq!(verdict(&[]), Verdict::Pass);
        assert_eq!(verdict(&[(10, 8), (10, 59), (50, 100)]), Verdict::Pass);
        assert_eq!(verdict(&[(10, 8), (10, 90), (10, 9)]), Verdict::Warning);
        assert_eq!(verdict(&[(10, 8), (10, 90), (10, 90)]), Verdict::Fail);
        assert_eq!(verdict(&[(10, 8), (10, 900), (10, 9)]), Verdict::Fail);
        assert_eq!(verdict(&[(10, 8), (200, 260), (10, 9), (10, 3)]), Verdict::Fail);
    }
}
