//! Othello by alpha-beta search, on boards of 4, 6, 8 and 10 squares a side.

mod board;
mod endgame;
mod evaluation;
mod hash;
mod ordering;
mod player;
mod search;
#[cfg(test)]
mod tests;

fn main() -> std::io::Result<()> {
    arena::protocol::driver::run(&mut player::Player::new())
}
