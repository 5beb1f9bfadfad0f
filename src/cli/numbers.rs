//! Numbers on the command line, and what would be right where one is wrong.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

/// The largest seed there is: one that every reader of JSON takes as it stands.
const MOST: u64 = (1 << 53) - 1;

/// A seed.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok().filter(|&seed| seed <= MOST);
    seed.ok_or_else(|| format!("a seed is a whole number from 0 to {MOST}"))
}

/// A number of things of which there is one at least.
pub(super) fn positive<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "that is too many".to_owned(),
        _ => "expected a whole number of at least 1".to_owned(),
    })
}
