//! The report of a training: what was done with which command, the error on unseen games, and a picture.

use std::fmt::Write as _;

use crate::fit::Quality;

/// A pass over the samples.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// The generation, from 1.
    pub(crate) generation: u32,
    /// The number of the pass; 0 is before the first.
    pub(crate) pass: u32,
    /// How good the estimates of unseen positions were after it.
    pub(crate) unseen: Quality,
}

/// The report in words.
pub(crate) fn text(command: &str, games: &[(u32, usize)], passes: &[Pass]) -> String {
    let mut text = format!("# Training of the Breakthrough evaluation\n\nCommand: `{command}`\n\n");
    text += "| generation | games | quiet positions |\n|---|---|---|\n";
    for (generation, (games, positions)) in (1..).zip(games) {
        let _ = writeln!(text, "| {generation} | {games} | {positions} |");
    }
    text += "\nUnseen games (every twentieth): mean loss in nats, and how often the other side won than expected.\n\n";
    text += "| generation | pass | positions | loss | wrong |\n|---|---|---|---|---|\n";
    for Pass { generation, pass, unseen } in passes {
        let Quality { positions, loss, wrong } = unseen;
        let _ =
            writeln!(text, "| {generation} | {pass} | {positions} | {loss:.4} | {:.1} % |", wrong * 100.0);
    }
    text
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 60.0;

/// The loss on unseen positions after each pass as a picture (SVG), one line a generation.
pub(crate) fn picture(passes: &[Pass]) -> String {
    let losses = || passes.iter().map(|pass| pass.unseen.loss);
    let (least, most) = (losses().fold(f64::MAX, f64::min), losses().fold(f64::MIN, f64::max));
    let last = passes.iter().map(|pass| pass.pass).max().unwrap_or(1).max(1);
    let x = |pass: u32| MARGIN + f64::from(pass) / f64::from(last) * (WIDTH - 2.0 * MARGIN);
    let y = |loss: f64| HEIGHT - MARGIN - (loss - least) / (most - least).max(1e-9) * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\">Loss on unseen games after each pass, by generation</text>\n"
    );
    for step in 0..=4 {
        let loss = least + (most - least) * f64::from(step) / 4.0;
        let at = y(loss);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"8\" y=\"{:.1}\">{loss:.4}</text>",
            WIDTH - MARGIN,
            at + 4.0
        );
    }
    for pass in 0..=last {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{pass}</text>",
            x(pass),
            HEIGHT - 36.0
        );
    }
    let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
    let generations = passes.iter().map(|pass| pass.generation).max().unwrap_or(0);
    for generation in 1..=generations {
        let colour = colours[(generation as usize - 1) % colours.len()];
        let of_it = || passes.iter().filter(|pass| pass.generation == generation);
        let points: Vec<String> =
            of_it().map(|pass| format!("{:.1},{:.1}", x(pass.pass), y(pass.unseen.loss))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
        if let Some(end) = of_it().next_back() {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{generation}</text>",
                x(end.pass) + 6.0,
                y(end.unseen.loss) + 4.0
            );
        }
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_its_command_and_every_pass() {
        let unseen = Quality { positions: 10, loss: 0.5, wrong: 0.25 };
        let passes = [Pass { generation: 1, pass: 0, unseen }, Pass { generation: 1, pass: 1, unseen }];
        let text = text("breakthrough-train --seed 1", &[(256, 4000)], &passes);
        assert!(text.contains("`breakthrough-train --seed 1`"));
        assert!(text.contains("| 1 | 256 | 4000 |") && text.contains("| 1 | 1 | 10 | 0.5000 | 25.0 % |"));
        assert_eq!(picture(&passes).matches("<polyline").count(), 1);
    }
}
