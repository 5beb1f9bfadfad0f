//! The handshake, and the options that are declared in it.

use std::time::Duration;

use super::exam::Exam;
use super::findings::{Seen, Verdict};
use super::rules;
use super::session::{Session, Trouble, set};
use crate::engine::{Identity, Objection};
use crate::games::{Game, Line};
use crate::protocol::{Kind, OptionDecl, VARIANT_OPTION};

/// What was learned in the handshake.
#[derive(Debug)]
pub(super) struct Introduced {
    identity: Identity,
    misdeclared: Vec<String>,
}

/// Does the handshake; learns who it is and which games it plays. `None` if it never gets ready.
pub(super) fn introduce(exam: &mut Exam<'_>) -> Option<Introduced> {
    let mut session = match Session::start(exam.setup()) {
        Ok(session) => session,
        Err(trouble) => {
            if trouble.rule != rules::START {
                exam.pass(rules::START, "its command", "it runs");
            }
            exam.fault(trouble);
            return None;
        }
    };
    exam.name.clone_from(&session.identity.name);
    let introduced = Introduced {
        identity: session.identity.clone(),
        misdeclared: std::mem::take(&mut session.misdeclared),
    };
    if exam.games.is_empty() {
        exam.plays(games(exam, &introduced.identity));
    }
    exam.pass(rules::START, "its command", "it runs");
    let ms = session.introduced.as_secs_f64() * 1e3;
    if session.identity.name.is_empty() {
        let seen = session.seen("ugiok, but no `id name`");
        exam.note(rules::UGI, Verdict::Warning, seen);
    } else {
        exam.pass(rules::UGI, "ugi", format!("ugiok after {ms:.0} ms"));
    }
    let begin = std::time::Instant::now();
    if let Err(trouble) = session.get_ready("") {
        exam.fault(trouble);
        return None;
    }
    exam.pass(
        rules::ISREADY,
        "isready",
        format!("readyok after {:.0} ms", begin.elapsed().as_secs_f64() * 1e3),
    );
    exam.hear_out(&mut session);
    if exam.verdict(rules::UNASKED) == Some(Verdict::NotApplicable) {
        exam.pass(rules::UNASKED, "nothing", "nothing else");
    }
    Some(introduced)
}

/// The games of the option `UGI_Variant`. An engine without it plays one game, which its answer shows.
fn games(exam: &Exam<'_>, identity: &Identity) -> Vec<Game> {
    let known = || Game::NAMES.iter().filter_map(|name| Game::named(name));
    if let Some(variant) = identity.option(VARIANT_OPTION) {
        return known().filter(|game| variant.check(game.name()).is_ok()).collect();
    }
    let legal = |game: &Game| {
        let line = Line::new(game.start());
        let asked = Session::ready(exam.setup(), *game)
            .and_then(|mut session| session.ask(&line, "movetime 200", exam.request.peek));
        asked.is_ok_and(|answer| line.clone().play(&answer.word).is_ok())
    };
    known().find(legal).or_else(|| known().next()).into_iter().collect()
}

/// Judges the declarations.
pub(super) fn judge(exam: &mut Exam<'_>, introduced: &Introduced) {
    let options = &introduced.identity.options;
    let told = |fault: String| Seen {
        traffic: options.iter().map(|option| format!("< {option}")).collect(),
        ..Seen::new("ugi", fault)
    };
    let misdeclared = introduced.misdeclared.first().map(|line| format!("declares nothing: {line}"));
    let fault = misdeclared.or_else(|| {
        options.iter().enumerate().find_map(|(at, option)| {
            let twice = options[..at].iter().any(|other| other.is_called(&option.name));
            if twice { Some(format!("{} is declared twice", option.name)) } else { misfit(option) }
        })
    });
    match fault {
        Some(fault) => exam.note(rules::OPTIONS, Verdict::Fail, told(fault)),
        None if options.is_empty() => exam.skip(rules::OPTIONS, "it declares none"),
        None => exam.pass(rules::OPTIONS, "ugi", count(options.len(), "options", "option")),
    }
    let Some(variant) = introduced.identity.option(VARIANT_OPTION) else {
        let games: Vec<&str> = exam.games.iter().map(|game| game.name()).collect();
        exam.skip(rules::VARIANT, &format!("not declared: it plays {}", games.join(", ")));
        return;
    };
    let missing = exam.games.iter().find_map(|game| {
        variant.check(game.name()).err().map(|says| format!("not {}: {VARIANT_OPTION} {says}", game.name()))
    });
    let fault = if exam.games.is_empty() {
        Some(format!("no game that the arena knows: {variant}"))
    } else if !matches!(variant.kind, Kind::Combo { .. }) {
        Some(format!("not a combo: {variant}"))
    } else {
        missing
    };
    match fault {
        Some(fault) => exam.note(rules::VARIANT, Verdict::Fail, told(fault)),
        None => {
            let games: Vec<&str> = exam.games.iter().map(|game| game.name()).collect();
            exam.pass(rules::VARIANT, "ugi", games.join(", "));
        }
    }
}

/// What keeps a declared option from being set.
fn misfit(option: &OptionDecl) -> Option<String> {
    if let Kind::Spin { min: Some(min), max: Some(max) } = option.kind
        && min > max
    {
        return Some(format!("{}: min {min} is over max {max}", option.name));
    }
    if matches!(&option.kind, Kind::Combo { vars } if vars.is_empty()) {
        return Some(format!("{}: a combo without var", option.name));
    }
    match (&option.kind, &option.default) {
        (Kind::Button | Kind::String, _) => None,
        (_, None) => Some(format!("{} has no default", option.name)),
        (_, Some(default)) => option
            .check(default)
            .err()
            .map(|says| format!("{} {says}, not its default {default}", option.name)),
    }
}

/// Sets what the tournament sets, and else every option to its default, and sees that it plays on.
pub(super) fn set_all(exam: &mut Exam<'_>, game: Game, introduced: &Introduced) {
    let wanted = &exam.setup().options;
    let objection =
        introduced.identity.objections(game, wanted).into_iter().find_map(|objection| match objection {
            Objection::Option(at, why) => Some(format!("{} = {} {why}", wanted[at].0, wanted[at].1)),
            Objection::Game(_) => None,
        });
    if let Some(objection) = objection {
        exam.note(rules::SETOPTION, Verdict::Fail, Seen::new("", objection));
        return;
    }
    let mut defaults = Vec::new();
    for option in &introduced.identity.options {
        let own = wanted.iter().any(|(name, _)| option.is_called(name));
        let Some(default) = option.default.as_deref().filter(|_| !own && option.kind != Kind::Button) else {
            continue;
        };
        if !option.is_called(VARIANT_OPTION) && !default.is_empty() && option.check(default).is_ok() {
            defaults.push((option.name.clone(), default.to_owned()));
        }
    }
    let number = defaults.len() + wanted.len();
    if number == 0 {
        exam.skip(rules::SETOPTION, "nothing to set");
        return;
    }
    exam.rule(rules::SETOPTION, Verdict::Fail, game, |exam, session| {
        refused(session, game, wanted)?;
        let lines: String = defaults.iter().map(|(name, value)| set(name, value)).collect();
        session.get_ready(&lines)?;
        refused(session, game, &defaults)?;
        session.new_game()?;
        exam.ask(session, &Line::new(game.start()), "movetime 100 depth 2")?;
        session.listen(Duration::from_millis(1));
        Ok(Seen::new("setoption ...", format!("{} set, readyok", count(number, "options", "option"))))
    });
}

/// Sees that the session has refused none of the `options` that it was set to.
fn refused(session: &mut Session, game: Game, options: &[(String, String)]) -> Result<(), Trouble> {
    for objection in session.identity.objections(game, options) {
        if let Objection::Option(at, why) = objection {
            let (name, value) = &options[at];
            return Err(session.trouble(rules::SETOPTION, &format!("{name} = {value} {why}")));
        }
    }
    session.identity.remarks.clear();
    Ok(())
}

pub(super) fn count(number: usize, several: &str, one: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_that_cannot_be_set_is_found() {
        for (text, fault) in [
            ("name Depth type spin default 6 min 1 max 60", None),
            ("name Clear Hash type button", None),
            ("name Book type string", None),
            ("name Depth type spin default 99 min 1 max 60", Some("not its default 99")),
            ("name Depth type spin min 9 max 1", Some("min 9 is over max 1")),
            ("name Depth type spin min 1 max 9", Some("has no default")),
            ("name Style type combo default wild", Some("without var")),
            ("name Style type combo default mild var wild", Some("not its default mild")),
            ("name Use type check default yes", Some("takes true or false")),
        ] {
            let found = misfit(&OptionDecl::parse(text).unwrap());
            match fault {
                None => assert_eq!(found, None, "{text}"),
                Some(part) => {
                    assert!(found.as_deref().is_some_and(|found| found.contains(part)), "{found:?}")
                }
            }
        }
    }
}
