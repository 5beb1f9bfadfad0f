//! The arena: competitions between game-playing programs.
//!
//! The rooms of the house. Each knows only those before it in this list; a test says so.
//!
//! 1. [`games`]: the rules, behind one small trait.
//! 2. [`protocol`]: the words spoken with engines, and the loop that an engine in Rust runs on. These
//!    two are all there is without the feature `runner`, and need no dependency.
//! 3. [`clock`], [`record`], [`interchange`], [`openings`], [`schedule`], [`standings`], [`ratings`], [`grades`],
//!    [`adjudication`], [`settings`]: functions of plain data.
//! 4. [`process`]: all operating-system code.
//! 5. [`engine`]: one engine process that speaks.
//! 6. [`referee`]: one game.
//! 7. [`tournament`]: the schedule on several slots, which tells what happens and prints nothing;
//!    [`journal`]: the records on disk; [`doctor`]: whether broken engines do it harm; [`fitness`]:
//!    whether an engine keeps the protocol, rule by rule.
//! 8. [`report`]: tables, files and progress bars, made from records and events.
//! 9. [`cli`]: one file a subcommand.

pub mod games;
pub mod protocol;

#[cfg(feature = "runner")]
pub mod adjudication;
#[cfg(feature = "runner")]
pub mod cli;
#[cfg(feature = "runner")]
pub mod clock;
#[cfg(feature = "runner")]
pub mod doctor;
#[cfg(feature = "runner")]
pub mod engine;
#[cfg(feature = "runner")]
pub mod fitness;
#[cfg(feature = "runner")]
pub mod grades;
#[cfg(feature = "runner")]
pub mod interchange;
#[cfg(feature = "runner")]
pub mod journal;
#[cfg(feature = "runner")]
pub mod openings;
#[cfg(feature = "runner")]
pub mod process;
#[cfg(feature = "runner")]
pub mod ratings;
#[cfg(feature = "runner")]
pub mod record;
#[cfg(feature = "runner")]
pub mod referee;
#[cfg(feature = "runner")]
pub mod report;
#[cfg(feature = "runner")]
pub mod schedule;
#[cfg(feature = "runner")]
pub mod settings;
#[cfg(feature = "runner")]
pub mod standings;
#[cfg(feature = "runner")]
pub mod tournament;
