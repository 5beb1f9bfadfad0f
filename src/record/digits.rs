//! Numbers as text, for what is written at every ply: times are whole thousandths, which is much less work
//! than the digits of any fraction there may be.

use std::ops::Deref;

/// The text of a number.
pub(crate) struct Digits {
    /// Filled from the end, as the digits come.
    bytes: [u8; 24],
    first: usize,
}

impl Digits {
    /// A whole number.
    pub(crate) fn whole(number: u64) -> Self {
        let mut digits = Self { bytes: [0; 24], first: 24 };
        digits.before(number);
        digits
    }

    /// So many thousandths as `12.345`, with three decimals or without zeros behind the first one.
    pub(crate) fn thousandths(number: u64, all: bool) -> Self {
        let mut digits = Self { bytes: [0; 24], first: 24 };
        let (mut decimals, mut count) = (number % 1000, 3);
        while !all && count > 1 && decimals.is_multiple_of(10) {
            (decimals, count) = (decimals / 10, count - 1);
        }
        for _ in 0..count {
            digits.put(b'0' + (decimals % 10) as u8);
            decimals /= 10;
        }
        digits.put(b'.');
        digits.before(number / 1000);
        digits
    }

    /// Puts a number before what is there.
    fn before(&mut self, mut number: u64) {
        loop {
            self.put(b'0' + (number % 10) as u8);
            number /= 10;
            if number == 0 {
                break;
            }
        }
    }

    fn put(&mut self, sign: u8) {
        self.first -= 1;
        self.bytes[self.first] = sign;
    }
}

impl Deref for Digits {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.first..]
    }
}

/// The number in thousandths, if it is a whole number of them, not negative and not huge.
pub(crate) fn in_thousandths(number: f64) -> Option<u64> {
    let thousandths = (number * 1e3 + 0.5) as u64;
    // The same number back: then it has no fourth decimal. Zero may be negative.
    let is_whole = thousandths < 1_000_000_000_000_000 && thousandths as f64 / 1e3 == number;
    (is_whole && number.is_sign_positive()).then_some(thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::random::Random;

    fn text(digits: &Digits) -> &str {
        std::str::from_utf8(digits).unwrap()
    }

    #[test]
    fn numbers_have_the_digits_that_they_usually_have() {
        let mut random = Random::new(9);
        for bits in 0..64 {
            for number in [(1 << bits) - 1, 1 << bits, random.next_u64() >> bits, u64::MAX] {
                assert_eq!(text(&Digits::whole(number)), number.to_string());
                let [all, some] = [true, false].map(|all| Digits::thousandths(number, all));
                let expected = format!("{}.{:03}", number / 1000, number % 1000);
                assert_eq!(text(&all), expected);
                let trimmed = expected.trim_end_matches('0');
                assert_eq!(
                    text(&some),
                    format!("{trimmed}{}", if trimmed.ends_with('.') { "0" } else { "" })
                );
            }
        }
    }

    #[test]
    fn only_whole_thousandths_are_taken_for_such() {
        for (number, expected) in [
            (0.0, Some(0)),
            (0.001, Some(1)),
            (12.345, Some(12_345)),
            (59_999.999, Some(59_999_999)),
            (0.0005, None),
            (1.234_567, None),
            (-0.0, None),
            (-1.5, None),
            (1e15, None),
            (1e300, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
            (f64::MIN_POSITIVE, None),
        ] {
            assert_eq!(in_thousandths(number), expected, "{number}");
        }
    }
}
