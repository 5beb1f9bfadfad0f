//! Numbers as text, for what is written at every ply: times are whole thousandths, which is much less work
//! than the digits of any fraction there may be.

use std::ops::Deref;

/// The text of a number.
pub(crate) struct Digits {
    /// Filled from the middle to the front, as the digits come. Behind it nothing stands.
    bytes: [u8; 2 * Self::MOST],
    first: usize,
    end: usize,
}

impl Digits {
    /// Room for the twenty digits of the largest number, or for a point and three decimals behind all but three.
    const MOST: usize = 24;

    /// A whole number.
    #[inline]
    pub(crate) fn whole(number: u64) -> Self {
        let mut digits = Self { bytes: [b'0'; 2 * Self::MOST], first: Self::MOST, end: Self::MOST };
        digits.before(number);
        digits
    }

    /// So many thousandths as `12.345`, with three decimals or without zeros behind the first one.
    #[inline]
    pub(crate) fn thousandths(number: u64, all: bool) -> Self {
        const POINT: usize = Digits::MOST - 4;
        let mut digits = Self { bytes: [b'0'; 2 * Self::MOST], first: POINT, end: Self::MOST };
        let decimals = (number % 1000) as u16;
        let (tenths, hundredths, thousandths) = (decimals / 100, decimals / 10 % 10, decimals % 10);
        digits.bytes[POINT] = b'.';
        digits.bytes[POINT + 1] += tenths as u8;
        digits.bytes[POINT + 2] += hundredths as u8;
        digits.bytes[POINT + 3] += thousandths as u8;
        if !all && thousandths == 0 {
            digits.end -= if hundredths == 0 { 2 } else { 1 };
        }
        digits.before(number / 1000);
        digits
    }

    /// Appends the text to `out`: a copy of one size, whatever its length, which is a fraction of a call.
    #[inline]
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.end - self.first;
        out.extend_from_slice(&self.bytes[self.first..self.first + Self::MOST]);
        out.truncate(end);
    }

    /// Puts a number before what is there.
    #[inline]
    fn before(&mut self, mut number: u64) {
        loop {
            self.first -= 1;
            self.bytes[self.first] += (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
    }
}

impl Deref for Digits {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[self.first..self.end]
    }
}

/// The number in thousandths, if it is a whole number of them, not negative and not huge.
#[inline]
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
