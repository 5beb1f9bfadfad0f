//! What players see: no more than they may, and enough to follow the game.

use arena::games::random::Random;
use arena::games::{Game, Line, Observer, Seat, domino};

use super::plain_tiles::Table;
use super::{parsed, playout};

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
