//! Races: a piece that nothing can stop decides the game, long before search could count it out.
//!
//! All pieces of a side run at once as a set of squares, and the enemy's pieces spread at once over
//! all squares they could reach in the moves they have. A square that a runner enters must be out of
//! the enemy's reach then and one move later, when it could be captured. What is left at the far row
//! came by a way that is safe whatever the enemy does, so the verdict is certain; some
//! runners that would get through are missed.

use arena::games::breakthrough::{Breakthrough, Colour, Word};

use crate::board::Board;

/// How many moves of his own the runner's side needs to win `position` by a run that cannot be
/// stopped and is faster than any of the enemy's; `None` if there is no such run.
#[inline]
pub(crate) fn moves_to_win<B: Word>(
    board: &Board<B>,
    position: &Breakthrough<B>,
    runner: Colour,
) -> Option<u32> {
    let enemy = runner.other();
    let moves_first = position.side() == runner;
    let enemy_needs = board.nearest(position, enemy);
    // On the move a tie is won.
    let slowest = if moves_first { enemy_needs } else { enemy_needs.checked_sub(1)? };
    if board.nearest(position, runner) > slowest {
        return None;
    }
    let own = position.pieces(runner);
    let goal = position.shape().goal[runner as usize];
    let mut reach = position.pieces(enemy);
    let mut runners = own;
    if !moves_first {
        reach = spread(position, enemy, reach);
        runners = runners & !reach;
    }
    for moves in 1..=slowest {
        let entered = spread_only(position, runner, runners) & !own & !reach;
        if !(entered & goal).is_empty() {
            return Some(moves);
        }
        reach = spread(position, enemy, reach);
        runners = entered & !reach;
        if runners.is_empty() {
            return None;
        }
    }
    None
}

/// All squares one move ahead of `squares`.
#[inline]
fn spread_only<B: Word>(position: &Breakthrough<B>, side: Colour, squares: B) -> B {
    let [straight, to_first, to_last] = position.ahead(side, squares);
    straight | to_first | to_last
}

/// `squares` and all one move ahead of them.
#[inline]
fn spread<B: Word>(position: &Breakthrough<B>, side: Colour, squares: B) -> B {
    squares | spread_only(position, side, squares)
}
