//! Sets of squares that evaluation and move ordering speak of, for a board of any size.

use arena::games::bits::Bits;
use arena::games::othello::Size;

/// The eight directions, opposite ones side by side: four axes.
pub(crate) const AXES: [[Direction; 2]; 4] = [
    [Direction { right: 1, down: 0 }, Direction { right: -1, down: 0 }],
    [Direction { right: 0, down: 1 }, Direction { right: 0, down: -1 }],
    [Direction { right: 1, down: 1 }, Direction { right: -1, down: -1 }],
    [Direction { right: -1, down: 1 }, Direction { right: 1, down: -1 }],
];

/// One of the eight directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    right: i32,
    down: i32,
}

impl Direction {
    /// The squares one step further from `squares`; what leaves the board is gone.
    #[inline(always)]
    pub(crate) fn step<S: Size>(self, squares: S::Word) -> S::Word {
        let aside = match self.right {
            1 => (squares << 1) & S::NOT_FIRST,
            -1 => (squares >> 1) & S::NOT_LAST,
            _ => squares,
        };
        match self.down {
            1 => (aside << S::SIDE) & S::BOARD,
            -1 => aside >> S::SIDE,
            _ => aside,
        }
    }

    /// The squares from which a step comes to `squares` or leaves the board.
    #[inline(always)]
    pub(crate) fn before_or_edge<S: Size>(self, squares: S::Word) -> S::Word {
        S::BOARD & !Self { right: -self.right, down: -self.down }.step::<S>(S::BOARD & !squares)
    }
}

/// The squares beside `squares` in any direction, perhaps with some of their own.
#[inline]
pub(crate) fn around<S: Size>(squares: S::Word) -> S::Word {
    let [[right, left], [down, up], ..] = AXES;
    let row = squares | right.step::<S>(squares) | left.step::<S>(squares);
    row | down.step::<S>(row) | up.step::<S>(row)
}

/// Sets of squares of the board of size `S`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<S: Size> {
    /// The four corners.
    pub(crate) corners: S::Word,
    /// The squares diagonally next to a corner.
    pub(crate) x_squares: S::Word,
    /// The squares next to a corner on an edge.
    pub(crate) c_squares: S::Word,
    /// The other squares on an edge.
    pub(crate) edges: S::Word,
    /// The board's quarters.
    pub(crate) quarters: [S::Word; 4],
}

impl<S: Size> Board<S> {
    /// The board.
    pub(crate) fn new() -> Self {
        let set = |holds: &dyn Fn(u32, u32) -> bool| {
            let squares = (0..S::SIDE * S::SIDE).filter(|bit| holds(bit % S::SIDE, bit / S::SIDE));
            squares.fold(S::Word::EMPTY, |set, bit| set | S::Word::of(bit))
        };
        let (last, half) = (S::SIDE - 1, S::SIDE / 2);
        let from_edge = |line: u32| line.min(last - line);
        let corners = set(&|column, row| from_edge(column) + from_edge(row) == 0);
        let x_squares = set(&|column, row| from_edge(column) == 1 && from_edge(row) == 1);
        let c_squares = set(&|column, row| from_edge(column) + from_edge(row) == 1);
        let rim = set(&|column, row| from_edge(column) * from_edge(row) == 0);
        let quarters = [(false, false), (true, false), (false, true), (true, true)]
            .map(|(right, low)| set(&|column, row| (column >= half) == right && (row >= half) == low));
        Self { corners, x_squares, c_squares, edges: rim & !(corners | c_squares), quarters }
    }

    /// The squares of `empty` that lie in a quarter with an odd number of them: who moves there first
    /// tends to have the last move there.
    #[inline]
    pub(crate) fn odd_quarters(&self, empty: S::Word) -> S::Word {
        self.quarters.iter().fold(S::Word::EMPTY, |odd, &quarter| {
            let here = empty & quarter;
            if here.count() % 2 == 1 { odd | here } else { odd }
        })
    }
}
