//! The Breakthrough engine as a program; see the library.

fn main() -> std::io::Result<()> {
    arena::protocol::driver::run(&mut breakthrough::player::Player::new())
}
