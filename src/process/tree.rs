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

/// A process of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub pid: i32,
    /// The numbers of its threads.
    pub tasks: Vec<i32>,
    /// Processor time of all threads that it has had.
    own: Duration,
    /// That of all its children that it has waited for.
    children: Duration,
}

/// The process `root` and all below it, `root` first.
pub fn members(root: i32) -> Vec<i32> {
    processes(root, 0).into_iter().map(|process| process.pid).collect()
}

/// The same with what is known of each. The first ones, `launchers` of them, are known to have one thread and are not
/// looked at more closely.
pub fn processes(root: i32, launchers: usize) -> Vec<Process> {
    let mut found = Vec::new();
    let mut pids = vec![root];
    while let Some(&pid) = pids.get(found.len()) {
        let is_launcher = found.len() < launchers;
        let process =
            if is_launcher { Process { pid, tasks: vec![pid], ..Process::default() } } else { process(pid) };
        // Every thread has a list of the children that it started.
        for task in &process.tasks {
            let children = whole(&format!("/proc/{pid}/task/{task}/children"));
            pids.extend(children.split_ascii_whitespace().filter_map(|child| child.parse::<i32>().ok()));
        }
        found.push(process);
    }
    found
}

/// What is known of a process; one without threads if it is gone.
fn process(pid: i32) -> Process {
    /// Where the numbers stand: time in programs and in the kernel, each its own and then its children's; threads.
    const TIMES: usize = 11;
    const THREADS: usize = 17;
    let mut room = [0; BRIEF];
    let stat = stat(&format!("/proc/{pid}/stat"), &mut room);
    let mut numbers = counts(stat).skip(TIMES);
    let second = rustix::param::clock_ticks_per_second();
    let [own, children] = [(); 2].map(|()| {
        let ticks: u64 = numbers.by_ref().take(2).sum();
        Duration::from_micros(ticks * 1_000_000 / second)
    });
    // To list them costs more than everything else that is read of a process with one thread.
    let is_single = numbers.nth(THREADS - TIMES - 4) == Some(1);
    Process { pid, tasks: if is_single { vec![pid] } else { tasks(pid) }, own, children }
}

/// The threads of a process.
fn tasks(pid: i32) -> Vec<i32> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// What processes use together.
pub fn usage(processes: &[Process]) -> Usage {
    let mut sum = Usage::default();
    for &Process { pid, ref tasks, own, children } in processes {
        sum.memory += resident(pid, tasks) * rustix::param::page_size() as u64;
        let mut cpu = Duration::ZERO;
        for &task in tasks {
            sum.processes += 1;
            // Nanoseconds on a processor and waiting for one, exact once the thread sleeps.
            let mut room = [0; BRIEF];
            let mut times = counts(brief(&format!("/proc/{pid}/task/{task}/schedstat"), &mut room));
            let [ran, waited] = [(); 2].map(|()| Duration::from_nanos(times.next().unwrap_or_default()));
            cpu += ran;
            sum.threads.push(Thread { id: task, ran, waited });
        }
        // In coarser units, but with what is gone.
        sum.cpu += cpu.max(own) + children;
    }
    sum
}

/// How many pages a process with these threads has in memory. One whose first thread has ended while others go on
/// seems to have none itself: any of the others tells.
fn resident(pid: i32, tasks: &[i32]) -> u64 {
    let pages = |statm: &str| {
        let mut room = [0; BRIEF];
        counts(brief(statm, &mut room)).nth(1).filter(|&pages| pages > 0)
    };
    let of_thread = |task| pages(&format!("/proc/{pid}/task/{task}/statm"));
    pages(&format!("/proc/{pid}/statm")).or_else(|| tasks.iter().find_map(of_thread)).unwrap_or(0)
}

/// What a `stat` says behind the name, which may have anything in it but ends with the last `)`: the state and numbers.
fn stat<'a>(path: &str, room: &'a mut [u8; BRIEF]) -> &'a [u8] {
    behind_the_name(brief(path, room))
}

fn behind_the_name(stat: &[u8]) -> &[u8] {
    let behind =
        stat.iter().rposition(|&byte| byte == b')').map_or(stat.len(), |end| stat.len().min(end + 2));
    &stat[behind..]
}

/// The words of such a file, as numbers; what is none, as the state, is 0.
fn counts(words: &[u8]) -> impl Iterator<Item = u64> {
    let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse().ok();
    words.split(u8::is_ascii_whitespace).map(move |word| number(word).unwrap_or(0))
}

/// How much is read of a file of a line or two.
const BRIEF: usize = 2048;

/// A file of a line or two that the system makes up when it is read: all of it comes with one call. The watch reads
/// several of them for every engine, forty times a second.
fn brief<'a>(path: &str, room: &'a mut [u8; BRIEF]) -> &'a [u8] {
    let read = File::open(path).and_then(|mut file| file.read(room)).unwrap_or(0);
    &room[..read]
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
        tasks(pid).into_iter().map(move |task| {
            let mut room = [0; BRIEF];
            stat(&format!("/proc/{pid}/task/{task}/stat"), &mut room).first().copied()
        })
    });
    // Where there is no such thing as /proc, nothing is known.
    let mut seen = false;
    states.all(|state| {
        seen = true;
        // A thread that has just ended is neither.
        !matches!(state, Some(b'R'))
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
        assert_eq!(processes(pid, 0)[0].tasks, [pid]);
        assert_eq!(usage(&processes(pid, 0)).processes, 1);
        drop(alone.stdin.take());
        alone.wait().unwrap();
        assert_eq!(processes(pid, 0), [Process { pid, ..Process::default() }], "it is gone");

        let own =
            thread::spawn(|| (gettid(), process(getpid().as_raw_nonzero().get()).tasks)).join().unwrap();
        assert!(own.1.contains(&own.0.as_raw_nonzero().get()) && own.1.len() > 1, "{own:?}");
    }

    #[test]
    fn what_a_process_and_the_children_it_waited_for_have_used_is_known_from_its_stat() {
        // The name has whatever is there to mislead a reader; behind it the 3rd to the 20th field.
        let line = |times: &str| format!("77 (a) 1 (b) R 1 2 3 4 5 6 7 8 9 10 {times} 20 0 3 0\n");
        let fields = |line: &str| counts(behind_the_name(line.as_bytes())).collect::<Vec<_>>();
        assert_eq!(fields(&line("100 20 3 4"))[11..15], [100, 20, 3, 4]);
        assert_eq!(fields(&line("100 20 3 4"))[17], 3, "threads");
        for nothing in ["", "77", "77 (a", "77 (a)", "77 (a) "] {
            assert_eq!(fields(nothing).iter().sum::<u64>(), 0, "{nothing:?}");
        }
    }
}
