use std::fs;

use tempfile::TempDir;

use super::*;
use crate::record::{GameRecord, Thought};
use crate::standings::sample::{faulty, lost, won};

fn text(record: &GameRecord) -> String {
    serde_json::to_string(record).unwrap()
}

fn folder(lines: &[String]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(folder.path().join(FILE), lines).unwrap();
    folder
}

fn games() -> Vec<GameRecord> {
    let two = &["ann", "bob"];
    let mut void = faulty(4, two, 1, crate::record::Reason::Time, "x");
    (void.void, void.excuse) = (true, Some("the arena was late".to_owned()));
    let mut told = lost(1, two);
    told.thoughts = vec![Some(Thought { depth: Some(3), score: Some("12".into()), nodes: None }), None];
    vec![won(2, two), told, void, faulty(4, two, 0, crate::record::Reason::Crash, "x"), won(3, two)]
}

#[test]
fn records_come_in_the_order_of_their_numbers_as_they_were_written() {
    let games = games();
    let folder = folder(&games.iter().map(text).collect::<Vec<_>>());
    let mut path = OpenOptions::new().append(true).open(folder.path().join(FILE)).unwrap();
    path.write_all(b"{\"torn").unwrap();
    let in_order = read_in_order(folder.path()).unwrap();
    assert_eq!(in_order.ids().collect::<Vec<_>>(), [1, 2, 3, 4]);
    let read: Vec<GameRecord> = in_order.map(Result::unwrap).collect();
    assert_eq!(read, [1, 0, 4, 3].map(|at: usize| games[at].clone()));
}

#[test]
fn outlines_say_as_much_for_standings_as_whole_records() {
    use crate::standings::Standings;
    let games = games();
    let folder = folder(&games.iter().map(text).collect::<Vec<_>>());
    let (mut whole, mut outlined) = (Standings::new(&[]), Standings::new(&[]));
    let counted = |game: &&GameRecord| !game.void;
    games.iter().filter(counted).for_each(|game| whole.add(game));
    let mut seen = Vec::new();
    let survey = survey(folder.path(), Reading::Outline, |_, outline| {
        if outline.void {
            return Ok(());
        }
        outlined.add(&outline);
        seen.push((outline.id, outline.points, outline.seconds));
        Ok(())
    });
    let survey = survey.unwrap();
    assert_eq!((survey.done.first_missing(), survey.damages), (5, vec![]));
    let expected = games.iter().filter(counted).map(|game| (game.id, game.points.clone(), game.seconds));
    assert_eq!(seen, expected.collect::<Vec<_>>());
    assert_eq!(outlined.rows(), whole.rows());
    assert_eq!(outlined.crosstable(), whole.crosstable());
}

#[test]
fn a_damaged_line_is_named_and_can_be_set_aside() {
    let two = &["ann", "bob"];
    let good = |id| text(&won(id, two));
    for (what, wrong, why) in [
        ("zeros", "\0\0\0".to_owned(), "expected value at column 1"),
        ("half a line", good(2)[..40].to_owned(), "EOF while parsing"),
        ("an empty line", String::new(), "EOF while parsing a value"),
        ("a field of another type", good(2).replace("\"id\":2", "\"id\":\"2\""), "invalid type: string"),
        ("a game twice", good(1), "it is of game 1, which line 1 has already"),
        ("points nobody has", good(2).replace("[1.0,0.0]", "[0.0,1.0]"), "game 2: the points are [1.0, 0.0]"),
        (
            "moves without times",
            good(2).replace("\"ms\":[1.5,2.0]", "\"ms\":[1.5]"),
            "2 moves, and 1 entries of `ms`",
        ),
    ] {
        let folder = folder(&[good(1), wrong.clone(), good(3)]);
        for reading in [Reading::Outline, Reading::Whole] {
            let damages = survey(folder.path(), reading, |_, _| Ok(())).unwrap().damages;
            assert_eq!(damages.iter().map(|damage| damage.line).collect::<Vec<_>>(), [2], "{what}");
            assert!(damages[0].why.contains(why), "{what}: {damages:?}");
            repair(folder.path(), &damages).unwrap();
            if reading == Reading::Outline {
                fs::remove_file(folder.path().join(SET_ASIDE)).unwrap();
                fs::write(
                    folder.path().join(FILE),
                    [good(1), wrong.clone(), good(3), String::new()].join("\n"),
                )
                .unwrap();
            }
        }
        assert_eq!(fs::read_to_string(folder.path().join(SET_ASIDE)).unwrap(), format!("{wrong}\n"));
        let mut ids = Vec::new();
        let left = survey(folder.path(), Reading::Whole, |_, record| {
            ids.push(record.id);
            Ok(())
        });
        assert_eq!((ids, left.unwrap().damages), (vec![1, 3], vec![]), "{what}: once is enough");
    }
}

#[test]
fn a_field_that_no_outline_has_is_found_when_the_record_is_read() {
    let two = &["ann", "bob"];
    let lines = [text(&won(1, two)), text(&won(2, two)).replace("\"moves\":[\"f5\"", "\"moves\":[7")];
    let folder = folder(&lines);
    let told = read_in_order(folder.path()).unwrap().nth(1).unwrap().unwrap_err();
    assert!(Damage::is_in(&told));
    assert!(told.to_string().contains("line 2 is damaged: invalid type: integer `7`"), "{told}");
    let damages = |reading| survey(folder.path(), reading, |_, _| Ok(())).unwrap().damages.len();
    assert_eq!((damages(Reading::Outline), damages(Reading::Whole)), (0, 1));
}
