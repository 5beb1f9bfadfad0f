//! What the evaluation has learnt: weights of patterns, for boards of every size.
//!
//! The pattern is a *window*: the three by three squares around a square, each empty, White's or
//! Black's. Who attacks whom, who covers whom and where the holes are can all be seen in it. What a window
//! is worth depends on how far it is from either end; boards of many sizes share what they can:
//!
//! - [`Kind::Window`]: all nine squares, by the steps from White's home (from [`BANDS`] on all alike);
//! - [`Kind::Pair`]: the six squares of its middle row and the row ahead, by the number of rows and the row;
//! - [`Kind::Piece`]: a piece, by the number of rows, the row and the column;
//! - [`Kind::Tempo`]: having the move, by the number of rows.
//!
//! Each window is looked at from both homes: seen from Black's the board is turned and the colours are
//! swapped, and the weight counts against White. A window and its mirror image have the same weights. All
//! of it is [folded](Weights::fold) into one table a row before a search, so the engine adds up
//! one weight a window.
//!
//! Patterns with learnt weights are Buro's idea ("Improving heuristic mini-max search by supervised
//! learning", 2002), from Othello.

use std::sync::OnceLock;

use arena::protocol::driver::read_file;

/// How many windows there are inside the board: 3 to the power of 9.
pub const INSIDE: usize = 19_683;
/// How many there are at the left or right edge, which have six squares.
pub const EDGE: usize = 729;
/// Both: an index of a window at the edge comes after those inside.
pub const WINDOWS: usize = INSIDE + EDGE;
/// From so many steps from home on, windows are all alike; less one.
pub const BANDS: usize = 6;
/// How many patterns the six squares of [`Kind::Pair`] have, inside and at the edge.
pub const PAIRS: usize = 729 + 81;
/// How many kinds of columns there are for a piece: the edge, the next, the next, all others.
pub const COLUMNS: usize = 4;
/// Numbers of rows, 4 to 12.
const SIZES: usize = 9;
/// Rows of a board, at most.
const ROWS: usize = 12;

/// A kind of weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A window by its steps from home.
    Window,
    /// The inner six squares by rows and row.
    Pair,
    /// A piece by rows, row and column.
    Piece,
    /// Having the move, by rows.
    Tempo,
}

impl Kind {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 4] = [Self::Window, Self::Pair, Self::Piece, Self::Tempo];

    /// How many weights there are of this kind.
    pub const fn count(self) -> usize {
        match self {
            Self::Window => BANDS * WINDOWS,
            Self::Pair => SIZES * ROWS * PAIRS,
            Self::Piece => SIZES * ROWS * COLUMNS,
            Self::Tempo => SIZES,
        }
    }

    /// Where the weights of this kind begin among all.
    pub const fn start(self) -> usize {
        match self {
            Self::Window => 0,
            Self::Pair => Self::Window.count(),
            Self::Piece => Self::Pair.start() + Self::Pair.count(),
            Self::Tempo => Self::Piece.start() + Self::Piece.count(),
        }
    }

    /// How many bytes one takes in the file.
    const fn bytes(self) -> usize {
        match self {
            Self::Window | Self::Pair => 1,
            Self::Piece | Self::Tempo => 2,
        }
    }
}

/// How many weights there are.
pub const COUNT: usize = Kind::Tempo.start() + Kind::Tempo.count();

/// How many bytes they take in a file.
const BYTES: usize = {
    let (mut bytes, mut kind) = (0, 0);
    while kind < Kind::ALL.len() {
        bytes += Kind::ALL[kind].count() * Kind::ALL[kind].bytes();
        kind += 1;
    }
    bytes
};

/// The first bytes of a file of weights.
const MAGIC: &[u8; 8] = b"BTwts 1\n";

/// One weight a pattern, in hundredths of a logit: 100 makes odds of one to one e to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<i16>);

/// Where the weight of a window is, seen from White's home `row` rows away.
#[inline]
pub fn window_at(row: usize, window: usize) -> usize {
    row.min(BANDS - 1) * WINDOWS + window
}

/// Where the weight of the inner six squares is.
#[inline]
pub fn pair_at(rows: usize, row: usize, pair: usize) -> usize {
    Kind::Pair.start() + ((rows - 4) * ROWS + row) * PAIRS + pair
}

/// Where the weight of a piece is, seen from its own home `row` rows away.
#[inline]
pub fn piece_at(rows: usize, row: usize, columns: usize, column: usize) -> usize {
    let from_edge = column.min(columns - 1 - column).min(COLUMNS - 1);
    Kind::Piece.start() + ((rows - 4) * ROWS + row) * COLUMNS + from_edge
}

/// Where the weight of having the move is.
#[inline]
pub fn tempo_at(rows: usize) -> usize {
    Kind::Tempo.start() + rows - 4
}

/// Which other numbers a window goes by. A digit to the base of 3 is a square: in threes the middle
/// column, the inner, the outer (which the edge lacks), each from White's side upwards; 0 is empty, 1 White's,
/// 2 Black's.
#[derive(Debug)]
pub struct Views {
    /// The board turned and the colours swapped.
    pub turned: Vec<u16>,
    /// Left and right swapped.
    pub mirrored: Vec<u16>,
    /// The number of its inner six squares.
    pub pair: Vec<u16>,
}

impl Views {
    /// The views, computed once.
    pub fn all() -> &'static Self {
        static VIEWS: OnceLock<Views> = OnceLock::new();
        VIEWS.get_or_init(|| {
            let each = |view: &dyn Fn(usize, bool) -> usize| -> Vec<u16> {
                let inside = (0..INSIDE).map(|window| view(window, false) as u16);
                inside.chain((0..EDGE).map(|window| view(window, true) as u16)).collect()
            };
            Self {
                turned: each(&|window, edge| turned(window) + if edge { INSIDE } else { 0 }),
                mirrored: each(&|window, edge| {
                    if edge {
                        window + INSIDE
                    } else {
                        window % 27 + window / 729 * 27 + window / 27 % 27 * 729
                    }
                }),
                pair: each(&|window, edge| {
                    let pair = window / 3 % 9 + window / 81 % 9 * 9 + window / 2187 % 9 * 81;
                    pair + if edge { 729 } else { 0 }
                }),
            }
        })
    }
}

fn turned(window: usize) -> usize {
    let swap = |square: usize| [0, 2, 1][square % 3];
    let column = |three: usize| swap(three / 9) + swap(three / 3) * 3 + swap(three) * 9;
    column(window) + column(window / 27) * 27 + column(window / 729) * 729
}

/// What a beginner is told of a window with a piece of White's in the middle.
fn told_of(window: usize) -> i16 {
    let number = if window < INSIDE { window } else { window - INSIDE };
    let square = |place: u32| number / 3_usize.pow(place) % 3;
    if square(1) != 1 {
        return 0;
    }
    let how_many =
        |places: [u32; 2], whose: usize| places.iter().filter(|&&place| square(place) == whose).count();
    let (covers, beside, attackers) = (how_many([3, 6], 1), how_many([4, 7], 1), how_many([5, 8], 2));
    let covered = if covers > 0 { 9 } else { 0 };
    let hanging = if attackers > covers { -25 } else { 0 };
    covered + 2 * beside as i16 + hanging
}

/// The weights of a board with some number of rows, folded together.
#[derive(Clone, Debug)]
pub struct Folded {
    /// By the row of the middle square and the window, for White.
    pub windows: Vec<i16>,
    /// By the row as White counts and the kind of column: a piece of White's.
    pub pieces: Vec<i16>,
    /// For having the move.
    pub tempo: i16,
}

impl Weights {
    /// What a beginner is told before the first game: pieces are good, advanced ones better, and so are those
    /// that cover one another, stand side by side or guard the home row; one that can be taken for nothing is bad.
    pub fn untaught() -> Self {
        let mut weights = vec![0; COUNT];
        for rows in 4..=ROWS {
            for row in 0..rows {
                let advance =
                    [0, 110, 70, 40, 22, 10, 4].get(rows - 1 - row).filter(|_| row > 0).unwrap_or(&0);
                let guard = if row == 0 { 12 } else { 0 };
                for column in 0..COLUMNS {
                    weights[piece_at(rows, row, 2 * COLUMNS, column)] = 100 + advance + guard;
                }
            }
            weights[tempo_at(rows)] = 10;
        }
        for band in 0..BANDS {
            for window in 0..WINDOWS {
                weights[window_at(band, window)] = told_of(window);
            }
        }
        Self(weights)
    }

    /// Those the engine plays with; `train/README.md` says how they were made.
    pub fn trained() -> Self {
        Self::from_bytes(include_bytes!("../weights.bin")).expect("a test reads this file")
    }

    /// Reads a file by its path; with an empty one those the engine plays with.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn from_file(path: &str) -> Result<Self, String> {
        if path.is_empty() {
            return Ok(Self::trained());
        }
        Self::from_bytes(&read_file(path, MAGIC.len() + BYTES)?)
    }

    /// Weights as a fit has found them, rounded; what is out of range becomes the nearest in it.
    ///
    /// # Panics
    /// If there are not [`COUNT`].
    pub fn rounded(logits: &[f32]) -> Self {
        assert_eq!(logits.len(), COUNT);
        let mut weights = Vec::with_capacity(COUNT);
        for kind in Kind::ALL {
            let limit = if kind.bytes() == 1 { 127.0 } else { 30_000.0 };
            let of_kind = &logits[kind.start()..][..kind.count()];
            weights.extend(of_kind.iter().map(|logit| (logit * 100.0).round().clamp(-limit, limit) as i16));
        }
        Self(weights)
    }

    /// The weights as logits.
    pub fn logits(&self) -> Vec<f32> {
        self.0.iter().map(|&weight| f32::from(weight) / 100.0).collect()
    }

    /// The weights as a file keeps them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for kind in Kind::ALL {
            for &weight in &self.0[kind.start()..][..kind.count()] {
                bytes.extend(&weight.to_le_bytes()[..kind.bytes()]);
            }
        }
        bytes
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// What it lacks.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
            return Err("it does not begin as a file of Breakthrough weights does".to_owned());
        };
        if rest.len() != BYTES {
            return Err(format!("it has {} bytes of weights, expected {BYTES}", rest.len()));
        }
        let mut weights = Vec::with_capacity(COUNT);
        for kind in Kind::ALL {
            let (of_kind, others) = rest.split_at(kind.count() * kind.bytes());
            rest = others;
            match kind.bytes() {
                1 => weights.extend(of_kind.iter().map(|&byte| i16::from(byte as i8))),
                _ => weights.extend(of_kind.chunks(2).map(|two| i16::from_le_bytes([two[0], two[1]]))),
            }
        }
        Ok(Self(weights))
    }

    /// The weights for a board of so many rows.
    pub fn fold(&self, rows: usize) -> Folded {
        let views = Views::all();
        let mut windows = Vec::with_capacity(rows * WINDOWS);
        let seen = |row: usize, window: usize| {
            // Of mirror images the lower number stands for both.
            let window = window.min(usize::from(views.mirrored[window]));
            let pair = pair_at(rows, row, usize::from(views.pair[window]));
            i32::from(self.0[window_at(row, window)]) + i32::from(self.0[pair])
        };
        for row in 0..rows {
            for window in 0..WINDOWS {
                let turned = usize::from(views.turned[window]);
                windows.push((seen(row, window) - seen(rows - 1 - row, turned)) as i16);
            }
        }
        let at = piece_at(rows, 0, 2 * COLUMNS, 0);
        let pieces = self.0[at..][..rows * COLUMNS].to_vec();
        Folded { windows, pieces, tempo: self.0[tempo_at(rows)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_weights_is_small_and_read_as_it_was_written() {
        let mut weights = Weights::untaught();
        weights
            .0
            .iter_mut()
            .zip(0..)
            .for_each(|(weight, i): (_, i32)| *weight = (*weight + (i % 3) as i16).min(127));
        let bytes = weights.to_bytes();
        assert!(bytes.len() < 256 * 1024, "{}", bytes.len());
        assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
        assert_eq!(Weights::rounded(&weights.logits()), weights);
    }

    #[test]
    fn the_engine_has_weights_to_play_with() {
        assert_ne!(Weights::trained(), Weights::untaught());
    }

    #[test]
    fn a_file_that_is_none_is_refused_with_the_reason() {
        let bytes = Weights::untaught().to_bytes();
        for (bytes, reason) in [
            (&b""[..], "does not begin"),
            (&b"PK"[..], "does not begin"),
            (&bytes[..100], "it has 92 bytes of weights"),
        ] {
            let error = Weights::from_bytes(bytes).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn views_are_their_own_inverse() {
        let views = Views::all();
        for window in 0..WINDOWS {
            for view in [&views.turned, &views.mirrored] {
                assert_eq!(usize::from(view[usize::from(view[window])]), window);
            }
        }
    }
}
