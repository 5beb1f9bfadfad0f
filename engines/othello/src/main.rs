//! Othello by alpha-beta search, on boards of 4, 6, 8 and 10 squares a side.

fn main() -> std::process::ExitCode {
    arena::protocol::serve(&mut othello::player::Player::new(), std::env::args().skip(1))
}
