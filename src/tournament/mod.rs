//! A tournament: the schedule played on several slots at a time.

mod events;

pub use events::{Event, Running, Slot};
