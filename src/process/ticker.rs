//! A signal that comes to a thread every few milliseconds and does nothing but interrupt what it waits for.
//!
//! Most answers of a fast engine come at once, and a thread that waits for each of them with `poll` has the
//! kernel set up a timer and look at every descriptor at every ply. With a ticker it may simply read: what
//! comes at once is there, and everything else is interrupted at the next tick and waited for with `poll`
//! from then on. The ticks are the kernel's, so that no other thread has to run for them; one that comes
//! when the thread is about to wait is lost, and the next one comes all the same.

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub use linux::Ticker;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub(super) use linux::ticks;

use std::time::Duration;

/// How often it ticks.
pub(super) const TICK: Duration = Duration::from_millis(20);

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod linux {
    use std::cell::Cell;
    use std::marker::PhantomData;
    use std::sync::Once;
    use std::{mem, ptr};

    use super::TICK;

    /// A signal that is for whoever wants one, and that nobody minds.
    const SIGNAL: libc::c_int = libc::SIGURG;

    thread_local! {
        static TICKS: Cell<bool> = const { Cell::new(false) };
    }

    /// Whether this thread has a ticker.
    pub(in super::super) fn ticks() -> bool {
        TICKS.get()
    }

    /// This thread's ticks, until it is dropped.
    #[derive(Debug)]
    pub struct Ticker {
        timer: libc::c_int,
        /// It is one thread's.
        _here: PhantomData<*const ()>,
    }

    impl Ticker {
        /// Lets this thread tick, where the system can do it.
        pub fn start() -> Option<Self> {
            static HANDLER: Once = Once::new();
            HANDLER.call_once(handle);
            let timer = begin()?;
            TICKS.set(true);
            Some(Self { timer, _here: PhantomData })
        }
    }

    impl Drop for Ticker {
        fn drop(&mut self) {
            TICKS.set(false);
            #[expect(unsafe_code, reason = "there is no safe timer of a thread")]
            // SAFETY: the call takes a number, which is a timer of this process.
            unsafe {
                libc::syscall(libc::SYS_timer_delete, self.timer);
            }
        }
    }

    extern "C" fn nothing(_: libc::c_int) {}

    /// Makes the signal interrupt what it finds waiting: it neither ends the process nor is passed over.
    fn handle() {
        #[expect(unsafe_code, reason = "signals that interrupt are not to be had otherwise")]
        // SAFETY: the structure is valid when it is all zeros but for the handler, which does nothing and is
        // so safe in any thread at any moment.
        unsafe {
            let mut action: libc::sigaction = mem::zeroed();
            action.sa_sigaction = nothing as extern "C" fn(libc::c_int) as libc::sighandler_t;
            libc::sigaction(SIGNAL, &raw const action, ptr::null_mut());
        }
    }

    /// Starts a timer of this thread.
    fn begin() -> Option<libc::c_int> {
        let step = libc::timespec { tv_sec: 0, tv_nsec: TICK.subsec_nanos().into() };
        let times = libc::itimerspec { it_interval: step, it_value: step };
        let mut timer: libc::c_int = 0;
        #[expect(unsafe_code, reason = "there is no safe timer of a thread")]
        // SAFETY: every pointer is to a structure that lives for the length of the call; where a pointer may
        // be null it is.
        unsafe {
            // Whoever started the arena may have blocked the signal.
            let mut set: libc::sigset_t = mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, SIGNAL);
            if libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, ptr::null_mut()) != 0 {
                return None;
            }
            let mut event: libc::sigevent = mem::zeroed();
            event.sigev_notify = libc::SIGEV_THREAD_ID;
            event.sigev_signo = SIGNAL;
            event.sigev_notify_thread_id = libc::gettid();
            let clock = libc::CLOCK_MONOTONIC;
            if libc::syscall(libc::SYS_timer_create, clock, &raw mut event, &raw mut timer) != 0 {
                return None;
            }
            let none = ptr::null_mut::<libc::itimerspec>();
            if libc::syscall(libc::SYS_timer_settime, timer, 0, &raw const times, none) != 0 {
                libc::syscall(libc::SYS_timer_delete, timer);
                return None;
            }
        }
        Some(timer)
    }
}

/// Nothing ticks here.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
#[derive(Debug)]
pub struct Ticker;

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
impl Ticker {
    /// Lets this thread tick, where the system can do it.
    pub fn start() -> Option<Self> {
        None
    }
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(super) fn ticks() -> bool {
    false
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64"))]
mod tests {
    use std::thread;

    use rustix::io::Errno;

    use super::*;

    #[test]
    fn whoever_waits_for_ever_is_interrupted_again_and_again() {
        thread::spawn(|| {
            let (silent, _open) = rustix::pipe::pipe().unwrap();
            assert!(!ticks());
            let ticker = Ticker::start().unwrap();
            assert!(ticks());
            for _ in 0..3 {
                assert_eq!(rustix::io::read(&silent, &mut [0; 8]), Err(Errno::INTR));
            }
            drop(ticker);
            assert!(!ticks());
        })
        .join()
        .unwrap();
    }
}
