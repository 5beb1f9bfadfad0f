//! Hand-made records of games, for tests.

use crate::games::PlyText;
use crate::record::{Board, Fault, GameRecord, Reason, Thought, VERSION};

/// The plies of these texts.
pub(crate) fn plies(texts: &[&str]) -> Vec<PlyText> {
    texts.iter().map(|text| PlyText::new(text).expect("the text of a ply")).collect()
}

/// A game of Othello that p1 won by 4 after two plies, each of which was asked for.
pub(crate) fn won(id: u64, players: &[&str]) -> GameRecord {
    GameRecord {
        v: VERSION,
        id,
        attempt: 1,
        round: 1,
        encounter: id.div_ceil(2),
        game: "othello".to_owned(),
        board: Board { size: Some(8), ..Board::default() },
        opening: "startpos".to_owned(),
        deal: None,
        seed: 7,
        players: players.iter().map(|&name| name.to_owned()).collect(),
        moves: plies(&["f5", "d6"]),
        ms: vec![1.5, 2.0],
        thoughts: vec![
            Some(Thought { depth: Some(6), score: Some("-120".to_owned()), nodes: Some(12345) }),
            Some(Thought::default()),
        ],
        movers: vec![0, 1],
        points: (0..players.len()).map(|seat| if seat == 0 { 1.0 } else { 0.0 }).collect(),
        winner: Some(players[0].to_owned()),
        winner_seat: Some("p1".to_owned()),
        reason: Reason::Normal,
        offender: None,
        offender_seat: None,
        score: Some(4),
        faults: Vec::new(),
        excuse: None,
        void: false,
        restless: Vec::new(),
        late: vec![0; players.len()],
        started: "2024-05-01T10:00:00Z".to_owned(),
        seconds: 0.0125,
    }
}

/// The same, lost by p1.
pub(crate) fn lost(id: u64, players: &[&str]) -> GameRecord {
    GameRecord {
        points: vec![0.0, 1.0],
        winner: Some(players[1].to_owned()),
        winner_seat: Some("p2".to_owned()),
        score: Some(-4),
        ..won(id, players)
    }
}

/// The same, drawn by all.
pub(crate) fn drawn(id: u64, players: &[&str]) -> GameRecord {
    GameRecord {
        points: vec![1.0 / players.len() as f64; players.len()],
        winner: Some("draw".to_owned()),
        winner_seat: None,
        score: Some(0),
        ..won(id, players)
    }
}

/// The same, ended by a fault of the seat with the index `seat`.
pub(crate) fn faulty(id: u64, players: &[&str], seat: usize, reason: Reason, detail: &str) -> GameRecord {
    let others = players.len() - 1;
    let alone = (others == 1).then_some(1 - seat.min(1));
    GameRecord {
        points: (0..=others).map(|other| if other == seat { 0.0 } else { 1.0 / others as f64 }).collect(),
        winner: Some(alone.map_or("shared", |winner| players[winner]).to_owned()),
        winner_seat: alone.map(|winner| format!("p{}", winner + 1)),
        reason,
        offender: Some(players[seat].to_owned()),
        offender_seat: Some(format!("p{}", seat + 1)),
        score: None,
        faults: vec![Fault { seat, reason, detail: detail.to_owned() }],
        ..won(id, players)
    }
}

/// A game for which nobody got ready.
pub(crate) fn nobody(id: u64, players: &[&str]) -> GameRecord {
    let stall = |seat| Fault { seat, reason: Reason::Stall, detail: "no `readyok` within 10 s".to_owned() };
    GameRecord {
        moves: Vec::new(),
        ms: Vec::new(),
        thoughts: Vec::new(),
        movers: Vec::new(),
        points: vec![0.0; players.len()],
        winner: None,
        winner_seat: None,
        faults: (0..players.len()).map(stall).collect(),
        ..faulty(id, players, 0, Reason::Stall, "")
    }
}
