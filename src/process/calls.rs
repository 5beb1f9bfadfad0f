//! Counting the system calls of a program: its own and those of its threads, but not those of programs
//! that it starts. This is what `strace -c` does, without it being there.

use std::io;

/// System calls of one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Of all its threads.
    pub all: u64,
    /// Of the thread that made the most.
    pub busiest: u64,
}

/// Starts `program`, counts its system calls from the moment that it is told to begin (it must wait for
/// a line on standard input), and waits for its end.
///
/// # Errors
/// That the system does not allow it, or that the program failed.
#[cfg(target_os = "linux")]
pub fn count(program: &std::path::Path, arguments: &[std::ffi::OsString]) -> io::Result<Calls> {
    // Only a thread's own children can be waited for by it alone, and only it may trace them.
    let (program, arguments) = (program.to_owned(), arguments.to_owned());
    let counting = std::thread::spawn(move || linux::count(&program, &arguments));
    counting.join().unwrap_or_else(|_| Err(io::Error::other("counting failed")))
}

/// This system has no way that is known here.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn count(_program: &std::path::Path, _arguments: &[std::ffi::OsString]) -> io::Result<Calls> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::ffi::OsString;
    use std::io::{self, Write};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::ptr;

    use super::Calls;

    /// One request to the kernel about a traced thread.
    #[expect(unsafe_code, reason = "there is no safe ptrace")]
    fn ptrace(request: libc::c_uint, thread: i32, data: i64) -> io::Result<()> {
        // SAFETY: the requests made here take a number or nothing, no pointer, so that no memory of this
        // process is read or written.
        let done = unsafe { libc::ptrace(request, thread, ptr::null_mut::<libc::c_void>(), data) };
        if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Waits for a change of any thread that this thread traces.
    #[expect(unsafe_code, reason = "rustix does not tell of traced threads")]
    fn wait() -> io::Result<(i32, i32)> {
        let mut status = 0;
        // SAFETY: `status` lives for the length of the call.
        let thread = unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL | libc::__WNOTHREAD) };
        if thread < 0 { Err(io::Error::last_os_error()) } else { Ok((thread, status)) }
    }

    pub(super) fn count(program: &Path, arguments: &[OsString]) -> io::Result<Calls> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let root = child.id() as i32;
        let options = i64::from(libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_TRACECLONE);
        let seized =
            ptrace(libc::PTRACE_SEIZE, root, options).and_then(|()| ptrace(libc::PTRACE_INTERRUPT, root, 0));
        let counted = seized.and_then(|()| {
            if let Some(mut stdin) = child.stdin.take() {
                stdin.write_all(b"\n")?;
            }
            follow(root)
        });
        if counted.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        counted
    }

    /// Lets the threads run from call to call until the first of them, `root`, has ended.
    fn follow(root: i32) -> io::Result<Calls> {
        // By thread: whether it is in a call, and how many it has made.
        let mut threads: BTreeMap<i32, (bool, u64)> = BTreeMap::new();
        loop {
            let (thread, status) = wait()?;
            if libc::WIFEXITED(status) || libc::WIFSIGNALED(status) {
                if thread != root {
                    continue;
                }
                let made = || threads.values().map(|(_, made)| *made);
                return match status {
                    0 => Ok(Calls { all: made().sum(), busiest: made().max().unwrap_or(0) }),
                    _ => Err(io::Error::other("the program whose system calls are counted failed")),
                };
            }
            let signal = libc::WSTOPSIG(status);
            let event = status >> 16;
            let deliver = if signal == libc::SIGTRAP | 0x80 {
                let (inside, made) = threads.entry(thread).or_default();
                *inside = !*inside;
                *made += u64::from(*inside);
                0
            } else if event != 0 {
                0
            } else {
                i64::from(signal)
            };
            match ptrace(libc::PTRACE_SYSCALL, thread, deliver) {
                // It was killed in the meantime; its end will be told.
                Err(error) if error.raw_os_error() == Some(libc::ESRCH) => {}
                done => done?,
            }
        }
    }
}
