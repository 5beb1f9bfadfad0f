//! Patterns: the parts of the board that the evaluation knows by heart.
//!
//! The position is looked at through 46 windows: edges with the two X squares, corners of 2x5 and 3x3,
//! the lines beside the edges, the diagonals. What is seen through a window is a number, and a table
//! says what it is worth (Buro: "Experiments with Multi-ProbCut and a new high-quality evaluation
//! function for Othello", 1997). Windows that are images of one another share their table.
//!
//! A square counts as 1 for the mover, -1 for the opponent and 0 if it is empty, times a power of three:
//! balanced ternary. So whoever moves next, the number seen from the other side is its negative, a disc
//! placed adds a power and a disc turned adds two; all windows together change by a few additions of
//! vectors that are the same for every game.

use crate::board::{Board, squares};

/// The windows that all have the same form, up to the board's symmetries.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What people call it.
    pub name: &'static str,
    /// The squares of the first window, in the order of their powers of three.
    pub squares: &'static [u8],
}

/// The forms of windows.
pub const SHAPES: [Shape; 11] = [
    Shape { name: "edge with X squares", squares: &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14] },
    Shape { name: "corner 2x5", squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12] },
    Shape { name: "corner 3x3", squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18] },
    Shape { name: "line 2", squares: &[8, 9, 10, 11, 12, 13, 14, 15] },
    Shape { name: "line 3", squares: &[16, 17, 18, 19, 20, 21, 22, 23] },
    Shape { name: "line 4", squares: &[24, 25, 26, 27, 28, 29, 30, 31] },
    Shape { name: "diagonal 8", squares: &[0, 9, 18, 27, 36, 45, 54, 63] },
    Shape { name: "diagonal 7", squares: &[1, 10, 19, 28, 37, 46, 55] },
    Shape { name: "diagonal 6", squares: &[2, 11, 20, 29, 38, 47] },
    Shape { name: "diagonal 5", squares: &[3, 12, 21, 30, 39] },
    Shape { name: "diagonal 4", squares: &[4, 13, 22, 31] },
];

/// The number of windows.
pub const WINDOWS: usize = 46;

/// The same, rounded up to whole vectors.
const LANES: usize = 48;

/// One place where a shape is seen.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The number of its shape in [`SHAPES`].
    pub shape: usize,
    /// Its squares in the order of their powers; as many as the shape has.
    squares: [u8; 10],
}

/// All windows, shape by shape.
pub static ALL: [Window; WINDOWS] = windows();

/// What a disc on each square adds to each window.
static POWERS: [[i16; LANES]; 64] = powers();

/// One of the eight symmetries of the board: mirrored left to right, top to bottom, along the diagonal.
pub const fn image(square: u8, symmetry: usize) -> u8 {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * 8 + column
}

const fn windows() -> [Window; WINDOWS] {
    let mut all = [Window { shape: 0, squares: [0; 10] }; WINDOWS];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let window = Window { shape, squares: images(SHAPES[shape].squares, symmetry) };
            let mut known = first;
            while known < count && set_of(&all[known]) != set_of(&window) {
                known += 1;
            }
            if known == count {
                all[count] = window;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == WINDOWS, "a window too many or too few");
    all
}

const fn images(squares: &[u8], symmetry: usize) -> [u8; 10] {
    let mut images = [0; 10];
    let mut index = 0;
    while index < squares.len() {
        images[index] = image(squares[index], symmetry);
        index += 1;
    }
    images
}

const fn set_of(window: &Window) -> u64 {
    let (mut set, mut index) = (0, 0);
    while index < SHAPES[window.shape].squares.len() {
        set |= 1 << window.squares[index];
        index += 1;
    }
    set
}

const fn powers() -> [[i16; LANES]; 64] {
    let mut powers = [[0; LANES]; 64];
    let mut window = 0;
    while window < WINDOWS {
        let (mut index, mut power) = (0, 1);
        while index < SHAPES[ALL[window].shape].squares.len() {
            powers[ALL[window].squares[index] as usize][window] = power as i16;
            power *= 3;
            index += 1;
        }
        window += 1;
    }
    powers
}

impl Shape {
    /// How many different things can be seen: three to the power of the squares.
    pub const fn sights(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    /// The number of the empty window, if they are counted from 0 on.
    pub const fn middle(&self) -> usize {
        self.sights() / 2
    }

    /// The sight that stands for `number`, counted from 0, and for what it looks like in the shape's
    /// `mirror`: the lower of the two.
    pub fn canonical(&self, number: usize, mirror: Option<&[usize]>) -> usize {
        let Some(mirror) = mirror else { return number };
        let (mut rest, mut mirrored) = (number, 0);
        for &to in mirror {
            mirrored += rest % 3 * 3_usize.pow(to as u32);
            rest /= 3;
        }
        number.min(mirrored)
    }

    /// Where each of its squares goes in the symmetry that leaves the shape where it is, if there is one.
    pub fn mirror(&self) -> Option<Vec<usize>> {
        (1..8).find_map(|symmetry| {
            let place = |&square| self.squares.iter().position(|&other| other == image(square, symmetry));
            self.squares.iter().map(place).collect::<Option<Vec<_>>>()
        })
    }
}

/// What is seen through every window, by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Sights([i16; LANES]);

impl Sights {
    /// The sights of the empty board.
    pub const NONE: Self = Self([0; LANES]);

    /// The sights of a position.
    pub fn of(board: &Board) -> Self {
        let mut sights = [0; LANES];
        for (discs, sign) in [(board.mover, 1), (board.opponent, -1)] {
            for square in squares(discs) {
                let powers = &POWERS[square as usize];
                sights.iter_mut().zip(powers).for_each(|(sight, power)| *sight += sign * power);
            }
        }
        Self(sights)
    }

    /// The sights after the mover has placed a disc on `square` and turned over `flips`, seen by the next.
    #[inline(always)]
    #[must_use]
    pub fn place(&self, square: u32, flips: u64) -> Self {
        let mut turned = [0_i16; LANES];
        let mut rest = flips;
        while rest != 0 {
            let powers = &POWERS[rest.trailing_zeros() as usize & 63];
            for lane in 0..LANES {
                turned[lane] = turned[lane].wrapping_add(powers[lane]);
            }
            rest &= rest - 1;
        }
        let placed = &POWERS[square as usize & 63];
        let mut next = [0_i16; LANES];
        for lane in 0..LANES {
            let gained = turned[lane].wrapping_add(turned[lane]).wrapping_add(placed[lane]);
            next[lane] = 0_i16.wrapping_sub(self.0[lane].wrapping_add(gained));
        }
        Self(next)
    }

    /// The sights after a pass.
    #[inline(always)]
    #[must_use]
    pub fn pass(&self) -> Self {
        Self(self.0.map(|sight| 0_i16.wrapping_sub(sight)))
    }

    /// The sight through each window: 0 if it is empty, at most half of what can be seen to either side.
    #[inline(always)]
    pub fn numbers(&self) -> &[i16; LANES] {
        &self.0
    }
}
