//! How to play: the three classic strategies, which differ in what they may see, and a fourth that sees
//! no more than the first and counts.
//!
//! They stand with the rules because two programs share them: the reference engine, and the simulation
//! that plays many games within one process.

use super::{Domino, Play, Ply, Tiles};
use crate::games::Observer;
use crate::games::random::Random;

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Plays any tile that fits and sees only its own hand.
    Child,
    /// Sees the others' hands, and prefers a tile whose newly exposed number fits no tile of the next
    /// player; the other end it does not look at.
    Pupil,
    /// Sees the others' hands, and prefers a tile after which the next player can play at neither end.
    Student,
    /// Sees only its own hand, counts what the others cannot have, and plays what probably leaves the
    /// next player without a move and itself with one.
    Counter,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 4] = [Self::Child, Self::Pupil, Self::Student, Self::Counter];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Child => "child",
            Self::Pupil => "pupil",
            Self::Student => "student",
            Self::Counter => "counter",
        }
    }

    /// The strategy called `name`, in either letter case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name().eq_ignore_ascii_case(name))
    }

    /// Whether it needs to see the others' hands.
    pub fn peeks(self) -> bool {
        matches!(self, Self::Pupil | Self::Student)
    }

    /// The plays among which it takes any: those it prefers, or where there is none all that are legal.
    /// One that cannot see the next player's hand, or is alone at the table, prefers none. `memory` is
    /// for [`Strategy::Counter`].
    pub fn permitted(self, position: &Domino, memory: &Memory) -> Vec<Play> {
        let mut plays = position.plays();
        let next = position.hands()[position.next_turn()];
        let is_alone = position.players() == 1;
        match self {
            Self::Pupil | Self::Student if !is_alone && next.hidden == 0 => {
                let ends = position.ends();
                let harmless = |play: &Play| {
                    let seen = match (self, ends) {
                        (Self::Pupil, Some(_)) => Tiles::bearing(play.exposed()),
                        // On the empty chain both numbers are newly exposed.
                        _ => Tiles::fitting(Some(play.ends_after(ends))),
                    };
                    next.known.and(seen).is_empty()
                };
                if plays.iter().any(harmless) {
                    plays.retain(harmless);
                }
            }
            Self::Counter => memory.keep_best(position, &mut plays),
            _ => {}
        }
        plays
    }

    /// The play for the player to move; `None` if he has none.
    pub fn choose(self, position: &Domino, memory: &Memory, random: &mut Random) -> Option<Play> {
        random.choose(&self.permitted(position, memory)).copied()
    }
}

/// Plays a game from `position`, which hides nothing, with a strategy at each seat; gives the winner.
/// Every strategy sees what it needs, and no more.
pub fn play_out(seats: &[Strategy], mut position: Domino, random: &mut Random) -> Option<usize> {
    let counts = |strategy: &Strategy| *strategy == Strategy::Counter;
    let mut memories: Vec<(usize, Memory)> = (0..seats.len())
        .filter(|&seat| counts(&seats[seat]))
        .map(|seat| (seat, Memory::new(&position, seat)))
        .collect();
    let none = Memory::default();
    while !position.is_over() {
        let turn = position.turn();
        let play = match memories.iter().find(|(seat, _)| *seat == turn) {
            // Its own hand is all that a child looks at, and the next one's a pupil or student.
            None => seats[turn].choose(&position, &none, random),
            Some((_, memory)) => {
                let seen = position.seen_by(Observer { player: turn, peeks: false });
                seats[turn].choose(&seen, memory, random)
            }
        };
        let ply = play.map_or_else(|| position.idle(), Ply::Play);
        memories.iter_mut().for_each(|(_, memory)| memory.note(&position, ply));
        position.make(ply);
    }
    position.winner()
}

/// What a player who sees only his own hand knows of the others': which tiles they cannot have.
///
/// Who draws or passes has shown that none of his tiles fits at either end. For every hidden tile of a
/// player there stands the set of tiles that it cannot be; what he has held for longer has shown more,
/// so the sets of a hand are nested, the largest first.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    player: usize,
    excluded: Vec<Vec<Tiles>>,
}

/// How much a play's harm to the next player counts, against its own player's next chance to play.
const HARM: f64 = 3.0;
/// How much being rid of a double counts: it has one number to fit by, not two.
const DOUBLE: f64 = 0.15;

impl Memory {
    /// The memory of `player` before the first ply after `position`.
    pub fn new(position: &Domino, player: usize) -> Self {
        let hands = position.hands().iter();
        Self { player, excluded: hands.map(|hand| vec![Tiles::NONE; hand.count().into()]).collect() }
    }

    /// Takes note of a ply that is played in `position`.
    pub fn note(&mut self, position: &Domino, ply: Ply) {
        let turn = position.turn();
        let Some(slots) = self.excluded.get_mut(turn).filter(|_| turn != self.player) else { return };
        match ply {
            Ply::Play(play) => {
                let Some(tile) = play.tile.tile() else { return };
                // Of the tiles that it can have been the one that has shown most: what is left is then
                // sure to be true of the others.
                let at = slots.iter().position(|excluded| !excluded.has(tile));
                if !slots.is_empty() {
                    slots.remove(at.unwrap_or(slots.len() - 1));
                }
            }
            Ply::Draw(_) | Ply::Pass => {
                let fitting = Tiles::fitting(position.ends());
                slots.iter_mut().for_each(|excluded| *excluded = excluded.or(fitting));
                if matches!(ply, Ply::Draw(_)) {
                    slots.push(Tiles::NONE);
                }
            }
        }
    }

    /// The probability that `player` can play at neither of `ends`, as if his tiles were drawn one by
    /// one, each from those that it can be.
    fn stuck(&self, player: usize, unseen: Tiles, ends: (u8, u8)) -> f64 {
        let fitting = Tiles::fitting(Some(ends));
        let mut taken = 0.0;
        let mut stuck = 1.0;
        for &excluded in self.excluded.get(player).into_iter().flatten() {
            let can_be = unseen.without(excluded);
            let (all, harmless) = (f64::from(can_be.count()), f64::from(can_be.without(fitting).count()));
            stuck *= ((harmless - taken) / (all - taken).max(1.0)).clamp(0.0, 1.0);
            taken += 1.0;
        }
        stuck
    }

    /// Leaves of `plays` those that look best to the player to move.
    fn keep_best(&self, position: &Domino, plays: &mut Vec<Play>) {
        let hand = position.hands()[position.turn()].known;
        let unseen = position.unseen();
        let values: Vec<f64> = plays.iter().map(|play| self.value(position, hand, unseen, *play)).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut values = values.into_iter();
        plays.retain(|_| values.next().is_some_and(|value| value >= best - 1e-9));
    }

    /// How good a play looks.
    fn value(&self, position: &Domino, hand: Tiles, unseen: Tiles, play: Play) -> f64 {
        let ends = play.ends_after(position.ends());
        let mut left = hand;
        if let Some(tile) = play.tile.tile() {
            left.remove(tile);
        }
        let harm = if position.players() > 1 { self.stuck(position.next_turn(), unseen, ends) } else { 0.0 };
        // A tile that fits now may fit no more when the turn comes round; more than one is surer.
        let (one, other) = ends;
        let at = |number| 1.0 - 0.5_f64.powi(left.and(Tiles::bearing(number)).count().into());
        let own = if one == other { at(one) } else { 1.0 - (1.0 - at(one)) * (1.0 - at(other)) };
        let is_double = play.tile.left == play.tile.right;
        HARM * harm + own + if is_double { DOUBLE } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Deal;
    use super::*;
    use crate::games::Position as _;

    /// The winner of a game in which everybody is told only what he may see, by the general rules.
    fn winner(seats: &[Strategy], deal: &Deal, random: &mut Random) -> Option<usize> {
        let mut position = Domino::new(deal).unwrap();
        let mut memories: Vec<Memory> = (0..seats.len()).map(|seat| Memory::new(&position, seat)).collect();
        while !position.is_over() {
            let turn = position.turn();
            let seen = position.seen_by(Observer { player: turn, peeks: seats[turn].peeks() });
            let ply = match seats[turn].choose(&seen, &memories[turn], random) {
                Some(play) => Ply::Play(play),
                None => position.legal()[0],
            };
            memories.iter_mut().for_each(|memory| memory.note(&position, ply));
            position.make(position.judge(ply).unwrap());
        }
        position.winner()
    }

    #[test]
    fn games_within_one_process_are_those_of_players_who_see_what_they_may() {
        let mut random = Random::new(5);
        for number in 0..500 {
            let seats: Vec<Strategy> = (0..1 + number % 5).map(|_| Strategy::ALL[random.below(4)]).collect();
            let deal = Deal::random(seats.len() as u8, &mut random);
            let expected = winner(&seats, &deal, &mut Random::new(number));
            let played = play_out(&seats, Domino::new(&deal).unwrap(), &mut Random::new(number));
            assert_eq!(played, expected, "{seats:?}");
        }
    }

    #[test]
    fn whoever_sees_or_counts_more_beats_children() {
        for (strategy, players, percent) in [
            (Strategy::Pupil, 2, 53),
            (Strategy::Student, 2, 58),
            (Strategy::Counter, 2, 53),
            (Strategy::Counter, 3, 37),
        ] {
            let mut random = Random::new(9);
            let games = 2000;
            let mut seats = vec![Strategy::Child; players];
            let (mut own, mut all) = (0, 0);
            for game in 0..games {
                let seat = game % players;
                seats.fill(Strategy::Child);
                seats[seat] = strategy;
                let deal = Deal::random(players as u8, &mut random);
                if let Some(winner) = play_out(&seats, Domino::new(&deal).unwrap(), &mut random) {
                    all += 1;
                    own += usize::from(winner == seat);
                }
            }
            assert!(100 * own > percent * all, "{strategy:?} among {players}: {own} of {all}");
        }
    }

    #[test]
    fn what_a_memory_excludes_no_hand_has() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let players = 2 + random.below(4);
            let mut position = Domino::new(&Deal::random(players as u8, &mut random)).unwrap();
            let mut memory = Memory::new(&position, 0);
            while !position.is_over() {
                let ply = *random.choose(&position.legal()).unwrap();
                memory.note(&position, ply);
                position.make(ply);
                for (player, hand) in position.hands().iter().enumerate().skip(1) {
                    let slots = &memory.excluded[player];
                    assert_eq!(slots.len(), usize::from(hand.count()));
                    // The most that fits: as many tiles as each set leaves must go into the hand.
                    for (number, excluded) in slots.iter().enumerate() {
                        let outside = hand.known.without(*excluded).count();
                        assert!(usize::from(outside) > number, "{position}: {slots:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn without_the_others_hands_pupil_and_student_play_as_a_child() {
        let position = Domino::new(&Deal::random(2, &mut Random::new(1))).unwrap();
        let seen = position.seen_by(Observer { player: 0, peeks: false });
        let memory = Memory::new(&seen, 0);
        for strategy in [Strategy::Child, Strategy::Pupil, Strategy::Student] {
            assert_eq!(strategy.permitted(&seen, &memory), seen.plays());
        }
        assert_eq!(seen.forced(), None);
    }
}
