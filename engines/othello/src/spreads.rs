//! How far shallow searches are off, fitted by the trainer to this engine's own searches.

/// The spread of the error of a search in hundredths of a disc: the exponential of a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The constant, and what each empty square, each disc of the deep search's depth and each of the
    /// shallow one's adds.
    pub factors: [f32; 4],
}

impl Spread {
    /// The spread of the difference between searches to `shallow` and to `depth` with so many empty squares.
    pub fn at(&self, empties: u32, depth: u32, shallow: u32) -> f32 {
        let [constant, by_empties, by_depth, by_shallow] = self.factors;
        (constant + by_empties * empties as f32 + by_depth * depth as f32 + by_shallow * shallow as f32).exp()
    }
}

/// The spreads of both kinds of searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spreads {
    /// Of deeper searches that do not end with the game.
    pub midgame: Spread,
    /// Of results of the game.
    pub result: Spread,
}

impl Spreads {
    /// So wide that they do no harm: before any have been fitted.
    pub const UNKNOWN: Self = Self {
        midgame: Spread { factors: [6.5, 0.0, 0.05, -0.1] },
        result: Spread { factors: [6.9, 0.0, 0.0, -0.05] },
    };
}
