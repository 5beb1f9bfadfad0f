//! Marks as a table that can be read out, with the reason beside each.

use super::csv_files::grades::DIGITS;
use super::style::Style;
use super::table::{Line, Tone, render};
use super::text::exact_points;
use crate::grades::{Exact, Final, Grade, Group, decimal};

/// The marks of a championship, in their order, with how each came about; ends with a newline.
pub fn grades(grades: &[Grade], style: Style) -> String {
    let in_a =
        || grades.iter().filter(|grade| grade.group == Group::A).map(|grade| &grade.performance.points);
    let range = in_a().min().zip(in_a().max());
    let lines = grades.iter().map(|grade| {
        let done = &grade.performance;
        let tone = if grade.group == Group::A { Tone::Plain } else { Tone::Warning };
        let cells = [
            (decimal(&grade.mark, DIGITS), tone),
            (format!("{:?}", grade.group), tone),
            (exact_points(&done.points), Tone::Plain),
            (format!("{}/{}", done.valid_games, done.games), tone),
            (decimal(&done.valid_percent(), 2), tone),
        ];
        (Line { name: &done.engine, numbers: cells.into() }, why(grade, range, in_a().count()))
    });
    with_reasons("engine", &["mark", "group", "points", "valid", "valid %"], lines, style)
}

/// How a mark came about.
fn why(grade: &Grade, range: Option<(&Exact, &Exact)>, in_a: usize) -> String {
    let done = &grade.performance;
    match (grade.group, range) {
        (Group::A, Some((least, most))) => {
            let points = &done.points;
            if in_a == 1 {
                "alone in group A".to_owned()
            } else if least == most {
                "all of group A have the same points".to_owned()
            } else if points == most {
                "the most points of group A".to_owned()
            } else if points == least {
                "the fewest points of group A".to_owned()
            } else {
                let [points, least, most] = [points, least, most].map(exact_points);
                format!("5 + 5 * ({points} - {least}) / ({most} - {least})")
            }
        }
        _ if done.games == 0 => "no game".to_owned(),
        _ => format!("fewer than 90 % valid: 5 * {}/{}", done.valid_games, done.games),
    }
}

/// The final marks over so many `championships`, the best first, with how each came about; ends with
/// a newline.
pub fn finals(championships: usize, finals: &[(String, Final)], style: Style) -> String {
    let least = Exact::new(championships.into(), 2.into());
    let most = finals.iter().map(|(_, one)| &one.p).max();
    let lines = finals.iter().map(|(student, one)| {
        let cells = [decimal(&one.mark, DIGITS), one.championships.to_string(), decimal(&one.p, DIGITS)];
        let why = if one.championships == 0 {
            "no results".to_owned()
        } else if one.p < least {
            format!("below half of {championships}: 5 * P / {}", exact_points(&least))
        } else if Some(&one.p) == most {
            "the highest P".to_owned()
        } else {
            let [p, low, high] =
                [&one.p, &least, most.unwrap_or(&one.p)].map(|number| decimal(number, DIGITS));
            format!("5 + 5 * ({p} - {low}) / ({high} - {low})")
        };
        let numbers = cells.map(|cell| (cell, Tone::Plain)).into();
        (Line { name: student, numbers }, why)
    });
    with_reasons("student", &["final", "championships", "P"], lines, style)
}

/// A table with a text at the end of each line.
fn with_reasons<'a>(
    who: &str,
    head: &[&str],
    lines: impl Iterator<Item = (Line<'a>, String)>,
    style: Style,
) -> String {
    let (lines, reasons): (Vec<Line<'_>>, Vec<String>) = lines.unzip();
    let table = render(who, head, 0, &lines, style);
    let mut rows = table.lines();
    let mut out = format!("{}  {}\n", rows.next().unwrap_or_default(), style.head("because"));
    for (row, reason) in rows.zip(reasons) {
        out.push_str(&format!("{row}  {reason}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grades::{self, Performance, whole};

    fn performance(engine: &str, points: i64, valid_games: u64, games: u64) -> Performance {
        Performance { engine: engine.to_owned(), points: whole(points), games, valid_games }
    }

    #[test]
    fn every_mark_has_its_reason_beside_it() {
        let marks = grades::championship(vec![
            performance("ann", 9, 10, 10),
            performance("bob", 7, 10, 10),
            performance("cy", 3, 9, 10),
            performance("dan", 5, 8, 10),
            performance("eve", 0, 0, 0),
        ]);
        assert_eq!(
            super::grades(&marks, Style::PLAIN),
            "\
engine     mark  group  points  valid  valid %  because
ann     10.0000      A       9  10/10   100.00  the most points of group A
bob      8.3333      A       7  10/10   100.00  5 + 5 * (7 - 3) / (9 - 3)
cy       5.0000      A       3   9/10    90.00  the fewest points of group A
dan      4.0000      B       5   8/10    80.00  fewer than 90 % valid: 5 * 8/10
eve      0.0000      B       0    0/0     0.00  no game
"
        );
    }

    #[test]
    fn final_marks_have_theirs() {
        let marks = [vec![whole(10); 3], vec![whole(8); 3], vec![whole(6)], vec![]];
        let finals = grades::finals(3, &marks);
        let students =
            ["Ann", "Bob", "Cy", "Dan"].map(str::to_owned).into_iter().zip(finals).collect::<Vec<_>>();
        assert_eq!(
            super::finals(3, &students, Style::PLAIN),
            "\
student    final  championships       P  because
Ann      10.0000              3  3.0000  the highest P
Bob       8.0000              3  2.4000  5 + 5 * (2.4000 - 1.5000) / (3.0000 - 1.5000)
Cy        2.0000              1  0.6000  below half of 3: 5 * P / 1.5
Dan       0.0000              0  0.0000  no results
"
        );
    }
}
