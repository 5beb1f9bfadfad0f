//! What is learnt from: positions of games, and who won.
//!
//! A file of samples is a plain sequence of records that only grows: games in the order of their numbers.
//! What an interruption left of a record at its end is cut off when work goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A quiet position out of a game, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// The number of the game.
    pub(crate) game: u32,
    /// The number of rows.
    pub(crate) rows: u8,
    /// The number of columns.
    pub(crate) columns: u8,
    /// 0 if White is to move, 1 if Black is.
    pub(crate) side: u8,
    /// Whether White won.
    pub(crate) white_won: bool,
    /// White's pieces and Black's, in three words each.
    pub(crate) pieces: [[u64; 3]; 2],
}

/// Every so many games one is kept for the test, unseen by the fit.
const TEST_SHARE: u32 = 20;

impl Sample {
    /// Whether it is for the test only.
    pub(crate) fn is_for_test(&self) -> bool {
        self.game.is_multiple_of(TEST_SHARE)
    }

    /// How many words a side takes on this board.
    fn words(rows: u8, columns: u8) -> usize {
        (usize::from(rows) * usize::from(columns)).div_ceil(64)
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.game.to_le_bytes())?;
        out.write_all(&[self.rows, self.columns, self.side, self.white_won.into()])?;
        for pieces in &self.pieces {
            for word in &pieces[..Self::words(self.rows, self.columns)] {
                out.write_all(&word.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Reads one; gives its length too. `None` at the end, also at one in the middle of a record.
    fn read(from: &mut impl Read) -> io::Result<Option<(Self, u64)>> {
        let whole = |result: io::Result<()>| match result {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            other => other.map(|()| true),
        };
        let mut head = [0; 8];
        if !whole(from.read_exact(&mut head))? {
            return Ok(None);
        }
        let [g0, g1, g2, g3, rows, columns, side, white_won] = head;
        if !(4..=12).contains(&rows) || !(4..=12).contains(&columns) || side > 1 || white_won > 1 {
            return Err(io::Error::new(ErrorKind::InvalidData, "not a file of samples"));
        }
        let words = Self::words(rows, columns);
        let mut pieces = [[0; 3]; 2];
        for word in pieces.iter_mut().flat_map(|pieces| &mut pieces[..words]) {
            let mut bytes = [0; 8];
            if !whole(from.read_exact(&mut bytes))? {
                return Ok(None);
            }
            *word = u64::from_le_bytes(bytes);
        }
        let game = u32::from_le_bytes([g0, g1, g2, g3]);
        Ok(Some((
            Self { game, rows, columns, side, white_won: white_won == 1, pieces },
            8 + 16 * words as u64,
        )))
    }
}

/// The samples of a generation on disk.
pub(crate) struct Samples {
    /// Where they are.
    path: PathBuf,
    /// All of them.
    pub(crate) all: Vec<Sample>,
    /// The number of the next game.
    pub(crate) next_game: u32,
}

impl Samples {
    /// Opens or creates a file of samples. Games come in batches of `batch`; one that is not whole is
    /// thrown away.
    ///
    /// # Errors
    /// The file cannot be read or written, or is something else.
    pub(crate) fn open(path: &Path, batch: u32) -> io::Result<Self> {
        let mut all: Vec<Sample> = Vec::new();
        let (mut length, mut whole, mut kept) = (0, 0, 0);
        if path.exists() {
            let mut file = BufReader::new(File::open(path)?);
            while let Some((sample, bytes)) = Sample::read(&mut file)? {
                // The first of a later batch shows that the one before is whole.
                if all.last().is_none_or(|last| last.game / batch != sample.game / batch) {
                    (whole, kept) = (length, all.len());
                }
                length += bytes;
                all.push(sample);
            }
            OpenOptions::new().write(true).open(path)?.set_len(whole)?;
        }
        all.truncate(kept);
        let next_game = all.last().map_or(0, |last| (last.game / batch + 1) * batch);
        Ok(Self { path: path.to_owned(), all, next_game })
    }

    /// Adds a batch, on disk first.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn add(&mut self, samples: Vec<Sample>, next_game: u32) -> io::Result<()> {
        let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(&self.path)?);
        samples.iter().try_for_each(|sample| sample.write(&mut file))?;
        file.flush()?;
        self.all.extend(samples);
        self.next_game = next_game;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(game: u32, rows: u8, columns: u8) -> Sample {
        let mut pieces = [[0; 3]; 2];
        pieces[0][0] = u64::from(game) << 7;
        pieces[1][Sample::words(rows, columns) - 1] = 5;
        Sample { game, rows, columns, side: 1, white_won: true, pieces }
    }

    #[test]
    fn samples_are_read_as_they_were_written_but_for_the_last_batch() {
        let path = std::env::temp_dir().join(format!("breakthrough-samples-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut samples = Samples::open(&path, 4).unwrap();
        let written = vec![sample(0, 8, 8), sample(3, 12, 12), sample(4, 4, 12), sample(5, 9, 9)];
        samples.add(written.clone(), 8).unwrap();
        // As if it had been killed in the middle of a record.
        OpenOptions::new().append(true).open(&path).unwrap().write_all(&[1, 2, 3]).unwrap();
        let again = Samples::open(&path, 4).unwrap();
        assert_eq!((again.all, again.next_game), (written[..2].to_vec(), 4));
        std::fs::remove_file(&path).unwrap();
    }
}
