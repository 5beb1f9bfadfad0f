//! A process with all its descendants: what they use together, and stopping them.
//!
//! Read from `/proc`, as it stands at that moment; a process that forks while it is read may be
//! missed once.

use std::fs::{self, File};
use std::io::Read;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// What the processes of a tree use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Bytes in memory.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Processor time of their threads since they began, of those that have ended, and of the processes
    /// that they have started and waited for.
    pub cpu: Duration,
    /// Each of their threads.
    pub threads: Vec<Thread>,
}

/// A thread since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// Its number.
    pub id: i32,
    /// How long it has run.
    pub ran: Duration,
    /// How long, ready to run, it has waited for a processor.
    pub waited: Duration,
}

/// The process `root` and all below it, `root` first.
pub fn members(root: i32) -> Vec<i32> {
    with_tasks(root, 0).into_iter().map(|(pid, _)| pid).collect()
}

/// The same, each with the numbers of its threads. The first ones, `launchers` of them, are known to have one each.
pub fn with_tasks(root: i32, launchers: usize) -> Vec<(i32, Vec<i32>)> {
    let mut members = vec![(root, Vec::new())];
    let mut next = 0;
    while let Some(&mut (pid, ref mut threads)) = members.get_mut(next) {
        next += 1;
        let found = if next <= launchers { vec![pid] } else { tasks(pid) };
        threads.clone_from(&found);
        // Every thread has a list of the children that it started.
        for task in found {
            let children = whole(&format!("/proc/{pid}/task/{task}/children"));
            let children = children.split_ascii_whitespace().filter_map(|child| child.parse::<i32>().ok());
            members.extend(children.map(|child| (child, Vec::new())));
        }
    }
    members
}

fn tasks(pid: i32) -> Vec<i32> {
    // To list them costs more than everything else that is read of a process with one thread.
    const THREADS: usize = 17;
    if counts(&stat(&format!("/proc/{pid}/stat"))).nth(THREADS) == Some(1) {
        return vec![pid];
    }
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// What processes, with these threads, use together.
pub fn usage(members: &[(i32, Vec<i32>)]) -> Usage {
    let mut sum = Usage::default();
    for &(pid, ref tasks) in members {
        sum.memory += resident(pid, tasks) * rustix::param::page_size() as u64;
        let mut cpu = Duration::ZERO;
        for &task in tasks {
            sum.processes += 1;
            // Nanoseconds on a processor and waiting for one, exact once the thread sleeps.
            let schedstat = brief(&format!("/proc/{pid}/task/{task}/schedstat"));
            let mut times = schedstat.split(' ').map(|ns| Duration::from_nanos(ns.parse().unwrap_or(0)));
            let [ran, waited] = [(); 2].map(|()| times.next().unwrap_or_default());
            cpu += ran;
            sum.threads.push(Thread { id: task, ran, waited });
        }
        // In coarser units, but with what is gone.
        let [threads, children] = accounted(pid);
        sum.cpu += cpu.max(threads) + children;
    }
    sum
}

/// How many pages a process with these threads has in memory. One whose first thread has ended while others go on
/// seems to have none itself: any of the others tells.
fn resident(pid: i32, tasks: &[i32]) -> u64 {
    let pages = |statm: String| {
        let statm = brief(&statm);
        statm.split(' ').nth(1)?.parse().ok().filter(|&pages| pages > 0)
    };
    let of_thread = |task| pages(format!("/proc/{pid}/task/{task}/statm"));
    pages(format!("/proc/{pid}/statm")).or_else(|| tasks.iter().find_map(of_thread)).unwrap_or(0)
}

/// Processor time of all threads that a process has had, and of all its children that it has waited for.
fn accounted(pid: i32) -> [Duration; 2] {
    const TIMES: usize = 11;
    // Time in programs and in the kernel, each its own and then its children's.
    let stat = stat(&format!("/proc/{pid}/stat"));
    let mut ticks = counts(&stat).skip(TIMES);
    let second = rustix::param::clock_ticks_per_second();
    [(); 2].map(|()| {
        let ticks: u64 = ticks.by_ref().take(2).sum();
        Duration::from_micros(ticks * 1_000_000 / second)
    })
}

/// What a `stat` says behind the name, which may have anything in it but ends with the last `)`: the state and numbers.
fn stat(path: &str) -> String {
    brief(path).rsplit_once(") ").map_or_else(String::new, |(_, rest)| rest.to_owned())
}

/// The words of a `stat`, as numbers; what is none, as the state, is 0.
fn counts(stat: &str) -> impl Iterator<Item = u64> {
    stat.split(' ').map(|word| word.parse().unwrap_or(0))
}

/// A file of a line or two that the system makes up when it is read: all of it comes with one call. The watch reads a
/// dozen of them for every engine, forty times a second.
fn brief(path: &str) -> String {
    let mut bytes = [0; 2048];
    let read = File::open(path).and_then(|mut file| file.read(&mut bytes)).unwrap_or(0);
    String::from_utf8_lossy(&bytes[..read]).into_owned()
}

/// A file of any length, read without asking first how long it is: the system does not know.
fn whole(path: &str) -> String {
    let mut bytes = Vec::with_capacity(1024);
    // What cannot be read to its end is not there any more.
    let _ = File::open(path).and_then(|file| file.take(u64::MAX).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether every thread of `members` waits for something: none runs, or would if there were a
/// processor for it.
pub fn is_asleep(members: &[i32]) -> bool {
    let mut states = members.iter().flat_map(|&pid| {
        tasks(pid).into_iter().map(move |task| stat(&format!("/proc/{pid}/task/{task}/stat")).chars().next())
    });
    // Where there is no such thing as /proc, nothing is known.
    let mut seen = false;
    states.all(|state| {
        seen = true;
        // A thread that has just ended is neither.
        !matches!(state, Some('R'))
    }) && seen
}

/// Sends `signal` to all of `members`; those that are gone are passed over.
pub fn signal(members: &[i32], signal: Signal) {
    for pid in members.iter().filter_map(|&pid| Pid::from_raw(pid)) {
        let _ = kill_process(pid, signal);
    }
}

/// All processes, of those that this one may look at, that were started with the variable `name` set to
/// `value`.
pub fn with_variable(name: &str, value: &str) -> Vec<i32> {
    let wanted = format!("{name}={value}");
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    processes
        .filter(|pid| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::thread;

    use rustix::process::getpid;
    use rustix::thread::gettid;

    use super::*;

    #[test]
    fn the_threads_of_a_process_are_known_whether_it_has_one_or_several() {
        let mut alone = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let pid = alone.id() as i32;
        assert_eq!(with_tasks(pid, 0), [(pid, vec![pid])]);
        assert_eq!(usage(&with_tasks(pid, 0)).processes, 1);
        drop(alone.stdin.take());
        alone.wait().unwrap();
        assert_eq!(with_tasks(pid, 0), [(pid, Vec::new())], "it is gone");

        let own = thread::spawn(|| (gettid(), tasks(getpid().as_raw_nonzero().get()))).join().unwrap();
        assert!(own.1.contains(&own.0.as_raw_nonzero().get()) && own.1.len() > 1, "{own:?}");
    }
}
