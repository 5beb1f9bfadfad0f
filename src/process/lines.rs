//! Lines out of a stream that comes in pieces, with a bound on their length.

use crate::protocol::MAX_LINE;

/// Collects bytes and gives them out line by line.
#[derive(Debug, Default)]
pub struct LineBuffer {
    /// Those from `start` to `end` are waiting; what is after them is room.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// Up to where there is known to be no newline, unless `newline` is set.
    searched: usize,
    newline: Option<usize>,
}

impl LineBuffer {
    /// Room for at least `least` more bytes; say how many came with [`LineBuffer::received`].
    pub fn room(&mut self, least: usize) -> &mut [u8] {
        if self.start == self.end {
            self.clear();
        }
        if self.bytes.len() - self.end < least {
            self.make_room(least);
        }
        &mut self.bytes[self.end..]
    }

    #[cold]
    fn make_room(&mut self, least: usize) {
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.searched -= self.start;
        self.newline = self.newline.map(|at| at - self.start);
        self.start = 0;
        if self.bytes.len() - self.end < least {
            self.bytes.resize(self.end + least, 0);
        }
    }

    /// Says that the first `count` bytes of the room have been filled.
    pub fn received(&mut self, count: usize) {
        self.end += count;
    }

    /// Whether a whole line is waiting.
    #[inline]
    pub fn has_line(&mut self) -> bool {
        if self.newline.is_none() && self.searched < self.end {
            let unseen = &self.bytes[self.searched..self.end];
            self.newline = unseen.iter().position(|&byte| byte == b'\n').map(|at| self.searched + at);
            self.searched = self.newline.unwrap_or(self.end);
        }
        self.newline.is_some()
    }

    /// Takes the next whole line, without its newline and one `\r` before it.
    pub fn next_line(&mut self) -> Option<&[u8]> {
        if !self.has_line() {
            return None;
        }
        let end = self.newline.take()?;
        let line = &self.bytes[self.start..end];
        self.start = end + 1;
        self.searched = self.start;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Makes a line of what has begun and will not be ended, and says whether there was something.
    pub fn end_line(&mut self) -> bool {
        if self.has_line() || !self.has_partial() {
            return self.has_line();
        }
        self.room(1)[0] = b'\n';
        self.received(1);
        true
    }

    /// Forgets everything that is waiting.
    pub fn clear(&mut self) {
        (self.start, self.end, self.searched, self.newline) = (0, 0, 0, None);
    }

    /// Whether bytes are waiting: once all whole lines are taken, a line that has begun.
    pub fn has_partial(&self) -> bool {
        self.end > self.start
    }

    /// Whether the next line, whole or only begun, is longer than any may be.
    pub fn is_too_long(&mut self) -> bool {
        if self.has_line() {
            let line = &self.bytes[self.start..self.newline.unwrap_or(self.end)];
            return line.strip_suffix(b"\r").unwrap_or(line).len() > MAX_LINE;
        }
        // The `\r` before the newline that may still come is not part of the line.
        self.end - self.start > MAX_LINE + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(buffer: &mut LineBuffer, bytes: &[u8]) {
        buffer.room(bytes.len() + 3)[..bytes.len()].copy_from_slice(bytes);
        buffer.received(bytes.len());
    }

    #[test]
    fn lines_are_the_same_however_the_stream_is_cut() {
        let stream = b"ab\r\n\n\rcd\r\r\nlast";
        for cut in 0..stream.len() {
            let mut buffer = LineBuffer::default();
            let mut lines: Vec<Vec<u8>> = Vec::new();
            for part in [&stream[..cut], &stream[cut..]] {
                push(&mut buffer, part);
                while let Some(line) = buffer.next_line() {
                    lines.push(line.to_vec());
                }
                assert!(!buffer.is_too_long());
            }
            assert!(buffer.has_partial() && buffer.end_line());
            lines.extend(buffer.next_line().map(<[u8]>::to_vec));
            assert_eq!(lines, [&b"ab"[..], b"", b"\rcd\r", b"last"], "cut at {cut}");
            assert!(!buffer.end_line() && !buffer.has_partial());
        }
    }

    #[test]
    fn a_line_may_have_so_many_bytes_and_not_one_more() {
        let mut buffer = LineBuffer::default();
        push(&mut buffer, &vec![b'x'; MAX_LINE]);
        push(&mut buffer, b"\r");
        assert!(buffer.next_line().is_none() && !buffer.is_too_long());
        push(&mut buffer, b"\n");
        assert_eq!(buffer.next_line().map(<[u8]>::len), Some(MAX_LINE));
        for end in ["", "\n", "\r\n"] {
            let mut buffer = LineBuffer::default();
            push(&mut buffer, &vec![b'x'; MAX_LINE + if end.is_empty() { 2 } else { 1 }]);
            push(&mut buffer, end.as_bytes());
            assert!(buffer.is_too_long(), "{end:?}");
        }
    }

    #[test]
    fn a_long_stream_of_lines_needs_no_more_room_than_its_longest_part() {
        let mut buffer = LineBuffer::default();
        for _ in 0..10_000 {
            push(&mut buffer, b"info depth 1\ninfo de");
            push(&mut buffer, b"pth 2\n");
            assert_eq!(buffer.next_line(), Some(&b"info depth 1"[..]));
            assert_eq!(buffer.next_line(), Some(&b"info depth 2"[..]));
        }
        assert!(buffer.bytes.len() < 200, "{}", buffer.bytes.len());
    }
}
