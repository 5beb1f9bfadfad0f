//! Trains the evaluation of the Othello engine from nothing but the rules.
//!
//! A generation plays games against itself, the next learns what came of them, and so on. Everything is
//! kept in a folder, and what is there is not made again: a run that was stopped goes on where it was.

mod examples;
mod fit;
mod folder;
mod games;
mod labels;
mod learn;
mod plan;
mod plot;
mod report;
mod selfplay;
mod spreads;

use std::process::ExitCode;

use clap::Parser;

#[expect(clippy::print_stderr, reason = "the only place where a person is told")]
fn main() -> ExitCode {
    match plan::run(&plan::Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
