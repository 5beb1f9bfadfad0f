//! `arena run` from end to end: real files, real processes, the real program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_input;
mod broken_engines;
mod disk;
mod domino;
mod forgery;
mod formats;
mod harness;
mod interruption;
mod launching;
mod marks;
mod matches;
mod old_engines;
mod openings;
mod pinning;
mod play;
#[path = "../processes/mod.rs"]
mod processes;
mod referee;
mod replay;
mod replayed;
mod results;
mod resume;
mod room;
mod sandbox;
mod verdicts;
