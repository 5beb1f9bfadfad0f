//! The player: its options and its answers.

use arena::games::Line;
use arena::games::domino::strategy::{Memory, Strategy};
use arena::games::domino::{Domino, Ply};
use arena::games::random::Random;
use arena::protocol::driver::{Engine, Search};
use arena::protocol::{Limits, OptionDecl};

/// What is said where a strategy cannot see what it needs to.
const BLIND: &str =
    "the others' hands are hidden (the tournament file gives `peek = true`): playing as a child";

/// A player of dominoes. It keeps nothing from one question to the next but whether it has complained.
pub(crate) struct Player {
    strategy: Strategy,
    seed: u64,
    has_complained: bool,
}

impl Player {
    /// A player with every option at its default.
    pub(crate) fn new() -> Self {
        Self { strategy: Strategy::Child, seed: 0, has_complained: false }
    }

    /// The answer for the player to move in `line`, and whether the strategy could see what it needs.
    pub(crate) fn choose(&self, line: &Line) -> (String, bool) {
        let (position, memory) = followed(line);
        let sees = !self.strategy.peeks() || position.hands().iter().all(|hand| hand.hidden == 0);
        let strategy = if sees { self.strategy } else { Strategy::Child };
        // Chance comes from the seed and the question alone: the same question has the same answer.
        let mut random = Random::derived(self.seed, &[hash(&line.to_string())]);
        let play = strategy.choose(&position, &memory, &mut random);
        // Only a person asks where no tile can be played.
        let answer = play.map_or_else(|| line.position().plies().swap_remove(0), |play| play.to_string());
        (answer, sees)
    }
}

/// The position to which a line has come, and what the player to move can know by then.
fn followed(line: &Line) -> (Domino, Memory) {
    let mut position: Domino = line.base().to_string().parse().expect("a position's own text");
    let mut memory = Memory::new(&position, line.position().player().unwrap_or_default());
    for ply in line.plies() {
        let ply = Ply::parse(ply).expect("a ply's own text");
        memory.note(&position, ply);
        position.make(ply);
    }
    (position, memory)
}

/// A number for a text (FNV-1a).
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Engine for Player {
    fn name(&self) -> String {
        format!("arena domino {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "the arena's authors".to_owned()
    }

    fn games(&self) -> &[&'static str] {
        &["domino"]
    }

    fn options(&self) -> Vec<OptionDecl> {
        vec![
            OptionDecl::combo("Strategy", &Strategy::ALL.map(Strategy::name))
                .about("how it chooses a tile; pupil and student look at the others' hands"),
            OptionDecl::spin("Seed", 0, 0, i64::MAX).about("another number plays other games"),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        // The driver lets only values through that the declarations allow.
        match name {
            "Strategy" => self.strategy = Strategy::named(value).ok_or("there is no such strategy")?,
            _ => self.seed = value.parse().map_err(|_| "expected a whole number")?,
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.has_complained = false;
    }

    fn go(&mut self, line: &Line, _limits: &Limits, search: &mut Search<'_>) -> String {
        let (answer, sees) = self.choose(line);
        if !sees && !self.has_complained {
            self.has_complained = true;
            search.say(&format!("{}: {BLIND}", self.strategy.name()));
        }
        answer
    }
}
