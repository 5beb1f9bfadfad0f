use super::sample::{drawn, faulty, lost, nobody, won};
use super::*;

fn standings(records: &[GameRecord]) -> Standings {
    let mut standings = Standings::new(&["ann", "bob", "cy"].map(str::to_owned));
    for record in records {
        standings.add(record);
    }
    standings
}

fn row(records: &[GameRecord], engine: &str) -> Row {
    standings(records).rows().into_iter().find(|row| row.engine == engine).expect("a row for every engine")
}

/// Games, wins, draws, losses, points, valid games.
fn sums(row: &Row) -> (u64, u64, u64, u64, f64, u64) {
    (row.games, row.wins, row.draws, row.losses, row.points, row.valid_games)
}

#[test]
fn a_game_counts_for_its_engines_as_it_ended() {
    let two = &["ann", "bob"];
    let itself = &["ann", "ann"];
    let three = &["ann", "bob", "cy"];
    let fault = |seat| faulty(1, two, seat, Reason::Crash, "signal 11");
    for (what, record, ann, bob) in [
        ("won", won(1, two), (1, 1, 0, 0, 1.0, 1), (1, 0, 0, 1, 0.0, 1)),
        ("lost", lost(1, two), (1, 0, 0, 1, 0.0, 1), (1, 1, 0, 0, 1.0, 1)),
        ("drawn", drawn(1, two), (1, 0, 1, 0, 0.5, 1), (1, 0, 1, 0, 0.5, 1)),
        ("a fault of p1", fault(0), (1, 0, 0, 1, 0.0, 0), (1, 1, 0, 0, 1.0, 1)),
        ("a fault of p2", fault(1), (1, 1, 0, 0, 1.0, 1), (1, 0, 0, 1, 0.0, 0)),
        ("nobody ready", nobody(1, two), (1, 0, 0, 1, 0.0, 0), (1, 0, 0, 1, 0.0, 0)),
        ("itself, p1 won", won(1, itself), (1, 1, 0, 0, 1.0, 1), (0, 0, 0, 0, 0.0, 0)),
        ("itself, p2 won", lost(1, itself), (1, 1, 0, 0, 1.0, 1), (0, 0, 0, 0, 0.0, 0)),
        ("itself, drawn", drawn(1, itself), (1, 0, 1, 0, 1.0, 1), (0, 0, 0, 0, 0.0, 0)),
        (
            "itself, a fault of p2",
            faulty(1, itself, 1, Reason::Time, ""),
            (1, 1, 0, 0, 1.0, 0),
            (0, 0, 0, 0, 0.0, 0),
        ),
        ("itself, nobody ready", nobody(1, itself), (1, 0, 0, 1, 0.0, 0), (0, 0, 0, 0, 0.0, 0)),
        ("three, p1 won", won(1, three), (1, 1, 0, 0, 1.0, 1), (1, 0, 0, 1, 0.0, 1)),
        (
            "three, a fault of p2",
            faulty(1, three, 1, Reason::Crash, ""),
            (1, 0, 1, 0, 0.5, 1),
            (1, 0, 0, 1, 0.0, 0),
        ),
    ] {
        let record = std::slice::from_ref(&record);
        assert_eq!(sums(&row(record, "ann")), ann, "{what}: ann");
        assert_eq!(sums(&row(record, "bob")), bob, "{what}: bob");
    }
}

#[test]
fn every_fault_is_counted_by_its_reason() {
    let two = &["ann", "bob"];
    let count =
        |row: &Row| [row.illegal_moves, row.time_losses, row.crashes, row.memory, row.stalls, row.protocol];
    for (reason, counts) in [
        (Reason::IllegalMove, [1, 0, 0, 0, 0, 0]),
        (Reason::Time, [0, 1, 0, 0, 0, 0]),
        (Reason::Crash, [0, 0, 1, 0, 0, 0]),
        (Reason::Memory, [0, 0, 0, 1, 0, 0]),
        (Reason::Stall, [0, 0, 0, 0, 1, 0]),
        (Reason::Protocol, [0, 0, 0, 0, 0, 1]),
    ] {
        let record = faulty(1, two, 1, reason, "");
        let bob = row(std::slice::from_ref(&record), "bob");
        assert_eq!((count(&bob), bob.faults()), (counts, 1), "{reason:?}");
        assert_eq!(row(&[record], "ann").faults(), 0, "{reason:?}");
    }
    assert_eq!(row(&[nobody(1, &["ann", "ann"])], "ann").stalls, 1, "one game, one fault");
}

#[test]
fn late_answers_and_the_slowest_move_are_those_of_the_engine_at_the_seat() {
    let first = GameRecord { late: vec![2, 0], ms: vec![101.25, 7.0], ..won(1, &["ann", "bob"]) };
    let second = GameRecord { late: vec![1, 1], ms: vec![9.5, 8.0], ..won(2, &["bob", "ann"]) };
    let records = [first, second];
    let of = |engine| {
        let row = row(&records, engine);
        (row.late, row.max_ms, row.valid_games)
    };
    assert_eq!(of("ann"), (3, 101.25, 2));
    assert_eq!(of("bob"), (1, 9.5, 2));
    assert_eq!(of("cy"), (0, 0.0, 0));
}

#[test]
fn equal_points_share_a_rank_and_stand_by_wins_then_in_the_order_of_the_engines() {
    let ranks = |records: &[GameRecord]| -> Vec<(usize, String)> {
        standings(records).rows().into_iter().map(|row| (row.rank, row.engine)).collect()
    };
    let expected = |ranks: [(usize, &str); 3]| ranks.map(|(rank, engine)| (rank, engine.to_owned()));
    assert_eq!(ranks(&[]), expected([(1, "ann"), (1, "bob"), (1, "cy")]));
    assert_eq!(ranks(&[drawn(1, &["bob", "cy"])]), expected([(1, "bob"), (1, "cy"), (3, "ann")]));
    assert_eq!(ranks(&[won(1, &["cy", "bob"])]), expected([(1, "cy"), (2, "ann"), (2, "bob")]));
    let one_win_is_two_draws = [drawn(1, &["ann", "bob"]), drawn(2, &["ann", "bob"]), won(3, &["cy", "bob"])];
    assert_eq!(ranks(&one_win_is_two_draws), expected([(1, "cy"), (1, "ann"), (1, "bob")]));
}

#[test]
fn three_thirds_are_a_point() {
    let three = &["ann", "bob", "cy"];
    let mut records: Vec<GameRecord> = (1..=6).map(|id| drawn(id, three)).collect();
    records.push(won(7, &["ann", "dee"]));
    records.push(won(8, &["dee", "bob"]));
    records.push(won(9, &["dee", "bob"]));
    records.push(won(10, &["dee", "bob"]));
    let ranks: Vec<usize> = standings(&records).rows().iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 1, 3, 3], "ann and dee have three points, bob and cy two");
}

#[test]
fn percentages_are_never_a_division_by_nothing() {
    let row = |games, valid_games, points| Row { games, valid_games, points, ..Row::default() };
    for (row, valid, score) in
        [(row(0, 0, 0.0), 0.0, 0.0), (row(4, 3, 2.5), 75.0, 62.5), (row(1, 1, 1.0), 100.0, 100.0)]
    {
        assert_eq!((row.valid_percent(), row.score_percent()), (valid, score), "{row:?}");
    }
}

#[test]
fn the_crosstable_holds_every_engine_against_every_other() {
    let records = [
        won(1, &["ann", "bob"]),
        won(2, &["bob", "ann"]),
        drawn(3, &["ann", "bob"]),
        won(4, &["ann", "bob"]),
        lost(5, &["cy", "cy"]),
        drawn(6, &["cy", "cy"]),
        nobody(7, &["bob", "cy"]),
    ];
    let standings = standings(&records);
    let table = standings.crosstable();
    assert_eq!(table.engines, ["ann", "bob", "cy"]);
    let cell = |wins, draws, losses, points| Some(Versus { wins, draws, losses, points });
    assert_eq!(
        table.cells,
        [
            [None, cell(2, 1, 1, 2.5), None],
            [cell(1, 1, 2, 1.5), None, cell(0, 0, 1, 0.0)],
            [None, cell(0, 0, 1, 0.0), cell(1, 1, 0, 2.0)],
        ]
    );
    for row in standings.rows() {
        let at = table.engines.iter().position(|engine| *engine == row.engine).unwrap();
        let points: f64 = table.cells[at].iter().flatten().map(|cell| cell.points).sum();
        assert_eq!(points, row.points, "the row of {} adds up to its points", row.engine);
    }
}

#[test]
fn with_three_at_the_table_every_two_are_compared() {
    let table = standings(&[faulty(1, &["ann", "bob", "cy"], 1, Reason::Crash, "")]).crosstable();
    let wins_draws_losses =
        |row: usize, column: usize| table.cells[row][column].map(|cell| (cell.wins, cell.draws, cell.losses));
    assert_eq!(wins_draws_losses(0, 1), Some((1, 0, 0)));
    assert_eq!(wins_draws_losses(1, 0), Some((0, 0, 1)));
    assert_eq!(wins_draws_losses(0, 2), Some((0, 1, 0)));
}
