//! The plot: for every stage how the error fell from round to round, on games that were not learned from.

use std::fmt::Write as _;

use crate::fit::Course;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 40.0;

/// A picture as SVG.
pub(crate) fn errors(courses: &[Course]) -> String {
    let most = courses.iter().flat_map(|course| &course.unseen).copied().fold(1.0, f64::max);
    let rounds = courses.iter().map(|course| course.unseen.len()).max().unwrap_or(0).max(2) - 1;
    let x = |round: usize| LEFT + round as f64 * (WIDTH - LEFT - RIGHT) / rounds as f64;
    let y = |error: f64| HEIGHT - BOTTOM - error / most * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"18\">mean error in discs on unseen games, by round of the fit</text>\n"
    );
    for discs in (0..=most as usize).step_by(if most > 12.0 { 4 } else { 2 }) {
        let y = y(discs as f64);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{discs}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0
        );
    }
    for round in (0..=rounds).step_by(rounds.div_ceil(12)) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{round}</text>",
            x(round),
            HEIGHT - BOTTOM + 16.0
        );
    }
    for (stage, course) in courses.iter().enumerate() {
        if course.positions == 0 {
            continue;
        }
        let colour = format!("hsl({} 70% 45%)", stage * 300 / courses.len().max(1));
        let points: Vec<String> = course
            .unseen
            .iter()
            .enumerate()
            .map(|(round, &error)| format!("{:.1},{:.1}", x(round), y(error)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>",
            points.join(" ")
        );
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{} to {} discs</text>",
            WIDTH - RIGHT + 6.0,
            TOP + 14.0 * stage as f64 + 10.0,
            4 + 5 * stage,
            8 + 5 * stage
        );
    }
    svg.push_str("</svg>\n");
    svg
}
