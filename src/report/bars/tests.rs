use std::sync::{Arc, Mutex};

use indicatif::TermLike;

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
