//! What a broken engine tries to do to the machine.
//!
//! Everything here is bounded by itself as well, so that an arena that fails to stop it is only shown to
//! have failed.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant};

use super::fault::Fault;
use crate::process::{
    can_be_traced, can_hide_memory, can_map_device, can_meddle_with_parent, can_move, can_type,
    can_wake_itself, end_thread, forget_children, has_terminal, kill_parent, leave_session, own_output,
    start_again,
};

/// The exit code that says that something was possible that should not be.
pub(super) const POSSIBLE: i32 = 66;

/// How often a process that starts its like and ends does so at most.
const RELAYS: u64 = 20_000;
/// How many children a part of a bomb starts, and how deep they go.
const BOMB: (usize, u64) = (200, 3);
/// How long what should be killed lives at most.
const LIFE: Duration = Duration::from_secs(120);
/// More than any quota of the tests.
const MUCH: usize = 256 << 20;

/// Runs `fault` if it is one of the parts that others start; `left` is how often it may start its like.
pub(super) fn part(fault: Fault, left: u64) -> Option<io::Result<()>> {
    let left_to_child = left.saturating_sub(1).to_string();
    match fault {
        Fault::PartSleeper => thread::sleep(LIFE),
        Fault::PartSession => {
            return Some(leave_session().and_then(|()| start_again(&["broken", "part-sleeper"])));
        }
        Fault::PartRelay if left > 0 => {
            return Some(start_again(&["broken", "part-relay", "--ms", &left_to_child]));
        }
        Fault::PartBomb if left > 0 => {
            for _ in 0..BOMB.0 {
                // Refused for now: perhaps not the next time.
                if start_again(&["broken", "part-bomb", "--ms", &left_to_child]).is_err() {
                    thread::sleep(Duration::from_millis(20));
                }
            }
            thread::sleep(LIFE);
        }
        Fault::PartBomb => thread::sleep(LIFE),
        Fault::PartBurner => {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(left) {
                std::hint::spin_loop();
            }
        }
        Fault::PartRelay => {}
        _ => return None,
    }
    Some(Ok(()))
}

/// Leaves processes behind.
pub(super) fn leave(fault: Fault) -> io::Result<()> {
    match fault {
        Fault::Daemon => start_again(&["broken", "part-session"]),
        Fault::Relay => start_again(&["broken", "part-relay", "--ms", &RELAYS.to_string()]),
        _ => start_again(&["broken", "part-bomb", "--ms", &BOMB.1.to_string()]),
    }
}

/// Takes a megabyte of memory every `pause` until it is killed.
pub(super) fn hog(pause: Duration) {
    let mut all = Vec::new();
    while all.len() < 4096 {
        // Not zeroes: the kernel gives those without giving memory.
        all.push(vec![1_u8; 1 << 20]);
        thread::sleep(pause);
    }
}

/// The same in another thread; this one ends.
pub(super) fn hog_headless(pause: Duration) {
    thread::spawn(move || hog(pause));
    end_thread();
}

/// Prints empty lines for ever, and reads most of them itself.
pub(super) fn take_back() -> io::Result<()> {
    let mut output = own_output()?;
    loop {
        super::Broken::utter(b"\n")?;
        // Somebody else was faster, at most.
        let _ = output.read(&mut [0; 8]);
    }
}

/// Takes so much memory in one go, and keeps it.
pub(super) fn hog_at_once(megabytes: usize) {
    let all = vec![1_u8; megabytes << 20];
    thread::sleep(LIFE);
    drop(all);
}

/// Tries what should not be possible; whether it was.
pub(super) fn is_possible(fault: Fault, paths: &[PathBuf]) -> bool {
    match fault {
        Fault::FillsDisk => fills_disk(&home()),
        Fault::OpensFiles => {
            let files: Vec<File> = (0..10_000).map_while(|_| File::open("/dev/null").ok()).collect();
            files.len() == 10_000
        }
        Fault::Litters => {
            let file = home().join("left");
            file.exists() || fs::write(file, "left").is_err()
        }
        Fault::Writes => paths.iter().any(|folder| fs::write(folder.join("written"), "x").is_ok()),
        Fault::Reads => paths.iter().any(|path| holds_something(path)),
        Fault::Sockets => {
            UdpSocket::bind("127.0.0.1:0").is_ok()
                || TcpListener::bind("127.0.0.1:0").is_ok()
                || TcpStream::connect("127.0.0.1:1")
                    .is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
        }
        Fault::Changes => {
            env::current_exe().into_iter().chain(paths.iter().cloned()).any(|path| changes(&path))
        }
        Fault::HidesMemory => can_hide_memory(),
        Fault::MapsDevice => can_map_device(),
        Fault::FindsDevices => has_terminal() || has_devices(Path::new("/dev")),
        Fault::WakesItself => can_wake_itself(),
        Fault::Traces => can_be_traced(),
        Fault::Moves => can_move(),
        Fault::Types => can_type(),
        Fault::Meddles => can_meddle_with_parent(),
        // That it was allowed shows by what becomes of the game.
        Fault::KillsParent => {
            kill_parent();
            false
        }
        _ => false,
    }
}

/// Whether the mode or the times of a file can be set, to what they are.
fn changes(path: &Path) -> bool {
    let Ok(found) = fs::metadata(path) else { return false };
    let set_time = || File::open(path)?.set_modified(found.modified()?);
    fs::set_permissions(path, found.permissions()).is_ok() || set_time().is_ok()
}

/// Whether there are devices below a folder besides those that lead nowhere.
fn has_devices(folder: &Path) -> bool {
    const HARMLESS: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
    fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        let kind = entry.file_type();
        let leads_nowhere = HARMLESS.iter().any(|name| entry.file_name() == *name);
        kind.is_ok_and(|kind| match (kind.is_dir(), kind.is_file() || kind.is_symlink()) {
            (true, _) => has_devices(&entry.path()),
            (_, is_none) => !is_none && !leads_nowhere,
        })
    })
}

fn home() -> PathBuf {
    env::var_os("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from)
}

fn holds_something(path: &Path) -> bool {
    let mut byte = [0];
    fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some())
        || File::open(path).and_then(|mut file| file.read(&mut byte)).is_ok_and(|read| read > 0)
}

/// Whether [`MUCH`] fits into a folder, in files of a megabyte, or another one into shared memory when it is full.
fn fills_disk(folder: &Path) -> bool {
    let block = vec![1; 1 << 20];
    let written = (0..MUCH >> 20).all(|number| {
        File::create(folder.join(format!("full-{number}")))
            .and_then(|mut file| file.write_all(&block))
            .is_ok()
    });
    let more = Path::new("/dev/shm/more");
    let fits = fs::write(more, &block).is_ok();
    let _ = fs::remove_file(more);
    for number in 0..MUCH >> 20 {
        let _ = fs::remove_file(folder.join(format!("full-{number}")));
    }
    written || fits
}

/// Works for ever beside the rest.
pub(super) fn burn() {
    thread::spawn(|| {
        loop {
            std::hint::spin_loop();
        }
    });
}

/// Rests, then works for ever beside the rest on all processors, which returns late.
pub(super) fn burn_late(rest: Duration) {
    thread::sleep(rest);
    let begin = Instant::now();
    let threads = 4 * thread::available_parallelism().map_or(1, usize::from);
    (0..threads).for_each(|_| burn());
    while begin.elapsed() < rest * 3 / 2 {
        std::hint::spin_loop();
    }
}

/// Works for ever beside the rest, in processes that are gone before anybody has looked at them twice.
pub(super) fn burn_apart() {
    forget_children();
    thread::spawn(|| {
        let begin = Instant::now();
        while begin.elapsed() < LIFE {
            if start_again(&["broken", "part-burner", "--ms", "15"]).is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(15));
        }
    });
}

/// Sleeps until it is killed, or a time that nobody waits for.
pub(super) fn forever() -> ! {
    thread::sleep(LIFE * 5);
    process::exit(0)
}
