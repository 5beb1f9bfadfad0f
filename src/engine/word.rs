//! The word of an answer. An engine may say anything, but nearly always it is as short as a ply, and then it needs no
//! memory of its own: there is one at every ply.

use std::borrow::Cow;
use std::ops::Deref;

use crate::games::PlyText;

/// A word of any length. It can be used wherever a `&str` can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(Kept);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    Short(PlyText),
    Long(String),
}

impl Word {
    pub(super) fn new(word: Cow<'_, str>) -> Self {
        Self(PlyText::new(&word).map_or_else(|| Kept::Long(word.into_owned()), Kept::Short))
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Kept::Short(word) => word,
            Kept::Long(word) => word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_comes_out_as_it_went_in_however_long_it_is() {
        for text in ["", "c4", "é", "123456789abcdef", "123456789abcdefg", &"é".repeat(40_000)] {
            assert_eq!(&*Word::new(text.into()), text);
        }
    }
}
