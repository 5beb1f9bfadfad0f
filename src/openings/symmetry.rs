//! Positions on a square board that are the same but for turning and mirroring it.

/// One text for all eight images of `position`, a text with rows of as many squares as there are rows
/// (Othello's); any other text stands for itself.
pub fn canonical(position: &str) -> String {
    let (board, side) = position.split_once(' ').unwrap_or((position, ""));
    let rows: Vec<Vec<char>> = board.split('/').map(squares).collect();
    let size = rows.len();
    if rows.iter().any(|row| row.len() != size) {
        return position.to_owned();
    }
    let image = |turn: u8| -> String {
        let at = |row: usize, column: usize| {
            let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
            let row = if turn & 2 == 0 { row } else { size - 1 - row };
            let column = if turn & 4 == 0 { column } else { size - 1 - column };
            rows[row][column]
        };
        (0..size)
            .flat_map(|row| (0..size).map(move |column| (row, column)))
            .map(|(row, column)| at(row, column))
            .collect()
    };
    let least = (0..8).map(image).min().unwrap_or_default();
    format!("{least} {side}")
}

/// The squares of a row, in which a number stands for so many empty ones.
fn squares(row: &str) -> Vec<char> {
    let mut squares = Vec::new();
    let mut empty = 0;
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            empty = (10 * empty + digit as usize).min(100);
        } else {
            squares.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
            squares.push(c);
        }
    }
    squares.extend(std::iter::repeat_n('.', empty));
    squares
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::{Game, Line};

    #[test]
    fn the_four_first_moves_of_othello_are_one() {
        let after = |moves: &str| {
            let line = Line::parse(Game::Othello { size: 8 }, &format!("startpos moves {moves}")).unwrap();
            canonical(&line.position().to_string())
        };
        let first: BTreeSet<String> = ["f5", "c4", "d3", "e6"].map(after).into();
        assert_eq!(first.len(), 1);
        let second: BTreeSet<String> =
            ["f5 d6", "f5 f4", "f5 f6", "c4 e3", "c4 c5", "c4 c3"].map(after).into();
        assert_eq!(second.len(), 3);
    }

    #[test]
    fn the_side_to_move_tells_positions_apart_and_other_boards_stand_for_themselves() {
        assert_ne!(
            canonical("10/4x5/10/10/10/10/10/10/10/10 x"),
            canonical("10/4x5/10/10/10/10/10/10/10/10 o")
        );
        assert_eq!(
            canonical("4x5/10/10/10/10/10/10/10/10/10 x"),
            canonical("10/10/10/10/10/10/10/10/10/5x4 x")
        );
        assert_eq!(canonical("bbbb/4/wwww w"), "bbbb/4/wwww w");
    }
}
