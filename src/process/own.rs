//! This process's own standard streams, and what else a misbehaving engine does to its own process.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{self, PollFd, PollFlags};
use rustix::process::{Signal, getpid, getppid, kill_current_process_group, kill_process, setsid};
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::SIGTERM;
use signal_hook::flag;

/// Puts nothing in the place of standard output: whoever reads it sees its end.
///
/// # Errors
/// What the system says.
pub fn close_stdout() -> io::Result<()> {
    let null = OpenOptions::new().write(true).open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdout(null)?)
}

/// Puts nothing in the place of standard input: whoever writes to it is told that nobody reads.
///
/// # Errors
/// What the system says.
pub fn close_stdin() -> io::Result<()> {
    Ok(rustix::stdio::dup2_stdin(File::open("/dev/null")?)?)
}

/// Waits until standard input has something to read, or has come to its end.
///
/// # Errors
/// What the system says.
pub fn await_input() -> io::Result<()> {
    let stdin = rustix::stdio::stdin();
    event::poll(&mut [PollFd::from_borrowed_fd(stdin, PollFlags::IN)], None)?;
    Ok(())
}

/// Starts a process that holds this one's standard streams open for ten minutes.
///
/// # Errors
/// What the system says.
pub fn leave_orphan() -> io::Result<()> {
    Command::new("sleep").arg("600").spawn().map(drop)
}

/// Starts this program once more, with `words` for arguments and this one's streams; does not wait for it.
///
/// # Errors
/// What the system says.
pub fn start_again(words: &[&str]) -> io::Result<()> {
    Command::new(env::current_exe()?).args(words).spawn().map(drop)
}

/// Leaves the session and the process group for new ones.
///
/// # Errors
/// That this process leads a group already.
pub fn leave_session() -> io::Result<()> {
    Ok(setsid().map(drop)?)
}

/// Stops this process until somebody lets it go on.
pub fn stop_self() {
    let _ = kill_process(getpid(), Signal::STOP);
}

/// Kills the process that started this one, if it may.
pub fn kill_parent() {
    if let Some(parent) = getppid() {
        let _ = kill_process(parent, Signal::KILL);
    }
}

/// Kills all of the process group that this process is in, as far as it may.
pub fn kill_group() {
    let _ = kill_current_process_group(Signal::KILL);
}

/// SIGTERM does nothing to this process any more.
///
/// # Errors
/// What the system says.
pub fn ignore_termination() -> io::Result<()> {
    flag::register(SIGTERM, Arc::default()).map(drop)
}

/// Children of this process leave nothing behind when they end, not even what they have used.
pub fn forget_children() {
    #[expect(unsafe_code, reason = "there is no safe way to ignore a signal")]
    // SAFETY: no handler is set that could do anything.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_IGN);
    }
}

/// Whether this process can have memory that is in no process: a file without a name, a segment of System V, what
/// processes share.
pub fn can_hide_memory() -> bool {
    #[expect(unsafe_code, reason = "there are no safe ways to these calls")]
    // SAFETY: the calls take numbers and a text that lives on; what they give stays as it is.
    let (file, segment) = unsafe {
        (
            libc::memfd_create(c"hidden".as_ptr(), 0),
            libc::shmget(libc::IPC_PRIVATE, 4096, libc::IPC_CREAT | 0o600),
        )
    };
    file >= 0 || segment >= 0 || can_share(-1, libc::MAP_ANONYMOUS)
}

/// Whether this process can have memory that is in no process by mapping a device that has as much of it as anybody
/// wants.
pub fn can_map_device() -> bool {
    File::open("/dev/zero").is_ok_and(|zero| can_share(zero.as_raw_fd(), 0))
}

/// Whether memory that others may share can be mapped from there.
fn can_share(file: RawFd, flags: libc::c_int) -> bool {
    #[expect(unsafe_code, reason = "what is safe does not map devices")]
    // SAFETY: the kernel chooses a free address, and nobody uses it.
    let address =
        unsafe { libc::mmap(std::ptr::null_mut(), 4096, libc::PROT_READ, libc::MAP_SHARED | flags, file, 0) };
    address != libc::MAP_FAILED
}

/// Whether this process has a terminal that it could read the keys of, or write to.
pub fn has_terminal() -> bool {
    File::open("/dev/tty").is_ok()
}

/// Whether this process can have itself set going by the system when it is stopped: by a timer, or by news of
/// a file.
pub fn can_wake_itself() -> bool {
    let continues = libc::SIGCONT;
    #[expect(unsafe_code, reason = "there are no safe ways to these calls")]
    // SAFETY: all that is pointed to lives for the length of the calls, and a sigevent of zeroes is a valid one.
    unsafe {
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = continues;
        let mut timer = std::ptr::null_mut();
        let has_timer = libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer) == 0;
        const F_SETSIG: libc::c_int = 10;
        has_timer || libc::fcntl(0, F_SETSIG, continues) == 0
    }
}

/// Whether another process can lay hold of this one as a debugger does. If so, its parent has.
pub fn can_be_traced() -> bool {
    #[expect(unsafe_code, reason = "there is no safe way to this call")]
    // SAFETY: this request looks at nothing but its number.
    let traced = unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) };
    traced == 0
}

/// Ends this thread and lets the others go on, also if it is the first.
pub fn end_thread() {
    #[expect(unsafe_code, reason = "what is safe ends the process")]
    // SAFETY: nothing of this thread's is used after it.
    unsafe {
        libc::syscall(libc::SYS_exit, 0);
    }
}

/// This process's standard output, to read from if it is a pipe: what nobody has read yet.
///
/// # Errors
/// What the system says.
pub fn own_output() -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open("/proc/self/fd/1")
}

/// Whether this process can choose its processors.
pub fn can_move() -> bool {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(before) = sched_getaffinity(None) else { return false };
    // All there are but the first that it has now, or simply all.
    let mut wanted = CpuSet::new();
    (0..CpuSet::MAX_CPU).for_each(|core| wanted.set(core));
    if before.count() > 1 {
        let first = (0..CpuSet::MAX_CPU).find(|&core| before.is_set(core));
        wanted.unset(first.unwrap_or(0));
    }
    let _ = sched_setaffinity(None, &wanted);
    sched_getaffinity(None).is_ok_and(|after| after != before)
}

/// Whether this process can type into the terminal that it was started in. Without a terminal it is not
/// known, and taken to be possible unless the call as such is forbidden.
pub fn can_type() -> bool {
    #[expect(unsafe_code, reason = "there is no safe way to this call")]
    // SAFETY: the call reads one byte, which lives on.
    let typed = unsafe { libc::ioctl(0, libc::TIOCSTI, c"\n".as_ptr()) };
    typed == 0 || io::Error::last_os_error().kind() != io::ErrorKind::PermissionDenied
}

/// Whether this process can meddle with the one that started it: look into it, or change its limits.
pub fn can_meddle_with_parent() -> bool {
    use rustix::process::{Resource, Rlimit, prlimit};
    let Some(parent) = getppid() else { return false };
    let most = Rlimit { current: Some(64), maximum: Some(64) };
    let number = parent.as_raw_nonzero();
    let open = |file: &str| File::open(format!("/proc/{number}/{file}")).is_ok();
    prlimit(Some(parent), Resource::Nofile, most).is_ok() || open("mem") || open("environ")
}

/// The most memory that this process has had at a time, in bytes; `None` where the system does not tell.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// The time for which processors have worked for this process, its threads together; not for programs
/// that it started.
pub fn cpu_time() -> Duration {
    time_of(ClockId::ProcessCPUTime)
}

/// The time for which a processor has worked for this thread.
pub(super) fn thread_cpu_time() -> Duration {
    time_of(ClockId::ThreadCPUTime)
}

fn time_of(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}
