//! A running program with its three pipes.
//!
//! The traps avoided here: a write to a program that does not read must not block, so standard input
//! is non-blocking and what does not fit waits; a program that prints without end must not hold up
//! the clock, so the deadline is absolute and looked at after every read; the end of its output does
//! not mean that it has ended, nor the other way round (a grandchild may hold the pipe), so the
//! process itself is watched too, by pidfd where the system has it.
//!
//! Standard output is read without `poll` just after a question, in a thread that is interrupted every few
//! milliseconds ([`Ticker`](super::Ticker)), by a descriptor of its own. All other reads do not block: a program
//! can open its own pipe and take back what `poll` has found there.

mod end;
mod launch;
mod reading;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rustix::event::Timespec;
use rustix::io::{Errno, ioctl_fionbio, ioctl_fionread};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open};

use super::watch::{Watched, watch};
use super::{Broken, Limits, LineBuffer, Lost, Tail, slice, ticker, tree};
use crate::settings::Level;

pub use end::End;
pub use launch::{Confined, Launch};
pub use reading::Heard;

/// How much of a program's standard error is kept.
const STDERR_KEPT: usize = 16 * 1024;
/// How often a process is looked after where it cannot be polled.
const WITHOUT_PIDFD: Duration = Duration::from_millis(20);
/// How often a tree that changes is stopped anew.
const STOPS: usize = 16;
/// More than this in a second, in bytes, is no information but a flood.
const FLOOD: u64 = 1 << 20;

/// A running program. Dropping it kills its process group.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    group: Pid,
    pidfd: Option<OwnedFd>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// The same pipe, for reads that wait until something comes: where the thread that started the program ticks.
    awaiting: Option<File>,
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
        slice::be_usual();
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
        let awaiting = stdout.as_ref().filter(|_| ticker::ticks()).and_then(opened_again);
        let child = Self {
            pidfd: pidfd_open(group, PidfdFlags::empty()).ok(),
            process,
            group,
            stdin,
            stdout,
            stderr,
            awaiting,
            unsent: Vec::new(),
            lines: LineBuffer::default(),
            read_at: Instant::now(),
            sent_at: None,
            waited_in_time: true,
            stale: false,
            is_talkative: false,
            said: 0,
            tail: Tail::new(STDERR_KEPT),
            watched,
            frozen: Vec::new(),
            abandoned: Arc::clone(&launch.abandoned),
            end: None,
        };
        let Self { stdin, stdout, stderr, .. } = &child;
        let stdin = stdin.as_ref().map(AsFd::as_fd);
        let stdout = stdout.as_ref().map(AsFd::as_fd);
        let stderr = stderr.as_ref().map(AsFd::as_fd);
        for fd in [stdin, stdout, stderr].into_iter().flatten() {
            ioctl_fionbio(fd, true)?;
        }
        Ok(child)
    }

    /// Hands `bytes` to the program, now as far as it takes them, the rest while its lines are waited
    /// for. Gives the moment before. A program that has closed its input is noticed by what it answers.
    pub fn send(&mut self, bytes: &[u8]) -> Instant {
        let now = Instant::now();
        let written = if self.unsent.is_empty() { self.write(bytes) } else { 0 };
        if written < bytes.len() {
            self.keep_for_later(&bytes[written..]);
        }
        self.sent_at = Some(now);
        now
    }

    /// What the program does not take now it may take while its lines are waited for.
    #[cold]
    fn keep_for_later(&mut self, bytes: &[u8]) {
        self.unsent.extend_from_slice(bytes);
        self.flush();
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

    /// Whether the program and all its children wait for something, as far as the system tells.
    pub fn is_asleep(&self) -> bool {
        tree::is_asleep(&tree::members(self.group.as_raw_nonzero().get()))
    }

    /// The end of what the program wrote to standard error.
    pub fn stderr_tail(&mut self) -> String {
        self.read_stderr();
        self.tail.text()
    }

    /// The program shares so many processors with those that it plays with.
    pub fn share(&self, cores: usize) {
        if let Some((watched, _)) = &self.watched {
            watched.share(cores.try_into().unwrap_or(u32::MAX));
        }
    }

    /// An answer is owed from now on, to a question that is asked now.
    pub fn asked(&mut self) {
        self.said = 0;
        if let Some((watched, _)) = &self.watched {
            watched.asked();
        }
    }

    /// No answer is owed from now on.
    pub fn rests(&mut self) {
        self.said = 0;
        if let Some((watched, _)) = &self.watched {
            watched.rests();
        }
    }

    /// Looks what the program does, for what will be asked about it later.
    pub fn look(&self) {
        if let Some((watched, _)) = &self.watched {
            watched.look();
        }
    }

    /// What the program has lost, to others, of the time since it was `asked`; it owes its answer until `deadline`.
    /// Nothing, if the arena was kept by reading a flood of its; `None` if that is not known.
    pub fn lost(&self, asked: Instant, deadline: Instant) -> Option<Lost> {
        let (watched, _) = self.watched.as_ref()?;
        let is_flood = self.said > FLOOD * (1 + asked.elapsed().as_secs());
        Some(if is_flood { Lost::default() } else { watched.lost(asked, deadline) })
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
            // One that is not stopped yet may set others going again, or start new ones: all are stopped until
            // nobody is there who was not there before.
            for _ in 0..STOPS {
                let members = watched.own_members();
                tree::signal(&members, Signal::STOP);
                if members == self.frozen {
                    break;
                }
                self.frozen = members;
            }
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
}

/// A pipe by another descriptor, which has its own mind about whether reads of it wait. Where the system has no
/// folder of descriptors there is none, and everything is waited for with `poll`.
fn opened_again(pipe: &impl AsRawFd) -> Option<File> {
    File::open(format!("/proc/self/fd/{}", pipe.as_raw_fd())).ok()
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: duration.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}
