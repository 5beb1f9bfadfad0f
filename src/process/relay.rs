//! The least that a question and its answer can cost: lines to programs that do nothing but send them
//! back, over pipes like an engine's. What an arena needs beyond that is its own.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};

use super::own::thread_cpu_time;

/// A line of the length that a question has in the middle of a game.
const LINE: [u8; 64] = {
    let mut line = [b'x'; 64];
    line[63] = b'\n';
    line
};

/// What lines there and back took.
#[derive(Clone, Copy, Debug)]
pub struct Trips {
    /// By the clock.
    pub took: Duration,
    /// Of it, what a processor worked for whoever sent them: not for the programs that sent them back.
    pub computed: Duration,
}

/// Programs that send back what they are sent, one after the other. Dropping it ends them.
#[derive(Debug)]
pub struct Relay(Vec<(Child, ChildStdin, ChildStdout)>);

impl Relay {
    /// Starts `count` programs that call [`send_back`].
    ///
    /// # Errors
    /// What the system says.
    pub fn start(program: &Path, arguments: &[&str], count: usize) -> io::Result<Self> {
        let start = || {
            let mut child =
                Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
            let pipes = child.stdin.take().zip(child.stdout.take());
            let (stdin, stdout) = pipes.ok_or_else(|| io::Error::other("a program without pipes"))?;
            Ok((child, stdin, stdout))
        };
        let mut relay = Self((0..count).map(|_| start()).collect::<io::Result<_>>()?);
        // Until each has answered once it is still being loaded.
        relay.run(count)?;
        Ok(relay)
    }

    /// Sends a line and waits for it to come back, `times` times, to each program in turn.
    ///
    /// # Errors
    /// What the system says, or that a program has ended.
    pub fn run(&mut self, times: usize) -> io::Result<Trips> {
        let (begin, computed) = (Instant::now(), thread_cpu_time());
        let mut back = [0; 4096];
        let count = self.0.len();
        for number in 0..times {
            let (_, stdin, stdout) = &mut self.0[number % count];
            stdin.write_all(&LINE)?;
            let mut come = 0;
            while come < LINE.len() {
                poll(&mut [PollFd::new(&*stdout, PollFlags::IN)], None)?;
                match stdout.read(&mut back)? {
                    0 => return Err(io::Error::other("a program that sends lines back has ended")),
                    read => come += read,
                }
            }
        }
        Ok(Trips { took: begin.elapsed(), computed: thread_cpu_time().saturating_sub(computed) })
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        for (mut child, stdin, _) in self.0.drain(..) {
            drop(stdin);
            let _ = child.wait();
        }
    }
}

/// Sends back whatever comes on standard input, until it ends.
///
/// # Errors
/// What the system says.
pub fn send_back() -> io::Result<()> {
    let mut bytes = [0; 4096];
    loop {
        match rustix::io::read(rustix::stdio::stdin(), &mut bytes)? {
            0 => return Ok(()),
            read => {
                rustix::io::write(rustix::stdio::stdout(), &bytes[..read])?;
            }
        }
    }
}
