//! Laws that every game keeps on every board: along random games, from mangled texts, under
//! symmetries, and against the rules written a second time on plain arrays.

mod broken_texts;
mod plain_boards;
mod plain_tiles;
mod symmetries;
mod views;

use arena::games::random::Random;
use arena::games::{Game, Line, Position, Seat, Turn, breakthrough, domino, othello, perft_while};

use broken_texts::{garbage, mangled, one_line};
use plain_boards::Plain;

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
