//! Breakthrough on every board of 4..12 rows by 4..12 columns: an engine, and what its trainer needs of it.
//!
//! From the bottom: [`set`]s of squares, the [`board`] and its moves, what is certain without search
//! ([`race`]), what is likely ([`evaluation`] by [`weights`]), the [`ground`] of a game with both, the [`hash`] table,
//! move [`ordering`], the [`search`], which can be the [`sequel`] of another, the [`solver`], and the [`player`] who
//! speaks the protocol.

pub mod board;
pub mod evaluation;
pub mod ground;
pub mod hash;
pub mod ordering;
pub mod player;
pub mod race;
pub mod search;
pub mod sequel;
pub mod set;
pub mod solver;
pub mod weights;

#[cfg(test)]
mod tests;
