//! How this process asks for memory.

/// Lets all threads take memory from one place. By default every thread gets a place of its own, which
/// keeps what was freed in it; with a thread a game that is more than everything else the arena needs.
/// Elsewhere than with the GNU C library nothing changes.
pub fn share_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "there is no safe mallopt")]
    // SAFETY: the call takes two numbers and changes only how the allocator behaves from here on.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Gives back the pages of this program's code, which only its start may have needed: what goes on being used
/// comes back by itself, from the file. Where that cannot be done nothing changes.
pub fn release_code() {
    #[cfg(target_os = "linux")]
    for (from, to) in code().unwrap_or_default() {
        #[expect(unsafe_code, reason = "there is no safe madvise")]
        // SAFETY: the pages are those of a file, can be executed and not be written to, so that what is in
        // them is what is in the file, and whoever needs one is given it again.
        unsafe {
            libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_DONTNEED);
        }
    }
}

/// Where this program's code is: from, to.
#[cfg(target_os = "linux")]
fn code() -> std::io::Result<Vec<(usize, usize)>> {
    let program = std::fs::read_link("/proc/self/exe")?;
    let maps = std::fs::read_to_string("/proc/self/maps")?;
    Ok(maps.lines().filter_map(|line| code_in(line, program.to_str()?)).collect())
}

/// The addresses in a line of `/proc/self/maps`, if they are code of the file `program`.
#[cfg(target_os = "linux")]
fn code_in(line: &str, program: &str) -> Option<(usize, usize)> {
    // Addresses, rights, offset, device, inode, and a name that may have anything in it.
    let (addresses, rest) = line.split_once(' ')?;
    let rest = rest.strip_prefix("r-xp ")?;
    rest.ends_with(program).then_some(())?;
    let (from, to) = addresses.split_once('-')?;
    Some((usize::from_str_radix(from, 16).ok()?, usize::from_str_radix(to, 16).ok()?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_code_that_nobody_can_write_to_is_given_back() {
        let code = "55d0c0a2c000-55d0c0e50000 r-xp 0011d000 fe:00 1234                       /opt/arena";
        assert_eq!(code_in(code, "/opt/arena"), Some((0x55d0_c0a2_c000, 0x55d0_c0e5_0000)));
        assert_eq!(code_in(code, "/opt/other"), None);
        for other in ["r--p", "rw-p", "rwxp"] {
            assert_eq!(code_in(&code.replace("r-xp", other), "/opt/arena"), None);
        }
        assert_eq!(code_in("", "/opt/arena"), None);
        // This very code is still there afterwards.
        assert!(!super::code().unwrap().is_empty());
        release_code();
        assert_eq!(code_in(code, "/opt/arena"), Some((0x55d0_c0a2_c000, 0x55d0_c0e5_0000)));
    }
}
