//! What a program's file holds, as a number: to see that it has been replaced.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The 64-bit FNV-1a hash of a file's content: not against forgery, but it stays the same for ever.
///
/// # Errors
/// A file that cannot be read.
pub fn fingerprint(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut bytes = vec![0; 1 << 16];
    loop {
        let count = file.read(&mut bytes)?;
        if count == 0 {
            return Ok(hash);
        }
        for &byte in &bytes[..count] {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "foobar").unwrap();
        assert_eq!(fingerprint(file.path()).unwrap(), 0x8594_4171_f739_67e8);
    }
}
