//! Multi-ProbCut: a shallow search that is far off the window says enough.
//!
//! The value of a deep search is that of a shallow one give or take an error whose spread is known; if
//! the shallow value is so many spreads beyond the window, the deep search is not made (Buro: "Experiments
//! with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997). How many spreads
//! that must be is a level of sureness, the surer the higher. The spreads are fitted to this engine's own searches by
//! the trainer.

use arena::protocol::budget::Ended;

use crate::instructions::Instructions;
use crate::search::{Node, Search};

/// The sureness of a search without such cuts.
pub const SURE: u8 = SPREADS.len() as u8;

/// How many spreads a value must be beyond the window, by sureness: 84 of a hundred errors are smaller than one, in that
/// direction, and 98 smaller than two.
const SPREADS: [f32; 2] = [1.0, 2.0];

/// From this depth on cuts are tried.
const LEAST_DEPTH: u32 = 4;

impl<I: Instructions> Search<'_, I> {
    /// A bound on the value of a search of `node` to `depth` with a window of one point above `alpha`,
    /// if it is likely enough.
    #[inline(always)]
    pub(crate) fn likely_value(&mut self, node: &Node, depth: u32, alpha: i32) -> Result<Option<i32>, Ended> {
        if self.sureness == SURE || depth < LEAST_DEPTH {
            return Ok(None);
        }
        let shallow = depth / 4 * 2 + depth % 2;
        let spread = self.weights.spreads.midgame.at(node.board.empties(), depth, shallow);
        self.likely(node, shallow, spread, alpha, alpha + 1)
    }

    /// A bound on the result of `node`, in discs, with a window of one disc above `alpha`, if it is
    /// likely enough.
    #[inline(always)]
    pub(crate) fn likely_result(
        &mut self,
        node: &Node,
        empties: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Ended> {
        if self.sureness == SURE {
            return Ok(None);
        }
        let shallow = (empties / 4 * 2 + empties % 2).saturating_sub(4).max(empties % 2);
        let spread = self.weights.spreads.result.at(empties, empties, shallow);
        // More than `alpha` discs is 100 hundredths more; the middle between the two decides.
        let bound = self.likely(node, shallow, spread, 100 * alpha, 100 * alpha + 100)?;
        Ok(bound.map(|bound| bound / 100))
    }

    /// `beta` or `alpha`, if a search to `shallow` says that the value is beyond.
    #[inline(always)]
    fn likely(
        &mut self,
        node: &Node,
        shallow: u32,
        spread: f32,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<i32>, Ended> {
        let margin = (SPREADS[self.sureness as usize] * spread) as i32;
        let now = self.evaluate(node);
        // The static value says on which side a search may be worth making.
        let above = beta + margin;
        if now >= beta && above < 6400 && self.search(node, shallow, above - 1, above)? >= above {
            return Ok(Some(beta));
        }
        let below = alpha - margin;
        if now <= alpha && below > -6400 && self.search(node, shallow, below, below + 1)? <= below {
            return Ok(Some(alpha));
        }
        Ok(None)
    }
}
