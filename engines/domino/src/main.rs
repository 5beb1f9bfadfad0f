//! Dominoes for one to five players, by the strategy that is asked for.

mod player;
#[cfg(test)]
mod tests;

fn main() -> std::process::ExitCode {
    arena::protocol::serve(&mut player::Player::new(), std::env::args().skip(1))
}
