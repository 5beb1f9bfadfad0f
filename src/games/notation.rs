//! Moves as people write them down, read into the one form that the rules take.
//!
//! Records of games come as `f5d6c3` without blanks, in capitals, with numbers before the moves; a
//! Breakthrough move as `a2-a3`, `a2xb3`, `(2,1)(3,1)` or `2,1 3,1`; a tile as `[2|6]`. What is no move
//! in any of these forms is handed to the rules as it stands, whose reason then says what would be one.

use super::domino::Tile;
use super::{Game, IllegalMove, Line, Square};

/// A move as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<'a> {
    /// As it stands in the text.
    pub given: &'a str,
    /// For [`Line::play`].
    pub ply: String,
    /// It stands in a transcript without blanks, which leaves out the plies that nobody chooses.
    pub run_together: bool,
}

impl Written<'_> {
    /// Plays it, and before it the forced plies that a transcript without blanks leaves out.
    ///
    /// # Errors
    /// Why it is illegal, with the move as it was written; the line is then unchanged.
    pub fn play(&self, line: &mut Line) -> Result<(), IllegalMove> {
        let illegal = |error: IllegalMove| IllegalMove::new(self.given, error.reason);
        if self.run_together && !self.ply.eq_ignore_ascii_case("pass") && line.forced().is_some() {
            let mut next = line.clone();
            while let Some(forced) = next.forced() {
                next.play(&forced).map_err(illegal)?;
            }
            next.play(&self.ply).map_err(illegal)?;
            *line = next;
            return Ok(());
        }
        let ply = only_way(line, &self.ply).unwrap_or_else(|| self.ply.clone());
        line.play(&ply).map(drop).map_err(illegal)
    }
}

/// The ply that a tile without an end stands for, if it can be played in one way only.
fn only_way(line: &Line, ply: &str) -> Option<String> {
    let tile = Tile::parse(ply)?;
    let plies = line.position().plies();
    let mut ways =
        plies.into_iter().filter(|ply| ply.strip_suffix(['L', 'R']).and_then(Tile::parse) == Some(tile));
    ways.next().filter(|_| ways.next().is_none())
}

/// The moves in a line of text; `#` begins a comment.
pub fn moves(game: Game, text: &str) -> Vec<Written<'_>> {
    let text = text.split('#').next().unwrap_or_default();
    match game {
        Game::Othello { .. } => words(text).flat_map(transcript).collect(),
        Game::Breakthrough { .. } => steps(text),
        Game::Domino { .. } => tiles(text),
    }
}

/// The words of a text but for numbers of moves: `1.`, `12...`, and the `1.` of `1.f5`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    words.map(unnumbered).filter(|word| !word.is_empty())
}

/// A word without the number of a move before it.
fn unnumbered(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after.trim_start_matches('.');
    let is_numbered = after.len() < word.len() && rest.len() < after.len();
    if is_numbered { rest } else { word }
}

/// The words for a pass in records of Othello.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// The squares and passes of a word of Othello.
fn transcript(word: &str) -> Vec<Written<'_>> {
    let mut all = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let pass = PASSES.into_iter().find(|pass| starts_with(rest, pass));
        let (ply, length) = match (pass, Square::prefix(rest)) {
            (Some(pass), _) => ("pass".to_owned(), pass.len()),
            (None, Some((square, behind))) => (square.to_string(), rest.len() - behind.len()),
            (None, None) => (rest.to_owned(), rest.len()),
        };
        all.push(Written { given: &rest[..length], ply, run_together: true });
        rest = &rest[length..];
    }
    if let [only] = &mut all[..] {
        only.run_together = false;
    }
    all
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// A square in a text, and where it ends there.
fn square(text: &str, at: usize) -> Option<(Square, usize)> {
    let rest = &text[at..];
    if let Some((square, behind)) = Square::prefix(rest) {
        return Some((square, text.len() - behind.len()));
    }
    let (inside, closed) = match rest.strip_prefix('(') {
        Some(inside) => (inside.trim_start(), true),
        None => (rest, false),
    };
    let (row, behind) = number(inside)?;
    let behind = if closed { behind.trim_start() } else { behind };
    let column = behind.strip_prefix(',')?;
    let (column, behind) = number(if closed { column.trim_start() } else { column })?;
    let behind = if closed { behind.trim_start().strip_prefix(')')? } else { behind };
    // What is no number of a row or column anywhere is off every board.
    let row = row.checked_sub(1).unwrap_or(u8::MAX).min(98);
    let column = column.checked_sub(1).unwrap_or(u8::MAX).min(25);
    Some((Square { column, row }, text.len() - behind.len()))
}

/// The number at the start of a text, if there is one of at most three digits, and the rest.
fn number(text: &str) -> Option<(u8, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let value = text[..digits].parse::<u16>().ok().filter(|_| digits <= 3)?;
    Some((value.min(u8::MAX.into()) as u8, &text[digits..]))
}

/// The moves of a text of Breakthrough: two squares each.
fn steps(text: &str) -> Vec<Written<'_>> {
    let mut all = Vec::new();
    // A word that is one square waits for another.
    let mut waiting: Option<(usize, usize, Square)> = None;
    let as_it_is = |from: usize, to: usize| {
        let given = &text[from..to];
        Written { given, ply: given.to_owned(), run_together: false }
    };
    let step = |from: usize, to: usize, squares: [Square; 2]| {
        let [left, entered] = squares;
        Written { given: &text[from..to], ply: format!("{left}{entered}"), run_together: false }
    };
    let mut at = 0;
    while let Some(begin) = text[at..].find(|c: char| !c.is_whitespace() && c != ';').map(|skip| at + skip) {
        let begin_word = &text[begin..];
        let begin = begin + (begin_word.len() - unnumbered(begin_word).len());
        let mut squares: Vec<(usize, usize, Square)> = Vec::new();
        let mut end = begin;
        while let Some((found, behind)) = square(text, end) {
            squares.push((end, behind, found));
            let joined = text[behind..].starts_with(['-', 'x', 'X', ':', ',']);
            end = if joined && square(text, behind + 1).is_some() { behind + 1 } else { behind };
        }
        let rest =
            text[end..].find(|c: char| c.is_whitespace() || c == ';').map_or(text.len(), |to| end + to);
        let junk = rest > end;
        at = rest;
        if at == begin {
            continue;
        }
        if let Some((from, to, left)) = waiting.take() {
            if let ([(_, behind, entered)], false) = (&squares[..], junk) {
                all.push(step(from, *behind, [left, *entered]));
                continue;
            }
            all.push(as_it_is(from, to));
        }
        if junk {
            all.push(as_it_is(begin, rest));
            continue;
        }
        if let [alone] = squares[..] {
            waiting = Some(alone);
            continue;
        }
        for pair in squares.chunks(2) {
            all.push(match *pair {
                [(from, _, left), (_, to, entered)] => step(from, to, [left, entered]),
                _ => as_it_is(pair[0].0, pair[0].1),
            });
        }
    }
    all.extend(waiting.map(|(from, to, _)| as_it_is(from, to)));
    all
}

/// The moves of a text of dominoes.
fn tiles(text: &str) -> Vec<Written<'_>> {
    let mut all: Vec<Written<'_>> = Vec::new();
    for word in words(text) {
        // The end may stand by itself: `2-6 R`.
        let end = ["L", "R"].into_iter().find(|end| word.eq_ignore_ascii_case(end));
        if let (Some(end), Some(last)) = (end, all.last_mut())
            && Tile::parse(&last.ply).is_some()
        {
            last.ply.push_str(end);
            let from = last.given.as_ptr() as usize - text.as_ptr() as usize;
            let to = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
            last.given = &text[from..to];
            continue;
        }
        all.push(Written {
            given: word,
            ply: tile(word).unwrap_or_else(|| word.to_owned()),
            run_together: false,
        });
    }
    all
}

/// A tile as `[2|6]R`, `2|6R`, `2:6R` or `26R` may stand for, and what comes behind it.
fn tile(word: &str) -> Option<String> {
    let bare = word.strip_prefix('[').unwrap_or(word);
    let mut signs = bare.chars().filter(|c| !matches!(c, '-' | '|' | ':' | ']'));
    let (left, right) = (signs.next()?, signs.next()?);
    let end: String = signs.collect();
    let is_tile = [left, right].iter().all(|c| ('0'..='6').contains(c));
    (is_tile && ["", "l", "r"].contains(&end.to_ascii_lowercase().as_str()))
        .then(|| format!("{left}-{right}{}", end.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHELLO: Game = Game::Othello { size: 8 };
    const BREAKTHROUGH: Game = Game::Breakthrough { rows: 8, columns: 8 };
    const DOMINO: Game = Game::Domino { players: 2 };

    #[test]
    fn moves_are_read_as_people_write_them() {
        for (game, text, plies) in [
            (OTHELLO, "f5d6c3", "f5 d6 c3"),
            (OTHELLO, "F5 D6,c3  # 1. e4", "f5 d6 c3"),
            (OTHELLO, "1. f5 d6 2.c3 2... pa", "f5 d6 c3 pass"),
            (OTHELLO, "f5--d6PASSa10", "f5 pass d6 pass a10"),
            (OTHELLO, "f5d6zz e", "f5 d6 zz e"),
            (OTHELLO, " # nothing", ""),
            (BREAKTHROUGH, "a2a3 B7-B6 a3xb4 c7:b6", "a2a3 b7b6 a3b4 c7b6"),
            (BREAKTHROUGH, "(2,1)(3,1)", "a2a3"),
            (BREAKTHROUGH, "( 2 , 1 ) (3,1)", "a2a3"),
            (BREAKTHROUGH, "2,1 3,1 7,2 6,2", "a2a3 b7b6"),
            (BREAKTHROUGH, "2,1-3,1 (7,2)-(6,2)", "a2a3 b7b6"),
            (BREAKTHROUGH, "a2a3b7b6", "a2a3 b7b6"),
            (BREAKTHROUGH, "a2 a3; b7 b6", "a2a3 b7b6"),
            (BREAKTHROUGH, "1. a2a3 b7b6 2.(3,1)(4,1)", "a2a3 b7b6 a3a4"),
            (BREAKTHROUGH, "(0,1)(13,400)", "a99z13"),
            (BREAKTHROUGH, "a2", "a2"),
            (BREAKTHROUGH, "a2 b3b4 what a2a3! (2,1", "a2 b3b4 what a2a3! (2,1"),
            (BREAKTHROUGH, "a2a3b4", "a2a3 b4"),
            (DOMINO, "2-6R [6|2]l 2|6r 26L 3:3R 1-1 R", "2-6R 6-2L 2-6R 2-6L 3-3R 1-1R"),
            (DOMINO, "draw:2-6 draw pass 1-2", "draw:2-6 draw pass 1-2"),
            (DOMINO, "R 7-1R \u{e9}", "R 7-1R \u{e9}"),
        ] {
            let read: Vec<String> = moves(game, text).into_iter().map(|written| written.ply).collect();
            assert_eq!(read.join(" "), plies, "{text}");
        }
    }

    #[test]
    fn whatever_is_written_is_read_without_harm() {
        let mut random = crate::games::random::Random::new(3);
        let signs: Vec<char> = "abhxXLR()[]|:;,.-#01269 \t\u{e9}\u{4e2d}\0\u{1b}pasdrw".chars().collect();
        for game in [OTHELLO, BREAKTHROUGH, DOMINO] {
            for _ in 0..5_000 {
                let length = random.below(12);
                let text: String = (0..length).filter_map(|_| random.choose(&signs)).collect();
                let mut line = Line::new(game.start());
                for written in moves(game, &text) {
                    assert!(!written.ply.is_empty() && text.contains(written.given), "{text:?}");
                    let before = line.to_string();
                    if written.play(&mut line).is_err() {
                        assert_eq!(line.to_string(), before, "{text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_given_back_is_what_was_written() {
        for (game, text, given) in [
            (OTHELLO, "F5d6", vec!["F5", "d6"]),
            (BREAKTHROUGH, "(2,1) (3,1) a2xb3", vec!["(2,1) (3,1)", "a2xb3"]),
            (DOMINO, "[2|6]R 1-1  r", vec!["[2|6]R", "1-1  r"]),
        ] {
            let read: Vec<&str> = moves(game, text).into_iter().map(|written| written.given).collect();
            assert_eq!(read, given);
        }
    }

    #[test]
    fn only_a_transcript_without_blanks_implies_passes() {
        // After d3 d2 d1 d4 b4 White must pass and Black takes the last square he can.
        let line = |text: &str| {
            let mut line = Line::parse(Game::Othello { size: 4 }, "startpos").unwrap();
            for written in moves(OTHELLO, text) {
                written.play(&mut line)?;
            }
            Ok::<_, IllegalMove>(line.plies().join(" "))
        };
        assert_eq!(line("d3d2d1d4b4a1").unwrap(), "d3 d2 d1 d4 b4 pass a1");
        assert_eq!(line("d3d2d1d4b4--a1").unwrap(), "d3 d2 d1 d4 b4 pass a1");
        assert_eq!(line("d3d2d1d4b4 pass a1").unwrap(), "d3 d2 d1 d4 b4 pass a1");
        assert_eq!(line("d3d2d1d4b4 A1").unwrap_err().to_string(), "A1: encloses nothing: must pass");
        assert_eq!(line("d3d2d1d4b4c4").unwrap_err().to_string(), "c4: encloses nothing");
    }

    #[test]
    fn a_tile_needs_no_end_where_there_is_one_way_to_play_it() {
        let hands = "0-1,1-2,1-1,3-6/0-0,0-2,0-3,0-4,0-5 ";
        let stack = "0-6,1-3,1-4,1-5,1-6,2-2,2-4,2-5,2-6,3-3,3-4,3-5,4-4,4-5,4-6,5-5,5-6,6-6";
        let position = format!("2-3 {hands}{stack} p1");
        let played = |text: &str| {
            let mut line = Line::parse(DOMINO, &position).unwrap();
            moves(DOMINO, text)[0]
                .play(&mut line)
                .map(|()| line.plies().join(" "))
                .map_err(|error| error.reason)
        };
        assert_eq!(played("2-1"), Ok("1-2L".to_owned()));
        assert_eq!(played("[6|3]"), Ok("3-6R".to_owned()));
        assert_eq!(played("1-1"), Err("the tile fits at neither end"));
        assert_eq!(played("0-2"), Err("the tile is not in the hand"));
        let mut line =
            Line::parse(DOMINO, &position.replace("2-3 ", "- ").replace("0-1,", "0-1,2-3,")).unwrap();
        let error = moves(DOMINO, "0-1")[0].play(&mut line).unwrap_err();
        assert_eq!(error.to_string(), "0-1: it is not said at which end, L or R");
    }
}
