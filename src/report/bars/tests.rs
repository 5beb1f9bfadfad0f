use std::sync::{Arc, Mutex};

use indicatif::TermLike;

use super::super::terminal::Terminal;
use super::*;
use crate::games::Seat;
use crate::standings::sample::won;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn the_time_left_is_that_of_the_games_so_far() {
    for (done, total, resumed, seconds, line) in [
        (0, 90, 0, 3, "0/90 games  0:03, time left unknown"),
        (30, 90, 0, 60, "30/90 games  1:00, about 2:00 left"),
        (40, 90, 40, 5, "40/90 games  0:05, time left unknown"),
        (50, 90, 40, 60, "50/90 games  1:00, about 4:00 left"),
        (90, 90, 0, 3723, "90/90 games  1:02:03"),
        (1, 1_000_001, 0, 1, "1/1000001 games  0:01, about 277:46:40 left"),
    ] {
        assert_eq!(whole_line(done, total, resumed, Duration::from_secs(seconds)), line);
    }
}

#[test]
fn a_running_game_says_who_thinks_and_how_long_he_may() {
    let now = Instant::now();
    let game = |used: u64, limit: u64, plies| Running {
        id: 12,
        players: vec!["alphabeta".to_owned(), "random".to_owned()],
        plies,
        to_move: Seat(1),
        since: now.checked_sub(ms(used)).unwrap(),
        limit: ms(limit),
    };
    for (game, line) in [
        (game(840, 1000, 23), "  #12 alphabeta - random     ply  23  p2 thinking 0.8 s of 1 s"),
        (game(12_340, 61_500, 123), "  #12 alphabeta - random     ply 123  p2 thinking 12.3 s of 61.5 s"),
        (game(12, 100, 0), "  #12 alphabeta - random     ply   0  p2 thinking 12 of 100 ms"),
    ] {
        assert_eq!(game_line(&game, 9, now), line);
    }
    let hostile = Running { players: vec!["\u{1b}[2J".to_owned(), "x".repeat(64)], ..game(0, 1000, 1) };
    assert_eq!(
        game_line(&hostile, 12, now),
        "  #12 \\u{1b}[2J - xxxxxxxxxxx…     ply   1  p2 thinking 0.0 s of 1 s"
    );
}

#[test]
fn a_leader_has_points_and_faults() {
    let row = Row {
        rank: 1,
        engine: "ann".to_owned(),
        games: 4,
        wins: 2,
        draws: 1,
        losses: 1,
        points: 2.5,
        ..Row::default()
    };
    assert_eq!(leader_line(&row, 5), "  1. ann       2.5 of 4  +2 =1 -1");
    let row = Row { crashes: 1, ..row };
    assert_eq!(leader_line(&row, 5), "  1. ann       2.5 of 4  +2 =1 -1  1 fault");
}

/// A terminal that remembers what was written, line by line.
#[derive(Clone, Debug, Default)]
struct Screen(Arc<Mutex<Vec<String>>>);

impl TermLike for Screen {
    fn width(&self) -> u16 {
        40
    }
    fn move_cursor_up(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }
    fn move_cursor_down(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }
    fn move_cursor_right(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }
    fn move_cursor_left(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }
    fn write_line(&self, text: &str) -> std::io::Result<()> {
        self.write_str(text)
    }
    fn write_str(&self, text: &str) -> std::io::Result<()> {
        self.0.lock().unwrap().push(text.trim_end().to_owned());
        Ok(())
    }
    fn clear_line(&self) -> std::io::Result<()> {
        Ok(())
    }
    fn flush(&self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What a terminal of some columns shows, long enough never to scroll: characters, `\r`, `\n`, cursor up and down,
/// and the clearing of a line. What is written behind the last column goes on to the next line.
struct Glass {
    columns: usize,
    lines: Vec<Vec<char>>,
    line: usize,
    column: usize,
}

impl Glass {
    fn new(columns: usize) -> Self {
        Self { columns, lines: vec![vec![' '; columns]; 60], line: 0, column: 0 }
    }

    fn show(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '\r' => self.column = 0,
                '\n' => self.line += 1,
                '\u{1b}' => {
                    let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap();
                    let number: usize = rest[1..end].parse().unwrap_or(1);
                    match rest.as_bytes()[end] {
                        b'A' => self.line -= number,
                        b'B' => self.line += number,
                        b'K' => self.lines[self.line].fill(' '),
                        b'm' => {}
                        other => panic!("{}", char::from(other)),
                    }
                    rest = &rest[end + 1..];
                }
                _ => {
                    if self.column == self.columns {
                        (self.line, self.column) = (self.line + 1, 0);
                    }
                    self.lines[self.line][self.column] = c;
                    self.column += 1;
                }
            }
        }
    }

    fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| line.iter().collect::<String>()).collect();
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }
}

/// Bytes that are kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn how_something_stands_is_one_line_that_is_drawn_again() {
    let kept = Kept::default();
    let terminal = Terminal::new(kept.clone(), || (40, 24));
    let names = ["one".to_owned(), "two".to_owned()];
    let mut bars = Bars::on(ProgressDrawTarget::term_like(Box::new(terminal)), 1000, &names);
    let mut standings = Standings::new(&names);
    let mut glass = Glass::new(40);
    for number in 1..=9 {
        bars.stand(&format!("SPRT: {number}, and more than forty columns have room for"));
        standings.add(&won(number, &["one", "two"]));
        bars.game_over();
        bars.sorted = Instant::now().checked_sub(SORTED).unwrap();
        bars.draw(number, &standings, std::iter::empty());
        if number == 5 {
            bars.print("a fault");
        }
        glass.show(&String::from_utf8(std::mem::take(&mut *kept.0.lock().unwrap())).unwrap());
    }
    let shown = glass.text();
    let lines: Vec<&str> = shown.lines().collect();
    let begins = ["a fault", "", "SPRT: 9, and more", "  1. one", "  2. two"];
    assert_eq!(lines.len(), begins.len(), "{shown}");
    assert!(lines.iter().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{shown}");
    assert!(lines[1].contains("9/1000 games"), "{shown}");
    bars.clear();
    glass.show(&String::from_utf8(std::mem::take(&mut *kept.0.lock().unwrap())).unwrap());
    assert_eq!(glass.text(), "a fault");
}

#[test]
fn keys_that_are_pressed_leave_no_line_of_the_bars_behind() {
    let names = ["one".to_owned(), "two".to_owned()];
    for (games, text) in
        [(0, "interrupted"), (2, "interrupted"), (9, "interrupted: a text longer than the forty columns")]
    {
        let kept = Kept::default();
        let terminal = Terminal::new(kept.clone(), || (40, 24));
        let mut bars = Bars::on(ProgressDrawTarget::term_like(Box::new(terminal)), 1000, &names);
        bars.sorted = Instant::now().checked_sub(SORTED).unwrap();
        let mut glass = Glass::new(40);
        let press = |glass: &mut Glass| {
            glass.show(&String::from_utf8(std::mem::take(&mut *kept.0.lock().unwrap())).unwrap());
            // What a terminal itself writes for Ctrl-C.
            glass.show("^C");
        };
        let mut standings = Standings::new(&names);
        standings.add(&won(1, &["one", "two"]));
        let running = |plies| {
            (0..games).map(move |id| Running {
                id,
                players: vec!["one".to_owned(), "two".to_owned()],
                plies,
                to_move: Seat(0),
                since: Instant::now(),
                limit: ms(1000),
            })
        };
        // Below a line alone, between drawings, twice on end, and before the end.
        bars.print("a fault");
        press(&mut glass);
        for plies in 0..3 {
            bars.draw(1, &standings, running(plies));
            press(&mut glass);
            press(&mut glass);
        }
        bars.print(text);
        press(&mut glass);
        bars.draw(2, &standings, running(7));
        press(&mut glass);
        bars.clear();
        glass.show(&String::from_utf8(kept.0.lock().unwrap().clone()).unwrap());
        glass.show("$ ");
        let (one, two) = text.split_at(text.len().min(40));
        let told = if two.is_empty() { one.to_owned() } else { format!("{one}\n{two}") };
        assert_eq!(glass.text(), format!("a fault\n{told}\n$"), "{games} games");
    }
}

#[test]
fn nothing_wraps_and_faults_wait_for_the_drawing() {
    let screen = Screen::default();
    let names = ["木".repeat(30), "x".repeat(64)];
    let mut bars = Bars::on(ProgressDrawTarget::term_like(Box::new(screen.clone())), 1000, &names);
    bars.sorted = Instant::now().checked_sub(SORTED).unwrap();
    let running = Running {
        id: 7,
        players: names.to_vec(),
        plies: 3,
        to_move: Seat(0),
        since: Instant::now(),
        limit: ms(1000),
    };
    let mut standings = Standings::new(&names);
    standings.add(&won(1, &[&names[0], &names[1]]));
    for number in 0..KEPT + 7 {
        bars.keep(|| format!("fault {number}"));
    }
    assert!(screen.0.lock().unwrap().iter().all(|line| !line.contains("fault")));
    bars.draw(1, &standings, std::iter::once(running));
    let lines = screen.0.lock().unwrap().clone();
    assert!(lines.iter().all(|line| text::width(line) <= 40), "{lines:#?}");
    let seen = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    assert!(seen("#7 木木") > 0 && seen("1. 木木") > 0, "{lines:#?}");
    assert_eq!(seen(&format!("fault {}", KEPT - 1)), 1);
    assert_eq!(seen(&format!("fault {KEPT}")), 0);
    assert_eq!(seen("... and 7 more"), 1);
}
