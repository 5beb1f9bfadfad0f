//! Moves, flips, stable discs.

use arena::games::bits::Bits;
use arena::games::othello::{Eight, Move, Othello};
use arena::games::random::Random;

use super::random_board;
use crate::board::{Board, squares};
use crate::counts::last_flips;
use crate::parity::{count_odd, odd_quarters, quarter};
use crate::stability::stable;

#[test]
fn moves_and_flips_are_those_of_the_rules() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let mut position = Othello::<Eight>::start();
        while !position.is_over() {
            let board = Board::from(&position);
            assert_eq!(board.moves(), position.placements(), "{position}");
            for square in squares(board.empty()) {
                assert_eq!(board.flips(square), position.flips(square), "{position} at {square}");
            }
            let moves: Vec<Move> = position.moves().collect();
            position = position.after(*random.choose(&moves).unwrap());
        }
    }
}

#[test]
fn flips_are_those_that_a_walk_from_square_to_square_finds_on_boards_that_no_game_comes_to() {
    /// Walks in all directions, one square at a time.
    fn walk(board: &Board, square: u32) -> u64 {
        let mut flips = 0;
        for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + down);
            let mut passed = 0_u64;
            while (0..8).contains(&column) && (0..8).contains(&row) {
                let bit = 1_u64 << (row * 8 + column);
                if board.mover & bit != 0 {
                    flips |= passed;
                    break;
                } else if board.opponent & bit == 0 {
                    break;
                }
                passed |= bit;
                (column, row) = (column + right, row + down);
            }
        }
        flips
    }
    let mut random = Random::new(2);
    for _ in 0..2000 {
        let (a, b, c) = (random.next_u64(), random.next_u64(), random.next_u64());
        // Few empty squares make long runs.
        let board = Board { mover: a & (b | c), opponent: !a & (b | c) };
        for square in squares(board.empty()) {
            assert_eq!(board.flips(square), walk(&board, square), "{board:?} at {square}");
        }
    }
}

#[test]
fn quarters_are_odd_if_counting_their_empty_squares_says_so() {
    const QUARTERS: [u64; 4] =
        [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let mut random = Random::new(5);
    for _ in 0..2000 {
        let empty = random.next_u64() & random.next_u64();
        let odd = QUARTERS.into_iter().filter(|quarter| (empty & quarter).count() % 2 == 1);
        assert_eq!(odd_quarters(empty), odd.clone().sum::<u64>(), "{empty:x}");
        assert_eq!(count_odd(empty), odd.count(), "{empty:x}");
        for square in squares(empty) {
            let same = |&other: &u32| QUARTERS.into_iter().any(|q| q >> square & q >> other & 1 == 1);
            assert!((0..64).all(|other| same(&other) == (quarter(other) == quarter(square))), "{square}");
        }
    }
}

#[test]
fn the_flips_on_the_last_square_are_as_many_as_are_found_one_by_one() {
    let mut random = Random::new(4);
    for _ in 0..20_000 {
        let square = random.below(64) as u32;
        let (a, b) = (random.next_u64(), random.next_u64());
        let mover = [a, a & b, a | b][random.below(3)] & !(1 << square);
        let board = Board { mover, opponent: !mover & !(1 << square) };
        let expected = board.flips(square).count_ones();
        assert_eq!(last_flips(board.mover, square), expected, "{board:?} at {square}");
    }
}

#[test]
fn perft_gives_the_published_counts() {
    for (depth, expected) in
        [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200), (7, 55_092), (8, 390_216)]
    {
        assert_eq!(Board::START.perft(depth), expected, "to {depth}");
    }
}

#[test]
fn discs_called_stable_are_there_at_the_end_of_every_game() {
    let mut random = Random::new(3);
    let mut seen = 0;
    for _ in 0..300 {
        let empties = 4 + random.below(20) as u32;
        let board = random_board(empties, &mut random);
        let (mover, opponent) = (stable(board.mover, board.opponent), stable(board.opponent, board.mover));
        seen += mover.count() + opponent.count();
        let (mut now, mut swapped) = (board, false);
        while !now.is_over() {
            let moves = now.moves();
            now = if moves == 0 {
                now.pass()
            } else {
                let square = squares(moves).nth(random.below(moves.count_ones() as usize)).unwrap();
                now.place(square, now.flips(square))
            };
            swapped = !swapped;
            let (mine, other) = if swapped { (now.opponent, now.mover) } else { (now.mover, now.opponent) };
            assert_eq!((mover & !mine, opponent & !other), (0, 0), "{board:?} then {now:?}");
        }
    }
    assert!(seen > 500, "too few to say anything: {seen}");
}

#[test]
fn all_discs_of_a_full_board_and_of_a_full_corner_are_stable() {
    assert_eq!(stable(0x00ff_00ff_00ff_00ff, 0xff00_ff00_ff00_ff00), 0x00ff_00ff_00ff_00ff);
    assert_eq!(stable(0x0000_0000_0003_0307, 0), 0x0000_0000_0001_0307);
    assert_eq!(stable(0x0000_0000_0000_007e, 0), 0);
}
