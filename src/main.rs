//! The program `arena`; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::cli::main()
}
