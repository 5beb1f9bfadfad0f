//! How long the thread of a game keeps its core when the engine that it has just asked wants it.
//!
//! They share one. A thread that has handed over a question has nothing to do until the answer, but the system does not
//! know that: now and then it lets it go on, only to wait, to fall asleep and to be woken by the answer. Of two threads
//! the one with the shorter slice is served first when it wakes (Linux 6.12 and later; the scheduler is described in
//! I. Stoica and H. Abdel-Wahab, Earliest Eligible Virtual Deadline First, 1995), so with a longer one the game's thread
//! gives way to the engine at once, and finds the answer ready when it goes on: a twentieth less for each ply.
//!
//! Whoever asks for a longer slice is also served a little later while others compute without end. So it is asked for
//! only after many answers that came at once, and given up with the first that does not and wherever an answer is waited
//! for with a time limit. Engines never get it. Earlier systems take no notice.

use std::cell::Cell;
use std::time::Duration;

/// An answer that comes so soon comes at once.
const AT_ONCE: Duration = Duration::from_micros(250);
/// After so many of them the next one is expected to come at once as well.
pub(super) const ENOUGH: u32 = 64;
/// So many times as long as usual is the longer slice.
const LONGER: u64 = 2;

/// The slice of a thread.
#[derive(Clone, Copy)]
enum Slice {
    /// As it was born. So many answers, no more than [`ENOUGH`], have come at once, one after the other.
    Usual(u32),
    /// A longer one than these nanoseconds, with which it was born.
    LongerThan(u64),
}

thread_local! {
    static SLICE: Cell<Slice> = const { Cell::new(Slice::Usual(0)) };
}

/// An answer that this thread has waited for has come, so long after the question.
#[inline]
pub(super) fn answered(after: Duration) {
    match SLICE.get() {
        _ if after > AT_ONCE => be_usual(),
        Slice::Usual(at_once) if at_once < ENOUGH => count(at_once + 1),
        _ => {}
    }
}

/// From now on this thread is like any other: what it starts is born like it.
#[cold]
pub(super) fn be_usual() {
    if let Slice::LongerThan(usual) = SLICE.replace(Slice::Usual(0)) {
        set(usual);
    }
}

/// Whether this thread's slice is longer than usual now.
#[cfg(test)]
pub(super) fn is_longer() -> bool {
    matches!(SLICE.get(), Slice::LongerThan(_))
}

#[cold]
fn count(at_once: u32) {
    let usual = (at_once == ENOUGH).then(slice).filter(|&usual| usual > 0 && set(LONGER * usual));
    SLICE.set(usual.map_or(Slice::Usual(at_once), Slice::LongerThan));
}

/// This thread's slice in nanoseconds; 0 if it has none that could be changed.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn slice() -> u64 {
    linux::attributes(0).map_or(0, |attributes| attributes.sched_runtime)
}

/// Gives this thread a slice of so many nanoseconds, if that can be done.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn set(slice: u64) -> bool {
    linux::set(slice)
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn slice() -> u64 {
    0
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn set(_slice: u64) -> bool {
    false
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod linux {
    use std::mem;

    /// How the thread of this number, 0 for this one, is scheduled. Only a thread of the ordinary policies has a slice,
    /// those with another have what they have.
    pub(super) fn attributes(thread: i32) -> Option<libc::sched_attr> {
        #[expect(unsafe_code, reason = "there is no safe way to a thread's slice")]
        // SAFETY: the structure is valid when it is all zeros, and the call writes no more than it is told there is.
        let attributes = unsafe {
            let mut attributes: libc::sched_attr = mem::zeroed();
            let size = mem::size_of::<libc::sched_attr>();
            let got = libc::syscall(libc::SYS_sched_getattr, thread, &raw mut attributes, size, 0);
            (got == 0).then_some(attributes)
        };
        let is_ordinary = |policy| matches!(policy, libc::SCHED_OTHER | libc::SCHED_BATCH);
        attributes.filter(|attributes| is_ordinary(attributes.sched_policy as libc::c_int))
    }

    pub(super) fn set(slice: u64) -> bool {
        let Some(now) = attributes(0) else { return false };
        let then = libc::sched_attr { sched_runtime: slice, ..now };
        #[expect(unsafe_code, reason = "there is no safe way to a thread's slice")]
        // SAFETY: the pointer is to a structure that lives for the length of the call and says how large it is.
        unsafe {
            libc::syscall(libc::SYS_sched_setattr, 0, &raw const then, 0) == 0
        }
    }
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64"))]
mod tests {
    use std::process::{Command, Stdio};
    use std::thread;

    use super::*;

    #[test]
    fn only_a_thread_whose_answers_all_come_at_once_has_a_longer_slice_and_nobody_inherits_it() {
        thread::spawn(|| {
            let usual = slice();
            // The usual one where another is not to be had.
            set(LONGER * usual);
            let longer = slice();
            set(usual);
            let is_to_be_had = longer != usual;
            let answers = |count: u32| (0..count).for_each(|_| answered(Duration::from_micros(10)));
            answers(ENOUGH - 1);
            answered(Duration::from_millis(1));
            answers(ENOUGH - 1);
            assert_eq!(slice(), usual, "there were never enough in a row");
            answers(1);
            assert_eq!((slice(), is_longer()), (longer, is_to_be_had));
            answers(3 * ENOUGH);
            assert_eq!(slice(), longer);
            answered(Duration::from_millis(1));
            assert_eq!((slice(), is_longer()), (usual, false), "one that took its time");

            answers(ENOUGH);
            be_usual();
            let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
            let of_child =
                linux::attributes(child.id() as i32).map_or(0, |attributes| attributes.sched_runtime);
            assert_eq!(of_child, usual);
            drop(child.stdin.take());
            child.wait().unwrap();
        })
        .join()
        .unwrap();
    }
}
