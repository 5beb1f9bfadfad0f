//! Tables for people: the standings, and who made which faults.

use std::iter;

use super::Summary;
use super::style::Style;
use super::text::{self, left, right};
use crate::standings::{Row, Standings};

/// The widest that a table gets, unless its numbers alone are wider.
const WIDTH: usize = 100;
/// What a name may be cut to, at worst.
const NAME: usize = 12;
/// Between two columns.
const GAP: &str = "  ";

/// How a cell is coloured.
#[derive(Clone, Copy)]
pub(super) enum Tone {
    Plain,
    Fault,
    Warning,
}

/// A line of a table: a name, and the numbers beside it.
pub(super) struct Line<'a> {
    pub(super) name: &'a str,
    pub(super) numbers: Vec<(String, Tone)>,
}

/// The standings with the ratings, best first, one line an engine; ends with a newline.
pub fn standings(summary: &Summary, style: Style) -> String {
    let rows = summary.standings.rows();
    let lines: Vec<Line<'_>> = rows
        .iter()
        .map(|row| {
            let plain = |text: String| (text, Tone::Plain);
            let elo = summary.ratings.of(&row.engine).and_then(|rated| rated.elo);
            let (elo, error) = match elo {
                Some(elo) => (text::signed(elo.value, 0), format!("{:.0}", elo.error)),
                None => ("-".to_owned(), "-".to_owned()),
            };
            Line {
                name: &row.engine,
                numbers: vec![
                    plain(row.rank.to_string()),
                    plain(row.games.to_string()),
                    plain(row.wins.to_string()),
                    plain(row.draws.to_string()),
                    plain(row.losses.to_string()),
                    plain(text::points(row.points)),
                    plain(format!("{:.1}", row.score_percent())),
                    plain(elo),
                    plain(error),
                    count(row.faults(), Tone::Fault),
                ],
            }
        })
        .collect();
    render(
        "engine",
        &["rank", "games", "W", "D", "L", "points", "score %", "Elo", "+-", "faults"],
        1,
        &lines,
        style,
    )
}

/// The faults and late answers of every engine that had some, by reason, in the order of the
/// standings; `None` if nobody had any. Ends with a newline.
pub fn faults(standings: &Standings, style: Style) -> Option<String> {
    let rows: Vec<Row> = standings.rows().into_iter().filter(|row| row.faults() + row.late > 0).collect();
    if rows.is_empty() {
        return None;
    }
    let lines: Vec<Line<'_>> = rows
        .iter()
        .map(|row| {
            let faults =
                [row.illegal_moves, row.time_losses, row.crashes, row.memory, row.stalls, row.protocol];
            let numbers = faults.into_iter().map(|number| count(number, Tone::Fault));
            Line {
                name: &row.engine,
                numbers: numbers.chain(iter::once(count(row.late, Tone::Warning))).collect(),
            }
        })
        .collect();
    let head = ["illegal-move", "time", "crash", "memory", "stall", "protocol", "late"];
    Some(render("engine", &head, 0, &lines, style))
}

/// Every engine against every other, as wins-draws-losses of the row against the column, in the order
/// of the standings; `None` where it would be wider than a page. Ends with a newline.
pub fn crosstable(standings: &Standings, style: Style) -> Option<String> {
    let table = standings.crosstable();
    let place = |name: &String| table.engines.iter().position(|engine| engine == name);
    let order: Vec<usize> = standings.rows().iter().filter_map(|row| place(&row.engine)).collect();
    let cell = |row: usize, column: usize| match table.cells[row][column] {
        Some(versus) => format!("{}-{}-{}", versus.wins, versus.draws, versus.losses),
        None => "-".to_owned(),
    };
    let lines = order.iter().map(|&row| Line {
        name: &table.engines[row],
        numbers: order.iter().map(|&column| (cell(row, column), Tone::Plain)).collect(),
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let numbers: Vec<String> = (1..=order.len()).map(|number| number.to_string()).collect();
    let head: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let rendered = render("engine", &head, 0, &lines, style);
    let fits = rendered.lines().next().is_some_and(|line| text::width(line) <= WIDTH);
    (order.len() > 1 && fits).then_some(rendered)
}

/// A number to which attention is drawn unless it is nothing.
fn count(number: u64, tone: Tone) -> (String, Tone) {
    match number {
        0 => ("-".to_owned(), Tone::Plain),
        _ => (number.to_string(), tone),
    }
}

/// Lines under a head, with the names of `who` as column `at`, which takes the room that the numbers
/// leave.
pub(super) fn render(who: &str, head: &[&str], at: usize, lines: &[Line<'_>], style: Style) -> String {
    let widths: Vec<usize> = head
        .iter()
        .enumerate()
        .map(|(column, title)| {
            let numbers = lines.iter().map(|line| text::width(&line.numbers[column].0));
            numbers.chain(iter::once(text::width(title))).max().unwrap_or_default()
        })
        .collect();
    let room = WIDTH.saturating_sub(widths.iter().map(|width| width + GAP.len()).sum());
    let names = lines.iter().map(|line| text::width(&text::escaped(line.name)));
    let name_width = names.chain(iter::once(who.len())).max().unwrap_or_default().min(room.max(NAME));

    let mut out = String::new();
    let mut push = |name: String, cells: Vec<String>, whole: fn(Style, &str) -> String| {
        let mut cells = cells;
        cells.insert(at, name);
        out.push_str(&whole(style, cells.join(GAP).trim_end()));
        out.push('\n');
    };
    let titles = iter::zip(head, &widths).map(|(title, &width)| right(title, width)).collect();
    push(left(who, name_width), titles, Style::head);
    for line in lines {
        let cells = iter::zip(&line.numbers, &widths).map(|((number, tone), &width)| {
            let cell = right(number, width);
            match tone {
                Tone::Plain => cell,
                Tone::Fault => style.fault(&cell),
                Tone::Warning => style.warning(&cell),
            }
        });
        push(left(line.name, name_width), cells.collect(), |_, line| line.to_owned());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameRecord, Reason};
    use crate::report::Summing;
    use crate::standings::sample::{drawn, faulty, won};

    fn sums(names: &[&str], records: &[GameRecord]) -> Summary {
        let mut sums = Summing::new(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        records.iter().for_each(|record| sums.add(0, record));
        sums.sums()
    }

    #[test]
    fn standings_line_up() {
        let two = &["alphabeta", "random"];
        let mut records: Vec<GameRecord> = (1..=10).map(|id| won(id, two)).collect();
        records.push(drawn(11, two));
        records.push(faulty(12, two, 1, Reason::Crash, ""));
        assert_eq!(
            standings(&sums(&["random", "alphabeta"], &records), Style::PLAIN),
            "\
rank  engine     games   W  D   L  points  score %   Elo   +-  faults
   1  alphabeta     12  11  1   0    11.5     95.8  +254  181       -
   2  random        12   0  1  11     0.5      4.2  -254  181       1
"
        );
    }

    #[test]
    fn a_crosstable_stands_in_the_order_of_the_standings_if_it_fits() {
        let records = [won(1, &["ann", "bob"]), won(2, &["bob", "ann"]), won(3, &["bob", "cy"])];
        let sums = sums(&["ann", "bob", "cy"], &records);
        assert_eq!(
            crosstable(&sums.standings, Style::PLAIN).unwrap(),
            "\
engine      1      2      3
bob         -  1-0-1  1-0-0
ann     1-0-1      -      -
cy      0-0-1      -      -
"
        );
        let many: Vec<String> = (0..30).map(|number| format!("engine {number}")).collect();
        assert_eq!(crosstable(&Standings::new(&many), Style::PLAIN), None);
    }

    #[test]
    fn faults_show_only_engines_that_had_some() {
        let two = &["ann", "bob"];
        let late = GameRecord { late: vec![3, 0], ..won(1, two) };
        assert_eq!(faults(&sums(two, &[won(1, two)]).standings, Style::PLAIN), None);
        let records =
            [late, faulty(2, two, 1, Reason::IllegalMove, ""), faulty(3, two, 1, Reason::Stall, "")];
        assert_eq!(
            faults(&sums(&["ann", "bob", "cy"], &records).standings, Style::PLAIN).unwrap(),
            "\
engine  illegal-move  time  crash  memory  stall  protocol  late
ann                -     -      -       -      -         -     3
bob                1     -      -       -      1         -     -
"
        );
    }

    #[test]
    fn no_name_breaks_a_table() {
        let long = "x".repeat(64);
        let hostile = "\u{1b}[2J木";
        let names = [&*long, hostile, "한국어", "plain"];
        let records = [won(1, &[&*long, hostile]), faulty(2, &["한국어", "plain"], 1, Reason::Time, "")];
        let sums = sums(&names, &records);
        for table in [standings(&sums, Style::PLAIN), faults(&sums.standings, Style::PLAIN).unwrap()] {
            let widths: Vec<usize> = table.lines().map(text::width).collect();
            assert!(widths.iter().all(|&width| width == widths[0] && width <= WIDTH), "{widths:?}\n{table}");
            assert!(!table.contains('\u{1b}'), "{table}");
        }
        assert!(standings(&sums, Style::PLAIN).contains("xxxx…  "));
        assert!(standings(&sums, Style::PLAIN).contains("\\u{1b}[2J木  "));
    }

    #[test]
    fn colour_changes_nothing_but_the_colour() {
        let two = &["ann", "bob"];
        let sums = sums(two, &[GameRecord { late: vec![1, 0], ..faulty(1, two, 1, Reason::Time, "") }]);
        let plain = |text: &str| {
            let mut text = text.to_owned();
            for code in ["1", "31", "33", "0"] {
                text = text.replace(&format!("\u{1b}[{code}m"), "");
            }
            text
        };
        let coloured = standings(&sums, Style::COLOUR);
        assert!(coloured.contains("\u{1b}[31m     1\u{1b}[0m"), "{coloured:?}");
        assert_eq!(plain(&coloured), standings(&sums, Style::PLAIN));
        let coloured = faults(&sums.standings, Style::COLOUR).unwrap();
        assert!(coloured.contains("\u{1b}[33m   1\u{1b}[0m"), "{coloured:?}");
        assert_eq!(plain(&coloured), faults(&sums.standings, Style::PLAIN).unwrap());
    }
}
