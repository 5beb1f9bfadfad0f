//! The rules on one core: leaves of perft a second, the last ply counted and not played, and games a
//! second played out at random.
//!
//! `cargo bench --bench rules`

use arena::games::Game;
use arena::games::breakthrough::Breakthrough;
use arena::games::othello::{Eight, Othello};
use arena::games::random::Random;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Runs perft of the start and counts its leaves.
fn leaves(bencher: Bencher<'_, '_>, game: Game, depth: u32) {
    let start = game.start();
    let leaves = start.perft(depth);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| black_box(&start).perft(depth));
}

#[divan::bench(args = [7, 8, 9])]
fn othello_8x8(bencher: Bencher<'_, '_>, depth: u32) {
    leaves(bencher, Game::Othello { size: 8 }, depth);
}

#[divan::bench(args = [6])]
fn othello_10x10(bencher: Bencher<'_, '_>, depth: u32) {
    leaves(bencher, Game::Othello { size: 10 }, depth);
}

#[divan::bench(args = [4, 5])]
fn breakthrough_8x8(bencher: Bencher<'_, '_>, depth: u32) {
    leaves(bencher, Game::Breakthrough { rows: 8, columns: 8 }, depth);
}

#[divan::bench(args = [4])]
fn breakthrough_12x12(bencher: Bencher<'_, '_>, depth: u32) {
    leaves(bencher, Game::Breakthrough { rows: 12, columns: 12 }, depth);
}

/// How many games are played out at once.
const GAMES: usize = 1000;

#[divan::bench]
fn othello_8x8_games_at_random(bencher: Bencher<'_, '_>) {
    let mut random = Random::new(1);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            let mut position = Othello::<Eight>::start();
            while let Some(mv) = position.random_move(&mut random) {
                position = position.after(mv);
            }
            black_box(position.difference());
        }
    });
}

#[divan::bench]
fn breakthrough_8x8_games_at_random(bencher: Bencher<'_, '_>) {
    let mut random = Random::new(1);
    let start = Breakthrough::<u64>::start(8, 8).expect("a board of that size");
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            let mut position = start;
            while let Some(mv) = position.random_move(&mut random) {
                position = position.after(mv);
            }
            black_box(position.winner());
        }
    });
}
