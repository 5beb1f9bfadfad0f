//! Which cores a game runs on.
//!
//! The arena's thread for a game and the game's engines take turns, so that one core serves them
//! better than several: no wake-up crosses from core to core, and games at a time do not disturb one
//! another. An engine inherits the cores of the thread that starts it.

use super::topology;

/// Cores, in the order in which games get them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// Those that this process may use, one of each physical core before their siblings. Where the
    /// system cannot tell which they are, the list is empty and only [`Cores::count`] is known.
    pub fn available() -> Self {
        Self(topology::spread(&allowed_cores(), siblings))
    }

    /// These, in this order.
    pub fn of(cores: Vec<usize>) -> Self {
        Self(cores)
    }

    /// Their numbers in their order; none where the system cannot tell them.
    pub fn numbers(&self) -> &[usize] {
        &self.0
    }

    /// How many may work at a time, at least one: fewer than there are where this process is allowed a
    /// part of the machine's time only.
    pub fn count(&self) -> usize {
        let allowed = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if self.0.is_empty() { allowed } else { self.0.len().min(allowed) }
    }

    /// The cores for game slot number `slot` out of `slots`, each with `per_game` of its own; `None`
    /// if there are not enough, nothing is known of them, or none are wanted.
    pub fn share(&self, slot: usize, slots: usize, per_game: usize) -> Option<&[usize]> {
        if per_game == 0 || self.0.len() < slots.saturating_mul(per_game) {
            return None;
        }
        self.0.chunks(per_game).nth(slot)
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn allowed_cores() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None);
    let allowed = |core: &usize| allowed.as_ref().is_ok_and(|set| set.is_set(*core));
    (0..CpuSet::MAX_CPU).filter(allowed).collect()
}

/// The hardware threads that share a core, as the system writes them.
fn siblings(core: usize) -> Option<String> {
    std::fs::read_to_string(format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")).ok()
}

/// Binds this thread, and the programs it will start, to `cores`; gives whether that could be done.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn pin_thread(cores: &[usize]) -> bool {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    for &core in cores.iter().filter(|core| **core < CpuSet::MAX_CPU) {
        set.set(core);
    }
    sched_setaffinity(None, &set).is_ok()
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn allowed_cores() -> Vec<usize> {
    Vec::new()
}

/// Binds this thread to `cores`, which this system cannot do.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub fn pin_thread(_cores: &[usize]) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_do_not_share_cores() {
        let cores = Cores(vec![0, 2, 3, 7]);
        assert_eq!(cores.share(1, 4, 1), Some(&[2][..]));
        assert_eq!(cores.share(1, 2, 2), Some(&[3, 7][..]));
        assert_eq!(cores.share(0, 5, 1), None);
        assert_eq!(cores.share(0, 1, 0), None);
        assert_eq!(Cores(Vec::new()).share(0, 1, 1), None);
    }

    #[test]
    fn no_more_work_at_a_time_than_there_are_cores() {
        assert_eq!(Cores(vec![3]).count(), 1);
        assert!(Cores::default().count() >= 1);
        let available = Cores::available();
        assert!(available.numbers().is_empty() || available.count() <= available.numbers().len());
    }
}
