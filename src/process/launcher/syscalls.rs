//! A filter of system calls: no sockets, whatever the family, and no io_uring, which could open them
//! past the filter.
//!
//! A list of what is denied, not of what is allowed: runtimes such as Python's and Java's use more and
//! newer calls than any list would know. A pair of connected sockets stays allowed, since it leads nowhere;
//! but not one of datagrams, from which one can send to any other by its path.

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

/// Denies the calls from here on, with the error that says that it is not permitted.
pub(super) fn deny_network() -> io::Result<()> {
    let denied =
        [libc::SYS_socket, libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register];
    let mut rules: BTreeMap<i64, Vec<_>> = denied.into_iter().map(|call| (call, Vec::new())).collect();
    let (kind, datagrams) = (SeccompCmpOp::MaskedEq(0xf), libc::SOCK_DGRAM as u64);
    let of_datagrams = SeccompCondition::new(1, SeccompCmpArgLen::Dword, kind, datagrams)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(io::Error::other)?;
    rules.insert(libc::SYS_socketpair, vec![of_datagrams]);
    let architecture = ARCH.try_into().map_err(io::Error::other)?;
    let deny = SeccompAction::Errno(libc::EPERM as u32);
    let filter =
        SeccompFilter::new(rules, SeccompAction::Allow, deny, architecture).map_err(io::Error::other)?;
    let program: BpfProgram = filter.try_into().map_err(io::Error::other)?;
    apply_filter(&program).map_err(io::Error::other)
}
