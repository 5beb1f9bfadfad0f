//! Othello by alpha-beta search, on boards of 4, 6, 8 and 10 squares a side.

fn main() -> std::io::Result<()> {
    arena::protocol::driver::run(&mut othello::player::Player::new())
}
