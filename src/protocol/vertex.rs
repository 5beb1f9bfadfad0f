//! Squares as GTP writes them: capital letters, the column `i` left out where there are so many.

/// The pass, in our notation.
pub(super) const PASS: &str = "pass";

/// Our ply as GTP writes it.
pub(super) fn vertex(ply: &str, size: u8) -> String {
    let mut text = ply.to_ascii_uppercase();
    if ply != PASS && size > 8 {
        let shift = |letter: char| if letter >= 'I' { (letter as u8 + 1) as char } else { letter };
        text = text.chars().map(|c| if c.is_ascii_alphabetic() { shift(c) } else { c }).collect();
    }
    text
}

/// A vertex in our notation; what is none stays as it is, in lower case.
pub(super) fn square(vertex: &str, size: u8) -> String {
    let mut text = vertex.to_ascii_lowercase();
    if is_vertex(&text) && size > 8 && text.as_bytes()[0] > b'i' {
        text.replace_range(..1, &((text.as_bytes()[0] - 1) as char).to_string());
    }
    text
}

/// Whether this names a square.
pub(super) fn is_vertex(text: &str) -> bool {
    text.strip_prefix(|c: char| c.is_ascii_alphabetic())
        .is_some_and(|row| !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_after_h_is_j_where_there_are_ten() {
        for (ply, size, text) in
            [("f5", 8, "F5"), ("h1", 10, "H1"), ("i10", 10, "J10"), ("j3", 10, "K3"), ("pass", 10, "PASS")]
        {
            assert_eq!(vertex(ply, size), text);
            assert_eq!(square(text, size), ply);
        }
        assert_eq!(square("resign", 8), "resign");
    }
}
