//! `arena run` from end to end: real files, real processes, the real program.

mod bad_input;
mod harness;
mod results;
mod resume;
mod verdicts;
