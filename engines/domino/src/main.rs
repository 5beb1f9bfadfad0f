//! Dominoes for one to five players, by the strategy that is asked for.

mod player;
#[cfg(test)]
mod tests;

fn main() -> std::io::Result<()> {
    arena::protocol::driver::run(&mut player::Player::new())
}
