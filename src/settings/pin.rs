//! Which cores games are bound to.

use super::table::Value;
use super::words::shown;
use super::{FileError, Place};

/// `pin` of `[tournament]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pin {
    /// Not at all: the system puts games where it likes.
    System,
    /// To cores that the arena chooses.
    #[default]
    Chosen,
    /// To these.
    Given(GivenCores),
}

/// A list of cores, at least one and none twice. Whether this machine has them is for others to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenCores {
    /// Their numbers, from 0.
    pub cores: Vec<usize>,
    /// Where each stands.
    pub places: Vec<Place>,
    /// Where the list stands.
    pub place: Place,
}

impl GivenCores {
    /// Sees that all of them are among `usable`, and that they are enough for `games` at a time, each on
    /// `per_game` of them.
    ///
    /// # Errors
    /// The first that is not, or that there are too few.
    pub fn check(&self, usable: &[usize], games: usize, per_game: usize) -> Result<(), FileError> {
        let known = |core: &usize| usable.contains(core);
        if let Some((core, place)) = self.cores.iter().zip(&self.places).find(|(core, _)| !known(core)) {
            let error = FileError::new(place.clone(), format!("core {core} cannot be used by this process"));
            return Err(match usable.is_empty() {
                true => error.help("this system does not tell which cores there are: pin = true"),
                false => error.help(format!("it may use {}", ranges(usable))),
            });
        }
        let needed = games.saturating_mul(per_game);
        if self.cores.len() < needed {
            let message = format!(
                "{games} at a time on {per_game} each need {needed} cores, `pin` has {}",
                self.cores.len()
            );
            return Err(FileError::new(self.place.clone(), message)
                .help("more cores, or a lower `concurrency` or `cores_per_game`"));
        }
        Ok(())
    }
}

/// Reads it.
pub(super) fn read(value: &Value<'_>) -> Pin {
    if let Some(pin) = value.node().as_bool() {
        return if pin { Pin::Chosen } else { Pin::System };
    }
    let Some(list) = value.list("true, false or a list of cores") else { return Pin::Chosen };
    if list.is_empty() {
        value.fail_help(format!("{} has no core", shown(value.key)), "false leaves games to the system");
    }
    let mut given = GivenCores { cores: Vec::new(), places: Vec::new(), place: value.place() };
    for element in list {
        let Some(core) = element.integer(0..=1 << 16) else { continue };
        let core = core as usize;
        if given.cores.contains(&core) {
            element.fail(format!("core {core} twice"));
        }
        given.cores.push(core);
        given.places.push(element.place());
    }
    Pin::Given(given)
}

/// `core 0`, `cores 0, 2 to 5 and 8`.
fn ranges(cores: &[usize]) -> String {
    let mut sorted = cores.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [one, other] => format!("{one}, {other}"),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    let runs: Vec<String> = runs.collect();
    let word = if sorted.len() == 1 { "core" } else { "cores" };
    let listed = runs.join(", ");
    match listed.rsplit_once(", ") {
        Some((before, last)) => format!("{word} {before} and {last}"),
        None => format!("{word} {listed}"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn given(cores: &[usize]) -> GivenCores {
        let place =
            |column: usize| Place::of(Path::new("t.toml"), "pin = [0, 1, 2, 3, 4]", column..column + 1);
        let places = (0..cores.len()).map(|at| place(7 + 3 * at)).collect();
        GivenCores { cores: cores.to_vec(), places, place: place(6) }
    }

    #[test]
    fn given_cores_are_held_against_the_machine() {
        for (cores, usable, games, per_game, expected) in [
            (&[0, 1][..], &[0, 1][..], 2, 1, None),
            (&[3, 1], &[0, 1, 2, 3], 1, 2, None),
            (&[0, 5, 1], &[0, 1], 1, 1, Some((11, "core 5 cannot be used", "it may use cores 0 and 1"))),
            (&[9], &[0, 1, 2, 4, 6], 1, 1, Some((8, "core 9", "it may use cores 0 to 2, 4 and 6"))),
            (&[0], &[7], 1, 1, Some((8, "core 0", "it may use core 7"))),
            (&[0], &[], 1, 1, Some((8, "core 0", "does not tell"))),
            (&[0, 1], &[0, 1], 2, 2, Some((7, "need 4 cores, `pin` has 2", "lower `concurrency`"))),
        ] {
            let found = given(cores).check(usable, games, per_game).err();
            let Some((column, message, help)) = expected else {
                assert_eq!(found, None, "{cores:?}");
                continue;
            };
            let found = found.unwrap();
            assert_eq!(found.place.column, column, "{found}");
            assert!(found.message.contains(message), "{found}");
            assert!(found.help.as_ref().is_some_and(|text| text.contains(help)), "{found}");
        }
    }
}
