//! Where the games of a championship begin.

use super::super::Position;
use super::super::bits::Wide;
use super::super::random::Random;
use super::shape::by_squares;
use super::{Breakthrough, Move, Word};

/// A random starting configuration, as in a championship: from the start, some moves of each side
/// in turn, drawn among those that neither capture nor end the game; then White is to move.
///
/// # Panics
/// If there is no board of `rows` by `columns`.
pub fn configuration(rows: u8, columns: u8, random: &mut Random) -> Box<dyn Position> {
    by_squares!(u32::from(rows) * u32::from(columns), B => {
        let start = Breakthrough::<B>::start(rows, columns).expect("a board of 4..12 by 4..12");
        let most = usize::from(rows - 4) * usize::from(columns) / 2;
        loop {
            let pairs = random.below(most + 1);
            if let Some(position) = quiet_walk(start, 2 * pairs, random) {
                return Box::new(position);
            }
        }
    })
}

/// `plies` random moves that neither capture nor end the game, or `None` where there are none left.
fn quiet_walk<B: Word>(start: Breakthrough<B>, plies: usize, random: &mut Random) -> Option<Breakthrough<B>> {
    (0..plies).try_fold(start, |position, _| {
        let enemy = position.pieces(position.side.other());
        let goal = position.shape.goal[position.side as usize];
        let quiet: Vec<Move> = position.moves().filter(|mv| !(enemy | goal).has(u32::from(mv.to))).collect();
        random.choose(&quiet).map(|&mv| position.after(mv))
    })
}
