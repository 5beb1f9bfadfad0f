//! The engine processes of one slot: kept alive between games, replaced after a fault.

use std::collections::VecDeque;

use crate::engine::{Engine, Failure, Leaving, Setup, Starting};
use crate::record::Reason;

/// The processes of a slot that do not play.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// The one used longest ago first.
    idle: VecDeque<(usize, Engine)>,
    /// They have until the next game begins, or their time is over.
    leaving: Option<Leaving>,
}

/// An engine on its way to a game.
#[derive(Debug)]
pub(super) enum Called {
    /// It has played before.
    Idle(Engine),
    /// It is being started, if it could be.
    Fresh(Result<Starting, Box<Failure>>),
}

impl Pool {
    /// Before a game of the engines `seats`: sends home whoever is not needed for it, the one used longest
    /// ago first, until no more than `kept` such are left.
    pub(super) fn make_room(&mut self, seats: &[usize], kept: usize) {
        let kept = kept.saturating_sub(self.leaving.as_ref().map_or(0, Leaving::count));
        let idle: Vec<usize> = self.idle.iter().map(|(index, _)| *index).collect();
        // From the back, since those that leave move the later ones.
        let leaving = superfluous(&idle, seats, kept).into_iter().rev();
        Engine::dismiss(leaving.filter_map(|at| self.idle.remove(at)).map(|(_, engine)| engine).collect());
    }

    /// Calls a process of engine number `index`: an idle one, or one that is started now and not waited for.
    pub(super) fn call(&mut self, index: usize, setup: &Setup) -> Called {
        match self.take(index) {
            Some(engine) => Called::Idle(engine),
            None => Called::Fresh(Starting::launch(setup)),
        }
    }

    fn take(&mut self, index: usize) -> Option<Engine> {
        let at = self.idle.iter().rposition(|(other, _)| *other == index)?;
        self.idle.remove(at).map(|(_, engine)| engine)
    }

    /// Waits until the called one is ready for a new game; where an idle one is not, another takes its place.
    pub(super) fn ready(
        &mut self,
        index: usize,
        setup: &Setup,
        called: Called,
    ) -> Result<Engine, Box<Failure>> {
        let mut next = Some(called);
        while let Some(Called::Idle(mut engine)) = next {
            match engine.new_game() {
                Ok(()) => return Ok(engine),
                // One that has died since its last game has harmed nobody: another one plays.
                Err(failure) if failure.reason == Reason::Crash => {}
                Err(failure) => return Err(failure),
            }
            next = self.take(index).map(Called::Idle);
        }
        let fresh = match next {
            Some(Called::Fresh(fresh)) => fresh,
            _ => Starting::launch(setup),
        };
        let mut engine = fresh?.introduce(setup)?;
        engine.new_game()?;
        Ok(engine)
    }

    /// Keeps a process for later games.
    pub(super) fn keep(&mut self, index: usize, engine: Engine) {
        self.idle.push_back((index, engine));
    }

    /// Sends processes home. Where there is room for them beside those of the next game, `kept` in all, that
    /// one is begun meanwhile.
    pub(super) fn send_home(&mut self, engines: Vec<Engine>, kept: usize) {
        self.see_off();
        if engines.is_empty() {
            return;
        }
        let leaving = Leaving::tell(engines);
        if leaving.count() + self.idle.len() <= kept {
            self.leaving = Some(leaving);
        } else {
            leaving.wait();
        }
    }

    /// Waits for those that are still leaving.
    pub(super) fn see_off(&mut self) {
        if let Some(leaving) = self.leaving.take() {
            leaving.wait();
        }
    }

    /// Sends all processes home.
    pub(super) fn dismiss(mut self) {
        let leaving = Leaving::tell(self.idle.drain(..).map(|(_, engine)| engine).collect());
        self.see_off();
        leaving.wait();
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
