//! Which cores a game runs on.
//!
//! The arena's thread for a game and the game's engines take turns, so that one core serves them
//! better than several: no wake-up crosses from core to core, and games at a time do not disturb one
//! another. An engine inherits the cores of the thread that starts it.

/// The cores that this process may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// Asks the system. Where it cannot tell which they are, the list is empty and only
    /// [`Cores::count`] is known.
    pub fn available() -> Self {
        Self(allowed_cores())
    }

    /// How many there are, at least one.
    pub fn count(&self) -> usize {
        let counted = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if self.0.is_empty() { counted() } else { self.0.len() }
    }

    /// The cores for game slot number `slot` out of `slots`, each with `per_game` of its own; `None`
    /// if there are not enough, nothing is known of them, or none are wanted.
    pub fn share(&self, slot: usize, slots: usize, per_game: usize) -> Option<&[usize]> {
        if per_game == 0 || self.0.len() < slots * per_game {
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

/// Binds this thread, and the programs it will start, to `cores`; gives whether that could be done.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn pin_thread(cores: &[usize]) -> bool {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    for &core in cores {
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
}
