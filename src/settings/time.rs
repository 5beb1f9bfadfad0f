//! The keys about time, which a file can give for all engines, for each, and for one.

use std::time::Duration;

use super::table::{Table, Value};
use crate::clock::{Budget, TimeControl};

/// What a table says about time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Time {
    per_move: Option<Duration>,
    base: Option<Duration>,
    increment: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    margin: Option<Duration>,
    startup: Option<Duration>,
}

impl Time {
    /// What `table` says, and where it says nothing, what was said `before`.
    pub(super) fn read(table: &Table<'_>, before: Self) -> Self {
        let some = |key: &str| table.get(key).and_then(|value| value.duration(false));
        let any = |key: &str| table.get(key).and_then(|value| value.duration(true));
        let (per_move, base, increment) = (table.get("per_move"), table.get("base"), table.get("increment"));
        if let (Some(_), Some(clock)) = (&per_move, base.as_ref().or(increment.as_ref())) {
            clock.fail_key(
                format!("`{}` beside `per_move`", clock.key),
                "time is either `per_move`, for each move, or `base` and `increment`, for the game",
            );
        } else if let (None, None, Some(increment)) = (&base, before.base, &increment) {
            increment.fail_key("`increment` without `base`", "`base` is the time that the clock starts with");
        }
        // One kind of time takes the place of the other.
        let budget = if per_move.is_some() {
            Self { per_move: some("per_move"), ..Self::default() }
        } else if base.is_some() || increment.is_some() {
            Self {
                base: some("base").or(before.base),
                increment: any("increment").or(before.increment),
                ..Self::default()
            }
        } else {
            before
        };
        let integer =
            |key: &str, most: i64| table.get(key).and_then(|value: Value<'_>| value.integer(1..=most));
        Self {
            depth: integer("depth", 1000).map(|depth| depth as u32).or(before.depth),
            nodes: integer("nodes", 1_000_000_000_000).map(|nodes| nodes as u64).or(before.nodes),
            margin: any("margin").or(before.margin),
            startup: some("startup").or(before.startup),
            ..budget
        }
    }

    /// The time control, with what nobody gave.
    pub(super) fn control(&self) -> TimeControl {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        let budget = match (self.per_move, self.base) {
            (Some(limit), _) => Some(Budget::PerMove(limit)),
            (None, Some(base)) => Some(Budget::Clock { base, increment: self.increment.unwrap_or_default() }),
            (None, None) if is_limited => None,
            (None, None) => Some(Budget::PerMove(Duration::from_secs(1))),
        };
        let margin = self.margin.unwrap_or(Duration::from_millis(50));
        TimeControl { budget, depth: self.depth, nodes: self.nodes, margin }
    }

    /// What an engine may take to get ready.
    pub(super) fn startup(&self) -> Duration {
        self.startup.unwrap_or(Duration::from_secs(10))
    }
}
