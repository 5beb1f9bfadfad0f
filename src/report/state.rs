//! Where a game stands after a ply: for people as a picture and a few lines, for programs as an object.

use serde::Serialize;

use crate::games::domino::Domino;
use crate::games::{Line, PlyText, Position, Seat};

/// A position after a ply, as an object of JSON; the start is ply 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State<'a> {
    /// The number of the game, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// How many plies have been played.
    pub ply: usize,
    /// Who made the last one, `p1` and so on, where that is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Option<String>>,
    /// The last ply.
    #[serde(rename = "move")]
    pub last: Option<&'a str>,
    /// The position's text.
    pub position: String,
    /// The seat to move.
    pub to_move: Option<String>,
    /// The legal plies.
    pub legal: Vec<String>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner's seat, or `draw`; nothing before the end.
    pub winner: Option<String>,
    /// The score at the end, as in the records.
    pub score: Option<i32>,
    /// What lies on the table, where that is wanted and the game has one.
    #[serde(flatten)]
    pub table: Option<Table>,
}

/// The tiles of a game of dominoes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// As they lie, from the left.
    chain: Vec<String>,
    /// Every player's, the first player's first.
    hands: Vec<Vec<String>>,
    /// The top first.
    stack: Vec<String>,
}

impl<'a> State<'a> {
    /// Where `line` stands.
    pub fn of(line: &'a Line) -> Self {
        let position = line.position();
        Self {
            game: None,
            ply: line.plies().len(),
            player: None,
            last: line.plies().last().map(PlyText::as_str),
            position: position.to_string(),
            to_move: line.to_move().map(|seat| seat.to_string()),
            legal: position.plies(),
            over: line.returns().is_some(),
            winner: winner(line)
                .map(|winner| winner.map_or_else(|| "draw".to_owned(), |seat| seat.to_string())),
            score: score(line),
            table: None,
        }
    }

    /// As one line.
    ///
    /// # Panics
    /// Never: it has nothing in it that JSON could not hold.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers")
    }
}

impl Table {
    /// The tiles of a position in which all are known; `None` of other games.
    pub fn of(position: &dyn Position) -> Option<Self> {
        if !position.game().is_dealt() {
            return None;
        }
        let domino: Domino = position.to_string().parse().ok()?;
        let texts = |tiles: &mut dyn Iterator<Item = crate::games::domino::Tile>| {
            tiles.map(|tile| tile.to_string()).collect::<Vec<String>>()
        };
        Some(Self {
            chain: domino.chain().map(|tile| tile.to_string()).collect(),
            hands: domino.hands().iter().map(|own| texts(&mut own.known.iter())).collect(),
            stack: texts(&mut domino.stack()?),
        })
    }
}

/// The seat that has won a game that is over by the rules, or that nobody has; `None` before the end.
pub fn winner(line: &Line) -> Option<Option<Seat>> {
    let returns = line.returns()?;
    Some(returns.iter().position(|&returned| returned > 0).map(Seat))
}

/// The score of a game that is over, for p1.
fn score(line: &Line) -> Option<i32> {
    let own = *line.returns()?.first()?;
    Some(line.game().score(own))
}

/// `p2 (White, o)`; in a game without colours the seat alone.
pub fn seat(line: &Line, seat: Seat) -> String {
    match line.game().colour(line.player_at(seat)) {
        Some((name, letter)) => format!("{seat} ({name}, {letter})"),
        None => seat.to_string(),
    }
}

/// How a game that is over ended: `p1 (Black, x) wins, score 8`.
pub fn result(line: &Line) -> Option<String> {
    let score = score(line)?;
    Some(match winner(line)? {
        Some(winner) => format!("{} wins, score {score}", seat(line, winner)),
        None => format!("draw, score {score}"),
    })
}

/// The position's text, whose turn it is and what is legal, or how the game ended; a line each, which
/// begins with a word for what it says.
pub fn lines(line: &Line) -> String {
    let position = format!("position {}", line.position());
    match (line.to_move(), result(line)) {
        (Some(mover), _) => {
            format!("{position}\nside {}\nlegal {}", seat(line, mover), line.position().plies().join(" "))
        }
        (None, result) => format!("{position}\nresult {}", result.unwrap_or_default()),
    }
}
