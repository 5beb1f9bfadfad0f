//! The bars that `arena run` draws on a terminal: how far it is, the head of the standings, and the
//! games under way.
//!
//! Every line is cut to the terminal's width, since a line that wraps leaves rubbish behind when it is
//! drawn again. Only what changed is drawn, and a fault's line waits for the next drawing: an engine
//! that fails a thousand times a second costs no more than one that never fails.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::terminal;
use super::text::{self, left, right};
use crate::standings::{Row, Standings};
use crate::tournament::Running;

/// Lines of the standings.
const LEADERS: usize = 5;
/// Lines of games under way; with more at a time, the rest are not shown.
const GAMES: usize = 8;
/// What a name may take.
const NAME: usize = 20;
/// Lines kept at one drawing; with more, the rest are counted.
const KEPT: usize = 20;
/// How often the standings may be sorted anew.
const SORTED: Duration = Duration::from_millis(200);

/// The drawing, and what it shows.
pub(super) struct Bars {
    all: MultiProgress,
    whole: ProgressBar,
    /// How something stands that is told with every change.
    standing: Option<ProgressBar>,
    leaders: Vec<ProgressBar>,
    games: Vec<ProgressBar>,
    name_width: usize,
    total: u64,
    resumed: u64,
    began: Instant,
    /// When the standings were last drawn, and whether they have changed since.
    sorted: Instant,
    changed: bool,
    kept: Vec<String>,
    not_kept: u64,
}

impl Bars {
    /// So many games are now known to come.
    pub(super) fn expect(&mut self, total: u64) {
        self.total = total;
        self.whole.set_length(total);
    }

    /// Bars for a tournament of `total` games between `names`.
    pub(super) fn on_stderr(total: u64, names: &[String]) -> Self {
        Self::on(terminal::stderr(), total, names)
    }

    fn on(target: ProgressDrawTarget, total: u64, names: &[String]) -> Self {
        let all = MultiProgress::with_draw_target(target);
        let now = Instant::now();
        Self {
            whole: all.add(ProgressBar::new(total).with_style(style("{bar:20} {wide_msg}"))),
            standing: None,
            leaders: Vec::new(),
            games: Vec::new(),
            name_width: names
                .iter()
                .map(|name| text::width(&text::escaped(name)))
                .max()
                .unwrap_or(0)
                .min(NAME),
            total,
            resumed: 0,
            began: now,
            sorted: now,
            changed: true,
            kept: Vec::new(),
            not_kept: 0,
            all,
        }
    }

    /// So many games were played by earlier runs.
    pub(super) fn resumed(&mut self, games: u64) {
        self.resumed += games;
        self.changed = true;
    }

    /// A game is over.
    pub(super) fn game_over(&mut self) {
        self.changed = true;
    }

    /// A line that is to stay above the bars, from the next drawing on.
    pub(super) fn keep(&mut self, line: impl FnOnce() -> String) {
        if self.kept.len() < KEPT {
            self.kept.push(line());
        } else {
            self.not_kept += 1;
        }
    }

    /// A line that is to stay above the bars, at once.
    pub(super) fn print(&mut self, line: &str) {
        self.print_kept();
        // A terminal that is gone: nothing more to show, and no reason to stop.
        let _ = self.all.println(line);
    }

    /// How something stands, from now on, in the line below the first.
    pub(super) fn stand(&mut self, text: &str) {
        let bar = self.standing.get_or_insert_with(|| self.all.insert_after(&self.whole, line_bar()));
        show(bar, text.to_owned());
    }

    /// Brings everything up to date.
    pub(super) fn draw(&mut self, done: u64, standings: &Standings, running: impl Iterator<Item = Running>) {
        self.print_kept();
        self.whole.set_position(done);
        let message = whole_line(done, self.total, self.resumed, self.began.elapsed());
        show(&self.whole, message);

        if self.changed && self.sorted.elapsed() >= SORTED {
            (self.changed, self.sorted) = (false, Instant::now());
            let rows = standings.rows();
            for (at, row) in rows.iter().take(LEADERS).enumerate() {
                if at == self.leaders.len() {
                    let first = 1 + usize::from(self.standing.is_some());
                    self.leaders.push(self.all.insert(first + at, line_bar()));
                }
                show(&self.leaders[at], leader_line(row, self.name_width));
            }
        }

        let mut shown = 0;
        for game in running.take(GAMES) {
            if shown == self.games.len() {
                self.games.push(self.all.add(line_bar()));
            }
            show(&self.games[shown], game_line(&game, self.name_width, Instant::now()));
            shown += 1;
        }
        for idle in &self.games[shown..] {
            show(idle, String::new());
        }
    }

    /// Removes the bars and leaves the lines above them.
    pub(super) fn clear(mut self) {
        self.print_kept();
        // Already gone, if it fails.
        let _ = self.all.clear();
    }

    /// Prints the lines that wait, all at once.
    fn print_kept(&mut self) {
        if self.not_kept > 0 {
            self.kept.push(format!("... and {} more", self.not_kept));
            self.not_kept = 0;
        }
        if !self.kept.is_empty() {
            // As in `print`.
            let _ = self.all.println(self.kept.join("\n"));
            self.kept.clear();
        }
    }
}

/// A bar that is a line of text.
fn line_bar() -> ProgressBar {
    ProgressBar::new(1).with_style(style("{wide_msg}"))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template written above").progress_chars("=> ")
}

/// Changes a bar's text if it is another.
fn show(bar: &ProgressBar, message: String) {
    if bar.message() != message {
        bar.set_message(message);
    }
}

/// How far the tournament is. The time left is that of the games so far, `resumed` ones not among them.
fn whole_line(done: u64, total: u64, resumed: u64, elapsed: Duration) -> String {
    let played = done.saturating_sub(resumed);
    let left = match (played, total.saturating_sub(done)) {
        (_, 0) => String::new(),
        (0, _) => ", time left unknown".to_owned(),
        (played, left) => format!(", about {} left", clock(elapsed.mul_f64(left as f64 / played as f64))),
    };
    format!("{done}/{total} games  {}{left}", clock(elapsed))
}

/// `7:05`, `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `1. alphabeta   11.5 of 20  +10 =3 -7  2 faults`.
fn leader_line(row: &Row, name_width: usize) -> String {
    let faults = match row.faults() {
        0 => String::new(),
        1 => "  1 fault".to_owned(),
        faults => format!("  {faults} faults"),
    };
    format!(
        "{}. {}  {} of {}  +{} ={} -{}{faults}",
        right(&row.rank.to_string(), 3),
        left(&row.engine, name_width),
        right(&text::points(row.points), 6),
        row.games,
        row.wins,
        row.draws,
        row.losses,
    )
}

/// `#12 alphabeta - random  ply 23  p2 thinking 0.8 s of 1 s`.
fn game_line(game: &Running, name_width: usize, now: Instant) -> String {
    let names: Vec<String> =
        game.players.iter().map(|name| text::cut(name, name_width).into_owned()).collect();
    let room = game.players.len() * (name_width + 3) - 3;
    let thinking = now.saturating_duration_since(game.since);
    format!(
        "{} {}  ply {}  {} thinking {}",
        right(&format!("#{}", game.id), 5),
        left(&names.join(" - "), room),
        right(&game.plies.to_string(), 3),
        game.to_move,
        of(thinking, game.limit),
    )
}

/// `0.8 s of 1 s`; in milliseconds where a second is too coarse.
fn of(used: Duration, limit: Duration) -> String {
    if limit < Duration::from_secs(1) {
        return format!("{} of {} ms", used.as_millis(), limit.as_millis());
    }
    let seconds = format!("{:.1}", limit.as_secs_f64());
    format!("{:.1} s of {} s", used.as_secs_f64(), seconds.strip_suffix(".0").unwrap_or(&seconds))
}

#[cfg(test)]
mod tests;
