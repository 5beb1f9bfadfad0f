//! Perft: how many leaves a second the rules make, one core, every leaf played out.
//!
//! `cargo bench --bench perft`

use arena::games::Game;
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
