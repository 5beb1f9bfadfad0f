//! The normal distribution.

/// The probability that a standard normal variable is below `x`, to about seven digits (Abramowitz and
/// Stegun: Handbook of Mathematical Functions, 26.2.17).
pub(super) fn below(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let coefficients = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = coefficients.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn the_table_of_the_normal_distribution() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (1.959_963_985, 0.975),
            (-1.0, 0.158_655_254),
            (-3.0, 0.001_349_898),
            (40.0, 1.0),
            (-40.0, 0.0),
        ] {
            assert!((below(x) - expected).abs() < 2e-7, "{x}: {}", below(x));
        }
    }
}
