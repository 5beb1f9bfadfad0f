//! The last part of an endless stream.

use std::collections::VecDeque;

/// Keeps the last bytes of what is written to it and counts the rest.
#[derive(Clone, Debug)]
pub struct Tail {
    kept: VecDeque<u8>,
    limit: usize,
    dropped: u64,
}

impl Tail {
    /// A tail of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self { kept: VecDeque::new(), limit, dropped: 0 }
    }

    /// Takes more of the stream in.
    pub fn push(&mut self, bytes: &[u8]) {
        let bytes_kept = &bytes[bytes.len().saturating_sub(self.limit)..];
        let too_many = (self.kept.len() + bytes_kept.len()).saturating_sub(self.limit);
        self.kept.drain(..too_many);
        self.kept.extend(bytes_kept);
        self.dropped += (bytes.len() - bytes_kept.len() + too_many) as u64;
    }

    /// The text kept; a cut is said at its head, and what is no UTF-8 is replaced.
    pub fn text(&self) -> String {
        let bytes: Vec<u8> = self.kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        if self.dropped == 0 {
            text.into_owned()
        } else {
            format!("[{} bytes before this were dropped]\n{text}", self.dropped)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_flood_is_kept() {
        let mut tail = Tail::new(4);
        tail.push(b"ab");
        assert_eq!(tail.text(), "ab");
        tail.push(b"cde");
        assert_eq!(tail.text(), "[1 bytes before this were dropped]\nbcde");
        tail.push(b"0123456789");
        assert_eq!(tail.text(), "[11 bytes before this were dropped]\n6789");
    }
}
