//! The tournament of a file as one call is to play it: which games, with what seed, how many at a time.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use super::Arguments;
use crate::cli::amounts::{count, hours};
use crate::cli::hidden::hidden;
use crate::cli::prepare::{Housing, prepare};
use crate::cli::{Failure, pinning};
use crate::games::Line;
use crate::openings;
use crate::process::{self, Cores};
use crate::ratings::Sequence;
use crate::record::GameRecord;
use crate::report;
use crate::schedule::Schedule;
use crate::settings::{Format, Settings};
use crate::tournament::{Contestant, Room};

/// The tournament as this call is to play it.
pub(super) struct Tournament<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) settings: Settings,
    pub(super) schedule: Schedule,
    pub(super) seed: u64,
    /// The only games to play, if not all.
    pub(super) chosen: Option<BTreeSet<u64>>,
    pub(super) cores: Cores,
    pub(super) slots: usize,
    /// Or how many open files are needed.
    room: Result<Room, u64>,
}

impl<'a> Tournament<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        settings: Settings,
        resumed: Option<u64>,
    ) -> Result<Self, Failure> {
        let schedule = settings.schedule();
        let chosen: Option<BTreeSet<u64>> = arguments.games.as_ref().map(|ids| ids.iter().copied().collect());
        if chosen.is_some() && (schedule.games_a_round().is_none() || settings.sprt.is_some()) {
            let why = "--games: which games are played depends on results in this tournament";
            return Err(Failure::Wrong(why.to_owned()));
        }
        if let Some(id) = chosen.iter().flatten().find(|&&id| schedule.fixture(id).is_none()) {
            let games = schedule.games();
            return Err(Failure::Wrong(format!("--games {id}: there are the games 1 to {games}")));
        }
        let given = arguments.seed.or(settings.seed);
        if let (Some(given), Some(resumed)) = (given, resumed)
            && given != resumed
        {
            return Err(Failure::Wrong(format!(
                "the tournament to go on with has the seed {resumed}, not {given}"
            )));
        }
        // A hasher's keys are as random as the system can make them, and need no crate.
        let drawn = || std::hash::RandomState::new().build_hasher().finish() >> 11;
        let seed = resumed.or(given).unwrap_or_else(drawn);
        let cores = Cores::available();
        let at_once = arguments.concurrency.map(NonZeroUsize::get).or(settings.concurrency);
        let (limit, seats) = (process::most_open_files(), settings.game.players());
        // Who does not say how many games he wants at a time gets as many as there is room for.
        let slots = at_once.unwrap_or_else(|| {
            let most = Room::most_slots(limit, seats, settings.cores_per_game);
            pinning::games_at_a_time(&settings, &cores).min(most)
        });
        let games = chosen.as_ref().map_or(schedule.games(), |chosen| chosen.len() as u64);
        let slots = slots.min(usize::try_from(games).unwrap_or(usize::MAX)).max(1);
        pinning::check(&settings, &cores, slots)?;
        let room = Room::new(limit, slots, seats, slots * settings.cores_per_game);
        Ok(Self { arguments, settings, schedule, seed, chosen, cores, slots, room })
    }

    /// The numbers of the games to play among those of a stage, ascending.
    pub(super) fn ids(&self, stage: RangeInclusive<u64>) -> Box<dyn Iterator<Item = u64> + Send> {
        match &self.chosen {
            Some(chosen) => Box::new(chosen.clone().into_iter().filter(move |id| stage.contains(id))),
            None => Box::new(stage),
        }
    }

    /// Whether it is known how many games there will be.
    pub(super) fn is_open_ended(&self) -> bool {
        self.chosen.is_none() && (self.settings.time_budget.is_some() || self.settings.sprt.is_some())
    }

    /// How many games, in words.
    pub(super) fn length(&self) -> String {
        let most = count(self.games(), "game");
        let open = match (&self.settings.time_budget, &self.settings.sprt, self.settings.format) {
            _ if self.chosen.is_some() => None,
            (Some(budget), None, _) => Some(format!("as many rounds as {} allow", hours(*budget))),
            (_, Some(sprt), _) => {
                let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(report::text::points);
                Some(format!("until SPRT decides between {elo0} and {elo1} Elo"))
            }
            (None, None, Format::Knockout) => Some(format!("{most} and replays of even matches")),
            _ => None,
        };
        open.unwrap_or(most)
    }

    pub(super) fn games(&self) -> u64 {
        self.chosen.as_ref().map_or(self.schedule.games(), |chosen| chosen.len() as u64)
    }

    /// How many games there will be as far as is known when so many have been handed out.
    pub(super) fn total(&self, handed_out: u64) -> u64 {
        match (self.settings.time_budget, self.settings.format) {
            (Some(_), _) => handed_out,
            (None, Format::Knockout) => handed_out.max(self.schedule.games()),
            (None, _) => self.schedule.games(),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.settings.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    pub(super) fn opening(&self, number: u64) -> Result<Line, openings::NoOpening> {
        let Settings { openings, game, fixed_board, .. } = &self.settings;
        openings::draw(openings, *game, *fixed_board, self.seed, number)
    }

    /// Counts a game for the sequential test of the first engine; whether that made a difference.
    pub(super) fn count(&self, sequence: &mut Sequence, record: &GameRecord) -> bool {
        let tested = record.players.iter().position(|name| *name == self.settings.engines[0].name);
        let points = tested.and_then(|seat| record.points.get(seat));
        points.is_some_and(|&points| sequence.add(record.id, points))
    }

    /// Where engines are kept while they play.
    pub(super) fn housing(&self) -> Result<Housing, Failure> {
        Housing::new(&self.settings, hidden(&self.settings, self.arguments.out.as_deref()))
    }

    pub(super) fn prepare(&self, housing: &Housing) -> Result<Vec<Contestant>, Failure> {
        let at_once = self.room()?.starting.min(self.cores.count() * 2);
        prepare(&self.settings, self.arguments.no_build, at_once, housing)
    }

    /// What the open files that this process may have leave room for. Too few are told before anything is
    /// started, so that no engine loses for want of them.
    pub(super) fn room(&self) -> Result<Room, Failure> {
        self.room.map_err(|needed| {
            Failure::Wrong(format!(
                "{needed} open files are needed for {} at a time and this process may have {}: raise it \
                 (ulimit -n) or lower --concurrency",
                count(self.slots as u64, "game"),
                process::most_open_files().unwrap_or_default()
            ))
        })
    }
}
