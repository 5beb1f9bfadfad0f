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
