//! Counting leaves so that it can be given up: the tree of a few plies more than a person meant takes years.

use super::Position;

/// Positions a ply above the leaves that are looked at in one go.
const PART: u64 = 50_000;

/// A position with few plies may be followed by some with many.
const FEW: u64 = 10;

/// [`Position::perft`], or `None` as soon as `goes_on` says no: it is asked every few milliseconds.
pub fn perft_while(position: &dyn Position, depth: u32, goes_on: &mut dyn FnMut() -> bool) -> Option<u64> {
    let plies = position.plies();
    if depth < 3 || plies.is_empty() {
        return goes_on().then(|| position.perft(depth));
    }
    let about = (plies.len() as u64).max(FEW).saturating_pow(depth - 2);
    let below = plies.iter().map(|ply| {
        let mut next = position.boxed();
        // A position's own plies are legal.
        next.play(ply).ok()?;
        if about > PART {
            perft_while(&*next, depth - 1, goes_on)
        } else {
            goes_on().then(|| next.perft(depth - 1))
        }
    });
    below.sum()
}
