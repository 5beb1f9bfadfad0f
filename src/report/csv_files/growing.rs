//! `games.csv` and `moves.csv` while their games are played.
//!
//! The rows of a game are made where it was played, in its own thread, and only put in their place here:
//! writing results down is then neither left for the end of a tournament nor all one thread's. Games that
//! end before earlier ones wait; a few of them, for what waits is in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::super::{Summary, Summing, picture};
use super::target::{Picture, Target};
use super::{check, crosstable, games, grades, moves, place, standings};
use crate::record::{GameRecord, Summand};

/// The most bytes of rows that wait for earlier games.
const WAITING: usize = 256 * 1024;

/// The rows of a game, and what it adds to the sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    games: Vec<u8>,
    moves: Vec<u8>,
    summand: Summand,
}

impl Rows {
    /// Those of `record`.
    pub fn of(record: &GameRecord) -> Self {
        let plies = record.moves.len();
        let mut all = Self {
            games: Vec::with_capacity(256 + 6 * plies),
            moves: Vec::with_capacity(40 * plies),
            summand: record.summand(),
        };
        games::row(&mut all.games, record);
        moves::rows(&mut all.moves, record);
        all
    }

    fn len(&self) -> usize {
        self.games.len() + self.moves.len()
    }
}

/// The files, as far as games have ended.
pub struct Growing {
    games: Target,
    moves: Target,
    standings: Target,
    crosstable: Target,
    grades: Target,
    sums: Summing,
    /// The last game written, and the seats of its table.
    last: Option<(u64, usize)>,
    early: BTreeMap<u64, Rows>,
    waiting: usize,
}

impl Growing {
    /// Begins all files in `folder`, which must exist; nothing is left of them if this is dropped.
    /// `names` are the engines in the order of the tournament's file.
    ///
    /// # Errors
    /// The file that could not be written and why.
    pub fn begin(folder: &Path, names: &[String]) -> io::Result<Self> {
        let mut growing = Self {
            games: Target::open(folder, "games.csv")?,
            moves: Target::open(folder, "moves.csv")?,
            standings: Target::open(folder, "standings.csv")?,
            crosstable: Target::open(folder, "crosstable.csv")?,
            grades: Target::open(folder, "grades.csv")?,
            sums: Summing::new(names),
            last: None,
            early: BTreeMap::new(),
            waiting: 0,
        };
        #[expect(clippy::redundant_closure, reason = "a closure is for writers of every lifetime")]
        growing.moves.write(|out| moves::head(out))?;
        Ok(growing)
    }

    /// Takes a game that has ended. Games are numbered from 1, and each comes once in any order.
    ///
    /// # Errors
    /// The file that could not be written and why; or that too much waits for a game that has not ended.
    pub fn add(&mut self, rows: &Rows) -> io::Result<()> {
        if rows.summand.id != self.next() {
            self.waiting += rows.len();
            if self.waiting > WAITING {
                return Err(io::Error::other(format!("too many games wait for game {}", self.next())));
            }
            self.early.insert(rows.summand.id, rows.clone());
            return Ok(());
        }
        self.push(rows)?;
        while let Some(first) = self.early.first_entry()
            && *first.key() == self.last.map_or(1, |(id, _)| id + 1)
        {
            let rows = first.remove();
            self.waiting -= rows.len();
            self.push(&rows)?;
        }
        Ok(())
    }

    /// The number of the next game to be written.
    fn next(&self) -> u64 {
        self.last.map_or(1, |(id, _)| id + 1)
    }

    /// Writes the next game.
    pub(super) fn push(&mut self, rows: &Rows) -> io::Result<()> {
        let (id, seats) = (rows.summand.id, rows.summand.seats.len());
        match self.last {
            None => self.games.write(|out| games::head(out, seats))?,
            Some(last) => check((id, seats), last)?,
        }
        self.last = Some((id, seats));
        self.games.append(&rows.games)?;
        self.moves.append(&rows.moves)?;
        self.sums.count(0, &rows.summand);
        Ok(())
    }

    /// Writes the games that still wait, and all other files, and gives what they hold. The files take
    /// their places when all of them are complete.
    ///
    /// # Errors
    /// The file that could not be written and why.
    pub fn finish(mut self, folder: &Path) -> io::Result<Summary> {
        for rows in std::mem::take(&mut self.early).into_values() {
            self.push(&rows)?;
        }
        let Self { mut games, moves, mut standings, mut crosstable, mut grades, sums, last, .. } = self;
        if last.is_none() {
            games.write(|out| games::head(out, 2))?;
        }
        let sums = sums.sums();
        standings.write(|out| standings::all(out, &sums.standings.rows(), &sums.ratings))?;
        crosstable.write(|out| crosstable::all(out, &sums.standings.crosstable()))?;
        grades.write(|out| grades::all(out, &sums.standings.grades()))?;

        let picture = Picture::write(folder, &picture::standings(&sums))?;
        place([games, moves, standings, crosstable, grades])?;
        picture.take_its_place()?;
        Ok(sums)
    }
}
