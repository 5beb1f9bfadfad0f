//! A filter of system calls: what namespaces, mounts and Landlock have no rule for.
//!
//! A list of what is denied, not of what is allowed: runtimes such as Python's and Java's use more and
//! newer calls than any list would know. It is written out as the few instructions that it is, since each
//! engine's start loads it, and since calls are denied in three ways: with the error that says so; as a
//! call that this system lacks, where runtimes have another way then; and as if it had succeeded, where a
//! program that asks for a core or a priority should play on with the one that it has.

use std::io;

use seccompiler::{BpfProgram, apply_filter, sock_filter};

/// Not permitted: no network, whatever the family, nor io_uring, which could open sockets past the filter;
/// none of the kernel's stores that outlive a process or belong to none, of which two engines could
/// make a letter-box or one a heap; and no hold on another process, which could keep it from being stopped.
const FORBIDDEN: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_ptrace,
];

/// As if this system had none: files without a name, whose memory is in no process; timers that send any signal,
/// with which a stopped process sets itself going; and requests to disks in the background, of which there are only
/// so many for the whole system.
const ABSENT: &[i64] =
    &[libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_timer_create, libc::SYS_io_setup];

/// Done, it seems: an engine has the cores and the priority that the arena gave it.
const WITHOUT_EFFECT: &[i64] = &[
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
];

/// Denies the calls from here on, for this process and all it will start.
pub(super) fn deny() -> io::Result<()> {
    apply_filter(&program(ARCHITECTURE.ok_or(io::ErrorKind::Unsupported)?)).map_err(io::Error::other)
}

/// What the kernel calls the architecture of this program, and from which number on calls are those of
/// another one that goes by the same name (x32).
const ARCHITECTURE: Option<(u32, Option<u32>)> = match () {
    () if cfg!(target_arch = "x86_64") => Some((0xC000_003E, Some(0x4000_0000))),
    () if cfg!(target_arch = "aarch64") => Some((0xC000_00B7, None)),
    () if cfg!(target_arch = "riscv64") => Some((0xC000_00F3, None)),
    () => None,
};

/// Where a call is described: its number, the architecture, and the lower half of an argument.
const NUMBER: u32 = 0;
const CALLED_BY: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index + if cfg!(target_endian = "big") { 4 } else { 0 }
}

/// The answers to a call.
const ALLOW: u32 = 0x7fff_0000;
const KILL: u32 = 0x8000_0000;
const fn error(number: i32) -> u32 {
    0x0005_0000 | number as u32
}

/// Instructions: load a word, keep some bits of it, compare, answer.
const LOAD: u16 = 0x20;
const AND: u16 = 0x54;
const EQUAL: u16 = 0x15;
const AT_LEAST: u16 = 0x35;
const RETURN: u16 = 0x06;

const fn plain(code: u16, k: u32) -> sock_filter {
    sock_filter { code, jt: 0, jf: 0, k }
}

/// Compares with `k` and passes over `yes` instructions if it fits, else over `no`.
const fn compare(code: u16, k: u32, yes: u8, no: u8) -> sock_filter {
    sock_filter { code, jt: yes, jf: no, k }
}

fn program((architecture, foreign): (u32, Option<u32>)) -> BpfProgram {
    let denied = error(libc::EPERM);
    let mut program = vec![
        plain(LOAD, CALLED_BY),
        compare(EQUAL, architecture, 1, 0),
        plain(RETURN, KILL),
        plain(LOAD, NUMBER),
    ];
    if let Some(first) = foreign {
        program.extend([compare(AT_LEAST, first, 0, 1), plain(RETURN, error(libc::ENOSYS))]);
    }
    for (calls, answer) in [(FORBIDDEN, denied), (ABSENT, error(libc::ENOSYS)), (WITHOUT_EFFECT, error(0))] {
        for (number, call) in calls.iter().enumerate() {
            // On to the answer behind the last of them; from the last, past it.
            let to_answer = (calls.len() - 1 - number) as u8;
            program.push(compare(EQUAL, *call as u32, to_answer, u8::from(to_answer == 0)));
        }
        program.push(plain(RETURN, answer));
    }
    // Each of these leaves the call's number as it was loaded, unless it answers.
    let mut case = |call: i64, tests: &[sock_filter]| {
        program.push(compare(EQUAL, call as u32, 0, tests.len() as u8 + 1));
        program.extend_from_slice(tests);
        program.push(plain(RETURN, ALLOW));
    };
    // A pair of connected local sockets leads nowhere; but a datagram socket, which a raw local one is too,
    // can send to any other by its path, and other families reach the network.
    case(
        libc::SYS_socketpair,
        &[
            plain(LOAD, argument(0)),
            compare(EQUAL, libc::AF_UNIX as u32, 1, 0),
            plain(RETURN, denied),
            plain(LOAD, argument(1)),
            plain(AND, 0xf),
            compare(EQUAL, libc::SOCK_STREAM as u32, 2, 0),
            compare(EQUAL, libc::SOCK_SEQPACKET as u32, 1, 0),
            plain(RETURN, denied),
        ],
    );
    // Memory that several processes share is in a file without a name, which holds it also when none of them has it
    // mapped; a file in the private folder serves as well, and is counted.
    case(
        libc::SYS_mmap,
        &[
            plain(LOAD, argument(3)),
            plain(AND, (libc::MAP_TYPE | libc::MAP_ANONYMOUS) as u32),
            compare(EQUAL, (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32, 0, 1),
            plain(RETURN, denied),
        ],
    );
    // Another's limits: those of the namespace's first process, which holds all others.
    case(libc::SYS_prlimit64, &[plain(LOAD, argument(0)), compare(EQUAL, 0, 1, 0), plain(RETURN, denied)]);
    // Typing into the terminal that the arena was started in.
    case(
        libc::SYS_ioctl,
        &[
            plain(LOAD, argument(1)),
            compare(EQUAL, libc::TIOCSTI as u32, 1, 0),
            compare(EQUAL, TIOCLINUX, 0, 1),
            plain(RETURN, denied),
        ],
    );
    // Any signal for news of a file: as with timers. And who opens a file that another process has a lease of
    // waits until that gives it up, or for most of a minute: an opponent's program or weights, for example.
    case(
        libc::SYS_fcntl,
        &[
            plain(LOAD, argument(1)),
            compare(EQUAL, F_SETLEASE, 1, 0),
            compare(EQUAL, F_SETSIG, 0, 1),
            plain(RETURN, denied),
        ],
    );
    program.push(plain(RETURN, ALLOW));
    program
}

/// The virtual console's own requests: pasting is one of them.
const TIOCLINUX: u32 = 0x541C;
const F_SETSIG: u32 = 10;
const F_SETLEASE: u32 = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    /// What the filter answers to a call, worked out as the kernel does.
    fn answer(program: &[sock_filter], architecture: u32, call: i64, arguments: &[u64]) -> u32 {
        let mut described = [0_u8; 64];
        described[..4].copy_from_slice(&(call as u32).to_ne_bytes());
        described[4..8].copy_from_slice(&architecture.to_ne_bytes());
        for (at, value) in arguments.iter().enumerate() {
            described[16 + 8 * at..24 + 8 * at].copy_from_slice(&value.to_ne_bytes());
        }
        let (mut at, mut word) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = program[at];
            at += 1;
            let jump = |fits: bool| usize::from(if fits { jt } else { jf });
            match code {
                LOAD => {
                    let bytes = described[k as usize..k as usize + 4].try_into().unwrap_or_default();
                    word = u32::from_ne_bytes(bytes);
                }
                AND => word &= k,
                EQUAL => at += jump(word == k),
                AT_LEAST => at += jump(word >= k),
                _ => return k,
            }
        }
    }

    #[test]
    fn each_call_gets_the_answer_of_its_list_and_all_others_pass() {
        const HERE: u32 = 0xC000_003E;
        let program = program((HERE, Some(0x4000_0000)));
        let said = |call, arguments: &[u64]| answer(&program, HERE, call, arguments);
        for (calls, expected) in
            [(FORBIDDEN, error(libc::EPERM)), (ABSENT, error(libc::ENOSYS)), (WITHOUT_EFFECT, error(0))]
        {
            for &call in calls {
                assert_eq!(said(call, &[0, 0]), expected, "call {call}");
            }
        }
        let special =
            [libc::SYS_socketpair, libc::SYS_prlimit64, libc::SYS_ioctl, libc::SYS_fcntl, libc::SYS_mmap];
        for call in (0..600).filter(|call| !special.contains(call)) {
            if ![FORBIDDEN, ABSENT, WITHOUT_EFFECT].iter().any(|calls| calls.contains(&call)) {
                assert_eq!(said(call, &[7, 7]), ALLOW, "call {call}");
            }
        }
        let (unix, cloexec) = (libc::AF_UNIX as u64, libc::SOCK_CLOEXEC as u64);
        for (call, arguments, allowed) in [
            (libc::SYS_socketpair, [unix, libc::SOCK_STREAM as u64 | cloexec], true),
            (libc::SYS_socketpair, [unix, libc::SOCK_SEQPACKET as u64], true),
            (libc::SYS_socketpair, [unix, libc::SOCK_DGRAM as u64], false),
            (libc::SYS_socketpair, [unix, libc::SOCK_RAW as u64 | cloexec], false),
            (libc::SYS_socketpair, [30, libc::SOCK_STREAM as u64], false),
            (libc::SYS_prlimit64, [0, 7], true),
            (libc::SYS_prlimit64, [1, 7], false),
            (libc::SYS_ioctl, [0, libc::TCGETS], true),
            (libc::SYS_ioctl, [0, libc::TIOCSTI], false),
            // The kernel looks at the lower half only.
            (libc::SYS_ioctl, [0, libc::TIOCSTI | 1 << 40], false),
            (libc::SYS_ioctl, [0, u64::from(TIOCLINUX)], false),
            (libc::SYS_fcntl, [0, libc::F_SETFL as u64], true),
            (libc::SYS_fcntl, [0, u64::from(F_SETSIG)], false),
            (libc::SYS_fcntl, [0, u64::from(F_SETLEASE)], false),
            (libc::SYS_fcntl, [0, libc::F_GETFD as u64], true),
        ] {
            let expected = if allowed { ALLOW } else { error(libc::EPERM) };
            assert_eq!(said(call, &arguments), expected, "call {call} {arguments:?}");
        }
        for (flags, allowed) in [
            (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, true),
            (libc::MAP_SHARED, true),
            (libc::MAP_SHARED | libc::MAP_ANONYMOUS, false),
            (libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_POPULATE, false),
        ] {
            let expected = if allowed { ALLOW } else { error(libc::EPERM) };
            assert_eq!(said(libc::SYS_mmap, &[0, 4096, 3, flags as u64]), expected, "{flags:#x}");
        }
        assert_eq!(said(libc::SYS_socket | 0x4000_0000, &[0, 0]), error(libc::ENOSYS));
        assert_eq!(answer(&program, 0x4000_0003, libc::SYS_read, &[0, 0]), KILL);
    }
}
