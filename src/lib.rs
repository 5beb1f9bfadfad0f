//! The arena: competitions between game-playing programs.

pub mod games;
pub mod protocol;
