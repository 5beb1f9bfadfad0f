//! What may be done on a mount.

use std::ffi::CStr;
use std::io;

/// `MOUNT_ATTR_RDONLY`.
pub(super) const RDONLY: u64 = 1;
/// `MS_PRIVATE`.
pub(super) const PRIVATE: u64 = libc::MS_PRIVATE;

/// Changes the mount at `path` and all below it.
pub(super) fn set_all(path: &CStr, on: u64, off: u64, propagation: u64) -> io::Result<()> {
    set(path, on, off, propagation, libc::AT_RECURSIVE)
}

/// `mount_setattr`: since Linux 5.12.
pub(super) fn set(path: &CStr, on: u64, off: u64, propagation: u64, flags: libc::c_int) -> io::Result<()> {
    /// `struct mount_attr`; the last is a user namespace, where there is a mapping.
    #[repr(C)]
    struct Attributes {
        on: u64,
        off: u64,
        propagation: u64,
        user_namespace: u64,
    }
    let attributes = Attributes { on, off, propagation, user_namespace: 0 };
    #[expect(unsafe_code, reason = "there is no safe mount_setattr")]
    // SAFETY: the path ends with NUL, and the attributes live for the length of the call, which reads as
    // many bytes of them as it is told.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<Attributes>(),
        )
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
