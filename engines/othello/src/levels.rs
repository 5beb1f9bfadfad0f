//! Levels: how the engine plays worse on purpose.
//!
//! A beginner looks at his own move and the answer, and often misjudges; an expert looks far and sees the
//! end early. So a level is a depth, a number of empty squares from which on the result is seen, and a
//! wavering of what moves seem worth, which is the same for the same seed.
//!
//! What levels have won of 100 points from others, in 100 games (18 from 16 and 20 from 19: 60) from openings of
//! 8 random plies that the engine calls even, each played from both sides; give or take 3 to 10:
//!
//! | level | 4 | 7 | 10 | 13 | 16 | 17 | 18 | 18 | 19 | 20 |
//! |---|---|---|---|---|---|---|---|---|---|---|
//! | from level | 1 | 4 | 7 | 10 | 13 | 16 | 16 | 17 | 18 | 19 |
//! | points | 97 | 96 | 91 | 86 | 86 | 61 | 72 | 62 | 58 | 60 |
//!
//! Each level up to 16 has won 56 to 77 from the one before, in 100 or 200 games. Level 20 has no depth of its own: how much
//! better it is depends on the time it has; here it visited four million positions a move, as in a third of a second.

use crate::think::Style;

/// The level without any handicap.
pub const FULL_LEVEL: u32 = 20;

/// The wavering, in hundredths of a disc, that makes seeds differ.
const SEEDED: i32 = 40;

/// Depth, empty squares seen to the end and wavering of the levels from 1 to 19.
const LEVELS: [(u32, u32, i32); FULL_LEVEL as usize - 1] = [
    (1, 2, 1500),
    (1, 4, 1000),
    (1, 4, 700),
    (2, 6, 700),
    (2, 6, 450),
    (3, 8, 450),
    (3, 8, 300),
    (4, 10, 300),
    (4, 10, 200),
    (5, 12, 150),
    (6, 12, 100),
    (7, 14, 60),
    (8, 14, 30),
    (9, 16, 0),
    (10, 18, 0),
    (11, 18, 0),
    (12, 20, 0),
    (14, 20, 0),
    (16, 22, 0),
];

/// How to play at a `level`, no deeper than `depth` unless that is 0.
pub(crate) fn style(level: u32, depth: u32, seed: u64) -> Style {
    let handicap = LEVELS.get((level.max(1) - 1) as usize);
    let (deepest, exact, noise) = handicap.copied().unwrap_or((u32::MAX, 0, 0));
    let (deepest, exact) = if depth == 0 { (deepest, exact) } else { (deepest.min(depth), 0) };
    let noise = if seed == 0 { noise } else { noise.max(SEEDED) };
    Style { depth: deepest, exact, noise, seed, ..Style::FULL }
}
