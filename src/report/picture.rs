//! `standings.svg`: the ratings with their errors, and who beat whom as a heat map; legible when printed,
//! in grey too, for every cell says its number.

use std::fmt::Write as _;

use super::Summary;
use super::text::{cut, signed};
use crate::ratings::Estimate;

/// The width of the picture, in its own units, and the room for names at the left.
const WIDTH: f64 = 860.0;
const NAMES: f64 = 190.0;
/// Between the parts and at the edges.
const MARGIN: f64 = 24.0;
/// The height of an engine's line among the ratings.
const LINE: f64 = 22.0;
/// The most and the least side of a cell of the heat map.
const CELL: (f64, f64) = (54.0, 4.0);
/// Cells smaller than this have no number.
const NUMBERED: f64 = 26.0;

/// The whole picture.
pub fn standings(summary: &Summary) -> String {
    let rows = summary.standings.rows();
    let rated: Vec<(&str, Estimate)> = rows
        .iter()
        .filter_map(|row| Some((row.engine.as_str(), summary.ratings.of(&row.engine)?.elo?)))
        .collect();
    let engines: Vec<&str> = rows.iter().map(|row| row.engine.as_str()).collect();
    let (ratings, below) = ratings(&rated, MARGIN);
    let (heat, height) = heat(summary, &engines, below + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#111\">\n\
         <rect width=\"{WIDTH}\" height=\"{height:.0}\" fill=\"#fff\"/>\n{ratings}{heat}</svg>\n"
    )
}

/// Dots with bars, from `top`; and where they end.
fn ratings(rated: &[(&str, Estimate)], top: f64) -> (String, f64) {
    let mut out = title("Elo with its 95 % interval", top);
    let first = top + 34.0;
    if rated.is_empty() {
        return (out + &text(NAMES, first, "end", "no rated games"), first + 10.0);
    }
    let reach =
        |sign: f64| rated.iter().map(|(_, elo)| sign * elo.value + elo.error).fold(10.0_f64, f64::max);
    let (low, high) = (-reach(-1.0), reach(1.0));
    let step = step(high - low);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let x = |elo: f64| NAMES + MARGIN + (elo - low) / (high - low) * (WIDTH - NAMES - 5.0 * MARGIN);
    let bottom = first + LINE * rated.len() as f64;
    let mut tick = low;
    while tick <= high + step / 2.0 {
        let colour = if tick.abs() < step / 2.0 { "#555" } else { "#ccc" };
        let at = x(tick);
        let _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{:.1}\" x2=\"{at:.1}\" y2=\"{bottom:.1}\" stroke=\"{colour}\"/>",
            first - 14.0
        );
        out += &text(at, bottom + 14.0, "middle", &signed(tick, 0));
        tick += step;
    }
    for (number, (name, elo)) in rated.iter().enumerate() {
        let y = first + LINE * number as f64;
        let (from, at, to) = (x(elo.value - elo.error), x(elo.value), x(elo.value + elo.error));
        out += &text(NAMES, y + 4.0, "end", name);
        let _ = writeln!(
            out,
            "<path d=\"M{from:.1} {y:.1}H{to:.1}M{from:.1} {:.1}v8M{to:.1} {:.1}v8\" stroke=\"#1b5e9b\" \
             stroke-width=\"2\" fill=\"none\"/><circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#1b5e9b\"/>",
            y - 4.0,
            y - 4.0
        );
        let value = format!("{} \u{b1} {:.0}", signed(elo.value, 0), elo.error);
        out += &text(WIDTH - MARGIN, y + 4.0, "end", &value);
    }
    (out, bottom + 20.0)
}

/// The distance of two marks on an axis of this length: 1, 2 or 5 times a power of ten, at most ten marks.
fn step(length: f64) -> f64 {
    let rough = length / 10.0;
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|&step| step >= rough)
        .unwrap_or(rough)
}

/// The heat map, from `top`; and the height of the picture.
fn heat(summary: &Summary, engines: &[&str], top: f64) -> (String, f64) {
    let table = summary.standings.crosstable();
    let place = |name: &str| table.engines.iter().position(|engine| engine == name);
    let order: Vec<usize> = engines.iter().filter_map(|name| place(name)).collect();
    let side = ((WIDTH - NAMES - 2.0 * MARGIN) / order.len().max(1) as f64).clamp(CELL.1, CELL.0);
    let mut out = title("Points in percent: the row against the column", top);
    let first = top + 44.0;
    let left = NAMES + MARGIN;
    let small = if side < 12.0 { side.max(4.0) } else { 12.0 };
    for (row, &engine) in order.iter().enumerate() {
        let y = first + side * row as f64;
        let middle = y + side / 2.0 + small / 3.0;
        let name = format!("{}  {}", table.engines[engine], row + 1);
        out += &sized(NAMES + MARGIN - 6.0, middle, "end", &name, small);
        if side >= 12.0 {
            let across = left + side * (row as f64 + 0.5);
            out += &text(across, first - 6.0, "middle", &(row + 1).to_string());
        }
        for (column, &other) in order.iter().enumerate() {
            let x = left + side * column as f64;
            let cell = table.cells[engine][other].filter(|_| engine != other);
            let games =
                cell.map(|versus| versus.wins + versus.draws + versus.losses).filter(|&games| games > 0);
            let share = cell.zip(games).map(|(versus, games)| versus.points / games as f64);
            let colour = share.map_or_else(|| "#eee".to_owned(), colour);
            let _ = writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{colour}\" \
                 stroke=\"#fff\"/>"
            );
            if let Some(share) = share
                && side >= NUMBERED
            {
                out += &text(x + side / 2.0, middle, "middle", &format!("{:.0}", 100.0 * share));
            }
        }
    }
    (out, first + side * order.len() as f64 + MARGIN)
}

/// From orange for nothing over white for half to blue for all, light enough for black numbers.
fn colour(share: f64) -> String {
    let (end, weight) =
        if share < 0.5 { ([230, 138, 46], 1.0 - 2.0 * share) } else { ([86, 156, 214], 2.0 * share - 1.0) };
    let [r, g, b] = end.map(|part: i32| (255.0 + (f64::from(part) - 255.0) * weight).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn title(title: &str, top: f64) -> String {
    format!("<text x=\"{MARGIN}\" y=\"{top:.1}\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n")
}

fn text(x: f64, y: f64, anchor: &str, text: &str) -> String {
    sized(x, y, anchor, text, 12.0)
}

/// A text of a stranger, cut to the room for names and harmless in XML.
fn sized(x: f64, y: f64, anchor: &str, text: &str, size: f64) -> String {
    let text = cut(text, 26).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size:.0}\" \
         xml:space=\"preserve\">{text}</text>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Summing;
    use crate::standings::sample::{drawn, lost, won};

    fn picture(names: &[&str]) -> String {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let mut sums = Summing::new(&names);
        let mut id = 0;
        for (at, one) in names.iter().enumerate() {
            for (beside, other) in names[at + 1..].iter().enumerate() {
                id += 1;
                let players = [one.as_str(), other.as_str()];
                let game = [won, drawn, lost, won][(at + beside) % 4];
                sums.add(0, &game(id, &players));
            }
        }
        standings(&sums.sums())
    }

    #[test]
    fn every_engine_has_a_dot_with_a_bar_and_every_meeting_a_cell() {
        let picture = picture(&["ann", "bob", "cy"]);
        assert_eq!(picture.matches("<circle ").count(), 3);
        assert_eq!(picture.matches("<rect ").count(), 1 + 9);
        assert_eq!(picture.matches(">ann<").count() + picture.matches(">ann  ").count(), 2);
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn no_name_breaks_out_of_its_text() {
        let picture = picture(&["<script>&", "a\u{1b}[2J", &"x".repeat(64)]);
        assert!(picture.contains("&lt;script&gt;&amp;") && !picture.contains("<script"));
        assert!(!picture.contains('\u{1b}') && picture.contains("\u{2026}<"));
    }

    #[test]
    fn there_is_a_picture_of_nothing_and_of_many() {
        assert!(picture(&[]).contains("no rated games"));
        let many: Vec<String> = (0..80).map(|number| format!("engine {number}")).collect();
        let names: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(picture(&names).matches("<circle ").count(), 80);
    }

    #[test]
    fn an_axis_has_round_marks() {
        for (length, mark) in [(10.0, 1.0), (15.0, 2.0), (99.0, 10.0), (450.0, 50.0), (2000.0, 200.0)] {
            assert!((step(length) - mark).abs() < 1e-9, "{length}: {}", step(length));
        }
    }
}
