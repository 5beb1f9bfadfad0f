//! Othello by alpha-beta search with an evaluation that it has taught itself: a course in game
//! programming, one idea a file.
//!
//! The board: [`board`], [`mobility`], [`flips`]. What a position is worth: [`patterns`], [`weights`],
//! [`packing`]. The search: [`search`], [`ordering`], [`parity`], [`hash`], [`probcut`], [`spreads`]. The end of
//! the game: [`endgame`], [`last`], [`counts`], [`stability`]. What makes all that faster on newer processors:
//! [`instructions`]. What is around it: [`think`], [`watch`], [`levels`], [`book`], [`player`]. How fast it
//! is: [`bench`](mod@bench). Boards that are not 8x8 have a simpler engine.

mod any;
pub mod bench;
pub mod board;
pub mod book;
pub mod counts;
pub mod endgame;
pub mod flips;
pub mod hash;
pub mod instructions;
pub mod last;
pub mod levels;
pub mod mobility;
pub mod ordering;
pub mod packing;
pub mod parity;
pub mod patterns;
pub mod player;
pub mod probcut;
pub mod search;
pub mod spreads;
pub mod stability;
#[cfg(test)]
mod tests;
pub mod think;
pub mod watch;
pub mod weights;
