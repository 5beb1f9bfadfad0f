//! The Breakthrough engine as a program; see the library.

fn main() -> std::process::ExitCode {
    arena::protocol::serve(&mut breakthrough::player::Player::new(), std::env::args().skip(1))
}
