//! A board turned round or in the mirror, with the colours exchanged, is as good as before.

use arena::games::Game;

use super::plain_boards::{Plain, name};
use super::{along_games, parsed, sorted};

#[test]
fn breakthrough_looks_the_same_in_the_mirror_and_from_the_other_side() {
    along_games(|position, _| {
        let Game::Breakthrough { rows, columns } = position.game() else { return };
        let plain = Plain::read(&position.to_string());
        let mirror = |column: u8, row: u8| (columns - 1 - column, row);
        let turn = |column: u8, row: u8| (column, rows - 1 - row);
        let in_mirror = plain.moved(mirror);
        let from_there = plain.moved(turn).recoloured(*b"wb");
        let images: [(Plain, ToSquare<'_>); 2] = [(in_mirror, &mirror), (from_there, &turn)];
        for (image, square) in images {
            let image = parsed(position.game(), &image.text());
            let mut expected: Vec<String> =
                position.plies().iter().map(|ply| moved_ply(ply, square)).collect();
            expected.sort();
            assert_eq!(sorted(&*image), expected, "{position}");
            assert_eq!(image.perft(2), position.perft(2), "{position}");
            assert_eq!(image.player().is_none(), position.player().is_none(), "{position}");
        }
    });
}

#[test]
fn othello_looks_the_same_from_every_side_and_in_the_other_colour() {
    along_games(|position, _| {
        let Game::Othello { size } = position.game() else { return };
        let plain = Plain::read(&position.to_string());
        for symmetry in 0..8 {
            let square = |mut column: u8, mut row: u8| {
                if symmetry & 1 > 0 {
                    column = size - 1 - column;
                }
                if symmetry & 2 > 0 {
                    row = size - 1 - row;
                }
                if symmetry & 4 > 0 { (row, column) } else { (column, row) }
            };
            let mut expected: Vec<String> =
                position.plies().iter().map(|ply| moved_ply(ply, &square)).collect();
            expected.sort();
            let image = plain.moved(square);
            for image in [image.recoloured(*b"xo"), image] {
                let image = parsed(position.game(), &image.text());
                assert_eq!(sorted(&*image), expected, "{position}, symmetry {symmetry}");
                assert_eq!(image.perft(2), position.perft(2), "{position}, symmetry {symmetry}");
            }
        }
    });
}

/// Where a symmetry takes (column, row).
type ToSquare<'a> = &'a dyn Fn(u8, u8) -> (u8, u8);

/// The ply with every square of it moved.
fn moved_ply(ply: &str, square: ToSquare<'_>) -> String {
    if ply == "pass" {
        return ply.to_owned();
    }
    let starts: Vec<usize> =
        ply.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([ply.len()]);
    let squares = starts.iter().zip(ends).map(|(&start, end)| {
        let row: u8 = ply[start + 1..end].parse().expect("a row");
        let (column, row) = square(ply.as_bytes()[start] - b'a', row - 1);
        name(column.into(), row.into())
    });
    squares.collect()
}
