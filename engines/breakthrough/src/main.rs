//! Breakthrough by alpha-beta search, on every board of 4..12 rows by 4..12 columns.

mod board;
mod evaluation;
mod hash;
mod ordering;
mod player;
mod race;
mod search;
#[cfg(test)]
mod tests;

fn main() -> std::io::Result<()> {
    arena::protocol::driver::run(&mut player::Player::new())
}
