//! Races: a piece that nothing can stop decides the game, long before search could count it out.
//!
//! All pieces of a side run at once as a set of squares, and the enemy's pieces spread at once over
//! all squares they could reach in the moves they have. A runner gets past what stands straight ahead of it
//! by a diagonal step, for no piece captures straight ahead. Where it can be captured it is safe if it
//! is covered as often as it is attacked: an exchange costs each side one move and puts a piece back on
//! the same square, so it changes nothing in the race but how long that takes. Those who cover are pieces that have not
//! moved and that no enemy can have captured by then. What is left at the far row came by a way that is safe
//! whatever the enemy does, so the verdict is certain; some runners that would get through are missed.
//!
//! The trap is the length of the win. Exchanges on the way are the enemy's to begin, so they are counted as if he began
//! every one there can be: the win takes so long at the most.
//!
//! The idea of ending a search by such proofs is that of Saffidine, Jouandeau and Cazenave ("Solving
//! Breakthrough with Race Patterns and Job-Level Proof Number Search", 2011); the sets are ours.

use crate::board::{Ahead, Board, MOST, Position, Side};
use crate::set::Set;

/// What can be said of a position without searching it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    /// The side to move wins by so many moves of its own, or fewer.
    Won(u32),
    /// It loses by so many moves of the enemy, or fewer.
    Lost(u32),
    /// It has to capture this enemy, who would win at once.
    Threatened(S),
    /// Nothing.
    Open,
}

/// What can be said of `at`, which is not over, with `M` to move; `ahead` are the squares ahead of his pieces,
/// `enemies_ahead` those ahead of the enemy's. Who only wants to know who wins need not have the exchanges `COUNTED`;
/// the moves told are then too few.
#[inline]
pub fn verdict<S: Set, M: Side, const COUNTED: bool>(
    board: &Board<S>,
    at: &Position<S>,
    ahead: Ahead<S>,
    enemies_ahead: Ahead<S>,
) -> Verdict<S> {
    let (own, enemies) = (at.of::<M>(), at.of::<M::Other>());
    let need = board.nearest::<M>(own);
    // A piece a step from the far row always has a diagonal step: nothing of its own can be there.
    if need <= 1 {
        return Verdict::Won(1);
    }
    let attacked = ahead.attacked();
    if enemies.without_lowest().is_empty() && !(attacked & enemies).is_empty() {
        return Verdict::Won(1);
    }
    let enemy_need = board.nearest::<M::Other>(enemies);
    if enemy_need <= 1 {
        return threat::<S, M>(board, enemies, ahead, enemies_ahead);
    }
    // The last square before the far row has to be free of attack. It is covered only by a piece a step behind.
    let is_guarded = |row: S, attacked: S| (row & !attacked).is_empty();
    if need <= enemy_need && (need == 2 || !is_guarded(board.away::<M>(1), enemies_ahead.attacked())) {
        let race = Race::now(own, ahead, enemies, enemies_ahead);
        if let Some(moves) = race.run::<M>(board, ahead, enemy_need) {
            let exchanges = if COUNTED { race.exchanges::<M>(board, own, Ahead::NONE, moves) } else { 0 };
            return Verdict::Won(moves + exchanges);
        }
    }
    if enemy_need < need && (enemy_need == 2 || !is_guarded(board.away::<M::Other>(1), attacked)) {
        let runners = enemies & !lost(ahead, enemies_ahead);
        if runners.is_empty() {
            return Verdict::Open;
        }
        let race = Race::after_a_move_of::<M>(board, own, ahead, enemies);
        if let Some(moves) = race.run::<M::Other>(board, board.ahead::<M::Other>(runners), need - 1) {
            let exchanges =
                if COUNTED { race.exchanges::<M::Other>(board, runners, ahead, moves) } else { 0 };
            return Verdict::Lost(moves + exchanges);
        }
    }
    Verdict::Open
}

/// What can be said if some of the `enemies` are a step from the far row and `M`, who is to move, is not.
#[inline(always)]
fn threat<S: Set, M: Side>(
    board: &Board<S>,
    enemies: S,
    ahead: Ahead<S>,
    enemies_ahead: Ahead<S>,
) -> Verdict<S> {
    let threat = enemies & board.away::<M::Other>(1);
    if !threat.without_lowest().is_empty() {
        // Two cannot both be captured.
        return Verdict::Lost(1);
    }
    // One that is covered as often as it is attacked comes again.
    if (threat & lost(ahead, enemies_ahead)).is_empty() {
        return Verdict::Lost(1 + attacks(threat, ahead));
    }
    Verdict::Threatened(threat)
}

/// The squares on which a piece would be lost: attacked more often than covered.
#[inline(always)]
fn lost<S: Set>(attack: Ahead<S>, cover: Ahead<S>) -> S {
    (attack.attacked() & !cover.attacked()) | (attack.twice() & !cover.twice())
}

/// How often the one of `squares` that is attacked most is attacked: once or twice, or not at all.
#[inline(always)]
fn attacks<S: Set>(squares: S, attack: Ahead<S>) -> u32 {
    u32::from(!(squares & attack.attacked()).is_empty()) + u32::from(!(squares & attack.twice()).is_empty())
}

/// A race: what can happen to those who run, before one of their moves.
#[derive(Clone, Copy)]
struct Race<S> {
    /// The pieces of the side that runs, as they stood when it began.
    own: S,
    /// The squares that enemies could be on.
    reach: S,
    /// The squares ahead of those.
    defence: Ahead<S>,
    /// The squares ahead of the pieces that have not moved and will not have been captured.
    cover: Ahead<S>,
}

impl<S: Set> Race<S> {
    /// Of the pieces `own`, whose side is to move.
    #[inline(always)]
    fn now(own: S, ahead: Ahead<S>, enemies: S, enemies_ahead: Ahead<S>) -> Self {
        Self { own, reach: enemies, defence: enemies_ahead, cover: ahead }
    }

    /// Of the pieces `own`, when `M`, whose pieces are `enemies` of those, has made any one move.
    #[inline(always)]
    fn after_a_move_of<M: Side>(board: &Board<S>, enemies: S, enemies_ahead: Ahead<S>, own: S) -> Self {
        let reach = enemies | enemies_ahead.any();
        let mut race = Self { own, reach, defence: Ahead::NONE, cover: Ahead::NONE };
        race.look::<M::Other>(board);
        race
    }

    /// How many moves the first of the runners, whose first `steps` these are, needs to get through, at least two and at
    /// most `slowest`; exchanges are not counted.
    #[inline(always)]
    fn run<M: Side>(mut self, board: &Board<S>, steps: Ahead<S>, slowest: u32) -> Option<u32> {
        let mut runners = self.first_step(steps);
        for moves in 2..=slowest {
            if runners.is_empty() {
                return None;
            }
            self.enemies_spread();
            let entered = self.enterable(board.ahead::<M>(runners));
            if !(entered & board.away::<M>(0)).is_empty() {
                return Some(moves);
            }
            self.look::<M>(board);
            runners = entered & !lost(self.defence, self.cover);
        }
        None
    }

    /// How many exchanges there can be on the way of the first of the `runners` to get through, who needs so many
    /// `moves`; of several ways that on which there are fewest. What `attack` is aimed at can be captured before it runs.
    fn exchanges<M: Side>(mut self, board: &Board<S>, runners: S, attack: Ahead<S>, moves: u32) -> u32 {
        // Every move is a step: all who can be there by then stand in the same row.
        let mut ways = Ways::new(runners & board.away::<M>(moves as usize), attack);
        ways.lead(self.defence, |from| self.first_step(board.ahead::<M>(from)));
        for _ in 2..moves {
            self.enemies_spread();
            self.look::<M>(board);
            let lost = lost(self.defence, self.cover);
            ways.lead(self.defence, |from| self.enterable(board.ahead::<M>(from)) & !lost);
        }
        self.enemies_spread();
        let goal = board.away::<M>(0);
        ways.fewest(|from| !(self.enterable(board.ahead::<M>(from)) & goal).is_empty())
    }

    /// The squares entered safely by the first `steps`. A piece does not itself cover the square it enters.
    #[inline(always)]
    fn first_step(&self, steps: Ahead<S>) -> S {
        let Self { defence, cover, .. } = *self;
        let straight = steps.straight & !self.reach & !lost(defence, cover);
        let once = defence.attacked();
        let diagonal =
            (steps.to_first & (!once | cover.to_last)) | (steps.to_last & (!once | cover.to_first));
        (straight | diagonal & !defence.twice()) & !self.own
    }

    /// The enemies have a move: to any square that is ahead of one on which they could be.
    #[inline(always)]
    fn enemies_spread(&mut self) {
        self.reach = self.reach | self.defence.any();
    }

    /// The squares that can be entered by later `steps`, safe or not.
    #[inline(always)]
    fn enterable(&self, steps: Ahead<S>) -> S {
        (steps.attacked() | steps.straight & !self.reach) & !self.own
    }

    /// Finds what is attacked and what is covered, now that the enemies have spread.
    #[inline(always)]
    fn look<M: Side>(&mut self, board: &Board<S>) {
        self.defence = board.ahead::<M::Other>(self.reach);
        self.cover = board.ahead::<M>(self.own & !self.reach);
    }
}

/// Where runners can be, all in the same row, by the number of exchanges there can have been on the way.
struct Ways<S> {
    after: [S; 2 * MOST],
    /// The most exchanges that any of them can have had.
    most: usize,
}

impl<S: Set> Ways<S> {
    /// The ways that begin on the squares of `runners`, at some of which `attack` is aimed.
    fn new(runners: S, attack: Ahead<S>) -> Self {
        let mut ways = Self { after: [S::EMPTY; 2 * MOST], most: 0 };
        ways.after[0] = runners;
        ways.lead(attack, |from| from);
        ways
    }

    /// Goes on by a `step`, which may lead to squares that are under `attack`.
    #[inline(always)]
    fn lead(&mut self, attack: Ahead<S>, step: impl Fn(S) -> S) {
        let (once, twice) = (attack.attacked() & !attack.twice(), attack.twice());
        // From the most down: who is added to those of more exchanges is added after they have gone on themselves.
        for count in (0..=self.most).rev() {
            let entered = step(self.after[count]);
            self.after[count] = entered & !(once | twice);
            for (more, contested) in [(1, entered & once), (2, entered & twice)] {
                if !contested.is_empty() {
                    self.after[count + more] = self.after[count + more] | contested;
                    self.most = self.most.max(count + more);
                }
            }
        }
    }

    /// The fewest exchanges on a way to squares of which `arrives` is true.
    #[inline(always)]
    fn fewest(&self, arrives: impl Fn(S) -> bool) -> u32 {
        (0..=self.most).find(|&count| arrives(self.after[count])).unwrap_or(self.most) as u32
    }
}
