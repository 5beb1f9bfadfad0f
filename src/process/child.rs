//! A running program with its three pipes.
//!
//! The traps avoided here: a write to a program that does not read must not block, so standard input
//! is non-blocking and what does not fit waits; a program that prints without end must not hold up
//! the clock, so the deadline is absolute and looked at after every read; the end of its output does
//! not mean that it has ended, nor the other way round (a grandchild may hold the pipe), so the
//! process itself is watched too, by pidfd where the system has it.
//!
//! Standard output is read only when something is known to be there, with one exception: just after a
//! question, in a thread that is interrupted every few milliseconds ([`Ticker`](super::Ticker)).

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, ioctl_fionread};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, pidfd_open, waitid,
};
use wait_timeout::ChildExt;

use super::launcher::{CONFINEMENT, Confinement, FAILED};
use super::watch::{Watched, watch};
use super::{Broken, Limits, LineBuffer, Tail, ticker, tree};
use crate::settings::Level;

/// How much of a program's standard error is kept.
const STDERR_KEPT: usize = 16 * 1024;
/// How much is read at once.
const READ: usize = 16 * 1024;
/// How often a process is looked after where it cannot be polled.
const WITHOUT_PIDFD: Duration = Duration::from_millis(20);
/// The least time that is left for an answer when it is read without `poll`: many ticks, of which some may be
/// late or lost.
const PATIENT: Duration = Duration::from_millis(500);
/// How often it is looked whether anybody still waits.
const ABANDON: Duration = Duration::from_millis(200);
/// How long a launcher without namespaces may sweep.
const SWEEP: Duration = Duration::from_millis(200);
/// More than this in a second, in bytes, is no information but a flood.
const FLOOD: u64 = 1 << 20;
/// How long the end of a killed process is waited for: it is only the kernel's work.
const REAP: Duration = Duration::from_secs(2);

/// What to start.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program's file.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory.
    pub dir: PathBuf,
    /// All of its environment.
    pub env: Vec<(OsString, OsString)>,
    /// How it is confined; by nothing at all if `None`.
    pub confined: Option<Confined>,
    /// Once this is set nobody waits for its lines any more.
    pub abandoned: Arc<AtomicBool>,
}

/// A confinement and who sets it up.
#[derive(Clone, Debug)]
pub struct Confined {
    /// The arena's own program.
    pub arena: PathBuf,
    /// What it sets up.
    pub confinement: Confinement,
}

impl Launch {
    /// What it is kept from.
    pub fn level(&self) -> Level {
        self.confined.as_ref().map_or(Level::Off, |confined| confined.confinement.level)
    }

    /// The command that starts it, in its environment.
    fn command(&self) -> io::Result<Command> {
        let env = self.env.iter().map(|(name, value)| (name, value));
        let mut command = Command::new(self.confined.as_ref().map_or(&self.program, |one| &one.arena));
        command.env_clear().envs(env);
        if let Some(Confined { confinement, .. }) = &self.confined {
            command.arg0("arena").arg("launch").arg(&self.program);
            command.env(CONFINEMENT, serde_json::to_string(confinement)?);
        }
        Ok(command)
    }
}

/// What came of waiting for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard<'a> {
    /// A line, and when its end was read. The bytes may be anything.
    Line(&'a [u8], Instant),
    /// There will be no more: the output is closed, or the process has ended and all it wrote is read.
    Closed,
    /// The deadline has passed; how late something was read, if that was after it although it had been waited
    /// for before.
    Deadline(Option<Duration>),
    /// The program has begun a line longer than is allowed.
    TooLong,
    /// [`Launch::abandoned`] was set.
    Abandoned,
}

/// How a process came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It returned this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was still running when its output closed.
    StillRunning,
    /// Its launcher failed before it was started; standard error says why.
    NotLaunched,
    /// This signal ended its launcher, which it cannot reach itself.
    LauncherSignal(i32),
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exited with code {code}"),
            Self::LauncherSignal(signal) => {
                write!(f, "its launcher was {}", Self::Signal(*signal))
            }
            Self::Signal(signal) => {
                let known = [
                    (Signal::ILL, " (SIGILL)"),
                    (Signal::ABORT, " (SIGABRT)"),
                    (Signal::BUS, " (SIGBUS)"),
                    (Signal::FPE, " (SIGFPE)"),
                    (Signal::KILL, " (SIGKILL)"),
                    (Signal::SEGV, " (SIGSEGV)"),
                    (Signal::PIPE, " (SIGPIPE)"),
                    (Signal::TERM, " (SIGTERM)"),
                    (Signal::SYS, " (SIGSYS)"),
                ];
                let name = known.iter().find(|(known, _)| known.as_raw() == *signal);
                write!(f, "ended by signal {signal}{}", name.map_or("", |(_, name)| name))
            }
            Self::StillRunning => f.write_str("closed its standard output"),
            Self::NotLaunched => f.write_str("could not be launched"),
        }
    }
}

/// A running program. Dropping it kills its process group.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    group: Pid,
    pidfd: Option<OwnedFd>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What standard input has not taken yet.
    unsent: Vec<u8>,
    lines: LineBuffer,
    /// When something was last read from standard output.
    read_at: Instant,
    /// When something was sent a moment ago: the time, to whoever waits for the answer.
    sent_at: Option<Instant>,
    /// The last wait began in time, so that what it was late by is not due to what came before.
    waited_in_time: bool,
    /// The line that has begun is an answer to nothing that is asked now.
    stale: bool,
    /// It has written to standard error, which must not fill up while its answer is waited for.
    is_talkative: bool,
    /// Bytes read, from both of its outputs, since an answer is owed.
    said: u64,
    /// It has written something to standard output, so that its launcher has started it.
    was_heard: bool,
    tail: Tail,
    /// The watch over a confined program, and whether it is in namespaces of its own.
    watched: Option<(Arc<Watched>, bool)>,
    /// The processes that are stopped.
    frozen: Vec<i32>,
    abandoned: Arc<AtomicBool>,
    end: Option<End>,
}

impl Child {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        let mut process = launch
            .command()?
            .args(&launch.arguments)
            .current_dir(&launch.dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (stdin, stdout, stderr) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let group = Pid::from_child(&process);
        let watched = launch.confined.as_ref().map(|Confined { confinement, .. }| {
            let launchers = if confinement.features.processes { 2 } else { 1 };
            let off = confinement.level == Level::Off;
            let limit = |value| if off { u64::MAX } else { value };
            let limits =
                Limits { memory: limit(confinement.memory), processes: limit(confinement.processes) };
            (watch(group.as_raw_nonzero().get(), launchers, limits), confinement.features.processes)
        });
        let child = Self {
            pidfd: pidfd_open(group, PidfdFlags::empty()).ok(),
            process,
            group,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            lines: LineBuffer::default(),
            read_at: Instant::now(),
            sent_at: None,
            waited_in_time: true,
            stale: false,
            is_talkative: false,
            said: 0,
            was_heard: false,
            tail: Tail::new(STDERR_KEPT),
            watched,
            frozen: Vec::new(),
            abandoned: Arc::clone(&launch.abandoned),
            end: None,
        };
        let (stdin, stderr) = (child.stdin.as_ref(), child.stderr.as_ref());
        for fd in [stdin.map(AsFd::as_fd), stderr.map(AsFd::as_fd)].into_iter().flatten() {
            ioctl_fionbio(fd, true)?;
        }
        Ok(child)
    }

    /// Hands `bytes` to the program, now as far as it takes them, the rest while its lines are waited
    /// for. Gives the moment before. A program that has closed its input is noticed by what it answers.
    pub fn send(&mut self, bytes: &[u8]) -> Instant {
        let now = Instant::now();
        if self.unsent.is_empty() {
            let written = self.write(bytes);
            self.unsent.extend_from_slice(&bytes[written..]);
        } else {
            self.unsent.extend_from_slice(bytes);
            self.flush();
        }
        self.sent_at = Some(now);
        now
    }

    /// Writes what the pipe takes; everything counts as written once nobody can read it.
    fn write(&mut self, bytes: &[u8]) -> usize {
        let Some(stdin) = &self.stdin else { return bytes.len() };
        let mut written = 0;
        while written < bytes.len() {
            match rustix::io::write(stdin, &bytes[written..]) {
                Ok(count) if count > 0 => written += count,
                Err(Errno::AGAIN) => return written,
                Err(Errno::INTR) => {}
                Ok(_) | Err(_) => {
                    self.stdin = None;
                    return bytes.len();
                }
            }
        }
        written
    }

    fn flush(&mut self) {
        let unsent = std::mem::take(&mut self.unsent);
        let written = self.write(&unsent);
        self.unsent = unsent;
        self.unsent.drain(..written);
    }

    /// Closes standard input: the program reads its end.
    pub fn close_input(&mut self) {
        self.unsent.clear();
        self.stdin = None;
        // Whoever closes it may do other things before he waits.
        self.sent_at = None;
    }

    /// Whether the last `count` bytes sent are all still unread, so that nothing said until now can be
    /// an answer to them. Where the system cannot tell, they count as read.
    pub fn has_not_read_last(&self, count: usize) -> bool {
        if !self.unsent.is_empty() {
            return true;
        }
        let unread = self.stdin.as_ref().and_then(|stdin| ioctl_fionread(stdin).ok());
        unread.is_some_and(|unread| unread >= count as u64)
    }

    /// Drops everything the program has said until now, calling `log` for each line; the rest of a
    /// line that has begun will be dropped when it comes.
    pub fn drop_output(&mut self, mut log: impl FnMut(&[u8])) {
        // A program that never stops printing must not hold this up: one full pipe is all there can be.
        for left in (0..=8).rev() {
            // What came with the answer before is here already, and is as unasked.
            while let Some(line) = self.lines.next_line() {
                log(line);
            }
            // A read cut short means that the pipe is empty for now.
            if left == 0 || self.unread() == 0 || !matches!(self.read_stdout(), Ok(READ..)) {
                break;
            }
        }
        while let Some(line) = self.lines.next_line() {
            log(line);
        }
        self.stale = self.lines.has_partial();
    }

    /// Waits for the next line, at the longest until `deadline`.
    pub fn next_line(&mut self, deadline: Instant) -> Heard<'_> {
        while !self.has_line() {
            if self.lines.is_too_long() {
                return Heard::TooLong;
            }
            let ended = self.wait(deadline);
            if self.has_line() {
                break;
            }
            if ended {
                // Whatever was not a line yet becomes the last one.
                if !self.lines.end_line() || !self.has_line() {
                    return Heard::Closed;
                }
            } else if self.abandoned.load(Ordering::Relaxed) {
                return Heard::Abandoned;
            } else if Instant::now() >= deadline {
                return Heard::Deadline(None);
            }
        }
        if self.read_at > deadline {
            // Whoever has to go through all that an engine prints comes late to what it prints next.
            return Heard::Deadline(self.waited_in_time.then(|| self.read_at - deadline));
        }
        if self.lines.is_too_long() {
            return Heard::TooLong;
        }
        let at = self.read_at;
        self.lines.next_line().map_or(Heard::Closed, |line| Heard::Line(line, at))
    }

    /// Whether a line is there, once the rest of a stale one is dropped.
    fn has_line(&mut self) -> bool {
        if self.stale && self.lines.next_line().is_some() {
            self.stale = false;
        }
        self.lines.has_line()
    }

    /// Waits until something can be read, and reads it; writes meanwhile what was not sent. Gives
    /// whether nothing more can come.
    fn wait(&mut self, deadline: Instant) -> bool {
        if let Some(sent_at) = self.sent_at
            && self.may_read_at_once(deadline.saturating_duration_since(sent_at))
        {
            self.sent_at = None;
            self.waited_in_time = true;
            return self.take_in(false);
        }
        let Some(stdout) = &self.stdout else { return true };
        let input = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let wanted = [
            Some((stdout.as_fd(), PollFlags::IN)),
            self.pidfd.as_ref().map(|pidfd| (pidfd.as_fd(), PollFlags::IN)),
            self.stderr.as_ref().map(|stderr| (stderr.as_fd(), PollFlags::IN)),
            input.map(|stdin| (stdin.as_fd(), PollFlags::OUT)),
        ];
        // The places that are not wanted are left at the end and not looked at.
        let mut fds = [const { PollFlags::empty() }; 4].map(|none| PollFd::new(stdout, none));
        let mut used = 0;
        let places = wanted.map(|wanted| {
            let (fd, flags) = wanted?;
            fds[used] = PollFd::from_borrowed_fd(fd, flags);
            used += 1;
            Some(used - 1)
        });
        let longest = if self.pidfd.is_none() { WITHOUT_PIDFD } else { ABANDON };
        let now = self.sent_at.take().unwrap_or_else(Instant::now);
        let timeout = deadline.saturating_duration_since(now).min(longest);
        self.waited_in_time = !timeout.is_zero();
        let timeout = timespec(timeout);
        match poll(&mut fds[..used], Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            // Out of memory in the kernel, at most: a moment later it may do.
            Err(_) => std::thread::yield_now(),
        }
        let [out, exited, err, input] =
            places.map(|place| place.is_some_and(|place| !fds[place].revents().is_empty()));
        if input {
            self.flush();
        }
        if err {
            self.read_stderr();
        }
        let exited = exited || (self.pidfd.is_none() && self.has_exited());
        if out || (exited && self.unread() > 0) {
            return self.take_in(exited);
        }
        // If the process is gone the pipe is empty, though somebody else may hold it open.
        exited
    }

    /// Whether what comes next may be waited for by reading it. Not for long, and not when other things
    /// have to be seen to meanwhile.
    fn may_read_at_once(&self, patience: Duration) -> bool {
        ticker::ticks() && patience >= PATIENT && self.unsent.is_empty() && !self.is_talkative
    }

    /// Reads standard output; gives whether nothing more can come.
    fn take_in(&mut self, exited: bool) -> bool {
        match self.read_stdout() {
            Ok(0) => {
                self.stdout = None;
                true
            }
            Ok(_) => false,
            Err(error) => exited || !is_passing(error),
        }
    }

    /// How many bytes of standard output wait to be read.
    fn unread(&self) -> u64 {
        self.stdout.as_ref().and_then(|stdout| ioctl_fionread(stdout).ok()).unwrap_or(0)
    }

    fn read_stdout(&mut self) -> Result<usize, Errno> {
        let Some(stdout) = &self.stdout else { return Ok(0) };
        let count = rustix::io::read(stdout, self.lines.room(READ))?;
        self.read_at = Instant::now();
        self.said += count as u64;
        self.was_heard |= count > 0;
        self.lines.received(count);
        Ok(count)
    }

    /// Takes in what standard error has now. One read: a flood there must not hold up the clock.
    fn read_stderr(&mut self) {
        let Some(stderr) = &self.stderr else { return };
        let mut bytes = [0; READ];
        match rustix::io::read(stderr, &mut bytes) {
            Ok(count) if count > 0 => {
                self.is_talkative = true;
                self.said += count as u64;
                self.tail.push(&bytes[..count]);
            }
            Err(error) if is_passing(error) => {}
            _ => self.stderr = None,
        }
    }

    /// Whether the process has ended; it is not reaped by this, so its group keeps its number.
    fn has_exited(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Whether the process has not ended.
    pub fn is_alive(&self) -> bool {
        self.end.is_none() && !self.has_exited()
    }

    /// Whether the program and all its children wait for something, as far as the system tells.
    pub fn is_asleep(&self) -> bool {
        tree::is_asleep(&tree::members(self.group.as_raw_nonzero().get()))
    }

    /// The end of what the program wrote to standard error.
    pub fn stderr_tail(&mut self) -> String {
        self.read_stderr();
        self.tail.text()
    }

    /// Waits until `deadline` for the program to end by itself, dropping what it still writes; then
    /// kills its whole process group, and tells how it ended.
    pub fn finish(&mut self, deadline: Instant) -> End {
        self.thaw();
        while self.end.is_none() && !self.has_exited() && Instant::now() < deadline {
            if self.stdout.is_some() {
                // Whatever it still says, however much of it without a newline, is for nobody.
                self.lines.clear();
                self.wait(deadline.min(Instant::now() + WITHOUT_PIDFD));
            } else {
                self.wait_for_end(deadline);
            }
        }
        self.kill()
    }

    /// Waits for the end of a program that will say no more, or for a moment where that cannot be told.
    fn wait_for_end(&self, deadline: Instant) {
        match &self.pidfd {
            Some(pidfd) => {
                let timeout = timespec(deadline.saturating_duration_since(Instant::now()));
                // Interrupted, at most: the caller looks again.
                let _ = poll(&mut [PollFd::new(pidfd, PollFlags::IN)], Some(&timeout));
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }

    /// How the program ended, as its launcher tells it.
    fn end_of(&self, status: ExitStatus) -> End {
        let by_launcher = self.watched.is_some();
        let out_of_reach = self.watched.as_ref().is_some_and(|(_, in_namespaces)| *in_namespaces);
        match (status.code(), status.signal()) {
            (Some(FAILED), _) if by_launcher && !self.was_heard => End::NotLaunched,
            (Some(code @ 129..), _) if by_launcher => End::Signal(code - 128),
            (Some(code), _) => End::Code(code),
            (None, Some(signal)) if out_of_reach && self.broken_limit().is_none() => {
                End::LauncherSignal(signal)
            }
            (None, Some(signal)) => End::Signal(signal),
            (None, None) => End::StillRunning,
        }
    }

    /// An answer is owed from now on, or no longer.
    pub fn owes(&mut self, owes: bool) {
        self.said = 0;
        if let Some((watched, _)) = &self.watched {
            watched.owes(owes);
        }
    }

    /// How long the program, ready to run, was kept waiting for a processor since it was asked; `None` if
    /// that was for its own sake: for threads of its own that had `cores` to themselves, or for the arena
    /// while that read a flood of its. A wait that still goes on is not known to the system.
    pub fn starved(&self, cores: usize) -> Option<Duration> {
        let (watched, _) = self.watched.as_ref()?;
        let fared = watched.fared();
        if self.said > FLOOD * (1 + fared.watched.as_secs()) {
            return None;
        }
        let all = fared.watched * cores as u32;
        // Also where nothing was seen yet: the arena stood still from the question on.
        (fared.cpu * 10 <= all * 9).then(|| fared.waited.min(fared.watched))
    }

    /// Whether the program has been seen to work while no answer was owed.
    pub fn is_restless(&self) -> bool {
        self.watched.as_ref().is_some_and(|(watched, _)| watched.is_restless())
    }

    /// Stops the program where it is.
    pub fn freeze(&mut self) {
        if let Some((watched, _)) = &self.watched
            && self.frozen.is_empty()
        {
            self.frozen = watched.own_members();
            tree::signal(&self.frozen, Signal::STOP);
        }
    }

    /// Lets the program go on.
    pub fn thaw(&mut self) {
        // Those that were stopped, not those that are there: the list of a tree that changes may miss one,
        // which would then stand still for ever.
        tree::signal(&std::mem::take(&mut self.frozen), Signal::CONT);
    }

    /// The limit that the program broke, if that is why it ended.
    pub fn broken_limit(&self) -> Option<Broken> {
        self.watched.as_ref().and_then(|(watched, _)| watched.broke())
    }

    /// Kills the process group at once and tells how the program had ended, if it had.
    pub fn kill(&mut self) -> End {
        if let Some(end) = self.end {
            return end;
        }
        let had_exited = self.has_exited();
        if let Some((_, false)) = self.watched
            && !had_exited
        {
            // The launcher sweeps up what has left the group, if it is asked before it is killed.
            let _ = kill_process(self.group, Signal::TERM);
            let _ = self.process.wait_timeout(SWEEP);
        }
        // While the leader is not reaped, no other group can have got its number.
        let _ = kill_process_group(self.group, Signal::KILL);
        let status = match self.process.try_wait() {
            Ok(Some(status)) => Some(status),
            _ => self.process.wait_timeout(REAP).ok().flatten(),
        };
        let end = match status {
            Some(status) if had_exited => self.end_of(status),
            _ => End::StillRunning,
        };
        self.end = Some(end);
        end
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: duration.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}

fn is_passing(error: Errno) -> bool {
    matches!(error, Errno::AGAIN | Errno::INTR)
}

#[cfg(test)]
mod tests;
