//! Patterns and weights.

use arena::games::random::Random;

use super::random_board;
use crate::board::{Board, squares};
use crate::packing::{STEP, own_weights, pack, representatives, unpack};
use crate::patterns::{SHAPES, Sights, image};
use crate::spreads::Spreads;
use crate::weights::{STAGES, Weights};

/// The board seen in one of its symmetries.
fn turned(board: &Board, symmetry: usize) -> Board {
    let turn = |discs| squares(discs).fold(0, |set, square| set | 1 << image(square as u8, symmetry));
    Board { mover: turn(board.mover), opponent: turn(board.opponent) }
}

#[test]
fn sights_kept_from_move_to_move_are_those_of_the_position() {
    let mut random = Random::new(1);
    for _ in 0..50 {
        let (mut board, mut sights) = (Board::START, Sights::of(&Board::START));
        while !board.is_over() {
            let moves = board.moves();
            if moves == 0 {
                (board, sights) = (board.pass(), sights.pass());
            } else {
                let square = squares(moves).nth(random.below(moves.count_ones() as usize)).unwrap();
                let flips = board.flips(square);
                (board, sights) = (board.place(square, flips), sights.place(square, flips));
            }
            assert_eq!(sights, Sights::of(&board), "{board:?}");
        }
    }
}

#[test]
fn the_weights_in_the_repository_can_be_read_and_do_not_mind_how_the_board_is_turned() {
    let weights = own_weights();
    assert_ne!(weights.spreads, Spreads::UNKNOWN, "not fitted");
    let mut random = Random::new(2);
    for _ in 0..200 {
        let empties = random.below(56) as u32 + 2;
        let board = random_board(empties, &mut random);
        let values = [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|symmetry| turned(&board, symmetry))
            .map(|board| weights.value(&board, &Sights::of(&board)));
        assert_eq!(values, [values[0]; 8], "{board:?}");
    }
}

#[test]
fn what_is_packed_comes_out_again_rounded_and_the_same_for_mirror_images() {
    let representatives = representatives();
    let mut random = Random::new(3);
    let stages = (0..STAGES).map(|_| {
        let mut row = Box::new([0; crate::weights::ENTRIES]);
        for (number, &standing) in representatives.iter().enumerate() {
            // Runs of zeros, small differences and large ones.
            row[number] = match random.below(10) {
                _ if standing as usize != number => row[standing as usize],
                0 => (random.below(60_000) as i32 - 30_000) as i16,
                1..4 => random.below(2000) as i16 - 1000,
                _ => 0,
            };
        }
        row
    });
    let weights = Weights::new(stages.collect(), Spreads::UNKNOWN);
    let packed = pack(&weights);
    let unpacked = unpack(&packed).expect("just packed");
    assert_eq!(unpacked.spreads, Spreads::UNKNOWN);
    for stage in 0..STAGES {
        for (before, after) in weights.stage(stage).iter().zip(unpacked.stage(stage)) {
            assert!((before - after).abs() <= STEP / 2, "{before} became {after}");
        }
    }
    assert!(unpack(&packed[..packed.len() - 1]).is_none(), "cut off");
    assert!(unpack(&[&packed[..], &[0]].concat()).is_none(), "too long");
    assert!(unpack(b"OTH0").is_none(), "another version");
}

#[test]
fn each_shape_is_seen_as_often_as_the_board_has_images_of_it() {
    let count = |name: &str| {
        let shape = SHAPES.iter().position(|shape| shape.name == name).unwrap();
        crate::patterns::ALL.iter().filter(|window| window.shape == shape).count()
    };
    let counts = [("edge with X squares", 4), ("corner 2x5", 8), ("corner 3x3", 4), ("line 4", 4)];
    for (name, expected) in counts.into_iter().chain([("diagonal 8", 2), ("diagonal 4", 4)]) {
        assert_eq!(count(name), expected, "{name}");
    }
}
