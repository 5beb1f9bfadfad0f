//! How the weights are kept in a file of less than a megabyte.
//!
//! Windows that are mirrored within their shape share a weight, so of each such pair one is kept. What is
//! seen seldom in one stage of the game has the weight it has in the next, where the fit began: so
//! stages are kept from the last to the first, each as what it differs from the one after it, in
//! steps of [`STEP`] hundredths of a disc. A byte is a difference from -127 to 127, but 0 is followed by
//! the number of zeros in the run less one, and -128 by a difference in two bytes, low one first. Before all
//! that stand the factors of the spreads.

use std::sync::LazyLock;

use crate::patterns::SHAPES;
use crate::spreads::{Spread, Spreads};
use crate::weights::{ENTRIES, SHAPE_AT, STAGES, Weights};

/// Hundredths of a disc in a step.
pub const STEP: i16 = 6;

/// What the trainer has learned; see `weights.md` beside the file.
static OWN: LazyLock<Weights> = LazyLock::new(|| {
    unpack(include_bytes!("../weights.bin")).expect("a file that the trainer wrote, as a test confirms")
});

/// The weights of this repository.
pub fn own_weights() -> &'static Weights {
    &OWN
}

/// What the file begins with; the digit is the version.
const HEAD: &[u8; 4] = b"OTH1";

/// The mark of a difference in two bytes.
const WIDE: u8 = 0x80;

/// How long a file may be: the factors of the spreads, and of no weight more than a difference in two bytes.
pub const LARGEST: usize = HEAD.len() + 2 * 4 * size_of::<f32>() + 3 * ENTRIES * STAGES;

/// For each number of a weight the one that stands for it and its mirror image.
pub fn representatives() -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..ENTRIES as u32).collect();
    for (shape, &at) in SHAPES.iter().zip(&SHAPE_AT) {
        let mirror = shape.mirror();
        for number in 0..shape.sights() {
            numbers[at + number] = (at + shape.canonical(number, mirror.as_deref())) as u32;
        }
    }
    numbers
}

/// The file for `weights`, which are rounded to whole steps.
pub fn pack(weights: &Weights) -> Vec<u8> {
    let mut bytes = HEAD.to_vec();
    let Spreads { midgame, result } = weights.spreads;
    bytes.extend(midgame.factors.into_iter().chain(result.factors).flat_map(f32::to_le_bytes));
    let representatives = representatives();
    let mut later = vec![0_i16; ENTRIES];
    let mut zeros = 0_usize;
    for stage in (0..STAGES).rev() {
        for (number, &weight) in weights.stage(stage).iter().enumerate() {
            if representatives[number] as usize != number {
                continue;
            }
            let steps = (f32::from(weight) / f32::from(STEP)).round() as i16;
            let difference = steps - later[number];
            later[number] = steps;
            if difference == 0 {
                zeros += 1;
                continue;
            }
            flush(&mut bytes, &mut zeros);
            match i8::try_from(difference) {
                Ok(small) if small != i8::MIN => bytes.push(small as u8),
                _ => {
                    bytes.push(WIDE);
                    bytes.extend(difference.to_le_bytes());
                }
            }
        }
    }
    flush(&mut bytes, &mut zeros);
    bytes
}

/// Writes down a run of zeros.
fn flush(bytes: &mut Vec<u8>, zeros: &mut usize) {
    while *zeros > 0 {
        let run = (*zeros).min(256);
        bytes.extend([0, (run - 1) as u8]);
        *zeros -= run;
    }
}

/// The weights in a file; `None` if it was not made by [`pack`].
pub fn unpack(bytes: &[u8]) -> Option<Weights> {
    let mut bytes = bytes.strip_prefix(HEAD)?.iter().copied();
    let mut factor =
        || Some(f32::from_le_bytes([bytes.next()?, bytes.next()?, bytes.next()?, bytes.next()?]));
    let mut spread = || Some(Spread { factors: [factor()?, factor()?, factor()?, factor()?] });
    let spreads = Spreads { midgame: spread()?, result: spread()? };
    let representatives = representatives();
    let mut steps = vec![0_i16; ENTRIES];
    let mut stages = Vec::with_capacity(STAGES);
    let mut zeros = 0_usize;
    for _ in 0..STAGES {
        for (number, &standing) in representatives.iter().enumerate() {
            let standing = standing as usize;
            if standing != number {
                steps[number] = steps[standing];
                continue;
            }
            if zeros > 0 {
                zeros -= 1;
                continue;
            }
            match bytes.next()? {
                0 => zeros = usize::from(bytes.next()?),
                WIDE => {
                    steps[number] =
                        steps[number].checked_add(i16::from_le_bytes([bytes.next()?, bytes.next()?]))?
                }
                small => steps[number] = steps[number].checked_add(i16::from(small as i8))?,
            }
        }
        let stage: Box<[i16]> = steps.iter().map(|&steps| steps.saturating_mul(STEP)).collect();
        stages.push(stage.try_into().ok()?);
    }
    stages.reverse();
    bytes.next().is_none().then(|| Weights::new(stages, spreads))
}
