//! Texts that are none, or nearly: parsers refuse them without harm, and point at what is wrong.

use arena::games::random::Random;
use arena::games::{Game, Line, ParseError};

use super::{after, boards, parsed, playout};

/// Whether a text can be printed as it is: no line breaks, no escapes that a terminal acts on.
pub(super) fn one_line(text: &str) -> bool {
    !text.contains(char::is_control)
}

/// Pieces of which broken texts are made; the games' own letters often enough.
const SHREDS: [&str; 49] = [
    "x",
    "o",
    "w",
    "b",
    "X",
    ".",
    "/",
    "/",
    " ",
    " ",
    "0",
    "1",
    "4",
    "8",
    "12",
    "13",
    "99999999999999999999999999",
    "-1",
    "+1",
    "a",
    "h9",
    "z99",
    "pass",
    "PASS",
    "(1,1)",
    "(2,",
    ")(",
    ",",
    "0-2",
    ",2-1",
    "2-6R",
    "6-2L",
    "draw:2-6",
    "draw",
    "-",
    "?",
    "/?5",
    " 12 p1",
    " p2",
    "startpos",
    "fen ",
    " moves ",
    " moves",
    "\0",
    "\n",
    "\t\u{1b}[2J",
    "\u{e9}",
    "\u{a0}\u{ff14}",
    "\u{1f980}",
];

/// Shreds in a row, now and then very many, now and then none.
pub(super) fn garbage(random: &mut Random) -> String {
    let most = if random.below(50) == 0 { 2000 } else { 12 };
    (0..random.below(most)).filter_map(|_| random.choose(&SHREDS).copied()).collect()
}

/// A text after a few accidents.
pub(super) fn mangled(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(chars.len() + 1);
        let shred = random.choose(&SHREDS).copied().unwrap_or_default();
        match random.below(5) {
            0 => chars.truncate(at),
            1 => drop(chars.splice(at..at, shred.chars())),
            2 => drop(chars.splice(at..chars.len().min(at + 1), shred.chars())),
            3 if at < chars.len() => drop(chars.remove(at)),
            _ => chars.extend_from_within(at..),
        }
    }
    chars.into_iter().collect()
}

/// Sees that an error points into the text that was given and can be shown.
fn points_into(error: &ParseError, text: &str) {
    assert_eq!(error.text, text);
    assert!(text.is_char_boundary(error.at), "{error:?}");
    assert!(one_line(&error.to_string()), "{error:?}");
    assert!(!error.reason.is_empty(), "{error:?}");
}

/// Reads a text that may be anything as a position and as a line.
fn survives(game: Game, text: &str) -> bool {
    match Line::parse(game, text) {
        Ok(line) => {
            let again = line.to_string();
            assert_eq!(Line::parse(game, &again).map(|line| line.to_string()), Ok(again), "{text:?}");
        }
        Err(error) => points_into(&error, text),
    }
    match game.parse(text) {
        Ok(position) => {
            let again = position.to_string();
            assert_eq!(parsed(game, &again).to_string(), again, "{text:?}");
            assert_eq!(position.player().is_none(), position.returns().is_some(), "{text:?}");
            assert_eq!(position.player().is_none(), position.plies().is_empty(), "{text:?}");
            for ply in position.plies() {
                after(&*position, &ply);
            }
            assert!(!position.diagram().is_empty());
            true
        }
        Err(error) => {
            points_into(&error, text);
            false
        }
    }
}

#[test]
fn no_text_breaks_the_parsers() {
    let mut random = Random::new(3);
    for game in boards() {
        let positions = playout(game, &mut random);
        let mut valid = 0;
        for _ in 0..150 {
            let text = random.choose(&positions).map(ToString::to_string).unwrap_or_default();
            valid += u32::from(survives(game, &mangled(&text, &mut random)));
            let opening = mangled(&format!("{text} moves {}", random.next_u64() % 100), &mut random);
            survives(game, &opening);
        }
        assert!(valid < 150, "{game}: nothing was broken");
        for _ in 0..50 {
            survives(game, &garbage(&mut random));
        }
    }
    for text in
        ["", " ", "/", "x", "8/8 x", "moves", " moves", "fen ", "fen", "startpos moves", "\0", "\u{1f980}"]
    {
        for game in Game::NAMES.into_iter().filter_map(Game::named) {
            survives(game, text);
        }
    }
}

#[test]
fn an_error_in_a_line_points_at_the_ply() {
    let game = Game::named("othello").expect("a game");
    for (text, at) in [
        ("startpos moves c4 c4", 18),
        ("  startpos  moves   e1", 20),
        ("fen 8/8/8/3ox3/3xo3/8/8/8 x moves z", 34),
        ("fen 8/8/8/3ox3/3xq3/8/8/8 x", 17),
        ("  8/8/8/3ox3/3xo3/8/8/8 y moves c4", 24),
    ] {
        let error = Line::parse(game, text).expect_err(text);
        assert_eq!((error.at, error.text.as_str()), (at, text), "{error}");
    }
}

#[test]
fn of_what_stands_where_moves_begin_it_is_told_that_they_begin_with_a_word() {
    let (othello, domino) = ("fen 8/8/8/3ox3/3xo3/8/8/8 x", "- 0-0,0-1,0-2,0-3,0-4/?5 18 p1");
    for (name, base, called) in [
        ("othello", "startpos", "startpos"),
        ("breakthrough", "fen startpos", "startpos"),
        ("othello", othello, "the position"),
        ("breakthrough", "bb2/4/4/2ww w", "the position"),
        ("domino", domino, "the position"),
    ] {
        let game = Game::named(name).expect("a game");
        Line::parse(game, base).expect(base);
        for (more, word) in
            [("f5 d6", "f5"), ("f5 moves d6", "f5"), (" extra ", "extra"), ("movesf5", "movesf5")]
        {
            let text = format!("{base} {more}");
            let error = Line::parse(game, &text).expect_err(&text);
            assert_eq!(error.reason, format!("after {called} comes `moves`, not `{word}`"), "{text}");
            assert_eq!(
                (error.at, error.text.as_str()),
                (text.find(word).unwrap_or(0), text.as_str()),
                "{text}"
            );
        }
    }
}
