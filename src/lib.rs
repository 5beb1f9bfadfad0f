//! The arena: competitions between game-playing programs.
//!
//! The rooms of the house, each knowing only those before it:
//!
//! 1. [`games`]: the rules. [`protocol`]: the words spoken with engines, and the loop an engine runs
//!    on. These two are all there is without the feature `runner`, and need no dependency.
//! 2. Pure functions of plain data: [`clock`], [`record`], [`settings`].

pub mod games;
pub mod protocol;

#[cfg(feature = "runner")]
pub mod clock;
#[cfg(feature = "runner")]
pub mod openings;
#[cfg(feature = "runner")]
pub mod record;
#[cfg(feature = "runner")]
pub mod schedule;
#[cfg(feature = "runner")]
pub mod settings;
#[cfg(feature = "runner")]
pub mod tournament;
