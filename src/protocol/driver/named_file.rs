//! A file that an option names.

use std::fs::{self, File};
use std::io::Read;

/// The bytes of the file at `path`, of which there may be at most `most`.
///
/// What has no end (a device, a pipe that nobody fills) is refused before it is opened, what is too long when
/// that has been seen: a mistyped path must not take an engine's time or memory.
///
/// # Errors
/// Why it cannot be read, in words that fit behind the path.
pub fn read_file(path: &str, most: usize) -> Result<Vec<u8>, String> {
    let kind = fs::metadata(path).map_err(|error| error.to_string())?;
    if kind.is_dir() {
        return Err("it is a folder, expected a file".to_owned());
    }
    if !kind.is_file() {
        return Err("it is a device, a pipe or a socket, expected a file".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() > most {
        return Err(format!("it is too large, expected at most {most} bytes"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_largest_size_and_what_is_none_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let named = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        fs::write(named("right"), b"four").unwrap();
        assert_eq!(read_file(&named("right"), 4), Ok(b"four".to_vec()));
        // Long, and without a block on the disk.
        File::create(named("endless")).unwrap().set_len(1 << 40).unwrap();
        for (path, why) in [
            (named("right\0"), "NUL byte"),
            (named("missing"), "No such file"),
            (named("."), "a folder"),
            (named("endless"), "too large, expected at most 3 bytes"),
            (named("right"), "too large, expected at most 3 bytes"),
        ] {
            let error = read_file(&path, 3).unwrap_err();
            assert!(error.contains(why), "{path}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_not_even_opened() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _bound = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in ["/dev/zero", socket.to_str().unwrap()] {
            let error = read_file(path, 3).unwrap_err();
            assert!(error.contains("a device, a pipe or a socket"), "{path}: {error}");
        }
    }
}
