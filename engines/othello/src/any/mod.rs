//! Boards of any size, by simpler means: what plays on 4, 6 and 10 squares a side.
//!
//! Everything here is written once for all sizes, over the words of the rules themselves, with an
//! evaluation of a dozen numbers made up by hand. It is the engine that the 8x8 board had before it
//! learned, and a shorter read.

mod board;
mod endgame;
mod evaluation;
mod hash;
mod ordering;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use evaluation::Evaluation;
pub(crate) use hash::{Table, Time};
pub(crate) use search::{Outcome, think};
