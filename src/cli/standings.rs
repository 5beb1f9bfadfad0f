//! `arena standings`: how things stand, from results.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;

use super::results::{Championship, one_game};
use super::{Failure, new_folder, say, warn};
use crate::report::strengths::strengths;
use crate::report::{self, Style, Summary, Summing, table, text};

/// Shows how things stand, recomputed from the records.
///
/// A path is a folder of results or a games.csv; several are several tournaments, each shown by itself
/// and then all of them together.
#[derive(Debug, Args)]
#[command(after_help = "Example: arena standings results/demo results/demo-2")]
pub(super) struct Arguments {
    /// Results, each a tournament of its own
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// A new folder for standings.csv, crosstable.csv and grades.csv; in folders 1, 2, ... and all for several
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut all = Vec::new();
    let mut together = Summing::new(&[]);
    for (set, path) in (0..).zip(&arguments.paths) {
        let mut sums = Summing::new(&[]);
        let championship = Championship::read(path, |record| {
            sums.add(set, record);
            together.add(set, record);
        })?;
        sums.know(&championship.engines);
        all.push((championship, sums.sums()));
    }
    one_game(&all.iter().map(|(championship, _)| championship.clone()).collect::<Vec<_>>())?;
    let together = (all.len() > 1).then(|| together.sums());
    if let Some(out) = &arguments.out {
        write(out, &all, together.as_ref())?;
    }
    let style = Style::for_terminal(io::stdout().is_terminal());
    for (championship, summary) in &all {
        if !championship.finished {
            warn(format!("{} is not finished", championship.path.display()));
        }
        show(&text::escaped(&championship.title()), summary, style);
    }
    if let Some(together) = together {
        show(&format!("All {} together", all.len()), &together, style);
    }
    Ok(())
}

fn show(title: &str, summary: &Summary, style: Style) {
    say(format!("{title}\n{}\n{}", table::standings(summary, style), strengths(summary)));
    if let Some(crosstable) = table::crosstable(&summary.standings, style) {
        say(format!("Wins-draws-losses of the row against the column\n{crosstable}"));
    }
    if let Some(faults) = table::faults(&summary.standings, style) {
        say(format!("Faults\n{faults}"));
    }
}

/// Writes the files of each tournament, and of all together, to folders of a new one.
fn write(out: &Path, all: &[(Championship, Summary)], together: Option<&Summary>) -> Result<(), Failure> {
    new_folder(out)?;
    let numbered = (1..).map(|number: usize| out.join(number.to_string()));
    let folders = if all.len() == 1 { vec![out.to_owned()] } else { numbered.take(all.len()).collect() };
    let one_each = folders.into_iter().zip(all.iter().map(|(_, summary)| summary));
    for (folder, summary) in one_each.chain(together.map(|summary| (out.join("all"), summary))) {
        new_folder(&folder)?;
        report::write_sums(&folder, summary).map_err(Failure::failed)?;
    }
    Ok(())
}
