//! Files that whoever started the arena had open without closing them for his children, a shell's `9>lock`
//! or the pipe of a build system, are not for engines: an open folder leads past every rule about paths.

use std::fs;

/// Closes everything but the three standard streams.
pub(super) fn refuse() {
    #[expect(unsafe_code, reason = "there is no safe way to close what nobody here has opened")]
    // SAFETY: the launcher has just begun and owns no descriptor but the standard streams.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) };
    if closed == 0 {
        return;
    }
    // Kernels before 5.9: one by one.
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> = open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        #[expect(unsafe_code, reason = "as above")]
        // SAFETY: as above; the listing's own descriptor is closed by now, which is an error to nobody.
        unsafe {
            libc::close(number);
        }
    }
}
