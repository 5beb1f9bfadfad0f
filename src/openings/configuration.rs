//! Whether a Breakthrough position can be a random starting configuration, and if not, why.
//!
//! A configuration comes from the start by m moves of each side, alternately, none of which captures or
//! ends the game. Every move goes one row ahead and at most one column aside, so how far the pieces of
//! a side have gone tells how many moves it has made, and every piece must have a home that no other
//! needs. What is checked here is necessary; that no order of moves leads around the other side's
//! pieces is not looked for.

use std::fmt;

use crate::games::bits::{Bits, Wide};
use crate::games::breakthrough::{Breakthrough, Colour, Shape};
use crate::games::{ParseError, Square};

/// Why a position is no configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Black is to move.
    Side,
    /// A side has lost pieces.
    Count {
        /// How many it has.
        pieces: u32,
        /// How many it began with.
        home: u32,
        /// Whether it is White.
        white: bool,
    },
    /// A piece stands on the row that wins.
    Goal,
    /// The sides have not made equally many moves.
    Advance {
        /// Moves of White, told by how far its pieces have gone.
        white: u32,
        /// Moves of Black.
        black: u32,
    },
    /// More moves than configurations have.
    Moves {
        /// Of the side that has made more.
        made: u32,
        /// The most.
        most: u32,
    },
    /// The pieces of a side cannot all have come from its home.
    Reach {
        /// Whether it is White.
        white: bool,
    },
}

impl Fault {
    /// One word for the kind of fault.
    pub fn word(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Count { .. } => "count",
            Self::Goal => "goal",
            Self::Advance { .. } => "advance",
            Self::Moves { .. } => "m",
            Self::Reach { .. } => "reach",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |white: bool| if white { "White" } else { "Black" };
        match *self {
            Self::Side => write!(f, "White must be to move"),
            Self::Count { pieces, home, white } => {
                write!(f, "{} has {pieces} pieces of {home}, and nothing may be captured", name(white))
            }
            Self::Goal => write!(f, "a piece is on the row that wins"),
            Self::Advance { white, black } => {
                write!(f, "White has made {white} moves and Black {black}, which must be as many")
            }
            Self::Moves { made, most } => {
                write!(f, "{made} moves of a side, on this board there are at most {most}")
            }
            Self::Reach { white } => {
                write!(f, "the pieces of {} cannot all have come from its two rows", name(white))
            }
        }
    }
}

/// The most moves of each side in a configuration: half of the squares between the homes.
pub fn most_moves(rows: u8, columns: u8) -> u32 {
    u32::from(rows - 4) * u32::from(columns) / 2
}

/// All that speaks against `position` as a configuration; nothing if it can be one.
///
/// # Errors
/// What is wrong with it as the text of a Breakthrough position, and where.
pub fn faults(position: &str) -> Result<Vec<Fault>, ParseError> {
    let board: Breakthrough<Wide> = position.parse()?;
    let shape = board.shape();
    let (rows, columns) = (shape.rows, shape.columns);
    let sides = [Colour::White, Colour::Black];
    let is_white = |side| side == Colour::White;
    let home = 2 * u32::from(columns);
    let mut faults = Vec::new();
    if board.side() != Colour::White {
        faults.push(Fault::Side);
    }
    let counts = sides.map(|side| (side, board.pieces(side).count()));
    let lost = counts.iter().filter(|(_, pieces)| *pieces != home);
    let lost: Vec<Fault> =
        lost.map(|&(side, pieces)| Fault::Count { pieces, home, white: is_white(side) }).collect();
    let pieces = sides.map(|side| from_home(&board, shape, side));
    if pieces.iter().flatten().any(|square| square.row + 1 == rows) {
        faults.push(Fault::Goal);
    }
    if !lost.is_empty() {
        // How far pieces have gone tells nothing where some are missing.
        faults.extend(lost);
        return Ok(faults);
    }
    let made = pieces.each_ref().map(|squares| {
        let gone: u32 = squares.iter().map(|square| u32::from(square.row)).sum();
        // At home the second row is one ahead of the first. Less than that cannot be.
        gone.saturating_sub(u32::from(columns))
    });
    if made[0] != made[1] {
        faults.push(Fault::Advance { white: made[0], black: made[1] });
    }
    let (most, more) = (most_moves(rows, columns), made[0].max(made[1]));
    if more > most {
        faults.push(Fault::Moves { made: more, most });
    }
    for (side, squares) in sides.into_iter().zip(&pieces) {
        if !all_from_home(squares, columns) {
            faults.push(Fault::Reach { white: is_white(side) });
        }
    }
    Ok(faults)
}

/// The pieces of a side, with rows counted from its own home.
fn from_home(board: &Breakthrough<Wide>, shape: &Shape<Wide>, side: Colour) -> Vec<Square> {
    let turned = |square: Square| match side {
        Colour::White => square,
        Colour::Black => Square { row: shape.rows - 1 - square.row, ..square },
    };
    board.pieces(side).squares().map(|bit| turned(shape.square(bit))).collect()
}

/// Whether each piece can have a home of its own: a matching, by augmenting paths (Kuhn 1955).
fn all_from_home(pieces: &[Square], columns: u8) -> bool {
    let homes: Vec<Square> =
        (0..2).flat_map(|row| (0..columns).map(move |column| Square { column, row })).collect();
    let leads =
        |from: Square, to: Square| to.row >= from.row && to.column.abs_diff(from.column) <= to.row - from.row;
    let mut owner: Vec<Option<usize>> = vec![None; homes.len()];
    fn place(
        piece: usize,
        can: &dyn Fn(usize, usize) -> bool,
        owner: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for home in 0..owner.len() {
            if tried[home] || !can(piece, home) {
                continue;
            }
            tried[home] = true;
            if owner[home].is_none_or(|other| place(other, can, owner, tried)) {
                owner[home] = Some(piece);
                return true;
            }
        }
        false
    }
    let can = |piece: usize, home: usize| leads(homes[home], pieces[piece]);
    (0..pieces.len()).all(|piece| place(piece, &can, &mut owner, &mut vec![false; homes.len()]))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::games::random::Random;

    #[derive(Deserialize)]
    struct Case {
        id: String,
        position: String,
        possible: bool,
        faults: Vec<String>,
    }

    #[test]
    fn possible_configurations_are_told_from_impossible_ones_with_the_reason() {
        let cases = include_str!("../../tests/vectors/breakthrough_configs.jsonl");
        for line in cases.lines() {
            let case: Case = serde_json::from_str(line).unwrap();
            let faults = faults(&case.position).unwrap_or_else(|error| panic!("{}: {error}", case.id));
            assert_eq!(faults.is_empty(), case.possible, "{}: {faults:?}", case.id);
            let words: Vec<&str> = faults.iter().map(|fault| fault.word()).collect();
            for expected in &case.faults {
                assert!(words.contains(&&**expected), "{}: {words:?}, expected {:?}", case.id, case.faults);
            }
        }
    }

    #[test]
    fn every_drawn_configuration_is_a_possible_one() {
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let (rows, columns) = (4 + random.below(9) as u8, 4 + random.below(9) as u8);
            let drawn = crate::games::breakthrough::configuration(rows, columns, &mut random).to_string();
            assert_eq!(faults(&drawn).unwrap(), [], "{drawn}");
        }
    }

    #[test]
    fn what_is_no_position_is_no_configuration() {
        assert!(faults("bbbb/bbbb/wwww w").is_err());
        assert!(faults("").is_err());
    }
}
