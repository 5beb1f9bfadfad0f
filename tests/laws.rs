//! Laws that every game keeps on every board: along random games, from mangled texts, under
//! symmetries, and against the rules written a second time on plain arrays.

use std::collections::{BTreeMap, VecDeque};

use arena::games::random::Random;
use arena::games::{
    Game, Line, Observer, ParseError, Position, Seat, Turn, breakthrough, domino, othello, perft_while,
};

/// Every game on every one of its boards.
fn boards() -> Vec<Game> {
    let othello = othello::SIZES.into_iter().map(|size| Game::Othello { size });
    let sides = || breakthrough::SIDES;
    let breakthrough =
        sides().flat_map(|rows| sides().map(move |columns| Game::Breakthrough { rows, columns }));
    let domino = domino::PLAYERS.map(|players| Game::Domino { players });
    othello.chain(breakthrough).chain(domino).collect()
}

/// All positions of a random game, the start and the end among them.
fn playout(game: Game, random: &mut Random) -> Vec<Box<dyn Position>> {
    let mut positions = vec![game.begin(random)];
    loop {
        let last = &positions[positions.len() - 1];
        let plies = last.plies();
        let Some(ply) = random.choose(&plies) else { return positions };
        let next = after(&**last, ply);
        positions.push(next);
    }
}

/// The position after a legal ply.
fn after(position: &dyn Position, ply: &str) -> Box<dyn Position> {
    let mut next = position.boxed();
    if let Err(error) = next.play(ply) {
        panic!("{position}: {error}");
    }
    next
}

/// Judges positions of random games on every board, and how they came about.
fn along_games(mut law: impl FnMut(&dyn Position, &mut Random)) {
    for (number, game) in (0..).zip(boards()) {
        let mut random = Random::derived(1, &[number]);
        for position in playout(game, &mut random) {
            law(&*position, &mut random);
        }
    }
}

fn parsed(game: Game, text: &str) -> Box<dyn Position> {
    game.parse(text).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn sorted(position: &dyn Position) -> Vec<String> {
    let mut plies = position.plies();
    plies.sort();
    plies
}

#[test]
fn a_positions_text_reads_back_as_the_same_position() {
    along_games(|position, _| {
        let text = position.to_string();
        let spelt_out = match position.game() {
            Game::Domino { .. } => text.replace(' ', "   "),
            Game::Othello { .. } | Game::Breakthrough { .. } => Plain::read(&text).text(),
        };
        for given in [text.clone(), text.to_uppercase(), spelt_out, format!("  {text} ")] {
            let again = parsed(position.game(), &given);
            assert_eq!(again.to_string(), text, "{given}");
            assert_eq!(again.game(), position.game(), "{given}");
            assert_eq!(again.player(), position.player(), "{given}");
            assert_eq!(again.plies(), position.plies(), "{given}");
            assert_eq!(again.returns(), position.returns(), "{given}");
        }
    });
}

#[test]
fn what_is_told_at_one_look_is_what_the_rules_tell_piece_by_piece() {
    along_games(|position, _| {
        let turn = match (position.player(), position.forced()) {
            (None, _) => Turn::Over,
            (Some(player), Some(_)) => Turn::Forced(player),
            (Some(player), None) => Turn::Choice(player),
        };
        assert_eq!(position.turn(), turn, "{position}");
        let plies = position.plies();
        assert_eq!(position.choices(), plies.len(), "{position}");
        let chosen: Vec<_> = (0..plies.len()).filter_map(|index| position.choice(index)).collect();
        assert_eq!((chosen, position.choice(plies.len())), (plies, None), "{position}");
        let game = position.game();
        let is_start = !game.is_dealt() && position.to_string() == game.start().to_string();
        assert_eq!(position.is_start(), is_start, "{position}");
    });
}

#[test]
fn plies_are_sent_as_they_are_seen() {
    for (number, game) in (0..).zip(boards()) {
        let mut random = Random::derived(6, &[number]);
        let mut line = Line::new(game.begin(&mut random));
        while let Some(ply) = random.choose(&line.position().plies()) {
            assert!(line.play(ply).is_ok(), "{ply}");
            for seat in 0..line.seats() {
                for peeks in [false, true] {
                    let observer = line.observer(Seat(seat), peeks);
                    let mut sent = String::new();
                    line.write_plies(observer, &mut sent);
                    let seen: String = line.plies_as_seen(observer).map(|ply| format!(" {ply}")).collect();
                    assert_eq!(sent, seen);
                }
            }
        }
    }
}

#[test]
fn every_legal_ply_plays_and_gives_its_own_text() {
    along_games(|position, _| {
        let plies = position.plies();
        let mut distinct = plies.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), plies.len(), "{position}: {plies:?}");
        for ply in &plies {
            let mut next = position.boxed();
            assert_eq!(next.play(ply).unwrap(), *ply, "{position}");
            let mut in_capitals = position.boxed();
            assert_eq!(in_capitals.play(&ply.to_uppercase()).unwrap(), *ply, "{position}");
            assert_eq!(in_capitals.to_string(), next.to_string(), "{position} {ply}");
            assert_ne!(next.to_string(), position.to_string(), "{ply}");
            let players = position.game().players();
            let after = position.player().map(|player| (player + 1) % players);
            assert!(next.player().is_none() || next.player() == after, "{position} {ply}");
        }
    });
}

#[test]
fn perft_counts_the_plies() {
    along_games(|position, _| {
        let plies = position.plies();
        assert_eq!(position.perft(0), 1, "{position}");
        if plies.is_empty() {
            // A finished game is a leaf of Othello, and no leaf of the others.
            let leaves = u64::from(matches!(position.game(), Game::Othello { .. }));
            assert_eq!((position.perft(1), position.perft(3)), (leaves, leaves), "{position}");
            return;
        }
        assert_eq!(position.perft(1), plies.len() as u64, "{position}");
        let below: u64 = plies.iter().map(|ply| after(position, ply).perft(1)).sum();
        assert_eq!(position.perft(2), below, "{position}");
    });
}

#[test]
fn perft_in_parts_counts_the_same_and_ends_when_it_is_told_to() {
    along_games(|position, random| {
        if random.below(20) > 0 {
            return;
        }
        for depth in 0..=4 {
            let whole = position.perft(depth);
            if whole > 100_000 {
                return;
            }
            assert_eq!(perft_while(position, depth, &mut || true), Some(whole), "{position} {depth}");
            assert_eq!(perft_while(position, depth, &mut || false), None, "{position} {depth}");
        }
    });
    for game in boards() {
        // Longer than anybody can wait.
        let (mut asked, start) = (0, game.start());
        let mut goes_on = || {
            asked += 1;
            asked < 3
        };
        let leaves = perft_while(&*start, 30, &mut goes_on);
        assert!(asked == 3 && leaves.is_none() || start.perft(30) == leaves.unwrap(), "{game}");
    }
}

#[test]
fn returns_come_with_the_end_and_add_up_to_nothing() {
    along_games(|position, _| {
        let over = position.player().is_none();
        assert_eq!(position.plies().is_empty(), over, "{position}");
        assert_eq!(position.returns().is_some(), over, "{position}");
        if let Some(returns) = position.returns() {
            assert_eq!(returns.len(), position.game().players(), "{position}");
            let best = returns.iter().max();
            let won = returns.iter().filter(|&returned| Some(returned) == best).count() == 1;
            match *returns {
                // Alone at the table one wins or does not.
                [alone] => assert!(alone == 0 || alone == 1, "{position}"),
                _ => assert_eq!((returns.iter().sum::<i32>(), won), (0, best > Some(&0)), "{position}"),
            }
        }
    });
}

#[test]
fn a_forced_ply_is_the_only_one() {
    let mut forced = 0;
    along_games(|position, _| {
        if let Some(ply) = position.forced() {
            assert_eq!(position.plies(), [ply.to_string()], "{position}");
            forced += 1;
        }
    });
    assert!(forced > 0, "no game had a pass");
}

#[test]
fn a_line_reads_back_as_the_same_line() {
    for (number, game) in (0..).zip(boards()) {
        let mut random = Random::derived(2, &[number]);
        let positions = playout(game, &mut random);
        let middle = &positions[random.below(positions.len() - 1)];
        for base in [positions[0].clone(), middle.clone()] {
            let mover = base.player().expect("a side to move");
            let mut line = Line::new(base);
            loop {
                let text = line.to_string();
                let shown_as_startpos = line.plies().is_empty() && text == "startpos";
                let mut given = vec![text.clone(), format!(" {text} "), text.replace(' ', "  ")];
                if !text.starts_with("startpos") {
                    given.push(format!("fen {text}"));
                }
                for given in given {
                    let again = Line::parse(game, &given).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(again.to_string(), text, "{given}");
                    assert_eq!(again.position().to_string(), line.position().to_string(), "{given}");
                    assert_eq!(again.base().to_string(), line.base().to_string(), "{given}");
                    assert_eq!(again.plies(), line.plies(), "{given}");
                    assert_eq!(again.game(), game, "{given}");
                }
                if shown_as_startpos {
                    assert!(game.is_default_board(), "{game}");
                }

                let players: Vec<usize> = (0..game.players()).map(|n| (mover + n) % game.players()).collect();
                for (seat, &player) in players.iter().enumerate() {
                    assert_eq!(
                        (line.player_at(Seat(seat)), line.seat_of(player)),
                        (player, Seat(seat)),
                        "{text}"
                    );
                }
                assert_eq!(line.to_move().map(|seat| line.player_at(seat)), line.position().player());
                let by_player = line.position().returns();
                let by_seat = by_player.map(|r| players.iter().map(|&player| r[player]).collect());
                assert_eq!(line.returns(), by_seat, "{text}");

                let plies = line.position().plies();
                // Reading all of a line again at every ply is dear: leave some plies out.
                for _ in 0..=random.below(12) {
                    let plies = line.position().plies();
                    if let Some(ply) = random.choose(&plies) {
                        line.play(ply).unwrap_or_else(|error| panic!("{error}"));
                    }
                }
                if plies.is_empty() {
                    break;
                }
            }
        }
    }
}

#[test]
fn an_illegal_ply_changes_nothing() {
    along_games(|position, random| {
        let (text, legal) = (position.to_string(), position.plies());
        for _ in 0..20 {
            let ply = match random.choose(&legal) {
                Some(ply) if random.below(2) == 0 => mangled(ply, random),
                _ => garbage(random),
            };
            let mut tried = position.boxed();
            match tried.play(&ply) {
                Ok(canonical) => {
                    assert!(
                        legal.iter().any(|legal| canonical == *legal),
                        "{text}: {ply:?} taken for {canonical}"
                    );
                    assert_eq!(tried.to_string(), after(position, &canonical).to_string(), "{ply:?}");
                }
                Err(error) => {
                    assert_eq!(tried.to_string(), text, "{ply:?}");
                    assert_eq!(error.ply, ply);
                    assert!(one_line(&error.to_string()), "{error}");
                }
            }
        }
        if legal.is_empty() {
            let mut tried = position.boxed();
            let error = tried.play("pass").expect_err("a ply after the end");
            assert_eq!(error.reason, "the game is over", "{text}");
        }
    });
}

/// Whether a text can be printed as it is: no line breaks, no escapes that a terminal acts on.
fn one_line(text: &str) -> bool {
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
fn garbage(random: &mut Random) -> String {
    let most = if random.below(50) == 0 { 2000 } else { 12 };
    (0..random.below(most)).filter_map(|_| random.choose(&SHREDS).copied()).collect()
}

/// A text after a few accidents.
fn mangled(text: &str, random: &mut Random) -> String {
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

// ---- Symmetries ----

#[test]
fn breakthrough_looks_the_same_in_the_mirror_and_from_the_other_side() {
    along_games(|position, _| {
        let Game::Breakthrough { rows, columns } = position.game() else { return };
        let plain = Plain::read(&position.to_string());
        let mirror = |column: u8, row: u8| (columns - 1 - column, row);
        let turn = |column: u8, row: u8| (column, rows - 1 - row);
        let in_mirror = plain.moved(mirror);
        let from_there = plain.moved(turn).recoloured(*b"wb");
        let images: [(Plain, ToSquare<'_>); 2] = [(in_mirror, &mirror), (from_there, &turn)];
        for (image, square) in images {
            let image = parsed(position.game(), &image.text());
            let mut expected: Vec<String> =
                position.plies().iter().map(|ply| moved_ply(ply, square)).collect();
            expected.sort();
            assert_eq!(sorted(&*image), expected, "{position}");
            assert_eq!(image.perft(2), position.perft(2), "{position}");
            assert_eq!(image.player().is_none(), position.player().is_none(), "{position}");
        }
    });
}

#[test]
fn othello_looks_the_same_from_every_side_and_in_the_other_colour() {
    along_games(|position, _| {
        let Game::Othello { size } = position.game() else { return };
        let plain = Plain::read(&position.to_string());
        for symmetry in 0..8 {
            let square = |mut column: u8, mut row: u8| {
                if symmetry & 1 > 0 {
                    column = size - 1 - column;
                }
                if symmetry & 2 > 0 {
                    row = size - 1 - row;
                }
                if symmetry & 4 > 0 { (row, column) } else { (column, row) }
            };
            let mut expected: Vec<String> =
                position.plies().iter().map(|ply| moved_ply(ply, &square)).collect();
            expected.sort();
            let image = plain.moved(square);
            for image in [image.recoloured(*b"xo"), image] {
                let image = parsed(position.game(), &image.text());
                assert_eq!(sorted(&*image), expected, "{position}, symmetry {symmetry}");
                assert_eq!(image.perft(2), position.perft(2), "{position}, symmetry {symmetry}");
            }
        }
    });
}

/// Where a symmetry takes (column, row).
type ToSquare<'a> = &'a dyn Fn(u8, u8) -> (u8, u8);

/// The ply with every square of it moved.
fn moved_ply(ply: &str, square: ToSquare<'_>) -> String {
    if ply == "pass" {
        return ply.to_owned();
    }
    let starts: Vec<usize> =
        ply.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([ply.len()]);
    let squares = starts.iter().zip(ends).map(|(&start, end)| {
        let row: u8 = ply[start + 1..end].parse().expect("a row");
        let (column, row) = square(ply.as_bytes()[start] - b'a', row - 1);
        name(column.into(), row.into())
    });
    squares.collect()
}

// ---- The rules a second time ----

/// The name of a square.
fn name(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A board as an array of letters, row by row as the text has them, and the rules on it without any
/// cleverness: what the fast rules must agree with.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plain {
    rows: Vec<Vec<u8>>,
    side: u8,
}

impl Plain {
    /// Reads the canonical text of a position.
    fn read(text: &str) -> Self {
        let (board, side) = text.split_once(' ').expect("rows and a side");
        let row = |row: &str| {
            let mut squares = Vec::new();
            let mut number = 0;
            for byte in row.bytes().chain([b' ']) {
                if byte.is_ascii_digit() {
                    number = number * 10 + usize::from(byte - b'0');
                } else {
                    squares.extend(vec![b'.'; number]);
                    squares.push(byte);
                    number = 0;
                }
            }
            squares.pop();
            squares
        };
        Self { rows: board.split('/').map(row).collect(), side: side.as_bytes()[0] }
    }

    /// The text with a `.` for every empty square.
    fn text(&self) -> String {
        let rows: Vec<_> = self.rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
        format!("{} {}", rows.join("/"), char::from(self.side))
    }

    /// The letter on a square, `None` off the board.
    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// The board with what is on (column, row) of the text on `square(column, row)`.
    fn moved(&self, square: impl Fn(u8, u8) -> (u8, u8)) -> Self {
        let mut image = self.clone();
        for (row, letters) in (0..).zip(&self.rows) {
            for (column, &letter) in (0..).zip(letters) {
                let (to_column, to_row) = square(column, row);
                image.rows[usize::from(to_row)][usize::from(to_column)] = letter;
            }
        }
        image
    }

    /// The position with the two letters changed for each other, the side to move too.
    fn recoloured(&self, [one, other]: [u8; 2]) -> Self {
        let swap = |letter| match letter {
            letter if letter == one => other,
            letter if letter == other => one,
            letter => letter,
        };
        let rows = self.rows.iter().map(|row| row.iter().map(|&letter| swap(letter)).collect());
        Self { rows: rows.collect(), side: swap(self.side) }
    }

    /// The position after each legal ply of Othello.
    fn othello(&self) -> BTreeMap<String, Self> {
        let placements = self.placements();
        let passed = self.with_other_side(*b"xo");
        if placements.is_empty() && !passed.placements().is_empty() {
            return BTreeMap::from([("pass".to_owned(), passed)]);
        }
        placements
    }

    fn placements(&self) -> BTreeMap<String, Self> {
        let passed = self.with_other_side(*b"xo");
        let mut all = BTreeMap::new();
        let size = self.rows.len() as i32;
        for (column, row) in (0..size).flat_map(|column| (0..size).map(move |row| (column, row))) {
            if self.at(column, row) != Some(b'.') {
                continue;
            }
            let mut next = passed.clone();
            for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let mut steps = 1;
                while self.at(column + steps * right, row + steps * down) == Some(passed.side) {
                    steps += 1;
                }
                if self.at(column + steps * right, row + steps * down) == Some(self.side) {
                    for step in 1..steps {
                        next.set(column + step * right, row + step * down, self.side);
                    }
                }
            }
            if next != passed {
                next.set(column, row, self.side);
                all.insert(name(column as usize, row as usize), next);
            }
        }
        all
    }

    /// The position after each legal ply of Breakthrough.
    fn breakthrough(&self) -> BTreeMap<String, Self> {
        let mut all = BTreeMap::new();
        let letters: Vec<u8> = self.rows.concat();
        let bottom = self.rows.len() - 1;
        let over = self.rows[0].contains(&b'w')
            || self.rows[bottom].contains(&b'b')
            || !letters.contains(&b'w')
            || !letters.contains(&b'b');
        if over {
            return all;
        }
        let down = if self.side == b'w' { -1 } else { 1 };
        // The text begins with the last row.
        let square = |column: i32, row: i32| name(column as usize, bottom - row as usize);
        for (row, letters) in (0..).zip(&self.rows) {
            for (column, _) in (0..).zip(letters).filter(|&(_, &letter)| letter == self.side) {
                for right in [-1, 0, 1] {
                    let target = self.at(column + right, row + down);
                    let free = target == Some(b'.');
                    if free || (right != 0 && target.is_some_and(|letter| letter != self.side)) {
                        let mut next = self.with_other_side(*b"wb");
                        next.set(column, row, b'.');
                        next.set(column + right, row + down, self.side);
                        all.insert(square(column, row) + &square(column + right, row + down), next);
                    }
                }
            }
        }
        all
    }

    fn with_other_side(&self, [one, other]: [u8; 2]) -> Self {
        Self { side: if self.side == one { other } else { one }, ..self.clone() }
    }

    fn set(&mut self, column: i32, row: i32, letter: u8) {
        self.rows[row as usize][column as usize] = letter;
    }
}

/// A board with letters thrown on it, some boards full, some nearly empty.
fn thrown(rows: usize, columns: usize, letters: [u8; 2], random: &mut Random) -> Plain {
    let (empty, first) = (random.below(10), 1 + random.below(9));
    let mut letter = || {
        if random.below(10) < empty { b'.' } else { letters[usize::from(random.below(10) >= first)] }
    };
    let rows = (0..rows).map(|_| (0..columns).map(|_| letter()).collect()).collect();
    Plain { rows, side: letters[random.below(2)] }
}

/// Compares the legal plies and where they lead.
fn agree(position: &dyn Position) {
    if matches!(position.game(), Game::Domino { .. }) {
        return agree_on_tiles(position);
    }
    let plain = Plain::read(&position.to_string());
    let expected = match position.game() {
        Game::Othello { .. } => plain.othello(),
        Game::Breakthrough { .. } => plain.breakthrough(),
        Game::Domino { .. } => BTreeMap::new(),
    };
    let found: BTreeMap<String, Plain> = position
        .plies()
        .into_iter()
        .map(|ply| {
            let next = after(position, &ply).to_string();
            (ply, Plain::read(&next))
        })
        .collect();
    assert_eq!(found, expected, "{position}");
}

#[test]
fn the_rules_agree_with_plain_ones_along_games() {
    along_games(|position, _| agree(position));
}

#[test]
fn the_rules_agree_with_plain_ones_on_boards_that_no_game_leads_to() {
    let mut random = Random::new(5);
    for game in boards() {
        let (rows, columns, letters, boards) = match game {
            Game::Othello { size } => (size, size, *b"xo", 500),
            Game::Breakthrough { rows, columns } => (rows, columns, *b"wb", 60),
            // Any tiles in any order are as good a game as another.
            Game::Domino { .. } => continue,
        };
        let mut seen = 0;
        for _ in 0..boards {
            let mut plain = thrown(rows.into(), columns.into(), letters, &mut random);
            if letters == *b"wb" && random.below(4) > 0 {
                // Mostly boards on which nobody has arrived.
                let bottom = usize::from(rows - 1);
                plain.rows[0].iter_mut().filter(|letter| **letter == b'w').for_each(|letter| *letter = b'.');
                plain.rows[bottom]
                    .iter_mut()
                    .filter(|letter| **letter == b'b')
                    .for_each(|letter| *letter = b'.');
            }
            // Some cannot be: both sides have arrived, or there is no piece at all.
            if let Ok(position) = game.parse(&plain.text()) {
                agree(&*position);
                seen += 1;
            }
        }
        assert!(seen > boards / 2, "{game}: only {seen} of {boards} boards can be");
    }
}

/// The tables of dominoes with tiles as texts: chain, hands, stack with the top first, the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    chain: VecDeque<String>,
    hands: Vec<Vec<String>>,
    stack: VecDeque<String>,
    turn: usize,
}

impl Table {
    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let tiles = |list: &str| -> Vec<String> {
            list.split(',').filter(|tile| tile.len() == 3).map(str::to_owned).collect()
        };
        Self {
            chain: tiles(fields[0]).into(),
            hands: fields[1].split('/').map(tiles).collect(),
            stack: tiles(fields[2]).into(),
            turn: fields[3][1..].parse::<usize>().expect("a number") - 1,
        }
    }

    fn turned(tile: &str) -> String {
        tile.chars().rev().collect()
    }

    /// The ways in which `tile` goes to the chain.
    fn ways(&self, tile: &str) -> Vec<String> {
        let mut ways = Vec::new();
        for lying in [tile.to_owned(), Self::turned(tile)] {
            match (self.chain.front(), self.chain.back()) {
                (Some(first), Some(last)) => {
                    if lying[2..] == first[..1] {
                        ways.push(format!("{lying}L"));
                    }
                    if lying[..1] == last[2..] {
                        ways.push(format!("{lying}R"));
                    }
                }
                _ => ways.push(format!("{lying}R")),
            }
        }
        ways.sort();
        ways.dedup();
        ways
    }

    /// The table after each legal ply.
    fn after_plies(&self) -> BTreeMap<String, Self> {
        let fits = |hand: &Vec<String>| hand.iter().any(|tile| !self.ways(tile).is_empty());
        let stuck = self.stack.is_empty() && !self.hands.iter().any(fits);
        if stuck || self.hands.iter().any(Vec::is_empty) {
            return BTreeMap::new();
        }
        let mut next = self.clone();
        next.turn = (self.turn + 1) % self.hands.len();
        let mut all = BTreeMap::new();
        for tile in &self.hands[self.turn] {
            for way in self.ways(tile) {
                let mut next = next.clone();
                next.hands[self.turn].retain(|other| other != tile);
                match way.strip_suffix('L') {
                    Some(lying) => next.chain.push_front(lying.to_owned()),
                    None => next.chain.push_back(way[..3].to_owned()),
                }
                all.insert(way, next);
            }
        }
        if all.is_empty() {
            let ply = match next.stack.pop_front() {
                Some(tile) => {
                    next.hands[self.turn].push(tile.clone());
                    next.hands[self.turn].sort();
                    format!("draw:{tile}")
                }
                None => "pass".to_owned(),
            };
            all.insert(ply, next);
        }
        all
    }
}

/// Compares the legal plies of dominoes and where they lead.
fn agree_on_tiles(position: &dyn Position) {
    let found: BTreeMap<String, Table> = position
        .plies()
        .into_iter()
        .map(|ply| {
            let next = after(position, &ply).to_string();
            (ply, Table::read(&next))
        })
        .collect();
    assert_eq!(found, Table::read(&position.to_string()).after_plies(), "{position}");
}

#[test]
fn dominoes_agree_with_plain_ones_along_many_games() {
    let mut random = Random::new(11);
    for players in domino::PLAYERS {
        for _ in 0..60 {
            playout(Game::Domino { players }, &mut random)
                .iter()
                .for_each(|position| agree_on_tiles(&**position));
        }
    }
}

// ---- What players see ----

/// A position in which everything that `observer` does not see is another way round.
fn with_hidden_things_exchanged(text: &str, observer: Observer, random: &mut Random) -> String {
    let mut table = Table::read(text);
    let hides = |player: usize| player != observer.player && !observer.peeks;
    let mut hidden: Vec<String> = table.stack.iter().cloned().collect();
    for (player, hand) in table.hands.iter().enumerate() {
        if hides(player) {
            hidden.extend(hand.iter().cloned());
        }
    }
    random.shuffle(&mut hidden);
    for (player, hand) in table.hands.iter_mut().enumerate() {
        if hides(player) {
            *hand = hidden.split_off(hidden.len() - hand.len());
            hand.sort();
        }
    }
    let list = |tiles: &[String]| if tiles.is_empty() { "-".to_owned() } else { tiles.join(",") };
    let chain: Vec<String> = table.chain.into();
    let hands: Vec<String> = table.hands.iter().map(|hand| list(hand)).collect();
    let stack = if hidden.is_empty() { "0".to_owned() } else { hidden.join(",") };
    format!("{} {} {stack} p{}", list(&chain), hands.join("/"), table.turn + 1)
}

#[test]
fn states_that_differ_only_in_what_is_hidden_look_the_same() {
    let mut random = Random::new(12);
    let (mut compared, mut different) = (0, 0);
    for _ in 0..40 {
        for players in domino::PLAYERS {
            let game = Game::Domino { players };
            for position in playout(game, &mut random) {
                for (player, peeks) in (0..usize::from(players)).flat_map(|p| [(p, false), (p, true)]) {
                    let observer = Observer { player, peeks };
                    let text = position.to_string();
                    let other = with_hidden_things_exchanged(&text, observer, &mut random);
                    let view = position.view(observer);
                    assert_eq!(parsed(game, &other).view(observer), view, "{text} and {other}");
                    compared += 1;
                    different += usize::from(text != other);

                    // The view says no more than it must, and can be played on.
                    let stack = view.split(' ').nth(2).expect("a stack");
                    assert!(stack.bytes().all(|byte| byte.is_ascii_digit()), "{view}");
                    let seen = parsed(game, &view);
                    assert_eq!(seen.to_string(), view);
                    assert_eq!(seen.view(observer), view);
                    assert_eq!(seen.player(), position.player(), "{view}");
                    if position.player() == Some(player) && position.forced().is_none() {
                        assert_eq!(seen.plies(), position.plies(), "{view}");
                    }
                }
            }
        }
    }
    assert!(compared > 20_000 && different > 15_000, "{different} of {compared}");
}

#[test]
fn a_player_who_is_told_his_view_of_the_deal_and_the_plies_can_follow_the_game() {
    let mut random = Random::new(13);
    for players in domino::PLAYERS {
        for _ in 0..30 {
            let game = Game::Domino { players };
            let mut line = Line::new(game.begin(&mut random));
            while let Some(ply) = random.choose(&line.position().plies()).cloned() {
                line.play(&ply).expect("a legal ply");
                for (seat, peeks) in (0..usize::from(players)).flat_map(|seat| [(seat, false), (seat, true)])
                {
                    let observer = line.observer(Seat(seat), peeks);
                    let base = line.base_view(observer).expect("never `startpos`");
                    let plies: Vec<&str> = line.plies_as_seen(observer).collect();
                    for (number, (seen, ply)) in plies.iter().zip(line.plies()).enumerate() {
                        let hidden =
                            ply.starts_with("draw:") && !peeks && number % usize::from(players) != seat;
                        assert_eq!(*seen, if hidden { "draw" } else { ply }, "{line}");
                    }
                    let told = format!("{base} moves {}", plies.join(" "));
                    let followed = Line::parse(game, &told).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(followed.position().to_string(), line.position().view(observer), "{told}");
                    assert_eq!(followed.to_move(), line.to_move(), "{told}");
                    assert_eq!(followed.returns(), line.returns(), "{told}");
                    if line.to_move() == Some(Seat(seat)) && line.forced().is_none() {
                        assert_eq!(followed.position().plies(), line.position().plies(), "{told}");
                    }
                }
            }
        }
    }
}
