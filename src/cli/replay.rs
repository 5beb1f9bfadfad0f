//! `arena replay`: a recorded game, ply by ply, and whether it was played by the rules.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;

use super::resume::no_results;
use super::screen::{Screen, Touch, table, wrapped};
use super::{Failure, say, start, warn};
use crate::games::{Line, PlyText, Seat};
use crate::journal;
use crate::process;
use crate::record::{self, GameRecord, Mismatch};
use crate::report::board::{Marks, board};
use crate::report::ending::ending;
use crate::report::text::{cut, escaped, plies};
use crate::report::{Style, state};

/// Shows a recorded game ply by ply, and checks it by the rules once more.
///
/// In a terminal the keys go through it: right and left a ply, Page Down and Page Up ten, Home, End; q ends.
/// In a pipe, and with --all, everything is printed. Exit code 1 if the record is not what the rules say.
#[derive(Debug, Args)]
#[command(after_help = "Examples: arena replay results/demo 12\n          \
                        arena replay results/demo 12 --all | less -R")]
pub(super) struct Arguments {
    /// A folder of results
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The number of the game, as in games.csv
    #[arg(value_name = "ID")]
    id: u64,
    /// Print the whole game
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let record = find(arguments)?;
    let checked = record::retrace(&record);
    let (line, mismatch) = match checked {
        Ok(checked) => checked,
        Err(mismatch) => return Err(wrong(arguments.id, &mismatch)),
    };
    let opening = record::opening(&record).map_err(|mismatch| wrong(arguments.id, &mismatch))?;
    let verdict = match &mismatch {
        Some(mismatch) => format!("not by the rules: {}", escaped(&mismatch.to_string())),
        None => format!("checked: {}, all by the rules", plies(record.moves.len())),
    };
    let replay = Replay { record: &record, opening: opening.plies().len(), line: &line, verdict };
    if arguments.all || !Screen::is_possible() {
        replay.print();
    } else {
        replay.walk()?;
    }
    mismatch.map_or(Ok(()), |mismatch| Err(wrong(arguments.id, &mismatch)))
}

fn wrong(id: u64, mismatch: &Mismatch) -> Failure {
    Failure::Failed(format!("game {id} is not by the rules: {}", escaped(&mismatch.to_string())))
}

/// The record of the game that was asked for.
fn find(arguments: &Arguments) -> Result<GameRecord, Failure> {
    let Arguments { folder, id, .. } = arguments;
    let (mut games, damages) = journal::read_the_sound(folder).map_err(|error| no_results(&error, folder))?;
    for damage in damages {
        warn(format!("{}: {damage}: passed over", folder.join(journal::FILE).display()));
    }
    let ids: Vec<u64> = games.ids().collect();
    let Some(place) = ids.iter().position(|other| other == id) else {
        let there = match (ids.first(), ids.last()) {
            (Some(first), Some(last)) if ids.len() as u64 == last - first + 1 => {
                format!("there are the games {first} to {last}")
            }
            (Some(first), Some(last)) => format!("there are {} of the games {first} to {last}", ids.len()),
            _ => "no game is finished yet".to_owned(),
        };
        return Err(Failure::Wrong(format!("{}: no game {id}: {there}", folder.display())));
    };
    // A game of which the journal has several lines is told as the last.
    let last = ids.iter().rposition(|other| other == id).unwrap_or(place);
    match games.nth(last) {
        Some(record) => record.map_err(|error| no_results(&error, folder)),
        None => Err(Failure::Wrong(format!("{}: no game {id}", folder.display()))),
    }
}

/// A game that is shown.
struct Replay<'a> {
    record: &'a GameRecord,
    /// How many plies of the line are the opening's.
    opening: usize,
    line: &'a Line,
    verdict: String,
}

impl Replay<'_> {
    fn plies(&self) -> usize {
        self.line.plies().len() - self.opening
    }

    /// The game after so many plies.
    fn after(&self, plies: usize) -> Line {
        start::without_last(self.line, self.plies() - plies)
    }

    /// Which game, and who plays.
    fn title(&self) -> String {
        let seats = self.record.players.iter().enumerate();
        let seats: Vec<String> = seats
            .map(|(seat, name)| format!("{} {}", state::seat(self.line, Seat(seat)), escaped(name)))
            .collect();
        format!("game {}, {}: {}", self.record.id, self.line.game(), seats.join(", "))
    }

    /// Ply number `number`, from 1: who made it, how long it took, what the engine said of it.
    fn caption(&self, number: usize) -> String {
        let at = number - 1;
        let ply = &self.line.plies()[self.opening + at];
        let seat = self.after(at).to_move().unwrap_or(Seat(0));
        let name = self.record.players.get(seat.0).map_or("", String::as_str);
        let mut told = Vec::new();
        if let Some(Some(thought)) = self.record.thoughts.get(at) {
            told.extend(self.record.ms.get(at).map(|ms| format!("{ms:.1} ms")));
            told.extend(thought.depth.map(|depth| format!("depth {depth}")));
            told.extend(thought.score.as_ref().map(|score| format!("score {}", cut(score, 20))));
            told.extend(thought.nodes.map(|nodes| format!("nodes {nodes}")));
        }
        let told = if told.is_empty() { String::new() } else { format!("  ({})", told.join(", ")) };
        format!("{number}. {seat} {}: {ply}{told}", escaped(name))
    }

    /// The board after so many plies.
    fn picture(&self, line: &Line, plies: usize, room: usize, style: Style) -> Vec<String> {
        let last = (plies > 0).then(|| line.plies().last().map(PlyText::as_str)).flatten();
        let marks = Marks { last, ..Marks::default() };
        board(line.position(), &marks, room, style).unwrap_or_else(|| table(&line.position().diagram(), room))
    }

    /// Everything, one after another.
    fn print(&self) {
        let style = Style::for_terminal(io::stdout().is_terminal());
        say(self.title());
        for plies in 0..=self.plies() {
            let caption = if plies == 0 { self.beginning() } else { self.caption(plies) };
            say(format!("\n{caption}\n{}", self.picture(&self.after(plies), plies, 80, style).join("\n")));
        }
        say(format!("position {}\n\n{}\n{}", self.line.position(), ending(self.record), self.verdict));
    }

    fn beginning(&self) -> String {
        match self.line.plies()[..self.opening].join(" ") {
            plies if plies.is_empty() => "the start".to_owned(),
            plies => format!("after the opening {plies}"),
        }
    }

    /// On a screen, as the keys say.
    fn walk(&self) -> Result<(), Failure> {
        let interrupted = process::interruption().map_err(Failure::failed)?;
        let style = Style::for_terminal(true);
        let mut screen = Screen::enter().map_err(Failure::failed)?;
        let mut at = 0_usize;
        let last = self.plies();
        while !interrupted.load(Ordering::Relaxed) {
            screen.draw(self.view(at, screen.size(), style)).map_err(Failure::failed)?;
            match screen.touch(Duration::from_millis(200)).map_err(Failure::failed)? {
                Some(
                    Touch::Arrow(1, _) | Touch::Arrow(_, 1) | Touch::Enter | Touch::Sign(' ' | 'n' | 'l'),
                ) => at += 1,
                Some(Touch::Arrow(..) | Touch::Back | Touch::Sign('p' | 'b' | 'h')) => {
                    at = at.saturating_sub(1)
                }
                Some(Touch::Page(1)) => at += 10,
                Some(Touch::Page(_)) => at = at.saturating_sub(10),
                Some(Touch::Home | Touch::Sign('g')) => at = 0,
                Some(Touch::End | Touch::Sign('G')) => at = last,
                Some(Touch::Leave | Touch::Escape | Touch::Sign('q' | 'Q')) => return Ok(()),
                _ => {}
            }
            at = at.min(last);
        }
        Err(Failure::Interrupted("interrupted".to_owned()))
    }

    /// What is on the screen after so many plies.
    fn view(&self, plies: usize, (columns, rows): (usize, usize), style: Style) -> Vec<String> {
        let line = self.after(plies);
        let mut lines = vec![style.head(&cut(&self.title(), columns))];
        lines.extend(self.picture(&line, plies, columns, style));
        let caption = if plies == 0 { self.beginning() } else { self.caption(plies) };
        lines.push(cut(&caption, columns).into_owned());
        if plies == self.plies() {
            lines.extend(ending(self.record).lines().flat_map(|line| wrapped(line, columns)));
            lines.push(style.head(&self.verdict));
        } else {
            lines.extend(wrapped(&format!("position {}", line.position()), columns));
        }
        lines.truncate(rows.saturating_sub(1));
        lines.push(
            style.faint(&format!("{plies}/{}  right left  pgdn pgup  home end  q quits", self.plies())),
        );
        lines
    }
}
