//! The end of a program: by itself or by force, and how it came about.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use wait_timeout::ChildExt;

use super::super::launcher::FAILED;
use super::{Child, WITHOUT_PIDFD, timespec};

/// How long a launcher without namespaces may sweep.
const SWEEP: Duration = Duration::from_millis(200);
/// How long the end of a killed process is waited for: it is only the kernel's work.
const REAP: Duration = Duration::from_secs(2);

/// The highest number by which the launcher says that a signal ended the program: that of the last signal there is.
const LAST_SIGNAL_CODE: i32 = 128 + 64;

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

impl Child {
    /// Whether the process has ended; it is not reaped by this, so its group keeps its number.
    pub(super) fn has_exited(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Whether the process has not ended.
    pub fn is_alive(&self) -> bool {
        self.end.is_none() && !self.has_exited()
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
            (Some(FAILED), _) if by_launcher => End::NotLaunched,
            // What is no number of a signal was the program's own code.
            (Some(code @ 129..=LAST_SIGNAL_CODE), _) if by_launcher => End::Signal(code - 128),
            (Some(code), _) => End::Code(code),
            (None, Some(signal)) if out_of_reach && self.broken_limit().is_none() => {
                End::LauncherSignal(signal)
            }
            (None, Some(signal)) => End::Signal(signal),
            (None, None) => End::StillRunning,
        }
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
