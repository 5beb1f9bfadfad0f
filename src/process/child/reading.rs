//! Reading what a program says, until a deadline.

use std::os::fd::AsFd;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::super::{slice, ticker};
use super::{Child, WITHOUT_PIDFD, timespec};

/// How much is read at once.
const READ: usize = 16 * 1024;
/// The least time that is left for an answer when it is read without `poll`: many ticks, of which some may be
/// late or lost.
pub(super) const PATIENT: Duration = Duration::from_millis(500);
/// How often it is looked whether anybody still waits.
const ABANDON: Duration = Duration::from_millis(200);

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
    /// [`Launch::abandoned`](super::Launch::abandoned) was set.
    Abandoned,
}

impl Child {
    /// Drops everything the program has said until now, calling `log` for each line; the rest of a
    /// line that has begun will be dropped when it comes.
    pub fn drop_output(&mut self, log: impl FnMut(&[u8])) {
        self.stale = false;
        if self.lines.has_partial() || matches!(self.receive(false), Ok(1..)) {
            self.drop_what_is_there(log);
        }
    }

    #[cold]
    fn drop_what_is_there(&mut self, mut log: impl FnMut(&[u8])) {
        // A program that never stops printing must not hold this up: one full pipe is all there can be.
        for left in (0..=8).rev() {
            // What came with the answer before is here already, and is as unasked.
            while let Some(line) = self.lines.next_line() {
                log(line);
            }
            // A read cut short means that the pipe is empty for now.
            if left == 0 || !matches!(self.receive(false), Ok(READ..)) {
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
    pub(super) fn has_line(&mut self) -> bool {
        if self.stale && self.lines.next_line().is_some() {
            self.stale = false;
        }
        self.lines.has_line()
    }

    /// Waits until something can be read, and reads it; writes meanwhile what was not sent. Gives
    /// whether nothing more can come.
    pub(super) fn wait(&mut self, deadline: Instant) -> bool {
        if let Some(sent_at) = self.sent_at
            && self.may_read_at_once(deadline.saturating_duration_since(sent_at))
        {
            self.sent_at = None;
            self.waited_in_time = true;
            let ended = self.take_in(true, false);
            match self.read_at.checked_duration_since(sent_at) {
                Some(after) => slice::answered(after),
                // Nothing has come until the tick.
                None => slice::be_usual(),
            }
            return ended;
        }
        self.poll(deadline)
    }

    /// The same with a look at everything that there is to see to.
    #[inline(never)]
    fn poll(&mut self, deadline: Instant) -> bool {
        slice::be_usual();
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
        // If the process is gone all that it has written is there, though somebody else may hold the pipe open.
        (out || exited) && self.take_in(false, exited)
    }

    /// Whether what comes next may be waited for by reading it. Only where that is interrupted, not for long, and
    /// not when other things have to be seen to meanwhile.
    fn may_read_at_once(&self, patience: Duration) -> bool {
        self.awaiting.is_some()
            && ticker::ticks()
            && patience >= PATIENT
            && self.unsent.is_empty()
            && !self.is_talkative
    }

    /// Reads standard output: what is there, or what comes next. Gives how many bytes.
    fn receive(&mut self, waits: bool) -> Result<usize, Errno> {
        let there = self.stdout.as_ref().map(AsFd::as_fd);
        let next = self.awaiting.as_ref().filter(|_| waits).map(AsFd::as_fd);
        let Some(stdout) = next.or(there) else { return Ok(0) };
        let count = rustix::io::read(stdout, self.lines.room(READ))?;
        self.read_at = Instant::now();
        self.said += count as u64;
        self.lines.received(count);
        Ok(count)
    }

    /// The same; gives whether nothing more can come.
    pub(super) fn take_in(&mut self, waits: bool, exited: bool) -> bool {
        match self.receive(waits) {
            Ok(0) => {
                self.stdout = None;
                self.awaiting = None;
                true
            }
            Ok(_) => false,
            Err(error) => exited || !is_passing(error),
        }
    }

    /// Takes in what standard error has now. One read: a flood there must not hold up the clock.
    pub(super) fn read_stderr(&mut self) {
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
}

fn is_passing(error: Errno) -> bool {
    matches!(error, Errno::AGAIN | Errno::INTR)
}
