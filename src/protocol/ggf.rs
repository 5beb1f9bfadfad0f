//! GGF, the Generic Game Format of the Generic Game Server (Michael Buro), for Othello: `*` is Black, `O`
//! White, a move is `B[F5/value/seconds]`, a pass `PA`. Files have games in it, and NBoard's protocol.

use std::fmt::Write;

use crate::games::Line;
use crate::games::grid::spelled;

/// A game from its first position on. `heads` are the properties before the board, such as `PC[arena]`; `seconds`
/// tells how long the ply of a number, from 0, took, where that is known.
pub fn write(line: &Line, heads: &str, seconds: impl Fn(usize) -> Option<f64>) -> String {
    let base = line.base().to_string();
    let (rows, side) = spelled(&base);
    let size = rows.len();
    let sign = |c: char| match c {
        'x' => '*',
        'o' => 'O',
        _ => '-',
    };
    let board: Vec<String> = rows.iter().map(|row| row.chars().map(sign).collect()).collect();
    let board = board.join(" ");
    let is_whites = side == "o";
    let to_move = if is_whites { 'O' } else { '*' };
    let mut text = format!("(;GM[Othello]{heads}TY[{size}]BO[{size} {board} {to_move}]");
    for (number, ply) in line.plies().iter().enumerate() {
        let color = if number.is_multiple_of(2) == is_whites { 'W' } else { 'B' };
        // A text takes everything.
        let _ = match seconds(number) {
            Some(seconds) => write!(text, "{color}[{}//{seconds:.3}]", square(ply)),
            None => write!(text, "{color}[{}]", square(ply)),
        };
    }
    text + ";)"
}

/// A ply: `F5`, `PA`.
pub fn square(ply: &str) -> String {
    if ply == "pass" { "PA".to_owned() } else { ply.to_ascii_uppercase() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    #[test]
    fn a_game_is_written_from_its_own_position_with_the_side_that_is_to_move() {
        for (opening, text) in [
            (
                "4/1ox1/1xo1/4 x moves a2 a1",
                "(;GM[Othello]RE[?]TY[4]BO[4 ---- -O*- -*O- ---- *]B[A2]W[A1//1.500];)",
            ),
            (
                "xo2/4/4/3x o moves pass c1",
                "(;GM[Othello]RE[?]TY[4]BO[4 *O-- ---- ---- ---* O]W[PA]B[C1//1.500];)",
            ),
        ] {
            let line = Line::parse(Game::Othello { size: 4 }, opening).unwrap();
            assert_eq!(write(&line, "RE[?]", |number| (number == 1).then_some(1.5)), text);
        }
    }
}
