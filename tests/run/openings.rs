//! `arena opening`: openings that other commands and other programs can use.

use std::collections::BTreeSet;

use arena::games::{Game, Line};
use arena::openings::configuration;

use super::harness::Desk;

/// What the command prints, a line each.
fn lines(words: &[&str]) -> Vec<String> {
    let finished = Desk::new().arena(&[&["opening"], words].concat()).ends_with(0);
    finished.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn breakthrough_configurations_are_possible_ones_and_the_same_for_the_same_seed() {
    let words = ["breakthrough", "--count", "100", "--seed", "7"];
    let printed = lines(&words);
    assert_eq!(printed.len(), 100);
    for line in &printed {
        assert_eq!(configuration::faults(line).unwrap(), [], "{line}");
    }
    assert!(printed.iter().collect::<BTreeSet<_>>().len() > 80); // four rows leave but the start
    assert_eq!(lines(&words), printed);
    assert_ne!(lines(&["breakthrough", "--count", "100", "--seed", "8"]), printed);
    let board = |line: &String| Game::named("breakthrough").unwrap().parse(line).unwrap().game();
    let fixed = lines(&["breakthrough", "--count", "20", "--seed", "7", "--rows", "5", "--columns", "6"]);
    assert!(fixed.iter().all(|line| board(line) == Game::Breakthrough { rows: 5, columns: 6 }));
}

#[test]
fn othello_openings_have_their_plies() {
    for (words, discs) in [(&["othello"][..], 12), (&["othello", "--plies", "3", "--size", "6"], 7)] {
        let printed = lines(&[words, &["--count", "5", "--seed", "1"]].concat());
        assert_eq!(printed.len(), 5);
        for line in printed {
            let board = line.split(' ').next().unwrap();
            assert_eq!(board.matches(['x', 'o']).count(), discs, "{line}");
        }
    }
}

#[test]
fn what_cannot_be_is_told_with_the_reason() {
    let desk = Desk::new().file(
        "some.txt",
        "# lines\nbbbb/bbbb/4/4/wwww/wwww w\nbbbb/bbbb/4/4/wwww/wwww b\nbbbb/bbb1/4/4/wwww/wwww w\nnonsense\n",
    );
    let checked = desk.arena(&["opening", "breakthrough", "--check", "some.txt"]).ends_with(1);
    checked.says(&[
        "2: possible",
        "3: impossible: White must be to move",
        "4: impossible: Black has 7 pieces of 8",
        "5: impossible: no position",
    ]);
    for (words, part) in [
        (&["brakethrough"][..], "did you mean breakthrough?"),
        (&["othello", "--rows", "5"], "no measure of othello"),
        (&["breakthrough", "--rows", "13"], "4 to 12"),
        (&["othello", "--size", "5"], "4, 6, 8 and 10"),
        (&["othello", "--plies", "70"], "none leaves a choice"),
        (&["othello", "--count", "0"], "--count"),
        (&["othello", "--balanced", "no-such-engine"], "no-such-engine"),
        (&["othello", "--balanced", "'x"], "opened and not closed"),
    ] {
        desk.arena(&[&["opening"], words].concat()).ends_with(2).complains(&[part]);
    }
}

/// An engine whose scores are as good as drawn, from -500 to 499 hundredths, the same for the same line.
const MOODY: &str = r#"
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("option name UGI_Variant type combo default othello var othello\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        score = 37 * sum(i * ord(c) for i, c in enumerate(line)) % 1000 - 500
    elif word == "go":
        print("info depth 1 score cp %d\nbestmove f5" % score, flush=True)
    elif word == "quit":
        break
"#;

#[test]
fn balanced_openings_are_near_even_and_differ_by_more_than_symmetry() {
    let desk = Desk::new().file("engine.py", MOODY);
    let balanced = |plies: &'static str, within: &'static str| {
        let words = ["opening", "othello", "--count", "20", "--seed", "3", "--movetime", "1", "--balanced"];
        [&words[..], &["python3 engine.py", "--plies", plies, "--within", within]].concat()
    };
    let words = balanced("5", "200");
    let kept = desk.arena(&words).ends_with(0).stdout;
    let drawn = lines(&["othello", "--plies", "5", "--count", "500", "--seed", "3"]);
    let kept: Vec<&str> = kept.lines().collect();
    assert_eq!(kept.len(), 20);
    let images: BTreeSet<String> = kept.iter().map(|line| arena::openings::canonical(line)).collect();
    assert_eq!(images.len(), 20);
    // They are some of those that are drawn without an engine, in their order.
    let places: Vec<usize> =
        kept.iter().map(|line| drawn.iter().position(|other| other == line).unwrap()).collect();
    assert!(places.is_sorted() && places[19] > 30, "{places:?}");
    // There is but one first move.
    let words = balanced("1", "500");
    desk.arena(&words).ends_with(1).complains(&["openings were found", "--plies", "--within"]);
}

#[test]
fn printed_openings_are_read_by_a_tournament() {
    let printed = lines(&["othello", "--count", "3", "--seed", "1"]).join("\n");
    for line in printed.lines() {
        let line = Line::parse(Game::Othello { size: 8 }, line).unwrap();
        assert!(arena::openings::has_choice(&line));
    }
}
