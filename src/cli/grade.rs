//! `arena grade`: marks from results, of each championship and over all of them.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;

use super::results::{Championship, one_game};
use super::roster::Roster;
use super::{Failure, new_folder, say, warn};
use crate::grades::{self, Exact, Grade};
use crate::report::{self, Style, marks, text};
use crate::standings::Standings;

/// Gives marks: for every championship, and over all of them.
///
/// A path is a folder of results or a games.csv. Players with at least 90 % valid games are marked 5 to
/// 10 by their points, the others 0 to 5 by their share of valid games.
#[derive(Debug, Args)]
#[command(after_help = "Example: arena grade results/day-* --roster class.csv --out marks")]
pub(super) struct Arguments {
    /// Results, each a championship of its own
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Whose each engine is: a file with the line `engine,student` at its head
    #[arg(long, value_name = "CSV")]
    roster: Option<PathBuf>,
    /// Only championships that began on this day or later
    #[arg(long, value_name = "DAY", value_parser = day)]
    from: Option<String>,
    /// Only championships that began on this day or earlier
    #[arg(long, value_name = "DAY", value_parser = day)]
    to: Option<String>,
    /// A new folder for finals.csv and the marks of each championship
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A day as ISO 8601 writes it.
fn day(text: &str) -> Result<String, String> {
    let form = |(at, c): (usize, char)| if at == 4 || at == 7 { c == '-' } else { c.is_ascii_digit() };
    let number = |from: usize, to: usize| text[from..to].parse().unwrap_or(0);
    let is_day = text.len() == 10
        && text.char_indices().all(form)
        && (1..=12).contains(&number(5, 7))
        && (1..=31).contains(&number(8, 10));
    if is_day { Ok(text.to_owned()) } else { Err("expected a day such as 2026-11-30".to_owned()) }
}

/// A championship and its marks.
struct Marked {
    championship: Championship,
    grades: Vec<Grade>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let roster = arguments.roster.as_deref().map(Roster::read).transpose()?;
    let mut marked = Vec::new();
    for path in &arguments.paths {
        let one = mark(path)?;
        if within(&one.championship, arguments)? {
            marked.push(one);
        }
    }
    if marked.is_empty() {
        let paths = arguments.paths.len();
        return Err(Failure::Wrong(format!("none of the {paths} championships began in that time")));
    }
    let championships: Vec<Championship> = marked.iter().map(|one| one.championship.clone()).collect();
    one_game(&championships)?;
    let students = students(&marked, roster.as_ref())?;
    let finals = finals(&marked, students);
    if let Some(out) = &arguments.out {
        write(out, &marked, &finals)?;
    }
    let style = Style::for_terminal(io::stdout().is_terminal());
    for Marked { championship, grades } in &marked {
        if !championship.finished {
            warn(format!("{} is not finished: marks are of the games so far", championship.path.display()));
        }
        say(format!("{}\n{}", text::escaped(&championship.title()), marks::grades(grades, style)));
    }
    say(format!(
        "Over {} championship{}\n{}",
        marked.len(),
        if marked.len() == 1 { "" } else { "s" },
        marks::finals(marked.len(), &finals, style)
    ));
    if let Some(out) = &arguments.out {
        say(format!("marks: {}/", out.display()));
    }
    Ok(())
}

fn mark(path: &Path) -> Result<Marked, Failure> {
    // The engines that have no game are known only when the games have been read.
    let mut standings = Standings::new(&[]);
    let championship = Championship::read(path, |record| standings.add(record))?;
    standings.know(&championship.engines);
    Ok(Marked { championship, grades: standings.grades() })
}

/// Whether a championship began in the time that was asked for.
fn within(championship: &Championship, arguments: &Arguments) -> Result<bool, Failure> {
    let (from, to) = (&arguments.from, &arguments.to);
    if from.is_none() && to.is_none() {
        return Ok(true);
    }
    let Some(began) = championship.started.as_deref().and_then(|started| started.get(..10)) else {
        return Err(Failure::Wrong(format!(
            "{}: when it was played is not known, for that stands in tournament.json; leave out --from and --to",
            championship.path.display()
        )));
    };
    Ok(from.as_deref().is_none_or(|from| from <= began) && to.as_deref().is_none_or(|to| began <= to))
}

/// Students by name, each with his marks; a championship without one counts nothing.
fn students(marked: &[Marked], roster: Option<&Roster>) -> Result<Vec<(String, Vec<Exact>)>, Failure> {
    let mut students: Vec<(String, Vec<Exact>)> = Vec::new();
    let Some(roster) = roster else {
        for grade in marked.iter().flat_map(|one| &one.grades) {
            let name = &grade.performance.engine;
            match students.iter_mut().find(|(student, _)| student == name) {
                Some((_, marks)) => marks.push(grade.mark.clone()),
                None => students.push((name.clone(), vec![grade.mark.clone()])),
            }
        }
        return Ok(students);
    };
    students.extend(roster.students.iter().map(|student| (student.clone(), Vec::new())));
    let all = marked.iter().flat_map(|one| &one.grades);
    let took_part: BTreeSet<String> = all.map(|grade| grade.performance.engine.clone()).collect();
    for Marked { championship, grades } in marked {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        for grade in grades {
            let engine = &grade.performance.engine;
            let Some(student) = roster.student(engine, &took_part)? else { continue };
            if !seen.insert(student) {
                return Err(Failure::Wrong(format!(
                    "{}: {} has two engines in it, one of them {engine}: which mark counts?",
                    championship.path.display(),
                    students[student].0
                )));
            }
            students[student].1.push(grade.mark.clone());
        }
    }
    for engine in roster.absent(&took_part) {
        warn(format!("the roster has the engine {}, which took part nowhere", text::escaped(engine)));
    }
    Ok(students)
}

/// The final marks, the best first.
fn finals(marked: &[Marked], students: Vec<(String, Vec<Exact>)>) -> Vec<(String, grades::Final)> {
    let (names, marks): (Vec<String>, Vec<Vec<Exact>>) = students.into_iter().unzip();
    let mut finals: Vec<_> = names.into_iter().zip(grades::finals(marked.len(), &marks)).collect();
    finals.sort_by(|one, other| other.1.mark.cmp(&one.1.mark));
    finals
}

/// Writes all marks to a new folder.
fn write(out: &Path, marked: &[Marked], finals: &[(String, grades::Final)]) -> Result<(), Failure> {
    new_folder(out)?;
    for (number, one) in marked.iter().enumerate() {
        let name = match marked.len() {
            1 => "grades.csv".to_owned(),
            _ => format!("grades-{}.csv", number + 1),
        };
        report::write_grades(out, &name, &one.grades).map_err(Failure::failed)?;
    }
    report::write_finals(out, finals).map_err(Failure::failed)
}
