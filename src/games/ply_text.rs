//! The text of a ply, without memory of its own.
//!
//! A game has a hundred plies and each is written down several times; as strings they were most of what a
//! game asks the allocator for, in one thread, and gives back, in another.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

/// The text of a ply: `c4`, `pass`, `draw:2-6`. It can be used wherever a `&str` can.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlyText {
    bytes: [u8; Self::MOST],
    length: u8,
}

impl PlyText {
    /// The most bytes that the text of a ply has. Those of our games have at most 8.
    pub const MOST: usize = 15;

    /// A text, if it is short enough to be that of a ply.
    #[inline]
    pub fn new(text: &str) -> Option<Self> {
        let mut ply = Self::default();
        ply.bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        ply.length = text.len() as u8;
        Some(ply)
    }

    /// The text of something that is the text of a ply when it is displayed; what is beyond
    /// [`PlyText::MOST`] bytes is left out.
    pub(super) fn of(ply: &impl fmt::Display) -> Self {
        let mut text = Self::default();
        // Only what is too long gives an error.
        let _ = fmt::write(&mut text, format_args!("{ply}"));
        text
    }

    /// Appends an ASCII character. There must be room for it.
    #[inline]
    pub(super) fn push(&mut self, ascii: u8) {
        debug_assert!(ascii.is_ascii());
        self.bytes[usize::from(self.length)] = ascii;
        self.length += 1;
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        // Only whole texts are ever put in.
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Appends the text to `out`: a copy of one size, whatever its length, which is a fraction of a call.
    #[inline]
    pub fn append_to(&self, out: &mut Vec<u8>) {
        let end = out.len() + usize::from(self.length);
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }

    /// The bytes of the text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl fmt::Write for PlyText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = usize::from(self.length) + text.len();
        let room = self.bytes.get_mut(usize::from(self.length)..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end as u8;
        Ok(())
    }
}

impl Deref for PlyText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for PlyText {
    fn as_ref(&self) -> &str {
        self
    }
}

/// Lists of them are joined like strings.
impl Borrow<str> for PlyText {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq<str> for PlyText {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for PlyText {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<String> for PlyText {
    fn eq(&self, other: &String) -> bool {
        *self == **other
    }
}

impl fmt::Debug for PlyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl fmt::Display for PlyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_out_as_it_went_in_and_one_that_is_too_long_does_not_go_in() {
        for text in ["", "c4", "draw:2-6", "é", "123456789abcdef"] {
            let ply = PlyText::new(text).unwrap();
            assert_eq!((ply.as_str(), &*ply.to_string(), PlyText::of(&text)), (text, text, ply));
            assert_eq!(format!("{ply:?}{ply:>4}"), format!("{text:?}{text:>4}"));
        }
        assert_eq!(PlyText::new("123456789abcdefg"), None);
        assert_eq!(PlyText::new("123456789abcdeé"), None);
    }
}
