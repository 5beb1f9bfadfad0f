//! Dominoes: tables of one to five, hidden hands, one deal an encounter.

use std::collections::{BTreeMap, BTreeSet};

use arena::games::{Game, Line, Seat};
use arena::record::GameRecord;

use super::harness::{Finished, Tournament};

fn table(players: usize, more: &str) -> Tournament {
    Tournament::new(&format!(
        "[tournament]\nname = 't'\ngame = 'domino'\nseed = 5\n{more}\n[board]\nplayers = {players}\n[time]\nper_move = '30s'\nstartup = '60s'"
    ))
}

/// The engines `a`, `b`, ... up to so many.
fn with_engines(mut tournament: Tournament, count: usize) -> Tournament {
    for name in ["a", "b", "c", "d", "e"].into_iter().take(count) {
        tournament = tournament.broken(name, &["none"], "");
    }
    tournament
}

/// Plays a recorded game again by the rules alone, and sees that it is the same.
fn replay(game: &GameRecord) -> Line {
    let players = game.players.len() as u8;
    let mut line = Line::parse(Game::Domino { players }, &game.opening).unwrap();
    let deal = line.base().deal().map(Into::into);
    assert_eq!(game.deal, deal);
    for ply in &game.moves {
        assert_eq!(line.play(ply).unwrap(), *ply);
    }
    line
}

/// A replay of every game; all ended by the rules with the points that these give.
fn all_by_the_rules(finished: &Finished) -> Vec<GameRecord> {
    let games = finished.games();
    for game in &games {
        let seats = game.players.len();
        let returns = replay(game).returns().expect("over");
        let points: Vec<f64> = match returns.iter().position(|&returned| returned > 0) {
            Some(winner) => (0..seats).map(|seat| if seat == winner { 1.0 } else { 0.0 }).collect(),
            None if seats == 1 => vec![0.0],
            None => vec![1.0 / seats as f64; seats],
        };
        assert_eq!((game.reason.word(), &game.points), ("normal", &points), "{:?}", game.faults);
        assert_eq!(game.score, Some(returns[0].signum()));
        assert_eq!(game.board.players, Some(seats as u8));
    }
    games
}

#[test]
fn three_engines_play_all_orders_of_seats_with_one_deal_before_the_next() {
    let finished = with_engines(table(3, "rounds = 2"), 3).run(&[]).ends_with(0);
    let games = all_by_the_rules(&finished);
    assert_eq!(games.len(), 12);
    let mut deals = BTreeSet::new();
    for round in games.chunks(6) {
        let orders: BTreeSet<_> = round.iter().map(|game| game.players.clone()).collect();
        assert_eq!(orders.len(), 6);
        assert!(round.iter().all(|game| game.deal == round[0].deal && game.encounter == round[0].encounter));
        deals.insert(round[0].opening.clone());
    }
    assert_eq!(deals.len(), 2);
    let rows = finished.rows("games.csv");
    assert!(
        finished.text("games.csv").starts_with("id,round,game,opening,p1,p2,p3,winner,winner_seat,reason,")
    );
    for (row, game) in rows.iter().zip(&games) {
        assert_eq!(row["p3"], game.players[2]);
        assert_eq!(row["moves"], game.moves.join(" "));
    }
    let points: f64 =
        finished.rows("standings.csv").iter().map(|row| row["points"].parse::<f64>().unwrap()).sum();
    assert!((points - 12.0).abs() < 1e-5, "{points}");
}

#[test]
fn tables_have_one_to_five_seats_and_rotate_above_three() {
    for (players, engines, games) in [(1, 2, 2), (2, 3, 6), (4, 4, 4), (5, 5, 5)] {
        let finished = with_engines(table(players, ""), engines).run(&["--quiet"]).ends_with(0);
        let played = all_by_the_rules(&finished);
        assert_eq!(played.len(), games, "{players} players");
        if players > 3 {
            let firsts: BTreeSet<_> = played.iter().map(|game| game.players[0].clone()).collect();
            assert_eq!(firsts.len(), players);
        }
    }
}

#[test]
fn an_engine_sits_at_several_seats_where_the_file_allows_it() {
    let finished = with_engines(table(3, "several_seats = true"), 2).run(&["--quiet"]).ends_with(0);
    let games = all_by_the_rules(&finished);
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game.players.iter().collect::<BTreeSet<_>>().len() == 2));
    with_engines(table(3, ""), 2)
        .run(&[])
        .ends_with(2)
        .complains(&["2 engines for 3 seats", "several_seats = true"]);
}

#[test]
fn repeat_is_a_number_of_games_everywhere() {
    let games = |more: &str| with_engines(table(2, more), 2).run(&["--quiet"]).ends_with(0).games();
    assert_eq!((games("").len(), games("repeat = 4").len()), (2, 4));
    let one_deal = games("repeat = 4");
    assert!(one_deal.iter().all(|game| game.deal == one_deal[0].deal));
    let refused = with_engines(table(3, "repeat = 4"), 3).run(&[]).ends_with(2);
    refused.complains(&["`repeat` is for games of two, here are 3 seats"]);
    // As files said it before the key had a name of its own.
    let old = with_engines(table(3, "repeat = true"), 2).run(&["--quiet"]).ends_with(0);
    assert_eq!(old.games().len(), 6);
    old.complains(&["read as `several_seats`"]);
    let othello = Tournament::new("[tournament]\nname = 't'\ngame = 'othello'\nseveral_seats = true");
    with_engines(othello, 2).run(&[]).ends_with(2).complains(&["`several_seats` is for dominoes"]);
}

#[test]
fn the_same_seed_gives_the_same_games_at_any_concurrency() {
    let tournament = || {
        table(3, "").python("x", "options = { Seed = 1 }").python("y", "options = { Seed = 2 }").broken(
            "z",
            &["none"],
            "",
        )
    };
    let one = tournament().run(&["--concurrency", "1"]).ends_with(0);
    let two = tournament().run(&["--concurrency", "2"]).ends_with(0);
    for file in ["games.csv", "moves.csv", "standings.csv", "crosstable.csv"] {
        assert_eq!(one.timeless(file), two.timeless(file), "{file}");
    }
    all_by_the_rules(&one);
}

/// An engine that writes down what it is told and plays the first tile that fits, or, if it is given
/// one, always the same answer.
const SPY: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import minimal
said = open(sys.argv[2], "a")
position = None
for line in sys.stdin:
    said.write(line)
    said.flush()
    words = line.split()
    if words[0] == "ugi":
        print("id name Spy\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        before, _, moves = " ".join(words[2:]).partition(" moves")
        position = minimal.Domino(before)
        for move in moves.lower().split():
            position.play(move)
    elif words[0] == "go":
        print("bestmove " + (sys.argv[3] if len(sys.argv) > 3 else position.moves()[0]), flush=True)
    elif words[0] == "quit":
        break
"#;

/// An engine that tells as `nodes` how many games its process has begun.
const VETERAN: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import minimal
begun = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("option name UGI_Variant type combo default domino var domino var othello\nugiok", flush=True)
    elif words[0] == "uginewgame":
        begun += 1
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        base, _, moves = " ".join(words[1:]).removeprefix("fen ").partition(" moves")
        make = minimal.GAMES[sys.argv[2]]
        position = make(make.START if base == "startpos" else base)
        for move in moves.lower().split():
            position.play(move)
    elif words[0] == "go":
        print(f"info depth 1 nodes {begun}\nbestmove {position.moves()[0]}", flush=True)
    elif words[0] == "quit":
        break
"#;

/// How many games any process of its engines had begun at the most when it answered.
fn most_games_of_a_process(game: &str, more: &str) -> u64 {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python");
    let head = format!("[tournament]\nname = 't'\ngame = '{game}'\nseed = 5\nrounds = 2\nconcurrency = 1");
    let command = ["python3", "-B", "veteran.py", library, game];
    let tournament = Tournament::new(&head).file("veteran.py", VETERAN);
    let tournament = tournament.engine("a", &command, more).engine("b", &command, more);
    let games = tournament.run(&["--quiet"]).ends_with(0).games();
    assert!(games.len() == 4 && games.iter().all(|game| game.faults.is_empty()));
    let thoughts = games.iter().flat_map(|game| &game.thoughts).flatten();
    thoughts.filter_map(|thought| thought.nodes).max().unwrap()
}

#[test]
fn no_process_plays_two_games_of_which_one_may_tell_what_the_other_hides() {
    assert_eq!(most_games_of_a_process("domino", ""), 1);
    assert_eq!(most_games_of_a_process("domino", "restart = 'auto'"), 1);
    assert_eq!(most_games_of_a_process("domino", "peek = true"), 1, "the stack is hidden from all");
    assert_eq!(most_games_of_a_process("othello", ""), 4, "where all is seen a process is kept");
}

fn with_spy(tournament: Tournament, name: &str, answer: &[&str], more: &str) -> Tournament {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python");
    let notes = format!("{name}.txt");
    let command = [&["python3", "-B", "spy.py", library, &notes], answer].concat();
    tournament.file("spy.py", SPY).engine(name, &command, more)
}

#[test]
fn an_engine_is_told_its_own_hand_and_draws_and_nobody_the_stack() {
    // The spies write into the folder.
    let tournament = table(3, "").without_sandbox();
    let tournament = with_spy(with_spy(tournament, "blind", &[], ""), "sees", &[], "peek = true");
    let tournament = tournament.broken("third", &["none"], "");
    let finished = tournament.run(&["--concurrency", "1"]).ends_with(0);
    let games = all_by_the_rules(&finished);
    for (name, peeks) in [("blind", false), ("sees", true)] {
        let notes = std::fs::read_to_string(tournament.path().join(format!("{name}.txt"))).unwrap();
        let mut told = notes.lines().filter(|line| line.starts_with("position"));
        let mut asked = 0;
        for game in &games {
            let mut line = Line::parse(Game::Domino { players: 3 }, &game.opening).unwrap();
            let seat = Seat(game.players.iter().position(|player| player == name).unwrap());
            for ply in &game.moves {
                if line.to_move() == Some(seat) && line.forced().is_none() {
                    let mut expected = String::new();
                    arena::protocol::write_position_for(&mut expected, &line, line.observer(seat, peeks));
                    assert_eq!(told.next(), Some(expected.trim_end()));
                    asked += 1;
                    let words: Vec<&str> = expected.split_whitespace().collect();
                    assert_eq!(words[4], "13", "the stack is a number");
                    assert_eq!(words[3].matches("?5").count(), if peeks { 0 } else { 2 }, "{expected}");
                }
                line.play(ply).unwrap();
            }
        }
        assert!(told.next().is_none() && asked > 20, "{asked}");
    }
}

#[test]
fn a_fault_costs_the_offender_all_and_gives_the_others_equal_shares() {
    for (answer, detail) in [
        ("draw", "a draw while a tile can be played"),
        ("draw:0-0", "a draw while a tile can be played"),
        ("pass", "a pass while a tile can be played"),
        ("6-6L", ""),
        ("7-1R", "not a move"),
        ("resign", "not a move"),
    ] {
        let tournament = with_spy(table(3, "").without_sandbox(), "bad", &[answer], "");
        let finished = with_engines(tournament, 2).run(&["--quiet"]).ends_with(0);
        for game in finished.games() {
            // Somebody may win before it is asked.
            let Some(offender) = &game.offender else { continue };
            assert_eq!((offender.as_str(), game.reason.word()), ("bad", "illegal-move"));
            assert!(game.faults[0].detail.contains(detail), "{:?}", game.faults);
            assert_eq!((game.winner.as_deref(), game.winner_seat.as_deref()), (Some("shared"), None));
            for (player, points) in game.players.iter().zip(&game.points) {
                assert_eq!(*points, if player == "bad" { 0.0 } else { 0.5 });
            }
            assert_eq!(game.score, None);
        }
        let rows = finished.rows("games.csv");
        assert!(
            rows.iter().any(|row| row["winner"] == "shared" && row["winner_seat"].is_empty()),
            "{answer}"
        );
        assert!(finished.folder.join("logs").is_dir());
    }
}

#[test]
fn a_wrong_tile_is_named_for_what_is_wrong_with_it() {
    let mut details = BTreeMap::new();
    for tile in ["0-0", "0-1", "1-2", "2-3", "3-4", "4-5", "5-6"] {
        for end in ["L", "R"] {
            let answer = format!("{tile}{end}");
            let tournament = with_spy(table(2, "").without_sandbox(), "bad", &[&answer], "");
            let finished = with_engines(tournament, 1).run(&["--quiet", "--games", "2"]).ends_with(0);
            for fault in finished.games().iter().flat_map(|game| &game.faults) {
                let (_, why) = fault.detail.split_once(": ").unwrap();
                *details.entry(why.to_owned()).or_insert(0) += 1;
            }
        }
    }
    let told = |why: &str| details.contains_key(why);
    assert!(told("the tile is not in the hand"), "{details:?}");
    assert!(told("the first tile is played at R") || told("the tile does not fit that end"), "{details:?}");
}

#[test]
fn in_the_sandbox_neither_results_nor_file_nor_deals_can_be_read() {
    let arena = std::path::Path::new(super::harness::ARENA);
    if !arena::process::launcher::Features::probe(arena).missing(arena::settings::Level::Basic).is_empty() {
        return;
    }
    let look = "import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n    \
        if word == 'ugi': print('ugiok', flush=True)\n    elif word == 'isready': print('readyok', flush=True)\n    \
        elif word == 'quit': break\n    elif word == 'go':\n        for name in ['arena.toml', 'deals.txt', \
        'results/t/journal.jsonl', 'results/t/tournament.json']:\n            try: print('SAW', name, \
        open(name).read(), file=sys.stderr, flush=True)\n            except OSError as error: \
        print('NOT', name, file=sys.stderr, flush=True)\n        sys.exit(1)\n";
    let deals = [
        "- 1-4,2-3,2-6,5-6,6-6/0-0,0-1,0-3,1-3,1-5 0-4,1-6,0-2,3-3,4-6,1-2,4-4,0-6,2-2,0-5,3-6,5-5,4-5,1-1,3-4,2-4,3-5,2-5 p1",
    ];
    let tournament = table(2, "").file("deals.txt", deals[0]).file("look.py", look).openings("deals.txt");
    let finished =
        with_engines(tournament, 1).engine("look", &["python3", "look.py"], "").run(&["--concurrency", "1"]);
    let finished = finished.ends_with(0);
    let mut looked = 0;
    for game in finished.games().iter().filter(|game| game.offender.is_some()) {
        let log = finished.text(&format!("logs/game-{}.txt", game.id));
        for line in log.lines().filter(|line| line.starts_with("SAW")) {
            // A hidden file is an empty one.
            assert!(line.split_whitespace().count() == 2, "{line}");
        }
        looked += log.matches("NOT ").count() + log.matches("SAW ").count();
        assert!(!log.contains("SAW arena.toml ["), "{log}");
    }
    assert!(looked >= 4, "{looked}");
}

#[test]
fn a_domino_tournament_without_a_sandbox_warns() {
    let confined = with_engines(table(2, ""), 2).run(&["--dry-run"]).ends_with(0);
    assert!(!confined.stderr.contains("without a sandbox"), "{}", confined.stderr);
    let free = with_engines(table(2, "").without_sandbox(), 2).run(&["--dry-run"]).ends_with(0);
    free.complains(&["without a sandbox", "hands"]);
}

#[test]
fn a_deal_comes_from_a_file_and_must_be_whole() {
    let whole = "- 1-4,2-3,2-6,5-6,6-6/0-0,0-1,0-3,1-3,1-5 0-4,1-6,0-2,3-3,4-6,1-2,4-4,0-6,2-2,0-5,3-6,5-5,4-5,1-1,3-4,2-4,3-5,2-5 p1";
    let file = |text: &str| with_engines(table(2, "").file("deals.txt", text).openings("deals.txt"), 2);
    let finished = file(whole).run(&["--quiet"]).ends_with(0);
    assert!(all_by_the_rules(&finished).iter().all(|game| game.opening == whole));
    let seen = "- 1-4,2-3,2-6,5-6,6-6/?5 18 p1";
    file(seen).run(&[]).ends_with(2).complains(&["deals.txt:1:1", "not all tiles are known"]);
    file("startpos").run(&[]).ends_with(2).complains(&["deals.txt:1:1", "no `startpos` in domino"]);
}
