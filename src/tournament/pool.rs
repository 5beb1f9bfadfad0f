//! The engine processes of one slot: kept alive between games, replaced after a fault.

use std::collections::VecDeque;

use crate::engine::{Engine, Failure, Setup};
use crate::record::Reason;

/// Idle processes, the one used longest ago first.
#[derive(Debug, Default)]
pub(super) struct Pool(VecDeque<(usize, Engine)>);

impl Pool {
    /// Before a game of the engines `seats`: sends home whoever is not needed for it, the one used longest
    /// ago first, until no more than `kept` such are left.
    pub(super) fn make_room(&mut self, seats: &[usize], kept: usize) {
        let idle: Vec<usize> = self.0.iter().map(|(index, _)| *index).collect();
        // From the back, since those that leave move the later ones.
        let leaving = superfluous(&idle, seats, kept).into_iter().rev();
        Engine::dismiss(leaving.filter_map(|at| self.0.remove(at)).map(|(_, engine)| engine).collect());
    }

    /// A process of engine number `index` that is ready for a new game: an idle one, or a fresh one.
    pub(super) fn ready(&mut self, index: usize, setup: &Setup) -> Result<Engine, Box<Failure>> {
        while let Some(at) = self.0.iter().rposition(|(other, _)| *other == index) {
            let Some((_, mut engine)) = self.0.remove(at) else { break };
            match engine.new_game() {
                Ok(()) => return Ok(engine),
                // One that has died since its last game has harmed nobody: a fresh one plays.
                Err(failure) if failure.reason == Reason::Crash => {}
                Err(failure) => return Err(failure),
            }
        }
        let mut engine = Engine::start(setup)?;
        engine.new_game()?;
        Ok(engine)
    }

    /// Keeps a process for later games.
    pub(super) fn keep(&mut self, index: usize, engine: Engine) {
        self.0.push_back((index, engine));
    }

    /// Sends all processes home.
    pub(super) fn dismiss(self) {
        Engine::dismiss(self.0.into_iter().map(|(_, engine)| engine).collect());
    }
}

/// Which of the `idle` engines have to go before a game of `seats`, ascending, so that of those who do not
/// play in it the last `kept` stay.
fn superfluous(idle: &[usize], seats: &[usize], kept: usize) -> Vec<usize> {
    let mut needed = seats.to_vec();
    // Of several processes of an engine the last used one plays.
    let mut waiting: Vec<usize> = Vec::new();
    for (at, index) in idle.iter().enumerate().rev() {
        match needed.iter().position(|other| other == index) {
            Some(seat) => drop(needed.swap_remove(seat)),
            None => waiting.push(at),
        }
    }
    let mut leaving = waiting.split_off(kept.min(waiting.len()));
    leaving.reverse();
    leaving
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_played_longest_ago_goes_first_and_who_plays_next_stays() {
        for (idle, seats, kept, leaving) in [
            (&[][..], &[0, 1][..], 0, &[][..]),
            (&[0, 1], &[0, 1], 0, &[]),
            (&[0, 1], &[1, 2], 1, &[]),
            (&[0, 1], &[1, 2], 0, &[0]),
            (&[5, 6, 7, 8], &[8, 5], 1, &[1]),
            (&[5, 6, 7, 8], &[9, 4], 1, &[0, 1, 2]),
            (&[3, 4, 3], &[3, 3], 0, &[1]),
            (&[3, 4, 3], &[3, 1], 0, &[0, 1]),
        ] {
            assert_eq!(superfluous(idle, seats, kept), leaving, "{idle:?} before {seats:?}, {kept} kept");
        }
    }

    #[test]
    fn no_more_processes_than_there_is_room_for_are_ever_alive() {
        let mut random = crate::games::random::Random::new(3);
        for kept in 0..5 {
            let mut idle: VecDeque<usize> = VecDeque::new();
            for _ in 0..2000 {
                let seats = [random.below(8), random.below(8)];
                let now: Vec<usize> = idle.iter().copied().collect();
                for at in superfluous(&now, &seats, kept).into_iter().rev() {
                    idle.remove(at);
                }
                for seat in seats {
                    if let Some(at) = idle.iter().rposition(|&index| index == seat) {
                        idle.remove(at);
                    }
                }
                assert!(idle.len() <= kept, "{idle:?} beside {seats:?}");
                idle.extend(seats);
            }
        }
    }
}
