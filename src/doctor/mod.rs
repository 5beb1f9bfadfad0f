//! Whether the arena withstands every engine that misbehaves, on this machine.
//!
//! [`CASES`] is data: what each of the broken engines does and what that must lead to. A [`trial`] plays
//! it against a sound engine through the real tournament. A trial belongs in a process of its own, since
//! the most memory that a process ever had can be told only once, and what it leaves behind is seen only
//! when it has ended.

mod cases;
mod machine;
mod outcome;
pub mod speed;
mod trial;

pub use cases::{CASES, Case, Must, Need};
pub use machine::{Lateness, Machine, Starts};
pub use outcome::{Ended, Outcome, Seen};
pub use trial::{MARK, Order, SUBCOMMAND, apart, trial};
