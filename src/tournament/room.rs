//! How many files a tournament may have open, and what that allows.
//!
//! An engine costs five: three pipes, of which one has two descriptors, and a descriptor that tells of its end. A tournament of hundreds of
//! engines must not need as many files as it has engines, so each slot keeps no more idle ones than there
//! is room for, and the rest are started when they are to play.

/// What a running engine holds open.
const ENGINE: u64 = 5;
/// What one that is being started needs besides: its ends of the pipes, and one that tells of a failure.
const START: u64 = 8;
/// For everything else: the standard streams, the journal, results, logs, signals, looks into /proc.
const OTHERS: u64 = 48;
/// How many idle engines a slot keeps at the most: enough for the next games of a small tournament, few
/// enough that a large one does not fill the machine's memory with hash tables.
const KEPT: u64 = 16;

/// What there is room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Idle engines of a slot, which can play again without being started.
    pub kept: usize,
    /// Engines that may be started at a time before the first game; at least one.
    pub starting: usize,
}

impl Default for Room {
    /// With no limit on files.
    fn default() -> Self {
        Self { kept: KEPT as usize, starting: usize::MAX }
    }
}

impl Room {
    /// The room for `slots` games at a time with so many `seats` each where this process may have
    /// `limit` files open; `None` is no limit. `reserved` files are open for other things.
    ///
    /// # Errors
    /// How many files are needed at the least, if that is more than the limit.
    pub fn new(limit: Option<u64>, slots: usize, seats: usize, reserved: usize) -> Result<Self, u64> {
        let Some(limit) = limit else { return Ok(Self::default()) };
        let (slots, seats) = (slots.max(1) as u64, seats as u64);
        let others = OTHERS + reserved as u64;
        let needed = others + slots * (seats * ENGINE + START);
        let left = limit.checked_sub(needed).ok_or(needed)?;
        let starting = (limit - others) / (ENGINE + START);
        Ok(Self {
            kept: (left / (slots * ENGINE)).min(KEPT) as usize,
            starting: usize::try_from(starting).unwrap_or(usize::MAX).max(1),
        })
    }

    /// How many games at a time there can be at the most, at least one.
    pub fn most_slots(limit: Option<u64>, seats: usize, reserved_a_slot: usize) -> usize {
        let Some(limit) = limit else { return usize::MAX };
        let slot = seats as u64 * ENGINE + START + reserved_a_slot as u64;
        usize::try_from(limit.saturating_sub(OTHERS) / slot).unwrap_or(usize::MAX).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_files_leave_fewer_idle_engines_and_too_few_are_told() {
        for (limit, slots, seats, expected) in [
            (None, 1000, 5, Ok((16, usize::MAX))),
            (Some(1 << 20), 64, 2, Ok((16, 80_656))),
            (Some(256), 2, 2, Ok((16, 16))),
            (Some(256), 4, 2, Ok((6, 16))),
            (Some(256), 11, 2, Ok((0, 16))),
            (Some(256), 12, 2, Err(264)),
            (Some(66), 1, 2, Ok((0, 1))),
            (Some(65), 1, 2, Err(66)),
            (Some(0), 1, 1, Err(61)),
        ] {
            let room = Room::new(limit, slots, seats, 0).map(|room| (room.kept, room.starting));
            assert_eq!(room, expected, "{limit:?} files, {slots} slots");
        }
    }

    #[test]
    fn as_many_games_at_a_time_as_fit_do_fit() {
        for limit in (0..2000).step_by(7) {
            for (seats, reserved) in [(1, 0), (2, 1), (5, 4)] {
                let slots = Room::most_slots(Some(limit), seats, reserved);
                assert_eq!(Room::new(Some(limit), slots + 1, seats, (slots + 1) * reserved).ok(), None);
                if slots > 1 {
                    assert!(Room::new(Some(limit), slots, seats, slots * reserved).is_ok());
                }
            }
        }
        assert_eq!(Room::most_slots(None, 2, 1), usize::MAX);
    }

    #[test]
    fn all_files_of_idle_and_playing_engines_fit() {
        for limit in 60..600 {
            for slots in 1..8 {
                if let Ok(room) = Room::new(Some(limit), slots, 2, slots) {
                    let open = slots as u64 * ((room.kept as u64 + 2) * ENGINE + START + 1) + OTHERS;
                    assert!(open <= limit, "{limit} {slots}: {room:?}");
                }
            }
        }
    }
}
